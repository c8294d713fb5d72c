//! What of a known tool's arguments is projected: the named target fields, and
//! nothing else (§Classifiers).

use super::arguments::{Arguments, Name};
use super::leaf::Category;
use super::text::{digits, hash, sanitize};
use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use mcp_evidence_contract::vocabulary::tool_decision::SECRET_ARGUMENTS;
use serde_json::{Map, Value};

/// A target, and what is missing of it where something is.
pub(super) struct Target {
    pub(super) members: Map<String, Value>,
    pub(super) missing: Option<&'static str>,
}

const OWNER: &[Name] = &[("owner", None)];
const REPO: &[Name] = &[("repo", None)];
const TITLE: &[Name] = &[("key_title", Some(&rules::KEY_TITLE)), ("title", None)];
const CHANNEL: &[Name] = &[("channel_id", None)];
const SLACK_WORKSPACE: &[Name] = &[("workspace_id", None)];
const SLACK_PRINCIPAL: &[Name] = &[("user_id", None), ("user", Some(&rules::SLACK_USER))];
const WORKSPACE: &[Name] = &[
    ("workspace_id", None),
    ("workspace", Some(&rules::WORKSPACE_NAME)),
    ("org", Some(&rules::WORKSPACE_ORG)),
];
const WORKSPACE_PRINCIPAL: &[Name] = &[
    ("user_id", None),
    ("user", Some(&rules::WORKSPACE_USER)),
    ("principal", Some(&rules::WORKSPACE_PRINCIPAL)),
];
const ROLE: &[Name] = &[("role", None)];

/// What is missing where arguments are no object.
pub(super) fn detail(category: Category) -> &'static str {
    match category {
        Category::GithubDeployKey => "missing_github_owner_or_repo",
        Category::SlackAddMember => "missing_slack_principal",
        Category::WorkspaceAdmin => "missing_workspace_id",
    }
}

/// The target of the `call`th call; `provider` stands in it already.
pub(super) fn project(
    category: Category,
    arguments: &Arguments<'_>,
    provider: Map<String, Value>,
    call: usize,
) -> Target {
    let mut projection = Projection { arguments, held: arguments.held, call, members: provider };
    let missing = match category {
        Category::GithubDeployKey => projection.github(),
        Category::SlackAddMember => projection.slack(),
        Category::WorkspaceAdmin => projection.workspace(),
    };
    projection.rest(category);
    Target { members: projection.members, missing }
}

struct Projection<'a> {
    arguments: &'a Arguments<'a>,
    held: &'a dyn Held,
    call: usize,
    members: Map<String, Value>,
}

