//! Deploy keys (§github_deploy_key).

use super::hashes;
use super::twin::GITHUB;
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::{Value, json};

pub(super) fn vectors() -> Vec<Case> {
    [required(), labels(), titles(), read_only()].into_iter().flatten().collect()
}

fn required() -> Vec<Case> {
    let provider = || json!({"provider": "github"});
    let with_owner = || json!({"provider": "github", "owner": "org"});
    vec![
        GITHUB
            .vary("github_missing_owner", &rules::OWNER_REQUIRED, "`owner` is left out")
            .without("owner")
            .expect_incomplete(provider()),
        GITHUB
            .vary(
                "github_missing_both",
                &rules::INCOMPLETE_STATE,
                "`owner` and `repo` are left out",
            )
            .without("owner")
            .without("repo")
            .expect_incomplete(provider()),
        GITHUB
            .vary("github_owner_number", &rules::FIELD_STRING, "`owner` is `7`")
            .argument("owner", json!(7))
            .expect_incomplete(provider()),
        GITHUB
            .vary("github_owner_null", &rules::INCOMPLETE_REPO, "`owner` is null")
            .argument("owner", Value::Null)
            .expect_incomplete(provider()),
        GITHUB
            .vary("github_repo_null", &rules::INCOMPLETE_OWNER, "`repo` is null")
            .argument("repo", Value::Null)
            .expect_incomplete(with_owner()),
        GITHUB
            .vary("github_repo_array", &rules::DETAIL_GITHUB, "`repo` is `[\"prod-repo\"]`")
            .argument("repo", json!(["prod-repo"]))
            .expect_incomplete(with_owner()),
    ]
}

fn labels() -> Vec<Case> {
    vec![
        GITHUB
            .vary("github_owner_plain", &rules::OWNER_PLAIN, "`owner` is `Platform-Team`")
            .argument("owner", json!("Platform-Team"))
            .expect(|entry| entry["action"]["target"]["owner"] = json!("Platform-Team")),
        GITHUB
            .vary("github_repo_plain", &rules::REPO_PLAIN, "`repo` is `Infra.Config`")
            .argument("repo", json!("Infra.Config"))
            .expect(|entry| entry["action"]["target"]["repo"] = json!("Infra.Config")),
        GITHUB
            .vary(
                "github_other_repo",
                &rules::REASON_CLASSIFIED,
                "the repository is `example/website`",
            )
            .argument("owner", json!("example"))
            .argument("repo", json!("website"))
            .expect(|entry| {
                entry["action"]["target"]["owner"] = json!("example");
                entry["action"]["target"]["repo"] = json!("website");
            }),
        GITHUB
            .vary("github_other_server", &rules::PROVIDER, "the server calls itself `gh-mirror`")
            .call("/server/id", json!("gh-mirror"))
            .because("The provider is the classifier's.")
            .expect_the_same(),
    ]
}

fn titles() -> Vec<Case> {
    let title = |entry: &mut Value, hash: &str| {
        entry["action"]["target"]["key_title_hash"] = json!(hash);
    };
    vec![
        GITHUB
            .vary("github_other_title", &rules::TITLE_HASHED, "the title is another one")
            .argument("title", json!("other-key"))
            .forbid("other-key")
            .expect(|entry| title(entry, hashes::OTHER_KEY)),
        GITHUB
            .vary("github_key_title", &rules::KEY_TITLE, "the title is given as `key_title`")
            .without("title")
            .argument("key_title", json!("ci-key"))
            .expect_the_same(),
        GITHUB
            .vary("github_no_title", &rules::TITLE_OPTIONAL, "there is no title")
            .without("title")
            .expect(|entry| title_of_nothing(&mut entry["action"]["target"])),
        GITHUB
            .vary("hash_with_prefix", &rules::HASH_PREFIX, "the title is another one")
            .argument("title", json!("release-key"))
            .forbid("release-key")
            .expect(|entry| title(entry, hashes::RELEASE_KEY)),
        GITHUB
            .vary("hash_under_domain", &rules::HASH_PREIMAGE, "the title is another one")
            .argument("title", json!("backup-key"))
            .forbid("backup-key")
            .expect(|entry| title(entry, hashes::BACKUP_KEY)),
    ]
}

/// Null would do too.
fn title_of_nothing(target: &mut Value) {
    target.as_object_mut().expect("an object").remove("key_title_hash");
}

fn read_only() -> Vec<Case> {
    let drop = |entry: &mut Value| {
        entry["action"]["target"].as_object_mut().expect("an object").remove("read_only");
    };
    vec![
        GITHUB
            .vary("github_read_only_absent", &rules::READ_ONLY_PRESENT, "`read_only` is left out")
            .without("read_only")
            .expect(drop),
        GITHUB
            .vary("github_read_only_true", &rules::READ_ONLY_CARRIED, "`read_only` is true")
            .argument("read_only", json!(true))
            .expect(|entry| entry["action"]["target"]["read_only"] = json!(true)),
        GITHUB
            .vary("github_read_only_string", &rules::READ_ONLY_BOOLEAN, "`read_only` is `\"true\"`")
            .argument("read_only", json!("true"))
            .expect(drop),
    ]
}
