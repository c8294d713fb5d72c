//! What a request states about the protocol version (§2): its own statement,
//! negotiated and verified by nobody.

use crate::held::Held;
use mcp_evidence_contract::catalogue::receipts::derive as rules;
use serde_json::{Map, Value};

/// The member of `_meta` that states it.
const MEMBER: &str = "io.modelcontextprotocol/protocolVersion";

/// The state, with the version where it is present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Version {
    /// A calendar date.
    Present(String),
    /// No version is stated.
    Absent,
    /// The value is no calendar date, or its container no object.
    Malformed(Value),
}

impl Version {
    /// What the params of a request state.
    pub(super) fn stated(params: &Map<String, Value>, held: &impl Held) -> Version {
        let stated = match params.get("_meta") {
            None => return Version::Absent,
            Some(Value::Object(meta)) => meta.get(MEMBER),
            Some(_) if !held.holds(&rules::VERSION_CONTAINER) => return Version::Absent,
            Some(other) => return Version::Malformed(other.clone()),
        };
        match stated {
            None => Version::Absent,
            Some(Value::String(text)) if is_version(text, held) => Version::Present(text.clone()),
            Some(other) => Version::Malformed(other.clone()),
        }
    }

    /// The state in the words of a receipt.
    pub(super) const fn state(&self) -> &'static str {
        match self {
            Version::Present(_) => "present",
            Version::Absent => "absent",
            Version::Malformed(_) => "malformed",
        }
    }

    /// The version, where it is present.
    pub(super) fn version(&self) -> Option<&str> {
        match self {
            Version::Present(version) => Some(version),
            Version::Absent | Version::Malformed(_) => None,
        }
    }
}

fn is_version(text: &str, held: &impl Held) -> bool {
    match date(text) {
        Some((year, month, day)) => {
            held.reads(&rules::DATE_BY_FORM)
                || !held.holds(&rules::VERSION_DATE)
                || (1..=days(year, month)).contains(&day)
        }
        None => !held.holds(&rules::VERSION_DATE),
    }
}

/// Year, month and day of a text of the form `2025-06-18`.
fn date(text: &str) -> Option<(u32, u32, u32)> {
    let bytes: &[u8; 10] = text.as_bytes().try_into().ok()?;
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0_u32, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    match bytes {
        [year @ .., b'-', _, _, b'-', _, _] => {
            Some((number(year)?, number(&bytes[5..7])?, number(&bytes[8..])?))
        }
        _ => None,
    }
}

/// Days of a month in the Gregorian calendar; none of a month that is none.
fn days(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::held::Every;
    use serde_json::json;

    fn state(params: Value) -> Version {
        Version::stated(params.as_object().expect("an object"), &Every)
    }

    #[test]
    fn real_dates_are_versions() {
        for text in ["2025-06-18", "2024-02-29", "2000-02-29", "2025-12-31"] {
            assert!(is_version(text, &Every), "{text}");
        }
        for text in [
            "2025-02-29",
            "1900-02-29",
            "2025-13-01",
            "2025-00-01",
            "2025-04-31",
            "2025-06-00",
            "2025-6-18",
            "2025-06-18 ",
            "2025-06-18\n",
            " 2025-06-18",
            "20250618",
            "2025/06/18",
            "DRAFT-2025",
            "",
            "２０２５-06-18",
            "+025-06-18",
        ] {
            assert!(!is_version(text, &Every), "{text:?}");
        }
    }

    #[test]
    fn the_state_is_what_the_request_states() {
        assert_eq!(state(json!({})), Version::Absent);
        assert_eq!(state(json!({"_meta": {}})), Version::Absent);
        assert_eq!(state(json!({"_meta": {MEMBER: "2025-06-18"}})).version(), Some("2025-06-18"));
        for malformed in [
            json!({"_meta": []}),
            json!({"_meta": null}),
            json!({"_meta": {MEMBER: null}}),
            json!({"_meta": {MEMBER: 20250618}}),
            json!({"_meta": {MEMBER: "soon"}}),
        ] {
            let version = state(malformed);
            assert_eq!((version.state(), version.version()), ("malformed", None));
        }
    }
}
