//! The rewriter: `serde_json`'s grammar, straight into canonical form.

use super::names::order;
use super::text::{write_number, write_string};
use crate::error::DEPTH;
use crate::{Error, Limits};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

/// Writes texts in canonical form, one at a time, into memory that it keeps.
#[derive(Debug, Default)]
pub struct Rewriter {
    out: Vec<u8>,
    /// Members of the objects that are being read, the outer ones first.
    members: Vec<Member>,
    scratch: Vec<u8>,
    repeated: bool,
}

/// A member in the output.
#[derive(Debug, Clone)]
struct Member {
    name: Range<usize>,
    end: usize,
}

impl Rewriter {
    /// Reads `bytes` as one JSON value and writes it in canonical form. The
    /// faults are those of [`read`](crate::read) over the same bytes: here the
    /// ones that leave the text readable.
    ///
    /// # Errors
    /// A fault that leaves nothing to read.
    pub fn rewrite(&mut self, bytes: &[u8], limits: Limits) -> Result<(&[u8], Vec<Error>), Error> {
        let text = crate::text(bytes)?;
        self.out.clear();
        self.members.clear();
        self.repeated = false;
        let levels = limits.depth.min(Limits::MAX_DEPTH);
        let mut deserializer = serde_json::Deserializer::from_str(text);
        Write { to: self, levels }
            .deserialize(&mut deserializer)
            .map_err(|error| Error::from_serde(&error, bytes))?;
        let faults = crate::readable_faults(bytes, self.repeated, deserializer);
        Ok((&self.out, faults))
    }

    fn name(&self, member: &Member) -> &str {
        // Names are written from strings, and lie between quotes.
        std::str::from_utf8(&self.out[member.name.clone()]).unwrap_or_default()
    }

    /// Puts the members from `first` on, which stand in the output from `start`
    /// on, into their order. Of members of one name the last one stays.
    fn sort(&mut self, start: usize, first: usize) {
        let rises = |pair: &[Member]| order(self.name(&pair[0]), self.name(&pair[1])).is_lt();
        if !self.members[first..].windows(2).all(rises) {
            let mut members = self.members.split_off(first);
            // Stable, so that the last of a name is the last in the text.
            members.sort_by(|one, other| order(self.name(one), self.name(other)));
            self.scratch.clear();
            for (at, member) in members.iter().enumerate() {
                let next = members.get(at + 1);
                let is_last = next.is_none_or(|next| {
                    order(self.name(member), self.name(next)) != Ordering::Equal
                });
                self.repeated |= !is_last;
                if is_last {
                    if !self.scratch.is_empty() {
                        self.scratch.push(b',');
                    }
                    self.scratch.extend_from_slice(&self.out[member.name.start - 1..member.end]);
                }
            }
            self.out.truncate(start);
            self.out.extend_from_slice(&self.scratch);
        }
        self.members.truncate(first);
    }
}

/// Writes one value, with the levels that are left below it.
struct Write<'r> {
    to: &'r mut Rewriter,
    levels: usize,
}

impl<'de> DeserializeSeed<'de> for Write<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Write<'_> {
    fn below<E: serde::de::Error>(&self) -> Result<usize, E> {
        self.levels.checked_sub(1).ok_or_else(|| E::custom(DEPTH))
    }
}

impl<'de> Visitor<'de> for Write<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.to.out.extend_from_slice(b"null");
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.to.out.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        // RFC 8785 hashes the double that is nearest.
        write_number(&mut self.to.out, value as f64);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        write_number(&mut self.to.out, value as f64);
        Ok(())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<(), E> {
        if !value.is_finite() {
            return Err(E::custom("number out of range"));
        }
        write_number(&mut self.to.out, value);
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        write_string(&mut self.to.out, value);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let levels = self.below()?;
        let to = self.to;
        to.out.push(b'[');
        let start = to.out.len();
        loop {
            let end = to.out.len();
            // Taken back if there is no further item.
            if end > start {
                to.out.push(b',');
            }
            if items.next_element_seed(Write { to: &mut *to, levels })?.is_none() {
                to.out.truncate(end);
                break;
            }
        }
        to.out.push(b']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let levels = self.below()?;
        let to = self.to;
        to.out.push(b'{');
        let (start, first) = (to.out.len(), to.members.len());
        loop {
            let end = to.out.len();
            if end > start {
                to.out.push(b',');
            }
            let name = to.out.len() + 1;
            if members.next_key_seed(Write { to: &mut *to, levels })?.is_none() {
                to.out.truncate(end);
                break;
            }
            let name = name..to.out.len() - 1;
            to.out.push(b':');
            members.next_value_seed(Write { to: &mut *to, levels })?;
            to.members.push(Member { name, end: to.out.len() });
        }
        to.sort(start, first);
        to.out.push(b'}');
        Ok(())
    }
}
