//! The versions of the profile, as data: what differs between them stands here,
//! and nowhere in a verifier's stages.

use crate::catalogue::{binding, namespace, published, v1};
use crate::vocabulary::{
    DECISION_SCHEMA, ESTABLISH_SCHEMA, MARKER_CODE, MARKER_CODE_V1, MARKER_ORIGIN,
    OBSERVATION_SCHEMA, OBSERVATION_SCHEMA_V1, PROFILE, PROFILE_V1,
};
use crate::{Alternative, Rule};

/// One version of `privileged-mcp-action`. The caller chooses it; no bundle
/// says which it is written for. Two are the same when their ids are.
#[derive(Debug)]
pub struct Profile {
    /// The version in short, as `v1`: what is typed on a command line.
    pub name: &'static str,
    /// The id, as `privileged-mcp-action/v1`: `profile` of a report.
    pub id: &'static str,
    /// `schema` of the record of each kind, in the order of
    /// [`NAMESPACE`](crate::vocabulary::NAMESPACE): decision, observation,
    /// establish.
    pub records: [&'static str; 3],
    /// The rule that any other schema of each kind breaks, in the same order.
    pub unrecognized: [&'static Rule; 3],
    /// Schemas of other versions that a rule of their own rejects.
    pub superseded: &'static [Superseded],
    /// What makes an observation a marker, beside its schema.
    pub marker: Marker,
    /// Vectors of the published corpus that must be rejected, each with the rule
    /// that it breaks.
    pub published: &'static [(&'static str, &'static Rule)],
    /// Rules of v0 that do not hold here, because rules of this version's own
    /// stand in their place.
    pub replaces: &'static [&'static Rule],
    /// Whether a rule is one that this version's own corpora are about.
    pub is_about: fn(&Rule) -> bool,
}

/// A record schema of another version, unrecognized under this one.
#[derive(Debug)]
pub struct Superseded {
    /// The schema.
    pub schema: &'static str,
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// A verifier that lets it pass beside the version's own record.
    pub beside_own: &'static Alternative,
}

/// The marker triple but for its schema, and the rules around it.
#[derive(Debug)]
pub struct Marker {
    /// `caller_visible_error.code`, compared as a number.
    pub code: f64,
    /// `caller_visible_error.origin`.
    pub origin: &'static str,
    /// Granted to an observation with another code.
    pub inert_code: &'static Rule,
    /// Granted to an observation with another origin.
    pub inert_origin: &'static Rule,
    /// Granted to another spelling of the code's number.
    pub spelling: &'static Rule,
    /// The marker code of another version, where that is a question.
    pub foreign: Option<ForeignCode>,
    /// A verifier that does not look at the code.
    pub ignores_code: &'static Alternative,
    /// A verifier that takes the code as a string too.
    pub coerces_code: &'static Alternative,
    /// A verifier that does not look at the origin.
    pub ignores_origin: &'static Alternative,
    /// A verifier that compares the code's spelling, where the text decides that.
    pub compares_spelling: Option<&'static Alternative>,
}

/// The marker code of another version, which makes no marker here.
#[derive(Debug)]
pub struct ForeignCode {
    /// The code.
    pub code: f64,
    /// Granted to an observation with it.
    pub inert: &'static Rule,
    /// A verifier that takes it for the marker's.
    pub taken: &'static Alternative,
}

impl Profile {
    /// Every version, the default one first.
    pub const ALL: [&'static Profile; 2] = [&V0, &V1];

    /// The version of that id, as `privileged-mcp-action/v1`.
    pub fn of_id(id: &str) -> Option<&'static Profile> {
        Profile::ALL.into_iter().find(|profile| profile.id == id)
    }

    /// The rule that a vector of the published corpus breaks.
    pub fn broken_by(&self, vector: &str) -> Option<&'static Rule> {
        self.published.iter().find(|(id, _)| *id == vector).map(|(_, rule)| *rule)
    }
}

impl PartialEq for Profile {
    fn eq(&self, other: &Profile) -> bool {
        self.id == other.id
    }
}

impl Eq for Profile {}

