//! Content hashes, ids, sequence and run id.
//!
//! Where a missing check shows only under one way of building the rest, there
//! is a vector for each way: a wrong content hash under a run root over the
//! carried hashes and over the right ones, another run id under ids of either.

use crate::corpus::Case;
use crate::draft::Draft;
use crate::edit;
use crate::expect::FAIL;
use crate::payload::ZERO_DIGEST;
use crate::twin::{DENY, DENY_NOTE, FIRST, SECOND, Twin, Variant};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::event as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = content_hashes();
    vectors.extend(ids());
    vectors.extend(sequences());
    vectors.extend(run_ids());
    vectors
}

fn content_hashes() -> Vec<Case> {
    let prefix = &rules::CONTENT_HASH_PREFIX;
    let case = &rules::CONTENT_HASH_CASE;
    let other = &rules::CONTENT_HASH_VALUE;
    vec![
        carried("chain-hash-bare", prefix, "its content hash lacks `sha256:`", bare).expect(FAIL),
        recomputed("chain-hash-bare-right-root", prefix, "its content hash lacks `sha256:`", bare)
            .expect(FAIL),
        carried("chain-hash-uppercase", case, "its content hash is in uppercase", uppercase)
            .expect(FAIL),
        recomputed(
            "chain-hash-uppercase-right-root",
            case,
            "its content hash is in uppercase",
            uppercase,
        )
        .expect(FAIL),
        carried("chain-hash-zeros", other, "its content hash is 64 zeros", zeros).expect(FAIL),
        recomputed("chain-hash-zeros-right-root", other, "its content hash is 64 zeros", zeros)
            .expect(FAIL),
        carried("chain-hash-63-digits", other, "its content hash lacks its last digit", shorter)
            .expect(FAIL),
        recomputed(
            "chain-hash-63-digits-right-root",
            other,
            "its content hash lacks its last digit",
            shorter,
        )
        .expect(FAIL),
        carried(
            "chain-data-changed",
            other,
            "its caller was changed after it was hashed",
            |event| event["data"]["caller"]["id"] = json!("ci-agenX"),
        )
        .expect(FAIL),
        recomputed(
            "chain-data-changed-right-root",
            other,
            "its caller was changed after it was hashed",
            |event| event["data"]["caller"]["id"] = json!("ci-agenX"),
        )
        .expect(FAIL),
        carried("chain-subject-not-hashed", other, "it has a subject that is not hashed", subject)
            .expect(FAIL),
        recomputed(
            "chain-subject-not-hashed-right-root",
            other,
            "it has a subject that is not hashed",
            subject,
        )
        .expect(FAIL),
        carried(
            "chain-subject-empty-not-hashed",
            other,
            "it has an empty subject that is not hashed",
            empty_subject,
        )
        .because("To some readers an empty string is an absent one.")
        .expect(FAIL),
        recomputed(
            "chain-subject-empty-not-hashed-right-root",
            other,
            "it has an empty subject that is not hashed",
            empty_subject,
        )
        .expect(FAIL),
        DENY.vary(
            "chain-subject-empty-hashed-alone",
            other,
            "an empty subject is hashed that it does not have",
            |draft| {
                draft
                    .envelope(FIRST, empty_subject)
                    .event(FIRST, |event| edit::leave_out(event, "/subject"))
            },
        )
        .expect(FAIL),
        carried(
            "chain-proto-not-hashed",
            other,
            "its caller has a member `__proto__` that is not hashed",
            |event| event["data"]["caller"]["__proto__"] = json!({"id": "ci-agent-2"}),
        )
        .because("Where that is no name like others, a reader loses it before it hashes.")
        .expect(FAIL),
        of_note("chain-note-changed", |draft| draft).expect(FAIL),
        of_note("chain-note-changed-right-root", Draft::root_over_recomputed).expect(FAIL),
        DENY_NOTE
            .vary(
                "chain-note-type-changed",
                other,
                "the type of the note's event was changed after it was hashed",
                |draft| draft.event(SECOND, |event| event["type"] = json!("example.other.v0")),
            )
            .because("Nothing else depends on it, but the hash covers it.")
            .expect(FAIL),
    ]
}

/// A deny whose event was edited after it was hashed, under a root over the
/// hashes that are carried.
fn carried(id: &'static str, rule: &'static Rule, words: &str, edit: fn(&mut Value)) -> Variant {
    let words = format!("{words}, and the run root is over the hashes as carried");
    DENY.vary(id, rule, words, |draft| draft.event(FIRST, edit))
}

/// The same under a root over the hashes as they should be.
fn recomputed(id: &'static str, rule: &'static Rule, words: &str, edit: fn(&mut Value)) -> Variant {
    let words = format!("{words}, and the run root is over the hashes as they should be");
    DENY.vary(id, rule, words, |draft| draft.event(FIRST, edit).root_over_recomputed())
}

/// A note that was changed after it was hashed.
fn of_note(id: &'static str, root: fn(Draft) -> Draft) -> Variant {
    DENY_NOTE
        .vary(
            id,
            &rules::CONTENT_HASH_VALUE,
            "the note's text was changed after it was hashed",
            |draft| root(draft.event(SECOND, |event| event["data"]["text"] = json!("changed"))),
        )
        .because("The profile ignores the event, integrity does not.")
}

fn digits(event: &Value) -> String {
    let text =
        event["assaycontenthash"].as_str().expect("events are hashed before they are edited");
    text.trim_start_matches("sha256:").to_owned()
}

