//! The verifier over the corpora as they stand in the checkout: it knows their
//! files and nothing of what wrote them.

use mcp_evidence_contract::{Manifest, catalogue};
use mcp_evidence_reference::{Limits, verify};
use std::path::Path;

const MANIFESTS: [(&str, usize); 3] = [
    ("MANIFEST.json", 14),
    ("vectors/privileged-mcp-action-v0-rules/MANIFEST.json", 430),
    ("vectors/privileged-mcp-action-v0-probes/MANIFEST.json", 133),
];

#[test]
fn every_vector_comes_out_as_expected() {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (manifest, count) in MANIFESTS {
        let path = checkout.join(manifest);
        let folder = path.parent().expect("a file stands in a folder");
        let text = std::fs::read(&path).expect("a manifest of the checkout");
        let manifest: Manifest = serde_json::from_slice(&text).expect("the manifest's form");
        assert_eq!(manifest.vectors.len(), count);
        for vector in manifest.vectors {
            let report = verify(&folder.join(&vector.file), &Limits::default());
            assert_eq!(report.outcome(), vector.expected, "{}: {report:?}", vector.id);
            let rule = vector.rule.filter(|_| !vector.expected.is_accept());
            if let Some(rule) = rule.as_deref().and_then(catalogue::find) {
                let findings = report.findings();
                let told = findings.iter().any(|finding| finding.rule == rule.id);
                // An integrity failure has one finding, the first in §4's order.
                let shadowed = rule.exclusion.is_some() && rule.stage.number() == 1;
                assert!(told || shadowed, "{}: {report:?}", vector.id);
            }
        }
    }
}
