//! Who may know whom: the dependency graph, as cargo reads it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Each package of the workspace with the workspace packages and the libraries
/// that it names, tests and build scripts included.
fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let name = |value: &Value| value["name"].as_str().expect("a name").to_owned();
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let known = package["dependencies"].as_array().expect("dependencies");
            (name(package), known.iter().map(name).collect())
        })
        .collect()
}

const CONTRACT: &str = "mcp-evidence-contract";
const STRICT_JSON: &str = "mcp-evidence-strict-json";
const GENERATOR: &str = "mcp-evidence-generator";
const REFERENCE: &str = "mcp-evidence-reference";
const HARNESS: &str = "mcp-evidence-harness";
const EXAMPLE: &str = "example-rust-implementer";
const REPRODUCTION: &str = "mcp-evidence-reproduction";

#[test]
fn members_know_only_whom_they_may() {
    let graph = graph();
    let may: [(&str, &[&str]); 6] = [
        (CONTRACT, &[]),
        (STRICT_JSON, &[]),
        (GENERATOR, &[CONTRACT]),
        (REFERENCE, &[CONTRACT, STRICT_JSON]),
        (HARNESS, &[CONTRACT, STRICT_JSON]),
        // As any implementer: the façade, and nothing behind it.
        (EXAMPLE, &["mcp-evidence"]),
    ];
    for (package, allowed) in may {
        let known = &graph[package];
        let members = known.iter().filter(|name| name.starts_with("mcp-evidence"));
        let surplus: Vec<_> = members.filter(|name| !allowed.contains(&name.as_str())).collect();
        assert!(surplus.is_empty(), "{package} must not know {surplus:?}");
    }
    let expected: BTreeSet<&str> =
        may.iter().map(|(package, _)| *package).chain(["mcp-evidence"]).collect();
    let mut found: BTreeSet<&str> = graph.keys().map(String::as_str).collect();
    found.remove(REPRODUCTION);
    assert_eq!(found, expected, "a new member needs its line here");
}

#[test]
fn only_the_root_knows_reproduction() {
    for (package, known) in graph() {
        assert!(package == "mcp-evidence" || !known.contains(REPRODUCTION), "{package}");
    }
}

#[test]
fn writer_and_reader_use_different_libraries() {
    let graph = graph();
    for (library, reader) in [
        ("serde_jcs", false),
        ("serde_json_canonicalizer", true),
        ("ciborium-ll", true),
        ("zlib-rs", true),
        ("tar", false),
    ] {
        let (has, lacks) = if reader { (REFERENCE, GENERATOR) } else { (GENERATOR, REFERENCE) };
        assert!(graph[has].contains(library), "{has} uses {library}");
        assert!(!graph[lacks].contains(library), "{lacks} must not use {library}");
    }
}
