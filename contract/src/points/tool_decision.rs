//! `assay.tool_decision_surface.v0`.

use super::{Answer, Point, Reading};

/// Where classifications, names and hashes of the only call stand.
const CLASSIFICATION: &str = "/observed_tool_decisions/0/classification";
const REASON_CODE: &str = "/observed_tool_decisions/0/reason_code";
const TOOL_NAME: &str = "/observed_tool_decisions/0/tool/name";
const KEY_TITLE: &str = "/observed_tool_decisions/0/action/target/key_title_hash";
const WORKSPACE: &str = "/observed_tool_decisions/0/action/target/workspace_id_hash";
const PRINCIPAL: &str = "/observed_tool_decisions/0/action/target/principal_hash";

const CLASSIFIED: Answer = Answer::At(CLASSIFICATION, r#""classified""#);
const INCOMPLETE: Answer = Answer::At(CLASSIFICATION, r#""classified_incomplete""#);

// Of `ci-key` and `other-key`.
const CI_KEY: Answer = Answer::At(
    KEY_TITLE,
    r#""sha256:a65a94d25524f87fbb5ce6d3fde202c02a5b532f27e1ba3b5708076e1ba75ccf""#,
);
const OTHER_KEY: Answer = Answer::At(
    KEY_TITLE,
    r#""sha256:6f441ba6850611dca1a8645e74cbf21d856acecb2efc156d34473ad4feeaa0b2""#,
);
// Of `alice@example.com` and `carol@example.com`, as members.
const ALICE: Answer = Answer::At(
    PRINCIPAL,
    r#""sha256:fccfe5ed09f484c1f7523fd8f9fea1bb2e85ddb0845ad61225e604f2c013620d""#,
);
const CAROL: Answer = Answer::At(
    PRINCIPAL,
    r#""sha256:25ad369a291b6cdaaa164b2b01ba6222f9530cc07a5b7d831e3234869ff17512""#,
);
// Of `acme` and `initech`.
const ACME: Answer = Answer::At(
    WORKSPACE,
    r#""sha256:2443f42f97a4e38e039eaab087b51040b31f61dfac89d7cf75d397cd2033675b""#,
);
const INITECH: Answer = Answer::At(
    WORKSPACE,
    r#""sha256:482ea237ce09782e0aa79b1f8d5ab1f7ca768f736d53ed72c1cd64d6c7ff1e9f""#,
);
// Of `bob@example.com` and `dave@example.com`, as admins.
const BOB: Answer = Answer::At(
    PRINCIPAL,
    r#""sha256:879a6f5abcca30d0334b3238baac9ea116a195b66d3d56eebf447552f8e1aede""#,
);
const DAVE: Answer = Answer::At(
    PRINCIPAL,
    r#""sha256:706e8bf91bbe6b0c2233e5e6880295e00dd67f5c683115ade0bee7a95d1c01ac""#,
);
// Of the capital umlaut in lower case and as it is, and of the no-break space kept.
const LOWER_UMLAUT: Answer = Answer::At(
    PRINCIPAL,
    r#""sha256:6484514b3bae315425b80adaf6abfdee0acc394b3a4497b56213e2deb6f15c1a""#,
);
const CAPITAL_UMLAUT: Answer = Answer::At(
    PRINCIPAL,
    r#""sha256:836cf989630e1d78d5969b31f81ad4fbf1215024002812e8a8b9c4033f9653d2""#,
);
const WITH_SPACE: Answer = Answer::At(
    PRINCIPAL,
    r#""sha256:10cef9d22ef0d4e687d946e9202a3cded3e919e1a2fc2027f7c597d744bd0b07""#,
);

pub(super) const POINTS: &[Point] = &[
    Point {
        id: "T01",
        section: "§Classifiers",
        passage: "A missing required field makes the call incomplete; of a field that is there and says nothing there is no word.",
        question: "Is an empty or blank required field missing?",
        reason: "An empty name names nothing, and missing arguments are never treated as safe.",
        readings: &[
            Reading {
                text: "an empty or blank field is missing",
                answers: &[INCOMPLETE, INCOMPLETE, INCOMPLETE],
            },
            Reading {
                text: "a field that is there is not missing",
                answers: &[CLASSIFIED, CLASSIFIED, CLASSIFIED],
            },
            Reading {
                text: "only an empty field is missing",
                answers: &[INCOMPLETE, CLASSIFIED, INCOMPLETE],
            },
        ],
        probes: &["t01-owner-empty", "t01-principal-blank", "t01-workspace-empty"],
    },
    Point {
        id: "T02",
        section: "§Classifiers",
        passage: "A principal is given as user_id or user, a workspace as workspace_id, workspace or org; a title has two names in the field.",
        question: "Which name wins where several are there?",
        reason: "The text lists the more exact name first.",
        readings: &[
            Reading {
                text: "the first listed name wins, key_title before title",
                answers: &[OTHER_KEY, ALICE, ACME, BOB],
            },
            Reading { text: "the last listed name wins", answers: &[CI_KEY, CAROL, INITECH, DAVE] },
            Reading {
                text: "the first listed name wins, title before key_title",
                answers: &[CI_KEY, ALICE, ACME, BOB],
            },
        ],
        probes: &[
            "t02-two-titles",
            "t02-two-users",
            "t02-three-workspaces",
            "t02-three-principals",
        ],
    },
    Point {
        id: "T03",
        section: "§Classifiers",
        passage: "A field may have several names; a field that is no string counts as missing.",
        question: "Is a name passed over whose value cannot be used?",
        reason: "The field is there under its other name, and nothing is guessed.",
        readings: &[
            Reading { text: "looks at the next name", answers: &[CLASSIFIED, CLASSIFIED] },
            Reading {
                text: "takes the field for missing once one name of it is there",
                answers: &[INCOMPLETE, INCOMPLETE],
            },
            Reading { text: "passes over null only", answers: &[INCOMPLETE, CLASSIFIED] },
        ],
        probes: &["t03-first-name-a-number", "t03-first-name-null"],
    },
    Point {
        id: "T04",
        section: "§Redaction and sanitization",
        passage: "Hostile strings are sanitized before the record is written.",
        question: "What stands for a control character?",
        reason: "One visible character for each keeps two names apart that differ in their number.",
        readings: &[
            Reading {
                text: "U+FFFD for each",
                answers: &[
                    Answer::At(TOOL_NAME, r#""git�hub.add_deploy_key""#),
                    Answer::At(TOOL_NAME, r#""git��hub.add_deploy_key""#),
                ],
            },
            Reading {
                text: "nothing",
                answers: &[
                    Answer::At(TOOL_NAME, r#""github.add_deploy_key""#),
                    Answer::At(TOOL_NAME, r#""github.add_deploy_key""#),
                ],
            },
            Reading {
                text: "a question mark for each",
                answers: &[
                    Answer::At(TOOL_NAME, r#""git?hub.add_deploy_key""#),
                    Answer::At(TOOL_NAME, r#""git??hub.add_deploy_key""#),
                ],
            },
            Reading {
                text: "a blank for each",
                answers: &[
                    Answer::At(TOOL_NAME, r#""git hub.add_deploy_key""#),
                    Answer::At(TOOL_NAME, r#""git  hub.add_deploy_key""#),
                ],
            },
            Reading {
                text: "U+FFFD for a run of them",
                answers: &[
                    Answer::At(TOOL_NAME, r#""git�hub.add_deploy_key""#),
                    Answer::At(TOOL_NAME, r#""git�hub.add_deploy_key""#),
                ],
            },
            Reading {
                text: "the escape as text, `\\u001b`",
                answers: &[
                    Answer::At(TOOL_NAME, r#""git\\u001bhub.add_deploy_key""#),
                    Answer::At(TOOL_NAME, r#""git\\u001b\\u0007hub.add_deploy_key""#),
                ],
            },
        ],
        probes: &["t04-one-escape", "t04-two-in-a-row"],
    },
    Point {
        id: "T05",
        section: "§github_deploy_key",
        passage: "The title is hashed, never stored; only of read_only it is said that it is there if present.",
        question: "What stands at key_title_hash where there is no title?",
        reason: "There is nothing to hash, and nothing is said to be null.",
        readings: &[
            Reading {
                text: "nothing: the member is absent",
                answers: &[Answer::At(KEY_TITLE, "")],
            },
            Reading { text: "null", answers: &[Answer::At(KEY_TITLE, "null")] },
        ],
        probes: &["t05-no-title"],
    },
    Point {
        id: "T06",
        section: "§slack_add_member",
        passage: "channel_id_hash is null for membership at workspace level; of the other case the text says nothing.",
        question: "What stands at workspace_id_hash where only a channel is given?",
        reason: "The two scopes are treated alike.",
        readings: &[
            Reading { text: "null", answers: &[Answer::At(WORKSPACE, "null")] },
            Reading {
                text: "nothing: the member is absent",
                answers: &[Answer::At(WORKSPACE, "")],
            },
        ],
        probes: &["t06-no-workspace"],
    },
    Point {
        id: "T07",
        section: "§Reason codes",
        passage: "There is a reason code for missing fields and one for unsupported shapes.",
        question: "Which reason code do arguments have that are no object?",
        reason: "The shape is what is wrong; whether fields are missing cannot be asked.",
        readings: &[
            Reading {
                text: "unsupported_argument_shape",
                answers: &[
                    Answer::At(REASON_CODE, r#""unsupported_argument_shape""#),
                    Answer::At(REASON_CODE, r#""unsupported_argument_shape""#),
                ],
            },
            Reading {
                text: "missing_required_target_field",
                answers: &[
                    Answer::At(REASON_CODE, r#""missing_required_target_field""#),
                    Answer::At(REASON_CODE, r#""missing_required_target_field""#),
                ],
            },
            Reading {
                text: "unsupported_argument_shape, but missing_required_target_field for null",
                answers: &[
                    Answer::At(REASON_CODE, r#""unsupported_argument_shape""#),
                    Answer::At(REASON_CODE, r#""missing_required_target_field""#),
                ],
            },
        ],
        probes: &["t07-array", "t07-null"],
    },
    Point {
        id: "T08",
        section: "§Redaction and sanitization",
        passage: "The normalized value is hashed.",
        question: "Are lower case and white space those of Unicode?",
        reason: "Equal names of people are to have equal hashes, whatever their alphabet.",
        readings: &[
            Reading { text: "Unicode's", answers: &[LOWER_UMLAUT, ALICE] },
            Reading { text: "ASCII's", answers: &[CAPITAL_UMLAUT, WITH_SPACE] },
            Reading {
                text: "lower case is Unicode's, white space ASCII's",
                answers: &[LOWER_UMLAUT, WITH_SPACE],
            },
        ],
        probes: &["t08-capital-umlaut", "t08-no-break-space"],
    },
];
