//! Captures for `verify`: accepted twins, and one edit away from each the
//! captures that must be rejected.

use super::parts::{Conditions, Members, Said, call, event, event_id, receipt};
use crate::corpus::Case;
use mcp_evidence_contract::Rule;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A line of a file.
#[derive(Debug, Clone)]
pub(super) enum Line {
    /// An object and a line feed.
    Object(Members),
    /// These bytes.
    Bytes(Vec<u8>),
}

impl Line {
    /// The members, for an edit.
    pub(super) fn members(&mut self) -> &mut Members {
        match self {
            Line::Object(members) => members,
            Line::Bytes(_) => panic!("an edit of members strikes an object"),
        }
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Line::Object(members) => members.line().into_bytes(),
            Line::Bytes(bytes) => bytes.clone(),
        }
    }
}

/// A capture, its log, and what is known of the run.
#[derive(Debug, Clone)]
pub(super) struct Capture {
    pub(super) conditions: Conditions,
    pub(super) records: Vec<Line>,
    pub(super) log: Vec<Line>,
}

impl Capture {
    /// A sound capture of these request lines and events.
    pub(super) fn of(calls: &[(String, Said, Members)]) -> Capture {
        let records = (0..).zip(calls).map(|(sequence, (line, said, event))| {
            let id = event_id(sequence);
            Line::Object(receipt(sequence, line, &id, &event.line(), said))
        });
        Capture {
            conditions: Conditions::sound(),
            records: records.collect(),
            log: calls.iter().map(|(.., event)| Line::Object(event.clone())).collect(),
        }
    }

    /// The files of the case.
    pub(super) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let lines = |lines: &[Line]| lines.iter().flat_map(Line::bytes).collect();
        BTreeMap::from([
            ("case.json".to_owned(), self.conditions.file("verify")),
            ("decisions.jsonl".to_owned(), lines(&self.log)),
            ("requests.jsonl".to_owned(), lines(&self.records)),
        ])
    }

    /// The associations that an accepted capture supports.
    pub(super) fn associations(&self) -> Value {
        let associations = self.records.iter().map(|line| {
            let Line::Object(record) = line else { panic!("a sound capture has records") };
            let record = record.value();
            json!({
                "sequence": record["sequence"],
                "decision_event_id": record["decision_event_id"],
                "request_sha256": record["request_sha256"],
            })
        });
        associations.collect()
    }
}

/// A capture that is accepted.
pub(super) struct Twin {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    make: fn() -> Capture,
}

impl Twin {
    pub(super) const fn new(id: &'static str, title: &'static str, make: fn() -> Capture) -> Twin {
        Twin { id, title, make }
    }

    pub(super) fn capture(&self) -> Capture {
        (self.make)()
    }

    /// The accepted vector; `rule` is one that it uses, if any.
    pub(super) fn accepted(&self, rule: Option<&'static Rule>) -> Case {
        let capture = self.capture();
        let expected = json!({"verdict": "accepted", "associations": capture.associations()});
        let about = format!("{}.", self.title);
        Case {
            rule: rule.map(|rule| rule.id),
            ..Case::new(self.id, about, capture.files(), expected)
        }
    }

    /// A vector that differs by `change`: in words, it is the twin, except that
    /// `edit`. It must be rejected.
    pub(super) fn rejected(
        &self,
        id: &'static str,
        rule: &'static Rule,
        edit: &str,
        change: impl FnOnce(&mut Capture),
    ) -> Case {
        let mut capture = self.capture();
        change(&mut capture);
        Case {
            rule: Some(rule.id),
            twin: Some(self.id),
            edit: Some(edit.to_owned()),
            ..Case::new(
                id,
                format!("{}, except that {edit}.", self.title),
                capture.files(),
                json!({"verdict": "rejected"}),
            )
        }
    }

    /// The same, where the edit is one of the record at `place`.
    pub(super) fn record(
        &self,
        id: &'static str,
        rule: &'static Rule,
        edit: &str,
        place: usize,
        change: impl FnOnce(&mut Members),
    ) -> Case {
        self.rejected(id, rule, edit, |capture| change(capture.records[place].members()))
    }
}

/// A call of `echo` with this id, as a line, what it says, and its event.
pub(super) fn called(number: u64, id: &str, said: Said) -> (String, Said, Members) {
    let event = event(number, said.id.clone());
    (call(id) + "\n", said, event)
}

/// One call.
pub(super) static ONE: Twin = Twin::new("verify-one", "One call and its decision", || {
    Capture::of(&[called(0, "\"id\":1,", Said::id(1))])
});

/// Three calls.
pub(super) static THREE: Twin =
    Twin::new("verify-three", "Three calls and their decisions", || {
        Capture::of(&[
            called(0, "\"id\":1,", Said::id(1)),
            called(1, "\"id\":\"two\",", Said::id("two")),
            called(2, "\"id\":3,", Said::id(3)),
        ])
    });

/// A call without an id.
pub(super) static MISSING_ID: Twin =
    Twin::new("verify-missing-id", "One call without an id, and its decision", || {
        Capture::of(&[called(0, "", Said::nothing())])
    });

/// A call with the id null.
pub(super) static NULL_ID: Twin =
    Twin::new("verify-null-id", "One call whose id is null, and its decision", || {
        Capture::of(&[called(0, "\"id\":null,", Said::id(Value::Null))])
    });

/// Two frames of the same bytes.
pub(super) static IDENTICAL: Twin =
    Twin::new("verify-identical", "Two identical frames and two decisions", || {
        Capture::of(&[called(0, "\"id\":1,", Said::id(1)), called(1, "\"id\":1,", Said::id(1))])
    });
