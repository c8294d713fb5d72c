//! Rules as things: what a bundle can break, and what a verifier must grant.

use serde::Serialize;
use std::fmt;

/// A check of §4, in the order in which the text lists them. Where several
/// fail, the finding is the first in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// gzip, tar, JSON, members present and typed, limits.
    Structure,
    /// Exactly two entries, by name and in order.
    Allowlist,
    /// No name or path that leads elsewhere.
    PathSafety,
    /// The manifest's digest and length of the events file.
    Files,
    /// The content hash of each event.
    ContentHash,
    /// `id` is run id, colon, sequence number.
    Id,
    /// Sequence numbers count up from 0 without a gap.
    Sequence,
    /// One run id throughout.
    RunId,
    /// The manifest's count of events.
    EventCount,
    /// The manifest's run root over the content hashes.
    RunRoot,
    /// The manifest's bundle id against the recomputed root.
    BundleId,
}

/// The stage of §5 to which a rule belongs, or the operation where a text has no
/// stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Stage 1, bundle integrity, with the check of §4.
    Integrity(Check),
    /// Stage 2, well-formed records.
    Records,
    /// Stage 3, binding.
    Binding,
    /// Stage 4, claims.
    Claims,
    /// An operation of a text without stages, as `classify`.
    Operation(&'static str),
}

impl Stage {
    /// The stage's number, 1 to 4; none of an operation.
    pub const fn number(self) -> Option<u8> {
        match self {
            Stage::Integrity(_) => Some(1),
            Stage::Records => Some(2),
            Stage::Binding => Some(3),
            Stage::Claims => Some(4),
            Stage::Operation(_) => None,
        }
    }

    /// `stage 2`, or the operation.
    pub const fn label(self) -> &'static str {
        match self {
            Stage::Integrity(_) => "stage 1",
            Stage::Records => "stage 2",
            Stage::Binding => "stage 3",
            Stage::Claims => "stage 4",
            Stage::Operation(operation) => operation,
        }
    }
}

/// Whether a rule takes or gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A bundle that breaks it must be rejected.
    Requirement,
    /// A bundle that uses it must not be rejected for that.
    Permission,
}

/// Why no bundle can tell a requirement apart from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Exclusion {
    /// Ids of the rules of which one fires whenever the excluded one does.
    pub always_fires: &'static [&'static str],
    /// Why it must.
    pub reason: &'static str,
}

/// One clause of the specification that a bundle can break, or one freedom
/// that a verifier must grant. Two rules are the same when their ids are.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Dotted id, starting with the stage or the operation:
    /// `stage2.decision.reason.vocabulary`, `classify.reason-code.present`.
    pub id: &'static str,
    /// Requirement or permission.
    pub kind: Kind,
    /// The stage whose outcome turns on it.
    pub stage: Stage,
    /// The section that states it, as `§5 Stage 2`.
    pub section: &'static str,
    /// What it asks or grants, in one sentence.
    pub text: &'static str,
    /// What a verifier accepts that lacks the requirement, `a bundle without …`;
    /// where nothing is accepted or rejected, what a program does that lacks it,
    /// `copies …`. Empty for a permission and for a pinned reading, which no run
    /// scores.
    pub lacking: &'static str,
    /// The rule among the published 27 that it is a part of.
    pub refines: Option<Published>,
    /// The interpretation point, as `I07`, where the text leaves room and the
    /// rule is this kit's pinned reading. Such rules are probed, never scored.
    pub interpretation: Option<&'static str>,
    /// Whether nothing can be read once it is broken.
    pub blocking: bool,
    /// Why no bundle can isolate it, where none can.
    pub exclusion: Option<Exclusion>,
    /// The strings that `text` speaks of without giving them.
    pub values: Values,
    /// Ids of the rules that say how what it compares is computed.
    pub see: &'static [&'static str],
    /// Where a verifier that rejects what it must not nearly always hashes other
    /// bytes than an event's canonical form: what is likely wrong with these, in
    /// a few words. Empty elsewhere.
    pub hashing: &'static str,
}

/// The strings of a rule, compared byte for byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// The rule's text says all itself.
    InText,
    /// One string.
    Exactly(&'static str),
    /// A closed set, in the order of the specification.
    OneOf(&'static [&'static str]),
}

/// `one of: allow, deny`; nothing where the text says all.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::InText => Ok(()),
            Values::Exactly(value) => write!(f, "exactly: {value}"),
            Values::OneOf(values) => write!(f, "one of: {}", values.join(", ")),
        }
    }
}

impl Rule {
    /// A requirement.
    pub const fn requirement(
        stage: Stage,
        section: &'static str,
        id: &'static str,
        text: &'static str,
    ) -> Rule {
        Rule {
            id,
            kind: Kind::Requirement,
            stage,
            section,
            text,
            lacking: "",
            refines: None,
            interpretation: None,
            blocking: false,
            exclusion: None,
            values: Values::InText,
            see: &[],
            hashing: "",
        }
    }

    /// A permission.
    pub const fn permission(
        stage: Stage,
        section: &'static str,
        id: &'static str,
        text: &'static str,
    ) -> Rule {
        Rule { kind: Kind::Permission, ..Rule::requirement(stage, section, id, text) }
    }

