//! Probes of `verify`.

use super::super::accepted::long_capture;
use super::super::large::{Filled, MIB, call_of, event_of, long_call, recipe};
use super::super::parts::{Conditions, Members, Said, call, event, event_id, receipt, sha256};
use super::super::verify::{Capture, Line, ONE, THREE, Twin};
use super::{line, one};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::receipts::verify as rules;
use serde_json::{Value, json};

pub(super) fn probes() -> Vec<Case> {
    let mut probes = spellings();
    probes.extend(lengths());
    probes.extend(meanings());
    probes.extend(numbers());
    probes
}

/// A probe that the pinned reading rejects.
fn rejected(
    twin: &'static Twin,
    id: &'static str,
    edit: &str,
    change: impl FnOnce(&mut Capture),
) -> Case {
    twin.rejected(id, &rules::SCOPE_ONE, edit, change)
}

/// A probe that the pinned reading accepts.
fn accepted(
    twin: &'static Twin,
    id: &'static str,
    edit: &str,
    change: impl FnOnce(&mut Capture),
) -> Case {
    let mut capture = twin.capture();
    change(&mut capture);
    let expected = json!({"verdict": "accepted", "associations": capture.associations()});
    Case::new(id, format!("{}, except that {edit}.", twin.title), capture.files(), expected)
}

fn spellings() -> Vec<Case> {
    let cut = |lines: &mut Vec<Line>| {
        let last = lines.last_mut().expect("a line");
        let mut bytes = last.bytes();
        bytes.pop();
        *last = Line::Bytes(bytes);
    };
    let blank = || Line::Bytes(b"\n".to_vec());
    vec![
        rejected(&ONE, "r04-receipt", "the receipt names its sequence twice", |capture| {
            capture.records[0].members().add("sequence", 0);
        }),
        rejected(
            &ONE,
            "r04-event",
            "the event names its type twice, and is hashed so",
            |capture| {
                capture.log[0].members().add("type", "assay.tool.decision");
                let digest = sha256(&capture.log[0].bytes());
                capture.records[0].members().set("decision_sha256", digest);
            },
        ),
        rejected(&ONE, "r05-capture", "a blank line follows", move |capture| {
            capture.records.push(blank());
        }),
        rejected(&ONE, "r05-log", "a blank line follows in the log", move |capture| {
            capture.log.push(blank());
        }),
        rejected(&ONE, "r06-capture", "the line feed of the receipt is missing", move |capture| {
            cut(&mut capture.records);
        }),
        rejected(&ONE, "r06-log", "the line feed of the event is missing", move |capture| {
            cut(&mut capture.log);
        }),
        rejected(&ONE, "r07-further-member", "the receipt has a member `note`", |capture| {
            capture.records[0].members().add("note", "");
        }),
        rejected(
            &ONE,
            "r08-line-feed-within",
            "there is a line feed after the first member of the request, digests with it",
            |capture| {
                let line = line().replacen(',', ",\n", 1);
                *capture = Capture::of(&[(line, one(), event(0, 1))]);
            },
        ),
        rejected(&ONE, "r10-uppercase", "`decision_sha256` is uppercase", |capture| {
            let digest = sha256(event(0, 1).line().as_bytes()).to_uppercase();
            capture.records[0].members().set("decision_sha256", digest);
        }),
        rejected(&ONE, "r10-prefix", "`decision_sha256` follows `sha256:`", |capture| {
            let digest = format!("sha256:{}", sha256(event(0, 1).line().as_bytes()));
            capture.records[0].members().set("decision_sha256", digest);
        }),
        rejected(&ONE, "r11-scope-uppercase", "the scope is uppercase", |capture| {
            let scope = capture.conditions.scope.to_uppercase();
            capture.records[0].members().set("scope", scope);
        }),
        accepted(
            &ONE,
            "r21-event-blanks",
            "there is a blank in the event's line, which is hashed as it stands",
            |capture| {
                let event = event(0, 1).line().replacen(',', ", ", 1);
                let digest = sha256(event.as_bytes());
                capture.records[0].members().set("decision_sha256", digest);
                capture.log[0] = Line::Bytes(event.into_bytes());
            },
        ),
    ]
}

