//! Edits of a capture, each with the reason for which it is refused.

use serde_json::{Value, json};

pub(crate) type Edit = fn(&mut Value);

fn errored(capture: &mut Value, error: Value) {
    let case = &capture["observations"][1];
    capture["observations"][1] = json!({
        "case_id": case["case_id"], "input_sha256": case["input_sha256"],
        "state": "candidate_error", "error": error,
    });
}

fn other_digest() -> Value {
    json!(format!("sha256:{}", "0".repeat(64)))
}

fn observations(capture: &mut Value) -> &mut Vec<Value> {
    capture["observations"].as_array_mut().expect("an array")
}

fn non_claims(capture: &mut Value) -> &mut Vec<Value> {
    capture["capture_non_claims"].as_array_mut().expect("an array")
}

pub(crate) const EDITS: [(&str, Edit, &str); 62] = [
    ("surplus_member", |c| c["score"] = json!(14), "score: there is no such member"),
    (
        "without_schema",
        |c| {
            c.as_object_mut().expect("an object").remove("schema");
        },
        "schema: the member is missing",
    ),
    ("schema_unknown", |c| c["schema"] = json!("v1"), "schema: the id of a capture"),
    (
        "schema_of_our_own",
        |c| c["schema"] = json!("mcp-evidence.capture.v1"),
        "schema: mcp-evidence.capture.v1 is bound",
    ),
    (
        "profile",
        |c| c["profile"] = json!("privileged-mcp-action/v1"),
        "profile: \"privileged-mcp-action/v0\" is asked for",
    ),
    (
        "suite",
        |c| c["suite"] = json!("another"),
        "suite: \"privileged-mcp-action-v0\" is asked for",
    ),
    ("pack_digest_form", |c| c["pack_sha256"] = json!("0"), "pack_sha256: sha256: and"),
    ("pack_digest_value", |c| c["pack_sha256"] = other_digest(), "pack_sha256: sha256:000"),
    (
        "commit_form",
        |c| c["pack_declared_source_commit"] = json!("abc"),
        "pack_declared_source_commit: a commit",
    ),
    (
        "commit_value",
        |c| c["pack_declared_source_commit"] = json!("0".repeat(40)),
        "pack_declared_source_commit: 000",
    ),
    (
        "corpus_digest_form",
        |c| c["source_corpus_digest"] = json!(null),
        "source_corpus_digest: sha256: and",
    ),
    (
        "corpus_digest_value",
        |c| c["source_corpus_digest"] = other_digest(),
        "source_corpus_digest: sha256:000",
    ),
    ("rendered_form", |c| c["rendered_set_digest"] = json!([]), "rendered_set_digest: sha256: and"),
    (
        "rendered_value",
        |c| c["rendered_set_digest"] = other_digest(),
        "rendered_set_digest: sha256:000",
    ),
    (
        "non_claims_changed",
        |c| non_claims(c)[1] = json!("it is authenticated"),
        "capture_non_claims[1]",
    ),
    ("non_claims_swapped", |c| non_claims(c).swap(0, 1), "capture_non_claims[0]"),
    (
        "non_claims_less",
        |c| {
            non_claims(c).pop();
        },
        "4 strings are asked for, 3 stand there",
    ),
    (
        "non_claims_more",
        |c| non_claims(c).push(json!("x")),
        "4 strings are asked for, 5 stand there",
    ),
    (
        "non_claims_no_array",
        |c| c["capture_non_claims"] = json!("x"),
        "capture_non_claims: an array",
    ),
    ("implementation_no_object", |c| c["implementation"] = json!([]), "implementation: an object"),
    (
        "implementation_surplus",
        |c| c["implementation"]["x"] = json!(1),
        "implementation.x: there is no such member",
    ),
    ("name_empty", |c| c["implementation"]["name"] = json!(""), "implementation.name: a text"),
    ("name_null", |c| c["implementation"]["name"] = json!(null), "implementation.name: a text"),
    (
        "version_number",
        |c| c["implementation"]["version"] = json!(1),
        "implementation.version: a text, or null",
    ),
    (
        "source_relative",
        |c| c["implementation"]["source"] = json!("example.org"),
        "implementation.source: an http(s) URL",
    ),
    (
        "source_with_blank",
        |c| c["implementation"]["source"] = json!("https://a b"),
        "implementation.source: an http(s) URL",
    ),
    (
        "implementation_commit",
        |c| c["implementation"]["commit"] = json!("F".repeat(40)),
        "implementation.commit: a commit",
    ),
    (
        "mode",
        |c| c["implementation"]["reproduction_mode"] = json!("blind"),
        "implementation.reproduction_mode: one of",
    ),
    ("id_without_image", |c| c["implementation"]["id"] = json!("a"), "id and image stand together"),
    (
        "image_without_id",
        |c| c["implementation"]["image"] = json!(format!("a@sha256:{}", "0".repeat(64))),
        "id and image stand together",
    ),
    ("id_form", |c| c["implementation"]["id"] = json!("A"), "implementation.id: words"),
    (
        "image_form",
        |c| c["implementation"]["image"] = json!("a:1"),
        "implementation.image: name@sha256",
    ),
    ("observations_no_array", |c| c["observations"] = json!({}), "observations: an array"),
    (
        "observations_less",
        |c| {
            observations(c).pop();
        },
        "14 cases are asked for, 13 stand there",
    ),
    (
        "observations_more",
        |c| {
            let last = observations(c)[13].clone();
            observations(c).push(last);
        },
        "14 cases are asked for, 15 stand there",
    ),
    (
        "observations_swapped",
        |c| observations(c).swap(2, 3),
        "observations[2].case_id: \"case-003\" is asked for",
    ),
    (
        "observation_twice",
        |c| observations(c)[3] = observations(c)[2].clone(),
        "observations[3].case_id: \"case-004\"",
    ),
    (
        "inputs_swapped",
        |c| {
            let other = c["observations"][0]["input_sha256"].clone();
            c["observations"][1]["input_sha256"] = other;
        },
        "observations[1].input_sha256: sha256:0066",
    ),
    (
        "input_form",
        |c| c["observations"][0]["input_sha256"] = json!("sha256:"),
        "observations[0].input_sha256: sha256: and",
    ),
    ("observation_no_object", |c| c["observations"][0] = json!(0), "observations[0]: an object"),
    (
        "observation_surplus",
        |c| c["observations"][0]["status"] = json!("match"),
        "observations[0].status: there is no such member",
    ),
    (
        "state_unknown",
        |c| c["observations"][0]["state"] = json!("match"),
        "observations[0].state: observed, candidate_error",
    ),
    (
        "without_state",
        |c| {
            c["observations"][0].as_object_mut().expect("an object").remove("state");
        },
        "observations[0].state: the member is missing",
    ),
    (
        "exit_code_high",
        |c| c["observations"][0]["exit_code"] = json!(256),
        "exit_code: an integer from -256 to 255",
    ),
    (
        "exit_code_low",
        |c| c["observations"][0]["exit_code"] = json!(-257),
        "exit_code: an integer from -256 to 255",
    ),
    (
        "exit_code_fraction",
        |c| c["observations"][0]["exit_code"] = json!(0.5),
        "exit_code: an integer",
    ),
    ("exit_code_text", |c| c["observations"][0]["exit_code"] = json!("0"), "exit_code: an integer"),
    (
        "stderr_flag",
        |c| c["observations"][0]["stderr_present"] = json!(0),
        "stderr_present: true or false",
    ),
    (
        "reason_flag",
        |c| c["observations"][0]["reviewer_reason_present"] = json!(null),
        "reviewer_reason_present: true or false",
    ),
    (
        "schema_flag",
        |c| c["observations"][0]["report_schema_matches"] = json!("true"),
        "report_schema_matches: true or false",
    ),
    (
        "profile_flag",
        |c| c["observations"][0]["report_profile_matches"] = json!(1),
        "report_profile_matches: true or false",
    ),
    (
        "surface_no_object",
        |c| c["observations"][0]["observed"] = json!("fail"),
        "observations[0].observed: an object",
    ),
    (
        "surface_surplus",
        |c| c["observations"][0]["observed"]["findings"] = json!([]),
        "observed: there are members that the surface does not have",
    ),
    (
        "surface_verdict",
        |c| c["observations"][0]["observed"]["verdict"] = json!("maybe"),
        "observed: verdict must be",
    ),
    (
        "surface_cell",
        |c| {
            c["observations"][0]["observed"]["claims"]
                .as_object_mut()
                .expect("an object")
                .remove("upstream_delivery");
        },
        "claims.upstream_delivery must be",
    ),
    (
        "surface_class",
        |c| {
            c["observations"][0]["observed"]["claims"]["upstream_delivery"]["source_class"] =
                json!("unknown")
        },
        "source_class must be absent",
    ),
    (
        "surface_claims_beside_fail",
        |c| c["observations"][0]["observed"]["bundle_integrity"] = json!("fail"),
        "verdict must be absent",
    ),
    ("error_empty", |c| errored(c, json!("")), "error: a text of 1 to 512 characters"),
    ("error_long", |c| errored(c, json!("é".repeat(513))), "error: a text of 1 to 512 characters"),
    ("error_null", |c| errored(c, json!(null)), "error: a text of 1 to 512 characters"),
    (
        "error_surplus",
        |c| {
            errored(c, json!("x"));
            c["observations"][1]["exit_code"] = json!(0);
        },
        "observations[1].exit_code: there is no such member",
    ),
    (
        "error_missing",
        |c| {
            errored(c, json!("x"));
            c["observations"][1].as_object_mut().expect("an object").remove("error");
        },
        "observations[1].error: the member is missing",
    ),
];
