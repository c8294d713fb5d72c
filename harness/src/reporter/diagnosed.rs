//! The rules that a candidate lacks, overdoes or answers otherwise, for people
//! at a terminal.

use crate::diagnosis::{Diagnosed, Diagnosis, bytes_to_hash};
use crate::escape::{TEXT, and_more, escape};

/// Vectors that are named beside a rule.
const VECTORS: usize = 5;

/// Rules of a list that are all told, each with its vectors.
const LISTED: usize = 30;

/// Of a longer list, the rules of one stage that are told: where to begin.
const FIRST: usize = 8;

/// A few lines for each rule, stage by stage; nothing where there are none.
/// `scope` stands behind each title. Of long lists only the beginning of each
/// stage is told, unless `all` are asked for.
pub fn diagnosis(diagnosis: &Diagnosis, scope: &str, all: bool) -> Vec<String> {
    let blank = if scope.is_empty() { "" } else { " " };
    let mut lines = Vec::new();
    for (title, list) in diagnosis.lists() {
        if !list.is_empty() {
            lines.push(String::new());
            lines.push(format!("{title}{blank}{scope}:"));
            lines.extend(stages(list, all || list.len() <= LISTED));
        }
    }
    lines
}

fn stages(list: &[Diagnosed], all: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for rules in list.chunk_by(|one, next| one.rule.label() == next.rule.label()) {
        let label = escape(&rules.first().map_or(String::new(), |one| one.rule.label()), TEXT);
        if all {
            lines.push(format!("  {label}"));
            lines.extend(rules.iter().flat_map(with_vectors));
            continue;
        }
        let vectors: usize = rules.iter().map(|one| one.vectors.len()).sum();
        lines.push(format!("  {label}: {} rules, {vectors} vectors", rules.len()));
        lines.extend(rules.iter().take(FIRST).map(counted));
        let more = rules.len().saturating_sub(FIRST);
        if more > 0 {
            lines.push(format!("  - and {more} more rules of {label} (-v lists them)"));
        }
    }
    lines
}

fn with_vectors(diagnosed: &Diagnosed) -> Vec<String> {
    let named: Vec<String> =
        diagnosed.vectors.iter().take(VECTORS).map(|id| escape(id, TEXT)).collect();
    let more = and_more(diagnosed.vectors.len().saturating_sub(VECTORS));
    let mut lines = vec![
        format!("  - {}", escape(&diagnosed.to_string(), TEXT)),
        format!("    seen at {}{more}", named.join(", ")),
    ];
    if let Some(cause) = &diagnosed.likely {
        lines.push(format!("    likely cause: {}", escape(cause, TEXT)));
        let hash = |command| format!("    the bytes to hash: {}", bytes_to_hash(command));
        lines.extend(diagnosed.inspect.as_deref().map(hash));
    }
    if let (Some(first), Some(members)) = (named.first(), &diagnosed.differs) {
        lines.push(format!("    at {first} it differs in {}", escape(members, 2 * TEXT)));
    }
    lines
}

fn counted(diagnosed: &Diagnosed) -> String {
    let what = escape(&diagnosed.to_string(), TEXT);
    match diagnosed.vectors.as_slice() {
        [] => format!("  - {what}"),
        [only] => format!("  - {what}: {}", escape(only, TEXT)),
        [first, others @ ..] => {
            format!("  - {what}: {} and {} more", escape(first, TEXT), others.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnosis::Finding;
    use crate::result::RuleRecord;

    fn lacking(count: usize) -> Diagnosis {
        let one = |number: usize| Diagnosed {
            rule: RuleRecord {
                stage: Some(if number < count - 2 { 1 } else { 2 }),
                ..RuleRecord::unknown(&format!("rule-{number}"))
            },
            finding: Finding::Accepts,
            differs: None,
            likely: None,
            inspect: None,
            vectors: vec![format!("a-{number}"), format!("b-{number}\u{1b}")],
        };
        Diagnosis { lacks: (0..count).map(one).collect(), ..Diagnosis::default() }
    }

    #[test]
    fn a_long_list_is_told_by_its_beginnings_unless_all_is_asked_for() {
        let short = diagnosis(&lacking(30), "(A)", false);
        assert_eq!(short, diagnosis(&lacking(30), "(A)", true));
        assert_eq!(short.len(), 2 + 2 + 2 * 30);
        assert_eq!(short[1], "Rules that this candidate seems to lack (A):");
        let long = diagnosis(&lacking(31), "", false);
        assert_eq!(long.len(), 2 + 2 + 8 + 1 + 2, "{long:#?}");
        assert_eq!(long[2], "  stage 1: 29 rules, 58 vectors");
        assert!(long[3].ends_with("(`rule-0`): a-0 and 1 more"), "{}", long[3]);
        assert_eq!(long[11], "  - and 21 more rules of stage 1 (-v lists them)");
        let all = diagnosis(&lacking(31), "", true);
        assert_eq!(all.len(), 2 + 2 + 2 * 31);
        assert!(all.iter().chain(&long).all(|line| !line.contains('\u{1b}')));
        assert!(diagnosis(&Diagnosis::default(), "", true).is_empty());
    }
}
