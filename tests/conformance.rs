//! The reference verifier through the façade, as any Rust implementer would
//! run its own.

use mcp_evidence::libtest_mimic::{self, Arguments};
use mcp_evidence_reference::{Limits, verify};
use std::path::Path;

fn report(bundle: &Path) -> serde_json::Value {
    serde_json::to_value(verify(bundle, &Limits::default())).expect("a report serializes")
}

fn main() {
    let trials = ["privileged-mcp-action-v0", "privileged-mcp-action-v0-rules"]
        .into_iter()
        .flat_map(|suite| mcp_evidence::conformance(suite, report).expect("a suite"))
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
