//! Texts that must not occur in anything a candidate prints: raw secrets and
//! identifiers, and hashes of secrets.
//!
//! Both streams are searched, as they are and with JSON's escapes undone, twice
//! over where JSON stands in JSON. What is found is put out of sight before
//! anything else reads the streams, so that no report, reason or excerpt of ours
//! repeats it, and no result stores it.

use crate::candidate::Execution;
use crate::report;
use crate::surface::Object;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

/// Leaks that are told of one case.
const MOST: usize = 100;

/// One place where a forbidden text stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Leak {
    /// Which of the vector's forbidden texts, from 1. The text itself is never
    /// repeated.
    pub literal: usize,
    /// `stdout`, `stderr`, or the member of the report; forbidden texts in names
    /// of members are put out of sight here too.
    pub place: String,
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "forbidden literal {} at {}", self.literal, self.place)
    }
}

/// Finds every forbidden text in what a candidate printed, and puts it out of
/// sight there.
pub(crate) fn guard(literals: &[String], execution: &mut Execution) -> Vec<Leak> {
    if literals.is_empty() {
        return Vec::new();
    }
    let whole = |(_, literal): &(Range<usize>, usize), place: &str| Leak {
        literal: *literal,
        place: place.to_owned(),
    };
    let found = search(literals, &execution.stdout.bytes);
    let mut leaks = Vec::new();
    if !found.is_empty()
        && let Ok(report) = report::read(&execution.stdout.bytes)
    {
        leaks = in_report(literals, &report).0;
    }
    // A text that starts in one value and ends in another is in no member.
    for hit in &found {
        if leaks.iter().all(|leak| leak.literal != hit.1) {
            leaks.push(whole(hit, "stdout"));
        }
    }
    execution.stdout.bytes = redact(&execution.stdout.bytes, &found);
    let found = search(literals, &execution.stderr.bytes);
    for hit in &found {
        let leak = whole(hit, "stderr");
        if !leaks.contains(&leak) {
            leaks.push(leak);
        }
    }
    execution.stderr.bytes = redact(&execution.stderr.bytes, &found);
    leaks.truncate(MOST);
    leaks
}

/// Every forbidden text in a report by its member, and the report without them.
pub fn in_report(literals: &[String], report: &Object) -> (Vec<Leak>, Object) {
    let mut leaks = Vec::new();
    let mut clean = Object::new();
    let search = Search { literals };
    search.object(report, "", &mut leaks, &mut clean);
    leaks.truncate(MOST);
    (leaks, clean)
}

struct Search<'a> {
    literals: &'a [String],
}

impl Search<'_> {
    fn object(&self, object: &Object, path: &str, leaks: &mut Vec<Leak>, clean: &mut Object) {
        for (name, value) in object {
            let shown = self.text(name, leaks, || match path {
                "" => "the name of a member".to_owned(),
                path => format!("the name of a member of {path}"),
            });
            let dot = if path.is_empty() { "" } else { "." };
            let path = format!("{path}{dot}{shown}");
            let value = self.value(value, &path, leaks);
            clean.insert(shown, value);
        }
    }

    fn value(&self, value: &Value, path: &str, leaks: &mut Vec<Leak>) -> Value {
        match value {
            Value::Null | Value::Bool(_) => value.clone(),
            Value::Number(number) => {
                let shown = self.text(&number.to_string(), leaks, || path.to_owned());
                if shown == number.to_string() { value.clone() } else { Value::from(shown) }
            }
            Value::String(text) => Value::from(self.text(text, leaks, || path.to_owned())),
            Value::Array(items) => items
                .iter()
                .enumerate()
                .map(|(index, item)| self.value(item, &format!("{path}[{index}]"), leaks))
                .collect(),
            Value::Object(members) => {
                let mut clean = Object::new();
                self.object(members, path, leaks, &mut clean);
                Value::Object(clean)
            }
        }
    }

    fn text(&self, text: &str, leaks: &mut Vec<Leak>, place: impl Fn() -> String) -> String {
        let found = search(self.literals, text.as_bytes());
        for (_, literal) in &found {
            let leak = Leak { literal: *literal, place: place() };
            if leaks.len() < MOST && !leaks.contains(&leak) {
                leaks.push(leak);
            }
        }
        if found.is_empty() {
            return text.to_owned();
        }
        String::from_utf8_lossy(&redact(text.as_bytes(), &found)).into_owned()
    }
}

/// The ranges of `bytes` in which a literal stands, each with the number of the
/// literal, from 1, ordered by their starts.
fn search(literals: &[String], bytes: &[u8]) -> Vec<(Range<usize>, usize)> {
    let plain =
        Layer { bytes: bytes.to_vec(), ranges: (0..bytes.len()).map(|at| at..at + 1).collect() };
    let once = plain.unescaped();
    let twice = once.as_ref().and_then(Layer::unescaped);
    let mut found = BTreeSet::new();
    for layer in [Some(&plain), once.as_ref(), twice.as_ref()].into_iter().flatten() {
        for (number, literal) in (1..).zip(literals) {
            let ranges = layer.find(literal.as_bytes());
            found.extend(ranges.into_iter().map(|range| (range.start, range.end, number)));
        }
    }
    found.into_iter().map(|(start, end, number)| (start..end, number)).collect()
}

/// `bytes` with each range that was found replaced; what overlaps goes
/// together.
fn redact(bytes: &[u8], found: &[(Range<usize>, usize)]) -> Vec<u8> {
    let mut clean = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for (range, literal) in found {
        if range.start >= at {
            clean.extend_from_slice(&bytes[at..range.start]);
            clean.extend_from_slice(format!("[forbidden literal {literal}]").as_bytes());
        }
        at = at.max(range.end);
    }
    clean.extend_from_slice(&bytes[at..]);
    clean
}

