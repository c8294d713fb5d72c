//! The suites that this program can make, by id.

use crate::failure::Failure;
use mcp_evidence_contract::{Expected, Vector};
use mcp_evidence_generator::{self as generator, Corpus};
use mcp_evidence_harness::{select, surface};

/// One suite: what it is, and how its corpus is made.
pub(crate) struct Suite {
    pub(crate) id: &'static str,
    /// What its manifest calls it, and so its results, where that is another name.
    also: Option<&'static str>,
    /// Who stands behind the vectors.
    pub(crate) status: &'static str,
    pub(crate) about: &'static str,
    kind: Kind,
    /// What a candidate is asked in it: suites with the same are run by the same
    /// command.
    asks: &'static str,
    make: fn() -> Corpus,
}

/// What a suite is among those that ask the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A few cases that somebody published.
    Published,
    /// One rule a vector.
    Rules,
    /// The points where the text leaves room, never scored.
    Probes,
}

/// The suite that is run where none is named.
pub(crate) const DEFAULT: &str = "privileged-mcp-action-v0";

static SUITES: [Suite; 12] = [
    Suite {
        id: DEFAULT,
        also: Some("privileged-mcp-action-v0-conformance"),
        status: "published",
        about: "the fourteen vectors of the profile's own corpus, byte for byte",
        kind: Kind::Published,
        asks: "privileged-mcp-action/v0",
        make: generator::published,
    },
    Suite {
        id: "privileged-mcp-action-v0-rules",
        also: None,
        status: "ours",
        about: "every rule that a bundle can tell, in both directions, one rule a vector",
        kind: Kind::Rules,
        asks: "privileged-mcp-action/v0",
        make: generator::rules,
    },
    Suite {
        id: "privileged-mcp-action-v0-probes",
        also: None,
        status: "ours, never scored",
        about: "the points where the profile text leaves room",
        kind: Kind::Probes,
        asks: "privileged-mcp-action/v0",
        make: generator::probes,
    },
    Suite {
        id: "privileged-mcp-action-v1",
        also: Some("privileged-mcp-action-v1-conformance"),
        status: "published",
        about: "the seven vectors of the corpus of the profile's next version, byte for byte",
        kind: Kind::Published,
        asks: "privileged-mcp-action/v1",
        make: generator::published_v1,
    },
    Suite {
        id: "privileged-mcp-action-v1-rules",
        also: None,
        status: "ours",
        about: "the rules that v1 changes, in both directions, one rule a vector",
        kind: Kind::Rules,
        asks: "privileged-mcp-action/v1",
        make: generator::rules_v1,
    },
    Suite {
        id: "tool-decision-surface-v0",
        also: None,
        status: "ours",
        about: "observed tool calls, and the record of them",
        kind: Kind::Rules,
        asks: "observed tool calls",
        make: generator::tool_decisions,
    },
    Suite {
        id: "tool-decision-surface-v0-check",
        also: None,
        status: "ours",
        about: "such records, and whether they may be written",
        kind: Kind::Rules,
        asks: "a record of tool decisions",
        make: generator::tool_decision_records,
    },
    Suite {
        id: "tool-decision-surface-v0-probes",
        also: None,
        status: "ours, never scored",
        about: "the points where the text of the tool-decision surface leaves room",
        kind: Kind::Probes,
        asks: "observed tool calls",
        make: generator::tool_decision_probes,
    },
    Suite {
        id: "request-decision-receipts-v0",
        also: None,
        status: "ours",
        about: "receipts derived from frames and decisions, and captures that verify or do not",
        kind: Kind::Rules,
        asks: "a capture of receipts",
        make: generator::receipts,
    },
    Suite {
        id: "request-decision-receipts-v0-probes",
        also: None,
        status: "ours, never scored",
        about: "the points where the receipts' text leaves room",
        kind: Kind::Probes,
        asks: "a capture of receipts",
        make: generator::receipts_probes,
    },
    Suite {
        id: "trust-annotations-draft",
        also: None,
        status: "ours, of a draft",
        about: "what a client may conclude from annotated tool results, one rule a vector",
        kind: Kind::Rules,
        asks: "annotated tool results",
        make: generator::annotations,
    },
    Suite {
        id: "trust-annotations-draft-probes",
        also: None,
        status: "ours, never scored",
        about: "the points where the draft leaves room",
        kind: Kind::Probes,
        asks: "annotated tool results",
        make: generator::annotations_probes,
    },
];

