//! Which events the profile selects (§2), taken while the lines go by: the
//! first record of each kind, counts, and the namespace faults. Nothing here is
//! judged before stage 1 has passed. Which schemas are records is the
//! [`Profile`]'s.

use crate::fault::{Fault, quote};
use crate::members::Object;
use mcp_evidence_contract::catalogue::namespace as rules;
use mcp_evidence_contract::vocabulary::NAMESPACE;
use mcp_evidence_contract::{Location, Profile, Rule};
use mcp_evidence_strict_json::{Keep, kept};
use serde_json::Value;

/// The three kinds of record, in the order of
/// [`NAMESPACE`](mcp_evidence_contract::vocabulary::NAMESPACE).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordKind {
    Decision,
    Observation,
    Establish,
}

const KINDS: [RecordKind; 3] =
    [RecordKind::Decision, RecordKind::Observation, RecordKind::Establish];

/// One event, as far as selecting it goes.
#[derive(Debug)]
pub(crate) struct Event<'a> {
    /// The line it stands in, from 1.
    pub(crate) line: u64,
    /// `type`, where that is a string.
    pub(crate) event_type: Option<&'a str>,
    /// `schema` of `data`, where that is a string.
    pub(crate) schema: Option<&'a str>,
    /// The line as carried.
    pub(crate) carried: &'a [u8],
}

/// The most faults kept of one rule; a bundle can repeat one in every line.
const MOST_FAULTS: usize = 16;

/// A record, as far as stages 2 to 4 read it, and the line it stands in, from 1.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) line: u64,
    pub(crate) data: Object,
}

/// The records of one kind: how many, and the only one.
#[derive(Debug, Default)]
pub(crate) struct Kind {
    pub(crate) count: u64,
    only: Option<Record>,
}

impl Kind {
    /// The record, where there is exactly one.
    pub(crate) fn single(&self) -> Option<&Record> {
        self.only.as_ref()
    }
}

/// What the profile takes from the events.
#[derive(Debug)]
pub(crate) struct Selection {
    pub(crate) profile: &'static Profile,
    pub(crate) decision: Kind,
    pub(crate) observation: Kind,
    pub(crate) establish: Kind,
    /// In the order of the lines, the first few of each rule.
    pub(crate) faults: Vec<Fault>,
    /// Faults beyond those.
    pub(crate) more_faults: u64,
    /// Permissions that events outside the namespace make use of.
    pub(crate) used: Vec<&'static Rule>,
}

impl Selection {
    /// Nothing taken yet.
    pub(crate) fn new(profile: &'static Profile) -> Selection {
        Selection {
            profile,
            decision: Kind::default(),
            observation: Kind::default(),
            establish: Kind::default(),
            faults: Vec::new(),
            more_faults: 0,
            used: Vec::new(),
        }
    }

    /// Takes one event.
    pub(crate) fn take(&mut self, event: &Event<'_>) {
        let Event { line, event_type, schema, carried } = *event;
        let type_kind = event_type.and_then(in_namespace);
        match (schema.and_then(in_namespace), schema) {
            (Some(kind), Some(schema)) => {
                if event_type != Some(schema) {
                    self.type_differs(line, kind, type_kind.is_some(), event_type, schema);
                }
                if schema == self.profile.records[kind as usize] {
                    self.count(line, kind, carried);
                } else {
                    self.fault(
                        unrecognized(self.profile, kind, schema),
                        line,
                        "data.schema",
                        || {
                            format!(
                                "the schema {} is not one that this profile knows",
                                quote(schema)
                            )
                        },
                    );
                }
            }
            (_, schema) => match type_kind {
                Some(kind) => self.bare_type(line, kind),
                None => self.foreign(event_type, schema),
            },
        }
    }

    fn count(&mut self, line: u64, kind: RecordKind, carried: &[u8]) {
        let records = match kind {
            RecordKind::Decision => &mut self.decision,
            RecordKind::Observation => &mut self.observation,
            RecordKind::Establish => &mut self.establish,
        };
        records.count += 1;
        // A doubled kind is not looked into.
        let single = records.count == 1;
        records.only = single.then(|| Record { line, data: payload(carried, kind) });
    }

