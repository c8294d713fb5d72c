//! Names near one that nothing has.

use crate::escape::{TEXT, and_more, escape};
use std::collections::BTreeSet;

/// Names that one hint offers.
const NAMED: usize = 3;

/// How alike two names are at least, from 0 to 1, of which one may be a slip of
/// the other: a letter in three may be another.
const ALIKE: f64 = 0.65;

/// What somebody may have meant by `text`: the names that it is a part of, or
/// else those that it may be a slip of, the nearest first. Empty where there are
/// none, or where `text` is itself a name. Capitals count only where that finds
/// any.
pub fn meant<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names: BTreeSet<String> = names.into_iter().map(str::to_owned).collect();
    if names.contains(text) {
        return Vec::new();
    }
    let found = containing(text, &names);
    if !found.is_empty() {
        return found.into_iter().map(str::to_owned).collect();
    }
    let lower = text.to_lowercase();
    let is_part = |name: &&String| text.len() > 2 && name.to_lowercase().contains(&lower);
    let found: Vec<String> = names.iter().filter(is_part).cloned().collect();
    if !found.is_empty() {
        return found;
    }
    near(text, &names).into_iter().map(|(_, name)| name).collect()
}

/// A question for what [`meant`] gives, printable: `did you mean ok-001?`, the
/// first of many. None where nothing was meant.
pub fn question(meant: &[String]) -> Option<String> {
    let names: Vec<&str> = meant.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| format!("did you mean {}?", listed(&names)))
}

/// The names that `text` is a part of, unless it is so short that it is one of
/// nearly all.
pub(super) fn containing<'a>(text: &str, names: &'a BTreeSet<String>) -> Vec<&'a str> {
    let names = names.iter().map(String::as_str);
    names.filter(|name| text.len() > 2 && name.contains(text)).collect()
}

/// The first names, and how many more there are.
pub(super) fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(NAMED).map(|name| escape(name, TEXT)).collect();
    let more = and_more(names.len().saturating_sub(NAMED));
    format!("{}{more}", shown.join(", "))
}

/// The names that are most like a text, each with its likeness, the nearest
/// first.
pub(super) fn near(text: &str, names: &BTreeSet<String>) -> Vec<(f64, String)> {
    let text = text.chars().take(TEXT).collect::<String>().to_lowercase();
    let alike = |name: &String| strsim::normalized_damerau_levenshtein(&text, &name.to_lowercase());
    let mut found: Vec<(f64, String)> = names
        .iter()
        .map(|name| (alike(name), name.clone()))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    // In the order of the names where two are equally alike.
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    found.truncate(NAMED);
    found
}

/// That of the nearest name.
pub(super) fn likeness(found: &[(f64, String)]) -> f64 {
    found.first().map_or(0.0, |(likeness, _)| *likeness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_names_come_before_slips() {
        let names = ["ok-001-deny", "bad-101-tampered", "bad-102-missing"];
        for (text, said) in [
            ("bad-101", Some("did you mean bad-101-tampered?")),
            ("bad-10", Some("did you mean bad-101-tampered, bad-102-missing?")),
            ("ok-01-dney", Some("did you mean ok-001-deny?")),
            ("BAD-101", Some("did you mean bad-101-tampered?")),
            ("BAD-102-MISISNG", Some("did you mean bad-102-missing?")),
            ("bad-102-misisng", Some("did you mean bad-102-missing?")),
            ("ok-001-deny", None),
            ("ok", None),
            ("", None),
            ("something else", None),
        ] {
            assert_eq!(question(&meant(text, names)).as_deref(), said, "{text}");
        }
        let many = ["a-name-1", "a-name-2", "a-name-3", "a-name-4", "a-name\u{1b}"];
        let said = question(&meant("a-name", many)).expect("a question");
        assert!(said.ends_with("a-name-2 and 2 more?") && said.contains("\\u{1b}"), "{said}");
    }
}
