//! `mcp-evidence inspect`: what is in a bundle, claimed beside recomputed.

use crate::cli::InspectArguments;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::suites::{self, Suite};
use mcp_evidence_contract::{Check, Finding, Material, Profile, System};
use mcp_evidence_generator::Corpus;
use mcp_evidence_harness::escape::{TEXT, escape, escape_bytes};
use mcp_evidence_harness::select;
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
    let profile = arguments.profile.profile();
    let (limits, canonical) = (Limits::default(), arguments.canonical);
    let inspection = match vector(path, profile) {
        Some(bundle) => inspect_as(profile, &*bundle, &limits, canonical),
        None if !path.exists() => return Err(unknown(path)),
        None => inspect_as(profile, open(path)?, &limits, canonical),
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

/// The vector of that id, where no file has the name: of the profile's suites
/// before those of others.
fn vector(path: &Path, profile: &Profile) -> Option<Vec<u8>> {
    if path.exists() {
        return None;
    }
    let id = path.to_str()?;
    let mut corpora: Vec<_> = corpora().collect();
    corpora.sort_by_key(|corpus| corpus.manifest.profile != profile.id);
    corpora.into_iter().find_map(|corpus| {
        let index = corpus.manifest.vectors.iter().position(|vector| vector.id == id)?;
        match &corpus.bundles[index].material {
            Material::File(bytes) => Some(bytes.clone()),
            Material::Folder(_) => None,
        }
    })
}

/// Those whose vectors are bundles.
fn corpora() -> impl Iterator<Item = Corpus> {
    let all = suites::all().map(Suite::corpus);
    all.filter(|corpus| corpus.system() == System::PrivilegedMcpAction)
}

/// That neither a file nor a vector is called so, near ids first.
fn unknown(path: &Path) -> Failure {
    let name = path.to_string_lossy();
    let corpora: Vec<_> = corpora().collect();
    let vectors = corpora.iter().flat_map(|corpus| &corpus.manifest.vectors);
    let hint = match select::question(&select::meant(&name, vectors.map(|it| it.id.as_str()))) {
        Some(question) => format!("; {question}"),
        None => "; mcp-evidence list vectors".to_owned(),
    };
    let name = escape(&name, TEXT);
    Failure::Usage(format!("cannot read {name}: no file and no vector is called so{hint}"))
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
