//! One line of the decision log. It is hashed as it stands, never written anew.

use super::digest::sha256;
use super::json::Json;
use super::lines::Line;
use crate::held::Held;
use mcp_evidence_contract::Alternative;
use mcp_evidence_strict_json::Error;
use serde_json::Value;

/// `type` of a decision event.
const TYPE: &str = "assay.tool.decision";

/// A decision event, as far as receipts refer to it.
#[derive(Debug)]
pub(super) struct Event {
    value: Value,
    /// Whether an object of it names a member twice.
    pub(super) repeated: bool,
}

impl Event {
    /// Reads a line that is wholly held.
    pub(super) fn of(line: &Line<'_>) -> Result<Event, Malformed> {
        let Json { value, repeated } = Json::of(line.text()).map_err(Malformed::Json)?;
        if value.is_object() { Ok(Event { value, repeated }) } else { Err(Malformed::NoObject) }
    }

    pub(super) fn id(&self) -> Option<&str> {
        self.value.get("id")?.as_str()
    }

    pub(super) fn is_decision(&self) -> bool {
        self.value.get("type").and_then(Value::as_str) == Some(TYPE)
    }

    pub(super) fn tool(&self) -> Option<&str> {
        self.data("tool")?.as_str()
    }

    pub(super) fn is_allowed(&self) -> bool {
        self.data("decision").and_then(Value::as_str) == Some("allow")
    }

    /// The request's id as the event projects it; none where that is null,
    /// which a missing id and an explicit null both become.
    pub(super) fn request_id(&self) -> Option<&Value> {
        self.data("request_id").filter(|id| !id.is_null())
    }

    fn data(&self, member: &str) -> Option<&Value> {
        self.value.get("data")?.get(member)
    }

    /// The digest that a receipt carries: over the line as it stands, line feed
    /// included, also where the last line has lost its own.
    pub(super) fn sha256(
        &self,
        line: &Line<'_>,
        held: &impl Held,
        written_anew: &'static Alternative,
    ) -> String {
        if held.reads(written_anew) {
            sha256(&[self.value.to_string().as_bytes(), b"\n"])
        } else {
            sha256(&[line.text(), b"\n"])
        }
    }
}

/// Why a line is no event.
#[derive(Debug)]
pub(super) enum Malformed {
    Json(Error),
    NoObject,
}