    fn type_differs(
        &mut self,
        line: u64,
        kind: RecordKind,
        type_inside: bool,
        event_type: Option<&str>,
        schema: &str,
    ) {
        let rule = match (type_inside, kind) {
            (true, _) => &rules::TYPE_OF_ANOTHER,
            (false, RecordKind::Decision) => &rules::TYPE_OF_DECISION,
            (false, RecordKind::Observation) => &rules::TYPE_OF_OBSERVATION,
            (false, RecordKind::Establish) => &rules::TYPE_OF_ESTABLISH,
        };
        self.fault(rule, line, "type", || {
            let event_type = event_type.map_or_else(|| "no string".to_owned(), quote);
            format!("the type is {event_type} over a payload of schema {}", quote(schema))
        });
    }

    fn bare_type(&mut self, line: u64, kind: RecordKind) {
        let rule = match kind {
            RecordKind::Decision => &rules::BARE_DECISION_TYPE,
            RecordKind::Observation => &rules::BARE_OBSERVATION_TYPE,
            RecordKind::Establish => &rules::BARE_ESTABLISH_TYPE,
        };
        self.fault(rule, line, "type", || {
            "the type is inside the profile's namespace, the payload's schema is not".to_owned()
        });
    }

    fn foreign(&mut self, event_type: Option<&str>, schema: Option<&str>) {
        let permission = match schema {
            None => &rules::NO_SCHEMA,
            Some(schema) if looks_alike(schema) || event_type.is_some_and(looks_alike) => {
                &rules::LOOKALIKE
            }
            Some(_) => &rules::FOREIGN_EVENT,
        };
        if !self.used.contains(&permission) {
            self.used.push(permission);
        }
    }

    fn fault(
        &mut self,
        rule: &'static Rule,
        line: u64,
        member: &'static str,
        message: impl FnOnce() -> String,
    ) {
        if self.faults.iter().filter(|fault| fault.rule == rule).count() < MOST_FAULTS {
            self.faults.push(Fault::new(rule, Location::line(line).member(member), message()));
        } else {
            self.more_faults += 1;
        }
    }
}

/// The payload's members that stages 2 to 4 read. It is read from the line as
/// carried: the spelling of a number can matter.
fn payload(carried: &[u8], kind: RecordKind) -> Object {
    let keep = match kind {
        RecordKind::Decision => DECISION,
        RecordKind::Observation => OBSERVATION,
        RecordKind::Establish => ESTABLISH,
    };
    let event = std::str::from_utf8(carried).ok().and_then(|line| kept(line, keep));
    match event.and_then(|mut event| Some(event.get_mut("data")?.take())) {
        Some(Value::Object(payload)) => payload,
        // Not reached: the schema that selected this record stands in an object.
        Some(_) | None => Object::new(),
    }
}

const DECISION: Keep = Keep::Members(&[(
    "data",
    Keep::Members(&[
        ("decision", Keep::Shallow),
        ("reason", Keep::Shallow),
        ("drift_state", Keep::Shallow),
        ("tool", Keep::Members(&[("name", Keep::Shallow)])),
        ("action", Keep::Members(&[("target_digest", Keep::Shallow)])),
        ("fail_closed", Keep::Shallow),
        ("non_claims", Keep::Items),
    ]),
)]);

const OBSERVATION: Keep = Keep::Members(&[(
    "data",
    Keep::Members(&[
        ("call", Keep::Members(&[("tool_name", Keep::Shallow), ("target_digest", Keep::Shallow)])),
        (
            "caller_visible_error",
            Keep::Members(&[
                ("code", Keep::Shallow),
                ("origin", Keep::Shallow),
                ("reason", Keep::Shallow),
            ]),
        ),
        ("caller_visible_response_digest", Keep::Shallow),
        ("non_claims", Keep::Items),
    ]),
)]);

