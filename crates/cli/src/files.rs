//! Writing files so that a failure leaves no half of one behind.

use anyhow::Context;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name first.
pub(crate) fn write_file(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    // Follow links, and do not put a file in the place of a device or a pipe.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let written = match std::fs::metadata(&target) {
        Ok(existing) if !existing.is_file() => std::fs::write(&target, contents),
        _ => replace(&target, contents),
    };
    written.with_context(|| format!("{} cannot be written", path.display()))
}

fn replace(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let temporary = temporary(path);
    let written = std::fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(contents).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}

/// An error if no file can be written there, for work that takes long: better now than when its result is lost.
pub(crate) fn ensure_writable(path: &Path) -> anyhow::Result<()> {
    if std::fs::metadata(path).is_ok_and(|existing| !existing.is_file()) {
        anyhow::bail!("{} cannot be written: it is not a regular file", path.display());
    }
    let tried = temporary(&resolved(path));
    let tried = std::fs::File::create(&tried).and_then(|_| std::fs::remove_file(&tried));
    tried.with_context(|| format!("{} cannot be written", path.display()))
}

/// Do both names mean the same file, whether it is there already or not?
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let path = resolved(path);
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let folder = if folder.as_os_str().is_empty() { ".".into() } else { folder };
        (std::fs::canonicalize(&folder).unwrap_or(folder), path.file_name().map(OsString::from))
    };
    place(a) == place(b)
}

/// The file behind links, if it is there.
fn resolved(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A name in the same folder that nobody else uses.
fn temporary(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}
