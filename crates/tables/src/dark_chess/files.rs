//! Solutions in files, one for each material, so that a build can be stopped at any time and goes on with the
//! materials that are missing.

use super::index::len;
use super::material::Material;
use super::solve::Solution;
use crate::file::{self, FileError};
use rules::games::dark_chess::QUIET;
use std::path::{Path, PathBuf};

/// The ending of the names of files.
const ENDING: &str = "endings";
/// The level of DEFLATE, from 0 to 10. Higher ones take longer than the work on the material.
const COMPRESSION: u8 = 4;

/// The file of a material in a folder.
pub(super) fn path(folder: &Path, material: &Material) -> PathBuf {
    folder.join(format!("{material}.{ENDING}"))
}

/// The materials that have a file in a folder. A folder that is not there has none.
pub(super) fn materials(folder: &Path) -> Result<Vec<Material>, FileError> {
    let failed = |error| FileError::Io { path: folder.to_owned(), error };
    let files = match std::fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut materials = Vec::new();
    for entry in files {
        let name = entry.map_err(failed)?.file_name();
        let stem = name.to_str().and_then(|name| name.strip_suffix(ENDING)?.strip_suffix('.'));
        // Other spellings of a material are not ours.
        let material = stem.and_then(|stem| stem.parse().ok().filter(|m: &Material| m.to_string() == stem));
        materials.extend(material);
    }
    materials.sort_unstable();
    Ok(materials)
}

/// The text of the file of a material.
fn about(material: &Material) -> String {
    format!("dark-chess {material}: results of all positions within {QUIET} quiet moves, version 1")
}

/// Writes the file of a solution.
pub(super) fn write(folder: &Path, solution: &Solution) -> Result<(), FileError> {
    let packed = miniz_oxide::deflate::compress_to_vec(&solution.codes.concat(), COMPRESSION);
    file::write(&path(folder, &solution.material), &about(&solution.material), &packed)
}

/// Is there a file of the material? Every byte is checked.
pub(super) fn is_there(folder: &Path, material: &Material) -> Result<bool, FileError> {
    match file::read_start(&path(folder, material), 0) {
        Ok((text, _)) if text == about(material) => Ok(true),
        Ok((text, _)) => Err(foreign(folder, material, &text)),
        Err(error) if error.is_missing() => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reads the file of a material. `None` means that there is none.
pub(super) fn read(folder: &Path, material: &Material) -> Result<Option<Solution>, FileError> {
    let path = path(folder, material);
    let (text, packed) = match file::read(&path) {
        Ok(read) => read,
        Err(error) if error.is_missing() => return Ok(None),
        Err(error) => return Err(error),
    };
    if text != about(material) {
        return Err(foreign(folder, material, &text));
    }
    let len = len(material.pieces()) as usize;
    let codes = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, 2 * len).ok();
    let codes = codes.filter(|codes| codes.len() == 2 * len);
    let Some(mut first) = codes else {
        return Err(FileError::Damaged { path, reason: "its contents cannot be unpacked" });
    };
    let second = first.split_off(len);
    Ok(Some(Solution { material: *material, codes: [first, second] }))
}

fn foreign(folder: &Path, material: &Material, text: &str) -> FileError {
    FileError::Foreign { path: path(folder, material), reason: format!("it holds '{text}'") }
}
