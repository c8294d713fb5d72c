//! Which rule each published reject vector breaks, for the harness's
//! diagnosis: the published manifests have no member for it.

use super::{binding, decision, manifest, namespace, v1};
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

/// The same for the corpus of v1.
pub static BROKEN_V1: [(&str, &Rule); 3] = [
    ("bad-201-v0-observation-under-v1", &v1::OBSERVATION_OF_V0),
    ("bad-202-mixed-marker-versions", &v1::OBSERVATION_OF_V0),
    ("bad-203-v1-marker-without-decision", &namespace::NO_DECISION),
];
