//! Captures that must be rejected for what one line, the order of lines or the
//! run says: each one edit away from an accepted twin.

use super::accepted::{FORTY_EIGHT, MALFORMED_VERSION, NON_ASCII, STATES_VERSION};
use super::parts::{Members, Said, call, event};
use super::verify::{Capture, IDENTICAL, Line, MISSING_ID, NULL_ID, ONE, THREE, called};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::receipts::{record, verify as rules};
use serde_json::{Value, json};

/// A UUID that is none of the scopes here.
const OTHER_SCOPE: &str = "00000000-0000-4000-8000-00000000beef";

/// The vectors.
pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = lines();
    vectors.extend(missing());
    vectors.extend(types());
    vectors.extend(values());
    vectors.extend(requests());
    vectors.extend(order());
    vectors.extend(run());
    vectors
}

/// A line behind the others that is none.
fn appended(bytes: &[u8]) -> impl FnOnce(&mut Capture) {
    let bytes = bytes.to_vec();
    |capture| capture.records.push(Line::Bytes(bytes))
}

fn lines() -> Vec<Case> {
    vec![
        ONE.rejected(
            "verify-line-no-json",
            &record::JSON,
            "a line that is no JSON follows",
            appended(b"{\"schema\":\n"),
        ),
        ONE.rejected(
            "verify-line-array",
            &record::JSON,
            "a line that is an array follows",
            appended(b"[]\n"),
        ),
        ONE.rejected(
            "verify-line-two-objects",
            &record::JSON,
            "a line of two objects follows",
            appended(b"{} {}\n"),
        ),
        ONE.rejected(
            "verify-line-not-utf-8",
            &record::UTF8,
            "a line that is not UTF-8 follows",
            appended(b"{\"schema\":\"\xff\"}\n"),
        ),
        ONE.rejected(
            "verify-line-broken-off",
            &record::TRUNCATED,
            "the beginning of another record follows, and the file ends",
            appended(b"{\"schema\":\"assay.request_decision_receipt.v0\",\"request_line\":\"{"),
        ),
        THREE.rejected(
            "verify-last-line-cut",
            &record::TRUNCATED,
            "the last record breaks off in its middle",
            |capture| {
                let mut bytes = capture.records[2].bytes();
                bytes.truncate(bytes.len() / 2);
                capture.records[2] = Line::Bytes(bytes);
            },
        ),
    ]
}

/// One vector for each member of a receipt.
fn missing() -> Vec<Case> {
    let members: [(&'static str, &'static str); 14] = [
        ("verify-no-schema", "schema"),
        ("verify-no-request-line", "request_line"),
        ("verify-no-request-bytes", "request_bytes"),
        ("verify-no-request-sha256", "request_sha256"),
        ("verify-no-decision-event-id", "decision_event_id"),
        ("verify-no-decision-sha256", "decision_sha256"),
        ("verify-no-rpc-id-present", "rpc_id_present"),
        ("verify-no-rpc-id", "rpc_id"),
        ("verify-no-scope", "scope"),
        ("verify-no-sequence", "sequence"),
        ("verify-no-metadata-pointer", "metadata_pointer"),
        ("verify-no-version-state", "declared_protocol_version_state"),
        ("verify-no-version", "declared_protocol_version"),
        ("verify-no-assertion-basis", "assertion_basis"),
    ];
    let vector = |(id, name): (&'static str, &'static str)| {
        let member = record::MEMBERS.iter().find(|member| member.name == name);
        let rule = member.expect("the catalogue knows the member").absent;
        // A missing id shows best where null would do otherwise.
        let twin = if name == "rpc_id" { &MISSING_ID } else { &ONE };
        let edit = format!("the receipt has no `{name}`");
        twin.record(id, rule, &edit, 0, |receipt| receipt.leave_out(name))
    };
    members.into_iter().map(vector).collect()
}

