//! Lists the files of the page, so that a new file needs no line of code: `ASSETS` has the path of each, with `/`
//! between folders, and its bytes.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("assets");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut list = "const ASSETS: &[(&str, &[u8])] = &[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(&root).map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.display().to_string())
            .map_err(io::Error::other)?;
    }
    list += "];\n";
    std::fs::write(Path::new(&variable("OUT_DIR")?).join("assets.rs"), list)
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
