//! The visitor that builds a value and sees what `serde_json` lets through.

use crate::error::DEPTH;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::cell::Cell;
use std::fmt;

/// The visits of a scalar, which both trees keep as it is.
macro_rules! scalars {
    () => {
        fn visit_unit<E>(self) -> Result<serde_json::Value, E> {
            Ok(serde_json::Value::Null)
        }

        fn visit_bool<E>(self, value: bool) -> Result<serde_json::Value, E> {
            Ok(serde_json::Value::Bool(value))
        }

        fn visit_u64<E>(self, value: u64) -> Result<serde_json::Value, E> {
            Ok(serde_json::Value::Number(value.into()))
        }

        fn visit_i64<E>(self, value: i64) -> Result<serde_json::Value, E> {
            Ok(serde_json::Value::Number(value.into()))
        }

        fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<serde_json::Value, E> {
            // serde_json refuses what overflows, so the number is finite.
            serde_json::Number::from_f64(value)
                .map(serde_json::Value::Number)
                .ok_or_else(|| E::custom("number out of range"))
        }

        fn visit_str<E>(self, value: &str) -> Result<serde_json::Value, E> {
            Ok(serde_json::Value::String(value.to_owned()))
        }

        fn visit_string<E>(self, value: String) -> Result<serde_json::Value, E> {
            Ok(serde_json::Value::String(value))
        }
    };
}
pub(crate) use scalars;

/// One value, with the levels that are left below it.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    levels: usize,
    /// Set where an object repeats a name; the last one stands.
    repeated: &'a Cell<bool>,
}

impl<'a> Node<'a> {
    pub(crate) fn new(levels: usize, repeated: &'a Cell<bool>) -> Node<'a> {
        Node { levels, repeated }
    }

    fn inner<E: Error>(self) -> Result<Node<'a>, E> {
        match self.levels.checked_sub(1) {
            Some(levels) => Ok(Node { levels, ..self }),
            None => Err(E::custom(DEPTH)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    scalars!();

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let node = self.inner()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(node)? {
            array.push(item);
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let node = self.inner()?;
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let value = members.next_value_seed(node)?;
            if object.insert(name, value).is_some() {
                self.repeated.set(true);
            }
        }
        Ok(Value::Object(object))
    }
}
