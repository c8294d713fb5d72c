//! What somebody may have meant whose selection is empty.

use super::near::{containing, likeness, listed, near};
use super::{Known, Selection, known};
use crate::corpus::Corpus;
use crate::escape::{TEXT, escape};
use crate::quote;
use globset::GlobMatcher;
use mcp_evidence_contract::catalogue;
use std::collections::BTreeSet;
use std::fmt;

/// The names that a suite gives to select by.
#[derive(Debug, Clone)]
pub struct Names {
    suite: String,
    ids: Vec<String>,
    rules: BTreeSet<String>,
    stages: BTreeSet<u8>,
}

impl Names {
    /// Those of `corpus`, which `--suite` knows as `suite`.
    pub fn new(suite: &str, corpus: &Corpus) -> Names {
        Names::of(suite, known(corpus))
    }

    fn of<'a>(suite: &str, vectors: impl Iterator<Item = Known<'a>>) -> Names {
        let mut names = Names {
            suite: suite.to_owned(),
            ids: Vec::new(),
            rules: BTreeSet::new(),
            stages: BTreeSet::new(),
        };
        for Known { id, rule, stage } in vectors {
            names.ids.push(id.to_owned());
            names.rules.extend(rule.map(str::to_owned));
            names.stages.extend(stage);
        }
        names
    }

    fn holds(&self, kind: Kind, glob: &GlobMatcher) -> bool {
        self.all(kind).any(|name| glob.is_match(name))
    }

    fn all(&self, kind: Kind) -> Box<dyn Iterator<Item = &str> + '_> {
        match kind {
            Kind::Id => Box::new(self.ids.iter().map(String::as_str)),
            Kind::Rule => Box::new(self.rules.iter().map(String::as_str)),
        }
    }
}

/// What a pattern is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Id,
    Rule,
}

impl Kind {
    fn other(self) -> Kind {
        match self {
            Kind::Id => Kind::Rule,
            Kind::Rule => Kind::Id,
        }
    }

    fn option(self) -> &'static str {
        match self {
            Kind::Id => "--only",
            Kind::Rule => "--rule",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Kind::Id => "vector",
            Kind::Rule => "rule",
        }
    }
}

/// What to select instead, each in a line; printable.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints(Vec<String>);

impl fmt::Display for Hints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl Hints {
    /// Why `selection` is empty over the suites `here`; `elsewhere` are those
    /// that could have been named besides.
    pub fn new(selection: &Selection, here: &[Names], elsewhere: &[Names]) -> Hints {
        let mut lines = Vec::new();
        for (kind, globs) in [(Kind::Id, &selection.only), (Kind::Rule, &selection.rules)] {
            for glob in globs {
                if !here.iter().any(|names| names.holds(kind, glob)) {
                    lines.push(pattern(kind, glob, here, elsewhere));
                }
            }
        }
        let stages: BTreeSet<u8> = here.iter().flat_map(|names| &names.stages).copied().collect();
        if !selection.stages.is_empty() && selection.stages.iter().all(|it| !stages.contains(it)) {
            lines.push(stage(&selection.stages, &stages, elsewhere));
        }
        if lines.is_empty() {
            let is_narrow = [&selection.only, &selection.rules].iter().any(|it| !it.is_empty());
            lines.push(if is_narrow || !selection.stages.is_empty() {
                "each of them alone leaves some vector, and no vector passes all".to_owned()
            } else {
                "--skip leaves out every vector".to_owned()
            });
        }
        Hints(lines)
    }
}

fn stage(given: &[u8], known: &BTreeSet<u8>, elsewhere: &[Names]) -> String {
    let known: Vec<String> = known.iter().map(u8::to_string).collect();
    let mut text = match known.as_slice() {
        [] => "--stage: no vector of the suite has a rule with a stage".to_owned(),
        known => format!("--stage: the rules of the suite have the stages {}", known.join(", ")),
    };
    for number in given {
        if let Some(names) = elsewhere.iter().find(|names| names.stages.contains(number)) {
            let number = number.to_string();
            let instead = command(&["--suite", &names.suite, "--stage", &number]);
            text.push_str(&format!("; of another suite: {instead}"));
            break;
        }
    }
    text
}

