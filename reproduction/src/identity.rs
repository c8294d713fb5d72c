//! Who stands behind a candidate: `identity.toml`, or the same by flags.

use crate::python_json::escaped_length;
use crate::words;
use mcp_evidence_harness::escape::{TEXT, escape};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Bytes that an identity file may have.
pub const IDENTITY_LIMIT: usize = 64 * 1024;

/// A new `identity.toml`: every member with what it means, the required ones
/// still empty.
pub const TEMPLATE: &str = include_str!("identity.toml");

/// The reproduction modes of issue #1840, in its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Written from the text alone; the corpus was seen after the freeze.
    BlindFromSpec,
    /// Written from the text, then held against the corpus.
    FromSpecThenConformance,
    /// A clean room that somebody ordered.
    CommissionedCleanRoom,
    /// Anything else, told in the report.
    OtherDisclosed,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 4] = [
        Mode::BlindFromSpec,
        Mode::FromSpecThenConformance,
        Mode::CommissionedCleanRoom,
        Mode::OtherDisclosed,
    ];

    /// The mode's name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::BlindFromSpec => "blind_from_spec",
            Mode::FromSpecThenConformance => "from_spec_then_conformance",
            Mode::CommissionedCleanRoom => "commissioned_clean_room",
            Mode::OtherDisclosed => "other_disclosed",
        }
    }

    pub(crate) fn find(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    pub(crate) fn names() -> String {
        Mode::ALL.map(Mode::name).join(", ")
    }
}

/// What a capture and a run record say about the candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implementation {
    /// Commit of its source, 40 hex digits.
    pub commit: String,
    /// Its row among the listed implementations; with `image` or not at all.
    pub id: Option<String>,
    /// `name@sha256:` and 64 hex digits.
    pub image: Option<String>,
    /// Its name.
    pub name: String,
    /// How it came to be.
    pub reproduction_mode: Mode,
    /// Where its source stands.
    pub source: String,
    /// Its version, if it has one.
    pub version: Option<String>,
}

/// An identity as it is written, before it is checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the template says what each member means")]
pub struct Draft {
    pub name: Option<String>,
    pub version: Option<String>,
    pub source: Option<String>,
    pub commit: Option<String>,
    pub mode: Option<String>,
    pub id: Option<String>,
    pub image: Option<String>,
    pub authorship: Vec<String>,
    pub materials: Materials,
    pub report: About,
}

/// What the author had read, and when.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Materials {
    /// Before the implementation was frozen.
    pub before_freeze: Vec<String>,
    /// After that.
    pub after_freeze: Vec<String>,
}

/// What only the report says, each in the author's own words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "the template says what each member means")]
pub struct About {
    pub language: Option<String>,
    pub runtime: Option<String>,
    pub author: Option<String>,
    pub contact: Option<String>,
    pub frozen_at: Option<String>,
    pub first_run_at: Option<String>,
    pub relationship: Option<String>,
    pub funding: Option<String>,
    pub independence: Option<String>,
    pub output_checked: Option<String>,
    pub pack_release: Option<String>,
    pub attestation: Option<String>,
    pub scorer: Option<String>,
    pub command: Option<String>,
    pub ci_run: Option<String>,
    pub operating_system: Option<String>,
    pub rerun: Option<String>,
    pub readings: BTreeMap<String, String>,
}

/// A checked identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// What captures and run records say.
    pub implementation: Implementation,
    /// Labels of who or what wrote it.
    pub authorship: Vec<String>,
    /// What was read, and when.
    pub materials: Materials,
    /// The rest, for the report.
    pub about: About,
}

/// An identity that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// The file is too long.
    #[error("the identity has more than {IDENTITY_LIMIT} bytes")]
    TooLong,
    /// The file is not UTF-8.
    #[error("the identity is not UTF-8 text")]
    NotText,
    /// It is not TOML, or has a member that is none.
    #[error("the identity, line {line}: {message}; `mcp-evidence init identity` writes a template")]
    Toml {
        /// The line, from 1.
        line: usize,
        /// The parser's words, escaped.
        message: String,
    },
    /// Members are missing or wrong: all of them, a line each.
    #[error("the identity cannot be used:{}", .0.iter().map(|fault| format!("\n  {fault}")).collect::<String>())]
    Members(Vec<MemberFault>),
}

