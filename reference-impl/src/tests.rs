//! The container and the limits, whole bundles at a time, and what holds for
//! any bytes at all.

use crate::adequacy::{self, Change, trace};
use crate::testing::{archive, bundle, deny, entry, gzip, lines, manifest, reseal};
use crate::{Checked, Limits, inspect, verify_bytes};
use mcp_evidence_contract::catalogue::{container, event, observation as rules, v1};
use mcp_evidence_contract::vocabulary::OBSERVATION_NON_CLAIMS;
use mcp_evidence_contract::{Check, Outcome, Report, profile};
use proptest::prelude::*;
use serde_json::{Value, json};

fn report(bundle: &[u8]) -> Report {
    verify_bytes(bundle, &Limits::default())
}

fn first_rule(bundle: &[u8]) -> &'static str {
    report(bundle).findings().first().map_or("none", |finding| finding.rule)
}

fn plain() -> Vec<u8> {
    let events = lines(&[deny()]).concat();
    archive(&manifest(&events), &events)
}

#[test]
fn a_sealed_bundle_is_accepted() {
    let report = report(&bundle(&[deny()]));
    assert!(report.outcome().is_accept(), "{report:?}");
    assert_eq!(report.findings(), []);
}

#[test]
fn no_events_at_all_is_sound_and_invalid() {
    assert_eq!(report(&bundle(&[])).outcome(), Outcome::Invalid);
}

#[test]
fn every_cut_of_the_file_fails_integrity() {
    let whole = bundle(&[deny()]);
    for end in 0..whole.len() {
        assert_eq!(report(&whole[..end]).outcome(), Outcome::IntegrityFail, "cut at {end}");
    }
}

#[test]
fn every_cut_of_the_archive_fails_integrity() {
    let whole = plain();
    for end in 0..whole.len() {
        let cut = gzip(&whole[..end]);
        assert_eq!(report(&cut).outcome(), Outcome::IntegrityFail, "cut at {end}");
    }
    assert!(report(&gzip(&whole)).outcome().is_accept());
}

#[test]
fn the_end_of_the_archive_is_strict() {
    let mut padded = plain();
    padded.extend(vec![0; 5000]);
    assert!(report(&gzip(&padded)).outcome().is_accept(), "zeros, of any number");
    padded.push(1);
    assert_eq!(first_rule(&gzip(&padded)), "stage1.tar.trailing");
    let mut one = plain();
    one.truncate(one.len() - 512);
    assert_eq!(first_rule(&gzip(&one)), "stage1.tar.end-blocks");
    let mut second_member = gzip(&plain());
    second_member.extend(gzip(b""));
    assert_eq!(first_rule(&second_member), "stage1.gzip.trailing");
}

#[test]
fn an_extension_record_is_never_applied() {
    let events = lines(&[deny()]).concat();
    let mut archive = entry("PaxHeader", b"30 path=manifest.json\n");
    archive[156] = b'x';
    reseal(&mut archive);
    archive.extend(entry("other.json", manifest(&events).to_string().as_bytes()));
    archive.extend(entry("events.ndjson", events.as_bytes()));
    archive.extend([0; 1024]);
    assert_eq!(report(&gzip(&archive)).outcome(), Outcome::IntegrityFail);
}

#[test]
fn a_base_256_size_is_refused() {
    let mut archive = plain();
    archive[124] = 0x80;
    archive[125..136].fill(0);
    archive[135] = 1;
    reseal(&mut archive);
    assert_eq!(first_rule(&gzip(&archive)), "stage1.tar.number");
}

#[test]
fn each_limit_is_inclusive_and_named() {
    let events = lines(&[deny(), json!({"schema": "x"})]).concat();
    let manifest = manifest(&events);
    let whole = archive(&manifest, &events);
    let packed = gzip(&whole);
    let longest = events.lines().map(str::len).max().expect("two lines") as u64;
    let exact = Limits {
        bundle: packed.len() as u64,
        decoded: whole.len() as u64,
        manifest: manifest.to_string().len() as u64,
        events_file: events.len() as u64,
        event_count: 2,
        line: longest,
        depth: 3,
    };
    assert!(verify_bytes(&packed, &exact).outcome().is_accept());
    for (limits, rule) in [
        (Limits { bundle: exact.bundle - 1, ..exact.clone() }, "stage1.limit.bundle"),
        (Limits { decoded: exact.decoded - 1, ..exact.clone() }, "stage1.limit.decoded"),
        (Limits { manifest: exact.manifest - 1, ..exact.clone() }, "stage1.limit.manifest"),
        (
            Limits { events_file: exact.events_file - 1, ..exact.clone() },
            "stage1.limit.events-file",
        ),
        (Limits { event_count: 1, ..exact.clone() }, "stage1.limit.event-count"),
        (Limits { line: longest - 1, ..exact.clone() }, "stage1.limit.line"),
        (Limits { depth: 2, ..exact.clone() }, "stage1.manifest.json.depth"),
    ] {
        let report = verify_bytes(&packed, &limits);
        assert_eq!(report.outcome(), Outcome::IntegrityFail, "{rule}");
        assert_eq!(report.findings()[0].rule, rule);
    }
}

