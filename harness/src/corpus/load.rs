//! From a manifest and its files to a checked corpus.

use super::digest::{material_sha256, of_vectors};
use super::folder::{self, Folder};
use super::{Broken, Bundle, CORPUS_LIMIT, Corpus, MANIFEST_LIMIT, VECTOR_LIMIT};
use crate::surface::{self, CaseForm, ShapeFault, Surface};
use mcp_evidence_contract::{Counts, Manifest, Material, Vector, materialize};
use mcp_evidence_strict_json::Limits;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

/// Bytes of an id: file names of most systems end at 255.
const ID_LIMIT: usize = 200;

pub(super) fn from_files(path: &Path) -> Result<Corpus, Broken> {
    let manifest = parse(&read_manifest(path)?)?;
    let folder = Folder::of(path)?;
    let surface = surface_of(&manifest)?;
    let mut corpus = check(manifest, surface, |vector, limit| folder.read(vector, limit))?;
    corpus.unlisted = folder.unlisted(&corpus.manifest.vectors);
    corpus.path = Some(path.to_owned());
    Ok(corpus)
}

pub(super) fn from_memory(
    manifest: &[u8],
    mut file: impl FnMut(&str) -> Option<Material>,
) -> Result<Corpus, Broken> {
    let manifest = parse(manifest)?;
    let surface = surface_of(&manifest)?;
    check(manifest, surface, |vector, limit| {
        let material = file(&vector.file)
            .ok_or_else(|| Broken::Missing { id: vector.id.clone(), file: vector.file.clone() })?;
        if material.size() as u64 > limit {
            return Err(Broken::TooLarge { file: vector.file.clone(), limit });
        }
        Ok(material)
    })
}

pub(super) fn read_manifest(path: &Path) -> Result<Vec<u8>, Broken> {
    let unreadable = |source| Broken::Unreadable { path: path.to_owned(), source };
    // Asked before it is opened: a pipe would keep us waiting for a writer.
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err(unreadable(io::Error::other("not a regular file")));
    }
    let file = File::open(path).map_err(unreadable)?;
    let bytes = read_bounded(file, MANIFEST_LIMIT).map_err(unreadable)?;
    bytes.ok_or_else(|| Broken::TooLarge {
        file: path.to_string_lossy().into_owned(),
        limit: MANIFEST_LIMIT,
    })
}

