//! Every rule of the request–decision receipts: what `derive` makes of client
//! frames and decision events, and what `verify` asks of a retained capture.
//!
//! The text has neither numbers nor headings. Its paragraphs are cited by their
//! place and a word of what they are about: §1 Recording, §2 Record, §3 Window,
//! §4 Limits, §5 Before use, §6 Conclusion.

pub mod derive;
pub mod record;
pub mod verify;

use crate::{Alternative, Rule, Stage};

pub(super) const RECORDING: &str = "§1 Recording";
pub(super) const RECORD: &str = "§2 Record";
pub(super) const LIMITS: &str = "§4 Limits";
pub(super) const BEFORE_USE: &str = "§5 Before use";

/// A requirement; the receipts know no stages.
const fn rule(
    section: &'static str,
    id: &'static str,
    text: &'static str,
    lacking: &'static str,
) -> Rule {
    Rule::requirement(Stage::Records, section, id, text).lacking(lacking)
}

/// A permission.
const fn permission(section: &'static str, id: &'static str, text: &'static str) -> Rule {
    Rule::permission(Stage::Records, section, id, text)
}

/// Every rule, those of `derive` first.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [derive::RULES, record::RULES, verify::RULES].into_iter().flatten().copied()
}

/// Every alternative reading.
pub fn alternatives() -> impl Iterator<Item = &'static Alternative> {
    [derive::ALTERNATIVES, verify::ALTERNATIVES].into_iter().flatten().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_and_name_their_operation() {
        let mut seen = BTreeSet::new();
        for rule in all() {
            assert!(seen.insert(rule.id), "{} is declared twice", rule.id);
            assert!(
                rule.id.starts_with("derive.") || rule.id.starts_with("receipts."),
                "{}",
                rule.id
            );
            assert!(rule.section.starts_with('§'), "{}: {}", rule.id, rule.section);
            assert!(!rule.text.is_empty() && !rule.text.ends_with('.'), "{}", rule.id);
            let told = rule.kind == Kind::Permission || rule.interpretation.is_some();
            assert!(told || !rule.lacking.is_empty(), "{} says not what is accepted", rule.id);
        }
        for alternative in alternatives() {
            assert!(seen.insert(alternative.id), "{} is declared twice", alternative.id);
            assert!(alternative.id.starts_with(alternative.rule.id), "{}", alternative.id);
        }
    }
}