#[test]
fn the_finding_is_the_first_in_section_4_order() {
    let events = lines(&[deny()]).concat();
    let mut wrong = manifest(&events);
    wrong["bundle_id"] = json!("sha256:0");
    wrong["event_count"] = json!(7);
    assert_eq!(first_rule(&gzip(&archive(&wrong, &events))), "stage1.event-count.value");
    wrong["files"]["events.ndjson"]["bytes"] = json!(7);
    assert_eq!(first_rule(&gzip(&archive(&wrong, &events))), "stage1.files.bytes.value");
    let mut third = archive(&wrong, &events);
    third.truncate(third.len() - 1024);
    third.extend(entry("third", b""));
    third.extend([0; 1024]);
    assert_eq!(first_rule(&gzip(&third)), "stage1.allowlist.exactly-two");
}

#[test]
fn entries_in_the_other_order_are_one_fault_and_told_by_place() {
    let events = lines(&[deny()]).concat();
    let mut archive = entry("events.ndjson", events.as_bytes());
    archive.extend(entry("manifest.json", manifest(&events).to_string().as_bytes()));
    archive.extend([0; 1024]);
    let swapped = gzip(&archive);
    let violated = trace(&swapped, &Limits::default()).violated;
    assert_eq!(violated, [&container::MANIFEST_FIRST]);
    let report = report(&swapped);
    let message = &report.findings()[0].message;
    assert_eq!(message, "the first entry is \"events.ndjson\", not \"manifest.json\"");
    let mut archive = entry("manifest.json", b"{}");
    archive.extend(entry("other", b""));
    archive.extend([0; 1024]);
    let violated = inspect(&*gzip(&archive), &Limits::default(), None).checks;
    let told = violated.iter().find_map(|check| match check {
        Checked::Fails(Check::Allowlist, findings) => Some(findings[0].message.clone()),
        Checked::Fails(..) | Checked::Holds(_) | Checked::NotReached(_) => None,
    });
    assert_eq!(told.as_deref(), Some("the second entry is \"other\", not \"events.ndjson\""));
}

#[test]
fn a_line_over_its_limit_is_named_and_a_blank_one_can_be_read_past() {
    let long = json!({"schema": "x", "text": "y".repeat(3000)});
    let limits = Limits { line: 3000, ..Limits::default() };
    let report = verify_bytes(&bundle(&[deny(), long]), &limits);
    assert_eq!(report.findings()[0].rule, container::LIMIT_LINE.id);
    assert_eq!(report.findings()[0].at.line, Some(2));
    let events = format!("\n{}", lines(&[deny()]).concat());
    let mut sealed = manifest(events.trim_start());
    sealed["files"]["events.ndjson"] = manifest_entry(&events);
    let blank = gzip(&archive(&sealed, &events));
    assert_eq!(first_rule(&blank), event::BLANK_LINE.id);
    let past = adequacy::outcome(&blank, &Limits::default(), Change::Without(&event::BLANK_LINE));
    assert!(past.is_some_and(|outcome| outcome.is_accept()), "{past:?}");
}

fn manifest_entry(events: &str) -> Value {
    json!({"bytes": events.len(), "sha256": crate::digest::of(events.as_bytes())})
}

#[test]
fn events_of_any_size_are_read() {
    let filler = |number: usize| json!({"schema": "x", "text": format!("{number:0600}")});
    let payloads: Vec<Value> = [deny()].into_iter().chain((0..800).map(filler)).collect();
    let events = lines(&payloads).concat();
    assert!(events.len() > 600_000);
    assert!(report(&gzip(&archive(&manifest(&events), &events))).outcome().is_accept());
    let changed = events.replace("0799\"", "0798\"");
    assert_eq!(
        first_rule(&gzip(&archive(&manifest(&events), &changed))),
        "stage1.files.sha256.value"
    );
    let limits = Limits { events_file: 600_000, ..Limits::default() };
    let over = verify_bytes(&gzip(&archive(&manifest(&events), &events)), &limits);
    assert_eq!(over.findings()[0].at.entry, Some("events.ndjson"));
}

#[test]
fn a_fault_of_the_manifest_is_told_with_its_byte() {
    let text = br#"{"a":}"#;
    let archive =
        [entry("manifest.json", text), entry("events.ndjson", b""), vec![0; 1024]].concat();
    let at = report(&gzip(&archive)).findings()[0].at.clone();
    assert_eq!(at.to_string(), "manifest.json, byte 5");
}

