//! The reference verifier through the façade, as any Rust implementer would
//! run its own.

use mcp_evidence::libtest_mimic::{self, Arguments};
use mcp_evidence_reference::{Limits, Profile, profile, verify_as};
use std::path::Path;

fn report(profile: &'static Profile, bundle: &Path) -> serde_json::Value {
    serde_json::to_value(verify_as(profile, bundle, &Limits::default())).expect("serializes")
}

fn main() {
    let suites = [
        ("privileged-mcp-action-v0", &profile::V0),
        ("privileged-mcp-action-v0-rules", &profile::V0),
        ("privileged-mcp-action-v1", &profile::V1),
        ("privileged-mcp-action-v1-rules", &profile::V1),
    ];
    let trials = suites
        .into_iter()
        .flat_map(|(suite, profile)| {
            mcp_evidence::conformance(suite, move |bundle| report(profile, bundle))
                .expect("a suite")
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
