//! Reading files of a sensible size, and writing them so that a failure leaves no half of one behind and nothing but a
//! file is ever replaced.

use anyhow::Context;
use std::ffi::OsString;
use std::fs::{File, FileType};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The longest position, sum or line that is read: far beyond any that can be worked on.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// Reads a text that somebody wrote. Devices have no end, so no more is read than such a text may have.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_TEXT + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("{} cannot be read", path.display()))?;
    anyhow::ensure!(
        bytes.len() as u64 <= MAX_TEXT,
        "{} is longer than {} MiB",
        path.display(),
        MAX_TEXT >> 20
    );
    String::from_utf8(bytes).with_context(|| format!("{} is not valid UTF-8 text", path.display()))
}

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
    let temporary = temporary(path);
    let written = File::create(&temporary)
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
    check(path)?;
    let temporary = temporary(path);
    let tried = File::create(&temporary).and_then(|_| std::fs::remove_file(&temporary));
    tried.with_context(|| format!("{} cannot be written", path.display()))
}

/// Do both names mean the same file, whether it is there already or not?
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
        (folder, path.file_name().map(OsString::from))
    };
    place(a) == place(b)
}

/// A name in the same folder that nobody else uses.
fn temporary(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}