    /// The same rule with what a verifier accepts that lacks it.
    #[must_use]
    pub const fn lacking(self, lacking: &'static str) -> Rule {
        Rule { lacking, ..self }
    }

    /// The same rule as a part of a published one.
    #[must_use]
    pub const fn refining(self, published: Published) -> Rule {
        Rule { refines: Some(published), ..self }
    }

    /// The same rule as the pinned reading of an interpretation point.
    #[must_use]
    pub const fn reading(self, point: &'static str) -> Rule {
        Rule { interpretation: Some(point), ..self }
    }

    /// The same rule as one after whose breach nothing can be read.
    #[must_use]
    pub const fn blocking(self) -> Rule {
        Rule { blocking: true, ..self }
    }

    /// The same rule as one that another always shadows.
    #[must_use]
    pub const fn excluded(
        self,
        always_fires: &'static [&'static str],
        reason: &'static str,
    ) -> Rule {
        Rule { exclusion: Some(Exclusion { always_fires, reason }), ..self }
    }

    /// The same rule with the one string that its text speaks of.
    #[must_use]
    pub const fn exactly(self, value: &'static str) -> Rule {
        Rule { values: Values::Exactly(value), ..self }
    }

    /// The same rule with the closed set that its text speaks of.
    #[must_use]
    pub const fn one_of(self, values: &'static [&'static str]) -> Rule {
        Rule { values: Values::OneOf(values), ..self }
    }

    /// The same rule with those that say how what it compares is computed.
    #[must_use]
    pub const fn see(self, see: &'static [&'static str]) -> Rule {
        Rule { see, ..self }
    }

    /// The same rule with what is likely wrong with the bytes that are hashed.
    #[must_use]
    pub const fn hashing(self, hashing: &'static str) -> Rule {
        Rule { hashing, ..self }
    }

    /// Whether the rule corpus scores it: stated by the text itself, and not
    /// shadowed by another.
    pub const fn is_scored(&self) -> bool {
        self.interpretation.is_none() && self.exclusion.is_none()
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// The three rules that every listed member has: it is there, it is not null,
/// and it is of its type.
#[derive(Debug, Clone, Copy)]
pub struct Presence {
    /// The member, as a dotted path from the file's or line's own object.
    pub member: &'static str,
    /// The member is there.
    pub absent: Rule,
    /// The member is not null.
    pub null: Rule,
    /// The member has its type.
    pub wrong_type: Rule,
}

/// A way of reading a bundle that no dropped check can express: seen in the field
/// beside the rule it gets wrong, or invited by a new version of the profile. Only
/// the adequacy measurement takes it.
#[derive(Debug, Clone, Copy)]
pub struct Alternative {
    /// Dotted id, below the rule's: `stage1.bundle-id.value.reads-manifest-root`.
    pub id: &'static str,
    /// The rule that a verifier with this reading gets wrong.
    pub rule: &'static Rule,
    /// What such a verifier does, in one sentence.
    pub text: &'static str,
    /// The interpretation point that the reading answers otherwise, where the
    /// text leaves room for it: probed, never scored.
    pub interpretation: Option<&'static str>,
}

impl PartialEq for Alternative {
    fn eq(&self, other: &Alternative) -> bool {
        self.id == other.id
    }
}

impl Eq for Alternative {}

macro_rules! published {
    ($($name:ident = $text:literal;)*) => {
        /// The 27 rules of the published measurement, to which finer rules refer.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Published {
            $(#[doc = $text] $name,)*
        }

        impl Published {
            /// All 27, those that the published vectors can tell first.
            pub const ALL: [Published; 27] = [$(Published::$name),*];

            /// The rule in a few words.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Published::$name => $text,)*
                }
            }
        }
    };
}

published! {
    ExactlyOneDecision = "exactly one decision";
    UnknownSchema = "unknown schema inside the namespace";
    TargetDigest = "form of the decision's target_digest";
    FailClosed = "fail_closed derived from the decision";
    BindingDigest = "binding, digest leg";
    AtMostOneObservation = "at most one observation";
    AtMostOneEstablish = "at most one establish record";
    ResponseDigest = "form of the response digest";
    DecisionToolName = "the decision's tool.name is not empty";
    ObservationToolName = "the observation's tool_name is not empty";
    TypeEqualsSchema = "an event's type equals its payload's schema";
    TypeWithoutSchema = "type inside the namespace over a payload without such a schema";
    DecisionSet = "closed set of decision";
    ReasonSet = "closed set of reason";
    DriftStateSet = "closed set of drift_state";
    EstablishPathSet = "closed set of establish_path";
    EstablishAttempted = "establish_attempted derived from run_outcome";
    BindingTool = "binding, tool leg";
    MarkerBacked = "a marker is backed by a decision";
    MarkerDigest = "a marker's digest is neither null nor empty";
    ErrorCode = "caller_visible_error.code present";
    ErrorOrigin = "caller_visible_error.origin present";
    ErrorReason = "caller_visible_error.reason present";
    DecisionNonClaims = "the decision's five non-claims";
    ObservationNonClaims = "the observation's four non-claims";
    MarkerOrigin = "a marker's origin";
    MarkerCode = "a marker's code";
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
