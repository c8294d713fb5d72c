//! `mcp-evidence inspect`: what is in a bundle, claimed beside recomputed.

use crate::cli::{InspectArguments, Version};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::suites::{self, Suite};
use mcp_evidence_contract::{Check, Finding, Material, Profile, System, profile};
use mcp_evidence_generator::Corpus;
use mcp_evidence_harness::escape::{TEXT, escape, escape_bytes};
use mcp_evidence_harness::{quote, select};
use mcp_evidence_reference::{
    Checked, Compared, EntryView, EventView, Inspection, Limits, inspect_as,
};
use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

/// Shows a bundle, or with `--canonical` the bytes that one event's content
/// hash covers.
pub(crate) fn run(arguments: &InspectArguments, out: &mut impl Write) -> Result<Exit, Failure> {
    let path = &arguments.bundle;
    let asked = arguments.profile.map(Version::profile);
    let (limits, canonical) = (Limits::default(), arguments.canonical);
    let inspection = if arguments.suite.is_none() && path.exists() {
        inspect_as(asked.unwrap_or(&profile::V0), open(path)?, &limits, canonical)
    } else {
        let (of_suite, bundle) = vector(path, asked, arguments.suite.as_deref())?;
        inspect_as(asked.unwrap_or(of_suite), &*bundle, &limits, canonical)
    };
    if let Some(seq) = arguments.canonical {
        return match &inspection.canonical {
            // A terminal gets them escaped: they are the bundle's.
            Some(bytes) if io::stdout().is_terminal() => {
                writeln!(out, "{}", escape_bytes(bytes, usize::MAX))?;
                Ok(Exit::Holds)
            }
            Some(bytes) => {
                out.write_all(bytes)?;
                Ok(Exit::Holds)
            }
            None => Err(Failure::Usage(format!(
                "no event of {} with assayseq {seq} could be read; `mcp-evidence inspect` without \
                 --canonical shows what could",
                escape(&path.to_string_lossy(), TEXT)
            ))),
        };
    }
    writeln!(out, "{}", escape(&path.to_string_lossy(), TEXT))?;
    for entry in &inspection.entries {
        show_entry(entry, out)?;
    }
    show_compared(&inspection.compared, out)?;
    show_events(&inspection, out)?;
    show_checks(&inspection.checks, out)?;
    for finding in &inspection.findings {
        show_finding("  finding: ", finding, out)?;
    }
    writeln!(out, "outcome: {}", inspection.outcome)?;
    Ok(Exit::holds(inspection.outcome.is_accept()))
}

fn open(path: &Path) -> Result<File, Failure> {
    let unreadable = |source| Failure::Bundle { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(unreadable(io::ErrorKind::IsADirectory.into()));
    }
    Ok(file)
}

/// The bundle of the vector of that id, and the version that its suite is of.
/// Where no suite is named, those of the version that is asked for come first.
fn vector(
    path: &Path,
    asked: Option<&Profile>,
    suite: Option<&str>,
) -> Result<(&'static Profile, Vec<u8>), Failure> {
    let named = suite.map(suites::find).transpose()?;
    let all = suites::all().filter(|suite| named.is_none_or(|named| named.id == suite.id));
    let mut corpora: Vec<_> = all.map(|suite| (suite, suite.corpus())).collect();
    corpora.sort_by_key(|(_, corpus)| asked.is_some_and(|it| it.id != corpus.manifest.profile));
    let name = path.to_string_lossy();
    let mut no_bundle = None;
    for (suite, corpus) in &corpora {
        let mut vectors = corpus.manifest.vectors.iter();
        let Some(index) = vectors.position(|vector| vector.id == name) else { continue };
        let profile = Profile::of_id(&corpus.manifest.profile);
        match (profile, &corpus.bundles[index].material) {
            (Some(profile), Material::File(bytes)) => return Ok((profile, bytes.clone())),
            (None, _) | (_, Material::Folder(_)) => no_bundle = no_bundle.or(Some(suite.id)),
        }
    }
    Err(Failure::Usage(match no_bundle {
        Some(suite) => format!(
            "{name} is a vector of {suite}, which is no bundle: mcp-evidence explain {}",
            quote::command_line([&*name])
        ),
        None => unknown(&name, named, &corpora),
    }))
}

