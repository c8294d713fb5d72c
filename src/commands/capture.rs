//! `mcp-evidence capture`: what a candidate says about opaque cases.

use super::reproduction::{candidate, identity, observe, pack, write};
use crate::cli::CaptureArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_reproduction::capture::{Capture, State};
use std::io::Write;

/// Puts each case of the pack to the candidate and writes the capture.
pub(crate) fn run(arguments: &CaptureArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let identity = identity(&arguments.identity)?;
    let candidate = candidate(&arguments.candidate, &arguments.limits)?;
    let pack = pack(&arguments.pack)?;
    let said = observe(&arguments.limits, &pack, &candidate)?;
    let observations = said.into_iter().map(|said| said.observation).collect();
    let capture = Capture::new(&pack, identity.implementation, observations);
    write(&arguments.output, &capture.to_bytes())?;
    let mut answers = 0;
    for observation in &capture.observations {
        let (word, error) = match &observation.state {
            State::Observed(_) => {
                answers += 1;
                continue;
            }
            State::CandidateError { error } => ("candidate error", error),
            State::CaptureError { error } => ("capture error", error),
        };
        writeln!(out, "{}: {word}: {}", observation.case_id, escape(error, TEXT))?;
    }
    let cases = capture.observations.len();
    writeln!(out, "{answers} of {cases} cases answered; wrote {}", arguments.output.display())?;
    Ok(if answers == cases { Exit::Holds } else { Exit::Error })
}
