//! A vector as an opaque case: what names it is replaced, and everything that
//! its outcome turns on stands.
//!
//! Rendering parses the bundle's JSON and writes it anew, in a new container.
//! So only a bundle in the published byte form is rendered, whose lines are
//! canonical and whose identifiers agree with each other; what a vector of
//! another form is about would be lost, and it is refused by its name.

use crate::python_json;
use crate::words::{MOST_CASES, case_id, slug};
use mcp_evidence_generator::{canonical, digest, gzip, tar};
use mcp_evidence_harness::Corpus;
use mcp_evidence_harness::escape::{TEXT, escape};
use mcp_evidence_reference::container::{self, Bounds, Refused};
use mcp_evidence_reference::{Limits, verify_bytes};
use mcp_evidence_strict_json as strict_json;
use serde_json::Value;

const MANIFEST: &str = "manifest.json";
const EVENTS: &str = "events.ndjson";

/// Bounds on a vector; those of a pack bound its case.
const BOUNDS: Bounds = Bounds { decoded: 64 << 20, entries: 2, entry: 32 << 20 };

/// One opaque case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// `case-001` and so on.
    pub id: String,
    /// Place of its vector in the corpus.
    pub vector: usize,
    /// The bundle.
    pub bytes: Vec<u8>,
    /// `sha256:` and 64 hex digits over it.
    pub sha256: String,
}

/// Why a corpus cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// A case's number has three digits.
    #[error("the corpus has {0} vectors; a pack holds at most {MOST_CASES}")]
    TooMany(usize),
    /// Vectors cannot be rendered: all of them, a line each.
    #[error("{} of the corpus's vectors cannot be rendered as opaque cases:{}", .0.len(), list(.0))]
    Vectors(Vec<NotRendered>),
}

/// A vector that cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotRendered {
    /// Its id.
    pub id: String,
    /// Why.
    pub reason: Reason,
}

fn list(vectors: &[NotRendered]) -> String {
    vectors.iter().map(|v| format!("\n  {}: {}", escape(&v.id, TEXT), v.reason)).collect()
}

/// What of a vector rendering would lose.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The container cannot be taken apart.
    #[error("its point may lie in its container: {0}")]
    Container(Refused),
    /// The container is sound, and not what rendering writes.
    #[error("its point may lie in its container: {0} is not in the published form")]
    ContainerForm(&'static str),
    /// JSON that is not canonical, or none.
    #[error(
        "its point may lie in its spelling: {0} is not canonical JSON of one object, ended as the published ones are"
    )]
    Spelling(String),
    /// Run ids or event ids that do not agree with each other.
    #[error("its point may lie in its identifiers: {0}")]
    Identifiers(String),
    /// The reference verifier concludes something else about the case.
    #[error("its outcome does not survive rendering: {before} becomes {after}")]
    Outcome {
        /// About the vector.
        before: String,
        /// About the case.
        after: String,
    },
}

/// Every vector of `corpus` as a case, in the order of the cases.
///
/// # Errors
/// Every vector that cannot be rendered.
pub fn render(corpus: &Corpus) -> Result<Vec<Case>, RenderError> {
    let vectors = corpus.vectors();
    if vectors.len() > MOST_CASES {
        return Err(RenderError::TooMany(vectors.len()));
    }
    let mut order: Vec<usize> = (0..vectors.len()).collect();
    order.sort_by_key(|index| &vectors[*index].sha256);
    let family = run_id_family(&corpus.manifest().profile);
    let mut cases = Vec::with_capacity(order.len());
    let mut refused = Vec::new();
    for (number, vector) in order.into_iter().enumerate() {
        let id = case_id(number);
        match render_one(corpus.bytes(vector), &format!("{family}-{id}")) {
            Ok(bytes) => cases.push(Case { sha256: digest(&bytes), id, vector, bytes }),
            Err(reason) => refused.push(NotRendered { id: vectors[vector].id.clone(), reason }),
        }
    }
    if refused.is_empty() { Ok(cases) } else { Err(RenderError::Vectors(refused)) }
}

/// `pmav0` for `privileged-mcp-action/v0`.
fn run_id_family(profile: &str) -> String {
    match profile.strip_prefix("privileged-mcp-action/") {
        Some(version) => format!("pma{}", slug(version)),
        None => slug(profile),
    }
}

