//! Every fault of a file, gathered while its members are looked at.

use mcp_evidence_harness::escape::escape;
use mcp_evidence_strict_json::{Limits, parse};
use serde_json::{Map, Value};
use std::fmt;

/// Most faults that are kept; a hostile file can have one in each byte.
const MOST: usize = 100;
/// Characters of a wrong value that are shown.
const SHOWN: usize = 80;

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, as a path of members: `observations[3].case_id`. Empty for the
    /// file itself.
    pub at: String,
    /// What is wrong and what was asked; text of the file is escaped.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.at.is_empty() {
            write!(f, "{}: ", self.at)?;
        }
        f.write_str(&self.message)
    }
}

/// All of them, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    /// One a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.0 {
            write!(f, "\n  {fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// The members of an object by name.
pub(crate) type Object = Map<String, Value>;

/// Gathers faults.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    faults: Vec<Fault>,
}

impl Checker {
    pub(crate) fn fault(&mut self, at: &str, message: impl Into<String>) {
        if self.faults.len() < MOST {
            self.faults.push(Fault { at: at.to_owned(), message: message.into() });
        }
    }

    /// A fault unless `holds`.
    pub(crate) fn require(&mut self, holds: bool, at: &str, message: impl FnOnce() -> String) {
        if !holds {
            self.fault(at, message());
        }
    }

    /// Whether something is wrong so far.
    pub(crate) fn found(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            Some(_) => Err(Faults(self.faults)),
            None => {
                // Whoever gives no value has said why; none is let pass in silence.
                self.require(self.found(), "", || "the file cannot be used".to_owned());
                Err(Faults(self.faults))
            }
        }
    }

    /// The whole file as one strict JSON object of at most `limit` bytes.
    pub(crate) fn object_of(&mut self, bytes: &[u8], limit: usize) -> Option<Object> {
        if bytes.len() > limit {
            self.fault("", format!("the file has {} bytes; at most {limit} are read", bytes.len()));
            return None;
        }
        match parse(bytes, Limits::default()) {
            Ok(Value::Object(object)) => Some(object),
            Ok(_) => {
                self.fault("", "the file holds no JSON object");
                None
            }
            Err(error) => {
                self.fault("", format!("the file is not strict JSON: {error}"));
                None
            }
        }
    }

    /// `value` as an object with exactly these members.
    pub(crate) fn members<'v>(
        &mut self,
        at: &str,
        value: Option<&'v Value>,
        required: &[&str],
        optional: &[&str],
    ) -> Option<&'v Object> {
        let Some(object) = value.and_then(Value::as_object) else {
            self.wrong(at, value, "an object");
            return None;
        };
        self.names(at, object, required, optional);
        Some(object)
    }

    /// Holds the names of an object's members against those it must have.
    pub(crate) fn names(
        &mut self,
        at: &str,
        object: &Object,
        required: &[&str],
        optional: &[&str],
    ) {
        for name in required.iter().filter(|name| !object.contains_key(**name)) {
            self.fault(&join(at, name), "the member is missing");
        }
        for name in object.keys() {
            let name = name.as_str();
            if !required.contains(&name) && !optional.contains(&name) {
                self.fault(&join(at, &escape(name, SHOWN)), "there is no such member");
            }
        }
    }

    /// A member as a string that `holds`; what an absent one lacks has been
    /// said already.
    pub(crate) fn text<'v>(
        &mut self,
        at: &str,
        object: &'v Object,
        name: &str,
        wanted: &str,
        holds: impl FnOnce(&str) -> bool,
    ) -> Option<&'v str> {
        let value = object.get(name)?;
        let text = value.as_str().filter(|text| holds(text));
        if text.is_none() {
            self.wrong(&join(at, name), Some(value), wanted);
        }
        text
    }

    /// The same where null may stand.
    pub(crate) fn text_or_null<'v>(
        &mut self,
        at: &str,
        object: &'v Object,
        name: &str,
        wanted: &str,
        holds: impl FnOnce(&str) -> bool,
    ) -> Option<&'v str> {
        match object.get(name) {
            None | Some(Value::Null) => None,
            Some(_) => self.text(at, object, name, &format!("{wanted}, or null"), holds),
        }
    }

    /// A member that is this string.
    pub(crate) fn constant(&mut self, at: &str, object: &Object, name: &str, constant: &str) {
        self.text(at, object, name, &format!("\"{constant}\""), |text| text == constant);
    }

    /// A member as an integer within bounds.
    pub(crate) fn integer(
        &mut self,
        at: &str,
        object: &Object,
        name: &str,
        bounds: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        let value = object.get(name)?;
        let number = value.as_i64().filter(|number| bounds.contains(number));
        if number.is_none() {
            let wanted = format!("an integer from {} to {}", bounds.start(), bounds.end());
            self.wrong(&join(at, name), Some(value), &wanted);
        }
        number
    }

    /// A member as a boolean.
    pub(crate) fn boolean(&mut self, at: &str, object: &Object, name: &str) -> Option<bool> {
        let value = object.get(name)?;
        if !value.is_boolean() {
            self.wrong(&join(at, name), Some(value), "true or false");
        }
        value.as_bool()
    }

    /// A member as an array.
    pub(crate) fn array<'v>(
        &mut self,
        at: &str,
        object: &'v Object,
        name: &str,
    ) -> Option<&'v [Value]> {
        let value = object.get(name)?;
        if !value.is_array() {
            self.wrong(&join(at, name), Some(value), "an array");
        }
        value.as_array().map(Vec::as_slice)
    }

    /// A member as exactly these strings, in this order.
    pub(crate) fn constants(&mut self, object: &Object, name: &str, constants: &[&str]) {
        let Some(items) = self.array("", object, name) else { return };
        self.require(items.len() == constants.len(), name, || {
            format!("{} strings are asked for, {} stand there", constants.len(), items.len())
        });
        for (index, (item, constant)) in items.iter().zip(constants).enumerate() {
            if item.as_str() != Some(constant) {
                self.wrong(&format!("{name}[{index}]"), Some(item), &format!("\"{constant}\""));
            }
        }
    }

    fn wrong(&mut self, at: &str, found: Option<&Value>, wanted: &str) {
        let found = match found {
            None => "nothing".to_owned(),
            Some(Value::Object(members)) => format!("an object of {}", members.len()),
            Some(Value::Array(items)) => format!("an array of {}", items.len()),
            Some(value) => escape(&value.to_string(), SHOWN),
        };
        self.fault(at, format!("{wanted} is asked for, {found} stands there"));
    }
}

/// The path of a member.
pub(crate) fn join(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}