fn bare(event: &mut Value) {
    event["assaycontenthash"] = json!(digits(event));
}

fn uppercase(event: &mut Value) {
    event["assaycontenthash"] = json!(format!("sha256:{}", digits(event).to_uppercase()));
}

fn shorter(event: &mut Value) {
    event["assaycontenthash"] = json!(format!("sha256:{}", &digits(event)[..63]));
}

fn zeros(event: &mut Value) {
    event["assaycontenthash"] = json!(ZERO_DIGEST);
}

fn subject(event: &mut Value) {
    event["subject"] = json!("call/17");
}

fn empty_subject(event: &mut Value) {
    event["subject"] = json!("");
}

fn ids() -> Vec<Case> {
    vec![
        id("chain-id-other-run", "pmav0-other:1").expect(FAIL),
        id("chain-id-other-number", "pmav0-deny-note:0").expect(FAIL),
        id("chain-id-dash", "pmav0-deny-note-1").expect(FAIL),
        id("chain-id-leading-zero", "pmav0-deny-note:01").expect(FAIL),
        id("chain-id-blank", "pmav0-deny-note: 1").expect(FAIL),
        id("chain-id-number-alone", "1").expect(FAIL),
        id("chain-id-suffix", "pmav0-deny-note:1a").expect(FAIL),
    ]
}

fn id(id: &'static str, text: &'static str) -> Variant {
    DENY_NOTE.vary(id, &rules::ID_VALUE, format!("the note's `id` is `\"{text}\"`"), |draft| {
        draft.event(SECOND, move |event| event["id"] = json!(text))
    })
}

fn sequences() -> Vec<Case> {
    vec![
        numbered("chain-sequence-gap", &DENY_NOTE, &[0, 2]).expect(FAIL),
        numbered("chain-sequence-from-1", &DENY_NOTE, &[1, 2]).expect(FAIL),
        numbered("chain-sequence-repeat", &DENY_NOTE, &[0, 0]).expect(FAIL),
        numbered("chain-sequence-single-from-1", &DENY, &[1]).expect(FAIL),
        renumbered("chain-sequence-gap-ids-by-line", &DENY_NOTE, &[0, 2]).expect(FAIL),
        renumbered("chain-sequence-from-1-ids-by-line", &DENY_NOTE, &[1, 2]).expect(FAIL),
        renumbered("chain-sequence-repeat-ids-by-line", &DENY_NOTE, &[0, 0]).expect(FAIL),
        renumbered("chain-sequence-single-7-id-by-line", &DENY, &[7]).expect(FAIL),
        DENY_NOTE
            .vary(
                "chain-sequence-backwards",
                &rules::SEQUENCE,
                "the events are stored in the order 1, 0",
                |draft| draft.events(|events| events.swap(0, 1)),
            )
            .because(
                "The run root follows the file's order, so that a reader that sorts first finds \
                 another root.",
            )
            .expect(FAIL),
    ]
}

/// The events of a twin under other numbers, their ids following.
fn numbered(id: &'static str, twin: &'static Twin, numbers: &'static [u64]) -> Variant {
    let words = match numbers {
        [only] => format!("the event is numbered {only}, its id too"),
        [first, second] => format!("the events are numbered {first} and {second}, their ids too"),
        _ => unreachable!("twins have one or two events"),
    };
    twin.vary(id, &rules::SEQUENCE, words, |draft| {
        draft.events(move |events| {
            for (event, number) in events.iter_mut().zip(numbers) {
                event["id"] = json!(format!("pmav0-{}:{number}", twin.id));
                event["assayseq"] = json!(number);
            }
        })
    })
}

/// The events of a twin under other numbers, their ids as they were.
fn renumbered(id: &'static str, twin: &'static Twin, numbers: &'static [u64]) -> Variant {
    let words = match numbers {
        [only] => format!("the event is numbered {only}, while its id follows its line"),
        [first, second] => format!(
            "the events are numbered {first} and {second}, while their ids follow their lines"
        ),
        _ => unreachable!("twins have one or two events"),
    };
    twin.vary(id, &rules::SEQUENCE, words, |draft| {
        draft.events(move |events| {
            for (event, number) in events.iter_mut().zip(numbers) {
                event["assayseq"] = json!(number);
            }
        })
    })
}

fn run_ids() -> Vec<Case> {
    vec![
        DENY_NOTE
            .vary(
                "chain-run-id-other",
                &rules::RUN_ID_CONSISTENT,
                "the note's event is of another run, and so is its id",
                |draft| {
                    draft.event(SECOND, |event| {
                        event["assayrunid"] = json!("pmav0-other");
                        event["id"] = json!("pmav0-other:1");
                    })
                },
            )
            .expect(FAIL),
        DENY_NOTE
            .vary(
                "chain-run-id-other-id-same",
                &rules::RUN_ID_CONSISTENT,
                "the note's event is of another run, while its id is of the bundle's",
                |draft| draft.event(SECOND, |event| event["assayrunid"] = json!("pmav0-other")),
            )
            .expect(FAIL),
        DENY_NOTE
            .vary(
                "chain-run-id-case",
                &rules::RUN_ID_CONSISTENT,
                "the run id of the note's event is in uppercase, and so is its id",
                |draft| {
                    draft.event(SECOND, |event| {
                        event["assayrunid"] = json!("PMAV0-DENY-NOTE");
                        event["id"] = json!("PMAV0-DENY-NOTE:1");
                    })
                },
            )
            .expect(FAIL),
    ]
}
