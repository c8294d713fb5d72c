//! What a corpus can and cannot tell, measured and not asserted.

use super::markdown::{Page, code, plain};
use mcp_evidence_contract::vocabulary::PROFILE;
use mcp_evidence_contract::{Outcome, Published};
use mcp_evidence_harness::Corpus;
use mcp_evidence_reference::Limits;
use mcp_evidence_reference::adequacy::{Change, Fate, Measurement, Vector, measure};
use serde::Deserialize as _;
use serde_json::Value;

/// A measured corpus.
pub(super) struct Scope {
    vectors: usize,
    told: Vec<Published>,
    pub(super) not_told: Vec<Published>,
    rules: Counts,
    permissions: Counts,
    constants: Vec<(String, usize)>,
}

#[derive(Default)]
struct Counts {
    told: usize,
    not_told: usize,
    excluded: usize,
}

impl Scope {
    /// Measures a corpus; none where this kit has no verifier of its profile,
    /// or that verifier disagrees with the corpus.
    pub(super) fn measure(corpus: &Corpus) -> Option<Scope> {
        let measurement = measured(corpus)?;
        let tells = |published: &Published| measurement.tells(*published);
        let (told, not_told) = Published::ALL.into_iter().partition(tells);
        let permission = |change: &Change| matches!(change, Change::Narrowed(_));
        let requirement = |change: &Change| matches!(change, Change::Without(_));
        Some(Scope {
            vectors: corpus.vectors().len(),
            told,
            not_told,
            rules: Counts::of(&measurement, requirement),
            permissions: Counts::of(&measurement, permission),
            constants: constants(corpus),
        })
    }

    pub(super) fn write(&self, page: &mut Page) {
        let Scope { vectors, told, not_told, rules, permissions, constants } = self;
        page.paragraph(&format!(
            "Measured, not estimated: the reference verifier of this kit was run over the \
             {vectors} vectors with one rule changed at a time. A corpus tells a rule when some \
             vector's outcome changes."
        ));
        page.table(
            ["what", "told", "not told", "no bundle can tell"],
            &[
                [
                    "of the 27 in-scope rules of the published analysis".to_owned(),
                    told.len().to_string(),
                    not_told.len().to_string(),
                    String::new(),
                ],
                rules.row("of the rules that this kit's catalogue makes of the text"),
                permissions.row("of the permissions that a verifier must grant"),
            ],
        );
        page.paragraph("A full match is evidence about these of the 27, at most in part:");
        page.list(told.iter().map(|rule| plain(rule.text())));
        page.paragraph("A full match says nothing about these:");
        page.list(not_told.iter().map(|rule| plain(rule.text())));
        for (answer, matches) in constants {
            page.paragraph(&format!(
                "For comparison: a program that answers {} to everything matches {matches} of \
                 {vectors}.",
                code(answer)
            ));
        }
    }
}

/// The measurement of a corpus, where this kit can make one.
pub(super) fn measured(corpus: &Corpus) -> Option<Measurement> {
    if corpus.manifest().profile != PROFILE {
        return None;
    }
    let vectors = corpus.vectors().iter().enumerate().map(|(index, vector)| {
        let expected = Outcome::deserialize(&vector.expected).ok()?;
        Some(Vector { id: &vector.id, bundle: corpus.bytes(index), expected })
    });
    let vectors: Vec<Vector<'_>> = vectors.collect::<Option<_>>()?;
    measure(&vectors, &Limits::default()).ok()
}

impl Counts {
    fn of(measurement: &Measurement, kind: impl Fn(&Change) -> bool) -> Counts {
        let mut counts = Counts::default();
        for measured in measurement.scored().filter(|measured| kind(&measured.change)) {
            match measured.fate {
                Fate::Killed(_) => counts.told += 1,
                Fate::Survived => counts.not_told += 1,
                Fate::Excluded(_) => counts.excluded += 1,
            }
        }
        counts
    }

    fn row(&self, what: &str) -> [String; 4] {
        let Counts { told, not_told, excluded } = self;
        [what.to_owned(), told.to_string(), not_told.to_string(), excluded.to_string()]
    }
}

/// The best score of each kind of constant answer.
fn constants(corpus: &Corpus) -> Vec<(String, usize)> {
    let surface = corpus.surface();
    let expected: Vec<&Value> = corpus.vectors().iter().map(|vector| &vector.expected).collect();
    let mut best: Vec<(String, usize)> = Vec::new();
    for answer in surface.constants(&expected) {
        let matches = expected.iter().filter(|expected| surface.agree(expected, &answer)).count();
        let label = surface.label(&answer);
        match best.iter_mut().find(|(known, _)| *known == label) {
            Some((_, most)) => *most = matches.max(*most),
            None => best.push((label, matches)),
        }
    }
    best
}