/// `privileged-mcp-action/v0`, the default.
pub static V0: Profile = Profile {
    name: "v0",
    id: PROFILE,
    records: [DECISION_SCHEMA, OBSERVATION_SCHEMA, ESTABLISH_SCHEMA],
    unrecognized: [
        &namespace::UNKNOWN_DECISION,
        &namespace::UNKNOWN_OBSERVATION,
        &namespace::UNKNOWN_ESTABLISH,
    ],
    superseded: &[],
    marker: Marker {
        code: MARKER_CODE,
        origin: MARKER_ORIGIN,
        inert_code: &binding::INERT_CODE,
        inert_origin: &binding::INERT_ORIGIN,
        spelling: &binding::MARKER_SPELLING,
        foreign: None,
        ignores_code: &binding::IGNORES_CODE,
        coerces_code: &binding::COERCES_CODE,
        ignores_origin: &binding::IGNORES_ORIGIN,
        compares_spelling: None,
    },
    published: &published::BROKEN,
    replaces: &[],
    is_about: |rule| !v1::is_own(rule),
};

/// `privileged-mcp-action/v1`: v0 with another observation schema and another
/// marker code.
pub static V1: Profile = Profile {
    name: "v1",
    id: PROFILE_V1,
    records: [DECISION_SCHEMA, OBSERVATION_SCHEMA_V1, ESTABLISH_SCHEMA],
    unrecognized: [
        &namespace::UNKNOWN_DECISION,
        &v1::UNKNOWN_OBSERVATION,
        &namespace::UNKNOWN_ESTABLISH,
    ],
    superseded: &[Superseded {
        schema: OBSERVATION_SCHEMA,
        rule: &v1::OBSERVATION_OF_V0,
        beside_own: &v1::PASSES_OVER_V0,
    }],
    marker: Marker {
        code: MARKER_CODE_V1,
        origin: MARKER_ORIGIN,
        inert_code: &v1::INERT_CODE,
        inert_origin: &binding::INERT_ORIGIN,
        spelling: &v1::CODE_SPELLING,
        foreign: Some(ForeignCode {
            code: MARKER_CODE,
            inert: &v1::INERT_CODE_OF_V0,
            taken: &v1::TAKES_CODE_OF_V0,
        }),
        ignores_code: &v1::IGNORES_CODE,
        coerces_code: &v1::COERCES_CODE,
        ignores_origin: &binding::IGNORES_ORIGIN,
        compares_spelling: Some(&v1::COMPARES_SPELLING),
    },
    published: &published::BROKEN_V1,
    replaces: &[&namespace::UNKNOWN_OBSERVATION, &binding::INERT_CODE, &binding::MARKER_SPELLING],
    is_about: v1::is_about,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::NAMESPACE;
    use crate::{System, catalogue};

    #[test]
    fn versions_are_found_by_their_ids() {
        for profile in Profile::ALL {
            assert_eq!(Profile::of_id(profile.id), Some(profile));
            assert!(profile.id.ends_with(profile.name), "{}", profile.id);
        }
        assert_eq!(Profile::of_id("privileged-mcp-action/v9"), None);
    }

    #[test]
    fn the_constants_of_v1() {
        assert_eq!(V1.id, "privileged-mcp-action/v1");
        assert_eq!(
            V1.records,
            [
                "assay.enforcement_decision.v0",
                "assay.denied_call_observation.v1",
                "assay.manifest_establish.v0",
            ]
        );
        assert_eq!((V1.marker.code, V1.marker.origin), (-31999.0, "assay-proxy"));
    }

    #[test]
    fn schemas_stand_under_the_prefix_of_their_kind() {
        for profile in Profile::ALL {
            for (schema, prefix) in profile.records.iter().zip(NAMESPACE) {
                assert!(schema.starts_with(prefix), "{schema}");
            }
            for superseded in profile.superseded {
                assert!(!profile.records.contains(&superseded.schema), "{}", superseded.schema);
            }
        }
    }

    /// Each rule of the catalogue is what the corpora of some version are about,
    /// and what v1 shares with v0 is v0's too.
    #[test]
    fn every_rule_is_some_versions_business() {
        for rule in catalogue::of(System::PrivilegedMcpAction) {
            assert_ne!((V0.is_about)(rule), v1::is_own(rule), "{}", rule.id);
            assert!((V1.is_about)(rule) || !v1::is_own(rule), "{}", rule.id);
        }
        for replaced in V1.replaces {
            assert!((V0.is_about)(replaced) && !(V1.is_about)(replaced), "{}", replaced.id);
        }
        for alternative in catalogue::alternatives() {
            assert!(catalogue::all().any(|rule| *rule == *alternative.rule), "{}", alternative.id);
        }
    }
}
