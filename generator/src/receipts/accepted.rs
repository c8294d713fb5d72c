//! Captures that must be accepted.

use super::large::{Filled, long_call, recipe};
use super::parts::{Conditions, Members, Said, call, call_with, data, event, event_id, receipt};
use super::verify::{Capture, IDENTICAL, Line, MISSING_ID, NULL_ID, ONE, THREE, Twin, called};
use crate::corpus::Case;
use mcp_evidence_contract::Recipe;
use mcp_evidence_contract::catalogue::receipts::verify as rules;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A request that states a version.
pub(super) static STATES_VERSION: Twin =
    Twin::new("verify-version-present", "One call that states a version", || {
        stating("{\"io.modelcontextprotocol/protocolVersion\":\"2025-06-18\"}", |said| {
            said.version("2025-06-18")
        })
    });

/// A request whose version is none.
pub(super) static MALFORMED_VERSION: Twin =
    Twin::new("verify-version-malformed", "One call whose stated version is no date", || {
        stating("{\"io.modelcontextprotocol/protocolVersion\":\"latest\"}", Said::malformed)
    });

fn stating(meta: &str, said: fn(Said) -> Said) -> Capture {
    let line = call_with("\"id\":1,", &format!("\"_meta\":{meta}")) + "\n";
    Capture::of(&[(line, said(Said::id(1)), event(0, 1))])
}

/// A call that was denied.
static DENIED: Twin = Twin::new("verify-denied", "One call that was denied", || {
    let mut event = event(0, 1);
    event.set("data", data("echo", "deny", 0, json!(1)));
    Capture::of(&[(call("\"id\":1,") + "\n", Said::id(1), event)])
});

/// Lines that end otherwise than in a line feed.
static TERMINATORS: Twin = Twin::new(
    "verify-terminators",
    "A request that ends in CR LF, and one that ends in nothing",
    || {
        let line = |terminator| call("\"id\":1,") + terminator;
        Capture::of(&[
            (line("\r\n"), Said::id(1), event(0, 1)),
            (line(""), Said::id(1), event(1, 1)),
        ])
    },
);

/// Bytes that a count of characters gets wrong.
pub(super) static NON_ASCII: Twin =
    Twin::new("verify-non-ascii", "A request with characters of two and of four bytes", || {
        let arguments = "\"arguments\":{\"text\":\"caf\u{e9} \u{1f600}\"}";
        let line = call_with("\"id\":1,", arguments) + "\n";
        Capture::of(&[(line, Said::id(1), event(0, 1))])
    });

/// An event that another writer would spell otherwise.
static AS_WRITTEN: Twin = Twin::new(
    "verify-event-as-written",
    "An event that is spelled as another writer would not, hashed as it stands",
    || {
        let mut event = event(0, 1);
        event.spell("source", r#""assay:\/\/local\/probe""#);
        event.add("weight", 0);
        event.spell("weight", "1.50");
        Capture::of(&[(call("\"id\":1,") + "\n", Said::id(1), event)])
    },
);

/// A receipt in another spelling of JSON.
static RECEIPT_RESPELLED: Twin = Twin::new(
    "verify-receipt-respelled",
    "A receipt whose request line is spelled with other escapes of the same text",
    || {
        let mut capture = ONE.capture();
        let record = capture.records[0].members();
        let line = Value::from(call("\"id\":1,") + "\n").to_string();
        record.spell("request_line", &line.replace("tools/call", r"tools\/\u0063all"));
        capture
    },
);

/// What the text itself says that nobody can find.
static REWRITTEN: Twin = Twin::new(
    "verify-jointly-rewritten",
    "One call and its decision, both rewritten to another tool, the digests with them: \
     agreement of digests authenticates nothing",
    || {
        let line = call("\"id\":1,").replace("echo", "delete_all") + "\n";
        let mut event = event(0, 1);
        event.set("data", data("delete_all", "allow", 0, json!(1)));
        Capture::of(&[(line, Said::id(1), event)])
    },
);

/// As many records as there may be.
pub(super) static FORTY_EIGHT: Twin =
    Twin::new("verify-forty-eight", "48 calls and their decisions", || {
        let calls: Vec<(String, Said, Members)> =
            (0..48).map(|number| called(number, "\"id\":1,", Said::id(1))).collect();
        Capture::of(&calls)
    });

/// The vectors.
pub(super) fn vectors() -> Vec<Case> {
    vec![
        ONE.accepted(None),
        THREE.accepted(None),
        DENIED.accepted(Some(&rules::DENIED)),
        NULL_ID.accepted(None),
        MISSING_ID.accepted(None),
        IDENTICAL.accepted(None),
        TERMINATORS.accepted(None),
        NON_ASCII.accepted(None),
        STATES_VERSION.accepted(None),
        MALFORMED_VERSION.accepted(None),
        AS_WRITTEN.accepted(None),
        RECEIPT_RESPELLED.accepted(None),
        REWRITTEN.accepted(None),
        FORTY_EIGHT.accepted(None),
        nearly_4_mib(),
    ]
}

/// Four receipts of about a million bytes, in all below 4 MiB.
fn nearly_4_mib() -> Case {
    let call = long_call(1_000_000);
    let (files, recipe, associations) = long_capture(&vec![call; 4]);
    Case {
        recipe,
        ..Case::new(
            "verify-nearly-4-mib",
            "Four calls of a million bytes each and their decisions.",
            files,
            json!({"verdict": "accepted", "associations": associations}),
        )
    }
}

/// A capture of long calls: the files that are stored, the recipe of
/// `requests.jsonl`, and the associations.
pub(super) fn long_capture(calls: &[Filled]) -> (BTreeMap<String, Vec<u8>>, Recipe, Vec<Value>) {
    let mut log = Vec::new();
    let mut records = Vec::new();
    let mut associations = Vec::new();
    for (number, call) in (0..).zip(calls) {
        let event = event(number, 1);
        let record = receipt(number, &call.whole(), &event_id(number), &event.line(), &Said::id(1));
        let value = record.value();
        associations.push(json!({
            "sequence": number,
            "decision_event_id": event_id(number),
            "request_sha256": value["request_sha256"],
        }));
        records.push(call.within(record));
        log.push(Line::Object(event));
    }
    let conditions = Conditions::sound();
    let mut files = Capture { conditions, records: Vec::new(), log }.files();
    files.remove("requests.jsonl");
    (files, recipe("requests.jsonl", &records), associations)
}
