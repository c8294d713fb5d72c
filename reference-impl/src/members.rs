//! Reading a member and saying what is wrong with it: absent, null, or of
//! another type. At most one of the three, and then no value.

use crate::sink::Sink;
use mcp_evidence_contract::{Location, Presence};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A JSON object.
pub(crate) type Object = Map<String, Value>;

/// A JSON value in canonical form, as it stands in its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Raw<'t>(pub(crate) &'t str);

impl<'t> Raw<'t> {
    /// The string that this is, borrowed where it has no escapes.
    pub(crate) fn text(self) -> Option<Cow<'t, str>> {
        let inner = self.0.strip_prefix('"')?.strip_suffix('"')?;
        if inner.contains('\\') {
            serde_json::from_str(self.0).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(inner))
        }
    }

    /// The number that this is.
    pub(crate) fn number(self) -> Option<f64> {
        let starts = self.0.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        if starts { self.0.parse().ok() } else { None }
    }
}

/// A value that knows its own type.
trait Typed: Copy {
    fn is_null(self) -> bool;

    fn type_name(self) -> &'static str;
}

impl Typed for &Value {
    fn is_null(self) -> bool {
        self.is_null()
    }

    fn type_name(self) -> &'static str {
        type_name(self)
    }
}

/// What a value is, for a message.
pub(crate) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

impl Typed for Raw<'_> {
    fn is_null(self) -> bool {
        self.0 == "null"
    }

    fn type_name(self) -> &'static str {
        match self.0.as_bytes().first() {
            Some(b'"') => "a string",
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            Some(b't' | b'f') => "a boolean",
            Some(b'n') => "null",
            Some(_) | None => "a number",
        }
    }
}

/// The member as `read` takes it, or the rule broken that it is there, that it
/// is not null, or that it has its type.
fn typed<V: Typed, T>(
    sink: &mut impl Sink,
    value: Option<V>,
    rules: &'static Presence,
    at: Location,
    wanted: &str,
    read: impl FnOnce(V) -> Option<T>,
) -> Option<T> {
    let at = at.member(rules.member);
    let Some(value) = value else {
        sink.violated(&rules.absent, at, || format!("`{}` is missing", rules.member));
        return None;
    };
    if value.is_null() {
        sink.violated(&rules.null, at, || format!("`{}` is null", rules.member));
        return None;
    }
    let read = read(value);
    if read.is_none() {
        sink.violated(&rules.wrong_type, at, || {
            format!("`{}` is {}, not {wanted}", rules.member, value.type_name())
        });
    }
    read
}

/// The member of an event line as a string.
pub(crate) fn raw_string<'t>(
    sink: &mut impl Sink,
    value: Option<Raw<'t>>,
    rules: &'static Presence,
    at: Location,
) -> Option<Cow<'t, str>> {
    typed(sink, value, rules, at, "a string", Raw::text)
}

/// The member of an event line as a number.
pub(crate) fn raw_number(
    sink: &mut impl Sink,
    value: Option<Raw<'_>>,
    rules: &'static Presence,
    at: Location,
) -> Option<f64> {
    typed(sink, value, rules, at, "an integer", Raw::number)
}

/// The member as a string.
pub(crate) fn string<'v>(
    sink: &mut impl Sink,
    value: Option<&'v Value>,
    rules: &'static Presence,
    at: Location,
) -> Option<&'v str> {
    typed(sink, value, rules, at, "a string", Value::as_str)
}

/// The member as a boolean.
pub(crate) fn boolean(
    sink: &mut impl Sink,
    value: Option<&Value>,
    rules: &'static Presence,
    at: Location,
) -> Option<bool> {
    typed(sink, value, rules, at, "a boolean", Value::as_bool)
}

/// The member as a number, in whatever form it is spelled: JCS hashes `1`,
/// `1.0` and `1e0` alike.
pub(crate) fn number(
    sink: &mut impl Sink,
    value: Option<&Value>,
    rules: &'static Presence,
    at: Location,
) -> Option<f64> {
    typed(sink, value, rules, at, "an integer", Value::as_f64)
}

/// The member as an array.
pub(crate) fn array<'v>(
    sink: &mut impl Sink,
    value: Option<&'v Value>,
    rules: &'static Presence,
    at: Location,
) -> Option<&'v [Value]> {
    typed(sink, value, rules, at, "an array", |value| value.as_array().map(Vec::as_slice))
}

/// The member as an object.
pub(crate) fn object<'v>(
    sink: &mut impl Sink,
    value: Option<&'v Value>,
    rules: &'static Presence,
    at: Location,
) -> Option<&'v Object> {
    typed(sink, value, rules, at, "an object", Value::as_object)
}

/// The number as a count, where it is one that a double holds exactly.
pub(crate) fn count(number: f64) -> Option<u64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    // The bounds make the cast exact.
    (number.fract() == 0.0 && (0.0..=EXACT).contains(&number)).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use super::{Raw, Typed as _, count};
    use serde_json::Value;

    #[test]
    fn raw_values_tell_what_they_are() {
        assert_eq!(Raw("\"a\"").text().as_deref(), Some("a"));
        assert_eq!(Raw("\"\\n\"").text().as_deref(), Some("\n"));
        assert_eq!(Raw("[\"a\"]").text(), None);
        assert_eq!(Raw("-1.5").number(), Some(-1.5));
        assert_eq!(Raw("null").number(), None);
        for (text, name) in [
            ("null", "null"),
            ("true", "a boolean"),
            ("-1", "a number"),
            ("\"\"", "a string"),
            ("[]", "an array"),
            ("{}", "an object"),
        ] {
            assert_eq!(Raw(text).type_name(), name);
            assert_eq!(Raw(text).is_null(), text == "null");
            let value: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!((&value).type_name(), name);
        }
    }

    #[test]
    fn counts_are_exact_and_not_negative() {
        assert_eq!(count(0.0), Some(0));
        assert_eq!(count(-0.0), Some(0));
        assert_eq!(count(99_999.0), Some(99_999));
        assert_eq!(count(1.5), None);
        assert_eq!(count(-1.0), None);
        assert_eq!(count(1e300), None);
        assert_eq!(count(f64::NAN), None);
    }
}
