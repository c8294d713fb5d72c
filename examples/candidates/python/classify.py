#!/usr/bin/env python3
"""A classifier and a checker for assay.tool_decision_surface.v0, written from the text.

    classify.py CASE            observed calls in, the record out
    classify.py --check RECORD  a record in, a verdict out

Standard library only. One JSON object on standard output; exit status 0, or 2
where the input cannot be read as a case.
"""

import hashlib
import json
import sys

SCHEMA = "assay.tool_decision_surface.v0"

NON_CLAIMS = [
    "does not prove SaaS-side persistence without external audit evidence",
    "does not infer tool actions outside observed MCP proxy traffic",
    "does not expose raw secrets or tokens",
]

STATES = {
    "classified", "classified_incomplete", "observed_unknown_tool", "redaction_failed",
    "not_observed",
}

REASON_CODES = {
    "classified_github_deploy_key", "classified_slack_add_member", "classified_workspace_admin",
    "missing_required_target_field", "unknown_tool_name", "redacted_secret_argument",
    "unsupported_argument_shape",
}

# Classifiers: leaf name -> (category, verb).
TOOLS = {
    "add_deploy_key": ("github_deploy_key", "create"),
    "create_deploy_key": ("github_deploy_key", "create"),
    "add_member": ("slack_add_member", "add"),
    "invite": ("slack_add_member", "add"),
    "grant_admin": ("workspace_admin", "grant"),
    "change_role": ("workspace_admin", "change_role"),
    "invite_external": ("workspace_admin", "invite"),
    "modify_org_policy": ("workspace_admin", "modify"),
    "create_workspace_token": ("workspace_admin", "create"),
}

# Category -> (provider, resource type).
CATEGORIES = {
    "github_deploy_key": ("github", "github_deploy_key"),
    "slack_add_member": ("slack", "workspace_member"),
    "workspace_admin": ("workspace", "workspace_role"),
}


def pseudonym(domain, value):
    """Redaction and sanitization: hashed under a domain of its own."""
    normalized = value.strip().lower()
    text = f"assay.tool_target.v0:{domain}:{normalized}"
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def is_control(character):
    """C0 but tab, line feed and return; DEL; C1."""
    code = ord(character)
    return (code < 0x20 and character not in "\t\n\r") or 0x7F <= code <= 0x9F


def shown(text):
    """Hostile strings are sanitized before the record is written."""
    if text is None:
        return None
    return "".join("\ufffd" if is_control(character) else character for character in text)


def field(arguments, *names):
    """The first of the names that holds a text; none is a missing field."""
    for name in names:
        value = arguments.get(name)
        if isinstance(value, str) and value.strip():
            return value
    return None


def github_target(arguments):
    """github_deploy_key: owner and repo are required and plain."""
    owner, repo = field(arguments, "owner"), field(arguments, "repo")
    target = {"provider": "github"}
    if owner is not None:
        target["owner"] = shown(owner)
    if owner is None or repo is None:
        return target, "missing_github_owner_or_repo"
    target["repo"] = shown(repo)
    title = field(arguments, "key_title", "title")
    if title is not None:
        target["key_title_hash"] = pseudonym("github_key_title", title)
    if isinstance(arguments.get("read_only"), bool):
        target["read_only"] = arguments["read_only"]
    return target, None


def slack_target(arguments):
    """slack_add_member: a scope and a principal are required, and hashed."""
    workspace, channel = field(arguments, "workspace_id"), field(arguments, "channel_id")
    principal = field(arguments, "user_id", "user")
    if principal is None:
        return {"provider": "slack"}, "missing_slack_principal"
    if workspace is None and channel is None:
        return {"provider": "slack"}, "missing_slack_scope"
    return {
        "provider": "slack",
        "workspace_id_hash": workspace and pseudonym("slack_workspace", workspace),
        "channel_id_hash": channel and pseudonym("slack_channel", channel),
        "principal_hash": pseudonym("slack_principal", principal),
    }, None


def workspace_target(arguments):
    """workspace_admin: a workspace and a principal are required, and hashed."""
    workspace = field(arguments, "workspace_id", "workspace", "org")
    principal = field(arguments, "user_id", "user", "principal")
    if workspace is None:
        return {"provider": "workspace"}, "missing_workspace_id"
    if principal is None:
        return {"provider": "workspace"}, "missing_workspace_principal"
    target = {
        "provider": "workspace",
        "workspace_id_hash": pseudonym("workspace", workspace),
        "principal_hash": pseudonym("workspace_principal", principal),
    }
    role = field(arguments, "role")
    if role is not None:
        target["role"] = shown(role)
    return target, None


TARGETS = {
    "github_deploy_key": github_target,
    "slack_add_member": slack_target,
    "workspace_admin": workspace_target,
}