/// One member that is missing or wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberFault {
    /// The member.
    pub member: &'static str,
    /// What is wrong and what to write.
    pub message: String,
}

impl fmt::Display for MemberFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.member, self.message)
    }
}

impl Draft {
    /// Reads `identity.toml`.
    ///
    /// # Errors
    /// It is no TOML of this shape.
    pub fn read(bytes: &[u8]) -> Result<Draft, IdentityError> {
        if bytes.len() > IDENTITY_LIMIT {
            return Err(IdentityError::TooLong);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| IdentityError::NotText)?;
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start).min(text.len());
            IdentityError::Toml {
                line: text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1,
                message: escape(error.message(), TEXT),
            }
        })
    }

    /// The identity, once every member is what it must be.
    ///
    /// # Errors
    /// Every member that is not.
    pub fn check(self) -> Result<Identity, IdentityError> {
        let mut faults = Vec::new();
        let mut fault = |member, message: String| faults.push(MemberFault { member, message });
        let mut wanted = |member, value: &Option<String>, holds: fn(&str) -> bool, help: &str| {
            let text = value.clone().unwrap_or_default();
            if text.is_empty() {
                fault(member, format!("is missing; give {help}"));
            } else if !holds(&text) {
                fault(member, format!("{} is not {help}", shown(&text)));
            }
            text
        };
        let name = wanted(
            "name",
            &self.name,
            is_text,
            "the implementation's name, at most 200 characters on one line",
        );
        let source = wanted(
            "source",
            &self.source,
            is_public_source,
            "an absolute http(s) URL as https://example.org/verifier",
        );
        let commit = wanted(
            "commit",
            &self.commit,
            words::is_commit,
            "the full commit, 40 lowercase hex digits, as `git rev-parse HEAD` prints it",
        );
        let modes = format!("one of {}", Mode::names());
        let mode = wanted("mode", &self.mode, |text| Mode::find(text).is_some(), &modes);
        let some = |value: &Option<String>| value.clone().filter(|text| !text.is_empty());
        let (version, id, image) = (some(&self.version), some(&self.id), some(&self.image));
        let mut optional = |member, value: &Option<String>, holds: fn(&str) -> bool, help: &str| {
            if let Some(text) = value.as_deref().filter(|text| !holds(text)) {
                fault(member, format!("{} is not {help}", shown(text)));
            }
        };
        optional("version", &version, is_text, "at most 200 characters on one line");
        optional(
            "id",
            &id,
            is_short_id,
            "words of small letters and digits joined by -, as my-verifier",
        );
        optional("image", &image, is_short_image, "name@sha256: and 64 hex digits, without a tag");
        if id.is_some() != image.is_some() {
            let (member, other) = if id.is_some() { ("id", "image") } else { ("image", "id") };
            fault(member, format!("stands without {other}; give both or neither"));
        }
        for label in self.authorship.iter().filter(|label| !is_label(label)) {
            let forms = "`Authored-By: human`, `Assisted-By: SYSTEM VERSION` or `Generated-By: SYSTEM VERSION`";
            fault("authorship", format!("{} is not {forms}", shown(label)));
        }
        match Mode::find(&mode) {
            Some(reproduction_mode) if faults.is_empty() => Ok(Identity {
                implementation: Implementation {
                    commit,
                    id,
                    image,
                    name,
                    reproduction_mode,
                    source,
                    version,
                },
                authorship: self.authorship,
                materials: self.materials,
                about: self.report,
            }),
            Some(_) | None => Err(IdentityError::Members(faults)),
        }
    }
}

fn shown(text: &str) -> String {
    format!("\"{}\"", escape(text, 80))
}

/// One line that people can read, short enough that a capture stays within its
/// bound however it is escaped.
fn is_text(text: &str) -> bool {
    text.chars().count() <= 200
        && escaped_length(text) <= 1200
        && !text.trim().is_empty()
        && !text.contains(char::is_control)
}

