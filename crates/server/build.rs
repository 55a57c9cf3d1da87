//! Lists the files of the page, so that a new file needs no line of code: `ASSETS` has the path of each, with `/`
//! between folders, and its bytes. `RESULTS` has the stored results of experiments in the same way; a package outside
//! of the repository has none.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    let assets = package.join("assets");
    let mut files = Vec::new();
    collect(&assets, &mut files)?;
    println!("cargo::rerun-if-changed={}", assets.display());
    std::fs::write(out.join("assets.rs"), list("ASSETS", &assets, files)?)?;
    let results = package.join("../../docs/results");
    let mut files = Vec::new();
    if results.is_dir() {
        collect(&results, &mut files)?;
        println!("cargo::rerun-if-changed={}", results.display());
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "json"));
    std::fs::write(out.join("results.rs"), list("RESULTS", &results, files)?)
}

/// A constant with these files.
fn list(name: &str, root: &Path, mut files: Vec<PathBuf>) -> io::Result<String> {
    files.sort();
    let mut list = format!("const {name}: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.strip_prefix(root).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    Ok(list + "];\n")
}

fn variable(name: &str) -> io::Result<String> {
    std::env::var(name).map_err(io::Error::other)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