impl Projection<'_> {
    fn put(&mut self, member: &str, value: impl Into<Value>) {
        self.members.insert(member.to_owned(), value.into());
    }

    /// A plain label, without control characters.
    fn label(&mut self, member: &str, text: &str, plain: &'static Rule, control: &'static Rule) {
        let label = if self.held.holds(plain) {
            sanitize(text, control, self.held)
        } else {
            self.hash(member, text)
        };
        self.put(member, label);
    }

    fn hash(&self, domain: &str, text: &str) -> String {
        hash(domain, text, self.call, self.held)
    }

    /// A pseudonym, where `hashed` holds, under `domain`, where `own` holds.
    fn pseudonym(
        &mut self,
        member: &str,
        text: &str,
        hashed: &'static Rule,
        (domain, own, other): (&str, &'static Rule, &str),
    ) {
        let domain = if self.held.holds(own) { domain } else { other };
        let value = if self.held.holds(hashed) { self.hash(domain, text) } else { text.to_owned() };
        self.put(member, value);
    }

    fn github(&mut self) -> Option<&'static str> {
        let owner = self.arguments.text(OWNER);
        let repo = self.arguments.text(REPO);
        let missing = (owner.is_none() && self.held.holds(&rules::OWNER_REQUIRED))
            || (repo.is_none() && self.held.holds(&rules::REPO_REQUIRED));
        let keeps_owner = !missing || self.held.holds(&rules::INCOMPLETE_OWNER);
        if let Some(owner) = owner.filter(|_| keeps_owner) {
            self.label("owner", &owner, &rules::OWNER_PLAIN, &rules::CONTROL_OWNER);
        }
        let keeps_repo = |repo: &String| {
            !repo.is_empty() && (!missing || !self.held.holds(&rules::INCOMPLETE_REPO))
        };
        if let Some(repo) = repo.filter(keeps_repo) {
            self.label("repo", &repo, &rules::REPO_PLAIN, &rules::CONTROL_REPO);
        }
        let title = self.arguments.text(TITLE);
        if missing || (title.is_none() && !self.held.holds(&rules::TITLE_OPTIONAL)) {
            return Some("missing_github_owner_or_repo");
        }
        match title {
            Some(title) => {
                let value = if self.held.holds(&rules::TITLE_HASHED) {
                    self.hash("github_key_title", &title)
                } else {
                    title
                };
                self.put("key_title_hash", value);
            }
            None if self.held.holds(&rules::TITLE_ABSENT) => {}
            None => self.put("key_title_hash", Value::Null),
        }
        match self.arguments.members.get("read_only") {
            Some(Value::Bool(given)) => {
                let given = *given && self.held.holds(&rules::READ_ONLY_CARRIED);
                self.put("read_only", given);
            }
            Some(other) if !self.held.holds(&rules::READ_ONLY_BOOLEAN) => {
                let other = other.clone();
                self.put("read_only", other);
            }
            None if !self.held.holds(&rules::READ_ONLY_PRESENT) => self.put("read_only", false),
            Some(_) | None => {}
        }
        None
    }

    fn slack(&mut self) -> Option<&'static str> {
        let workspace = self.arguments.text(SLACK_WORKSPACE);
        let channel = self.arguments.text(CHANNEL);
        let principal = self.arguments.text(SLACK_PRINCIPAL);
        let scoped = match (&workspace, &channel) {
            (Some(_), Some(_)) => true,
            (Some(_), None) => self.held.holds(&rules::SCOPE_WORKSPACE),
            (None, Some(_)) => self.held.holds(&rules::SCOPE_CHANNEL),
            (None, None) => !self.held.holds(&rules::SCOPE_REQUIRED),
        };
        let missing = if principal.is_none() && self.held.holds(&rules::SLACK_PRINCIPAL_REQUIRED) {
            Some("missing_slack_principal")
        } else {
            (!scoped).then_some("missing_slack_scope")
        };
        if missing.is_some() && self.held.holds(&rules::SLACK_INCOMPLETE) {
            return missing;
        }
        match workspace {
            Some(id) => self.pseudonym(
                "workspace_id_hash",
                &id,
                &rules::SLACK_IDS_HASHED,
                ("slack_workspace", &rules::SLACK_WORKSPACE_DOMAIN, "workspace"),
            ),
            None if self.held.holds(&rules::WORKSPACE_NULL) => {
                self.put("workspace_id_hash", Value::Null);
            }
            None => {}
        }
        match channel {
            Some(id) => self.pseudonym(
                "channel_id_hash",
                &id,
                &rules::SLACK_IDS_HASHED,
                ("slack_channel", &rules::SLACK_CHANNEL_DOMAIN, "slack_workspace"),
            ),
            None if self.held.holds(&rules::CHANNEL_NULL) => {
                self.put("channel_id_hash", Value::Null);
            }
            None => {}
        }
        if let Some(principal) = principal {
            self.pseudonym(
                "principal_hash",
                &principal,
                &rules::SLACK_PRINCIPAL_HASHED,
                ("slack_principal", &rules::SLACK_PRINCIPAL_DOMAIN, "workspace_principal"),
            );
        }
        missing
    }

    fn workspace(&mut self) -> Option<&'static str> {
        let workspace = self.arguments.text(WORKSPACE);
        let principal = self.arguments.text(WORKSPACE_PRINCIPAL);
        let missing = if workspace.is_none() && self.held.holds(&rules::WORKSPACE_REQUIRED) {
            Some("missing_workspace_id")
        } else {
            (principal.is_none() && self.held.holds(&rules::WORKSPACE_PRINCIPAL_REQUIRED))
                .then_some("missing_workspace_principal")
        };
        if missing.is_some() && self.held.holds(&rules::WORKSPACE_INCOMPLETE) {
            return missing;
        }
        if let Some(id) = workspace {
            self.pseudonym(
                "workspace_id_hash",
                &id,
                &rules::WORKSPACE_HASHED,
                ("workspace", &rules::WORKSPACE_DOMAIN, "slack_workspace"),
            );
        }
        if let Some(principal) = principal {
            self.pseudonym(
                "principal_hash",
                &principal,
                &rules::WORKSPACE_PRINCIPAL_HASHED,
                ("workspace_principal", &rules::WORKSPACE_PRINCIPAL_DOMAIN, "slack_principal"),
            );
        }
        match self.arguments.text(ROLE) {
            Some(role) => self.label("role", &role, &rules::ROLE_PLAIN, &rules::CONTROL_ROLE),
            None if self.held.holds(&rules::ROLE_PRESENT) => {}
            None => self.put("role", Value::Null),
        }
        missing
    }

    /// Everything else is dropped.
    fn rest(&mut self, category: Category) {
        for (name, value) in self.arguments.members {
            if is_field(category, name) {
                continue;
            }
            if SECRET_ARGUMENTS.contains(&name.as_str()) {
                if !self.held.holds(&rules::SECRETS_DROPPED) {
                    self.put(name, value.clone());
                }
                if let Some(secret) = value.as_str()
                    && !self.held.holds(&rules::SECRETS_UNHASHED)
                {
                    self.put(&format!("{name}_hash"), format!("sha256:{}", digits(secret)));
                }
            } else if !self.held.holds(&rules::UNKNOWN_DROPPED) {
                self.put(name, value.clone());
            }
        }
    }
}

fn is_field(category: Category, argument: &str) -> bool {
    let fields: &[&[Name]] = match category {
        Category::GithubDeployKey => &[OWNER, REPO, TITLE, &[("read_only", None)]],
        Category::SlackAddMember => &[SLACK_WORKSPACE, CHANNEL, SLACK_PRINCIPAL],
        Category::WorkspaceAdmin => &[WORKSPACE, WORKSPACE_PRINCIPAL, ROLE],
    };
    fields.iter().flat_map(|names| names.iter()).any(|(name, _)| *name == argument)
}
