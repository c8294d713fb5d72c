//! What holds of every report, whatever the bytes were.

use mcp_evidence_reference::{Limits, Profile, Report, profile, verify_bytes_as};

/// Verifies under every version and holds the reports to the shape of §3; gives
/// that of v0.
pub(crate) fn verified(bundle: &[u8]) -> Report {
    let limits = Limits { decoded: 8 << 20, ..Limits::default() };
    let report = |profile: &'static Profile| {
        let report = verify_bytes_as(profile, bundle, &limits);
        assert_shape(profile, &report);
        report
    };
    report(&profile::V1);
    report(&profile::V0)
}

fn assert_shape(profile: &Profile, report: &Report) {
    let value = serde_json::to_value(report).expect("a report serializes");
    assert_eq!(value["profile"], profile.id);
    let has = |name: &str| value.get(name).is_some();
    assert_eq!(value["bundle_integrity"] == "pass", has("verdict"));
    assert_eq!(value["verdict"] == "valid", has("claims"));
    assert_eq!(value["non_claims"].as_array().map(Vec::len), Some(4));
    if value["verdict"] != "valid" {
        assert!(!report.findings().is_empty(), "a rejection gives a reason");
    }
}
