//! `mcp-evidence score`: a capture against the expectations.

use super::reproduction::{candidate, corpus, identity, observe, pack, read, write};
use crate::cli::ScoreArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::place;
use mcp_evidence_harness::event::Event;
use mcp_evidence_harness::reporter::{Pretty, Style};
use mcp_evidence_reproduction::capture::{Capture, Said, limit};
use mcp_evidence_reproduction::record::{Shown, Subject, score};
use mcp_evidence_reproduction::words::MOST_CASES;
use std::io::Write;
use std::time::Duration;

/// Scores a capture, or makes one and scores it, and writes the run record.
pub(crate) fn run(arguments: &ScoreArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let pack = pack(&arguments.pack)?;
    let (corpus, selecting) = corpus(arguments.manifest.as_deref(), &pack.source_corpus_digest)?;
    let subject = Subject::new(pack, &corpus)?;
    let (capture, said) = match &arguments.capture {
        Some(path) => (read(path, limit(MOST_CASES))?, None),
        None => {
            let (capture, said) = capture(arguments, &subject)?;
            (capture, Some(said))
        }
    };
    let scored = score(&subject, &capture)?;
    if let (Some(path), Some(_)) = (&arguments.keep_capture, &said) {
        write(path, &capture)?;
    }
    if let Some(path) = &arguments.output {
        write(path, &scored.record.to_bytes())?;
    }
    let shown = Shown {
        subject: &subject,
        scored: &scored,
        said: said.as_deref(),
        argv: &arguments.candidate,
        repeat: [vec!["mcp-evidence".into(), "run".into()], selecting].concat(),
    };
    let result = shown.result();
    let style = Style { colour: place::colour(), reasons: arguments.reasons, ..Style::default() };
    let mut pretty = Pretty::new(&mut *out, style);
    pretty.event(&Event::Started(&result.setting))?;
    for case in &result.cases {
        pretty.event(&Event::Case { case, elapsed: Duration::ZERO })?;
    }
    pretty.event(&Event::Finished(&result))?;
    for line in shown.notes() {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "capture {}", scored.record.capture_sha256)?;
    match &arguments.output {
        Some(path) => writeln!(out, "wrote {}", path.display())?,
        None => writeln!(out, "no run record was asked for (--output FILE)")?,
    }
    Ok(match scored.record.exit_code() {
        0 => Exit::Holds,
        1 => Exit::DoesNotHold,
        _ => Exit::Error,
    })
}

fn capture(
    arguments: &ScoreArguments,
    subject: &Subject<'_>,
) -> Result<(Vec<u8>, Vec<Said>), Failure> {
    let identity = identity(&arguments.identity)?;
    let candidate = candidate(&arguments.candidate, &arguments.limits)?;
    let said = observe(&arguments.limits, &subject.pack, &candidate)?;
    let observations = said.iter().map(|said| said.observation.clone()).collect();
    let capture = Capture::new(&subject.pack, identity.implementation, observations);
    Ok((capture.to_bytes(), said))
}
