//! The arguments of `list`.

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// What to list
    #[arg(value_enum, default_value = "suites")]
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
