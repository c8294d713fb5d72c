//! What a reviewer should know about a report, counted and never scored.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One such thing; the names are those of the published run record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// Pass and invalid, and no finding says why.
    RejectReasonMissing,
    /// `schema` is absent or another.
    ReportSchemaMissingOrUnexpected,
    /// `profile` is absent or not the suite's.
    ReportProfileMissingOrUnexpected,
}

impl Warning {
    /// All of them.
    pub const ALL: [Warning; 3] = [
        Warning::RejectReasonMissing,
        Warning::ReportSchemaMissingOrUnexpected,
        Warning::ReportProfileMissingOrUnexpected,
    ];

    /// The name in JSON and in run records.
    pub const fn name(self) -> &'static str {
        match self {
            Warning::RejectReasonMissing => "reject_reason_missing",
            Warning::ReportSchemaMissingOrUnexpected => "report_schema_missing_or_unexpected",
            Warning::ReportProfileMissingOrUnexpected => "report_profile_missing_or_unexpected",
        }
    }

    /// The same in plain words.
    pub const fn text(self) -> &'static str {
        match self {
            Warning::RejectReasonMissing => {
                "the report rejects, and nothing in `findings` says why"
            }
            Warning::ReportSchemaMissingOrUnexpected => {
                "the report's `schema` is absent or is not the one of the specification"
            }
            Warning::ReportProfileMissingOrUnexpected => {
                "the report's `profile` is absent or is not the one of the suite"
            }
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
