//! `assay.tool_decision_surface.v0`: from observed calls to the record
//! (`classify`), and what a record must not say (`check`).
//!
//! Of a rule of `classify`, `lacking` says what a program does that lacks it.

use super::rules;
use crate::vocabulary::tool_decision::{
    CLASSIFICATIONS, NON_CLAIMS, REASON_CODES, SECRET_ARGUMENTS,
};
use crate::{Alternative, Rule, Stage};

const CLASSIFY: Stage = Stage::Operation("classify");
const CHECK: Stage = Stage::Operation("check");

const CLAIM: &str = "§Claim and non-claims";
const ASSERTED: &str = "§The load-bearing rule";
const STATES: &str = "§Classification states";
const SHAPE: &str = "§Record shape";
const CLASSIFIERS: &str = "§Classifiers";
const GITHUB: &str = "§github_deploy_key";
const SLACK: &str = "§slack_add_member";
const WORKSPACE: &str = "§workspace_admin";
const REDACTION: &str = "§Redaction and sanitization";
const REASONS: &str = "§Reason codes";

const fn classify(section: &'static str, id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(CLASSIFY, section, id, text)
}

const fn check(section: &'static str, id: &'static str, text: &'static str) -> Rule {
    Rule::requirement(CHECK, section, id, text)
}

/// A tool is looked for below its provider's prefix only.
pub static ASKS_PREFIX: Alternative = Alternative {
    id: "classify.leaf.last-dot.asks-prefix",
    rule: &LEAF_LAST_DOT,
    text: "knows a tool only below its provider's prefix, as `github.`",
    interpretation: None,
};

pub(super) static ALTERNATIVES: &[&Alternative] = &[&ASKS_PREFIX];

