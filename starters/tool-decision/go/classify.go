// The beginning of a producer of assay.tool_decision_surface.v0.
//
//	go build -o classify classify.go && ./classify CASE
//
// reads observed tool calls and prints their record as one JSON object. Done
// so far: one entry a call, each an unknown tool. Everything else is marked
// TODO, and until it is written no call is called classified. Standard library
// only.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type call struct {
	Server struct {
		ID string `json:"id"`
	} `json:"server"`
	ToolName        string          `json:"tool_name"`
	Arguments       json.RawMessage `json:"arguments"`
	Effect          string          `json:"effect"`
	Status          string          `json:"status"`
	RuleID          *string         `json:"rule_id"`
	CredentialAlias *string         `json:"credential_alias"`
}

type object map[string]any

// shown is text from outside, as the record shows it.
func shown(text string) string {
	// TODO: no control character may reach the record, the rule's id included.
	return text
}

// classify sets the members of an entry that the classifiers decide.
func classify(c call, entry object) {
	// TODO: the leaf behind the last dot, the three categories, their targets.
	// Names of people, channels and workspaces are hashed; secrets are dropped,
	// not hashed.
	entry["tool"] = object{"name": shown(c.ToolName), "category": nil}
	entry["classification"] = "observed_unknown_tool"
	entry["reason_code"] = "unknown_tool_name"
	entry["action"] = object{
		"class": "unclassified", "verb": nil, "resource_type": nil, "target": nil,
	}
}

// record makes the entry of one observed call.
func record(c call) object {
	asserted := false
	// Your first fix stands ready: take the "// FIX" away.
	// FIX asserted = c.Effect == "allow" && c.Status == "success"
	entry := object{
		"server": object{"id": shown(c.Server.ID), "transport": "mcp"},
		"decision": object{
			"effect": c.Effect, "source": "assay-mcp-server", "rule_id": c.RuleID, "enforced": true,
		},
		"response": object{
			"status":               shown(c.Status),
			"side_effect_asserted": asserted,
			"side_effect_verified": false,
		},
		"redaction": object{
			"arguments_redacted":     true,
			"credential_alias":       c.CredentialAlias,
			"secret_material_stored": false,
		},
	}
	classify(c, entry)
	return entry
}

func run(path string) error {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var observed struct {
		Calls []call `json:"calls"`
	}
	if err := json.Unmarshal(bytes, &observed); err != nil {
		return err
	}
	entries := []object{}
	for _, c := range observed.Calls {
		entries = append(entries, record(c))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object{
		"schema":                  "assay.tool_decision_surface.v0",
		"observed_tool_decisions": entries,
		"non_claims": []string{
			"does not prove SaaS-side persistence without external audit evidence",
			"does not infer tool actions outside observed MCP proxy traffic",
			"does not expose raw secrets or tokens",
		},
	})
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: classify CASE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