fn is_public_source(text: &str) -> bool {
    let host = text.split_once("://").is_some_and(|(_, rest)| !rest.starts_with(['/', '?', '#']));
    host && words::is_source(text)
        && !text.contains(char::is_control)
        && escaped_length(text) <= 2000
}

fn is_short_id(text: &str) -> bool {
    words::is_implementation_id(text) && text.len() <= 100
}

fn is_short_image(text: &str) -> bool {
    words::is_image(text) && !text.contains(char::is_control) && escaped_length(text) <= 1000
}

fn is_label(label: &str) -> bool {
    let system =
        label.strip_prefix("Assisted-By: ").or_else(|| label.strip_prefix("Generated-By: "));
    let named = |rest: &str| {
        rest.trim() == rest
            && rest
                .split_once(' ')
                .is_some_and(|(system, version)| !system.is_empty() && !version.trim().is_empty())
            && !rest.contains(char::is_control)
    };
    label == "Authored-By: human" || system.is_some_and(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"
        name = "v"
        source = "https://example.org/v"
        commit = "0123456789012345678901234567890123456789"
        mode = "blind_from_spec"
        authorship = ["Authored-By: human", "Assisted-By: editor 1.2"]
        [materials]
        before_freeze = ["spec.md"]
    "#;

    fn faults(text: &str) -> String {
        Draft::read(text.as_bytes()).and_then(Draft::check).expect_err(text).to_string()
    }

    #[test]
    fn a_sound_identity_is_taken() {
        let identity = Draft::read(SOUND.as_bytes()).and_then(Draft::check).expect("sound");
        assert_eq!(identity.implementation.version, None);
        assert_eq!(identity.implementation.reproduction_mode, Mode::BlindFromSpec);
        assert_eq!(identity.materials.before_freeze, ["spec.md"]);
    }

    #[test]
    fn the_template_asks_for_what_is_required() {
        let text = faults(TEMPLATE);
        for member in ["name", "source", "commit", "mode"] {
            assert!(text.contains(&format!("\n  {member}: is missing; give ")), "{text}");
        }
        assert_eq!(text.lines().count(), 5, "{text}");
        let filled = TEMPLATE
            .replacen("name = \"\"", "name = \"v\"", 1)
            .replacen("source = \"\"", "source = \"https://example.org/v\"", 1)
            .replacen("commit = \"\"", &format!("commit = \"{}\"", "a".repeat(40)), 1)
            .replacen("mode = \"\"", "mode = \"other_disclosed\"", 1);
        let identity = Draft::read(filled.as_bytes()).and_then(Draft::check).expect("sound");
        assert_eq!(identity.implementation.name, "v");
    }

    #[test]
    fn each_wrong_member_is_told_with_what_to_write() {
        for (from, to, part) in [
            ("\"v\"", "\" \"", "name: \" \" is not the implementation's name"),
            ("\"v\"", "\"a\\nb\"", "name: \"a\\nb\" is not"),
            ("https://example.org/v", "example.org", "source: \"example.org\" is not an absolute"),
            ("https://example.org/v", "https:///v", "source: "),
            (
                "0123456789012345678901234567890123456789",
                "HEAD",
                "commit: \"HEAD\" is not the full",
            ),
            ("blind_from_spec", "blind", "mode: \"blind\" is not one of blind_from_spec, "),
            ("Authored-By: human", "Authored-By: me", "authorship: \"Authored-By: me\" is not"),
            ("editor 1.2", "editor", "authorship: \"Assisted-By: editor\" is not"),
            ("name =", "id = \"v\"\nname =", "id: stands without image"),
            ("name =", "image = \"v@sha256:0\"\nname =", "image: \"v@sha256:0\" is not"),
            ("name =", "nam =", "unknown field `nam`"),
            ("name =", "name = 1 =", "line 2"),
            ("[materials]", "[material]", "unknown field `material`"),
        ] {
            assert!(SOUND.contains(from));
            let text = faults(&SOUND.replacen(from, to, 1));
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(Draft::read(&vec![b'#'; IDENTITY_LIMIT + 1]), Err(IdentityError::TooLong));
        assert_eq!(Draft::read(b"\xff"), Err(IdentityError::NotText));
    }
}
