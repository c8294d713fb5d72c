//! What the mismatches say about rules.

use super::super::told;
use super::text::{cell, code, folded};
use crate::diagnosis::{Diagnosed, Diagnosis};
use crate::escape::and_more;
use crate::result::RuleRecord;
use std::fmt::Write as _;

/// Vectors that are named beside a rule, rules of a list that are named, and
/// rules that stand there unfolded.
const VECTORS: usize = 4;
const RULES: usize = 60;
const UNFOLDED: usize = 8;

/// What the mismatches say about rules: where there is much of it, how much for
/// each stage, and the rules folded.
pub(super) fn diagnosis(diagnosis: &Diagnosis, who: &str) -> String {
    let mut text = String::new();
    for (title, list) in diagnosis.lists() {
        if list.is_empty() {
            continue;
        }
        if list.len() <= UNFOLDED {
            let _ = writeln!(text, "\n**{who}{title}**\n");
            text.extend(list.iter().map(|one| format!("- {}\n", told_rule(one, ", seen at "))));
            continue;
        }
        let vectors =
            |rules: &[Diagnosed]| rules.iter().map(|one| one.vectors.len()).sum::<usize>();
        let _ = writeln!(
            text,
            "\n**{who}{title}: {}, told by {} vectors**\n",
            list.len(),
            vectors(list)
        );
        text.push_str("| stage | rules | vectors |\n|---|---|---|\n");
        for rules in list.chunk_by(|one, next| one.rule.label() == next.rule.label()) {
            let label = rules.first().map_or(String::new(), |one| label(&one.rule));
            let _ = writeln!(text, "| {label} | {} | {} |", rules.len(), vectors(rules));
        }
        let mut inside: String =
            list.iter().take(RULES).map(|one| format!("- {}\n", told_rule(one, ": "))).collect();
        let more = list.len().saturating_sub(RULES);
        if more > 0 {
            let _ = writeln!(inside, "- and {more} more: the JSON result has them");
        }
        text.push_str(&folded(&format!("the rules, {} of them", list.len()), false, &inside));
    }
    text
}

fn told_rule(Diagnosed { rule, vectors, .. }: &Diagnosed, before: &str) -> String {
    let named: Vec<String> = vectors.iter().take(VECTORS).map(|id| code(&told::text(id))).collect();
    let stage = if rule.stage.is_some() || rule.operation.is_some() {
        format!("{}: ", label(rule))
    } else {
        String::new()
    };
    let more = and_more(vectors.len().saturating_sub(VECTORS));
    format!("{stage}{}{before}{}{more}", code(&told::rule(rule)), named.join(", "))
}

/// A stage is a number, and all else comes from a result.
fn label(rule: &RuleRecord) -> String {
    if rule.stage.is_some() { rule.label() } else { cell(&told::text(&rule.label())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnosis::Finding;

    #[test]
    fn many_rules_are_counted_by_stage_and_folded() {
        let diagnosed = |number: usize| Diagnosed {
            rule: RuleRecord {
                stage: (number < 60).then_some(1),
                operation: (number >= 60).then(|| "<b>@x|".to_owned()),
                ..RuleRecord::unknown(&format!("rule-{number}"))
            },
            finding: Finding::Accepts,
            differs: None,
            likely: None,
            inspect: None,
            vectors: vec!["a".to_owned(); 6],
        };
        let lacks: Vec<Diagnosed> = (0..70).map(diagnosed).collect();
        let text = diagnosis(&Diagnosis { lacks, ..Diagnosis::default() }, "A: ");
        for part in [
            "**A: Rules that this candidate seems to lack: 70, told by 420 vectors**",
            "| stage 1 | 60 | 360 |\n| `<b>@x\\|` | 10 | 60 |\n",
            "<details><summary>the rules, 70 of them</summary>\n\n- stage 1: `rule-0`: `a`",
            "`a` and 2 more\n- and 10 more: the JSON result has them\n\n</details>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