/// None beyond `limit`.
pub(super) fn read_bounded(file: File, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// The published form is made of objects. The deserializer alone would take
/// arrays for them, their values in the order of the members.
fn objects(manifest: &Value) -> Result<(), Broken> {
    let vectors = manifest["vectors"].as_array().into_iter().flatten();
    let recipes = vectors.clone().filter_map(|vector| vector["recipe"].as_object());
    let pieces = recipes.flat_map(|recipe| recipe.values()).filter_map(Value::as_array).flatten();
    let mut parts = [manifest, &manifest["counts"]].into_iter().chain(vectors).chain(pieces);
    match parts.all(Value::is_object) {
        true => Ok(()),
        false => Err(Broken::Form(
            "the manifest, its counts, vectors and pieces of recipes are objects".to_owned(),
        )),
    }
}

/// Reads a manifest and checks what it says by itself, but no expectation.
pub(super) fn parse(bytes: &[u8]) -> Result<Manifest<Value>, Broken> {
    let value = mcp_evidence_strict_json::parse(bytes, Limits::default()).map_err(Broken::Json)?;
    objects(&value)?;
    let manifest =
        Manifest::<Value>::deserialize(value).map_err(|error| Broken::Form(error.to_string()))?;
    if manifest.vectors.is_empty() {
        return Err(Broken::Empty);
    }
    let mut ids = BTreeSet::new();
    for vector in &manifest.vectors {
        let id = &vector.id;
        let printable = crate::escape::escape(id, ID_LIMIT) == *id;
        if id.trim().is_empty() || id.len() > ID_LIMIT || !printable {
            return Err(Broken::Id(id.clone()));
        }
        if !ids.insert(id) {
            return Err(Broken::RepeatedId(id.clone()));
        }
        if !is_inside(&vector.file) {
            let what = "a file or folder";
            return Err(Broken::Path { id: id.clone(), file: vector.file.clone(), what });
        }
    }
    Ok(manifest)
}

/// Whether a path has nothing but plain names.
fn is_inside(file: &str) -> bool {
    let plain = |component| matches!(component, Component::Normal(_));
    !file.is_empty()
        && !file.contains(['\0', '\\'])
        && !file.ends_with('/')
        && Path::new(file).components().all(plain)
}

fn surface_of(manifest: &Manifest<Value>) -> Result<Box<dyn Surface>, Broken> {
    surface::of_profile(&manifest.profile).ok_or_else(|| Broken::Profile(manifest.profile.clone()))
}

/// Digests first, then expectations: a vector that is not the manifest's has
/// none.
fn check(
    manifest: Manifest<Value>,
    surface: Box<dyn Surface>,
    mut read: impl FnMut(&Vector<Value>, u64) -> Result<Material, Broken>,
) -> Result<Corpus, Broken> {
    let mut bundles = Vec::with_capacity(manifest.vectors.len());
    let mut left = CORPUS_LIMIT;
    for vector in &manifest.vectors {
        let limit = left.min(VECTOR_LIMIT);
        let stored = read(vector, limit)?;
        let what = match (&stored, surface.form()) {
            (Material::File(_), CaseForm::File(_)) | (Material::Folder(_), CaseForm::Folder) => {
                None
            }
            (Material::Folder(_), CaseForm::File(_)) => Some("a regular file"),
            (Material::File(_), CaseForm::Folder) => Some("a folder"),
        };
        if let Some(what) = what {
            return Err(Broken::Path { id: vector.id.clone(), file: vector.file.clone(), what });
        }
        let material = with_recipe(stored, vector, limit)?;
        left = left.saturating_sub(material.size() as u64);
        let actual = material_sha256(&material);
        if actual != vector.sha256 {
            return Err(Broken::VectorDigest {
                id: vector.id.clone(),
                declared: vector.sha256.clone(),
                actual,
            });
        }
        bundles.push(Bundle { material, number: 0 });
    }
    let computed = of_vectors(manifest.vectors.iter().map(|vector| vector.sha256.as_str()));
    if computed != manifest.corpus_digest {
        return Err(Broken::CorpusDigest { declared: manifest.corpus_digest, computed });
    }
    check_expectations(&manifest, &*surface)?;
    let mut order: Vec<usize> = (0..bundles.len()).collect();
    order.sort_by_key(|index| (&manifest.vectors[*index].sha256, &manifest.vectors[*index].id));
    for (place, index) in order.into_iter().enumerate() {
        bundles[index].number = place + 1;
    }
    Ok(Corpus { manifest, surface, bundles, unlisted: Vec::new(), path: None })
}

/// What was stored of a vector, and what its recipe makes beside that.
pub(super) fn with_recipe(
    stored: Material,
    vector: &Vector<Value>,
    limit: u64,
) -> Result<Material, Broken> {
    if vector.recipe.is_empty() {
        return Ok(stored);
    }
    let fault = |name: &str, why: &str| Broken::Recipe {
        id: vector.id.clone(),
        name: name.to_owned(),
        why: why.to_owned(),
    };
    let mut left = limit.saturating_sub(stored.size() as u64);
    let Material::Folder(mut files) = stored else {
        return Err(fault(&vector.file, "only a folder has files that are made"));
    };
    for (name, pieces) in &vector.recipe {
        if !folder::is_plain(name) {
            return Err(fault(name, "this is no plain name"));
        }
        let made = materialize(pieces, left).map_err(|error| fault(name, &error.to_string()))?;
        left -= made.len() as u64;
        if files.insert(name.clone(), made).is_some() {
            return Err(fault(name, "the file is stored too"));
        }
    }
    Ok(Material::Folder(files))
}

fn check_expectations(manifest: &Manifest<Value>, surface: &dyn Surface) -> Result<(), Broken> {
    let mut accepted = 0;
    let mut rejected = 0;
    for vector in &manifest.vectors {
        let expected = expectation(&vector.expected, surface)
            .map_err(|fault| Broken::Expectation { id: vector.id.clone(), fault })?;
        match surface.accepts(&expected) {
            Some(true) | None => accepted += 1,
            Some(false) => rejected += 1,
        }
    }
    let counts = manifest.counts;
    if (counts.accept, counts.reject) != (accepted, rejected) {
        let computed = Counts { accept: accepted, reject: rejected };
        return Err(Broken::Counts { declared: counts, computed });
    }
    Ok(())
}

/// An expectation is the surface of a report, and nothing beside it.
fn expectation(expected: &Value, surface: &dyn Surface) -> Result<Value, ShapeFault> {
    let whole = |asked| ShapeFault::new("expected", asked, Some(expected));
    let object = expected.as_object().ok_or_else(|| whole("an object"))?;
    let projected = surface
        .expectation(object)
        .map_err(|fault| ShapeFault { member: format!("expected.{}", fault.member), ..fault })?;
    if projected == *expected {
        Ok(projected)
    } else {
        Err(whole("the compared members and no other"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::Object;
    use crate::warning::Warning;
    use serde_json::json;
    use std::fs;

    /// Cases are folders, and any object will do.
    struct Folders;

    impl Surface for Folders {
        fn form(&self) -> CaseForm {
            CaseForm::Folder
        }

        fn project(&self, report: &Object) -> Result<Value, ShapeFault> {
            Ok(Value::Object(report.clone()))
        }

        fn smallest(&self) -> &'static [&'static str] {
            &[]
        }

        fn has_member(&self, _path: &str) -> bool {
            true
        }

        fn accepts(&self, _projection: &Value) -> Option<bool> {
            None
        }

        fn label(&self, _projection: &Value) -> String {
            "any".to_owned()
        }

        fn constants(&self, _expectations: &[&Value]) -> Vec<Value> {
            Vec::new()
        }

        fn warnings(&self, _report: &Object, _projection: &Value) -> Vec<Warning> {
            Vec::new()
        }

        fn reasons(&self, _report: &Object) -> Vec<Vec<String>> {
            Vec::new()
        }
    }

    /// `sha256sum * | sha256sum` over `a`, which holds `x` and a line feed, and
    /// `b`, which holds the same twice.
    const LISTED: &str = "sha256:5331c41e4ae38b1f1943008a7d004106c5a9a04d72e83b2672aa9ec25be08f0e";

    fn loaded(root: &Path, recipe: &Value) -> Result<Corpus, Broken> {
        let manifest = json!({
            "suite": "s", "profile": "p", "spec": "", "generator": "", "normative_surface": "",
            "corpus_digest_method": "",
            "corpus_digest": of_vectors([LISTED].into_iter()),
            "counts": {"accept": 1, "reject": 0},
            "vectors": [{
                "id": "one", "file": "cases/one", "sha256": LISTED, "description": "",
                "expected": {}, "recipe": recipe,
            }],
        });
        let path = root.join("MANIFEST.json");
        fs::write(&path, manifest.to_string()).expect("writes");
        let folder = Folder::of(&path)?;
        let mut corpus =
            check(parse(manifest.to_string().as_bytes())?, Box::new(Folders), |v, n| {
                folder.read(v, n)
            })?;
        let digest = crate::corpus::digest(&path)?;
        assert!(digest.holds(), "{digest:?}");
        corpus.unlisted = folder.unlisted(&corpus.manifest.vectors);
        Ok(corpus)
    }

    #[test]
    fn a_folder_is_a_case_with_what_its_recipe_makes() {
        let root = tempfile::tempdir().expect("a folder");
        let case = root.path().join("cases/one");
        fs::create_dir_all(&case).expect("a folder");
        fs::write(case.join("a"), "x\n").expect("writes");
        fs::write(root.path().join("cases/notes"), "").expect("writes");
        let recipe = json!({"b": [{"text": "x\n", "times": 2}]});
        let corpus = loaded(root.path(), &recipe).expect("a sound corpus");
        assert_eq!(corpus.unlisted(), ["cases/notes"]);
        assert_eq!(corpus.material(0).named("b"), Some(b"x\nx\n".as_slice()));
        for (named, name) in [(false, "case-001"), (true, "one")] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = crate::run::lay_out(folder.path(), &corpus, 0, named).expect("laid out");
            assert_eq!(path, folder.path().join("case-001").join(name));
            assert_eq!(fs::read(path.join("a")).expect("reads"), b"x\n");
            assert_eq!(fs::read(path.join("b")).expect("reads"), b"x\nx\n");
        }
        fs::write(case.join("b"), "x\nx\n").expect("writes");
        assert!(loaded(root.path(), &json!({})).is_ok(), "stored, it is the same case");
        let both = loaded(root.path(), &recipe).err().expect("made and stored");
        assert!(matches!(both, Broken::Recipe { .. }), "{both}");
    }

    #[test]
    fn what_is_no_plain_folder_of_files_is_refused() {
        let root = tempfile::tempdir().expect("a folder");
        let case = root.path().join("cases/one");
        let error = |recipe: &Value| loaded(root.path(), recipe).err().expect("a fault");
        assert!(matches!(error(&json!({})), Broken::Missing { .. }));
        fs::create_dir_all(root.path().join("cases")).expect("a folder");
        fs::write(&case, "x").expect("writes");
        assert!(matches!(error(&json!({})), Broken::Path { what: "a folder", .. }));
        fs::remove_file(&case).expect("removes");
        fs::create_dir_all(case.join("below")).expect("a folder");
        assert!(matches!(error(&json!({})), Broken::Path { what: "a regular file", .. }));
        fs::remove_dir(case.join("below")).expect("removes");
        for name in ["", "..", "a/b", "a\\b"] {
            let recipe = json!({name: [{"text": "x", "times": 1}]});
            assert!(matches!(error(&recipe), Broken::Recipe { .. }), "{name}");
        }
        let large = json!({"b": [{"text": "x", "times": u64::MAX}]});
        assert!(matches!(error(&large), Broken::Recipe { .. }));
        let listed = json!({"b": [["x", 2]]});
        assert!(matches!(error(&listed), Broken::Form(_)));
    }
}
