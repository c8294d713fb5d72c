//! No exclusion without proof: each excluded rule is broken in a thousand
//! generated bundles, and one of the rules it names is always broken with it.

use super::trace;
use crate::Limits;
use crate::testing::{bundle, deny, entry, gzip, lines, manifest};
use mcp_evidence_contract::catalogue::{self, binding, container};
use mcp_evidence_contract::vocabulary::OBSERVATION_NON_CLAIMS;
use mcp_evidence_contract::{Exclusion, Rule, System};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// The excluded rules that a test below stands for.
const PROVED: [&Rule; 3] = [&container::UNSAFE_NAME, &binding::BACKED, &binding::UNBINDABLE];

#[test]
fn every_exclusion_is_proved() {
    let excluded: Vec<&Rule> = catalogue::of(System::PrivilegedMcpAction)
        .filter(|rule| rule.exclusion.is_some())
        .collect();
    assert_eq!(excluded, PROVED);
}

fn assert_shadowed(excluded: &'static Rule, bundle: &[u8]) {
    let violated = trace(bundle, &Limits::default()).violated;
    let Exclusion { always_fires, .. } = excluded.exclusion.expect("an excluded rule");
    assert!(violated.contains(&excluded), "{} is not broken: {violated:?}", excluded.id);
    let shadow = violated.iter().any(|rule| always_fires.contains(&rule.id));
    assert!(shadow, "{} is broken alone: {violated:?}", excluded.id);
}

fn marker() -> Value {
    json!({
        "schema": "assay.denied_call_observation.v0",
        "call": {"tool_name": "t", "target_digest": deny()["action"]["target_digest"]},
        "caller_visible_error": {"code": -32042, "origin": "assay-proxy", "reason": "r"},
        "caller_visible_response_digest": format!("sha256:{}", "0".repeat(64)),
        "non_claims": OBSERVATION_NON_CLAIMS,
    })
}

fn any_payload() -> impl Strategy<Value = Value> {
    (any::<u8>(), ".{0,12}").prop_map(|(number, text)| json!({"schema": text, "n": number}))
}

fn any_digest() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!("")),
        Just(json!(format!("sha256:{}", "0".repeat(64)))),
        ".{0,70}".prop_map(Value::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_name_that_leads_elsewhere(
        place in 0_usize..3,
        name in prop_oneof![
            "/[a-z]{0,20}", "(\\.\\./){1,5}[a-z]{0,9}", "[a-z]{1,9}/\\.\\./[a-z]{0,9}",
            "(\\./){0,3}\\.\\.", "/manifest\\.json", "\\.\\./events\\.ndjson",
        ],
    ) {
        let events = lines(&[deny()]).concat();
        let mut names = vec!["manifest.json", "events.ndjson"];
        if place < 2 { names[place] = &name } else { names.push(&name) }
        let mut archive = Vec::new();
        for (index, name) in names.into_iter().enumerate() {
            archive.extend(match index {
                0 => entry(name, manifest(&events).to_string().as_bytes()),
                1 => entry(name, events.as_bytes()),
                _ => entry(name, b""),
            });
        }
        archive.extend([0; 1024]);
        assert_shadowed(&container::UNSAFE_NAME, &gzip(&archive));
    }

    #[test]
    fn a_marker_without_a_decision(
        digest in any_digest(),
        tool in ".{0,12}",
        others in prop::collection::vec(any_payload(), 0..3),
    ) {
        let mut marker = marker();
        marker["call"]["target_digest"] = digest;
        marker["call"]["tool_name"] = json!(tool);
        let mut payloads = others;
        payloads.push(marker);
        assert_shadowed(&binding::BACKED, &bundle(&payloads));
    }

    #[test]
    fn a_marker_without_a_digest(
        digest in select(vec![Some(Value::Null), Some(json!("")), None]),
        decided in any_digest(),
        tool in ".{0,12}",
        others in prop::collection::vec(any_payload(), 0..3),
    ) {
        let (mut marker, mut decision) = (marker(), deny());
        match digest {
            Some(digest) => marker["call"]["target_digest"] = digest,
            None => {
                marker["call"].as_object_mut().expect("an object").remove("target_digest");
            }
        }
        marker["call"]["tool_name"] = json!(tool);
        decision["tool"]["name"] = json!(tool);
        // A decision whose digest is null or empty too must not bind it.
        decision["action"]["target_digest"] = decided;
        let mut payloads = others;
        payloads.extend([decision, marker]);
        assert_shadowed(&binding::UNBINDABLE, &bundle(&payloads));
    }
}
