//! Which rule each published reject vector breaks, for the harness's
//! diagnosis: the published manifest has no member for it.

use super::{binding, decision, manifest, namespace};
use crate::Rule;

/// Vector id beside the rule that this kit's corpus means it to break.
pub static BROKEN: [(&str, &Rule); 9] = [
    ("bad-101-tampered-bundle", &manifest::FILE_DIGEST_VALUE),
    ("bad-102-missing-target-digest", &decision::TARGET_DIGEST.null),
    ("bad-103-two-decisions", &namespace::SECOND_DECISION),
    ("bad-104-unknown-schema", &namespace::UNKNOWN_DECISION),
    ("bad-105-observation-binding-mismatch", &binding::DIGEST_LEG),
    ("bad-106-fail-closed-inconsistent", &decision::FAIL_CLOSED_DENY),
    ("bad-107-unknown-decision-value", &decision::DECISION_VOCABULARY),
    ("bad-108-observation-without-decision", &namespace::NO_DECISION),
    ("bad-109-bundle-id-mismatch", &manifest::BUNDLE_ID_VALUE),
];

/// The rule that a published vector breaks.
pub fn broken_by(vector: &str) -> Option<&'static Rule> {
    BROKEN.iter().find(|(id, _)| *id == vector).map(|(_, rule)| *rule)
}
