//! Two surfaces side by side, a member a line.

use crate::escape::{TEXT, and_more, escape};
use serde_json::Value;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// One line of a difference: `-` only expected, `+` only observed, blank both.
pub(super) struct Line {
    pub(super) tag: char,
    pub(super) text: String,
}

/// The members of both, in one list. Members are aligned by their paths, so
/// that two values of one member stand together.
pub(super) fn lines(expected: &Value, observed: &Value) -> Vec<Line> {
    let (expected, observed) = (leaves(expected), leaves(observed));
    let paths = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.path.clone()).collect::<Vec<_>>();
    let (old, new) = (paths(&expected), paths(&observed));
    let mut lines = Vec::new();
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (tag, old, new) = operation.as_tag_tuple();
        if tag == DiffTag::Equal {
            for (old, new) in expected[old].iter().zip(&observed[new]) {
                if old == new {
                    lines.push(old.line(' '));
                } else {
                    lines.extend([old.line('-'), new.line('+')]);
                }
            }
        } else {
            lines.extend(expected[old].iter().map(|leaf| leaf.line('-')));
            lines.extend(observed[new].iter().map(|leaf| leaf.line('+')));
        }
    }
    lines
}

/// The same, where a member that nests is folded into a line if one side has all
/// of it and the other nothing, and a plain member says why: whoever answers
/// `invalid` gives no claims.
pub(super) fn folded(expected: &Value, observed: &Value) -> Vec<Line> {
    let (Some(old), Some(new)) = (expected.as_object(), observed.as_object()) else {
        return lines(expected, observed);
    };
    let is_plain = |value: &Value| !value.is_object() && !value.is_array();
    let is_told = old.iter().any(|(name, value)| {
        is_plain(value) && new.get(name).is_some_and(|other| is_plain(other) && other != value)
    });
    let (mut one, mut other) = (old.clone(), new.clone());
    let mut folds = Vec::new();
    if is_told {
        for (side, against, tag) in [(&mut one, new, '-'), (&mut other, old, '+')] {
            side.retain(|name, value| {
                let count = match value {
                    Value::Object(members) => members.len(),
                    Value::Array(items) => items.len(),
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
                };
                if count == 0 || against.contains_key(name) {
                    return true;
                }
                let text = match tag {
                    '-' => format!("{name}: {count} expected, none given"),
                    _ => format!("{name}: none expected, {count} given"),
                };
                folds.push(Line { tag, text: escape(&text, TEXT) });
                false
            });
        }
    }
    let mut lines = lines(&Value::Object(one), &Value::Object(other));
    lines.extend(folds);
    lines
}

/// One member of two surfaces, side by side; absent where there is none.
pub(super) struct Pair {
    pub(super) path: String,
    pub(super) expected: Option<String>,
    pub(super) observed: Option<String>,
}

impl Pair {
    pub(super) fn differs(&self) -> bool {
        self.expected != self.observed
    }
}

/// The members of both, each once, in the order of [`lines`].
pub(super) fn pairs(expected: &Value, observed: &Value) -> Vec<Pair> {
    let (expected, observed) = (leaves(expected), leaves(observed));
    let paths = |leaves: &[Leaf]| leaves.iter().map(|leaf| leaf.path.clone()).collect::<Vec<_>>();
    let (old, new) = (paths(&expected), paths(&observed));
    let pair = |expected: Option<&Leaf>, observed: Option<&Leaf>| Pair {
        path: expected.or(observed).map_or(String::new(), |leaf| escape(&leaf.path, TEXT)),
        expected: expected.map(Leaf::shown),
        observed: observed.map(Leaf::shown),
    };
    let mut pairs = Vec::new();
    for operation in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let (tag, old, new) = operation.as_tag_tuple();
        if tag == DiffTag::Equal {
            let both = expected[old].iter().zip(&observed[new]);
            pairs.extend(both.map(|(old, new)| pair(Some(old), Some(new))));
        } else {
            pairs.extend(expected[old].iter().map(|leaf| pair(Some(leaf), None)));
            pairs.extend(observed[new].iter().map(|leaf| pair(None, Some(leaf))));
        }
    }
    pairs
}

/// The difference on one line, where a single member differs:
/// `claims.x.status: expected "incomplete", got "confirmed"`.
pub(super) fn one_line(expected: &Value, observed: &Value) -> Option<String> {
    let pairs = pairs(expected, observed);
    let mut differing = pairs.iter().filter(|pair| pair.differs());
    let (Some(pair), None) = (differing.next(), differing.next()) else { return None };
    let side = |value: &Option<String>| value.as_deref().unwrap_or("nothing").to_owned();
    let (expected, observed) = (side(&pair.expected), side(&pair.observed));
    Some(format!("{}: expected {expected}, got {observed}", pair.path))
}

