//! The forms of the two digests that stage 2 looks at, side by side: the
//! decision's target digest and the observation's response digest.

use crate::corpus::Case;
use crate::expect::INVALID;
use crate::payload::TARGET_DIGEST;
use crate::twin::{DENY, FIRST, SECOND, Twin, Variant};
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::{decision, observation};
use serde_json::json;

/// 64 digits, letters among them.
fn digits() -> &'static str {
    TARGET_DIGEST.trim_start_matches("sha256:")
}

/// The decision's target digest.
pub(super) fn target() -> Vec<Case> {
    use decision as rules;
    let digits = digits();
    let short = &digits[..63];
    let upper = digits.to_uppercase();
    let other = format!("g{}", &digits[1..]);
    let mixed = digits.replacen('c', "C", 1);
    vec![
        decided("target-digest-empty", &rules::DIGEST_EMPTY, "").expect(INVALID),
        decided("target-digest-bare", &rules::DIGEST_PREFIX, digits).expect(INVALID),
        decided(
            "target-digest-prefix-capitals",
            &rules::DIGEST_PREFIX,
            &format!("SHA256:{digits}"),
        )
        .expect(INVALID),
        decided("target-digest-sha512", &rules::DIGEST_PREFIX, &format!("sha512:{digits}"))
            .expect(INVALID),
        decided("target-digest-leading-blank", &rules::DIGEST_PREFIX, &format!(" sha256:{digits}"))
            .expect(INVALID),
        decided("target-digest-prefix-alone", &rules::DIGEST_LENGTH, "sha256:").expect(INVALID),
        decided("target-digest-63-digits", &rules::DIGEST_LENGTH, &format!("sha256:{short}"))
            .expect(INVALID),
        decided("target-digest-65-digits", &rules::DIGEST_LENGTH, &format!("sha256:{digits}0"))
            .expect(INVALID),
        decided("target-digest-line-feed", &rules::DIGEST_LENGTH, &format!("sha256:{digits}\n"))
            .because("A pattern that ends in `$` lets it through in some languages.")
            .expect(INVALID),
        decided("target-digest-letter-g", &rules::DIGEST_ALPHABET, &format!("sha256:{other}"))
            .expect(INVALID),
        decided("target-digest-0x", &rules::DIGEST_ALPHABET, &format!("sha256:0x{}", &digits[2..]))
            .because("Number parsers take the 0x with the digits.")
            .expect(INVALID),
        decided("target-digest-blank-inside", &rules::DIGEST_ALPHABET, &format!("sha256:{short} "))
            .expect(INVALID),
        decided("target-digest-uppercase", &rules::DIGEST_CASE, &format!("sha256:{upper}"))
            .expect(INVALID),
        decided("target-digest-one-uppercase", &rules::DIGEST_CASE, &format!("sha256:{mixed}"))
            .expect(INVALID),
    ]
}

fn decided(id: &'static str, rule: &'static Rule, digest: &str) -> Variant {
    DENY.value(id, rule, (FIRST, decision::TARGET_DIGEST.member), json!(digest))
}

/// The response digest of a twin's observation.
pub(super) fn response(twin: &'static Twin) -> Vec<Case> {
    use observation as rules;
    let digits = digits();
    let short = &digits[..63];
    let other = format!("g{}", &digits[1..]);
    vec![
        twin.absent("response-digest-absent", &rules::RESPONSE_DIGEST, SECOND).expect(INVALID),
        twin.null("response-digest-null", &rules::RESPONSE_DIGEST, SECOND).expect(INVALID),
        twin.typed("response-digest-number", &rules::RESPONSE_DIGEST, SECOND, json!(7))
            .expect(INVALID),
        observed(twin, "response-digest-empty", &rules::DIGEST_EMPTY, "").expect(INVALID),
        observed(twin, "response-digest-bare", &rules::DIGEST_PREFIX, digits).expect(INVALID),
        observed(
            twin,
            "response-digest-prefix-capitals",
            &rules::DIGEST_PREFIX,
            &format!("SHA256:{digits}"),
        )
        .expect(INVALID),
        observed(
            twin,
            "response-digest-sha512",
            &rules::DIGEST_PREFIX,
            &format!("sha512:{digits}"),
        )
        .expect(INVALID),
        observed(twin, "response-digest-prefix-alone", &rules::DIGEST_LENGTH, "sha256:")
            .expect(INVALID),
        observed(
            twin,
            "response-digest-63-digits",
            &rules::DIGEST_LENGTH,
            &format!("sha256:{short}"),
        )
        .expect(INVALID),
        observed(
            twin,
            "response-digest-65-digits",
            &rules::DIGEST_LENGTH,
            &format!("sha256:{digits}0"),
        )
        .expect(INVALID),
        observed(
            twin,
            "response-digest-line-feed",
            &rules::DIGEST_LENGTH,
            &format!("sha256:{digits}\n"),
        )
        .expect(INVALID),
        observed(
            twin,
            "response-digest-letter-g",
            &rules::DIGEST_ALPHABET,
            &format!("sha256:{other}"),
        )
        .expect(INVALID),
        observed(
            twin,
            "response-digest-blank-inside",
            &rules::DIGEST_ALPHABET,
            &format!("sha256:{short} "),
        )
        .expect(INVALID),
    ]
}

fn observed(twin: &'static Twin, id: &'static str, rule: &'static Rule, digest: &str) -> Variant {
    twin.value(id, rule, (SECOND, observation::RESPONSE_DIGEST.member), json!(digest))
}