/// One bundle under another run id.
pub(crate) fn render_one(bundle: &[u8], run_id: &str) -> Result<Vec<u8>, Reason> {
    let (manifest, events) = open(bundle)?;
    let mut manifest = object(&manifest, "the manifest")?;
    let old_run = match manifest["run_id"].as_str() {
        Some(text) if !text.is_empty() => text.to_owned(),
        Some(_) | None => {
            return Err(Reason::Identifiers("the manifest has no run id".to_owned()));
        }
    };
    let lines = events.strip_suffix(b"\n").ok_or_else(|| spelling("the last line"))?;
    let mut rendered = Vec::with_capacity(events.len());
    for (index, line) in lines.split(|byte| *byte == b'\n').enumerate() {
        let name = format!("line {}", index + 1);
        let mut event = object(line, &name)?;
        let Some(sequence) = event["assayseq"].as_u64() else {
            return Err(Reason::Identifiers(format!("{name} has no whole assayseq")));
        };
        if event["assayrunid"] != *old_run || event["id"] != *format!("{old_run}:{sequence}") {
            let message =
                format!("{name} does not carry the manifest's run id in assayrunid and id");
            return Err(Reason::Identifiers(message));
        }
        event["assayrunid"] = run_id.into();
        event["id"] = format!("{run_id}:{sequence}").into();
        rendered.extend(python_json::line(&event));
    }
    manifest["run_id"] = run_id.into();
    let file = manifest.pointer_mut("/files/events.ndjson").and_then(Value::as_object_mut);
    if let Some(file) = file
        && file.get("sha256").and_then(Value::as_str) == Some(&digest(&events))
        && file.get("bytes").and_then(Value::as_u64) == Some(events.len() as u64)
    {
        file.insert("sha256".to_owned(), digest(&rendered).into());
        file.insert("bytes".to_owned(), rendered.len().into());
    }
    let files = [(MANIFEST, python_json::line(&manifest)), (EVENTS, rendered)];
    let case = gzip(&tar(files.map(|(name, data)| (name.to_owned(), data))));
    // Outcomes of other profiles are not this verifier's to know, and still
    // must not change.
    let concluded = |bundle| verify_bytes(bundle, &Limits::default()).outcome();
    let (before, after) = (concluded(bundle), concluded(&case));
    if before != after {
        return Err(Reason::Outcome { before: before.to_string(), after: after.to_string() });
    }
    Ok(case)
}