/// The members in which two surfaces differ, the first of them if there are
/// many: `bundle_integrity, verdict`.
pub(crate) fn members(expected: &Value, observed: &Value) -> String {
    /// Members that are named.
    const NAMED: usize = 6;
    let pairs = pairs(expected, observed);
    let paths: Vec<&str> =
        pairs.iter().filter(|pair| pair.differs()).map(|pair| pair.path.as_str()).collect();
    let more = and_more(paths.len().saturating_sub(NAMED));
    format!("{}{more}", paths[..paths.len().min(NAMED)].join(", "))
}

/// A value that nothing nests in, and where it stands.
#[derive(PartialEq)]
pub(crate) struct Leaf<'a> {
    pub(crate) path: String,
    pub(crate) value: &'a Value,
}

impl Leaf<'_> {
    fn shown(&self) -> String {
        escape(&self.value.to_string(), TEXT)
    }

    fn line(&self, tag: char) -> Line {
        Line { tag, text: escape(&format!("{}: {}", self.path, self.value), TEXT) }
    }
}

/// Every value of a surface that nothing nests in.
pub(crate) fn leaves(surface: &Value) -> Vec<Leaf<'_>> {
    let mut leaves = Vec::new();
    push(&mut leaves, String::new(), surface);
    leaves
}

/// At each level, leaves stand before what nests.
fn push<'a>(leaves: &mut Vec<Leaf<'a>>, path: String, value: &'a Value) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) if !members.is_empty() => {
            let dot = if path.is_empty() { "" } else { "." };
            members.iter().map(|(name, value)| (format!("{path}{dot}{name}"), value)).collect()
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().enumerate().map(|(at, item)| (format!("{path}[{at}]"), item)).collect()
        }
        Value::Object(_)
        | Value::Array(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_) => {
            leaves.push(Leaf { path, value });
            return;
        }
    };
    let (nested, plain): (Vec<_>, Vec<_>) =
        children.into_iter().partition(|(_, value)| value.is_object() || value.is_array());
    for (path, value) in plain.into_iter().chain(nested) {
        push(leaves, path, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn absent_members_show_on_one_side_only() {
        let observed = json!({"bundle_integrity": "pass", "verdict": "invalid"});
        let expected = json!({
            "bundle_integrity": "pass", "verdict": "valid",
            "claims": {"a": {"status": "x\u{1b}"}}, "list": [1, {}],
        });
        let shown: Vec<String> = lines(&expected, &observed)
            .into_iter()
            .map(|line| format!("{}{}", line.tag, line.text))
            .collect();
        assert_eq!(
            shown,
            [
                " bundle_integrity: \"pass\"",
                "-verdict: \"valid\"",
                "+verdict: \"invalid\"",
                "-claims.a.status: \"x\\u001b\"",
                "-list[0]: 1",
                "-list[1]: {}",
            ]
        );
        let differing = pairs(&expected, &observed).iter().filter(|pair| pair.differs()).count();
        assert_eq!((pairs(&expected, &observed).len(), differing), (5, 4));
        assert_eq!(one_line(&expected, &observed), None, "several members differ");
    }

    #[test]
    fn what_one_side_lacks_as_a_whole_folds_where_a_plain_member_says_why() {
        let shown = |expected: &Value, observed: &Value| -> Vec<String> {
            let lines = folded(expected, observed).into_iter();
            lines.map(|line| format!("{}{}", line.tag, line.text)).collect()
        };
        let claims = json!({"a": {"status": "x"}, "b": {"status": "y"}});
        let valid = json!({"bundle_integrity": "pass", "verdict": "valid", "claims": claims});
        let invalid = json!({"bundle_integrity": "pass", "verdict": "invalid"});
        let common = " bundle_integrity: \"pass\"";
        assert_eq!(
            shown(&valid, &invalid),
            [
                common,
                "-verdict: \"valid\"",
                "+verdict: \"invalid\"",
                "-claims: 2 expected, none given"
            ]
        );
        assert_eq!(shown(&invalid, &valid)[3], "+claims: none expected, 2 given");
        let bare = json!({"bundle_integrity": "pass", "verdict": "valid"});
        assert_eq!(shown(&valid, &bare).len(), 4, "nothing else says why they are lacking");
        let other = json!({"bundle_integrity": "pass", "verdict": "x", "claims": {"a": 1}});
        assert!(shown(&valid, &other).iter().all(|line| !line.contains("given")));
        assert_eq!(shown(&valid, &Value::Null).len(), 5);
    }

    #[test]
    fn one_differing_member_fits_a_line() {
        let surface =
            |status: &str| json!({"verdict": "valid", "claims": {"a": {"status": status}}});
        assert_eq!(
            one_line(&surface("incomplete"), &surface("\u{202e}")).as_deref(),
            Some("claims.a.status: expected \"incomplete\", got \"\\u{202e}\"")
        );
        assert_eq!(
            one_line(&json!({"a": 1, "b": 2}), &json!({"a": 1})).as_deref(),
            Some("b: expected 2, got nothing")
        );
        assert_eq!(one_line(&surface("x"), &surface("x")), None);
    }
}
