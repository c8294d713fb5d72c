//! The suites that this program can make, by id.

use crate::failure::Failure;
use mcp_evidence_contract::system::TRUST_ANNOTATIONS_PROFILE;
use mcp_evidence_contract::vocabulary::PROFILE;
use mcp_evidence_contract::{Expected, Vector};
use mcp_evidence_generator::{self as generator, Corpus};
use mcp_evidence_harness::surface;

/// One suite: what it is, and how its corpus is made.
pub(crate) struct Suite {
    pub(crate) id: &'static str,
    /// Who stands behind the vectors.
    pub(crate) status: &'static str,
    pub(crate) about: &'static str,
    /// The profile of its manifest.
    profile: &'static str,
    make: fn() -> Corpus,
}

/// The suite that is run where none is named.
pub(crate) const DEFAULT: &str = "privileged-mcp-action-v0";

static SUITES: [Suite; 5] = [
    Suite {
        id: DEFAULT,
        status: "published",
        about: "the fourteen vectors of the profile's own corpus, byte for byte",
        profile: PROFILE,
        make: generator::published,
    },
    Suite {
        id: "privileged-mcp-action-v0-rules",
        status: "ours",
        about: "every rule that a bundle can tell, in both directions, one rule a vector",
        profile: PROFILE,
        make: generator::rules,
    },
    Suite {
        id: "privileged-mcp-action-v0-probes",
        status: "ours, never scored",
        about: "the points where the profile text leaves room",
        profile: PROFILE,
        make: generator::probes,
    },
    Suite {
        id: "trust-annotations-draft",
        status: "ours, of a draft",
        about: "what a client may conclude from annotated tool results, one rule a vector",
        profile: TRUST_ANNOTATIONS_PROFILE,
        make: generator::annotations,
    },
    Suite {
        id: "trust-annotations-draft-probes",
        status: "ours, never scored",
        about: "the points where the draft leaves room",
        profile: TRUST_ANNOTATIONS_PROFILE,
        make: generator::annotations_probes,
    },
];

impl Suite {
    /// The suite's corpus, made anew.
    pub(crate) fn corpus(&self) -> Corpus {
        (self.make)()
    }
}

/// Every suite, the default one first.
pub(crate) fn all() -> impl Iterator<Item = &'static Suite> {
    SUITES.iter()
}

/// The suite of that id.
pub(crate) fn find(id: &str) -> Result<&'static Suite, Failure> {
    let ids: Vec<&str> = all().map(|suite| suite.id).collect();
    let unknown = format!("there is no suite {id:?}; the suites are {}", ids.join(", "));
    all().find(|suite| suite.id == id).ok_or(Failure::Usage(unknown))
}

/// What a vector expects, in a few words of its surface.
pub(crate) fn label(suite: &Suite, vector: &Vector) -> String {
    match (&vector.expected, surface::of_profile(suite.profile)) {
        (Expected::Surface(expected), Some(surface)) => surface.label(expected),
        (expected, _) => expected.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_those_that_the_generator_makes() {
        let suites: Vec<_> = all().map(Suite::corpus).collect();
        assert!(suites == generator::corpora());
        for (suite, corpus) in all().zip(&suites) {
            let declared = (corpus.suite, corpus.manifest.profile.as_str());
            assert_eq!((suite.id, suite.profile), declared);
        }
    }
}
