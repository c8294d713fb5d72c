//! `explain`, `list` and `inspect`: what the corpora say about themselves.

mod common;

use common::{code, run, stdout};

const ACCEPT: &str = "vectors/ok-001-deny-bound-observation.bundle.tar.gz";
const REJECT: &str = "vectors/bad-109-bundle-id-mismatch.bundle.tar.gz";

#[test]
fn rules_are_explained_with_the_strings_that_one_needs() {
    for (id, parts) in [
        (
            "stage2.decision.reason.vocabulary",
            &[
                "one of: unclassified_tool_call, ",
                "https://docs.getassay.dev/profiles/privileged-mcp-action/v0/",
                "in privileged-mcp-action-v0-rules:\n    vector reason-unknown: pass / invalid",
            ][..],
        ),
        ("stage2.decision.non-claims.4", &["exactly: deny is fail-closed", "— in it is U+2014"]),
        ("stage1.run-root.value", &["sha256: included, each followed by a line feed"]),
        ("stage2.decision.fail-closed.deny", &["in privileged-mcp-action-v0:\n    vector bad-106"]),
        ("stage3.binding.tool", &["in privileged-mcp-action-v1-rules:\n    vector "]),
        (
            "stage4.permit.row.deny",
            &["claims {\"policy_decision_recorded\":{\"status\":\"confirmed\",\"source_class\""],
        ),
        ("check.classification.vocabulary", &["one of: classified, "]),
    ] {
        let told = stdout(&run(&["explain", id]));
        for part in parts {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    let rules = stdout(&run(&["list", "rules"]));
    assert!(
        rules.contains("  requirement  reason is one of the ten producer strings\n"),
        "{rules}"
    );
}

#[test]
fn every_listed_rule_vector_and_point_can_be_explained() {
    for (what, column) in [("rules", 0), ("points", 0), ("suites", 0)] {
        let listing = stdout(&run(&["list", what]));
        assert!(listing.lines().count() > 2, "{what}");
        if what == "suites" {
            continue;
        }
        for line in listing.lines().step_by(60) {
            let id = line.split("  ").nth(column).expect("an id");
            assert_eq!(code(&run(&["explain", id])), 0, "{id}");
        }
    }
    let vector = run(&["explain", "bad-105-observation-binding-mismatch"]);
    assert!(stdout(&vector).contains("stage3.binding.digest"), "{}", stdout(&vector));
}

#[test]
fn inspect_shows_hashed_bytes_word_for_word() {
    let output = run(&["inspect", ACCEPT, "--canonical", "0"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("{\"data\":{\"action\":"));
    let shown = run(&["inspect", REJECT]);
    assert_eq!(code(&shown), 1);
    assert!(stdout(&shown).contains("bundle_id: DIFFERS"), "{}", stdout(&shown));
}
