//! Which tools are known (§Classifiers): by their leaf names, and by nothing
//! else.

use super::text::is_control;
use crate::held::Held;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;

/// One of the three classifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Category {
    GithubDeployKey,
    SlackAddMember,
    WorkspaceAdmin,
}

impl Category {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Category::GithubDeployKey => "github_deploy_key",
            Category::SlackAddMember => "slack_add_member",
            Category::WorkspaceAdmin => "workspace_admin",
        }
    }

    pub(super) const fn reason_code(self) -> &'static str {
        match self {
            Category::GithubDeployKey => "classified_github_deploy_key",
            Category::SlackAddMember => "classified_slack_add_member",
            Category::WorkspaceAdmin => "classified_workspace_admin",
        }
    }

    pub(super) const fn resource_type(self) -> &'static str {
        match self {
            Category::GithubDeployKey => "github_deploy_key",
            Category::SlackAddMember => "workspace_member",
            Category::WorkspaceAdmin => "workspace_role",
        }
    }

    pub(super) const fn provider(self) -> &'static str {
        match self {
            Category::GithubDeployKey => "github",
            Category::SlackAddMember => "slack",
            Category::WorkspaceAdmin => "workspace",
        }
    }
}

/// A known tool.
pub(super) struct Leaf {
    pub(super) name: &'static str,
    pub(super) category: Category,
    pub(super) verb: &'static str,
    /// What says that it is known.
    rule: &'static Rule,
}

const fn leaf(
    name: &'static str,
    category: Category,
    verb: &'static str,
    rule: &'static Rule,
) -> Leaf {
    Leaf { name, category, verb, rule }
}

static LEAVES: [Leaf; 9] = [
    leaf("add_deploy_key", Category::GithubDeployKey, "create", &rules::ADD_DEPLOY_KEY),
    leaf("create_deploy_key", Category::GithubDeployKey, "create", &rules::CREATE_DEPLOY_KEY),
    leaf("add_member", Category::SlackAddMember, "add", &rules::ADD_MEMBER),
    leaf("invite", Category::SlackAddMember, "add", &rules::INVITE),
    leaf("grant_admin", Category::WorkspaceAdmin, "grant", &rules::GRANT_ADMIN),
    leaf("change_role", Category::WorkspaceAdmin, "change_role", &rules::CHANGE_ROLE),
    leaf("invite_external", Category::WorkspaceAdmin, "invite", &rules::INVITE_EXTERNAL),
    leaf("modify_org_policy", Category::WorkspaceAdmin, "modify", &rules::MODIFY_ORG_POLICY),
    leaf(
        "create_workspace_token",
        Category::WorkspaceAdmin,
        "create",
        &rules::CREATE_WORKSPACE_TOKEN,
    ),
];

/// The known tool of that name, if it is one.
pub(super) fn find(tool_name: &str, held: &dyn Held) -> Option<&'static Leaf> {
    let mut name = tool_name.to_owned();
    if name.contains(is_control) && !held.holds(&rules::LEAF_RAW) {
        name.retain(|character| !is_control(character));
    }
    let split = if held.holds(&rules::LEAF_LAST_DOT) {
        name.rsplit_once('.')
    } else {
        name.split_once('.')
    };
    let leaf = match split {
        Some((_, leaf)) => leaf,
        None if held.holds(&rules::LEAF_BARE) => name.as_str(),
        None => return None,
    };
    let exact = LEAVES.iter().find(|known| known.name == leaf);
    let found = exact.or_else(|| {
        let case = held.holds(&rules::LEAF_CASE);
        let narrow = held.holds(&rules::LEAF_NARROW);
        LEAVES.iter().find(|known| {
            (!case && known.name.eq_ignore_ascii_case(leaf))
                || (!narrow && leaf.starts_with(known.name))
        })
    });
    found.filter(|known| {
        let prefix = format!("{}.", known.category.provider());
        let below = tool_name.starts_with(&prefix) || !held.reads(&rules::ASKS_PREFIX);
        below && held.holds(known.rule)
    })
}
