//! What stands in `mcp-evidence.toml`, and what is said where it is written
//! otherwise.

use crate::cli::{SECONDS, bounded};
use crate::failure::Failure;
use crate::suites;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// How alike a key and a misspelt one are at least, by Jaro and Winkler: `comand`
/// is `command` (0.97), and `cmd`, which may mean it, is not `cwd` (0.80).
const ALIKE: f64 = 0.85;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    /// Program and arguments for every suite without a command of its own.
    #[serde(default, deserialize_with = "words")]
    pub(super) command: Option<Vec<String>>,
    /// The suites of a run that names none.
    #[serde(default, deserialize_with = "suites")]
    pub(super) suites: Vec<String>,
    #[serde(default, deserialize_with = "seconds")]
    pub(super) timeout: Option<Duration>,
    #[serde(default, deserialize_with = "jobs")]
    pub(super) jobs: Option<NonZeroUsize>,
    pub(super) cwd: Option<PathBuf>,
    pub(super) baseline: Option<PathBuf>,
    /// By the suite's id.
    #[serde(default, deserialize_with = "of_suites")]
    pub(super) suite: BTreeMap<String, OfSuite>,
}

impl Document {
    /// Gives every suite its id, whichever of its names stands there.
    ///
    /// # Errors
    /// There is no such suite, or one has two tables.
    pub(super) fn name_suites(&mut self) -> Result<(), Failure> {
        for name in &mut self.suites {
            *name = suites::find(name)?.id.to_owned();
        }
        for (name, of_suite) in std::mem::take(&mut self.suite) {
            let id = suites::find(&name)?.id;
            if self.suite.insert(id.to_owned(), of_suite).is_some() {
                let text = format!("[suite.{id}] stands there twice, under two names of the suite");
                return Err(Failure::Usage(text));
            }
        }
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfSuite {
    #[serde(default, deserialize_with = "words")]
    pub(super) command: Option<Vec<String>>,
}

/// A program and its arguments.
fn words<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    let words = from.deserialize_any(Strings {
        of_text: |text| {
            let split: Vec<&str> = text.split_whitespace().collect();
            format!("`command` is an array of words, as in command = {split:?}")
        },
        of_table: "`command` is an array of words, as in command = [\"./verify\"]",
    })?;
    if words.first().is_none_or(String::is_empty) {
        return Err(D::Error::custom(
            "a command has a program, as in [\"python3\", \"verify.py\"]",
        ));
    }
    if words.iter().any(|word| word.contains('\0')) {
        return Err(D::Error::custom("a word of `command` holds a NUL, which no program is given"));
    }
    Ok(Some(words))
}

fn suites<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let suites = from.deserialize_any(Strings {
        of_text: |text| format!("`suites` is an array, as in suites = [{text:?}]"),
        of_table: "`suites` is an array: did you mean [suite.ID], the table of one suite?",
    })?;
    if suites.is_empty() {
        return Err(D::Error::custom("`suites` names none: leave it out for the default one"));
    }
    Ok(suites)
}

fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let seconds = bounded(from.deserialize_any(Seconds)?);
    seconds.map(Some).ok_or_else(|| D::Error::custom(SECONDS))
}

fn jobs<'de, D: Deserializer<'de>>(from: D) -> Result<Option<NonZeroUsize>, D::Error> {
    from.deserialize_any(Jobs).map(Some)
}

fn of_suites<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, OfSuite>, D::Error> {
    from.deserialize_any(Tables)
}

/// A number, whole or not.
struct Seconds;

impl Visitor<'_> for Seconds {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of seconds, as in timeout = 10")
    }

    fn visit_f64<E: Error>(self, seconds: f64) -> Result<f64, E> {
        Ok(seconds)
    }

    fn visit_i64<E: Error>(self, seconds: i64) -> Result<f64, E> {
        // What is no time that may pass is refused anyway.
        i32::try_from(seconds).map(f64::from).map_err(|_| E::custom(SECONDS))
    }
}

/// A whole number of 1 or more.
struct Jobs;

impl Visitor<'_> for Jobs {
    type Value = NonZeroUsize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number of 1 or more, as in jobs = 4")
    }

    fn visit_i64<E: Error>(self, jobs: i64) -> Result<NonZeroUsize, E> {
        let number = usize::try_from(jobs).ok().and_then(NonZeroUsize::new);
        number.ok_or_else(|| E::invalid_value(Unexpected::Signed(jobs), &self))
    }
}

/// An array of strings, and what to write where something else stands.
struct Strings {
    /// Of a single string.
    of_text: fn(&str) -> String,
    /// Of a table.
    of_table: &'static str,
}

impl<'de> Visitor<'de> for Strings {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of strings")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Err(E::custom((self.of_text)(text)))
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        Err(A::Error::custom(self.of_table))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(items))
    }
}

/// The tables `[suite.ID]`; what belongs into `suites` is told apart.
struct Tables;

impl Tables {
    fn refused<E: Error>(example: &str) -> E {
        E::custom(format!(
            "`suite` holds tables as [suite.ID]: did you mean `suites`, as in suites = [{example}]?"
        ))
    }
}

impl<'de> Visitor<'de> for Tables {
    type Value = BTreeMap<String, OfSuite>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tables as [suite.ID]")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Err(Tables::refused(&format!("{text:?}")))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        Err(Tables::refused("\"SUITE\""))
    }

    fn visit_map<A: MapAccess<'de>>(self, tables: A) -> Result<Self::Value, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(tables))
    }
}

/// Of an unknown key the known one that it is near to, as a question behind the
/// message; else nothing.
pub(super) fn hint(error: &toml::de::Error) -> String {
    let known = || {
        // As serde writes it: unknown field `a`, expected one of `b`, `c`
        let (unknown, expected) =
            error.message().strip_prefix("unknown field `")?.split_once("`, expected ")?;
        let known = expected.split('`').skip(1).step_by(2);
        let alike = known.map(|known| (strsim::jaro_winkler(unknown, known), known));
        let (likeness, nearest) = alike.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
        (likeness >= ALIKE).then(|| format!("\ndid you mean `{nearest}`?"))
    };
    known().unwrap_or_default()
}
