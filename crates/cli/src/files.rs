//! Writing files so that a failure leaves no half of one behind, and nothing but a file is ever replaced.

use anyhow::Context;
use std::ffi::OsString;
use std::fs::{File, FileType};
use std::io::Write;
use std::path::Path;

/// Refuses a place where something other than a regular file lies: a device would be replaced, a pipe waits for a
/// reader. A symbolic link is refused, too: what it points to was not named, and renaming would replace the link itself.
pub(crate) fn check(path: &Path) -> anyhow::Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(there) if !there.is_file() => {
            let (path, kind) = (path.display(), kind(there.file_type()));
            anyhow::bail!("{path} is {kind}: only regular files are written or replaced")
        }
        // What is wrong with a place where nothing lies is said when it is written to.
        _ => Ok(()),
    }
}

fn kind(file: FileType) -> &'static str {
    if file.is_dir() {
        "a folder"
    } else if file.is_symlink() {
        "a symbolic link"
    } else {
        "a device, a pipe or a socket"
    }
}

/// Writes a file, under a temporary name first, and says so.
pub(crate) fn write_file(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    check(path)?;
    replace(path, contents).with_context(|| format!("{} cannot be written", path.display()))?;
    announce(path);
    Ok(())
}

/// Says that a file was written, where it does not disturb the answer.
pub(crate) fn announce(path: &Path) {
    eprintln!("written: {}", path.display());
}

fn replace(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(contents).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