rules! {
    SCHEMA = classify(SHAPE, "classify.schema", "schema is `assay.tool_decision_surface.v0`")
        .lacking("writes another schema id");
    NON_CLAIM_PERSISTENCE = classify(CLAIM, "classify.non-claims.persistence",
        "non_claims has the sentence about persistence").lacking("leaves the non-claim about persistence out")
        .exactly(NON_CLAIMS[0]);
    NON_CLAIM_TRAFFIC = classify(CLAIM, "classify.non-claims.traffic",
        "non_claims has the sentence about observed traffic").lacking("leaves the non-claim about traffic out")
        .exactly(NON_CLAIMS[1]);
    NON_CLAIM_SECRETS = classify(CLAIM, "classify.non-claims.secrets",
        "non_claims has the sentence about raw secrets").lacking("leaves the non-claim about secrets out")
        .exactly(NON_CLAIMS[2]);
    ONE_PER_CALL = classify(STATES, "classify.entries.one-per-call", "every observed call has its own entry")
        .lacking("records a tool once, however often it was called");
    STATE_VOCABULARY = classify(STATES, "classify.classification.vocabulary",
        "classification is one of the closed states").lacking("writes a classification of its own")
        .one_of(&CLASSIFICATIONS);
    UNKNOWN_RECORDED = classify(STATES, "classify.unknown.recorded", "a call that matches no classifier is recorded")
        .lacking("leaves calls of unknown tools out, as if they were clean");
    UNKNOWN_STATE = classify(STATES, "classify.unknown.state",
        "a call that matches no classifier is observed_unknown_tool")
        .lacking("calls unknown tools classified");
    UNKNOWN_CLASS = classify(STATES, "classify.unknown.class", "the action of an unknown tool is unclassified")
        .lacking("gives unknown tools a class");
    UNKNOWN_NULL = classify(STATES, "classify.unknown.null",
        "category, verb, resource_type and target of an unknown tool are null")
        .lacking("guesses what an unknown tool does");
    INCOMPLETE_STATE = classify(STATES, "classify.incomplete.state",
        "a known tool without its required fields is classified_incomplete")
        .lacking("takes missing arguments for safe");
    REASON_PRESENT = classify(STATES, "classify.reason-code.present", "every entry has a reason_code")
        .lacking("leaves the reason_code out where nothing was recognized");
    REASON_VOCABULARY = classify(REASONS, "classify.reason-code.vocabulary", "reason_code is one of the closed set")
        .lacking("writes a reason code of its own").one_of(&REASON_CODES);
    REASON_CLASSIFIED = classify(REASONS, "classify.reason-code.classified",
        "the reason_code of a classified call names its category")
        .lacking("gives every classified call one reason code");
    REASON_MISSING = classify(REASONS, "classify.reason-code.missing",
        "the reason_code of missing fields is missing_required_target_field")
        .lacking("puts the detail in the place of the reason code");

    LEAF_LAST_DOT = classify(CLASSIFIERS, "classify.leaf.last-dot", "the leaf of a tool name follows its last dot")
        .lacking("takes what follows the first dot for the leaf");
    LEAF_BARE = classify(CLASSIFIERS, "classify.leaf.bare", "a tool name without a dot is its own leaf")
        .lacking("knows no tool whose name has no dot");
    LEAF_CASE = classify(CLASSIFIERS, "classify.leaf.case", "leaves are compared case-sensitively")
        .lacking("ignores case in tool names");
    LEAF_NARROW = classify(WORKSPACE, "classify.leaf.narrow", "a name outside the set is unknown, however near")
        .lacking("takes a name that starts like a known one for it");
    LEAF_RAW = classify(REDACTION, "classify.leaf.raw", "classification reads the raw name, not the sanitized one")
        .lacking("removes control characters before it looks the name up");
    ADD_DEPLOY_KEY = classify(GITHUB, "classify.leaf.add_deploy_key", "add_deploy_key is a github_deploy_key")
        .lacking("does not know add_deploy_key");
    CREATE_DEPLOY_KEY = classify(GITHUB, "classify.leaf.create_deploy_key", "create_deploy_key is a github_deploy_key")
        .lacking("does not know create_deploy_key");
    ADD_MEMBER = classify(SLACK, "classify.leaf.add_member", "add_member is a slack_add_member")
        .lacking("does not know add_member");
    INVITE = classify(SLACK, "classify.leaf.invite", "invite is a slack_add_member")
        .lacking("does not know invite");
    GRANT_ADMIN = classify(WORKSPACE, "classify.leaf.grant_admin", "grant_admin is a workspace_admin")
        .lacking("does not know grant_admin");
    CHANGE_ROLE = classify(WORKSPACE, "classify.leaf.change_role", "change_role is a workspace_admin")
        .lacking("does not know change_role");
    INVITE_EXTERNAL = classify(WORKSPACE, "classify.leaf.invite_external", "invite_external is a workspace_admin")
        .lacking("does not know invite_external");
    MODIFY_ORG_POLICY = classify(WORKSPACE, "classify.leaf.modify_org_policy", "modify_org_policy is a workspace_admin")
        .lacking("does not know modify_org_policy");
    CREATE_WORKSPACE_TOKEN = classify(WORKSPACE, "classify.leaf.create_workspace_token",
        "create_workspace_token is a workspace_admin").lacking("does not know create_workspace_token");

    TOOL_CATEGORY = classify(SHAPE, "classify.tool.category", "tool.category names the classifier")
        .lacking("leaves the category null");
    ACTION_CLASS = classify(SHAPE, "classify.action.class", "the class of a known tool is privileged_admin_action")
        .lacking("gives known tools another class");
    ACTION_VERB = classify(SHAPE, "classify.action.verb", "verb is the classifier's word for the leaf")
        .lacking("writes the leaf as verb");
    RESOURCE_TYPE = classify(SHAPE, "classify.action.resource-type", "resource_type is the classifier's")
        .lacking("writes the category as resource_type");
    PROVIDER = classify(SHAPE, "classify.target.provider", "target.provider is the classifier's")
        .lacking("takes the server's id for the provider");

    FIELD_STRING = classify(CLASSIFIERS, "classify.field.string", "a required field that is no string counts as missing")
        .lacking("takes a number for a label");
    ARGUMENTS_SHAPE = classify(REASONS, "classify.arguments.shape",
        "arguments that are no object leave a known tool classified_incomplete")
        .lacking("calls a known tool unknown where its arguments are no object");
    UNKNOWN_DROPPED = classify(CLASSIFIERS, "classify.arguments.unknown-dropped", "unknown arguments are dropped")
        .lacking("copies unknown arguments into the record");
    SECRETS_DROPPED = classify(REDACTION, "classify.secrets.dropped", "secret-like arguments are dropped")
        .lacking("copies secrets into the record").one_of(&SECRET_ARGUMENTS);
    SECRETS_UNHASHED = classify(REDACTION, "classify.secrets.unhashed", "secret-like arguments are not hashed either")
        .lacking("writes hashes of secrets").one_of(&SECRET_ARGUMENTS);

    OWNER_REQUIRED = classify(GITHUB, "classify.github.owner.required", "owner is required")
        .lacking("classifies a deploy key without its owner");
    REPO_REQUIRED = classify(GITHUB, "classify.github.repo.required", "repo is required")
        .lacking("classifies a deploy key without its repository");
    DETAIL_GITHUB = classify(GITHUB, "classify.github.detail",
        "the detail of a missing field is missing_github_owner_or_repo")
        .lacking("gives no detail");
    INCOMPLETE_OWNER = classify(GITHUB, "classify.github.incomplete.owner",
        "an incomplete target keeps the owner that is there").lacking("drops the owner of an incomplete target");
    INCOMPLETE_REPO = classify(GITHUB, "classify.github.incomplete.repo",
        "an incomplete target keeps nothing but provider and owner")
        .lacking("keeps the repository without its owner");
    OWNER_PLAIN = classify(GITHUB, "classify.github.owner.plain", "owner is a plain label")
        .lacking("hashes the owner");
    REPO_PLAIN = classify(GITHUB, "classify.github.repo.plain", "repo is a plain label")
        .lacking("hashes the repository");
    TITLE_HASHED = classify(GITHUB, "classify.github.title.hashed", "the title is hashed, never stored")
        .lacking("stores the title");
    KEY_TITLE = classify(GITHUB, "classify.github.title.key-title", "key_title names the title too")
        .lacking("does not know key_title");
    TITLE_OPTIONAL = classify(GITHUB, "classify.github.title.optional", "a deploy key needs no title")
        .lacking("asks for a title");
    READ_ONLY_PRESENT = classify(GITHUB, "classify.github.read-only.present", "read_only is there only if it was given")
        .lacking("writes read_only false where nothing was given");
    READ_ONLY_CARRIED = classify(GITHUB, "classify.github.read-only.carried", "read_only is carried as given")
        .lacking("writes read_only false whatever was given");
    READ_ONLY_BOOLEAN = classify(GITHUB, "classify.github.read-only.boolean", "read_only is carried only as a boolean")
        .lacking("copies whatever stands at read_only");

    SCOPE_REQUIRED = classify(SLACK, "classify.slack.scope.required", "a workspace or a channel is required")
        .lacking("classifies a membership without its scope");
    SCOPE_WORKSPACE = classify(SLACK, "classify.slack.scope.workspace", "a workspace alone is a scope")
        .lacking("asks for a channel too");
    SCOPE_CHANNEL = classify(SLACK, "classify.slack.scope.channel", "a channel alone is a scope")
        .lacking("asks for a workspace too");
    SLACK_PRINCIPAL_REQUIRED = classify(SLACK, "classify.slack.principal.required", "a principal is required")
        .lacking("classifies a membership without its principal");
    CHANNEL_NULL = classify(SLACK, "classify.slack.channel.null", "channel_id_hash is null at workspace level")
        .lacking("leaves channel_id_hash out at workspace level");
    SLACK_WORKSPACE_DOMAIN = classify(SLACK, "classify.slack.workspace.domain",
        "workspace_id_hash is made under slack_workspace").lacking("hashes a slack workspace as another one");
    SLACK_CHANNEL_DOMAIN = classify(SLACK, "classify.slack.channel.domain",
        "channel_id_hash is made under slack_channel").lacking("hashes a channel under the workspace's domain");
    SLACK_PRINCIPAL_DOMAIN = classify(SLACK, "classify.slack.principal.domain",
        "principal_hash is made under slack_principal")
        .lacking("hashes a slack principal as a workspace's");
    SLACK_PRINCIPAL_HASHED = classify(SLACK, "classify.slack.principal.hashed", "the principal is hashed")
        .lacking("stores the raw principal");
    SLACK_IDS_HASHED = classify(SLACK, "classify.slack.scope.hashed", "workspace and channel ids are hashed")
        .lacking("stores raw workspace and channel ids");
    SLACK_USER = classify(SLACK, "classify.slack.principal.user", "user names the principal as user_id does")
        .lacking("does not know user");
    SLACK_INCOMPLETE = classify(SLACK, "classify.slack.incomplete", "an incomplete target keeps nothing but its provider")
        .lacking("keeps parts of an incomplete membership");

    WORKSPACE_REQUIRED = classify(WORKSPACE, "classify.workspace.workspace.required", "a workspace is required")
        .lacking("classifies a workspace action without its workspace");
    WORKSPACE_PRINCIPAL_REQUIRED = classify(WORKSPACE, "classify.workspace.principal.required",
        "a principal is required").lacking("classifies a workspace action without its principal");
    WORKSPACE_DOMAIN = classify(WORKSPACE, "classify.workspace.workspace.domain",
        "workspace_id_hash is made under workspace").lacking("hashes a workspace as one of slack");
    WORKSPACE_PRINCIPAL_DOMAIN = classify(WORKSPACE, "classify.workspace.principal.domain",
        "principal_hash is made under workspace_principal")
        .lacking("hashes a workspace's principal as one of slack");
    WORKSPACE_HASHED = classify(WORKSPACE, "classify.workspace.workspace.hashed", "the workspace id is hashed")
        .lacking("stores the raw workspace id");
    WORKSPACE_PRINCIPAL_HASHED = classify(WORKSPACE, "classify.workspace.principal.hashed", "the principal is hashed")
        .lacking("stores the raw principal of a workspace action");
    WORKSPACE_NAME = classify(WORKSPACE, "classify.workspace.workspace.workspace", "workspace names the workspace too")
        .lacking("does not know workspace");
    WORKSPACE_ORG = classify(WORKSPACE, "classify.workspace.workspace.org", "org names the workspace too")
        .lacking("does not know org");
    WORKSPACE_USER = classify(WORKSPACE, "classify.workspace.principal.user", "user names the principal too")
        .lacking("does not know user in workspace actions");
    WORKSPACE_PRINCIPAL = classify(WORKSPACE, "classify.workspace.principal.principal",
        "principal names the principal too").lacking("does not know principal");
    ROLE_PLAIN = classify(WORKSPACE, "classify.workspace.role.plain", "role is a plain label")
        .lacking("hashes the role");
    ROLE_PRESENT = classify(WORKSPACE, "classify.workspace.role.present", "role is there only if it was given")
        .lacking("writes a role where none was given");
    WORKSPACE_INCOMPLETE = classify(WORKSPACE, "classify.workspace.incomplete",
        "an incomplete target keeps nothing but its provider")
        .lacking("keeps parts of an incomplete workspace action");

    HASH_PREFIX = classify(REDACTION, "classify.hash.prefix", "a hash starts with `sha256:`")
        .lacking("writes bare digits");
    HASH_PREIMAGE = classify(REDACTION, "classify.hash.preimage",
        "the hashed text starts with `assay.tool_target.v0:` and the domain")
        .lacking("hashes the value alone");
    HASH_LOWERCASE = classify(REDACTION, "classify.hash.lowercase", "the hashed value is in lower case")
        .lacking("hashes equal names in other case differently");
    HASH_TRIM = classify(REDACTION, "classify.hash.trim", "the hashed value is trimmed")
        .lacking("hashes surrounding blanks");
    HASH_EQUAL = classify(REDACTION, "classify.hash.equal", "equal inputs yield equal hashes")
        .lacking("hashes equal inputs of two calls differently");
    HASH_RAW = classify(REDACTION, "classify.hash.raw", "the raw value is hashed, not the sanitized one")
        .lacking("sanitizes before it hashes");

    EFFECT = classify(SHAPE, "classify.decision.effect", "decision.effect is the one observed")
        .lacking("writes another effect than was observed");
    RULE_ID = classify(SHAPE, "classify.decision.rule-id", "decision.rule_id is the one observed, null included")
        .lacking("writes a rule id where there was none");
    ENFORCED = classify(SHAPE, "classify.decision.enforced", "decision.enforced is true")
        .lacking("takes an allowed call for one on which nothing was enforced");
    STATUS = classify(SHAPE, "classify.response.status", "response.status is the one observed")
        .lacking("writes another status than was observed");
    ASSERTED_TRUE = classify(ASSERTED, "classify.response.asserted.allow",
        "an allowed call with status success asserts its side effect")
        .lacking("never records what the provider asserts");
    ASSERTED_EFFECT = classify(ASSERTED, "classify.response.asserted.effect",
        "only an allowed call asserts a side effect")
        .lacking("lets denied calls assert a side effect");
    ASSERTED_STATUS = classify(ASSERTED, "classify.response.asserted.status",
        "only status success asserts a side effect")
        .lacking("lets failed calls assert a side effect");
    VERIFIED = classify(ASSERTED, "classify.response.verified", "side_effect_verified is never promoted from asserted")
        .lacking("promotes asserted to verified");
    VERIFIED_ARGUMENT = classify(ASSERTED, "classify.response.verified-argument",
        "no argument makes a side effect verified")
        .lacking("believes an argument that says verified");
    ARGUMENTS_REDACTED = classify(SHAPE, "classify.redaction.arguments", "arguments_redacted is true")
        .lacking("says that arguments were not redacted where nothing was dropped");
    ALIAS = classify(REDACTION, "classify.redaction.alias", "credential_alias is the alias given")
        .lacking("writes no credential alias");
    ALIAS_NULL = classify(REDACTION, "classify.redaction.alias-null", "credential_alias is null where none was given")
        .lacking("makes up a credential alias");
    SECRET_STORED = classify(REDACTION, "classify.redaction.secret-material", "secret_material_stored is false")
        .lacking("says that secret material is stored where a credential was used");

    CONTROL_C0 = classify(REDACTION, "classify.control.c0", "C0 controls but tab, line feed and return are sanitized")
        .lacking("writes C0 control characters");
    CONTROL_DEL = classify(REDACTION, "classify.control.del", "DEL is sanitized")
        .lacking("writes DEL");
    CONTROL_C1 = classify(REDACTION, "classify.control.c1", "C1 controls are sanitized")
        .lacking("writes C1 control characters");
    CONTROL_SERVER = classify(REDACTION, "classify.control.server-id", "the server's id is sanitized")
        .lacking("writes control characters in the server's id");
    CONTROL_TOOL = classify(REDACTION, "classify.control.tool-name", "the tool's name is sanitized")
        .lacking("writes control characters in the tool's name");
    CONTROL_OWNER = classify(REDACTION, "classify.control.owner", "the owner is sanitized")
        .lacking("writes control characters in the owner");
    CONTROL_REPO = classify(REDACTION, "classify.control.repo", "the repository is sanitized")
        .lacking("writes control characters in the repository");
    CONTROL_ROLE = classify(REDACTION, "classify.control.role", "the role is sanitized")
        .lacking("writes control characters in the role");
    CONTROL_RULE_ID = classify(REDACTION, "classify.control.rule-id", "the rule id is sanitized")
        .lacking("writes control characters in the rule id");
    CONTROL_STATUS = classify(REDACTION, "classify.control.status", "the status is sanitized")
        .lacking("writes control characters in the status");

    EMPTY_MISSING = classify(CLASSIFIERS, "classify.field.empty", "an empty required field counts as missing")
        .reading("T01");
    FIRST_ALIAS = classify(CLASSIFIERS, "classify.field.first-alias", "of several names of one field the first wins")
        .reading("T02");
    NEXT_ALIAS = classify(CLASSIFIERS, "classify.field.next-alias",
        "a name whose value cannot be used is passed over").reading("T03");
    REPLACEMENT = classify(REDACTION, "classify.control.replacement", "each control character becomes U+FFFD")
        .reading("T04");
    TITLE_ABSENT = classify(GITHUB, "classify.github.title.absent", "without a title there is no key_title_hash")
        .reading("T05");
    WORKSPACE_NULL = classify(SLACK, "classify.slack.workspace.null", "without a workspace workspace_id_hash is null")
        .reading("T06");
    SHAPE_REASON = classify(REASONS, "classify.arguments.shape.reason",
        "arguments that are no object are unsupported_argument_shape").reading("T07");
    HASH_UNICODE = classify(REDACTION, "classify.hash.unicode", "lower case and white space are Unicode's")
        .reading("T08");

    RECORD_OBJECT = check(SHAPE, "check.record.object", "the record is one JSON object")
        .lacking("what is no record at all");
    RECORD_SCHEMA = check(SHAPE, "check.schema", "schema is `assay.tool_decision_surface.v0`")
        .lacking("a record of another schema");
    RECORD_DECISIONS = check(SHAPE, "check.decisions", "observed_tool_decisions is an array of objects")
        .lacking("a record without its decisions");
    RECORD_PERSISTENCE = check(CLAIM, "check.non-claims.persistence", "non_claims has the sentence about persistence")
        .lacking("a record without the non-claim about persistence")
        .exactly(NON_CLAIMS[0]);
    RECORD_TRAFFIC = check(CLAIM, "check.non-claims.traffic", "non_claims has the sentence about observed traffic")
        .lacking("a record without the non-claim about traffic")
        .exactly(NON_CLAIMS[1]);
    RECORD_SECRETS = check(CLAIM, "check.non-claims.secrets", "non_claims has the sentence about raw secrets")
        .lacking("a record without the non-claim about secrets")
        .exactly(NON_CLAIMS[2]);
    RECORD_STATE = check(STATES, "check.classification.vocabulary", "classification is one of the closed states")
        .lacking("a classification outside the closed set").one_of(&CLASSIFICATIONS);
    RECORD_REASON_PRESENT = check(STATES, "check.reason-code.present", "every entry has a reason_code")
        .lacking("an entry without a reason_code");
    RECORD_REASON = check(REASONS, "check.reason-code.vocabulary", "reason_code is one of the closed set")
        .lacking("a reason_code outside the closed set").one_of(&REASON_CODES);
    RECORD_CATEGORY = check(CLASSIFIERS, "check.category.vocabulary", "category is one of the three, or null")
        .lacking("a category outside the closed set");
    RECORD_CLASS = check(SHAPE, "check.action-class.vocabulary",
        "the class is privileged_admin_action or unclassified")
        .lacking("an action class outside the closed set");
    RECORD_EFFECT = check(SHAPE, "check.effect.vocabulary", "effect is allow, deny or error")
        .lacking("an effect outside the closed set");
    RECORD_ASSERTED_EFFECT = check(ASSERTED, "check.asserted.effect", "only an allowed call asserts a side effect")
        .lacking("a denied call that asserts a side effect");
    RECORD_ASSERTED_STATUS = check(ASSERTED, "check.asserted.status", "only status success asserts a side effect")
        .lacking("a failed call that asserts a side effect");
    RECORD_VERIFIED = check(ASSERTED, "check.verified", "side_effect_verified is false: no evidence comes with a record")
        .lacking("a side effect called verified without evidence");
    RECORD_SECRET_STORED = check(REDACTION, "check.secret-material", "secret_material_stored is false")
        .lacking("a record that says secret material is stored");
    FURTHER_MEMBERS = Rule::permission(CHECK, SHAPE, "check.permit.further-members",
        "a later producer may add members");
    NULLS = Rule::permission(CHECK, SHAPE, "check.permit.null",
        "rule_id and credential_alias may be null");
    RESERVED = Rule::permission(CHECK, STATES, "check.permit.reserved",
        "states and reason codes that the classifiers never write are in the closed sets");
    NO_DECISIONS = Rule::permission(CHECK, STATES, "check.permit.no-decisions",
        "there may be no decisions");
}