/// A text, and for each of its bytes where it came from.
struct Layer {
    bytes: Vec<u8>,
    ranges: Vec<Range<usize>>,
}

impl Layer {
    fn find(&self, literal: &[u8]) -> Vec<Range<usize>> {
        let Some(first) = literal.first() else { return Vec::new() };
        let last = self.bytes.len().saturating_sub(literal.len() - 1);
        (0..last)
            .filter(|at| self.bytes[*at] == *first && self.bytes[*at..].starts_with(literal))
            .map(|at| self.ranges[at].start..self.ranges[at + literal.len() - 1].end)
            .collect()
    }

    /// The text with JSON's escapes undone; none where there are none.
    fn unescaped(&self) -> Option<Layer> {
        self.bytes.contains(&b'\\').then_some(())?;
        let mut layer = Layer { bytes: Vec::new(), ranges: Vec::new() };
        let mut at = 0;
        while at < self.bytes.len() {
            let (character, length) = match escape(&self.bytes[at..]) {
                Some(escape) => escape,
                None => {
                    layer.bytes.push(self.bytes[at]);
                    layer.ranges.push(self.ranges[at].clone());
                    at += 1;
                    continue;
                }
            };
            let range = self.ranges[at].start..self.ranges[at + length - 1].end;
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                layer.bytes.push(byte);
                layer.ranges.push(range.clone());
            }
            at += length;
        }
        Some(layer)
    }
}

/// The character of the escape that `text` starts with, and the escape's length.
fn escape(text: &[u8]) -> Option<(char, usize)> {
    let plain = |character| Some((character, 2));
    match text {
        [b'\\', b'"', ..] => plain('"'),
        [b'\\', b'\\', ..] => plain('\\'),
        [b'\\', b'/', ..] => plain('/'),
        [b'\\', b'b', ..] => plain('\u{8}'),
        [b'\\', b'f', ..] => plain('\u{c}'),
        [b'\\', b'n', ..] => plain('\n'),
        [b'\\', b'r', ..] => plain('\r'),
        [b'\\', b't', ..] => plain('\t'),
        [b'\\', b'u', ..] => {
            let first = unit(text)?;
            if let Some(character) = char::from_u32(first.into()) {
                return Some((character, 6));
            }
            let second = unit(&text[6..])?;
            let pair = char::decode_utf16([first, second]).next()?.ok()?;
            Some((pair, 12))
        }
        _ => None,
    }
}

fn unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().all(u8::is_ascii_hexdigit).then_some(())?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::{Captured, End};
    use std::time::Duration;

    const SECRET: &str = "s3cret-ä";

    fn guarded(stdout: &str, stderr: &str) -> (Vec<String>, String, String) {
        let captured = |text: &str| Captured { bytes: text.into(), total: text.len() as u64 };
        let mut execution = Execution {
            end: End::Exited(0),
            elapsed: Duration::ZERO,
            left: None,
            stdout: captured(stdout),
            stderr: captured(stderr),
        };
        let leaks = guard(&["other".to_owned(), SECRET.to_owned()], &mut execution);
        let text = |captured: Captured| String::from_utf8(captured.bytes).expect("text");
        let places = leaks.iter().map(Leak::to_string).collect();
        (places, text(execution.stdout), text(execution.stderr))
    }

    #[test]
    fn a_forbidden_text_is_found_wherever_it_stands() {
        for (stdout, place, shown) in [
            (
                r#"{"a":[{"b":"x s3cret-ä"}]}"#,
                "a[0].b",
                r#"{"a":[{"b":"x [forbidden literal 2]"}]}"#,
            ),
            (r#"{"a":"\u0073\u0033cret-\u00E4"}"#, "a", r#"{"a":"[forbidden literal 2]"}"#),
            (
                r#"{"a":{"s3cret-\u00e4":1}}"#,
                "the name of a member of a",
                r#"{"a":{"[forbidden literal 2]":1}}"#,
            ),
            (
                r#"{"a":"{\"b\":\"s3cret-\\u00e4\"}"}"#,
                "a",
                r#"{"a":"{\"b\":\"[forbidden literal 2]\"}"}"#,
            ),
            ("no JSON: s3cret-ä", "stdout", "no JSON: [forbidden literal 2]"),
        ] {
            let (leaks, clean, _) = guarded(stdout, "");
            assert_eq!(leaks, [format!("forbidden literal 2 at {place}")], "{stdout}");
            assert_eq!(clean, shown);
        }
        let (leaks, _, clean) = guarded("{}", "trace: s3cret-ä, s3cret-\\u00e4\n");
        assert_eq!(leaks, ["forbidden literal 2 at stderr"]);
        assert_eq!(clean, "trace: [forbidden literal 2], [forbidden literal 2]\n");
    }

    #[test]
    fn what_is_near_is_no_leak() {
        for text in [r#"{"a":"s3cret-a"}"#, r#"{"a":"S3CRET-Ä"}"#, "", "\\", "\\u", "\\ud83d\\u"] {
            assert_eq!(guarded(text, text).0, Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_text_across_members_is_found_in_the_whole() {
        let literals = ["x\",\"y".to_owned()];
        let stdout = br#"["x","y"]"#.to_vec();
        let found = search(&literals, &stdout);
        assert_eq!(redact(&stdout, &found), br#"["[forbidden literal 1]"]"#);
    }

    #[test]
    fn overlapping_texts_go_together() {
        let literals = ["abc".to_owned(), "bcd".to_owned()];
        assert_eq!(redact(b"xabcdx", &search(&literals, b"xabcdx")), b"x[forbidden literal 1]x");
    }
}
