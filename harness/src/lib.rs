//! The harness: starts a candidate on each vector of a corpus, watches it,
//! reads its report, judges it, and tells reporters.
//!
//! The contract with a candidate:
//!
//! 1. A candidate is a command. One argument is appended, the absolute path of
//!    a case. Environment and working folder are the caller's, standard input
//!    is empty, and no expectation reaches the candidate.
//! 2. It prints exactly one JSON object on standard output and exits. Exit
//!    status and standard error are recorded, never judged, but for texts that a
//!    vector forbids: they must not stand in either stream ([`forbidden`]).
//! 3. The suite's [`Surface`] is projected from that object; the rest is kept
//!    and shown.
//! 4. A case ends as one of the four [`Status`] words. A candidate error is
//!    never a match and never a correct rejection.
//! 5. [`exit::code`] gives the exit code: 0, 1 for a mismatch, 2 for any error.
//!
//! The way of a run: [`Corpus::load`], [`Candidate::new`], [`run()`] with
//! [`Options`]; its [`Event`]s go to [`reporter::Pretty`], its [`RunResult`] to
//! [`reporter::json`]. On Linux the host program lends itself as
//! [`supervise`]r. [`doctor`] looks closely at two starts. Candidates that are Rust functions go through [`trials()`].

#[cfg(not(unix))]
compile_error!("candidates are run as Unix processes");

pub mod baseline;
pub mod candidate;
mod case;
pub mod corpus;
pub mod diagnosis;
pub mod doctor;
pub mod escape;
pub mod event;
pub mod exit;
pub mod forbidden;
pub mod interrupt;
pub mod judge;
pub mod litter;
pub mod quote;
pub mod readings;
pub mod report;
pub mod reporter;
pub mod result;
pub mod results;
pub mod run;
pub mod schema;
pub mod select;
mod summary;
pub mod surface;
pub mod trials;
mod warning;

pub use baseline::Baseline;
pub use candidate::{Candidate, Limits, supervise};
pub use corpus::{Broken, Corpus, digest};
pub use event::Event;
pub use interrupt::Interrupt;
pub use result::{Case, RunResult, Status};
pub use results::Results;
pub use run::{Options, RunError, run};
pub use select::Selection;
pub use summary::of as summarize;
pub use surface::Surface;
pub use trials::trials;
pub use warning::Warning;
