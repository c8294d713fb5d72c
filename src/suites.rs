//! The suites that this program can make, by id.

use crate::failure::Failure;
use mcp_evidence_generator::{self as generator, Corpus};

/// One suite: what it is, and how its corpus is made.
pub(crate) struct Suite {
    pub(crate) id: &'static str,
    /// Who stands behind the vectors.
    pub(crate) status: &'static str,
    pub(crate) about: &'static str,
    make: fn() -> Corpus,
}

/// The suite that is run where none is named.
pub(crate) const DEFAULT: &str = "privileged-mcp-action-v0";

static SUITES: [Suite; 5] = [
    Suite {
        id: DEFAULT,
        status: "published",
        about: "the fourteen vectors of the profile's own corpus, byte for byte",
        make: generator::published,
    },
    Suite {
        id: "privileged-mcp-action-v0-rules",
        status: "ours",
        about: "every rule that a bundle can tell, in both directions, one rule a vector",
        make: generator::rules,
    },
    Suite {
        id: "privileged-mcp-action-v0-probes",
        status: "ours, never scored",
        about: "the points where the profile text leaves room",
        make: generator::probes,
    },
    Suite {
        id: "privileged-mcp-action-v1",
        status: "published",
        about: "the seven vectors of the corpus of the profile's next version, byte for byte",
        make: generator::published_v1,
    },
    Suite {
        id: "privileged-mcp-action-v1-rules",
        status: "ours",
        about: "the rules that v1 changes, in both directions, one rule a vector",
        make: generator::rules_v1,
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
