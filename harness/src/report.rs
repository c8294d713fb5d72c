//! From a candidate's standard output to one JSON object, or to the one thing
//! that is wrong with it.

use crate::escape::{EXCERPT, escape_bytes};
use crate::surface::Object;
use mcp_evidence_strict_json::{Error, Kind, Limits, parse};
use serde_json::Value;

/// Why standard output is not exactly one JSON object. The text of each says
/// what the contract asks; bytes of the candidate are bounded and escaped.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReportFault {
    /// No byte.
    #[error("stdout is empty; one JSON object was expected")]
    Empty,
    /// Nothing but white space.
    #[error("stdout holds nothing but white space ({excerpt}); one JSON object was expected")]
    Blank {
        /// It.
        excerpt: String,
    },
    /// Bytes that are not UTF-8.
    #[error("stdout is not UTF-8 from byte {offset} on: {excerpt}")]
    NotUtf8 {
        /// The first byte that does not fit.
        offset: usize,
        /// What stands there.
        excerpt: String,
    },
    /// Another encoding of Unicode.
    #[error("stdout is UTF-16, and must be UTF-8: {excerpt}")]
    Utf16 {
        /// How stdout starts.
        excerpt: String,
    },
    /// A byte order mark before the object.
    #[error("stdout starts with a byte order mark, and the object must come first: {excerpt}")]
    ByteOrderMark {
        /// How stdout starts.
        excerpt: String,
    },
    /// Other text before the object.
    #[error("stdout starts with other text before the JSON object at byte {object}: {excerpt}")]
    TextBefore {
        /// Where the object starts.
        object: usize,
        /// How stdout starts.
        excerpt: String,
    },
    /// Another object after the first.
    #[error("stdout holds a second JSON object, at byte {offset}: {excerpt}")]
    SecondObject {
        /// Where it starts.
        offset: usize,
        /// How it starts.
        excerpt: String,
    },
    /// Other text after the object.
    #[error("stdout goes on after the JSON object, at byte {offset}: {excerpt}")]
    TextAfter {
        /// Where.
        offset: usize,
        /// With what.
        excerpt: String,
    },
    /// A member name twice in one object.
    #[error("an object names a member twice, at byte {offset}: {excerpt}")]
    DuplicateMember {
        /// Where, shortly behind the second name.
        offset: usize,
        /// What surrounds it.
        excerpt: String,
    },
    /// NaN or an infinity.
    #[error("{word} at byte {offset} is no JSON number: {excerpt}")]
    NotANumber {
        /// Where it stands.
        offset: usize,
        /// Which word.
        word: &'static str,
        /// What surrounds it.
        excerpt: String,
    },
    /// An object as some language shows it to people.
    #[error(
        "stdout holds an object as a language shows it, not JSON: {sign} at byte {offset}; write it \
         with json.dumps, JSON.stringify or the like; it starts with {excerpt}"
    )]
    Literal {
        /// Where it stops being JSON.
        offset: usize,
        /// What gives it away.
        sign: &'static str,
        /// How stdout starts.
        excerpt: String,
    },
    /// A number, string or nesting that JSON allows and two readers would not
    /// read alike.
    #[error("stdout holds {what}, at byte {offset}: {excerpt}")]
    Unsafe {
        /// Where.
        offset: usize,
        /// What.
        what: String,
        /// What surrounds it.
        excerpt: String,
    },
    /// Not JSON in any other way.
    #[error("stdout is not JSON: {detail} at byte {offset}; it starts with {excerpt}")]
    NotJson {
        /// Where it stops being JSON.
        offset: usize,
        /// The grammar's words.
        detail: String,
        /// How stdout starts.
        excerpt: String,
    },
    /// A JSON value of another type.
    #[error("stdout holds {found} where one JSON object was expected: {excerpt}")]
    NotAnObject {
        /// Its type.
        found: &'static str,
        /// How stdout starts.
        excerpt: String,
    },
}

impl ReportFault {
    /// The fault's name in JSON results.
    pub const fn name(&self) -> &'static str {
        match self {
            ReportFault::Empty => "empty_stdout",
            ReportFault::Blank { .. } => "blank_stdout",
            ReportFault::NotUtf8 { .. } => "not_utf8",
            ReportFault::Utf16 { .. } => "utf16",
            ReportFault::ByteOrderMark { .. } => "byte_order_mark",
            ReportFault::TextBefore { .. } => "text_before_object",
            ReportFault::SecondObject { .. } => "second_object",
            ReportFault::TextAfter { .. } => "text_after_object",
            ReportFault::DuplicateMember { .. } => "duplicate_member",
            ReportFault::NotANumber { .. } => "not_a_number",
            ReportFault::Literal { .. } => "language_literal",
            ReportFault::Unsafe { .. } => "unsafe_json",
            ReportFault::NotJson { .. } => "not_json",
            ReportFault::NotAnObject { .. } => "not_an_object",
        }
    }
}

