//! The records at hand and their digests, each computed once.

use super::case::Case;
use super::{cbor, jcs};
use crate::digest;
use crate::held::Held;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

/// The two ways of writing a record down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Canonicalization {
    /// `jcs/rfc8785`.
    Jcs,
    /// `cbor/rfc8949`.
    Cbor,
}

/// A record at hand, by where it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Found<'c> {
    /// Held for this result or block.
    Held(&'c str),
    /// Under this locator.
    Located(&'c str),
    /// In place of a record that is not there.
    Nothing,
}

/// What a record is that is not there, to who would hash it all the same.
static NULL: Value = Value::Null;

/// The records of a case. Many references may name one locator, so that digests
/// are kept: the work stays within the size of the case.
pub(super) struct Records<'c, 'h, H> {
    case: &'c Case,
    held: &'h H,
    digests: BTreeMap<(Found<'c>, Canonicalization), String>,
}

impl<'c, 'h, H: Held> Records<'c, 'h, H> {
    pub(super) fn new(case: &'c Case, held: &'h H) -> Self {
        Records { case, held, digests: BTreeMap::new() }
    }

    /// The record that is held for `at`, else the one under `locator`.
    pub(super) fn find(&self, at: &str, locator: Option<&str>) -> Option<(Found<'c>, &'c Value)> {
        let (records, rules) = (self.case, self.held);
        let held = records.held.get_key_value(at).filter(|_| rules.holds(&rules::HELD));
        let located = locator
            .and_then(|locator| records.records.get_key_value(locator))
            .filter(|_| rules.holds(&rules::LOCATOR));
        let found = held
            .map(|(at, record)| (Found::Held(at.as_str()), record))
            .or(located.map(|(locator, record)| (Found::Located(locator.as_str()), record)))
            .filter(|(_, record)| !(rules.reads(&rules::FALSY_RECORD) && is_falsy(record)));
        if found.is_none() && rules.reads(&rules::ANY_RECORD) {
            let mut any = records.records.iter();
            return any.next().map(|(name, record)| (Found::Located(name.as_str()), record));
        }
        if found.is_none() && rules.reads(&rules::NULL_RECORD) {
            return Some((Found::Nothing, &NULL));
        }
        found
    }

    /// The digest of a record that was found.
    pub(super) fn digest(
        &mut self,
        (found, record): (Found<'c>, &'c Value),
        canonicalization: Canonicalization,
    ) -> String {
        let held = self.held;
        let computed = || {
            let bytes = match canonicalization {
                Canonicalization::Jcs => jcs::encode(record, held),
                Canonicalization::Cbor => cbor::encode(record, held),
            };
            digest::spelled(Sha256::new_with_prefix(bytes))
        };
        self.digests.entry((found, canonicalization)).or_insert_with(computed).clone()
    }
}

fn is_falsy(record: &Value) -> bool {
    match record {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}
