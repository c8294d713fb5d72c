//! What holds of every report, whatever the bytes were.

use mcp_evidence_reference::{Limits, Report, verify_bytes};

/// Verifies and holds the report to the shape of §3.
pub(crate) fn verified(bundle: &[u8]) -> Report {
    let limits = Limits { decoded: 8 << 20, ..Limits::default() };
    let report = verify_bytes(bundle, &limits);
    let value = serde_json::to_value(&report).expect("a report serializes");
    let has = |name: &str| value.get(name).is_some();
    assert_eq!(value["bundle_integrity"] == "pass", has("verdict"));
    assert_eq!(value["verdict"] == "valid", has("claims"));
    assert_eq!(value["non_claims"].as_array().map(Vec::len), Some(4));
    if value["verdict"] != "valid" {
        assert!(!report.findings().is_empty(), "a rejection gives a reason");
    }
    report
}
