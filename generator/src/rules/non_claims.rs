//! The nine producer strings: each left out, and each altered by one character.

use crate::corpus::Case;
use crate::expect::{CONFIRMED, INCOMPLETE, INVALID};
use crate::twin::{DENY, FIRST, SECOND, Twin, Variant};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::{decision, observation};
use serde_json::{Value, json};

/// Those of a decision.
pub(super) fn of_decision() -> Vec<Case> {
    let [one, two, three, four, five] = decision::NON_CLAIM;
    let (twin, place) = (&DENY, FIRST);
    vec![
        DENY.absent("decision-non-claims-absent", &decision::NON_CLAIMS, FIRST).expect(INVALID),
        DENY.null("decision-non-claims-null", &decision::NON_CLAIMS, FIRST).expect(INVALID),
        lacking("decision-non-claim-1-absent", one, twin, place, 0).expect(INVALID),
        lacking("decision-non-claim-2-absent", two, twin, place, 1).expect(INVALID),
        lacking("decision-non-claim-3-absent", three, twin, place, 2).expect(INVALID),
        lacking("decision-non-claim-4-absent", four, twin, place, 3).expect(INVALID),
        lacking("decision-non-claim-5-absent", five, twin, place, 4).expect(INVALID),
        altered("decision-non-claim-1-altered", one, twin, place, (0, "E9", "E8")).expect(INVALID),
        altered("decision-non-claim-2-altered", two, twin, place, (1, "here)", "here"))
            .expect(INVALID),
        altered(
            "decision-non-claim-3-altered",
            three,
            twin,
            place,
            (2, "credential", "Credential"),
        )
        .expect(INVALID),
        altered("decision-non-claim-4-altered", four, twin, place, (3, "\u{2014}", "-"))
            .because("The em dash has become a hyphen.")
            .expect(INVALID),
        altered("decision-non-claim-5-altered", five, twin, place, (4, "health.v0)", "health.v1)"))
            .expect(INVALID),
        altered("decision-non-claim-1-longer", one, twin, place, (0, "policy", " policy"))
            .because("A comparison that trims takes it for the string.")
            .expect(INVALID),
        altered("decision-non-claim-4-en-dash", four, twin, place, (3, "\u{2014}", "\u{2013}"))
            .expect(INVALID),
        altered("decision-non-claim-4-bar", four, twin, place, (3, "\u{2014}", "\u{2015}"))
            .because("The em dash has become a horizontal bar.")
            .expect(INVALID),
        altered("decision-non-claim-2-trailing-blank", two, twin, place, (1, "here)", "here) "))
            .expect(INVALID),
        altered(
            "decision-non-claim-5-no-break-space",
            five,
            twin,
            place,
            (4, "not the observation", "not the\u{a0}observation"),
        )
        .because("The second blank has become U+00A0.")
        .expect(INVALID),
        further("decision-non-claims-extra", &decision::EXTRA_NON_CLAIM, twin, place)
            .expect(INCOMPLETE),
        reversed("decision-non-claims-order", &decision::REORDERED_NON_CLAIMS, twin, place)
            .expect(INCOMPLETE),
    ]
}

/// Those of a twin's observation, which is a marker.
pub(super) fn of_observation(twin: &'static Twin) -> Vec<Case> {
    let [one, two, three, four] = observation::NON_CLAIM;
    let place = SECOND;
    vec![
        twin.absent("observation-non-claims-absent", &observation::NON_CLAIMS, place)
            .expect(INVALID),
        twin.null("observation-non-claims-null", &observation::NON_CLAIMS, place).expect(INVALID),
        lacking("observation-non-claim-1-absent", one, twin, place, 0).expect(INVALID),
        lacking("observation-non-claim-2-absent", two, twin, place, 1).expect(INVALID),
        lacking("observation-non-claim-3-absent", three, twin, place, 2).expect(INVALID),
        lacking("observation-non-claim-4-absent", four, twin, place, 3).expect(INVALID),
        altered("observation-non-claim-1-altered", one, twin, place, (0, "only;", "only,"))
            .expect(INVALID),
        altered("observation-non-claim-2-altered", two, twin, place, (1, "does", "Does"))
            .expect(INVALID),
        altered("observation-non-claim-3-altered", three, twin, place, (2, "trust", "trust."))
            .expect(INVALID),
        altered("observation-non-claim-4-altered", four, twin, place, (3, "must", "mist"))
            .expect(INVALID),
        altered(
            "observation-non-claim-2-trailing-blank",
            two,
            twin,
            place,
            (1, "effect", "effect "),
        )
        .expect(INVALID),
        altered(
            "observation-non-claim-3-two-blanks",
            three,
            twin,
            place,
            (2, "safety, approval", "safety,  approval"),
        )
        .expect(INVALID),
        further("observation-non-claims-extra", &observation::EXTRA_NON_CLAIM, twin, place)
            .expect(CONFIRMED),
        reversed("observation-non-claims-order", &observation::REORDERED_NON_CLAIMS, twin, place)
            .expect(CONFIRMED),
    ]
}

/// The ordinal of a string, in words.
const ORDINAL: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

fn lacking(
    id: &'static str,
    rule: &'static Rule,
    twin: &'static Twin,
    place: usize,
    index: usize,
) -> Variant {
    twin.vary(id, rule, format!("the {} of its non-claims is left out", ORDINAL[index]), |draft| {
        draft.payloads(|payloads| drop(strings(&mut payloads[place]).remove(index)))
    })
}

fn altered(
    id: &'static str,
    rule: &'static Rule,
    twin: &'static Twin,
    place: usize,
    (index, from, to): (usize, &str, &str),
) -> Variant {
    let words = format!("in the {} of its non-claims `{from}` is `{to}`", ORDINAL[index]);
    twin.vary(id, rule, words, |draft| {
        draft.payloads(|payloads| {
            let string = &mut strings(&mut payloads[place])[index];
            let text = string.as_str().expect("non-claims are strings");
            assert_eq!(text.matches(from).count(), 1, "an edit has one place");
            *string = json!(text.replacen(from, to, 1));
        })
    })
}

fn further(id: &'static str, rule: &'static Rule, twin: &'static Twin, place: usize) -> Variant {
    twin.vary(id, rule, "its non-claims hold two further strings, first and last", |draft| {
        draft.payloads(|payloads| {
            let strings = strings(&mut payloads[place]);
            strings.insert(0, json!("a further non-claim of a later producer"));
            strings.push(json!(""));
        })
    })
}

fn reversed(id: &'static str, rule: &'static Rule, twin: &'static Twin, place: usize) -> Variant {
    twin.vary(id, rule, "its non-claims stand in reverse", |draft| {
        draft.payloads(|payloads| strings(&mut payloads[place]).reverse())
    })
}

fn strings(payload: &mut Value) -> &mut Vec<Value> {
    payload["non_claims"].as_array_mut().expect("non-claims are an array")
}
