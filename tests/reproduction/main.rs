//! Issue #1840 through the program: packs, captures, run records, reports.
//!
//! Everything is made from our own corpora and texts of no meaning. Tests over
//! published bytes are ignored unless `MCP_EVIDENCE_PUBLISHED` names their
//! folder; tests with the Python candidate where there is no `python3`, unless
//! `MCP_EVIDENCE_REQUIRE` names `python`.

mod capture_edits;
mod captures;
mod guide;
mod packs;
mod published;
mod records;
mod reports;
mod runs;
mod support;

use libtest_mimic::Arguments;

fn main() {
    if support::is_fake_candidate() {
        return support::fake_candidate();
    }
    let trials = [
        packs::trials(),
        captures::trials(),
        records::trials(),
        runs::trials(),
        reports::trials(),
        published::trials(),
        guide::trials(),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials.into_iter().flatten().collect()).exit();
}
