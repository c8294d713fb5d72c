//! Both operations on whole captures.

mod manipulations;

use super::*;
use crate::adequacy::Change;
use mcp_evidence_contract::catalogue::receipts as rules;
use serde_json::{Value, json};

const SCOPE: &str = "7f1c1b0e-2f6e-4a53-9d3c-0a8f4a1f5b11";

fn expectation() -> Expectation {
    Expectation { scope: SCOPE.to_owned(), launch: true, stop: true, diagnostics: Vec::new() }
}

fn frame(id: &str, tool: &str) -> String {
    format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\
         \"params\":{{\"name\":\"{tool}\",\"arguments\":{{}}}}}}\n"
    )
}

fn event(number: usize, tool: &str, request_id: &Value) -> String {
    let event = json!({
        "specversion": "1.0",
        "id": format!("evt_decision_{number:08}"),
        "type": "assay.tool.decision",
        "source": "assay://local/probe",
        "time": "2026-03-01T10:00:00Z",
        "data": {"tool": tool, "decision": "allow", "reason_code": "P_POLICY_ALLOW",
            "tool_call_id": format!("gen_{number}"), "request_id": request_id},
    });
    format!("{event}\n")
}

/// Frames and log of so many calls.
fn calls(count: usize) -> (String, String) {
    let tool = |number: usize| format!("tool_{}", number % 3);
    (
        (0..count).map(|number| frame(&number.to_string(), &tool(number))).collect(),
        (0..count).map(|number| event(number, &tool(number), &json!(number))).collect(),
    )
}

fn derived(frames: &str, log: &str) -> Derivation {
    derive(frames.as_bytes(), log.as_bytes(), SCOPE).expect("memory can be read")
}

/// The capture of some frames and their log.
fn captured(frames: &str, log: &str) -> Vec<u8> {
    derived(frames, log).receipts.iter().flat_map(Receipt::line).collect()
}

fn verified(capture: &[u8], log: &[u8]) -> Verification {
    verify(capture, log, &expectation()).expect("memory can be read")
}

fn broken(verification: &Verification) -> Vec<&'static str> {
    verification.findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn the_check_values_of_one_frame() {
    let bare =
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}"#;
    for (terminator, bytes, sha256) in [
        ("\n", 87, "922a089a47dc5e55f417a35b9921cb2dc1b95055c8fcc0de2622434c0a5def87"),
        ("\r\n", 88, "99c13cba7bc74cec750ea87720f365cd2f1bc4bd63f4830a85e799020c2b2cc0"),
        ("", 86, "aa82381e077aea6236f047dbceb15eb10ed500e4f1aeacd7ab3d4d780b130d8c"),
    ] {
        let frames = format!("{bare}{terminator}");
        let derivation = derived(&frames, &event(0, "echo", &json!(1)));
        assert!(derivation.is_complete());
        let [receipt] = &derivation.receipts[..] else { panic!("{derivation:?}") };
        assert_eq!(receipt.request_line, frames);
        assert_eq!((receipt.request_bytes, receipt.request_sha256.as_str()), (bytes, sha256));
        assert_eq!((receipt.rpc_id_present, &receipt.rpc_id), (true, &json!(1)));
        assert_eq!(receipt.declared_protocol_version_state, "absent");
    }
}

#[test]
fn what_was_derived_is_accepted() {
    let (frames, log) = calls(48);
    let capture = captured(&frames, &log);
    let verification = verified(&capture, log.as_bytes());
    assert_eq!(verification.verdict(), Verdict::Accepted, "{:?}", verification.findings);
    assert_eq!((verification.records, verification.events), (48, 48));
    let places: Vec<u64> = verification.associations.iter().map(|one| one.sequence).collect();
    assert_eq!(places, (0..48).collect::<Vec<_>>());
    assert_eq!(verification.associations[3].decision_event_id, "evt_decision_00000003");
}

#[test]
fn only_calls_are_recorded_and_the_frames_between_them_count_for_nothing() {
    let frames = [
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"method":"tools/call"}}"#,
        r#"{"jsonrpc":"2.0","method":"tools\/call","params":{"name":"a"}}"#,
        "no JSON",
        "",
        r#"{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"b"}}"#,
    ]
    .join("\n");
    let log = [event(0, "a", &Value::Null), event(1, "b", &Value::Null)].concat();
    let derivation = derived(&frames, &log);
    let ids: Vec<_> = derivation.receipts.iter().map(|r| (r.sequence, r.rpc_id_present)).collect();
    assert_eq!(ids, [(0, false), (1, true)]);
    assert!(derivation.is_complete());
    let capture = captured(&frames, &log);
    assert_eq!(verified(&capture, log.as_bytes()).verdict(), Verdict::Accepted);
}

