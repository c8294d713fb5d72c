//! The harness against fake candidates.
//!
//! The candidates, the supervisor and a harness to be killed are this program
//! started again: nothing is installed, and nothing but Rust and a shell is
//! needed.

mod corpora;
mod fakes;
mod harnesses;
mod misuse;
mod outcomes;
mod processes;
mod reports;
mod setup;
mod stopping;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    match arguments.nth(1).as_deref().and_then(|word| word.to_str()) {
        Some("supervise") => mcp_evidence_harness::supervise(arguments),
        Some("fake") => fakes::play(arguments),
        Some("harness") => harnesses::play(arguments),
        Some(_) | None => {
            let tests = [
                outcomes::tests(),
                processes::tests(),
                harnesses::tests(),
                reports::tests(),
                corpora::tests(),
                misuse::tests(),
                stopping::tests(),
            ];
            let arguments = libtest_mimic::Arguments::from_args();
            libtest_mimic::run(&arguments, tests.into_iter().flatten().collect()).exit_code()
        }
    }
}
