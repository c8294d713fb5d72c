//! Finished results in other forms: on standard output, in files, in the summary
//! of a job.

use super::files::{self, Files};
use crate::cli::{FileFormat, ReportFile, ResultFormat};
use crate::failure::Failure;
use crate::notice::notice;
use mcp_evidence_harness::Results;
use mcp_evidence_harness::reporter::{Output, github, html, json, junit, markdown, tap};
use mcp_evidence_harness::results::RESULT_LIMIT;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The variable in which GitHub Actions names the file of a job's summary.
const STEP_SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// The files that a run will write, opened before it begins.
pub(crate) struct Reports<'a> {
    files: Vec<(FileFormat, &'a Path, Output)>,
    summary: Option<PathBuf>,
}

impl<'a> Reports<'a> {
    /// `output` takes the JSON result, each of `reports` its form. A result that
    /// is repeated may be replaced by the new one.
    ///
    /// # Errors
    /// One of them would replace one of `files` or another, or cannot be written:
    /// told before anything runs.
    pub(crate) fn open(
        format: ResultFormat,
        output: Option<&'a Path>,
        reports: &'a [ReportFile],
        files: &mut Files,
    ) -> Result<Reports<'a>, Failure> {
        let named = || std::env::var_os(STEP_SUMMARY).filter(|name| !name.is_empty());
        let summary = (format == ResultFormat::Github).then(named).flatten().map(PathBuf::from);
        if let Some(path) = &summary {
            files.appends("the job's summary", path)?;
        }
        let output = output.map(|path| ("--output", FileFormat::Json, path));
        let reports = reports.iter().map(|it| ("--report", it.format, it.path.as_path()));
        let named: Vec<_> = output.into_iter().chain(reports).collect();
        for (option, format, path) in &named {
            let renewed = (*format == FileFormat::Json).then_some(files::RESULT);
            files.replaces(option, path, renewed)?;
        }
        let opened = named.into_iter().map(|(_, format, path)| {
            let output = Output::open(path).map_err(|source| failed(path, source))?;
            Ok((format, path, output))
        });
        let mut files = opened.collect::<Result<Vec<_>, Failure>>()?;
        // Whoever does not read a pipe keeps no file from being written.
        files.sort_by_key(|(_, _, output)| output.is_direct());
        if let Some(path) = &summary {
            append(path, "").map_err(|source| failed(path, source))?;
        }
        Ok(Reports { files, summary })
    }

    /// The files, as they were named.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(_, path, _)| *path)
    }

    /// Writes every file; one that fails keeps no other from being written.
    /// Gives why each of those could not be.
    pub(crate) fn write(self, results: &Results) -> Vec<Failure> {
        let files = self.files.into_iter().map(|(format, path, output)| {
            let mut bytes = 0;
            output
                .write(|out| document(format, results, &mut Counted { out, bytes: &mut bytes }))
                .map_err(|source| failed(path, source))?;
            if format == FileFormat::Json && bytes > RESULT_LIMIT {
                notice(format_args!(
                    "{}: the result has {bytes} bytes; --rerun and compare read up to {RESULT_LIMIT}",
                    path.display()
                ));
            }
            Ok(())
        });
        let mut written: Vec<Result<(), Failure>> = files.collect();
        if let Some(path) = &self.summary {
            let summary = markdown::document(results.runs());
            written.push(append(path, &summary).map_err(|source| failed(path, source)));
        }
        written.into_iter().filter_map(Result::err).collect()
    }
}

fn failed(path: &Path, source: io::Error) -> Failure {
    Failure::ResultFile { path: path.to_owned(), source }
}

/// Counts what is written.
struct Counted<'a> {
    out: &'a mut dyn Write,
    bytes: &'a mut usize,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        *self.bytes += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Other steps' summaries stand before this one.
fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// Writes finished results in one form.
pub(crate) fn document(
    format: FileFormat,
    results: &Results,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = match format {
        FileFormat::Json => return json::write_value(results, out),
        FileFormat::Junit => junit::document(results.runs()),
        FileFormat::Tap => tap::document(results.runs()),
        FileFormat::Markdown => markdown::document(results.runs()),
        FileFormat::Github => github::annotations(results.runs()),
        FileFormat::Html => html::document(results.runs()),
    };
    out.write_all(text.as_bytes())
}
