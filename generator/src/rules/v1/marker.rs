//! The marker triple of v1, leg by leg (§5 Stage 3). The schema leg is in
//! `namespace.rs`: under another schema there is no observation at all.

use super::super::binding::{CALL, CODE, DIGEST, elsewhere, origins};
use super::twins::{ALLOW_MARKER, DENY_CROSS_PAIR, DENY_INERT, DENY_MARKER, DENY_OTHER_ORIGIN};
use crate::corpus::Case;
use crate::edit;
use crate::expect::{CONFIRMED, INCOMPLETE, REFUTED};
use crate::twin::{Twin, Variant};
use crate::version::{V0, V1};
use mcp_evidence_contract::catalogue::v1 as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors = spelled();
    vectors.extend(codes());
    vectors.extend(cross_pairs());
    vectors.extend(origins(&DENY_MARKER, &ALLOW_MARKER, &DENY_OTHER_ORIGIN));
    vectors
}

/// The code is compared as a number.
fn spelled() -> Vec<Case> {
    vec![
        spelling("code-decimal", &DENY_MARKER, "-31999.0").expect(CONFIRMED),
        spelling("code-exponent", &DENY_MARKER, "-3.1999e4").expect(CONFIRMED),
        spelling("code-capital-exponent", &DENY_MARKER, "-3.1999E+4").expect(CONFIRMED),
        spelling("code-negative-exponent", &DENY_MARKER, "-319990e-1").expect(CONFIRMED),
        spelling("code-decimal-allow", &ALLOW_MARKER, "-31999.0")
            .because("A marker in any spelling contradicts an allow.")
            .expect(REFUTED),
    ]
}

fn spelling(id: &'static str, twin: &'static Twin, code: &'static str) -> Variant {
    twin.vary(id, &rules::CODE_SPELLING, format!("the marker's code is spelled {code}"), |draft| {
        draft.events_file(move |file| {
            edit::replace(file, &format!(r#""code":{}"#, V1.code), format!(r#""code":{code}"#));
        })
    })
}

fn codes() -> Vec<Case> {
    let code = &rules::INERT_CODE;
    vec![
        DENY_MARKER.value("inert-code-neighbour", code, CODE, json!(-31998)).expect(INCOMPLETE),
        DENY_MARKER.value("inert-code-positive", code, CODE, json!(31999)).expect(INCOMPLETE),
        DENY_MARKER.value("inert-code-fraction", code, CODE, json!(-31999.5)).expect(INCOMPLETE),
        DENY_MARKER
            .value("inert-code-string", code, CODE, json!("-31999"))
            .because("A string is no number, whatever its digits.")
            .expect(INCOMPLETE),
        DENY_MARKER
            .value("inert-code-string-of-v0", code, CODE, json!("-32042"))
            .expect(INCOMPLETE),
        DENY_MARKER.value("inert-code-word", code, CODE, json!("denied")).expect(INCOMPLETE),
        ALLOW_MARKER
            .value("inert-code-allow", code, CODE, json!(-31998))
            .because("What is no marker refutes nothing.")
            .expect(INCOMPLETE),
        DENY_INERT
            .value("inert-code-unbound", code, CALL, elsewhere())
            .because("It needs no decision to be bound to.")
            .expect(INCOMPLETE),
        DENY_INERT.value("inert-code-digest-null", code, DIGEST, Value::Null).expect(INCOMPLETE),
    ]
}

/// The v1 schema with v0's code. The other pair, v0's schema with v1's code, is
/// invalid by its schema.
fn cross_pairs() -> Vec<Case> {
    let rule = &rules::INERT_CODE_OF_V0;
    let cross = json!(V0.code);
    vec![
        ALLOW_MARKER
            .value("cross-pair-allow", rule, CODE, cross.clone())
            .because("What is no marker refutes nothing.")
            .expect(INCOMPLETE),
        DENY_INERT
            .value("cross-pair-of-inert", rule, CODE, cross)
            .because("One inert code is as good as another.")
            .expect(INCOMPLETE),
        DENY_CROSS_PAIR
            .vary("cross-pair-decimal", rule, "the code is spelled -32042.0", |draft| {
                draft.events_file(|file| {
                    edit::replace(file, r#""code":-32042"#, r#""code":-32042.0"#);
                })
            })
            .expect(INCOMPLETE),
        DENY_CROSS_PAIR
            .value("cross-pair-unbound", rule, CALL, elsewhere())
            .because("A verifier that takes it for a marker finds it unbound.")
            .expect(INCOMPLETE),
        DENY_CROSS_PAIR
            .value("cross-pair-digest-null", rule, DIGEST, Value::Null)
            .expect(INCOMPLETE),
    ]
}
