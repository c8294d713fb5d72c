//! Vectors of `derive`: which frames are recorded, and what a receipt holds.
//! What a receipt repeats of its request is written here by hand.

use super::parts::{Conditions, Members, Said, call, call_with, data, event, event_id, receipt};
use crate::corpus::Case;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::receipts::derive as rules;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Frames, and the log of their decisions.
pub(super) struct Derive {
    id: &'static str,
    about: &'static str,
    pub(super) frames: String,
    log: Vec<String>,
    /// The receipts expected so far.
    receipts: Vec<Value>,
}

impl Derive {
    pub(super) fn new(id: &'static str, about: &'static str) -> Derive {
        Derive { id, about, frames: String::new(), log: Vec::new(), receipts: Vec::new() }
    }

    /// The same under another name.
    pub(super) fn named(self, id: &'static str, about: &'static str) -> Derive {
        Derive { id, about, ..self }
    }

    /// Adds bytes of the client of which nothing is recorded.
    pub(super) fn passed(mut self, frame: &str) -> Derive {
        self.frames.push_str(frame);
        self
    }

    /// Adds an event.
    pub(super) fn event(mut self, event: &Members) -> Derive {
        self.log.push(event.line());
        self
    }

    /// Adds a call, its decision, and the receipt that is expected.
    pub(super) fn call(self, line: &str, said: Said) -> Derive {
        let number = self.log.len() as u64;
        let event = event(number, said.id.clone());
        self.decided(line, said, &event)
    }

    /// The same with a decision of its own.
    pub(super) fn decided(mut self, line: &str, said: Said, event: &Members) -> Derive {
        self.frames.push_str(line);
        let sequence = self.receipts.len() as u64;
        let id = event_id(self.log.len() as u64);
        self.receipts.push(receipt(sequence, line, &id, &event.line(), &said).value());
        self.event(event)
    }

    /// The log.
    fn decisions(&self) -> Vec<u8> {
        self.log.concat().into_bytes()
    }

    /// The files of the case, without the frames.
    pub(super) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        BTreeMap::from([
            ("case.json".to_owned(), Conditions::sound().file("derive")),
            ("decisions.jsonl".to_owned(), self.decisions()),
        ])
    }

    /// The vector: every call has its receipt.
    pub(super) fn complete(self, rule: &'static Rule) -> Case {
        self.expect(rule, true)
    }

    /// The vector: the receipts end before the calls do.
    pub(super) fn incomplete(self, rule: &'static Rule) -> Case {
        self.expect(rule, false)
    }

    fn expect(self, rule: &'static Rule, complete: bool) -> Case {
        let expected = json!({"receipts": self.receipts, "complete": complete});
        let mut files = self.files();
        files.insert("frames.bin".to_owned(), self.frames.into_bytes());
        Case { rule: Some(rule.id), ..Case::new(self.id, self.about, files, expected) }
    }
}

/// A call with the id 1 and a line feed.
fn first() -> String {
    call("\"id\":1,") + "\n"
}

fn one() -> Said {
    Said::id(1)
}

/// The vectors, limits apart.
pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = lines();
    vectors.extend(ids());
    vectors.extend(versions());
    vectors.extend(methods());
    vectors.extend(decisions());
    vectors
}

