//! The trust-annotations draft: what a client may conclude from annotated tool
//! results, and whether the digests of their evidence references can be
//! recomputed from the records at hand.
//!
//! Nothing is fetched: a locator is a name in the case's `records` and no more.
//! A case is hostile input. Its size and depth are bounded, each record is
//! hashed once for each canonicalization, and whatever it holds, an
//! [`Evaluation`] or a [`CaseError`] comes out.

mod case;
mod cbor;
mod claims;
mod evaluation;
mod evidence;
mod jcs;
mod lacking;
mod records;
mod reference;

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod tests;

pub use case::{CASE_BYTES, CaseError, CaseKind};
pub use evaluation::{Claim, Claims, Evaluation, Evidence, ResultClaims, Status, Warning};

use crate::adequacy::{Change, Producer, Seen};
use crate::held::{Asked, Every, Held};
use case::Case;
use mcp_evidence_contract::Material;
use serde_json::Value;
use std::io::Read;

/// Evaluates a case: `results`, and beside them `tools`, `records` and `held`
/// where there are any.
///
/// # Errors
/// The case cannot be read: the stream's fault, more than [`CASE_BYTES`], no
/// strict JSON, or members of another kind.
pub fn evaluate(case: impl Read) -> Result<Evaluation, CaseError> {
    Ok(conclude(&Case::read(case)?, &Every))
}

/// What follows from a case under the rules that are held.
pub(crate) fn conclude(case: &Case, held: &impl Held) -> Evaluation {
    claims::Evaluator::new(case, held).evaluate()
}

/// This reference, as the adequacy measurement takes it.
pub(crate) const PRODUCER: Producer =
    Producer { operations: &["annotations"], answer: changed, seen };

/// What an evaluation says under a change; null where the case cannot be read,
/// or where nothing is to be said at all.
fn changed(case: &Material, change: Change) -> Value {
    if change == Change::RejectsAll {
        return Value::Null;
    }
    let Ok(case) = Case::read(case.bytes()) else { return Value::Null };
    serde_json::to_value(conclude(&case, &change)).unwrap_or(Value::Null)
}

/// The rules and readings that a case makes the evaluation ask for.
fn seen(case: &Material) -> Seen {
    let asked = Asked::default();
    if let Ok(case) = Case::read(case.bytes()) {
        conclude(&case, &asked);
    }
    asked.into_seen()
}