#[test]
fn limits_end_a_capture_and_keep_its_prefix() {
    let ended = |frames: &str, log: &str| {
        let Derivation { receipts, ended } = derived(frames, log);
        (receipts.len(), ended.map(|ended| (ended.frame, ended.reason)))
    };
    let (frames, log) = calls(49);
    assert_eq!(ended(&frames, &log), (48, Some((49, Reason::Records))));
    let long = |bytes: usize| {
        let short = frame("1", "a").len();
        frame("1", &"a".repeat(bytes - short + 1))
    };
    let (frames, log) = calls(3);
    let mib = 1024 * 1024;
    assert_eq!(ended(&(long(mib) + &frames), &log), (3, Some((4, Reason::NoEvent))));
    assert_eq!(ended(&(long(mib + 1) + &frames), &log), (0, Some((1, Reason::Request))));
    let other = long(17 * mib).replace("tools/call", "tools/list");
    assert_eq!(ended(&(frames.clone() + &other), &log), (3, Some((4, Reason::Request))));
    let other = long(2 * mib).replace("tools/call", "tools/list");
    assert_eq!(ended(&(other + &frames), &log), (3, None));
    assert_eq!(ended(&long(1000 * 1024).repeat(5), &calls(5).1), (4, Some((5, Reason::Total))));
    let decision = |bytes: usize| {
        let short = event(0, "", &Value::Null).len() - 1;
        event(0, &"a".repeat(bytes - short), &Value::Null)
    };
    assert_eq!(ended(&frames, &decision(mib)), (1, Some((2, Reason::NoEvent))));
    assert_eq!(ended(&frames, &decision(mib + 1)), (0, Some((1, Reason::Decision))));
    assert_eq!(ended(&frames, &decision(3 * mib)), (0, Some((1, Reason::Decision))));
    assert_eq!(ended(&frames, "{}\n"), (0, Some((1, Reason::BadEvent))));
}

#[test]
fn a_capture_at_its_limits_is_accepted() {
    let frames = frame("1", &"a".repeat(1024 * 1000)).repeat(4);
    let tool = "a".repeat(1024 * 1000);
    let log: String = (0..4).map(|number| event(number, &tool, &json!(1))).collect();
    let capture = captured(&frames, &log);
    let verification = verified(&capture, log.as_bytes());
    assert_eq!(verification.verdict(), Verdict::Accepted, "{:?}", verification.findings);
    let mut longer = capture.clone();
    longer.extend_from_slice(&capture[..capture.len() / 4]);
    assert_eq!(broken(&verified(&longer, log.as_bytes())), ["receipts.limit.total"]);
}

/// A log that is made while it is read: so many events that nobody refers to.
struct Endless {
    left: usize,
    line: Vec<u8>,
    at: usize,
}

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.line.len() {
            if self.left == 0 {
                return Ok(0);
            }
            self.left -= 1;
            self.at = 0;
        }
        let count = buffer.len().min(self.line.len() - self.at);
        buffer[..count].copy_from_slice(&self.line[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

#[test]
fn findings_are_bounded_however_long_the_log_is() {
    let (frames, log) = calls(2);
    let capture = captured(&frames, &log);
    let line = event(7, "a", &Value::Null).into_bytes();
    let endless = Endless { left: 20_000, at: line.len(), line };
    let verification = verify(
        &capture[..],
        std::io::BufReader::new(std::io::Read::chain(log.as_bytes(), endless)),
        &expectation(),
    )
    .expect("memory can be read");
    assert_eq!(verification.events, 20_002);
    assert_eq!((verification.findings.len(), verification.unlisted), (100, 19_900));
}

#[test]
fn a_finding_names_rule_record_and_line() {
    let (frames, log) = calls(3);
    let capture = String::from_utf8(captured(&frames, &log)).expect("text");
    let capture = capture.replace("\"sequence\":1,", "\"sequence\":\"1\",");
    let verification = verified(capture.as_bytes(), log.as_bytes());
    let [finding] = &verification.findings[..] else { panic!("{verification:?}") };
    assert_eq!(finding.rule, "receipts.member.sequence.type");
    assert_eq!(finding.at.to_string(), "requests.jsonl line 2, sequence");
    assert!(verification.associations.is_empty());
}

#[test]
fn hostile_text_is_bounded_and_escaped_in_messages() {
    let (frames, log) = calls(1);
    let capture = String::from_utf8(captured(&frames, &log)).expect("text");
    let hostile = format!("\\u001b[2J{}", "x".repeat(10_000));
    let capture = capture.replace("evt_decision_00000000", &hostile);
    for finding in verified(capture.as_bytes(), log.as_bytes()).findings {
        assert!(finding.message.len() < 300 && !finding.message.contains('\u{1b}'), "{finding:?}");
    }
}

#[test]
fn a_rule_that_does_not_hold_lets_its_breach_pass() {
    let (frames, log) = calls(2);
    let capture = captured(&frames, &log);
    let expectation = Expectation { stop: false, ..expectation() };
    let verify = |held: &Change| {
        let log = log.as_bytes();
        verify::verify_held(&capture[..], log, &expectation, held).expect("memory can be read")
    };
    assert_eq!(verify(&Change::Without(&rules::verify::STOP)).verdict(), Verdict::Accepted);
    assert_eq!(verify(&Change::Without(&rules::verify::LAUNCH)).verdict(), Verdict::Rejected);
}
