//! The calls from which all others differ by one edit, and the entries that a
//! record has of them. Nothing here computes what a vector expects: hashes are
//! constants, made elsewhere.

use crate::canonical::{digest, indented};
use crate::corpus::Case;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::vocabulary::tool_decision::{NON_CLAIMS, SCHEMA};
use serde_json::{Value, json};

/// One observed call, the entry that a record has of it, and what must not be
/// read anywhere.
pub(super) struct Twin {
    pub(super) id: &'static str,
    /// What it is, as the start of a sentence.
    pub(super) title: &'static str,
    pub(super) call: fn() -> Value,
    pub(super) entry: fn() -> Value,
    /// Raw identifiers among its arguments.
    pub(super) identifiers: &'static [&'static str],
}

pub(super) static GITHUB: Twin = Twin {
    id: "github_deploy_key_allow",
    title: "A deploy key added to a repository, allowed",
    call: || {
        json!({
            "server": {"id": "github"},
            "tool_name": "github.add_deploy_key",
            "arguments": {
                "owner": "org", "repo": "prod-repo", "title": "ci-key", "read_only": false,
            },
            "effect": "allow",
            "status": "success",
            "rule_id": "tool.github.deploy_key.allow.prod",
            "credential_alias": "github-prod-admin",
        })
    },
    entry: || {
        json!({
            "tool": {"name": "github.add_deploy_key", "category": "github_deploy_key"},
            "classification": "classified",
            "reason_code": "classified_github_deploy_key",
            "action": {
                "class": "privileged_admin_action",
                "verb": "create",
                "resource_type": "github_deploy_key",
                "target": {
                    "provider": "github",
                    "owner": "org",
                    "repo": "prod-repo",
                    "key_title_hash": super::hashes::CI_KEY,
                    "read_only": false,
                },
            },
            "decision": {
                "effect": "allow",
                "rule_id": "tool.github.deploy_key.allow.prod",
                "enforced": true,
            },
            "response": {
                "status": "success", "side_effect_asserted": true, "side_effect_verified": false,
            },
            "redaction": {
                "arguments_redacted": true,
                "credential_alias": "github-prod-admin",
                "secret_material_stored": false,
            },
        })
    },
    identifiers: &["ci-key"],
};

pub(super) static SLACK: Twin = Twin {
    id: "slack_add_member_allow",
    title: "A member added to a channel, allowed",
    call: || {
        json!({
            "server": {"id": "slack"},
            "tool_name": "slack.add_member",
            "arguments": {
                "workspace_id": "T0123", "channel_id": "C0123", "user_id": "alice@example.com",
            },
            "effect": "allow",
            "status": "success",
            "rule_id": "tool.slack.member.allow",
            "credential_alias": "slack-admin",
        })
    },
    entry: || {
        json!({
            "tool": {"name": "slack.add_member", "category": "slack_add_member"},
            "classification": "classified",
            "reason_code": "classified_slack_add_member",
            "action": {
                "class": "privileged_admin_action",
                "verb": "add",
                "resource_type": "workspace_member",
                "target": {
                    "provider": "slack",
                    "workspace_id_hash": super::hashes::SLACK_T0123,
                    "channel_id_hash": super::hashes::SLACK_C0123,
                    "principal_hash": super::hashes::SLACK_ALICE,
                },
            },
            "decision": {
                "effect": "allow", "rule_id": "tool.slack.member.allow", "enforced": true,
            },
            "response": {
                "status": "success", "side_effect_asserted": true, "side_effect_verified": false,
            },
            "redaction": {
                "arguments_redacted": true,
                "credential_alias": "slack-admin",
                "secret_material_stored": false,
            },
        })
    },
    identifiers: &["T0123", "C0123", "alice@example.com"],
};

pub(super) static WORKSPACE: Twin = Twin {
    id: "workspace_admin_allow",
    title: "Admin rights granted in a workspace, allowed",
    call: || {
        json!({
            "server": {"id": "workspace"},
            "tool_name": "workspace.grant_admin",
            "arguments": {"workspace_id": "acme", "user_id": "bob@example.com", "role": "admin"},
            "effect": "allow",
            "status": "success",
            "rule_id": "tool.workspace.allow",
            "credential_alias": "workspace-owner",
        })
    },
    entry: || {
        json!({
            "tool": {"name": "workspace.grant_admin", "category": "workspace_admin"},
            "classification": "classified",
            "reason_code": "classified_workspace_admin",
            "action": {
                "class": "privileged_admin_action",
                "verb": "grant",
                "resource_type": "workspace_role",
                "target": {
                    "provider": "workspace",
                    "workspace_id_hash": super::hashes::ACME,
                    "principal_hash": super::hashes::BOB,
                    "role": "admin",
                },
            },
            "decision": {
                "effect": "allow", "rule_id": "tool.workspace.allow", "enforced": true,
            },
            "response": {
                "status": "success", "side_effect_asserted": true, "side_effect_verified": false,
            },
            "redaction": {
                "arguments_redacted": true,
                "credential_alias": "workspace-owner",
                "secret_material_stored": false,
            },
        })
    },
    identifiers: &["acme", "bob@example.com"],
};

