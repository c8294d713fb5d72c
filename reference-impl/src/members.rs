//! Reading a member and saying what is wrong with it: absent, null, or of
//! another type. At most one of the three, and then no value.

use crate::sink::Sink;
use mcp_evidence_contract::{Location, Presence};
use serde_json::{Map, Value};

/// A JSON object.
pub(crate) type Object = Map<String, Value>;

/// The member, if it is there and not null.
pub(crate) fn present<'v>(
    sink: &mut impl Sink,
    value: Option<&'v Value>,
    rules: &'static Presence,
    at: Location,
) -> Option<&'v Value> {
    let at = at.member(rules.member);
    match value {
        None => {
            sink.violated(&rules.absent, at, || format!("`{}` is missing", rules.member));
            None
        }
        Some(Value::Null) => {
            sink.violated(&rules.null, at, || format!("`{}` is null", rules.member));
            None
        }
        Some(value) => Some(value),
    }
}

/// The member as `read` takes it, or the type rule broken.
fn typed<'v, T>(
    sink: &mut impl Sink,
    value: Option<&'v Value>,
    rules: &'static Presence,
    at: Location,
    wanted: &str,
    read: impl FnOnce(&'v Value) -> Option<T>,
) -> Option<T> {
    let value = present(sink, value, rules, at.clone())?;
    let read = read(value);
    if read.is_none() {
        sink.violated(&rules.wrong_type, at.member(rules.member), || {
            format!("`{}` is {}, not {wanted}", rules.member, type_name(value))
        });
    }
    read
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

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::count;

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
