//! What holds of any bundle, held against mutants at every layer.

mod mutants;
mod support;

use mcp_evidence_contract::{Outcome, Report};
use mcp_evidence_reference::{Limits, Profile, verify_bytes, verify_bytes_as};
use proptest::prelude::*;
use serde_json::Value;

fn report(bundle: &[u8]) -> Report {
    verify_bytes(bundle, &Limits::default())
}

/// The shape of §3: the triple in one of its three forms, and what every report
/// carries.
fn assert_shape(report: &Report) {
    let value = serde_json::to_value(report).expect("serializes");
    let members: Vec<&str> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    let has = |name: &str| members.contains(&name);
    for name in ["schema", "profile", "bundle_integrity", "findings", "non_claims"] {
        assert!(has(name), "{name}");
    }
    match (value["bundle_integrity"].as_str(), value["verdict"].as_str()) {
        (Some("fail"), None) => assert!(!has("verdict") && !has("claims")),
        (Some("pass"), Some("invalid")) => assert!(!has("claims")),
        (Some("pass"), Some("valid")) => {
            assert_eq!(value["claims"].as_object().map(serde_json::Map::len), Some(4));
        }
        (integrity, verdict) => panic!("{integrity:?} beside {verdict:?}"),
    }
    assert_eq!(value["non_claims"].as_array().map(Vec::len), Some(4));
    let rejected = value["verdict"] != "valid";
    assert!(!rejected || !report.findings().is_empty(), "a rejection gives a reason");
    for finding in value["findings"].as_array().expect("an array") {
        assert!(finding["rule"].is_string() && finding["message"].is_string());
        let text = finding["message"].as_str().unwrap_or_default();
        assert!(!text.chars().any(char::is_control), "{text:?}");
    }
}

/// Where the events stand in the archive of [`support::archive`].
fn flipped(at: prop::sample::Index, bit: u32) -> (Vec<u8>, Vec<u8>) {
    let payloads = [support::decision(), support::marker(), support::note("x")];
    let events: Vec<Value> =
        payloads.into_iter().enumerate().map(|(seq, data)| support::event(seq, data)).collect();
    let file = support::events_file(&events);
    let manifest = support::manifest(&file, &events);
    let mut wrong = file.clone();
    wrong[at.index(file.len())] ^= 1 << bit;
    let manifest = mcp_evidence_generator::canonical(&manifest);
    [file, wrong].map(|file| support::gzip(&support::archive(&manifest, &file))).into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_mutant_gets_a_report_of_the_right_shape(seed: u64) {
        let bundle = mutants::mutant(seed).bundle;
        for profile in Profile::ALL {
            assert_shape(&verify_bytes_as(profile, &bundle, &Limits::default()));
        }
    }

    #[test]
    fn respelling_the_lines_never_changes_the_outcome(seed: u64) {
        let [plain, respelled] = mutants::respelled_pair(seed).map(|bundle| report(&bundle));
        assert_shape(&plain);
        prop_assert_eq!(plain.outcome(), respelled.outcome(), "{:?}", respelled.findings());
        // What is found is the same too, but for places within a line.
        let rules = |report: &Report| -> Vec<_> {
            report.findings().iter().map(|finding| finding.rule).collect()
        };
        prop_assert_eq!(rules(&plain), rules(&respelled));
    }

    #[test]
    fn any_flipped_bit_of_the_events_fails_integrity(at: prop::sample::Index, bit in 0_u32..8) {
        let (sound, wrong) = flipped(at, bit);
        prop_assert!(report(&sound).outcome().is_accept());
        prop_assert_eq!(report(&wrong).outcome(), Outcome::IntegrityFail);
    }
}