/// The two files of a bundle whose container is in the published form.
fn open(bundle: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Reason> {
    let archive = container::gunzip(bundle, &BOUNDS).map_err(Reason::Container)?;
    let header = &gzip(b"")[..10];
    if !bundle.starts_with(header) {
        return Err(Reason::ContainerForm("the gzip header"));
    }
    let files = container::unpack(bundle, &BOUNDS).map_err(Reason::Container)?;
    let [manifest, events] = <[container::File; 2]>::try_from(files)
        .map_err(|_| Reason::ContainerForm("the number of files"))?;
    if manifest.name != MANIFEST.as_bytes() || events.name != EVENTS.as_bytes() {
        return Err(Reason::ContainerForm("a file's name"));
    }
    let (manifest, events) = (manifest.data, events.data);
    let written =
        tar([(MANIFEST.to_owned(), manifest.clone()), (EVENTS.to_owned(), events.clone())]);
    if written != archive {
        return Err(Reason::ContainerForm("the tar archive"));
    }
    Ok((manifest, events))
}

/// Canonical JSON of one object.
fn object(text: &[u8], name: &str) -> Result<Value, Reason> {
    match strict_json::parse(text, strict_json::Limits::default()) {
        Ok(value) if value.is_object() && canonical(&value) == text => Ok(value),
        Ok(_) | Err(_) => Err(spelling(name)),
    }
}

fn spelling(name: &str) -> Reason {
    Reason::Spelling(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::published;
    use mcp_evidence_contract::{Vector, catalogue};
    use mcp_evidence_generator::rules;

    /// The cases of the published pack.
    const CASES: [&str; 14] = [
        "sha256:0066a1d32a5d87b8c9de8b4c6c54e7baed4fe5185369b9b146faa4ef46ccc442",
        "sha256:d22bcd852850d5b92490cebeccf8fec934da9fa3464cee5aa7d8c1a9b11a70da",
        "sha256:0592a8a6f4a0047f6f3502e6b10dddc77b00409d047cdffa3c0b3d6a7d88359f",
        "sha256:a179f445e622107d18fa3f18d7765205f8dc6ec5ebae7f8f8803ae5c431955aa",
        "sha256:1963a5ec5a7a9c681fc931f481facd287037ea66305790a391deb6839f2d4831",
        "sha256:676f8792f4826e14425b3008f765e61d87e34e4a7a8b896143ba3fc85532fab8",
        "sha256:c49c3b502716625868cb8fb2bf768758f965a3bb77ab5f777f8bef334392d9d6",
        "sha256:b546b655645e16743b69db0b3dbeca63fb928111de9fd811369dffd8fba825a5",
        "sha256:e76d15edeb1e095d4c3aeef15f86053bdb4034c46d403e8c35c78378517b1ff9",
        "sha256:bee21b4a71053f0942788680e61d15a047ef39f5c28d14e84e12cb22f825b54f",
        "sha256:7f39cb84904b62b8cccc1fd60869d2e8cecdee359eedc0c61417a0397113b1f7",
        "sha256:1ae4201ae3040f6878fcdaf7f5ba8ad68f40fedfc7be4e165be29944dd29981f",
        "sha256:b7b20aeaf194aaa45700b71c5ffdbd6ae2ce8c28796ab0f383c5d83441822998",
        "sha256:571a15cb9a77dc41fda4a5001e9d7c6c99443db9154c707ffa77ce4de92243b1",
    ];

    #[test]
    fn the_published_vectors_give_the_published_cases() {
        let cases = render(&published()).expect("renders");
        let digests: Vec<&str> = cases.iter().map(|case| case.sha256.as_str()).collect();
        assert_eq!(digests, CASES);
        for (number, case) in cases.iter().enumerate() {
            assert_eq!(case.id, case_id(number));
            assert_eq!(published().case_name(case.vector), case.id, "the harness counts alike");
        }
        assert_eq!(
            mcp_evidence_generator::chain(digests),
            "sha256:b2f715408c82346b0928852f0bc6cb11c17dd7e3233395316d764b282080a05c"
        );
    }

    /// A vector, and what rendering makes of it.
    type Rendered = (Vector, Result<Vec<u8>, Reason>);

    /// What the small vectors of the rule corpus come to, by their ids.
    fn rendered_rules() -> Vec<Rendered> {
        // The large ones are about limits and take their time.
        const SMALL: usize = 64 * 1024;
        let corpus = rules();
        let vectors = corpus.manifest.vectors.into_iter().zip(corpus.bundles);
        vectors
            .filter(|(_, bundle)| bundle.bytes().len() < SMALL)
            .map(|(vector, bundle)| (vector, render_one(bundle.bytes(), "pmav0-case-001")))
            .collect()
    }

    #[test]
    fn a_vector_that_rendering_would_spoil_is_refused_with_the_reason() {
        let rendered = rendered_rules();
        let of = |id: &str| &rendered.iter().find(|(vector, _)| vector.id == id).expect(id).1;
        assert!(matches!(of("tar-cut-in-data"), Err(Reason::Container(_))));
        for id in ["gzip-os", "tar-gnu-magic", "entries-manifest-alone", "entries-events-capital"] {
            assert!(matches!(of(id), Err(Reason::ContainerForm(_))), "{id}");
        }
        for id in ["manifest-escaped", "event-number", "line-escaped-solidus"] {
            assert!(matches!(of(id), Err(Reason::Spelling(_))), "{id}");
        }
        for id in ["chain-id-blank", "event-sequence-absent"] {
            assert!(matches!(of(id), Err(Reason::Identifiers(_))), "{id}");
        }
        let refused = NotRendered { id: "a\u{1b}".to_owned(), reason: spelling("line 1") };
        let text = RenderError::Vectors(vec![refused]).to_string();
        assert!(
            text.contains("1 of the corpus's vectors") && text.contains("\n  a\\u{1b}: its point")
        );
    }

    #[test]
    fn what_is_about_records_is_rendered_and_keeps_its_outcome() {
        for (vector, rendered) in rendered_rules() {
            let rule =
                vector.rule.as_deref().and_then(catalogue::find).expect("each names its rule");
            match rendered {
                Ok(case) => {
                    let report = verify_bytes(&case, &Limits::default());
                    assert_eq!(report.outcome(), vector.expected, "{}", vector.id);
                }
                Err(reason) if rule.id.starts_with("stage2.decision") => {
                    panic!("{}: {reason}", vector.id);
                }
                Err(_) => {}
            }
        }
    }
}