/// Captures that pass a limit.
fn lengths() -> Vec<Case> {
    let request = |id, about, calls: &[Filled]| {
        let (files, recipe, _) = long_capture(calls);
        Case { recipe, ..Case::new(id, about, files, json!({"verdict": "rejected"})) }
    };
    let event = event_of(0, MIB + 1);
    let record = receipt(0, &line(), &event_id(0), &event.whole(), &one());
    let conditions = Conditions::sound();
    let mut files =
        Capture { conditions, records: vec![Line::Object(record)], log: Vec::new() }.files();
    files.remove("decisions.jsonl");
    vec![
        request(
            "r09-request",
            "A request of more than 1 MiB, with its receipt.",
            &[call_of(MIB + 1)],
        ),
        Case {
            recipe: recipe("decisions.jsonl", &[event]),
            ..Case::new(
                "r09-decision",
                "A decision of more than 1 MiB, with its receipt.",
                files,
                json!({"verdict": "rejected"}),
            )
        },
        request(
            "r09-total",
            "Five requests of 900 kB, with their receipts.",
            &vec![long_call(900_000); 5],
        ),
    ]
}

fn meanings() -> Vec<Case> {
    vec![
        rejected(&ONE, "r12-other-diagnostic", "the run left another diagnostic", |capture| {
            capture.conditions.diagnostics = vec!["request receipts: enabled"];
        }),
        rejected(&ONE, "r13-not-referred-to", "an event of another type follows", |capture| {
            let mut event = event(9, 1);
            event.set("type", "assay.tool.observation");
            capture.log.push(Line::Object(event));
        }),
        rejected(
            &ONE,
            "r13-referred-to",
            "the event is of another type, and the receipt has its digest",
            |capture| decided(capture, |event| event.set("type", "assay.tool.observation")),
        ),
        rejected(
            &ONE,
            "r14-another-value",
            "the request id of the event is 2, and the receipt has its digest",
            |capture| decided(capture, |event| request_id(event, json!(2))),
        ),
        accepted(
            &ONE,
            "r14-event-null",
            "the request id of the event is null, and the receipt has its digest",
            |capture| decided(capture, |event| request_id(event, Value::Null)),
        ),
        accepted(&ONE, "r18-empty", "there are neither receipts nor events", |capture| {
            capture.records.clear();
            capture.log.clear();
        }),
        accepted(
            &THREE,
            "r20-log-reordered",
            "the first two events have changed places",
            |capture| {
                capture.log.swap(0, 1);
            },
        ),
    ]
}

/// Edits the event, and seals the receipt over it.
fn decided(capture: &mut Capture, change: impl FnOnce(&mut Members)) {
    change(capture.log[0].members());
    let digest = sha256(&capture.log[0].bytes());
    capture.records[0].members().set("decision_sha256", digest);
}

fn request_id(event: &mut Members, id: Value) {
    let mut data = event.value()["data"].clone();
    data["request_id"] = id;
    event.set("data", data);
}

fn numbers() -> Vec<Case> {
    let with_id = |id: &str| {
        let event = event(0, Value::Null);
        Capture::of(&[(call(&format!("\"id\":{id},")) + "\n", Said::id(0), event)])
    };
    vec![
        rejected(&ONE, "r19-bytes-decimal", "`request_bytes` is 87.0", |capture| {
            capture.records[0].members().spell("request_bytes", "87.0");
        }),
        rejected(&ONE, "r19-sequence-decimal", "`sequence` is 0.0", |capture| {
            capture.records[0].members().spell("sequence", "0.0");
        }),
        accepted(&ONE, "r19-id-decimal", "the request's id is 1.0, and `rpc_id` 1", |capture| {
            *capture = with_id("1.0");
            capture.records[0].members().spell("rpc_id", "1");
        }),
        rejected(
            &ONE,
            "r19-id-large",
            "the request's id is 9007199254740993, and `rpc_id` 9007199254740992",
            |capture| {
                *capture = with_id("9007199254740993");
                capture.records[0].members().spell("rpc_id", "9007199254740992");
            },
        ),
    ]
}
