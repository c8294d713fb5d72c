//! A tree of only those members that somebody is going to look at.

use crate::value::scalars;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// What to keep of a value.
#[derive(Debug, Clone, Copy)]
pub enum Keep {
    /// The value, but a container without what is in it.
    Shallow,
    /// The items of an array, each as [`Keep::Shallow`]; an object is emptied.
    Items,
    /// These members of an object; an array is emptied.
    Members(&'static [(&'static str, Keep)]),
}

/// Reads `text`, which [`read`](crate::read) is known to let through, and keeps
/// a part of it. Of a repeated name the last one stands. `None` where this is
/// no JSON after all.
pub fn kept(text: &str, keep: Keep) -> Option<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    keep.deserialize(&mut deserializer).ok()
}

impl<'de> DeserializeSeed<'de> for Keep {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keep {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    scalars!();

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        match self {
            Keep::Items => {
                while let Some(item) = items.next_element_seed(Keep::Shallow)? {
                    array.push(item);
                }
            }
            Keep::Shallow | Keep::Members(_) => {
                while items.next_element::<IgnoredAny>()?.is_some() {}
            }
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let wanted = match self {
            Keep::Members(wanted) => wanted,
            Keep::Shallow | Keep::Items => &[],
        };
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            match wanted.iter().find(|(wanted, _)| *wanted == name) {
                Some((_, keep)) => {
                    let value = members.next_value_seed(*keep)?;
                    object.insert(name, value);
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_is_wanted_is_kept() {
        const KEEP: Keep = Keep::Members(&[
            ("a", Keep::Shallow),
            ("b", Keep::Items),
            ("c", Keep::Members(&[("d", Keep::Shallow)])),
        ]);
        let of = |text: &str| kept(text, KEEP).expect("JSON");
        assert_eq!(
            of(r#"{"a":{"x":1},"b":[1,"t",[2],{"y":3}],"c":{"d":[4],"e":5},"f":6}"#),
            json!({"a": {}, "b": [1, "t", [], {}], "c": {"d": []}})
        );
        assert_eq!(of(r#"{"a":[1],"b":{"x":1},"c":[2]}"#), json!({"a": [], "b": {}, "c": []}));
        assert_eq!(of(r#"{"a":1,"\u0061":null}"#), json!({"a": null}));
        assert_eq!(of("[1]"), json!([]));
        assert_eq!(of("3e0"), json!(3.0));
        assert_eq!(kept("{", KEEP), None);
    }
}