/// The one line about a pattern that matches nothing here: of all that it may
/// have meant, the surest.
fn pattern(kind: Kind, glob: &GlobMatcher, here: &[Names], elsewhere: &[Names]) -> String {
    let text = glob.glob().glob();
    let given = command(&[kind.option(), text]);
    let all = || here.iter().chain(elsewhere);
    if all().any(|names| names.suite == text) {
        return format!("{given}: that is a suite: {}", command(&["--suite", text]));
    }
    let other = kind.other();
    if here.iter().any(|names| names.holds(other, glob)) {
        let instead = command(&[other.option(), text]);
        return format!("{given}: that is the id of a {}: {instead}", other.noun());
    }
    for kind in [kind, other] {
        let mut suites = elsewhere.iter().filter(|names| names.holds(kind, glob));
        if let Some(names) = suites.next() {
            let more = suites.count();
            let more = match more {
                0 => String::new(),
                1 => ", or 1 more suite".to_owned(),
                several => format!(", or {several} more suites"),
            };
            let instead = command(&["--suite", &names.suite, kind.option(), text]);
            return format!("{given}: that is a {} of another suite: {instead}{more}", kind.noun());
        }
    }
    if kind == Kind::Rule && catalogue::find(text).is_some() {
        let explain = command(&["mcp-evidence", "explain", text]);
        return format!("{given}: no vector can tell this rule alone: {explain}");
    }
    let names = |of: &Names| of.all(kind).map(str::to_owned).collect::<BTreeSet<String>>();
    let known: BTreeSet<String> = here.iter().flat_map(names).collect();
    let containing = containing(text, &known);
    if containing.len() > 1 {
        let instead = command(&[kind.option(), &format!("*{}*", super::exactly(text))]);
        return format!("{given}: there is {}; all of them: {instead}", listed(&containing));
    }
    if !containing.is_empty() {
        return format!("{given}: did you mean {}?", listed(&containing));
    }
    // A name elsewhere is meant only where it is nearer than all that are here.
    let mut nearest = (near(text, &known), String::new());
    for suite in elsewhere {
        let found = near(text, &names(suite));
        if likeness(&found) > likeness(&nearest.0) {
            nearest = (found, format!(" of {}", suite.suite));
        }
    }
    let (found, place) = nearest;
    if !found.is_empty() {
        let found: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
        return format!("{given}: did you mean {}{}?", listed(&found), escape(&place, TEXT));
    }
    if let Some(beginning) = beginning(text, &known) {
        return format!("{given}: did you mean {}?", command(&[kind.option(), &beginning]));
    }
    let list = match kind {
        Kind::Id => "vectors",
        Kind::Rule => "rules",
    };
    format!("{given}: no {} is called so: mcp-evidence list {list}", kind.noun())
}

/// Of a pattern that names a beginning, `stage2.decison.*`, the nearest beginning
/// of as many parts that some name has, as a pattern.
fn beginning(text: &str, names: &BTreeSet<String>) -> Option<String> {
    let (given, parting) =
        [".*", "-*"].into_iter().find_map(|end| Some((text.strip_suffix(end)?, &end[..1])))?;
    let parts = given.matches(parting).count() + 1;
    let beginnings = names
        .iter()
        .filter_map(|name| Some(&name[..name.match_indices(parting).nth(parts - 1)?.0]))
        .map(str::to_owned);
    let found = near(given, &beginnings.collect());
    Some(format!("{}{parting}*", super::exactly(&found.first()?.1)))
}