fn lines() -> Vec<Case> {
    let accented =
        call_with("\"id\":1,", "\"arguments\":{\"text\":\"caf\u{e9} \u{1f600}\"}") + "\n";
    let escaped = call_with("\"id\":1,", r#""arguments":{"text":"caf\u00e9\/"}"#) + "\n";
    let spaced = first().replace("\"id\":1,", " \"id\" : 1 , ").replace('}', "} ");
    vec![
        Derive::new("derive-line-feed", "One call that ends in a line feed.")
            .call(&first(), one())
            .complete(&rules::TERMINATOR),
        Derive::new("derive-cr-lf", "One call that ends in carriage return and line feed.")
            .call(&(call("\"id\":1,") + "\r\n"), one())
            .complete(&rules::TERMINATOR),
        Derive::new("derive-no-terminator", "One call, after which the bytes end.")
            .call(&call("\"id\":1,"), one())
            .complete(&rules::UNTERMINATED),
        Derive::new("derive-non-ascii", "The arguments have characters of two and of four bytes.")
            .call(&accented, one())
            .complete(&rules::REQUEST_BYTES),
        Derive::new("derive-escapes", "The arguments are spelled with escapes, which stay.")
            .call(&escaped, one())
            .complete(&rules::LINE_EXACT),
        Derive::new("derive-blanks", "There are blanks between the members, which stay.")
            .call(&spaced, one())
            .complete(&rules::LINE_EXACT),
        Derive::new("derive-identical", "Two identical frames, each with a decision of its own.")
            .call(&first(), one())
            .call(&first(), one())
            .complete(&rules::IDENTICAL),
    ]
}

fn ids() -> Vec<Case> {
    let with = |id: &str| call(id) + "\n";
    vec![
        Derive::new("derive-id-number", "The id is a number.")
            .call(&with("\"id\":17,"), Said::id(17))
            .complete(&rules::ID_TYPE),
        Derive::new("derive-id-string", "The id is a string of digits.")
            .call(&with("\"id\":\"17\","), Said::id("17"))
            .complete(&rules::ID_TYPE),
        Derive::new("derive-id-null", "The id is null: it is present.")
            .call(&with("\"id\":null,"), Said::id(Value::Null))
            .complete(&rules::ID_PRESENT),
        Derive::new("derive-id-missing", "There is no id: it is not present, and null.")
            .call(&with(""), Said::nothing())
            .complete(&rules::WITHOUT_ID),
    ]
}

/// A call whose `params` have this `_meta`.
fn meta(meta: &str) -> String {
    call_with("\"id\":1,", &format!("\"_meta\":{meta}")) + "\n"
}

/// A call that states this version, as JSON.
fn stating(version: &str) -> String {
    meta(&format!("{{\"io.modelcontextprotocol/protocolVersion\":{version}}}"))
}

fn versions() -> Vec<Case> {
    let stated = |id, about, version: &str, said: Said, rule| {
        Derive::new(id, about).call(&stating(version), said).complete(rule)
    };
    let malformed = |id, about, version, rule| stated(id, about, version, one().malformed(), rule);
    let date = &rules::VERSION_DATE;
    vec![
        stated(
            "derive-version-present",
            "The request states a version.",
            "\"2025-06-18\"",
            one().version("2025-06-18"),
            &rules::VERSION_PRESENT,
        ),
        stated(
            "derive-version-leap-day",
            "The version is the 29th of February of a leap year.",
            "\"2024-02-29\"",
            one().version("2024-02-29"),
            &rules::VERSION_PRESENT,
        ),
        Derive::new("derive-version-absent", "There is metadata, and no version in it.")
            .call(&meta("{\"progressToken\":1}"), one())
            .complete(&rules::VERSION_ABSENT),
        malformed("derive-version-word", "The version is a word.", "\"latest\"", date),
        malformed("derive-version-empty", "The version is the empty string.", "\"\"", date),
        malformed(
            "derive-version-number",
            "The version is a number.",
            "20250618",
            &rules::VERSION_NULL,
        ),
        malformed("derive-version-february-30", "No year has that day.", "\"2025-02-30\"", date),
        malformed(
            "derive-version-no-leap-year",
            "The 29th of February of a year that has none.",
            "\"1900-02-29\"",
            date,
        ),
        malformed("derive-version-month-13", "No year has that month.", "\"2025-13-01\"", date),
        malformed("derive-version-one-digit", "The month has one digit.", "\"2025-6-18\"", date),
        malformed(
            "derive-version-line-feed",
            "A line feed follows the date.",
            r#""2025-06-18\n""#,
            date,
        ),
        malformed(
            "derive-version-time",
            "A time follows the date.",
            "\"2025-06-18T00:00:00Z\"",
            date,
        ),
        Derive::new("derive-version-container-array", "The metadata is an array.")
            .call(&meta("[]"), one().malformed())
            .complete(&rules::VERSION_CONTAINER),
        Derive::new("derive-version-container-string", "The metadata is a date.")
            .call(&meta("\"2025-06-18\""), one().malformed())
            .complete(&rules::VERSION_CONTAINER),
        Derive::new(
            "derive-tool-use-id",
            "The metadata has a tool-use id; the pointer is the same.",
        )
        .call(&meta("{\"claudecode/toolUseId\":\"toolu_01\"}"), one())
        .complete(&rules::POINTER),
    ]
}

fn methods() -> Vec<Case> {
    let message = |id: u64, method: &str, params: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n")
    };
    let list = message(8, "tools/list", "{}");
    vec![
        Derive::new("derive-other-methods", "initialize, discover, a notification and tools/list.")
            .passed(&message(0, "initialize", "{\"protocolVersion\":\"2025-06-18\"}"))
            .passed("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")
            .passed(&message(7, "server/discover", "{}"))
            .passed(&list)
            .call(&first(), one())
            .complete(&rules::METHOD),
        Derive::new("derive-method-in-params", "The params of an initialize name tools/call.")
            .passed(&message(0, "initialize", "{\"method\":\"tools/call\",\"name\":\"echo\"}"))
            .call(&first(), one())
            .complete(&rules::METHOD),
        Derive::new("derive-call-escaped", "tools/call is spelled with an escape: it is a call.")
            .call(&first().replace("tools/call", r"tools\/call"), one())
            .complete(&rules::METHOD),
        Derive::new("derive-other-escaped", "initialize is spelled with an escape: it is no call.")
            .passed(&message(0, r"\u0069nitialize", "{\"name\":\"tools/call\"}"))
            .call(&first(), one())
            .complete(&rules::METHOD),
        Derive::new("derive-not-json", "A frame between two calls is no JSON.")
            .call(&first(), one())
            .passed("{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"\n")
            .call(&first(), one())
            .complete(&rules::NOT_JSON),
        Derive::new("derive-sequence", "Frames of other methods stand between three calls.")
            .call(&first(), one())
            .passed(&list)
            .call(&(call("\"id\":2,") + "\n"), Said::id(2))
            .passed(&list)
            .call(&(call("\"id\":3,") + "\n"), Said::id(3))
            .complete(&rules::SEQUENCE),
    ]
}

fn decisions() -> Vec<Case> {
    let mut denied = event(0, 1);
    denied.set("data", data("echo", "deny", 0, json!(1)));
    let mut spelled = event(0, 1);
    spelled.spell("source", r#""assay:\/\/local\/probe""#);
    spelled.add("weight", 0);
    spelled.spell("weight", "1.50");
    vec![
        Derive::new("derive-denied", "The call is denied.")
            .decided(&first(), one(), &denied)
            .complete(&rules::DENIED),
        Derive::new(
            "derive-event-as-written",
            "The event is spelled as another writer would not: it is hashed as it stands.",
        )
        .decided(&first(), one(), &spelled)
        .complete(&rules::DECISION_SHA256),
    ]
}
