//! The accepted bundles of v1 from which all others differ by one edit. Four of
//! them are the rows of the matrix.

use crate::corpus::Case;
use crate::expect::{CONFIRMED, INCOMPLETE, REFUTED};
use crate::payload::{
    REASON, allow, deny, establish, inert, inert_by_origin, marker, note, observation,
};
use crate::twin::Twin;
use crate::version::{V0, V1};
use mcp_evidence_contract::catalogue::{binding as rules, namespace, v1};

pub(super) static DENY: Twin =
    Twin { id: "deny", title: "A deny alone", version: &V1, payloads: || vec![deny(REASON)] };
static ALLOW: Twin =
    Twin { id: "allow", title: "An allow alone", version: &V1, payloads: || vec![allow()] };
pub(super) static DENY_MARKER: Twin = Twin {
    id: "deny-marker",
    title: "A deny and the v1 marker bound to it",
    version: &V1,
    payloads: || vec![deny(REASON), marker(&V1)],
};
pub(super) static ALLOW_MARKER: Twin = Twin {
    id: "allow-marker",
    title: "An allow and a v1 marker bound to it",
    version: &V1,
    payloads: || vec![allow(), marker(&V1)],
};
pub(super) static DENY_INERT: Twin = Twin {
    id: "deny-inert",
    title: "A deny and a v1 observation that is no marker, by its code",
    version: &V1,
    payloads: || vec![deny(REASON), inert(&V1)],
};
pub(super) static DENY_CROSS_PAIR: Twin = Twin {
    id: "deny-cross-pair",
    title: "A deny and a v1 observation with v0's code",
    version: &V1,
    payloads: || vec![deny(REASON), observation(V1.observation(), V0.code)],
};
pub(super) static DENY_OTHER_ORIGIN: Twin = Twin {
    id: "deny-other-origin",
    title: "A deny and a v1 observation that is no marker, by its origin",
    version: &V1,
    payloads: || vec![deny(REASON), inert_by_origin(&V1)],
};
pub(super) static DENY_NOTE: Twin = Twin {
    id: "deny-note",
    title: "A deny and a note outside the namespace",
    version: &V1,
    payloads: || vec![deny(REASON), note()],
};

pub(super) fn vectors() -> Vec<Case> {
    vec![
        DENY.itself(&rules::ROW_DENY)
            .because("The decision record is v0's under v1 too.")
            .expect(INCOMPLETE),
        ALLOW.itself(&rules::ROW_ALLOW).expect(INCOMPLETE),
        DENY_MARKER.itself(&rules::ROW_DENY_MARKER).expect(CONFIRMED),
        ALLOW_MARKER
            .itself(&rules::ROW_ALLOW_MARKER)
            .because("The producer contradicts itself, and the matrix says so.")
            .expect(REFUTED),
        DENY_INERT.itself(&v1::INERT_CODE).expect(INCOMPLETE),
        DENY_CROSS_PAIR.itself(&v1::INERT_CODE_OF_V0).expect(INCOMPLETE),
        DENY_OTHER_ORIGIN.itself(&rules::INERT_ORIGIN).expect(INCOMPLETE),
        DENY_NOTE.itself(&namespace::FOREIGN_EVENT).expect(INCOMPLETE),
        DENY_MARKER
            .vary(
                "deny-marker-established-then-denied",
                &rules::DENY_THEN_DENIED,
                "a record of the journey ends in a denial",
                |draft| draft.and(establish("established_then_denied", "complete", true)),
            )
            .because("The establish record is v0's under v1 too.")
            .expect(CONFIRMED),
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
