//! The reference of `assay.tool_decision_surface.v0`: from observed calls to the
//! record, and from a record to a verdict on it.
//!
//! Cases and records are hostile input: they are read strictly, no deeper than
//! the limits of strict JSON, and nothing of them chooses what the code does but
//! the closed sets of the text. Where the text leaves room the readings are
//! those that the catalogue pins.

mod arguments;
mod case;
mod check;
mod classify;
mod leaf;
mod target;
mod text;

pub use case::{CaseFault, MOST_BYTES};
pub use check::{CheckFinding, Checked};

use crate::adequacy::{Change, Producer, Seen};
use crate::held::{Asked, Every, Held};
use mcp_evidence_contract::Material;
use serde_json::Value;

/// The record of the calls in a case.
///
/// # Errors
/// The case is no case: not strict JSON, or of another shape.
pub fn classify(case: &[u8]) -> Result<Value, CaseFault> {
    case::read(case).map(|calls| classify::record(&calls, &Every))
}

/// The verdict on a record, with all that speaks against it.
pub fn check(record: &[u8]) -> Checked {
    check::check(record, &Every)
}

/// `classify` for the adequacy measurement.
pub(crate) const CLASSIFY: Producer = Producer {
    operations: &["classify"],
    answer: |case, change| answered(case, change, classified),
    seen: |case| seen(case, classified),
};

/// `check` for the adequacy measurement.
pub(crate) const CHECK: Producer = Producer {
    operations: &["check"],
    answer: |record, change| answered(record, change, checked),
    seen: |record| seen(record, checked),
};

fn classified(bytes: &[u8], held: &dyn Held) -> Value {
    case::read(bytes).map_or(Value::Null, |calls| classify::record(&calls, held))
}

fn checked(bytes: &[u8], held: &dyn Held) -> Value {
    check::check(bytes, held).to_json()
}

fn answered(material: &Material, change: Change, run: fn(&[u8], &dyn Held) -> Value) -> Value {
    match change {
        Change::RejectsAll => Value::Null,
        Change::Nothing | Change::Without(_) | Change::Narrowed(_) | Change::Reads(_) => {
            run(material.bytes(), &change)
        }
    }
}

fn seen(material: &Material, run: fn(&[u8], &dyn Held) -> Value) -> Seen {
    let asked = Asked::default();
    run(material.bytes(), &asked);
    asked.into_seen()
}