fn types() -> Vec<Case> {
    let typed = |id, rule, name: &'static str, value: Value| {
        let edit = format!("`{name}` is `{value}`");
        ONE.record(id, rule, &edit, 0, |receipt| receipt.set(name, value))
    };
    vec![
        typed("verify-request-line-number", &record::REQUEST_LINE_TYPE, "request_line", json!(87)),
        typed(
            "verify-request-bytes-text",
            &record::REQUEST_BYTES_TYPE,
            "request_bytes",
            json!("87"),
        ),
        typed(
            "verify-request-sha256-null",
            &record::REQUEST_SHA256_TYPE,
            "request_sha256",
            json!(null),
        ),
        typed("verify-event-id-number", &record::EVENT_ID_TYPE, "decision_event_id", json!(0)),
        typed(
            "verify-decision-sha256-null",
            &record::DECISION_SHA256_TYPE,
            "decision_sha256",
            json!(null),
        ),
        typed("verify-rpc-id-present-number", &record::ID_PRESENT_TYPE, "rpc_id_present", json!(1)),
        typed("verify-scope-null", &record::SCOPE_TYPE, "scope", json!(null)),
        typed("verify-sequence-text", &record::SEQUENCE_TYPE, "sequence", json!("0")),
    ]
}

fn values() -> Vec<Case> {
    let set = |id, rule, name: &'static str, value: Value| {
        let edit = format!("`{name}` is `{value}`");
        ONE.record(id, rule, &edit, 0, |receipt| receipt.set(name, value))
    };
    let digest = "922a089a47dc5e55f417a35b9921cb2dc1b95055c8fcc0de2622434c0a5def87";
    let bare = "aa82381e077aea6236f047dbceb15eb10ed500e4f1aeacd7ab3d4d780b130d8c";
    vec![
        set(
            "verify-other-schema",
            &record::SCHEMA,
            "schema",
            json!("assay.request_decision_receipt.v1"),
        ),
        set("verify-other-pointer", &record::POINTER, "metadata_pointer", json!("/_meta")),
        set("verify-other-basis", &record::BASIS, "assertion_basis", json!("vendor_asserted")),
        set("verify-request-bytes-short", &record::REQUEST_BYTES, "request_bytes", json!(86)),
        NON_ASCII.record(
            "verify-request-bytes-characters",
            &record::REQUEST_BYTES,
            "`request_bytes` counts characters",
            0,
            |receipt| {
                let bytes = receipt.value()["request_bytes"].as_u64().expect("a number");
                // One character of two bytes, one of four.
                receipt.set("request_bytes", bytes - 4);
            },
        ),
        set(
            "verify-request-sha256-other",
            &record::REQUEST_SHA256,
            "request_sha256",
            json!("0".repeat(64)),
        ),
        set(
            "verify-request-sha256-without-terminator",
            &record::REQUEST_SHA256,
            "request_sha256",
            json!(bare),
        ),
        set(
            "verify-request-sha256-uppercase",
            &record::REQUEST_SHA256_CASE,
            "request_sha256",
            json!(digest.to_uppercase()),
        ),
        set(
            "verify-request-sha256-prefix",
            &record::REQUEST_SHA256_PREFIX,
            "request_sha256",
            json!(format!("sha256:{digest}")),
        ),
        MISSING_ID.record(
            "verify-missing-id-as-null",
            &record::ID_PRESENT,
            "the missing id is said to be there",
            0,
            |receipt| receipt.set("rpc_id_present", true),
        ),
        NULL_ID.record(
            "verify-null-id-as-missing",
            &record::ID_PRESENT,
            "the id null is said to be missing",
            0,
            |receipt| receipt.set("rpc_id_present", false),
        ),
        set("verify-rpc-id-text", &record::ID_TYPE, "rpc_id", json!("1")),
        set("verify-rpc-id-null", &record::ID_TYPE, "rpc_id", json!(null)),
        set("verify-rpc-id-other", &record::ID_VALUE, "rpc_id", json!(2)),
        set(
            "verify-state-present",
            &record::VERSION_STATE,
            "declared_protocol_version_state",
            json!("present"),
        ),
        set(
            "verify-state-malformed",
            &record::VERSION_STATE,
            "declared_protocol_version_state",
            json!("malformed"),
        ),
        set(
            "verify-state-word",
            &record::VERSION_STATE,
            "declared_protocol_version_state",
            json!("missing"),
        ),
        MALFORMED_VERSION.record(
            "verify-state-absent",
            &record::VERSION_STATE,
            "the malformed version is said to be absent",
            0,
            |receipt| receipt.set("declared_protocol_version_state", "absent"),
        ),
        STATES_VERSION.record(
            "verify-version-other",
            &record::VERSION_VALUE,
            "the receipt has the version 2025-03-26",
            0,
            |receipt| receipt.set("declared_protocol_version", "2025-03-26"),
        ),
        STATES_VERSION.record(
            "verify-version-dropped",
            &record::VERSION_VALUE,
            "the receipt has no version",
            0,
            |receipt| receipt.set("declared_protocol_version", Value::Null),
        ),
        MALFORMED_VERSION.record(
            "verify-version-malformed-kept",
            &record::VERSION_NULL,
            "the receipt has the malformed value",
            0,
            |receipt| receipt.set("declared_protocol_version", "latest"),
        ),
    ]
}

