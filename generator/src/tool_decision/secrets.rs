//! Secrets (§Redaction and sanitization): dropped, never hashed, wherever they
//! come along.

use super::twin::{GITHUB, SLACK, UNKNOWN, WORKSPACE};
use crate::corpus::Case;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::json;

/// Each secret argument with a value that is none.
const SECRETS: [(&str, &str, &str); 9] = [
    ("secret_public_key", "public_key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFixture"),
    ("secret_private_key", "private_key", "-----BEGIN OPENSSH PRIVATE KEY----- Zml4dHVyZQ=="),
    ("secret_token", "token", "ghp_fixture_0002"),
    ("secret_access_token", "access_token", "gho_fixture_0003"),
    ("secret_authorization", "authorization", "Bearer fixture-0004"),
    ("secret_secret", "secret", "shhh-fixture-0005"),
    ("secret_credential", "credential", "cred-fixture-0006"),
    ("secret_password", "password", "correct horse fixture 0007"),
    ("secret_api_key", "api_key", "ak-fixture-0008"),
];

pub(super) fn vectors() -> Vec<Case> {
    let mut vectors: Vec<Case> = SECRETS
        .into_iter()
        .map(|(id, name, value)| {
            GITHUB
                .vary(id, &rules::SECRETS_DROPPED, &format!("`{name}` comes along"))
                .argument(name, json!(value))
                .secret(value)
                .expect_the_same()
        })
        .collect();
    vectors.extend([
        SLACK
            .vary("secret_not_hashed", &rules::SECRETS_UNHASHED, "a token comes along")
            .argument("token", json!("xoxb-fixture-0009"))
            .secret("xoxb-fixture-0009")
            .because("A hash of it would invite guessing.")
            .expect_the_same(),
        GITHUB
            .vary(
                "secret_inside_an_object",
                &rules::UNKNOWN_DROPPED,
                "the key comes along as an object, with its private part",
            )
            .argument("key", json!({"kind": "ed25519", "private_key": "pk-fixture-0010"}))
            .secret("pk-fixture-0010")
            .expect_the_same(),
        WORKSPACE
            .vary("secret_beside_an_alias", &rules::SECRET_STORED, "a password comes along")
            .argument("password", json!("hunter-fixture-0011"))
            .secret("hunter-fixture-0011")
            .because("The record names the credential's alias, and stores nothing of it.")
            .expect_the_same(),
        UNKNOWN
            .vary("secret_of_an_unknown_tool", &rules::NON_CLAIM_SECRETS, "a token comes along")
            .argument("token", json!("tok-fixture-0012"))
            .secret("tok-fixture-0012")
            .expect_the_same(),
    ]);
    vectors
}
