//! The stages, in their order.

use crate::sink::{Enforced, Sink, tell};
use crate::{Limits, fault::Fault, stage1, stage2, stage3, stage4};
use mcp_evidence_contract::catalogue::container;
use mcp_evidence_contract::{Location, Outcome, Profile, Report, profile};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Verifies the bundle in a file under `privileged-mcp-action/v0`. A path that
/// cannot be opened or read, a directory included, is a stage-1 failure.
pub fn verify(path: &Path, limits: &Limits) -> Report {
    verify_as(&profile::V0, path, limits)
}

/// Verifies a bundle in memory under `privileged-mcp-action/v0`.
pub fn verify_bytes(bundle: &[u8], limits: &Limits) -> Report {
    verify_bytes_as(&profile::V0, bundle, limits)
}

/// [`verify`] under a profile of the caller's choice, which the report names. No
/// bundle is looked at to find out.
pub fn verify_as(profile: &'static Profile, path: &Path, limits: &Limits) -> Report {
    match File::open(path) {
        Ok(file) => report(profile, file, limits),
        Err(error) => {
            let mut sink = Enforced::default();
            let message = format!("the bundle cannot be opened: {error}");
            tell(&mut sink, Fault::new(&container::READABLE, Location::BUNDLE, message));
            Report::new(profile, Outcome::IntegrityFail, sink.into_findings())
        }
    }
}

/// [`verify_bytes`] under a profile of the caller's choice.
pub fn verify_bytes_as(profile: &'static Profile, bundle: &[u8], limits: &Limits) -> Report {
    report(profile, bundle, limits)
}

fn report(profile: &'static Profile, bundle: impl Read + Send, limits: &Limits) -> Report {
    let mut sink = Enforced::default();
    let outcome = conclude(profile, bundle, limits, &mut sink).unwrap_or(Outcome::IntegrityFail);
    Report::new(profile, outcome, sink.into_findings())
}

/// Runs the stages. `None` where nothing can be read and the sink lets that
/// pass, so that there is nothing to conclude.
pub(crate) fn conclude<S: Sink>(
    profile: &'static Profile,
    bundle: impl Read + Send,
    limits: &Limits,
    sink: &mut S,
) -> Option<Outcome> {
    let checked = stage1::check(bundle, limits, profile, sink);
    if sink.integrity_failed() {
        return Some(Outcome::IntegrityFail);
    }
    let records = stage2::judge(checked.ok()?, sink);
    let marker = stage3::bind(&records, profile, sink);
    if sink.invalid() {
        return Some(Outcome::Invalid);
    }
    let claims = stage4::recompute(&records, marker, sink);
    // A sink may count a use of a permission as a fault.
    Some(if sink.invalid() { Outcome::Invalid } else { Outcome::Valid(claims) })
}
