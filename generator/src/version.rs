//! What the versions of the profile differ in where bundles are written.

use mcp_evidence_contract::Profile;
use mcp_evidence_contract::profile;

/// One version of the profile, as its bundles carry it.
#[derive(Debug)]
pub(crate) struct Version {
    pub(crate) profile: &'static Profile,
    /// What run ids start with.
    pub(crate) run: &'static str,
    /// `time` of every event.
    pub(crate) time: &'static str,
    /// The marker's code, as it is written.
    pub(crate) code: i64,
}

pub(crate) static V0: Version =
    Version { profile: &profile::V0, run: "pmav0", time: "2026-07-24T00:00:00Z", code: -32042 };

pub(crate) static V1: Version =
    Version { profile: &profile::V1, run: "pmav1", time: "2026-08-18T00:00:00Z", code: -31999 };

impl Version {
    /// `schema` of an observation record.
    pub(crate) fn observation(&self) -> &'static str {
        self.profile.records[1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_that_is_written_is_the_profiles() {
        for version in [&V0, &V1] {
            assert_eq!(version.code as f64, version.profile.marker.code);
        }
    }
}
