//! The reference of `assay.tool_decision_surface.v0`: from observed calls to the
//! record, and from a record to a verdict on it.
//!
//! Cases and records are hostile input: they are read strictly, no deeper than
//! the limits of strict JSON, and nothing of them chooses what the code does but
//! the closed sets of the text. Where the text leaves room the readings are
//! those that the catalogue pins.

mod arguments;
mod case;
mod check;
mod classify;
mod leaf;
mod target;
mod text;

pub use case::{CaseFault, MOST_BYTES};
pub use check::{CheckFinding, Checked};

use crate::adequacy::{Change, Producer, Seen};
use crate::held::{Asked, Every, Held};
use mcp_evidence_contract::Material;
use serde_json::Value;

/// The record of the calls in a case.
///
/// # Errors
/// The case is no case: not strict JSON, or of another shape.
pub fn classify(case: &[u8]) -> Result<Value, CaseFault> {
    case::read(case).map(|calls| classify::record(&calls, &Every))
}

/// The verdict on a record, with all that speaks against it.
pub fn check(record: &[u8]) -> Checked {
    check::check(record, &Every)
}

/// `classify` for the adequacy measurement.
pub(crate) const CLASSIFY: Producer = Producer {
    operations: &["classify"],
    answer: |case, change| answered(case, change, classified),
    seen: |case| seen(case, classified),
};

/// `check` for the adequacy measurement.
pub(crate) const CHECK: Producer = Producer {
    operations: &["check"],
    answer: |record, change| answered(record, change, checked),
    seen: |record| seen(record, checked),
};

fn classified(bytes: &[u8], held: &dyn Held) -> Value {
    case::read(bytes).map_or(Value::Null, |calls| classify::record(&calls, held))
}

fn checked(bytes: &[u8], held: &dyn Held) -> Value {
    check::check(bytes, held).to_json()
}

fn answered(material: &Material, change: Change, run: fn(&[u8], &dyn Held) -> Value) -> Value {
    match change {
        Change::RejectsAll => Value::Null,
        Change::Nothing | Change::Without(_) | Change::Narrowed(_) | Change::Reads(_) => {
            run(material.bytes(), &change)
        }
    }
}

fn seen(material: &Material, run: fn(&[u8], &dyn Held) -> Value) -> Seen {
    let asked = Asked::default();
    run(material.bytes(), &asked);
    asked.into_seen()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_evidence_contract::vocabulary::tool_decision::{
        CLASSIFICATIONS, REASON_CODES, SECRET_ARGUMENTS,
    };
    use proptest::prelude::*;
    use serde_json::json;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(".{0,9}", inner, 0..4)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    fn any_arguments() -> impl Strategy<Value = Value> {
        let names = prop::sample::select(vec![
            "owner",
            "repo",
            "title",
            "key_title",
            "read_only",
            "workspace_id",
            "workspace",
            "org",
            "channel_id",
            "user_id",
            "user",
            "principal",
            "role",
        ]);
        prop_oneof![
            any_json(),
            prop::collection::btree_map(names.prop_map(str::to_owned), any_json(), 0..7)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    }

    proptest! {
        #[test]
        fn whatever_comes_in_nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = classify(&bytes);
            prop_assert!(!check(&bytes).is_valid());
        }

        /// Whatever was called with whatever, there is one entry, out of the
        /// closed sets, without a control character, and valid by `check`.
        #[test]
        fn every_call_has_one_entry_that_may_be_written(
            tool in prop_oneof![
                ".{0,20}",
                "[a-z]{0,6}\\.?(add_deploy_key|invite|change_role|grant_admin)",
            ],
            arguments in any_arguments(),
            secret in "[a-z]{12}",
            status in "success|failed|.{0,9}",
            effect in "allow|deny|error",
        ) {
            let mut arguments = arguments;
            if let Some(members) = arguments.as_object_mut() {
                for name in SECRET_ARGUMENTS {
                    members.insert(name.to_owned(), format!("<{secret}>").into());
                }
            }
            let case = json!({"calls": [{
                "server": {"id": tool}, "tool_name": tool, "arguments": arguments,
                "effect": effect, "status": status, "rule_id": status, "credential_alias": null,
            }]});
            let record = classify(case.to_string().as_bytes()).expect("a case");
            let entries = record["observed_tool_decisions"].as_array().expect("an array");
            prop_assert_eq!(entries.len(), 1);
            let word = |name: &str| entries[0][name].as_str().expect("a word").to_owned();
            prop_assert!(CLASSIFICATIONS.contains(&word("classification").as_str()));
            prop_assert!(REASON_CODES.contains(&word("reason_code").as_str()));
            let text = record.to_string();
            let leaks = text.contains(&format!("<{secret}>"));
            prop_assert!(!leaks, "{}", text);
            prop_assert!(check(text.as_bytes()).is_valid(), "{}", text);
        }
    }

    #[test]
    fn what_is_no_case_is_told_with_its_place() {
        let told =
            |case: Value| classify(case.to_string().as_bytes()).expect_err("no case").to_string();
        assert_eq!(told(json!([])), "the case is no case: the whole is not an object");
        assert_eq!(told(json!({"calls": 1})), "the case is no case: calls is not an array");
        let call = json!({"server": {"id": "s"}, "tool_name": "t", "effect": "maybe"});
        assert_eq!(
            told(json!({"calls": [call]})),
            "the case is no case: calls[0].effect is not allow, deny or error"
        );
        let twice = br#"{"calls": [], "calls": []}"#;
        assert!(matches!(classify(twice), Err(CaseFault::Json(_))));
        assert_eq!(classify(&vec![b' '; MOST_BYTES + 1]), Err(CaseFault::TooLarge));
    }
}
