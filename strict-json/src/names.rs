//! Where a member name is repeated: a second reading, that stops there and
//! keeps nothing but the names of the objects that it is inside of.

use crate::error::DUPLICATE;
use crate::{Error, Kind};
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// The fault of the first name that repeats another.
pub(crate) fn first_repeated(bytes: &[u8]) -> Error {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    match Names.deserialize(&mut deserializer) {
        Err(error) => Error::from_serde(&error, bytes),
        // Not reached: the first reading has just seen one.
        Ok(()) => Error::new(Kind::DuplicateName, 0),
    }
}

/// Any value. Its depth needs no bound: a first reading has passed it.
struct Names;

impl<'de> DeserializeSeed<'de> for Names {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Names {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _value: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _value: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _value: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _value: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _value: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Names)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names = BTreeSet::new();
        while let Some(name) = members.next_key::<String>()? {
            if !names.insert(name) {
                return Err(A::Error::custom(DUPLICATE));
            }
            members.next_value_seed(Names)?;
        }
        Ok(())
    }
}
