//! The stages, in their order.

use crate::sink::{Enforced, Sink, tell};
use crate::{Limits, fault::Fault, stage1, stage2, stage3, stage4};
use mcp_evidence_contract::catalogue::container;
use mcp_evidence_contract::{Location, Outcome, Report};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Verifies the bundle in a file. A path that cannot be opened or read, a
/// directory included, is a stage-1 failure.
pub fn verify(path: &Path, limits: &Limits) -> Report {
    match File::open(path) {
        Ok(file) => report(file, limits),
        Err(error) => {
            let mut sink = Enforced::default();
            let message = format!("the bundle cannot be opened: {error}");
            tell(&mut sink, Fault::new(&container::READABLE, Location::BUNDLE, message));
            Report::new(Outcome::IntegrityFail, sink.into_findings())
        }
    }
}

/// Verifies a bundle in memory.
pub fn verify_bytes(bundle: &[u8], limits: &Limits) -> Report {
    report(bundle, limits)
}

fn report(bundle: impl Read + Send, limits: &Limits) -> Report {
    let mut sink = Enforced::default();
    let outcome = conclude(bundle, limits, &mut sink).unwrap_or(Outcome::IntegrityFail);
    Report::new(outcome, sink.into_findings())
}

/// Runs the stages. `None` where nothing can be read and the sink lets that
/// pass, so that there is nothing to conclude.
pub(crate) fn conclude<S: Sink>(
    bundle: impl Read + Send,
    limits: &Limits,
    sink: &mut S,
) -> Option<Outcome> {
    let checked = stage1::check(bundle, limits, sink);
    if sink.integrity_failed() {
        return Some(Outcome::IntegrityFail);
    }
    let records = stage2::judge(checked.ok()?, sink);
    let marker = stage3::bind(&records, sink);
    if sink.invalid() {
        return Some(Outcome::Invalid);
    }
    let claims = stage4::recompute(&records, marker, sink);
    // A sink may count a use of a permission as a fault.
    Some(if sink.invalid() { Outcome::Invalid } else { Outcome::Valid(claims) })
}
