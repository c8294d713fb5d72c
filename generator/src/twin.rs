//! The accepted bundles from which all others differ by one edit.

use crate::corpus::Case;
use crate::draft::Draft;
use crate::payload::{REASON, allow, deny, establish, inert, inert_by_origin, marker, note};
use mcp_evidence_contract::{Outcome, Presence, Rule};
use serde_json::{Value, json};

/// A tool's name with an `ñ` that is one character.
const ACCENTED_TOOL: &str = "github.a\u{f1}adir_clave";

/// The place of the only or the first payload of a twin: the decision.
pub(crate) const FIRST: usize = 0;
/// The place of a twin's second payload.
pub(crate) const SECOND: usize = 1;

/// An accepted bundle.
pub(crate) struct Twin {
    /// The id of its own vector.
    pub(crate) id: &'static str,
    /// What it holds, as the start of a sentence.
    pub(crate) title: &'static str,
    payloads: fn() -> Vec<Value>,
}

pub(crate) static DENY: Twin =
    Twin { id: "deny", title: "A deny alone", payloads: || vec![deny(REASON)] };
pub(crate) static ALLOW: Twin =
    Twin { id: "allow", title: "An allow alone", payloads: || vec![allow()] };
pub(crate) static DENY_MARKER: Twin = Twin {
    id: "deny-marker",
    title: "A deny and the marker bound to it",
    payloads: || vec![deny(REASON), marker()],
};
pub(crate) static DENY_MARKER_ACCENTED: Twin = Twin {
    id: "deny-marker-accented",
    title: "A deny and the marker bound to it, of a tool whose name has an accented letter",
    payloads: || {
        let (mut decision, mut observation) = (deny(REASON), marker());
        decision["tool"]["name"] = json!(ACCENTED_TOOL);
        observation["call"]["tool_name"] = json!(ACCENTED_TOOL);
        vec![decision, observation]
    },
};
pub(crate) static ALLOW_MARKER: Twin = Twin {
    id: "allow-marker",
    title: "An allow and a marker bound to it",
    payloads: || vec![allow(), marker()],
};
pub(crate) static DENY_INERT: Twin = Twin {
    id: "deny-inert",
    title: "A deny and an observation that is no marker, by its code",
    payloads: || vec![deny(REASON), inert()],
};
pub(crate) static DENY_OTHER_ORIGIN: Twin = Twin {
    id: "deny-other-origin",
    title: "A deny and an observation that is no marker, by its origin",
    payloads: || vec![deny(REASON), inert_by_origin()],
};
pub(crate) static DENY_NOTE: Twin = Twin {
    id: "deny-note",
    title: "A deny and a note outside the namespace",
    payloads: || vec![deny(REASON), note()],
};
pub(crate) static ALLOW_ESTABLISH: Twin = Twin {
    id: "allow-establish",
    title: "An allow and the establish record that led to it",
    payloads: || vec![allow(), establish("established_then_allowed", "complete", true)],
};
pub(crate) static DENY_ESTABLISH: Twin = Twin {
    id: "deny-establish",
    title: "A deny and an establish record of which nothing was performed",
    payloads: || vec![deny(REASON), establish("immediate_deny", "not_performed", false)],
};

impl Twin {
    /// The bundle, open to edits. What differs from a twin by one edit keeps
    /// the twin's run id, so that nothing else differs.
    pub(crate) fn draft(&self) -> Draft {
        Draft::new("mcp-evidence-generator", format!("pmav0-{}", self.id), (self.payloads)())
    }

    /// The twin as a vector of its own, which tells `rule`.
    pub(crate) fn itself(&'static self, rule: &'static Rule) -> Variant {
        Variant {
            id: self.id,
            description: format!("{}.", self.title),
            rule,
            twin: None,
            edit: None,
            draft: self.draft(),
        }
    }

    /// A vector that differs from the twin by `change`: in words, it is the
    /// twin, except that `edit`.
    pub(crate) fn vary(
        &'static self,
        id: &'static str,
        rule: &'static Rule,
        edit: impl Into<String>,
        change: impl FnOnce(Draft) -> Draft,
    ) -> Variant {
        let edit = edit.into();
        Variant {
            id,
            description: format!("{}, except that {edit}.", self.title),
            rule,
            twin: Some(self.id),
            edit: Some(edit),
            draft: change(self.draft()),
        }
    }

    /// The twin with another value of one payload member, named from the
    /// event's own object (`data.tool.name`).
    pub(crate) fn value(
        &'static self,
        id: &'static str,
        rule: &'static Rule,
        (place, member): (usize, &str),
        value: Value,
    ) -> Variant {
        self.vary(id, rule, format!("`{member}` is `{value}`"), |draft| {
            draft.set(place, &pointer(member), value)
        })
    }

    /// The twin with a payload member of another type.
    pub(crate) fn typed(
        &'static self,
        id: &'static str,
        member: &'static Presence,
        place: usize,
        value: Value,
    ) -> Variant {
        self.value(id, &member.wrong_type, (place, member.member), value)
    }

    /// The twin with a payload member that is null.
    pub(crate) fn null(
        &'static self,
        id: &'static str,
        member: &'static Presence,
        place: usize,
    ) -> Variant {
        self.value(id, &member.null, (place, member.member), Value::Null)
    }

    /// The twin without a payload member.
    pub(crate) fn absent(
        &'static self,
        id: &'static str,
        member: &'static Presence,
        place: usize,
    ) -> Variant {
        self.without(id, &member.absent, (place, member.member))
    }

    /// The twin without a payload member, where that breaks or uses `rule`.
    pub(crate) fn without(
        &'static self,
        id: &'static str,
        rule: &'static Rule,
        (place, member): (usize, &str),
    ) -> Variant {
        self.vary(id, rule, format!("`{member}` is left out"), |draft| {
            draft.leave_out(place, &pointer(member))
        })
    }
}

/// The pointer into the payload of a member named from the event's object.
fn pointer(member: &str) -> String {
    let path = member.strip_prefix("data.").expect("payload members stand under data");
    format!("/{}", path.replace('.', "/"))
}

/// A vector that waits for its expectation.
pub(crate) struct Variant {
    id: &'static str,
    description: String,
    rule: &'static Rule,
    twin: Option<&'static str>,
    edit: Option<String>,
    draft: Draft,
}

impl Variant {
    /// Says in the description what the vector is for, in a sentence.
    #[must_use]
    pub(crate) fn because(mut self, sentence: &str) -> Variant {
        self.description.push(' ');
        self.description.push_str(sentence);
        self
    }

    /// The finished vector, with the outcome that the text asks for.
    pub(crate) fn expect(self, expected: Outcome) -> Case {
        Case {
            rule: Some(self.rule.id),
            twin: self.twin,
            edit: self.edit,
            ..Case::new(self.id, self.description, self.draft.seal(), expected)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expect::INVALID;
    use mcp_evidence_contract::catalogue::decision;

    #[test]
    fn a_vector_says_what_separates_it_from_its_twin() {
        let case = DENY.absent("tool-name-absent", &decision::TOOL_NAME, FIRST).expect(INVALID);
        assert_eq!(case.description, "A deny alone, except that `data.tool.name` is left out.");
        assert_eq!(case.edit.as_deref(), Some("`data.tool.name` is left out"));
        assert_eq!(
            (case.twin, case.rule),
            (Some("deny"), Some("stage2.decision.tool-name.absent"))
        );
        assert_ne!(case.material, DENY.draft().seal().into());
    }
}
