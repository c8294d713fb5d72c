//! The verifier over bundles of every size, each beside its floor.
//!
//! `cargo bench --bench verify`; `ratios` gives the figures as ratios.

#[path = "../tests/support/mod.rs"]
mod support;

mod large;

use divan::Bencher;
use large::{Case, Spelling, floor};
use mcp_evidence_reference::{Limits, verify_bytes};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

const fn case(name: &'static str, events: usize, line: usize, spelling: Spelling) -> Case {
    Case { name, events, line, spelling }
}

const CASES: [Case; 8] = [
    case("100 canonical", 100, 600, Spelling::Canonical),
    case("10,000 canonical", 10_000, 600, Spelling::Canonical),
    case("99,000 canonical", 99_000, 600, Spelling::Canonical),
    case("100 respelled", 100, 600, Spelling::Respelled),
    case("10,000 respelled", 10_000, 600, Spelling::Respelled),
    case("99,000 respelled", 99_000, 600, Spelling::Respelled),
    case("600 of 100 KiB, canonical", 600, 102_400, Spelling::Canonical),
    case("600 of 100 KiB, respelled", 600, 102_400, Spelling::Respelled),
];

fn main() {
    divan::main();
}

type Made = HashMap<&'static str, Arc<Vec<u8>>>;

/// The bundle of a case, made once.
fn bundle(case: &Case) -> Arc<Vec<u8>> {
    static MADE: Mutex<Option<Made>> = Mutex::new(None);
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let made = made.get_or_insert_default();
    made.entry(case.name).or_insert_with(|| Arc::new(case.bundle())).clone()
}

/// The fourteen published vectors, one after the other.
#[divan::bench_group]
mod published {
    use super::{Bencher, Limits, floor, verify_bytes};

    #[divan::bench(name = "verifier")]
    fn verifier(bencher: Bencher) {
        let corpus = mcp_evidence_generator::published();
        let limits = Limits::default();
        bencher.bench(|| {
            for bundle in &corpus.bundles {
                divan::black_box(verify_bytes(bundle.bytes(), &limits));
            }
        });
    }

    #[divan::bench(name = "floor")]
    fn published_floor(bencher: Bencher) {
        let corpus = mcp_evidence_generator::published();
        bencher.bench(|| corpus.bundles.iter().map(|bundle| floor(bundle.bytes())).sum::<u64>());
    }
}

#[divan::bench(args = CASES.iter().map(|case| case.name))]
fn verifier(bencher: Bencher, name: &str) {
    let bundle = bundle(find(name));
    let limits = Limits::default();
    bencher.bench(|| verify_bytes(&bundle, &limits));
}

#[divan::bench(name = "floor", args = CASES.iter().map(|case| case.name))]
fn large_floor(bencher: Bencher, name: &str) {
    let bundle = bundle(find(name));
    bencher.bench(|| floor(&bundle));
}

fn find(name: &str) -> &'static Case {
    CASES.iter().find(|case| case.name == name).expect("a case of that name")
}
