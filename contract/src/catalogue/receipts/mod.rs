//! Every rule of the request–decision receipts: what `derive` makes of client
//! frames and decision events, and what `verify` asks of a retained capture.
//!
//! The text has neither numbers nor headings. Its paragraphs are cited by their
//! place and a word of what they are about: §1 Recording, §2 Record, §3 Window,
//! §4 Limits, §5 Before use, §6 Conclusion.

pub mod derive;
pub mod record;
pub mod verify;

use super::File;
use crate::{Alternative, Rule, Stage};

const RECORDING: &str = "§1 Recording";
const RECORD: &str = "§2 Record";
const LIMITS: &str = "§4 Limits";
const BEFORE_USE: &str = "§5 Before use";

/// What `derive` does.
const DERIVE: Stage = Stage::Operation("derive");

/// What `verify` asks.
const RECEIPTS: Stage = Stage::Operation("receipts");

/// A requirement of a capture.
const fn rule(
    section: &'static str,
    id: &'static str,
    text: &'static str,
    lacking: &'static str,
) -> Rule {
    Rule::requirement(RECEIPTS, section, id, text).lacking(lacking)
}

pub(super) static FILES: [File; 3] =
    [(&[], derive::RULES), (&[], record::RULES), (&[], verify::RULES)];

pub(super) static ALTERNATIVES: [&[&Alternative]; 2] = [derive::ALTERNATIVES, verify::ALTERNATIVES];
