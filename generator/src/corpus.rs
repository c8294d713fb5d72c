//! A corpus in memory: a manifest and the bundles that it names.

use crate::canonical::{chain, digest, indented};
use crate::version::Version;
use mcp_evidence_contract::{Counts, Manifest, Outcome, Vector};

/// A corpus, complete in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    /// The suite's id, as `privileged-mcp-action-v0`.
    pub suite: &'static str,
    /// The folder of the manifest relative to the repository's root, with `/`
    /// between names; empty for the root itself.
    pub folder: &'static str,
    /// What the corpus declares.
    pub manifest: Manifest,
    /// The bundles, in the manifest's order.
    pub bundles: Vec<Bundle>,
}

/// One bundle of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// Its path as the manifest gives it, relative to the manifest's folder.
    pub file: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// One file of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path relative to the repository's root, with `/` between names.
    pub path: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Corpus {
    /// The manifest's path relative to the repository's root.
    pub fn manifest_path(&self) -> String {
        self.in_folder("MANIFEST.json")
    }

    /// The manifest as it is written: JSON, two blanks of indentation, one
    /// newline at the end.
    pub fn manifest_bytes(&self) -> Vec<u8> {
        indented(&self.manifest)
    }

    /// Every file: the manifest, then the bundles in its order.
    pub fn files(&self) -> Vec<File> {
        let manifest = File { path: self.manifest_path(), bytes: self.manifest_bytes() };
        let bundles = self
            .bundles
            .iter()
            .map(|bundle| File { path: self.in_folder(&bundle.file), bytes: bundle.bytes.clone() });
        std::iter::once(manifest).chain(bundles).collect()
    }

    /// A bundle's bytes, by its path as the manifest gives it.
    pub fn bundle(&self, file: &str) -> Option<&[u8]> {
        let bundle = self.bundles.iter().find(|bundle| bundle.file == file)?;
        Some(&bundle.bytes)
    }

    fn in_folder(&self, file: &str) -> String {
        if self.folder.is_empty() { file.to_owned() } else { format!("{}/{file}", self.folder) }
    }
}

/// What a suite says about itself, beside its vectors.
pub(crate) struct Suite {
    pub(crate) id: &'static str,
    pub(crate) version: &'static Version,
    pub(crate) folder: &'static str,
    /// `suite` of the manifest.
    pub(crate) name: &'static str,
    pub(crate) spec: &'static str,
    pub(crate) normative_surface: &'static str,
    /// Folder of the bundles below the manifest's.
    pub(crate) bundles: &'static str,
}

/// A vector with its bundle, before the corpus knows its digest.
pub(crate) struct Case {
    pub(crate) id: &'static str,
    pub(crate) description: String,
    pub(crate) bundle: Vec<u8>,
    pub(crate) expected: Outcome,
    pub(crate) first_failure: Option<&'static str>,
    pub(crate) rule: Option<&'static str>,
    pub(crate) twin: Option<&'static str>,
    pub(crate) edit: Option<String>,
    pub(crate) point: Option<&'static str>,
}

impl Suite {
    /// The corpus of `cases`, in their order.
    pub(crate) fn corpus(&self, cases: Vec<Case>) -> Corpus {
        let mut vectors = Vec::with_capacity(cases.len());
        let mut bundles = Vec::with_capacity(cases.len());
        for case in cases {
            let file = format!("{}/{}.bundle.tar.gz", self.bundles, case.id);
            vectors.push(Vector {
                id: case.id.to_owned(),
                file: file.clone(),
                sha256: digest(&case.bundle),
                description: case.description,
                expected: case.expected,
                first_failure_informative: case.first_failure.map(str::to_owned),
                rule: case.rule.map(str::to_owned),
                twin: case.twin.map(str::to_owned),
                edit: case.edit,
                point: case.point.map(str::to_owned),
            });
            bundles.push(Bundle { file, bytes: case.bundle });
        }
        let accept = vectors.iter().filter(|vector| vector.expected.is_accept()).count();
        let manifest = Manifest {
            suite: self.name.to_owned(),
            profile: self.version.profile.id.to_owned(),
            spec: self.spec.to_owned(),
            generator: "mcp-evidence-generator; the same source writes the same bytes".to_owned(),
            normative_surface: self.normative_surface.to_owned(),
            corpus_digest_method: "sha256 over the vectors' sha256 strings in the order of this \
                list, each followed by a line feed"
                .to_owned(),
            corpus_digest: chain(vectors.iter().map(|vector| vector.sha256.as_str())),
            counts: Counts { accept, reject: vectors.len() - accept },
            vectors,
        };
        Corpus { suite: self.id, folder: self.folder, manifest, bundles }
    }
}
