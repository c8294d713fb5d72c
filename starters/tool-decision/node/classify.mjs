// The beginning of a producer of assay.tool_decision_surface.v0.
//
//     node classify.mjs CASE
//
// reads observed tool calls and prints their record as one JSON object. Done so
// far: one entry a call, each an unknown tool. Everything else is marked TODO,
// and until it is written no call is called classified. Node alone.

import { readFileSync } from "node:fs";

// Text from outside, as the record shows it.
function shown(text) {
  // TODO: no control character may reach the record.
  return text;
}

// The members of an entry that the classifiers decide.
function classified(name, _arguments) {
  // TODO: the leaf behind the last dot, the three categories, their targets.
  // Names of people, channels and workspaces are hashed; secrets are dropped,
  // not hashed.
  return {
    tool: { name: shown(name), category: null },
    classification: "observed_unknown_tool",
    reason_code: "unknown_tool_name",
    action: {
      class: "unclassified",
      verb: null,
      resource_type: null,
      target: null,
    },
  };
}

// One observed call.
function entry(call) {
  let asserted = false;
  // Your first fix stands ready: take the "// FIX" away.
  // FIX asserted = call.effect === "allow" && call.status === "success";
  return {
    server: { id: shown(call.server.id), transport: "mcp" },
    ...classified(call.tool_name, call.arguments),
    decision: {
      effect: call.effect,
      source: "assay-mcp-server",
      rule_id: shown(call.rule_id),
      enforced: true,
    },
    response: {
      status: shown(call.status),
      side_effect_asserted: asserted,
      side_effect_verified: false,
    },
    redaction: {
      arguments_redacted: true,
      credential_alias: call.credential_alias,
      secret_material_stored: false,
    },
  };
}

const { calls } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const record = {
  schema: "assay.tool_decision_surface.v0",
  observed_tool_decisions: calls.map(entry),
  non_claims: [
    "does not prove SaaS-side persistence without external audit evidence",
    "does not infer tool actions outside observed MCP proxy traffic",
    "does not expose raw secrets or tokens",
  ],
};
console.log(JSON.stringify(record, null, 2));