/// Reads `stdout` strictly as one JSON object.
///
/// # Errors
/// It is anything else.
pub fn read(stdout: &[u8]) -> Result<Object, ReportFault> {
    let found = match parse(stdout, Limits::default()) {
        Ok(Value::Object(object)) => return Ok(object),
        Ok(Value::Null) => "null",
        Ok(Value::Bool(_)) => "a boolean",
        Ok(Value::Number(_)) => "a number",
        Ok(Value::String(_)) => "a string",
        Ok(Value::Array(_)) => "an array",
        Err(error) => return Err(name(&error, stdout)),
    };
    Err(ReportFault::NotAnObject { found, excerpt: escape_bytes(stdout, EXCERPT) })
}

fn name(error: &Error, stdout: &[u8]) -> ReportFault {
    let offset = error.offset.min(stdout.len());
    let excerpt = |from: usize| escape_bytes(&stdout[from.min(stdout.len())..], EXCERPT);
    let around = || excerpt(offset.saturating_sub(AROUND));
    match error.kind {
        Kind::Empty if stdout.is_empty() => ReportFault::Empty,
        Kind::Empty => ReportFault::Blank { excerpt: excerpt(0) },
        Kind::NotUtf8 | Kind::Syntax if is_utf16(stdout) => {
            ReportFault::Utf16 { excerpt: excerpt(0) }
        }
        Kind::NotUtf8 => ReportFault::NotUtf8 { offset, excerpt: excerpt(offset) },
        Kind::ByteOrderMark => ReportFault::ByteOrderMark { excerpt: excerpt(0) },
        Kind::DuplicateName => ReportFault::DuplicateMember { offset, excerpt: around() },
        Kind::Trailing if starts_with_object(stdout) => {
            let excerpt = excerpt(offset);
            if stdout.get(offset) == Some(&b'{') {
                ReportFault::SecondObject { offset, excerpt }
            } else {
                ReportFault::TextAfter { offset, excerpt }
            }
        }
        Kind::LoneSurrogate | Kind::NumberRange | Kind::Depth => {
            ReportFault::Unsafe { offset, what: error.kind.to_string(), excerpt: around() }
        }
        Kind::Trailing | Kind::Syntax => {
            if let Some(object) = object_after_text(stdout) {
                return ReportFault::TextBefore { object, excerpt: excerpt(0) };
            }
            if let Some((offset, word)) = not_a_number(stdout, offset) {
                let excerpt = excerpt(offset.saturating_sub(AROUND));
                return ReportFault::NotANumber { offset, word, excerpt };
            }
            if let Some((offset, sign)) = literal(stdout, offset) {
                return ReportFault::Literal { offset, sign, excerpt: excerpt(0) };
            }
            let detail = if error.kind == Kind::Trailing {
                "text after a value that is no object".to_owned()
            } else {
                error.detail.clone()
            };
            ReportFault::NotJson { offset, detail, excerpt: excerpt(0) }
        }
    }
}

/// Bytes before a fault that are shown with it.
const AROUND: usize = 20;

/// Whether this is text in two-byte units: a mark at its start, or a zero beside
/// a brace.
fn is_utf16(stdout: &[u8]) -> bool {
    [&b"\xff\xfe"[..], b"\xfe\xff", b"{\0", b"\0{"].iter().any(|start| stdout.starts_with(start))
}

/// What shows that an object was printed for people: where the grammar gave up,
/// within the few bytes by which it may be off.
fn literal(stdout: &[u8], offset: usize) -> Option<(usize, &'static str)> {
    if !starts_with_object(stdout) {
        return None;
    }
    let words = [
        (&b"True"[..], "True"),
        (b"False", "False"),
        (b"None", "None"),
        (b"nil", "nil"),
        (b"undefined", "undefined"),
        (b"'", "a single quote"),
    ];
    let sign = (offset.saturating_sub(2)..=offset).find_map(|at| {
        let rest = stdout.get(at..)?;
        let (_, sign) = words.into_iter().find(|(word, _)| rest.starts_with(word))?;
        Some((at, sign))
    });
    sign.or_else(|| {
        let before = stdout.get(..offset)?.trim_ascii_end();
        let is_name = before.ends_with(b"{") || before.ends_with(b",");
        let starts = stdout.get(offset).is_some_and(u8::is_ascii_alphabetic);
        (is_name && starts).then_some((offset, "a name without quotes"))
    })
}

fn starts_with_object(stdout: &[u8]) -> bool {
    stdout.trim_ascii_start().starts_with(b"{")
}