/// Whole captures of a line that is no tools/call.
fn requests() -> Vec<Case> {
    let of = |capture: &mut Capture, line: String| {
        *capture = Capture::of(&[(line, Said::id(1), event(0, 1))]);
    };
    let line = || call("\"id\":1,") + "\n";
    vec![
        ONE.rejected(
            "verify-other-method",
            &record::REQUEST_CALL,
            "the method is tools/list, the receipt made of that line",
            |capture| of(capture, line().replace("tools/call", "tools/list")),
        ),
        ONE.rejected(
            "verify-request-no-json",
            &record::REQUEST_CALL,
            "the line lacks its last brace, the receipt made of that line",
            |capture| of(capture, line().replace("}}}", "}}")),
        ),
    ]
}

fn order() -> Vec<Case> {
    let places = |places: [u64; 3]| {
        move |capture: &mut Capture| {
            for (record, place) in capture.records.iter_mut().zip(places) {
                record.members().set("sequence", place);
            }
        }
    };
    vec![
        ONE.record(
            "verify-scope-other",
            &rules::SCOPE_EXPECTED,
            "the scope is another",
            0,
            |receipt| receipt.set("scope", OTHER_SCOPE),
        ),
        THREE.rejected(
            "verify-scope-other-throughout",
            &rules::SCOPE_EXPECTED,
            "another scope is expected",
            |capture| capture.conditions.scope = OTHER_SCOPE,
        ),
        THREE.record(
            "verify-scope-mixed",
            &rules::SCOPE_ONE,
            "the last receipt has another scope",
            2,
            |receipt| receipt.set("scope", OTHER_SCOPE),
        ),
        THREE.rejected(
            "verify-sequence-from-one",
            &rules::SEQUENCE_START,
            "the sequence is 1, 2, 3",
            places([1, 2, 3]),
        ),
        THREE.rejected(
            "verify-sequence-gap",
            &rules::SEQUENCE_CONTIGUOUS,
            "the sequence is 0, 1, 3",
            places([0, 1, 3]),
        ),
        THREE.rejected(
            "verify-sequence-repeated",
            &rules::SEQUENCE_CONTIGUOUS,
            "the sequence is 0, 1, 1",
            places([0, 1, 1]),
        ),
        THREE.rejected(
            "verify-sequence-reordered",
            &rules::SEQUENCE_CONTIGUOUS,
            "the last two receipts have changed places",
            |capture| capture.records.swap(1, 2),
        ),
        FORTY_EIGHT.rejected(
            "verify-forty-nine",
            &rules::COUNT,
            "a 49th call and its decision follow",
            |capture| {
                let calls: Vec<(String, Said, Members)> =
                    (0..49).map(|number| called(number, "\"id\":1,", Said::id(1))).collect();
                *capture = Capture::of(&calls);
            },
        ),
    ]
}

fn run() -> Vec<Case> {
    vec![
        ONE.rejected(
            "verify-incomplete-diagnostic",
            &rules::DIAGNOSTICS,
            "the run left the diagnostic of an incomplete capture",
            |capture| capture.conditions.diagnostics = vec!["request receipts: capture incomplete"],
        ),
        ONE.rejected(
            "verify-no-launch",
            &rules::LAUNCH,
            "there is no evidence of the launch",
            |capture| capture.conditions.launch = false,
        ),
        ONE.rejected(
            "verify-no-stop",
            &rules::STOP,
            "there is no evidence of the stop",
            |capture| capture.conditions.stop = false,
        ),
        IDENTICAL.rejected(
            "verify-one-receipt-for-two",
            &rules::OMITTED,
            "the second of the two identical frames has no receipt",
            |capture| {
                capture.records.pop();
            },
        ),
    ]
}
