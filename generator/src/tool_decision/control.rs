//! Control characters (§Redaction and sanitization): none reaches the record.
//! What replaces them is open, and probed; here U+FFFD stands for it.

use super::twin::{GITHUB, WORKSPACE};
use crate::corpus::Case;
use mcp_evidence_contract::Rule;
use mcp_evidence_contract::catalogue::tool_decision as rules;
use serde_json::json;
use std::ops::RangeInclusive;

pub(super) fn vectors() -> Vec<Case> {
    [kinds(), places()].into_iter().flatten().collect()
}

fn kinds() -> Vec<Case> {
    let owner = |id, rule: &'static Rule, kind: &str, codes: &[RangeInclusive<char>]| {
        let characters: String = codes.iter().cloned().flatten().collect();
        let shown = "\u{fffd}".repeat(characters.chars().count());
        let raw = format!("o{characters}rg");
        GITHUB
            .vary(id, rule, &format!("{kind} stand inside the owner"))
            .argument("owner", json!(raw))
            .forbid(&raw)
            .expect(|entry| {
                entry["action"]["target"]["owner"] = json!(format!("o{shown}rg"));
            })
    };
    vec![
        owner(
            "control_c0",
            &rules::CONTROL_C0,
            "all C0 controls but tab, line feed and return",
            &['\0'..='\u{8}', '\u{b}'..='\u{c}', '\u{e}'..='\u{1f}'],
        ),
        owner(
            "control_del",
            &rules::CONTROL_DEL,
            "two DEL",
            &['\u{7f}'..='\u{7f}', '\u{7f}'..='\u{7f}'],
        ),
        owner("control_c1", &rules::CONTROL_C1, "all C1 controls", &['\u{80}'..='\u{9f}']),
    ]
}

fn places() -> Vec<Case> {
    vec![
        GITHUB
            .vary(
                "control_in_server_id",
                &rules::CONTROL_SERVER,
                "an escape stands in the server's id",
            )
            .call("/server/id", json!("git\u{1b}[2Jhub"))
            .forbid("git\u{1b}[2Jhub")
            .because("The server is not compared; the raw id must not be printed.")
            .expect_the_same(),
        GITHUB
            .vary("control_in_tool_name", &rules::CONTROL_TOOL, "an escape stands before the leaf")
            .call("/tool_name", json!("git\u{1b}[2Jhub.add_deploy_key"))
            .expect(|entry| entry["tool"]["name"] = json!("git\u{fffd}[2Jhub.add_deploy_key")),
        GITHUB
            .vary("control_in_owner", &rules::CONTROL_OWNER, "an escape stands in the owner")
            .argument("owner", json!("\u{1b}[1morg"))
            .expect(|entry| entry["action"]["target"]["owner"] = json!("\u{fffd}[1morg")),
        GITHUB
            .vary("control_in_repo", &rules::CONTROL_REPO, "an escape stands in the repository")
            .argument("repo", json!("prod-repo\u{1b}[0m"))
            .expect(|entry| entry["action"]["target"]["repo"] = json!("prod-repo\u{fffd}[0m")),
        WORKSPACE
            .vary("control_in_role", &rules::CONTROL_ROLE, "a C1 control stands in the role")
            .argument("role", json!("ad\u{9b}min"))
            .expect(|entry| entry["action"]["target"]["role"] = json!("ad\u{fffd}min")),
        GITHUB
            .vary("control_in_rule_id", &rules::CONTROL_RULE_ID, "a bell stands in the rule id")
            .call("/rule_id", json!("tool\u{7}.github"))
            .expect(|entry| entry["decision"]["rule_id"] = json!("tool\u{fffd}.github")),
        GITHUB
            .vary("control_in_status", &rules::CONTROL_STATUS, "an escape stands in the status")
            .call("/status", json!("success\u{1b}[K"))
            .because("That is not the status that asserts anything.")
            .expect(|entry| {
                entry["response"]["status"] = json!("success\u{fffd}[K");
                entry["response"]["side_effect_asserted"] = json!(false);
            }),
    ]
}