/// Where an object starts that everything from there on is, when other text
/// stands before it: a banner, a log line, a prompt.
fn object_after_text(stdout: &[u8]) -> Option<usize> {
    /// Braces that are tried, so that a hostile banner costs little.
    const TRIED: usize = 16;
    if starts_with_object(stdout) {
        return None;
    }
    let braces = stdout.iter().enumerate().filter(|(_, byte)| **byte == b'{');
    braces
        .map(|(at, _)| at)
        .take(TRIED)
        .find(|at| parse(&stdout[*at..], Limits::default()).is_ok_and(|value| value.is_object()))
}

/// The word that stands where the grammar gave up, within the few bytes by
/// which it may be off.
fn not_a_number(stdout: &[u8], offset: usize) -> Option<(usize, &'static str)> {
    let words = ["-Infinity", "Infinity", "NaN", "nan", "-nan", "inf", "-inf"];
    (offset.saturating_sub(2)..=offset).find_map(|at| {
        let rest = stdout.get(at..)?;
        let word = words.into_iter().find(|word| rest.starts_with(word.as_bytes()))?;
        Some((at, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(stdout: &[u8]) -> ReportFault {
        read(stdout).expect_err("a fault")
    }

    #[test]
    fn one_object_and_white_space_is_a_report() {
        let report = read(b"\n {\"a\": [1]} \r\n").expect("one object");
        assert_eq!(report["a"][0], 1);
    }

    #[test]
    fn each_fault_is_told_as_what_it_is() {
        let cases: [(&[u8], &str, &str); 28] = [
            (b"", "empty_stdout", "stdout is empty"),
            (b" \n", "blank_stdout", "white space ( \\n)"),
            (b"\xff\xfe{\0}\0", "utf16", "UTF-16, and must be UTF-8: \\xff\\xfe{"),
            (b"{\0}\0", "utf16", "UTF-16"),
            (b"{\"a\":\"\xff\"}", "not_utf8", "from byte 6 on: \\xff\"}"),
            (b"\xef\xbb\xbf{}", "byte_order_mark", "first: \\u{feff}{}"),
            (b"Verifier 1.0 \x1b[m\n{\"a\":1}\n", "text_before_object", "\\u{1b}[m\\n{\"a\":1}"),
            (b"[INFO] {x}\n{\"a\":1}\n", "text_before_object", "at byte 11"),
            (b"12 {\"a\":1}\n", "text_before_object", "at byte 3"),
            (b"{\"a\":1}\n{\"b\":2}\n", "second_object", "at byte 8: {\"b\":2}"),
            (b"{\"a\":1} done", "text_after_object", "at byte 8: done"),
            (b"{\"a\":1,\"a\":2}", "duplicate_member", "twice"),
            (b"{\"x\":{\"a\":1,\"\\u0061\":2}}", "duplicate_member", "twice"),
            (b"{\"a\":NaN}", "not_a_number", "NaN at byte 5 is no JSON number: {\"a\":NaN}"),
            (b"{\"a\":-Infinity}", "not_a_number", "-Infinity at byte 5"),
            (b"{\"a\":1e999}", "unsafe_json", "range of a double"),
            (b"{\"a\":\"\\ud800\"}", "unsafe_json", "surrogate"),
            (b"{\"a\":", "not_json", "it starts with {\"a\":"),
            (b"{'a':1}", "language_literal", "a single quote at byte 1; write it"),
            (b"{ 'a': 1 }", "language_literal", "it starts with { 'a': 1 }"),
            (b"{\"a\": True}", "language_literal", "True at byte 6"),
            (b"{\"a\": None}", "language_literal", "None at byte 6"),
            (b"{ a: 'b' }", "language_literal", "a name without quotes at byte 2"),
            (b"{\"a\":1, b: 2}", "language_literal", "a name without quotes at byte 8"),
            (b"{\"a\":1,}", "not_json", "it starts with {\"a\":1,}"),
            (b"usage: verify FILE\n", "not_json", "it starts with usage: verify FILE\\n"),
            (b"[{\"a\":1}]", "not_an_object", "expected: [{\"a\":1}]"),
            (b"null", "not_an_object", "null"),
        ];
        for (stdout, name, part) in cases {
            let fault = fault(stdout);
            assert_eq!(fault.name(), name, "{}: {fault}", escape_bytes(stdout, 99));
            assert!(fault.to_string().contains(part), "{}: {fault}", escape_bytes(stdout, 99));
        }
        let deep = [b"{\"a\":".as_slice(), &[b'['; 99], &[b']'; 99], b"}"].concat();
        assert_eq!(fault(&deep).name(), "unsafe_json");
    }
}