#[test]
fn an_inspection_says_over_which_hashes_the_run_root_is() {
    let events = lines(&[deny()]).concat();
    let changed = events.replace("no_declared_allowance", "no_known_allowance");
    for (events, member) in
        [(events, "run_root"), (changed, "run_root, over the content hashes as carried")]
    {
        let bundle = gzip(&archive(&manifest(&events), &events));
        let compared = inspect(bundle.as_slice(), &Limits::default(), None).compared;
        let roots = compared.iter().filter(|one| one.member.starts_with("run_root"));
        let shown: Vec<_> = roots.map(|one| (one.member, one.claimed == one.recomputed)).collect();
        assert_eq!(shown, [(member, true)]);
    }
}

#[test]
fn only_beside_an_own_observation_may_a_reading_pass_over_one_of_v0() {
    let observation = |version: &str| {
        json!({
            "schema": format!("assay.denied_call_observation.{version}"),
            "call": {"tool_name": "t"},
            "caller_visible_error": {"code": 1, "origin": "o", "reason": "r"},
            "caller_visible_response_digest": format!("sha256:{}", "0".repeat(64)),
            "non_claims": OBSERVATION_NON_CLAIMS,
        })
    };
    let under = |versions: &[&str], change| {
        let further = versions.iter().map(|version| observation(version));
        let bundle = bundle(&std::iter::once(deny()).chain(further).collect::<Vec<_>>());
        let outcome = adequacy::outcome_as(&profile::V1, &bundle, &Limits::default(), change);
        outcome.expect("an outcome").is_accept()
    };
    let reads = Change::Reads(&v1::PASSES_OVER_V0);
    assert!(under(&["v1"], Change::Nothing) && under(&["v1"], reads));
    assert!(!under(&["v1", "v0"], Change::Nothing));
    assert!(under(&["v1", "v0"], reads));
    assert!(!under(&["v0"], reads), "there is none of its own");
    assert!(!under(&["v1", "v2"], reads), "another schema is none of v0");
}

#[test]
fn the_four_producer_strings_alone_are_no_further_non_claims() {
    let observation = json!({
        "schema": "assay.denied_call_observation.v0",
        "non_claims": OBSERVATION_NON_CLAIMS,
    });
    let used = trace(&bundle(&[deny(), observation]), &Limits::default()).used;
    assert!(!used.contains(&&rules::EXTRA_NON_CLAIM), "{used:?}");
    assert!(!used.contains(&&rules::REORDERED_NON_CLAIMS), "{used:?}");
}

/// Holds of every report: the shape of §3.
fn assert_shape(report: &Report) {
    let value = serde_json::to_value(report).expect("serializes");
    let has = |name: &str| value.get(name).is_some();
    let passed = value["bundle_integrity"] == "pass";
    assert_eq!(passed, has("verdict"));
    assert_eq!(value["verdict"] == "valid", has("claims"));
    assert_eq!(value["non_claims"].as_array().map(Vec::len), Some(4));
    if value["verdict"] != "valid" {
        assert!(!report.findings().is_empty(), "a rejection gives a reason");
    }
}

proptest! {
    #[test]
    fn any_bytes_get_a_report(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        assert_shape(&report(&bytes));
        assert_shape(&report(&gzip(&bytes)));
        let text = String::from_utf8_lossy(&bytes);
        assert_shape(&report(&gzip(&archive(&json!({}), &text))));
    }

    #[test]
    fn any_flipped_bit_of_the_events_fails_integrity(at in any::<prop::sample::Index>(), bit in 0..8) {
        let events = lines(&[deny(), json!({"schema": "x"})]).concat();
        let mut whole = archive(&manifest(&events), &events);
        let start = whole.len() - 1024 - events.len().next_multiple_of(512);
        whole[start + at.index(events.len())] ^= 1_u8 << bit;
        prop_assert_eq!(report(&gzip(&whole)).outcome(), Outcome::IntegrityFail);
    }

    #[test]
    fn any_flipped_bit_of_the_archive_gets_a_report(at in any::<prop::sample::Index>(), bit in 0..8) {
        let mut whole = plain();
        let at = at.index(whole.len());
        whole[at] ^= 1_u8 << bit;
        assert_shape(&report(&gzip(&whole)));
    }

    #[test]
    fn any_member_of_a_record_may_be_anything(
        member in prop::sample::select(vec![
            "decision", "reason", "drift_state", "tool", "action", "fail_closed", "non_claims", "schema",
        ]),
        value in prop_oneof![
            Just(Value::Null), Just(json!(false)), Just(json!(1e300)), Just(json!("")),
            Just(json!([])), Just(json!([[]])), Just(json!({})), Just(json!({"name": [], "target_digest": {}})),
        ],
    ) {
        let mut payload = deny();
        payload[member] = value;
        let report = report(&bundle(&[payload]));
        assert_shape(&report);
        prop_assert_eq!(report.outcome(), Outcome::Invalid);
    }
}