/// Words as they are typed into a shell, printable.
fn command(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    escape(&quote::command_line(&words), TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(suite: &str, vectors: &[(&str, &str, u8)]) -> Names {
        Names::of(
            suite,
            vectors.iter().map(|(id, rule, stage)| Known {
                id,
                rule: (!rule.is_empty()).then_some(*rule),
                stage: (*stage > 0).then_some(*stage),
            }),
        )
    }

    fn hints(only: &[&str], rules: &[&str], stages: &[u8]) -> Vec<String> {
        let owned =
            |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let selection = Selection::new(&owned(only), &[]).expect("globs");
        let selection = selection.by_rule(&owned(rules)).expect("globs").by_stage(stages);
        let here = names(
            "rules",
            &[("reason-unknown", "stage2.reason", 2), ("reason-empty", "stage2.reason", 2)],
        );
        let elsewhere = [names(
            "other",
            &[("ok-001-deny", "", 0), ("v1-code", "stage3.code", 3), ("reason-v10", "", 0)],
        )];
        Hints::new(&selection, &[here], &elsewhere).0
    }

    #[test]
    fn what_was_meant_is_said() {
        for (only, said) in [
            ("stage2.*", "--only 'stage2.*': that is the id of a rule: --rule 'stage2.*'"),
            ("rules", "--only rules: that is a suite: --suite rules"),
            ("other", "--only other: that is a suite: --suite other"),
            (
                "ok-*",
                "--only 'ok-*': that is a vector of another suite: --suite other --only 'ok-*'",
            ),
            (
                "stage3.code",
                "--only stage3.code: that is a rule of another suite: --suite other --rule stage3.code",
            ),
            (
                "reason",
                "--only reason: there is reason-empty, reason-unknown; all of them: --only '*reason*'",
            ),
            ("unknown", "--only unknown: did you mean reason-unknown?"),
            ("raeson-unknwon", "--only raeson-unknwon: did you mean reason-unknown?"),
            ("ok-01-deny", "--only ok-01-deny: did you mean ok-001-deny of other?"),
            ("reason-unknwon", "--only reason-unknwon: did you mean reason-unknown?"),
            ("reason-v1", "--only reason-v1: did you mean reason-v10 of other?"),
            ("raeson-*", "--only 'raeson-*': did you mean --only 'reason-*'?"),
            ("zzz-*", "--only 'zzz-*': no vector is called so: mcp-evidence list vectors"),
            ("zzz", "--only zzz: no vector is called so: mcp-evidence list vectors"),
        ] {
            assert_eq!(hints(&[only], &[], &[]), [said]);
        }
        for (rule, said) in [
            (
                "reason-empty",
                "--rule reason-empty: that is the id of a vector: --only reason-empty",
            ),
            ("stage2.raeson", "--rule stage2.raeson: did you mean stage2.reason?"),
            ("stage2.raeson.*", "--rule 'stage2.raeson.*': did you mean stage2.reason?"),
            ("satge2.*", "--rule 'satge2.*': did you mean --rule 'stage2.*'?"),
            ("\u{1b}", r"--rule $'\x1b': no rule is called so: mcp-evidence list rules"),
        ] {
            assert_eq!(hints(&[], &[rule], &[]), [said]);
        }
    }

    #[test]
    fn further_suites_are_counted() {
        let selection = Selection::new(&["ok-*".to_owned()], &[]).expect("a glob");
        let of = |suite| names(suite, &[("ok-001", "", 0)]);
        let said = |elsewhere: &[Names]| {
            Hints::new(&selection, &[names("here", &[("bad", "", 0)])], elsewhere).to_string()
        };
        assert!(said(&[of("a"), of("b")]).ends_with(", or 1 more suite"));
        assert!(said(&[of("a"), of("b"), of("c")]).ends_with(", or 2 more suites"));
    }

    #[test]
    fn stages_are_those_of_the_suite_and_conditions_may_exclude_each_other() {
        let stages = "--stage: the rules of the suite have the stages 2";
        assert_eq!(hints(&[], &[], &[9]), [stages]);
        let elsewhere = format!("{stages}; of another suite: --suite other --stage 3");
        assert_eq!(hints(&[], &[], &[9, 3]), [elsewhere]);
        assert_eq!(
            hints(&["reason-*"], &["stage2.*"], &[2]),
            ["each of them alone leaves some vector, and no vector passes all"]
        );
        let skipping = Selection::new(&[], &["*".to_owned()]).expect("a glob");
        let said = Hints::new(&skipping, &[names("bare", &[("ok", "", 0)])], &[]).0;
        assert_eq!(said, ["--skip leaves out every vector"]);
        let staged = Selection::default().by_stage(&[1]);
        let said = Hints::new(&staged, &[names("bare", &[("ok", "", 0)])], &[]).0;
        assert_eq!(said, ["--stage: no vector of the suite has a rule with a stage"]);
        assert_eq!(Hints(said).to_string().lines().count(), 2, "each in a line of its own");
    }
}
