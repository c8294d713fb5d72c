//! The arguments of what shows results in other forms, and the schemas of them.

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultFormat {
    /// For people
    Pretty,
    /// One JSON object with everything
    Json,
    /// JUnit XML, for CI servers
    Junit,
    /// The Test Anything Protocol, version 14
    Tap,
    /// For the comment of an issue; at most 65,000 bytes
    Markdown,
    /// Workflow commands of GitHub Actions; a summary is appended to the file that
    /// GITHUB_STEP_SUMMARY names
    Github,
}

impl ResultFormat {
    /// The form of the document; none where people are told as the run goes.
    pub(crate) fn document(self) -> Option<FileFormat> {
        match self {
            ResultFormat::Pretty => None,
            ResultFormat::Json => Some(FileFormat::Json),
            ResultFormat::Junit => Some(FileFormat::Junit),
            ResultFormat::Tap => Some(FileFormat::Tap),
            ResultFormat::Markdown => Some(FileFormat::Markdown),
            ResultFormat::Github => Some(FileFormat::Github),
        }
    }
}

/// A form of finished results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileFormat {
    Json,
    Junit,
    Tap,
    Markdown,
    Github,
    Html,
}

/// A file to write, by any name but `-`, which elsewhere means standard output:
/// here it would silently be a file of that name.
pub(super) fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match dash(&path) {
        None => Ok(path),
        Some(says) => Err(says),
    })
}

fn dash(path: &Path) -> Option<&'static str> {
    (path == Path::new("-")).then_some(
        "an output is a file: --format says what standard output gets, and ./- is a file of that \
         name",
    )
}

/// `FORMAT=FILE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportFile {
    pub(crate) format: FileFormat,
    pub(crate) path: PathBuf,
}

/// A format's name and a file, as in `junit=report.xml`.
pub(super) fn report_file(text: &str) -> Result<ReportFile, String> {
    let names = || {
        let known: Vec<String> = FileFormat::value_variants()
            .iter()
            .filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()))
            .collect();
        format!("give FORMAT=FILE, as in junit=report.xml; the formats are {}", known.join(", "))
    };
    let (format, path) = text.split_once('=').ok_or_else(names)?;
    let format = FileFormat::from_str(format, false).map_err(|_| names())?;
    if path.is_empty() {
        return Err(names());
    }
    if let Some(says) = dash(Path::new(path)) {
        return Err(says.to_owned());
    }
    Ok(ReportFile { format, path: path.into() })
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes:\n  0  the comparison was written, whatever it shows\n  2  a \
    file cannot be read or is no result, or the output cannot be written")]
pub(crate) struct CompareArguments {
    /// JSON results of `run`, over one suite or several; each candidate becomes a column
    #[arg(required = true, value_name = "RESULT")]
    pub(crate) results: Vec<PathBuf>,
    /// Form of the comparison
    #[arg(long, value_enum, default_value = "pretty")]
    pub(crate) format: CompareFormat,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    /// For people
    Pretty,
    /// One page that stands alone
    Html,
    /// For the comment of an issue; at most 65,000 bytes
    Markdown,
    /// One JSON object with the status of each vector by each candidate
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArguments {
    /// What the schema is of
    #[arg(value_enum)]
    pub(crate) what: SchemaOf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaOf {
    /// A result of `run --format json`, over one suite or several
    Result,
    /// The manifest of a corpus
    Manifest,
    /// What a verifier of privileged-mcp-action prints, as far as it is compared
    Report,
    /// The known divergences that `run --baseline` takes
    Baseline,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_its_format_and_its_file() {
        let junit = |path: &str| ReportFile { format: FileFormat::Junit, path: path.into() };
        assert_eq!(report_file("junit=a=b.xml"), Ok(junit("a=b.xml")));
        for text in ["", "junit", "junit=", "=x", "pretty=x", "JUNIT=x", "xml=x"] {
            let error = report_file(text).expect_err(text);
            assert!(error.contains("json, junit, tap, markdown, github, html"), "{error}");
        }
        assert_eq!(report_file("junit=./-"), Ok(junit("./-")));
        assert!(report_file("junit=-").expect_err("no file").contains("./- is a file"));
    }
}