/// That no vector is called so, nor a file where no suite is named; near ids
/// first.
fn unknown(name: &str, named: Option<&Suite>, corpora: &[(&Suite, Corpus)]) -> String {
    let bundles = corpora.iter().filter(|(_, it)| it.system() == System::PrivilegedMcpAction);
    let vectors = bundles.flat_map(|(_, corpus)| &corpus.manifest.vectors);
    let question = select::question(&select::meant(name, vectors.map(|it| it.id.as_str())));
    let name = escape(name, TEXT);
    match named {
        None => {
            let hint = question.unwrap_or_else(|| "mcp-evidence list vectors".to_owned());
            format!("cannot read {name}: no file and no vector is called so; {hint}")
        }
        Some(suite) => {
            let list = || format!("mcp-evidence list vectors --suite {}", suite.id);
            let hint = question.unwrap_or_else(list);
            format!("cannot read {name}: no vector of {} is called so; {hint}", suite.id)
        }
    }
}

fn show_entry(entry: &EntryView, out: &mut impl Write) -> io::Result<()> {
    let name = escape_bytes(&entry.name, TEXT);
    writeln!(out, "entry at byte {}: {name}, {} bytes", entry.offset, entry.size)?;
    for (name, bytes) in &entry.fields {
        // A field's trailing NULs say nothing; any other byte behind one does.
        let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        if end > 0 {
            writeln!(out, "  {name:<18} {}", bytes[..end].escape_ascii())?;
        }
    }
    Ok(())
}

fn show_compared(compared: &[Compared], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "manifest")?;
    for Compared { member, claimed, recomputed } in compared {
        if claimed == recomputed {
            writeln!(out, "  {member}: {recomputed}, as claimed")?;
        } else {
            writeln!(out, "  {member}: DIFFERS")?;
            writeln!(out, "    claimed    {}", escape(claimed, TEXT))?;
            writeln!(out, "    recomputed {recomputed}")?;
        }
    }
    Ok(())
}

fn show_events(inspection: &Inspection, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "events: {}", inspection.event_count)?;
    let text = |text: &Option<String>| match text {
        Some(text) => escape(text, TEXT),
        None => "-".to_owned(),
    };
    for event in &inspection.events {
        let EventView { line, length, canonical_length, recomputed, .. } = event;
        let (seq, event_type) = (text(&event.seq), text(&event.event_type));
        writeln!(out, "  line {line}: {length} bytes, seq {seq}, type {event_type}")?;
        if event.schema != event.event_type {
            writeln!(out, "    schema {}", text(&event.schema))?;
        }
        if event.claimed.as_deref() == Some(recomputed) {
            writeln!(
                out,
                "    content hash {recomputed}, as claimed, over {canonical_length} bytes"
            )?;
        } else {
            writeln!(out, "    content hash DIFFERS, over {canonical_length} bytes")?;
            writeln!(out, "      claimed    {}", text(&event.claimed))?;
            writeln!(out, "      recomputed {recomputed}")?;
        }
    }
    let shown = inspection.events.len() as u64;
    if shown < inspection.event_count {
        writeln!(out, "  and {} more", inspection.event_count - shown)?;
    }
    Ok(())
}

fn show_checks(checks: &[Checked], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "checks, in the order of §4")?;
    let mut first = true;
    for checked in checks {
        match checked {
            Checked::Holds(check) => writeln!(out, "  holds        {}", name(*check))?,
            Checked::NotReached(check) => writeln!(out, "  not reached  {}", name(*check))?,
            Checked::Fails(check, findings) => {
                let mark = if first { " (the first to fail: a report names this)" } else { "" };
                writeln!(out, "  FAILS        {}{mark}", name(*check))?;
                first = false;
                for finding in findings {
                    show_finding("    ", finding, out)?;
                }
            }
        }
    }
    Ok(())
}

fn show_finding(lead: &str, finding: &Finding, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{lead}{} (`{}`)", finding.message, finding.rule)?;
    if !finding.at.is_whole_bundle() {
        writeln!(out, "{:width$}at {}", "", finding.at, width = lead.len())?;
    }
    Ok(())
}

fn name(check: Check) -> &'static str {
    match check {
        Check::Structure => "structure",
        Check::Allowlist => "two-file allowlist",
        Check::PathSafety => "path safety",
        Check::Files => "file hash and size",
        Check::ContentHash => "content hashes",
        Check::Id => "id contract",
        Check::Sequence => "sequence",
        Check::RunId => "run id",
        Check::EventCount => "event count",
        Check::RunRoot => "run root",
        Check::BundleId => "bundle id",
    }
}