def classified(name, arguments):
    """The members of an entry that the classifier decides."""
    tool = TOOLS.get(name.rpartition(".")[2])
    if tool is None:
        return {
            "tool": {"name": shown(name), "category": None},
            "classification": "observed_unknown_tool",
            "reason_code": "unknown_tool_name",
            "action": {
                "class": "unclassified", "verb": None, "resource_type": None, "target": None,
            },
        }
    category, verb = tool
    provider, resource_type = CATEGORIES[category]
    if isinstance(arguments, dict):
        target, missing = TARGETS[category](arguments)
        reason_code = "missing_required_target_field" if missing else f"classified_{category}"
    else:
        target, missing = {"provider": provider}, "arguments_are_no_object"
        reason_code = "unsupported_argument_shape"
    entry = {
        "tool": {"name": shown(name), "category": category},
        "classification": "classified_incomplete" if missing else "classified",
        "reason_code": reason_code,
        "action": {
            "class": "privileged_admin_action",
            "verb": verb,
            "resource_type": resource_type,
            "target": target,
        },
    }
    if missing:
        entry["detail"] = missing
    return entry


def decision_of(call):
    """One observed call as an entry of the record."""
    server = {"id": shown(call["server"]["id"]), "transport": "mcp"}
    if isinstance(call["server"].get("declared_manifest_digest"), str):
        server["declared_manifest_digest"] = shown(call["server"]["declared_manifest_digest"])
    entry = {"server": server}
    entry.update(classified(call["tool_name"], call["arguments"]))
    entry["decision"] = {
        "effect": call["effect"],
        "source": "assay-mcp-server",
        "rule_id": shown(call["rule_id"]),
        "enforced": True,
    }
    entry["response"] = {
        "status": shown(call["status"]),
        # Asserted is what the provider says; nothing here verifies it.
        "side_effect_asserted": call["effect"] == "allow" and call["status"] == "success",
        "side_effect_verified": False,
    }
    entry["redaction"] = {
        "arguments_redacted": True,
        "credential_alias": call["credential_alias"],
        "secret_material_stored": False,
    }
    return entry


def classify(case):
    """The record of a case."""
    return {
        "schema": SCHEMA,
        "observed_tool_decisions": [decision_of(call) for call in case["calls"]],
        "non_claims": NON_CLAIMS,
    }


def faults(record):
    """What speaks against a record."""
    if not isinstance(record, dict):
        yield "a record is one object"
        return
    if record.get("schema") != SCHEMA:
        yield f"schema is not {SCHEMA}"
    said = record.get("non_claims")
    for sentence in NON_CLAIMS:
        if not isinstance(said, list) or sentence not in said:
            yield f"a non-claim is missing: {sentence}"
    entries = record.get("observed_tool_decisions")
    if not isinstance(entries, list):
        yield "observed_tool_decisions is no list"
        return
    for index, entry in enumerate(entries):
        for fault in entry_faults(entry):
            yield f"observed_tool_decisions[{index}]: {fault}"


def entry_faults(entry):
    """What speaks against one entry."""
    if not isinstance(entry, dict):
        yield "no object"
        return

    def member(part, name):
        value = entry.get(part)
        return value.get(name) if isinstance(value, dict) else None

    def within(value, words):
        return isinstance(value, str) and value in words

    if not within(entry.get("classification"), STATES):
        yield "classification is outside the closed set"
    if entry.get("reason_code") is None:
        yield "there is no reason_code"
    elif not within(entry["reason_code"], REASON_CODES):
        yield "reason_code is outside the closed set"
    category = member("tool", "category")
    if category is not None and not within(category, CATEGORIES):
        yield "category is outside the closed set"
    if not within(member("action", "class"), {"privileged_admin_action", "unclassified"}):
        yield "the action's class is outside the closed set"
    effect = member("decision", "effect")
    if not within(effect, {"allow", "deny", "error"}):
        yield "effect is outside the closed set"
    if member("response", "side_effect_asserted") is True:
        if effect != "allow" or member("response", "status") != "success":
            yield "a side effect is asserted of a call that was not allowed or did not succeed"
    if member("response", "side_effect_verified") is not False:
        yield "a side effect is verified without evidence"
    if member("redaction", "secret_material_stored") is not False:
        yield "secret material is stored"


def check(record):
    """The verdict on a record."""
    findings = list(faults(record))
    return {"verdict": "invalid" if findings else "valid", "findings": findings}


def main(arguments):
    """Prints the record of a case, or the verdict on a record."""
    judge = check if arguments[:1] == ["--check"] else classify
    try:
        with open(arguments[-1], encoding="utf-8") as file:
            answer = judge(json.load(file))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        # Not the error's own words: they could quote a secret.
        print(f"classify.py: no case: {type(error).__name__}", file=sys.stderr)
        return 2
    print(json.dumps(answer, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
