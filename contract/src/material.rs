//! What a candidate is given: a file, or a folder of files, some of them large
//! and made by a recipe.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// One case. The digest of a file is the SHA-256 of its bytes; that of a folder
/// the SHA-256 of the lines `<64 hex digits>  <name>` of its files in the order
/// of the names, as `sha256sum * | sha256sum` gives it in the C locale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Material {
    /// A file's bytes.
    File(Vec<u8>),
    /// The files of a folder by their names, none of which has a slash.
    Folder(BTreeMap<String, Vec<u8>>),
}

impl Material {
    /// A file's bytes; none of a folder.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Material::File(bytes) => bytes,
            Material::Folder(_) => &[],
        }
    }

    /// A file of a folder, by its name.
    pub fn named(&self, name: &str) -> Option<&[u8]> {
        match self {
            Material::File(_) => None,
            Material::Folder(files) => files.get(name).map(Vec::as_slice),
        }
    }

    /// How many bytes all files have.
    pub fn size(&self) -> usize {
        match self {
            Material::File(bytes) => bytes.len(),
            Material::Folder(files) => files.values().map(Vec::len).sum(),
        }
    }
}

impl From<Vec<u8>> for Material {
    fn from(bytes: Vec<u8>) -> Material {
        Material::File(bytes)
    }
}

impl From<BTreeMap<String, Vec<u8>>> for Material {
    fn from(files: BTreeMap<String, Vec<u8>>) -> Material {
        Material::Folder(files)
    }
}

/// How the large files of a folder are made, by their names.
pub type Recipe = BTreeMap<String, Vec<Piece>>;

/// A text, so many times.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// How often it stands there.
    pub times: u64,
}

impl Piece {
    /// `text`, `times` times.
    pub fn new(text: impl Into<String>, times: u64) -> Piece {
        Piece { text: text.into(), times }
    }
}

/// A recipe asks for more bytes than are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecipeTooLarge {
    /// The limit, in bytes.
    pub limit: u64,
}

impl fmt::Display for RecipeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the recipe makes more than {} bytes", self.limit)
    }
}

impl std::error::Error for RecipeTooLarge {}

/// The file that `pieces` make, one behind the other.
///
/// # Errors
/// It would have more than `limit` bytes; nothing is made then.
pub fn materialize(pieces: &[Piece], limit: u64) -> Result<Vec<u8>, RecipeTooLarge> {
    let size = pieces.iter().try_fold(0_u64, |size, piece| {
        size.checked_add((piece.text.len() as u64).checked_mul(piece.times)?)
    });
    let size = size.filter(|size| *size <= limit).ok_or(RecipeTooLarge { limit })?;
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    for piece in pieces.iter().filter(|piece| !piece.text.is_empty()) {
        for _ in 0..piece.times {
            bytes.extend_from_slice(piece.text.as_bytes());
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_stand_one_behind_the_other_within_the_limit() {
        let pieces = [Piece::new("a", 2), Piece::new("", u64::MAX), Piece::new("b\n", 3)];
        assert_eq!(materialize(&pieces, 8).as_deref(), Ok(b"aab\nb\nb\n".as_slice()));
        assert_eq!(materialize(&pieces, 7), Err(RecipeTooLarge { limit: 7 }));
        let endless = [Piece::new("ab", u64::MAX)];
        assert!(materialize(&endless, u64::MAX).is_err());
    }
}
