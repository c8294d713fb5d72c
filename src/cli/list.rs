//! The arguments of `list`.

use crate::suites;
use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::{Error, ErrorKind};
use clap::{Arg, Args, Command, ValueEnum};
use mcp_evidence_harness::quote;
use std::ffi::OsStr;

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// What to list
    #[arg(value_parser = What, default_value = "suites")]
    pub(crate) what: Listing,
    /// Only those whose id matches this glob, as in 'stage2.decision.*'; several widen
    #[arg(value_name = "GLOB")]
    pub(crate) globs: Vec<String>,
    /// Only this suite: itself, its vectors, or the rules and points that these are about
    #[arg(long, value_name = "SUITE")]
    pub(crate) suite: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// Suites with their digests
    Suites,
    /// Vectors of every suite with their expected outcomes
    Vectors,
    /// Rules of the catalogue
    Rules,
    /// Points where the profile text leaves room
    Points,
}

/// Reads what to list, and tells whoever gives a glob or a suite in its place
/// where that goes.
#[derive(Debug, Clone, Copy)]
struct What;

impl TypedValueParser for What {
    type Value = Listing;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Listing, Error> {
        let parser = EnumValueParser::<Listing>::new();
        parser.parse_ref(command, argument, value).map_err(|error| match value.to_str() {
            Some(text) => instead(text).map_or(error, |message| {
                Error::raw(ErrorKind::InvalidValue, message).with_cmd(command)
            }),
            None => error,
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Listing::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}

/// None for what may be a slip of a word that is asked for.
fn instead(text: &str) -> Option<String> {
    let quoted = quote::command_line([text]);
    if let Ok(suite) = suites::find(text) {
        let id = suite.id;
        return Some(format!("{quoted} is a suite: mcp-evidence list vectors --suite {id}\n"));
    }
    // Ids have one of the first two, and no such word has.
    text.contains(['-', '.', '*', '?', '[', '{']).then(|| {
        format!(
            "what to list stands before {quoted}: mcp-evidence list vectors {quoted}, or rules, \
             points or suites\n"
        )
    })
}