pub(super) static UNKNOWN: Twin = Twin {
    id: "unknown_tool_observed",
    title: "A call of a tool that no classifier knows, allowed",
    call: || {
        json!({
            "server": {"id": "misc"},
            "tool_name": "misc.archive_board",
            "arguments": {"board": "roadmap-2031"},
            "effect": "allow",
            "status": "success",
            "rule_id": "tool.default.allow",
            "credential_alias": null,
        })
    },
    entry: || {
        json!({
            "tool": {"name": "misc.archive_board", "category": null},
            "classification": "observed_unknown_tool",
            "reason_code": "unknown_tool_name",
            "action": {
                "class": "unclassified", "verb": null, "resource_type": null, "target": null,
            },
            "decision": {"effect": "allow", "rule_id": "tool.default.allow", "enforced": true},
            "response": {
                "status": "success", "side_effect_asserted": true, "side_effect_verified": false,
            },
            "redaction": {
                "arguments_redacted": true,
                "credential_alias": null,
                "secret_material_stored": false,
            },
        })
    },
    identifiers: &["roadmap-2031"],
};

/// A case of these calls.
pub(super) fn case(calls: &[Value]) -> Vec<u8> {
    indented(&json!({ "calls": calls }))
}

/// The compared surface of a record with these entries.
pub(super) fn surface(entries: &[Value]) -> Value {
    json!({
        "schema": SCHEMA,
        "observed_tool_decisions": entries,
        "non_claims": NON_CLAIMS,
    })
}

/// A vector in the making, that waits for its expectation.
pub(super) struct Variant {
    id: &'static str,
    rule: Option<&'static Rule>,
    twin: Option<&'static str>,
    edit: Option<String>,
    description: String,
    call: Value,
    entry: Value,
    forbidden: Vec<String>,
}

impl Twin {
    /// The twin as a vector of its own.
    pub(super) fn itself(&'static self, rule: &'static Rule, because: &str) -> Case {
        let variant = Variant {
            id: self.id,
            rule: Some(rule),
            twin: None,
            edit: None,
            description: format!("{}. {because}", self.title),
            call: (self.call)(),
            entry: (self.entry)(),
            forbidden: owned(self.identifiers),
        };
        variant.expect(|_| {})
    }

    /// A vector that differs from the twin: in words it is the twin, except that
    /// `edit`.
    pub(super) fn vary(
        &'static self,
        id: &'static str,
        rule: &'static Rule,
        edit: &str,
    ) -> Variant {
        Variant { rule: Some(rule), ..self.probe(id, edit) }
    }

    /// The same for a vector that tells no rule.
    pub(super) fn probe(&'static self, id: &'static str, edit: &str) -> Variant {
        Variant {
            id,
            rule: None,
            twin: Some(self.id),
            edit: Some(edit.to_owned()),
            description: format!("{}, except that {edit}.", self.title),
            call: (self.call)(),
            entry: (self.entry)(),
            forbidden: owned(self.identifiers),
        }
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

impl Variant {
    /// Gives a member of the call another value.
    pub(super) fn call(mut self, pointer: &str, value: Value) -> Variant {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer to a member");
        let parent = self.call.pointer_mut(parent).expect("the member's object is there");
        parent.as_object_mut().expect("an object").insert(name.to_owned(), value);
        self
    }

    /// Gives an argument another value.
    pub(super) fn argument(self, name: &str, value: Value) -> Variant {
        self.call(&format!("/arguments/{name}"), value)
    }

    /// Leaves an argument out.
    pub(super) fn without(mut self, name: &str) -> Variant {
        let arguments = self.call["arguments"].as_object_mut().expect("an object");
        arguments.remove(name).expect("the twin has the argument");
        self
    }

    /// Names a raw identifier that must not be read anywhere.
    pub(super) fn forbid(mut self, identifier: &str) -> Variant {
        self.forbidden.push(identifier.to_owned());
        self
    }

    /// Names a secret, of which no hash must be read either.
    pub(super) fn secret(self, secret: &str) -> Variant {
        let digest = digest(secret.as_bytes());
        let hex = digest.trim_start_matches("sha256:").to_owned();
        self.forbid(secret).forbid(&hex)
    }

    /// Says in the description what the vector is for, in a sentence.
    pub(super) fn because(mut self, sentence: &str) -> Variant {
        self.description = format!("{} {sentence}", self.description);
        self
    }

    /// The finished vector: how the entry differs from the twin's.
    pub(super) fn expect(mut self, change: impl FnOnce(&mut Value)) -> Case {
        change(&mut self.entry);
        Case {
            rule: self.rule.map(|rule| rule.id),
            twin: self.twin,
            edit: self.edit,
            forbidden: self.forbidden,
            ..Case::new(self.id, self.description, case(&[self.call]), surface(&[self.entry]))
        }
    }

    /// The finished vector, whose entry is the twin's.
    pub(super) fn expect_the_same(self) -> Case {
        self.expect(|_| {})
    }

    /// The finished vector: the entry of an incomplete call with this target.
    pub(super) fn expect_incomplete(self, target: Value) -> Case {
        self.expect(|entry| incomplete(entry, target))
    }

    /// The finished vector: the entry of a call that is unknown by its name, as
    /// the record spells it.
    pub(super) fn expect_unknown(self, name: &str) -> Case {
        self.expect(|entry| {
            let kept = entry.clone();
            *entry = (UNKNOWN.entry)();
            for part in ["decision", "response", "redaction"] {
                entry[part] = kept[part].clone();
            }
            entry["tool"]["name"] = name.into();
        })
    }
}

/// Makes an entry one of an incomplete call.
pub(super) fn incomplete(entry: &mut Value, target: Value) {
    entry["classification"] = "classified_incomplete".into();
    entry["reason_code"] = "missing_required_target_field".into();
    if entry["tool"]["category"] == "github_deploy_key" {
        entry["detail"] = "missing_github_owner_or_repo".into();
    }
    entry["action"]["target"] = target;
}