impl Suite {
    /// The suite's corpus, made anew.
    pub(crate) fn corpus(&self) -> Corpus {
        (self.make)()
    }

    /// The suite that goes further, for the same command.
    pub(crate) fn onward(&self) -> Option<&'static Suite> {
        all()
            .filter(|other| other.asks == self.asks && other.kind > self.kind)
            .min_by_key(|it| it.kind)
    }
}

/// Every suite, the default one first.
pub(crate) fn all() -> impl Iterator<Item = &'static Suite> {
    SUITES.iter()
}

/// The suite of that id, or that its manifest calls so.
pub(crate) fn find(name: &str) -> Result<&'static Suite, Failure> {
    let found = all().find(|suite| suite.id == name || suite.also == Some(name));
    found.ok_or_else(|| Failure::Usage(unknown(name)))
}

/// Says which there are, the nearest first.
fn unknown(name: &str) -> String {
    let names = all().flat_map(|suite| [Some(suite.id), suite.also]).flatten();
    let mut meant = select::meant(name, names);
    meant.truncate(1);
    let meant = select::question(&meant).map(|text| format!(": {text}")).unwrap_or_default();
    let ids: Vec<&str> = all().map(|suite| suite.id).collect();
    format!("there is no suite {name:?}{meant}\nthe suites are {}", ids.join(", "))
}

/// What a vector of a suite of `profile` expects, in a few words.
pub(crate) fn label(profile: &str, vector: &Vector) -> String {
    match (&vector.expected, surface::of_profile(profile)) {
        (Expected::Surface(expected), Some(surface)) => surface.label(expected),
        (expected, _) => expected.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_further_than_a_suite_is_of_its_system() {
        let onward = |id| find(id).expect("a suite").onward().map(|suite| suite.id);
        assert_eq!(onward(DEFAULT), Some("privileged-mcp-action-v0-rules"));
        assert_eq!(
            onward("privileged-mcp-action-v0-rules"),
            Some("privileged-mcp-action-v0-probes")
        );
        assert_eq!(onward("tool-decision-surface-v0-check"), None, "no probe is a record");
        for suite in all() {
            let Some(further) = suite.onward() else { continue };
            let profile = |suite: &Suite| suite.corpus().manifest.profile;
            assert_eq!(profile(further), profile(suite), "{}", suite.id);
        }
    }

    #[test]
    fn suites_are_those_that_the_generator_makes() {
        let suites: Vec<_> = all().map(Suite::corpus).collect();
        assert!(suites == generator::corpora());
        for (suite, corpus) in all().zip(&suites) {
            assert_eq!(suite.id, corpus.suite);
            assert_eq!(suite.also.unwrap_or(suite.id), corpus.manifest.suite);
        }
    }

    #[test]
    fn a_suite_has_the_name_of_its_manifest_too_and_others_are_guessed() {
        let find = |name: &str| find(name).map(|suite| suite.id).map_err(|error| error.to_string());
        assert_eq!(find("privileged-mcp-action-v0-conformance").as_deref(), Ok(DEFAULT));
        let error = find("privileged-mcp-action-v0-rulez").expect_err("none");
        let said =
            "\"privileged-mcp-action-v0-rulez\": did you mean privileged-mcp-action-v0-rules?\n";
        assert!(error.contains(said), "{error}");
        let error = find("privileged-mcp-action-v0-confrmance").expect_err("none");
        assert!(error.contains("did you mean privileged-mcp-action-v0-conformance?\n"), "{error}");
        let error = find("x").expect_err("none");
        assert!(error.starts_with("there is no suite \"x\"\nthe suites are"), "{error}");
    }
}
