//! The shape of an evidence reference.

use super::records::Canonicalization;
use crate::digest::{Malformed, malformed};
use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::annotations as rules;
use serde_json::{Map, Value};

/// The types that the draft gives as examples, to who takes them for all.
const KNOWN_TYPES: [&str; 4] = ["data-class.v1", "ifc.fides.v1", "sequence", "policy-decision"];

/// Whether the draft names the type.
pub(super) fn is_known(kind: &str) -> bool {
    KNOWN_TYPES.contains(&kind)
}

/// A reference with the members that recomputing needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reference<'c> {
    /// The digest in the form in which one is recomputed, or what stands there.
    pub(super) digest: Carried,
    /// The canonicalization; none where it is not one of the two.
    pub(super) canonicalization: Option<Canonicalization>,
    /// `ref`, where it is a string.
    pub(super) locator: Option<&'c str>,
}

/// The digest that a reference carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Carried {
    /// `sha256:` and 64 lowercase hex digits.
    Digest(String),
    /// Something that no recomputed digest equals.
    Other,
    /// None at all.
    Nothing,
}

/// Why a reference is malformed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) rule: &'static Rule,
    pub(super) message: &'static str,
}

const fn fault<T>(rule: &'static Rule, message: &'static str) -> Result<T, Fault> {
    Err(Fault { rule, message })
}

/// Checks a reference, its members in the order of the draft's table.
pub(super) fn check<'c>(value: &'c Value, held: &impl Held) -> Result<Reference<'c>, Fault> {
    if value.is_null() {
        return fault(&rules::NULL_REFERENCE, "evidenceRef is null");
    }
    let Some(members) = value.as_object() else {
        return fault(&rules::REFERENCE_OBJECT, "evidenceRef is no object");
    };
    kind(members, held)?;
    let digest = digest(members, held)?;
    let canonicalization = canonicalization(members, held)?;
    optional(members, "schema", &rules::SCHEMA_OPTIONAL, held)?;
    optional(members, "ref", &rules::REF_OPTIONAL, held)?;
    let locator = members.get("ref").and_then(Value::as_str);
    Ok(Reference { digest, canonicalization, locator })
}

fn kind(members: &Map<String, Value>, held: &impl Held) -> Result<(), Fault> {
    match members.get("type") {
        None if held.holds(&rules::TYPE_REQUIRED) => {
            fault(&rules::TYPE_REQUIRED, "evidenceRef has no type")
        }
        None => Ok(()),
        Some(Value::String(kind)) => {
            if kind.is_empty() && !held.holds(&rules::EMPTY_TYPE) {
                return fault(&rules::EMPTY_TYPE, "the type is empty");
            }
            if !is_known(kind) && !held.holds(&rules::TYPE_OPEN) {
                return fault(&rules::TYPE_OPEN, "the type is unknown");
            }
            Ok(())
        }
        Some(_) if held.holds(&rules::TYPE_STRING) => {
            fault(&rules::TYPE_STRING, "the type is no string")
        }
        Some(_) => Ok(()),
    }
}

fn digest(members: &Map<String, Value>, held: &impl Held) -> Result<Carried, Fault> {
    let text = match members.get("digest") {
        None if held.holds(&rules::DIGEST_REQUIRED) => {
            return fault(&rules::DIGEST_REQUIRED, "evidenceRef has no digest");
        }
        None => return Ok(Carried::Nothing),
        Some(Value::String(text)) => text,
        Some(_) if held.holds(&rules::DIGEST_STRING) => {
            return fault(&rules::DIGEST_STRING, "the digest is no string");
        }
        Some(_) => return Ok(Carried::Other),
    };
    let (rule, message): (&'static Rule, _) = match malformed(text) {
        None => return Ok(Carried::Digest(text.clone())),
        Some(Malformed::Empty) => (&rules::DIGEST_PREFIX, "the digest is empty"),
        Some(Malformed::Prefix) => match text.split_once(':') {
            Some((name, _)) if name.eq_ignore_ascii_case("sha256") => {
                (&rules::DIGEST_CASE, "the digest names its algorithm in capitals")
            }
            Some(_) => (&rules::DIGEST_ALGORITHM, "the digest is of another algorithm than sha256"),
            None => (&rules::DIGEST_PREFIX, "the digest does not name its algorithm"),
        },
        Some(Malformed::Length) => (&rules::DIGEST_LENGTH, "the digest has other than 64 digits"),
        Some(Malformed::Alphabet) => {
            (&rules::DIGEST_ALPHABET, "the digest has characters that are no hexadecimal digits")
        }
        Some(Malformed::Case) => (&rules::DIGEST_CASE, "the digest has digits in capitals"),
    };
    if held.holds(rule) {
        return fault(rule, message);
    }
    // What a reader makes of it that does not know the rule.
    if rule == &rules::DIGEST_PREFIX {
        Ok(Carried::Digest(format!("sha256:{text}")))
    } else if rule == &rules::DIGEST_CASE {
        Ok(Carried::Digest(text.to_ascii_lowercase()))
    } else {
        Ok(Carried::Other)
    }
}

/// The canonicalization, none for one that is not supported.
fn canonicalization(
    members: &Map<String, Value>,
    held: &impl Held,
) -> Result<Option<Canonicalization>, Fault> {
    match members.get("canonicalization") {
        None if held.reads(&rules::CBOR_BY_DEFAULT) => Ok(Some(Canonicalization::Cbor)),
        None if held.holds(&rules::CANONICALIZATION_REQUIRED) => {
            fault(&rules::CANONICALIZATION_REQUIRED, "evidenceRef has no canonicalization")
        }
        None => Ok(Some(Canonicalization::Jcs)),
        Some(Value::String(name)) => Ok(named(name, held)),
        Some(_) if held.holds(&rules::CANONICALIZATION_STRING) => Ok(None),
        Some(_) => fault(&rules::CANONICALIZATION_STRING, "the canonicalization is no string"),
    }
}

fn named(name: &str, held: &impl Held) -> Option<Canonicalization> {
    let mut name = name.to_owned();
    if held.reads(&rules::CANONICALIZATION_CASE) {
        name.make_ascii_lowercase();
    }
    let family = |start| held.reads(&rules::CANONICALIZATION_FAMILY) && name.starts_with(start);
    if (name == "jcs/rfc8785" && held.holds(&rules::JCS)) || family("jcs") {
        return Some(Canonicalization::Jcs);
    }
    if (name == "cbor/rfc8949" && held.holds(&rules::CBOR)) || family("cbor") {
        return Some(Canonicalization::Cbor);
    }
    (!held.holds(&rules::UNKNOWN_CANONICALIZATION)).then_some(Canonicalization::Jcs)
}

/// A member that need not be there. One that cannot be used is overlooked.
fn optional(
    members: &Map<String, Value>,
    name: &str,
    rule: &'static Rule,
    held: &impl Held,
) -> Result<(), Fault> {
    match members.get(name) {
        None if !held.holds(rule) => fault(rule, "evidenceRef has not all of its members"),
        Some(value) if !value.is_string() && !held.holds(&rules::OPTIONAL_TYPES) => {
            fault(&rules::OPTIONAL_TYPES, "schema or ref is no string")
        }
        None | Some(_) => Ok(()),
    }
}
