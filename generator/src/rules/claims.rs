//! The twins, which together are the four rows of the matrix, and each journey
//! beside each decision (§5 Stage 4).

use crate::corpus::Case;
use crate::expect::{CONFIRMED, INCOMPLETE, REFUTED};
use crate::payload::establish;
use crate::twin::{
    ALLOW, ALLOW_ESTABLISH, ALLOW_MARKER, DENY, DENY_ESTABLISH, DENY_INERT, DENY_MARKER,
    DENY_MARKER_ACCENTED, DENY_NOTE, DENY_OTHER_ORIGIN,
};
use mcp_evidence_contract::catalogue::binding as rules;
use mcp_evidence_contract::catalogue::namespace;

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = twins();
    vectors.extend(journeys());
    vectors
}

fn twins() -> Vec<Case> {
    vec![
        DENY.itself(&rules::ROW_DENY)
            .because("Nobody recorded what the caller saw, so that claim stays open.")
            .expect(INCOMPLETE),
        ALLOW.itself(&rules::ROW_ALLOW).expect(INCOMPLETE),
        DENY_MARKER.itself(&rules::ROW_DENY_MARKER).expect(CONFIRMED),
        DENY_MARKER_ACCENTED.itself(&rules::ROW_DENY_MARKER).expect(CONFIRMED),
        ALLOW_MARKER
            .itself(&rules::ROW_ALLOW_MARKER)
            .because("The producer contradicts itself, and the matrix says so.")
            .expect(REFUTED),
        DENY_NOTE.itself(&namespace::FOREIGN_EVENT).expect(INCOMPLETE),
        DENY_INERT.itself(&rules::INERT_CODE).expect(INCOMPLETE),
        DENY_OTHER_ORIGIN.itself(&rules::INERT_ORIGIN).expect(INCOMPLETE),
        ALLOW_ESTABLISH.itself(&rules::ALLOW_THEN_ALLOWED).expect(INCOMPLETE),
        DENY_ESTABLISH.itself(&rules::DENY_IMMEDIATE).expect(INCOMPLETE),
    ]
}

fn journeys() -> Vec<Case> {
    let needed_not = || establish("no_establish_needed", "not_performed", false);
    let immediate = || establish("immediate_deny", "not_performed", false);
    let allowed = || establish("established_then_allowed", "complete", true);
    let denied = || establish("established_then_denied", "complete", true);
    vec![
        ALLOW
            .vary(
                "allow-no-establish-needed",
                &rules::ALLOW_NOT_NEEDED,
                "a record says that no establishing was needed",
                |draft| draft.and(needed_not()),
            )
            .expect(INCOMPLETE),
        ALLOW
            .vary(
                "allow-established-then-denied",
                &rules::ALLOW_THEN_DENIED,
                "a record of the journey ends in a denial",
                |draft| draft.and(denied()),
            )
            .because("That contradicts the decision: a finding, and the matrix stays.")
            .expect(INCOMPLETE),
        ALLOW
            .vary(
                "allow-immediate-deny",
                &rules::ALLOW_IMMEDIATE,
                "a record of the journey is an immediate denial",
                |draft| draft.and(immediate()),
            )
            .because("That contradicts the decision: a finding, and the matrix stays.")
            .expect(INCOMPLETE),
        DENY.vary(
            "deny-no-establish-needed",
            &rules::DENY_NOT_NEEDED,
            "a record says that no establishing was needed",
            |draft| draft.and(needed_not()),
        )
        .expect(INCOMPLETE),
        DENY.vary(
            "deny-established-then-allowed",
            &rules::DENY_THEN_ALLOWED,
            "a record of the journey ends in an allow",
            |draft| draft.and(allowed()),
        )
        .because("That contradicts the decision: a finding, and the matrix stays.")
        .expect(INCOMPLETE),
        DENY.vary(
            "deny-established-then-denied",
            &rules::DENY_THEN_DENIED,
            "a record of the journey ends in a denial",
            |draft| draft.and(denied()),
        )
        .expect(INCOMPLETE),
        DENY_MARKER
            .vary(
                "deny-marker-established-then-allowed",
                &rules::DENY_THEN_ALLOWED,
                "a record of the journey ends in an allow",
                |draft| draft.and(allowed()),
            )
            .because("The contradiction takes nothing from the denial that the caller saw.")
            .expect(CONFIRMED),
        ALLOW_MARKER
            .vary(
                "allow-marker-established-then-denied",
                &rules::ALLOW_THEN_DENIED,
                "a record of the journey ends in a denial",
                |draft| draft.and(denied()),
            )
            .because("A journey that agrees with the marker does not confirm it.")
            .expect(REFUTED),
        ALLOW_MARKER
            .vary(
                "allow-marker-no-establish-needed",
                &rules::ALLOW_NOT_NEEDED,
                "a record says that no establishing was needed",
                |draft| draft.and(needed_not()),
            )
            .expect(REFUTED),
        ALLOW_MARKER
            .vary(
                "marker-before-decision",
                &rules::ROW_ALLOW_MARKER,
                "the marker is stored before the decision",
                |draft| draft.payloads(|payloads| payloads.swap(0, 1)),
            )
            .because("Records are found by their schema, not by their place.")
            .expect(REFUTED),
    ]
}
