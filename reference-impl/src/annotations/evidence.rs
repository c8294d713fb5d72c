//! What becomes of an evidence reference.

use super::evaluation::{Evidence, Status, Warnings};
use super::records::{Canonicalization, Records};
use super::reference::{Carried, Reference, check};
use crate::held::Held;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::Value;

/// A reference that was evaluated, with its record where that is at hand.
pub(super) struct Judged<'c> {
    pub(super) evidence: Evidence,
    pub(super) record: Option<&'c Value>,
}

/// Evaluates the references of a case.
pub(super) struct Judge<'c, 'h, H> {
    records: Records<'c, 'h, H>,
    held: &'h H,
    /// What the first reference asked for, to who asks no other.
    first: Option<Canonicalization>,
}

impl<'c, 'h, H: Held> Judge<'c, 'h, H> {
    pub(super) fn new(records: Records<'c, 'h, H>, held: &'h H) -> Self {
        Judge { records, held, first: None }
    }

    /// Evaluates the reference of the result or block `at`.
    pub(super) fn judge(
        &mut self,
        at: &str,
        reference: &'c Value,
        warnings: &mut Warnings,
    ) -> Judged<'c> {
        let kind = reference.get("type").and_then(Value::as_str).map(str::to_owned);
        let evidence = |status, recomputed| Evidence {
            at: at.to_owned(),
            kind: kind.clone(),
            status,
            recomputed,
        };
        let checked = match check(reference, self.held) {
            Ok(checked) => checked,
            Err(fault) => {
                warnings.tell(fault.rule, at, fault.message);
                return Judged { evidence: evidence(Status::MalformedRef, None), record: None };
            }
        };
        let found = self.records.find(at, checked.locator);
        let record = found.map(|(_, record)| record);
        let unavailable = || {
            let held = self.held.holds(&rules::UNAVAILABLE);
            if held { Status::RecordUnavailable } else { Status::DigestMismatch }
        };
        let Some(canonicalization) = self.canonicalization(&checked) else {
            let last = found.is_none() && !self.held.holds(&rules::UNSUPPORTED_FIRST);
            let status = if last { unavailable() } else { Status::UnsupportedCanonicalization };
            let message = "the canonicalization is neither jcs/rfc8785 nor cbor/rfc8949";
            warnings.tell(&rules::UNKNOWN_CANONICALIZATION, at, message);
            return Judged { evidence: evidence(status, None), record };
        };
        let Some(found) = found else {
            let message = "no record is held for this reference, and none stands under its ref";
            warnings.tell(&rules::UNAVAILABLE, at, message);
            return Judged { evidence: evidence(unavailable(), None), record };
        };
        let digest = match &checked.digest {
            Carried::Digest(carried) if !self.held.holds(&rules::RECOMPUTED) => carried.clone(),
            Carried::Digest(_) | Carried::Other | Carried::Nothing => {
                self.records.digest(found, canonicalization)
            }
        };
        let status = match &checked.digest {
            Carried::Digest(carried) if *carried == digest => Status::Recomputed,
            Carried::Nothing => Status::Recomputed,
            Carried::Digest(_) | Carried::Other => {
                let message = "the record at hand has another digest";
                warnings.tell(&rules::RECOMPUTED, at, message);
                Status::DigestMismatch
            }
        };
        Judged { evidence: evidence(status, Some(digest)), record }
    }

    fn canonicalization(&mut self, checked: &Reference<'_>) -> Option<Canonicalization> {
        if self.held.holds(&rules::PER_REFERENCE) {
            return checked.canonicalization;
        }
        self.first = self.first.or(checked.canonicalization);
        self.first
    }
}
