//! The fixed strings of the formats, and the patterns of the others.

/// Which ids a file goes under. The published ones stand only where the file is
/// what they describe: fourteen cases of `privileged-mcp-action/v0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The ids of issue #1840.
    Published,
    /// This kit's own ids, with the same members.
    Own,
}

/// Cases of the published pack.
pub const PUBLISHED_CASES: usize = 14;
/// Most cases of any pack: a case's number has three digits.
pub const MOST_CASES: usize = 999;
/// Name of the published suite, and of the published pack's folder.
pub const PUBLISHED_SUITE: &str = "privileged-mcp-action-v0";

impl Form {
    const ALL: [Form; 2] = [Form::Published, Form::Own];

    /// `schema` of `cases.json`.
    pub const fn pack(self) -> &'static str {
        match self {
            Form::Published => "assay.privileged_mcp_action.clean_room_pack.v0",
            Form::Own => "mcp-evidence.clean_room_pack.v1",
        }
    }

    /// `schema` of a capture.
    pub const fn capture(self) -> &'static str {
        match self {
            Form::Published => "assay.privileged_mcp_action.candidate_capture.v0",
            Form::Own => "mcp-evidence.capture.v1",
        }
    }

    /// `schema` of a run record.
    pub const fn record(self) -> &'static str {
        match self {
            Form::Published => "assay.privileged_mcp_action.conformance_run.v1",
            Form::Own => "mcp-evidence.run_record.v1",
        }
    }

    /// The form whose id in `of` is `schema`.
    pub(crate) fn find(schema: &str, of: fn(Form) -> &'static str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| of(*form) == schema)
    }
}

/// `pack_provenance_verification` of a run record.
pub(crate) const PROVENANCE: &str = "not_performed_by_scorer";

/// What a capture does not claim.
pub const CAPTURE_NON_CLAIMS: [&str; 4] = [
    "a capture records what a candidate emitted; it is not a verdict",
    "a capture host can fabricate observations, so a capture is not authenticated",
    "candidate process limits are operational bounds, not a sandbox",
    "a declared image digest addresses bytes; it does not prove which image ran",
];

/// What a run record does not claim.
pub const RECORD_NON_CLAIMS: [&str; 5] = [
    "a matching run demonstrates agreement on the pinned corpus only",
    "a matching run does not establish implementation independence",
    "the scorer records but does not verify the pack's declared source commit",
    "the scorer does not assess security, compliance, or provider outcomes",
    "candidate process limits are operational bounds, not a sandbox",
];

/// The id of the case at `index`.
pub(crate) fn case_id(index: usize) -> String {
    format!("case-{:03}", index + 1)
}

/// The name of a suite for a folder: small letters, digits, `.` and `-`.
pub(crate) fn slug(suite: &str) -> String {
    let plain = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '.' | '-');
    let text: String = suite
        .to_ascii_lowercase()
        .chars()
        .map(|c| if plain(c) { c } else { '-' })
        .take(40)
        .collect();
    let text = text.trim_matches(['-', '.']);
    if text.is_empty() { "corpus".to_owned() } else { text.to_owned() }
}

pub(crate) fn is_slug(text: &str) -> bool {
    !text.is_empty() && slug(text) == text
}

/// Forty lowercase hex digits.
pub(crate) fn is_commit(text: &str) -> bool {
    text.len() == 40 && is_hex(text)
}

/// `sha256:` and 64 lowercase hex digits.
pub(crate) fn is_digest(text: &str) -> bool {
    text.strip_prefix("sha256:").is_some_and(|hex| hex.len() == 64 && is_hex(hex))
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// `http://` or `https://` and more, without white space.
pub(crate) fn is_source(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace))
}

/// Words of small letters and digits, joined by `-`, the first led by a letter.
pub(crate) fn is_implementation_id(text: &str) -> bool {
    let word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split('-').all(word)
}

/// `name@sha256:` and 64 hex digits, no tag in the name.
pub(crate) fn is_image(text: &str) -> bool {
    let Some((name, digest)) = text.split_once('@') else { return false };
    let other = |c: char| c == ':' || c.is_whitespace();
    is_digest(digest) && !name.is_empty() && !name.contains(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_take_the_right_form_alone() {
        let hex = "0123456789abcdef".repeat(4);
        assert!(is_commit(&hex[..40]) && !is_commit(&hex) && !is_commit(&"A".repeat(40)));
        assert!(is_digest(&format!("sha256:{hex}")) && !is_digest(&hex));
        assert!(is_image(&format!("ghcr.io/a/b@sha256:{hex}")));
        for image in ["a:1@sha256:", "@sha256:", "a b@sha256:", "a@b@sha256:"] {
            assert!(!is_image(&format!("{image}{hex}")), "{image}");
        }
        for (text, holds) in [("a-b1", true), ("1a", false), ("a--b", false), ("a-", false)] {
            assert_eq!(is_implementation_id(text), holds, "{text}");
        }
        for (text, holds) in [
            ("https://example.org/x", true),
            ("http://x", true),
            ("https://", false),
            ("ftp://x", false),
            ("https://x y", false),
            ("https://x\n", false),
            ("example.org", false),
        ] {
            assert_eq!(is_source(text), holds, "{text:?}");
        }
    }

    #[test]
    fn a_suite_has_a_portable_name() {
        assert_eq!(slug("My Suite/v1"), "my-suite-v1");
        assert_eq!(slug("../.."), "corpus");
        assert!(is_slug("privileged-mcp-action-v0") && !is_slug("A") && !is_slug(""));
    }
}
