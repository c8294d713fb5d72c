//! What a candidate said about a pack's cases. A capture carries no
//! expectation and no verdict.

mod observe;
pub(crate) mod read;

pub use observe::{Observer, ObserverError, Said};

use crate::identity::Implementation;
use crate::pack::Pack;
use crate::python_json;
use crate::words::{CAPTURE_NON_CLAIMS, Form, PUBLISHED_CASES};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Bytes that a capture of fourteen cases may have.
pub const CAPTURE_LIMIT: usize = 64 * 1024;
/// Bytes for each case beyond those.
const FURTHER_CASE: usize = 4 * 1024;
/// Characters that an error text may have.
pub const ERROR_LIMIT: usize = 512;
/// Bytes that an error text may take as it is written: fourteen of them and an
/// identity of the longest stay within the capture's own limit.
const ERROR_ESCAPED: usize = 3 * 1024;
/// The exit codes that a capture can hold.
pub(crate) const EXIT_CODES: std::ops::RangeInclusive<i64> = -256..=255;

/// Bytes that a capture of so many cases may have.
pub const fn limit(cases: usize) -> usize {
    CAPTURE_LIMIT + FURTHER_CASE * cases.saturating_sub(PUBLISHED_CASES)
}

/// A capture, in the published form or under our own id with the same members.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Capture {
    /// [`Form::capture`].
    pub schema: String,
    /// The profile's id.
    pub profile: String,
    /// The suite's name.
    pub suite: String,
    /// Digest of the pack's bytes.
    pub pack_sha256: String,
    /// The commit that the pack declares.
    pub pack_declared_source_commit: String,
    /// The corpus digest that the pack declares.
    pub source_corpus_digest: String,
    /// The rendered-set digest.
    pub rendered_set_digest: String,
    /// Who stands behind the candidate.
    pub implementation: Implementation,
    /// One a case, in their order.
    pub observations: Vec<Observation>,
    /// [`CAPTURE_NON_CLAIMS`].
    pub capture_non_claims: Vec<String>,
}

/// What came of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The case.
    pub case_id: String,
    /// Digest of its bytes.
    pub input_sha256: String,
    /// What came of it.
    #[serde(flatten)]
    pub state: State,
}

/// Whether there is an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// There is one.
    Observed(Answer),
    /// The candidate gave none that counts.
    CandidateError {
        /// Why.
        error: String,
    },
    /// Our side failed to ask or to hear.
    CaptureError {
        /// Why.
        error: String,
    },
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The normative surface of the report.
    pub observed: Value,
    /// The exit status, recorded and never compared.
    pub exit_code: i64,
    /// Whether there was any byte of stderr.
    pub stderr_present: bool,
    /// Whether some finding says something.
    pub reviewer_reason_present: bool,
    /// Whether the report names the profile's report schema.
    pub report_schema_matches: bool,
    /// Whether the report names the profile.
    pub report_profile_matches: bool,
}

impl Capture {
    /// A capture over `pack`.
    pub fn new(
        pack: &Pack,
        implementation: Implementation,
        observations: Vec<Observation>,
    ) -> Capture {
        Capture {
            schema: pack.form.capture().to_owned(),
            profile: pack.profile.clone(),
            suite: pack.suite.clone(),
            pack_sha256: pack.sha256.clone(),
            pack_declared_source_commit: pack.declared_source_commit.clone(),
            source_corpus_digest: pack.source_corpus_digest.clone(),
            rendered_set_digest: pack.rendered_set_digest.clone(),
            implementation,
            observations,
            capture_non_claims: CAPTURE_NON_CLAIMS.map(str::to_owned).to_vec(),
        }
    }

    /// The form whose id it carries.
    pub fn form(&self) -> Form {
        Form::find(&self.schema, Form::capture).unwrap_or(Form::Own)
    }

    /// The file: the same capture gives the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        python_json::indented(&serde_json::to_value(self).expect("names are strings"))
    }
}

/// `text` within the bounds of an error text; a cut one ends in `…`.
pub(crate) fn bounded(text: &str) -> String {
    const MARK: char = '…';
    let mark = python_json::escaped_char_length(MARK);
    let mut kept = String::new();
    let (mut count, mut escaped) = (0, 0);
    let mut fits = 0;
    for character in text.chars() {
        count += 1;
        escaped += python_json::escaped_char_length(character);
        if count > ERROR_LIMIT || escaped > ERROR_ESCAPED {
            kept.truncate(fits);
            kept.push(MARK);
            return kept;
        }
        kept.push(character);
        if count < ERROR_LIMIT && escaped + mark <= ERROR_ESCAPED {
            fits = kept.len();
        }
    }
    if kept.is_empty() { "no reason is known".to_owned() } else { kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack;
    use crate::testing::{implementation, packed};

    #[test]
    fn error_texts_are_cut_by_characters_and_by_escaped_length() {
        let plain = "x".repeat(ERROR_LIMIT);
        assert_eq!(bounded(&plain), plain);
        let cut = bounded(&format!("{plain}x"));
        assert_eq!((cut.chars().count(), cut.ends_with("x…")), (ERROR_LIMIT, true));
        let wide = bounded(&"\u{1f642}".repeat(ERROR_LIMIT));
        assert!(python_json::escaped_length(&wide) <= ERROR_ESCAPED);
        assert!(wide.ends_with('…') && wide.chars().count() > 200);
        assert_eq!(bounded(""), "no reason is known");
    }

    #[test]
    fn the_largest_capture_stays_within_its_limit() {
        let pack = pack::read(&packed()).expect("sound");
        let mut implementation = implementation();
        // What an identity may have at most, however it is escaped.
        implementation.name = "\u{1f642}".repeat(100);
        implementation.version = Some("\u{1f642}".repeat(100));
        implementation.source = format!("https://x/{}", "\u{7f}".repeat(331));
        implementation.id = Some("a".repeat(100));
        implementation.image = Some(format!("{}@sha256:{}", "é".repeat(150), "0".repeat(64)));
        let observations = pack.cases.iter().map(|case| Observation {
            case_id: case.id.clone(),
            input_sha256: case.sha256.clone(),
            state: State::CandidateError { error: bounded(&"\u{1f642}".repeat(999)) },
        });
        let capture = Capture::new(&pack, implementation, observations.collect());
        let bytes = capture.to_bytes();
        assert!(bytes.len() <= limit(14), "{}", bytes.len());
        assert_eq!(Capture::read(&bytes).expect("sound"), capture);
    }

    #[test]
    fn no_change_of_a_byte_makes_a_reader_panic() {
        let pack_bytes = packed();
        let pack = pack::read(&pack_bytes).expect("sound");
        let observations = pack.cases.iter().map(|case| Observation {
            case_id: case.id.clone(),
            input_sha256: case.sha256.clone(),
            state: State::CaptureError { error: "e".to_owned() },
        });
        let capture = Capture::new(&pack, implementation(), observations.collect()).to_bytes();
        for at in (0..capture.len()).step_by(5) {
            for byte in [b'"', b'{', b'9', 0xff] {
                let mut changed = capture.clone();
                changed[at] = byte;
                // A record has the same head.
                let _ = (Capture::read(&changed), crate::record::RunRecord::read(&changed));
            }
        }
        for at in (0..pack_bytes.len()).step_by(997) {
            let mut changed = pack_bytes.clone();
            changed[at] ^= 0x11;
            assert!(pack::read(&changed).map_or(true, |read| read.sha256 != pack.sha256));
            let _ = pack::read(&pack_bytes[..at]).expect_err("cut");
        }
    }
}
