//! A corpus in memory: a manifest and the cases that it names.

use crate::canonical::{chain, digest, indented};
use mcp_evidence_contract::{
    Counts, Expected, Manifest, Material, Recipe, System, Vector, materialize,
};
use std::collections::BTreeMap;

/// Bytes that a recipe may make.
const RECIPE_LIMIT: u64 = 64 << 20;

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
    /// The bundles or other cases, in the manifest's order.
    pub bundles: Vec<Bundle>,
}

/// One bundle or other case of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// Its path as the manifest gives it, relative to the manifest's folder.
    pub file: String,
    /// What is stored of it: without the files that a recipe makes.
    pub material: Material,
}

impl Bundle {
    /// A file's bytes; none of a folder.
    pub fn bytes(&self) -> &[u8] {
        self.material.bytes()
    }
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
    /// The specification that the suite is about.
    pub fn system(&self) -> System {
        System::of_profile(&self.manifest.profile).expect("each suite here names a known profile")
    }

    /// The manifest's path relative to the repository's root.
    pub fn manifest_path(&self) -> String {
        self.in_folder("MANIFEST.json")
    }

    /// The manifest as it is written: JSON, two blanks of indentation, one
    /// newline at the end.
    pub fn manifest_bytes(&self) -> Vec<u8> {
        indented(&self.manifest)
    }

    /// Every file: the manifest, then the cases in its order, the files of a
    /// folder by their names.
    pub fn files(&self) -> Vec<File> {
        let mut files = vec![File { path: self.manifest_path(), bytes: self.manifest_bytes() }];
        for Bundle { file, material } in &self.bundles {
            match material {
                Material::File(bytes) => {
                    files.push(File { path: self.in_folder(file), bytes: bytes.clone() });
                }
                Material::Folder(parts) => files.extend(parts.iter().map(|(name, bytes)| File {
                    path: self.in_folder(&format!("{file}/{name}")),
                    bytes: bytes.clone(),
                })),
            }
        }
        files
    }

    /// What is stored of a case, by its path as the manifest gives it.
    pub fn material(&self, file: &str) -> Option<&Material> {
        self.bundles.iter().find(|bundle| bundle.file == file).map(|bundle| &bundle.material)
    }

    fn in_folder(&self, file: &str) -> String {
        if self.folder.is_empty() { file.to_owned() } else { format!("{}/{file}", self.folder) }
    }
}

/// The digest of a case: of a file's bytes, or of a folder's listing, the files
/// of its recipe included.
pub fn case_digest(material: &Material, recipe: &Recipe) -> String {
    match material {
        Material::File(bytes) => digest(bytes),
        Material::Folder(stored) => {
            let made = recipe.iter().map(|(name, pieces)| {
                let made = materialize(pieces, RECIPE_LIMIT);
                (name, digest(&made.expect("recipes stay below the limit")))
            });
            let digests: BTreeMap<&String, String> =
                stored.iter().map(|(name, bytes)| (name, digest(bytes))).chain(made).collect();
            let lines: Vec<String> = digests
                .into_iter()
                .map(|(name, digest)| format!("{}  {name}", digest.trim_start_matches("sha256:")))
                .collect();
            chain(lines.iter().map(String::as_str))
        }
    }
}

/// What a suite says about itself, beside its vectors.
pub(crate) struct Suite {
    pub(crate) id: &'static str,
    pub(crate) folder: &'static str,
    /// `suite` of the manifest.
    pub(crate) name: &'static str,
    pub(crate) profile: &'static str,
    pub(crate) spec: &'static str,
    pub(crate) normative_surface: &'static str,
    /// Folder of the cases below the manifest's.
    pub(crate) bundles: &'static str,
    /// What a case's file name ends in, with its dot; empty where cases are
    /// folders.
    pub(crate) extension: &'static str,
}

/// What bundles are called.
pub(crate) const BUNDLE: &str = ".bundle.tar.gz";

/// A vector with its case, before the corpus knows its digest.
pub(crate) struct Case {
    pub(crate) id: &'static str,
    pub(crate) description: String,
    pub(crate) material: Material,
    pub(crate) expected: Expected,
    pub(crate) first_failure: Option<&'static str>,
    pub(crate) rule: Option<&'static str>,
    pub(crate) twin: Option<&'static str>,
    pub(crate) edit: Option<String>,
    pub(crate) point: Option<&'static str>,
    pub(crate) forbidden: Vec<String>,
    pub(crate) recipe: Recipe,
}

impl Case {
    /// A vector with what every one has.
    pub(crate) fn new(
        id: &'static str,
        description: impl Into<String>,
        material: impl Into<Material>,
        expected: impl Into<Expected>,
    ) -> Case {
        Case {
            id,
            description: description.into(),
            material: material.into(),
            expected: expected.into(),
            first_failure: None,
            rule: None,
            twin: None,
            edit: None,
            point: None,
            forbidden: Vec::new(),
            recipe: Recipe::new(),
        }
    }
}

impl Suite {
    /// The corpus of `cases`, in their order.
    pub(crate) fn corpus(&self, cases: Vec<Case>) -> Corpus {
        let mut vectors = Vec::with_capacity(cases.len());
        let mut bundles = Vec::with_capacity(cases.len());
        for case in cases {
            let file = format!("{}/{}{}", self.bundles, case.id, self.extension);
            vectors.push(Vector {
                id: case.id.to_owned(),
                file: file.clone(),
                sha256: case_digest(&case.material, &case.recipe),
                description: case.description,
                expected: case.expected,
                first_failure_informative: case.first_failure.map(str::to_owned),
                rule: case.rule.map(str::to_owned),
                twin: case.twin.map(str::to_owned),
                edit: case.edit,
                point: case.point.map(str::to_owned),
                forbidden: case.forbidden,
                recipe: case.recipe,
            });
            bundles.push(Bundle { file, material: case.material });
        }
        let accept = vectors.iter().filter(|vector| vector.expected.is_accept()).count();
        let manifest = Manifest {
            suite: self.name.to_owned(),
            profile: self.profile.to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use mcp_evidence_contract::Piece;

    #[test]
    fn a_folder_is_digested_by_its_listing() {
        let stored = |names: &[&str]| -> Material {
            let files = names.iter().map(|name| ((*name).to_owned(), b"x\n".to_vec()));
            files.collect::<BTreeMap<_, _>>().into()
        };
        // sha256sum b a | sort -k2 | sha256sum
        let x = "73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac";
        let listed = digest(format!("{x}  a\n{x}  b\n").as_bytes());
        assert_eq!(case_digest(&stored(&["b", "a"]), &Recipe::new()), listed);
        let recipe = Recipe::from([("b".to_owned(), vec![Piece::new("x\n", 1)])]);
        assert_eq!(case_digest(&stored(&["a"]), &recipe), listed);
    }
}