const ESTABLISH: Keep = Keep::Members(&[(
    "data",
    Keep::Members(&[
        ("establish_path", Keep::Shallow),
        ("run_outcome", Keep::Shallow),
        ("establish_attempted", Keep::Shallow),
    ]),
)]);

/// The kind whose dotted prefix a schema or type starts with, as exact bytes.
fn in_namespace(name: &str) -> Option<RecordKind> {
    KINDS
        .into_iter()
        .zip(NAMESPACE)
        .find(|(_, prefix)| name.starts_with(prefix))
        .map(|(kind, _)| kind)
}

/// The rule that a schema inside the namespace breaks which is no record's.
fn unrecognized(profile: &Profile, kind: RecordKind, schema: &str) -> &'static Rule {
    let superseded = profile.superseded.iter().find(|superseded| superseded.schema == schema);
    superseded.map_or(profile.unrecognized[kind as usize], |superseded| superseded.rule)
}

/// Outside the namespace, but close enough that a loose comparison takes it in.
fn looks_alike(name: &str) -> bool {
    let name = name.trim().as_bytes();
    let prefixes = NAMESPACE.iter().map(|prefix| prefix.trim_end_matches('.').as_bytes());
    prefixes.into_iter().any(|prefix| {
        name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    })
}

#[cfg(test)]
mod tests {
    use super::{Event, MOST_FAULTS, Selection, rules};
    use mcp_evidence_contract::profile::{V0, V1};

    #[test]
    fn a_schema_or_a_type_that_looks_alike_is_seen() {
        for (event_type, schema, permission) in [
            ("Assay.enforcement_decision.v0", "note", &rules::LOOKALIKE),
            ("note", " assay.enforcement_decision", &rules::LOOKALIKE),
            ("note", "note", &rules::FOREIGN_EVENT),
        ] {
            let mut selection = Selection::new(&V0);
            selection.take(&Event {
                line: 1,
                event_type: Some(event_type),
                schema: Some(schema),
                carried: b"{}",
            });
            assert_eq!(selection.used, [permission], "{event_type} over {schema}");
        }
    }

    #[test]
    fn the_profile_says_which_schemas_are_records() {
        let taken = |profile, schema| {
            let mut selection = Selection::new(profile);
            selection.take(&Event {
                line: 1,
                event_type: Some(schema),
                schema: Some(schema),
                carried: b"{}",
            });
            let rule = selection.faults.first().map(|fault| fault.rule.id);
            (selection.observation.count, rule)
        };
        let (old, new) = ("assay.denied_call_observation.v0", "assay.denied_call_observation.v1");
        assert_eq!(taken(&V0, old), (1, None));
        assert_eq!(taken(&V0, new), (0, Some(rules::UNKNOWN_OBSERVATION.id)));
        assert_eq!(taken(&V1, new), (1, None));
        assert_eq!(taken(&V1, old), (0, Some("stage2.namespace.v1.observation-v0")));
        let other = "assay.denied_call_observation.v2";
        assert_eq!(taken(&V1, other), (0, Some("stage2.namespace.v1.observation-unrecognized")));
        let decision = "assay.enforcement_decision.v1";
        assert_eq!(taken(&V1, decision), (0, Some(rules::UNKNOWN_DECISION.id)));
    }

    #[test]
    fn faults_are_kept_up_to_a_bound_of_each_rule_and_counted_beyond() {
        let mut selection = Selection::new(&V0);
        let mut take = |line, event_type| {
            selection.take(&Event {
                line,
                event_type: Some(event_type),
                schema: Some("assay.enforcement_decision.v9"),
                carried: b"{}",
            });
        };
        for line in 1..=20 {
            take(line, "assay.enforcement_decision.v9");
        }
        take(21, "other");
        assert_eq!(selection.faults.len(), MOST_FAULTS + 1);
        assert_eq!(selection.more_faults, 5);
        assert_eq!(selection.faults.last().map(|fault| fault.at.line), Some(Some(21)));
    }
}
