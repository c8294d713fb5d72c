"""The beginning of a producer of assay.tool_decision_surface.v0.

    python3 classify.py CASE

reads observed tool calls and prints their record as one JSON object. Done so far:
one entry a call, each an unknown tool. Everything else is marked TODO, and until it
is written no call is called classified. Standard library only.
"""

import json
import sys


def shown(text):
    """Text from outside, as the record shows it."""
    # TODO: no control character may reach the record.
    return text


def classified(name, arguments):
    """The members of an entry that the classifiers decide."""
    # TODO: the leaf behind the last dot, the three categories, their targets. Names
    # of people, channels and workspaces are hashed; secrets are dropped, not hashed.
    del arguments
    return {
        "tool": {"name": shown(name), "category": None},
        "classification": "observed_unknown_tool",
        "reason_code": "unknown_tool_name",
        "action": {
            "class": "unclassified",
            "verb": None,
            "resource_type": None,
            "target": None,
        },
    }


def entry(call):
    """One observed call."""
    asserted = False
    # Your first fix stands ready: take the "# FIX" away.
    # FIX asserted = call["effect"] == "allow" and call["status"] == "success"
    return {
        "server": {"id": shown(call["server"]["id"]), "transport": "mcp"},
        **classified(call["tool_name"], call["arguments"]),
        "decision": {
            "effect": call["effect"],
            "source": "assay-mcp-server",
            "rule_id": shown(call["rule_id"]),
            "enforced": True,
        },
        "response": {
            "status": shown(call["status"]),
            "side_effect_asserted": asserted,
            "side_effect_verified": False,
        },
        "redaction": {
            "arguments_redacted": True,
            "credential_alias": call["credential_alias"],
            "secret_material_stored": False,
        },
    }


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        case = json.load(file)
    record = {
        "schema": "assay.tool_decision_surface.v0",
        "observed_tool_decisions": [entry(call) for call in case["calls"]],
        "non_claims": [
            "does not prove SaaS-side persistence without external audit evidence",
            "does not infer tool actions outside observed MCP proxy traffic",
            "does not expose raw secrets or tokens",
        ],
    }
    print(json.dumps(record, indent=2))


if __name__ == "__main__":
    main()
