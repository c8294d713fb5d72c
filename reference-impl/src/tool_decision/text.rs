//! Hashing and sanitizing (§Redaction and sanitization).

use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use mcp_evidence_contract::vocabulary::tool_decision::HASH_PREIMAGE;
use sha2::{Digest, Sha256};

/// What stands for a control character.
const REPLACEMENT: char = '\u{fffd}';

/// The pseudonym of `value` under `domain`: of the raw value, trimmed and in
/// lower case. `call` is the place of the call, on which nothing may turn.
pub(super) fn hash(domain: &str, value: &str, call: usize, held: &dyn Held) -> String {
    let mut value = value.to_owned();
    if !held.holds(&rules::HASH_RAW) {
        value = value.chars().map(|c| if is_control(c) { REPLACEMENT } else { c }).collect();
    }
    let unicode = held.holds(&rules::HASH_UNICODE);
    if held.holds(&rules::HASH_TRIM) {
        let trimmed = if unicode { value.trim() } else { value.trim_ascii() };
        value = trimmed.to_owned();
    }
    if held.holds(&rules::HASH_LOWERCASE) {
        value = if unicode { value.to_lowercase() } else { value.to_ascii_lowercase() };
    }
    if held.holds(&rules::HASH_PREIMAGE) {
        value = format!("{HASH_PREIMAGE}{domain}:{value}");
    }
    if !held.holds(&rules::HASH_EQUAL) {
        value.push_str(&call.to_string());
    }
    let digits = digits(&value);
    if held.holds(&rules::HASH_PREFIX) { format!("sha256:{digits}") } else { digits }
}

/// The SHA-256 of a text in hex.
pub(super) fn digits(text: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(text))
}

/// `text` without control characters, as far as `field`, the rule of the member,
/// and those of the kinds of control characters hold.
pub(super) fn sanitize(text: &str, field: &'static Rule, held: &dyn Held) -> String {
    if !text.contains(is_control) || !held.holds(field) {
        return text.to_owned();
    }
    let replacement = if held.holds(&rules::REPLACEMENT) { REPLACEMENT } else { '?' };
    let replaced = |character: char| match kind(character) {
        Some(rule) if held.holds(rule) => replacement,
        Some(_) | None => character,
    };
    text.chars().map(replaced).collect()
}

/// Whether `character` never appears in a record.
pub(super) fn is_control(character: char) -> bool {
    kind(character).is_some()
}

/// The rule that keeps a control character out; tab, line feed and return stay.
fn kind(character: char) -> Option<&'static Rule> {
    match character {
        '\t' | '\n' | '\r' => None,
        '\0'..='\u{1f}' => Some(&rules::CONTROL_C0),
        '\u{7f}' => Some(&rules::CONTROL_DEL),
        '\u{80}'..='\u{9f}' => Some(&rules::CONTROL_C1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held::Every;

    #[test]
    fn hashes_are_those_that_the_text_gives() {
        for (domain, value, digits) in [
            (
                "github_key_title",
                "ci-key",
                "a65a94d25524f87fbb5ce6d3fde202c02a5b532f27e1ba3b5708076e1ba75ccf",
            ),
            (
                "slack_workspace",
                "T0123",
                "e4cfe2c3698fd59b58fd5a075e378f38d857421174faffe3317d3f86473f0190",
            ),
            (
                "slack_channel",
                " C0123\n",
                "d7f40313c37246eca3ae64aaa3c65db4fc52d02e73f1d3e01cd9c8650ee42e1a",
            ),
            (
                "slack_principal",
                "Alice@Example.com",
                "fccfe5ed09f484c1f7523fd8f9fea1bb2e85ddb0845ad61225e604f2c013620d",
            ),
            (
                "workspace",
                "ACME",
                "2443f42f97a4e38e039eaab087b51040b31f61dfac89d7cf75d397cd2033675b",
            ),
            (
                "workspace_principal",
                "bob@example.com",
                "879a6f5abcca30d0334b3238baac9ea116a195b66d3d56eebf447552f8e1aede",
            ),
        ] {
            assert_eq!(hash(domain, value, 0, &Every), format!("sha256:{digits}"), "{domain}");
        }
    }

    #[test]
    fn control_characters_are_replaced_one_by_one() {
        let text = "a\u{0}\u{1b}[2J\u{7f}b\u{80}\u{9f}\u{a0}\t\r\n";
        let shown = "a\u{fffd}\u{fffd}[2J\u{fffd}b\u{fffd}\u{fffd}\u{a0}\t\r\n";
        assert_eq!(sanitize(text, &rules::CONTROL_TOOL, &Every), shown);
    }
}
