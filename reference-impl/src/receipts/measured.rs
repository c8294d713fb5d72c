//! Both operations on cases in memory, as the adequacy measurement runs them.

use super::case::{Case, Operation};
use super::derive::derive_held;
use super::file;
use super::verify::verify_held;
use crate::adequacy::{Change, Producer, Seen};
use crate::held::{Asked, Held};
use mcp_evidence_contract::Material;
use serde_json::{Value, json};

/// The reference of the receipts.
pub(crate) const PRODUCER: Producer =
    Producer { operations: &["derive", "receipts"], answer, seen };

fn answer(case: &Material, change: Change) -> Value {
    let answer = held_answer(case, &change);
    match change {
        Change::RejectsAll if answer.get("verdict").is_some() => json!({"verdict": "rejected"}),
        Change::RejectsAll => json!({"receipts": [], "complete": false}),
        Change::Nothing | Change::Without(_) | Change::Narrowed(_) | Change::Reads(_) => answer,
    }
}

fn seen(case: &Material) -> Seen {
    let asked = Asked::default();
    held_answer(case, &asked);
    asked.into_seen()
}

/// The report; null where this is no case.
fn held_answer(case: &Material, held: &impl Held) -> Value {
    let file = |name| case.named(name).unwrap_or_default();
    let log = file(file::DECISIONS);
    let Ok(Case { operation, expectation }) = Case::of(file(file::CASE)) else {
        return Value::Null;
    };
    match operation {
        Operation::Verify => {
            let verification = verify_held(file(file::REQUESTS), log, &expectation, held);
            verification.expect("memory can be read").report()
        }
        Operation::Derive => {
            let derivation = derive_held(file(file::FRAMES), log, &expectation.scope, held);
            derivation.expect("memory can be read").report()
        }
    }
}
