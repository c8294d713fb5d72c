//! The arguments of a call, read for the named fields alone.

use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::{Map, Value};

/// A name that a field can have, and what says so where the text has another
/// name for it first.
pub(super) type Name = (&'static str, Option<&'static Rule>);

/// The arguments of one call.
pub(super) struct Arguments<'a> {
    pub(super) members: &'a Map<String, Value>,
    pub(super) held: &'a dyn Held,
}

impl Arguments<'_> {
    /// The text of a field under the first of its names that has one; none where
    /// it is missing, which a field that is no string or empty is too.
    pub(super) fn text(&self, names: &[Name]) -> Option<String> {
        let present: Vec<&Value> = names
            .iter()
            .filter_map(|(name, rule)| Some((self.members.get(*name)?, rule)))
            .filter(|(_, rule)| rule.is_none_or(|rule| self.held.holds(rule)))
            .map(|(value, _)| value)
            .collect();
        let reversed = present.len() > 1 && !self.held.holds(&rules::FIRST_ALIAS);
        let ordered: Vec<&Value> =
            if reversed { present.into_iter().rev().collect() } else { present };
        for value in ordered {
            let usable = self.usable(value);
            if usable.is_some() || !self.held.holds(&rules::NEXT_ALIAS) {
                return usable;
            }
        }
        None
    }

    fn usable(&self, value: &Value) -> Option<String> {
        match value {
            Value::String(text) if text.trim().is_empty() => {
                (!self.held.holds(&rules::EMPTY_MISSING)).then(|| text.clone())
            }
            Value::String(text) => Some(text.clone()),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_) => {
                (!self.held.holds(&rules::FIELD_STRING)).then(|| value.to_string())
            }
        }
    }
}
