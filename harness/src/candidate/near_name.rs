//! The file that somebody may have meant whose program is not there.

use crate::escape::escape;
use std::path::Path;

/// Characters of a name that are shown.
const SHOWN: usize = 100;

/// A file beside `path` whose name is the same but for case, blanks or ending, or
/// is much like it, as people mistype one; the nearest of several.
pub(super) fn near(path: &Path) -> Option<String> {
    /// Names of the folder that are looked at.
    const LOOKED_AT: usize = 1000;
    /// How alike two names are at least, from 0 to 1: a letter in five may be
    /// another.
    const ALIKE: f64 = 0.8;
    /// Bytes that a name has in common file systems.
    const NAME: usize = 255;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let given = path.file_name()?.to_str().filter(|name| name.len() <= NAME)?;
    let name = given.trim().to_lowercase();
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let likeness = |other: &str| {
        let other = other.trim().to_lowercase();
        let alike = strsim::normalized_damerau_levenshtein(&name, &other);
        (alike >= ALIKE || stem(&other) == stem(&name)).then_some(alike)
    };
    let mut near: Vec<(f64, String)> = folder
        .unwrap_or(Path::new("."))
        .read_dir()
        .ok()?
        .take(LOOKED_AT)
        .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_file()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|other| Some((likeness(&other)?, other)))
        .collect();
    // Of two that are equally near the first by name.
    near.sort_by(|(one, a), (other, b)| other.total_cmp(one).then_with(|| a.cmp(b)));
    let (_, found) = near.first()?;
    let blanks = given != given.trim() && found == given.trim();
    let without = if blanks { ", without the blank" } else { "" };
    Some(format!("{}{without}", escape(found, SHOWN)))
}
