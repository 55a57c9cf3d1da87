//! Reading files of a sensible size, and writing them so that a failure leaves no half of one behind and
//! nothing but a file is ever replaced.

use anyhow::Context;
use std::ffi::OsString;
use std::fs::{File, FileType};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The longest position, sum or line that is read: far beyond any that can be worked on.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// The longest file that a search has written and that is read as a whole.
const MAX_RECORD: u64 = 1 << 30;

/// Reads a text, also from a pipe.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    read_within(path, MAX_TEXT)
}

/// Reads a file that this program wrote. A pipe may wait for ever, and a device has no end: both are refused.
pub(crate) fn read_record(path: &Path) -> anyhow::Result<String> {
    let there = std::fs::metadata(path).with_context(|| format!("{} cannot be read", path.display()))?;
    anyhow::ensure!(there.is_file(), "{} is {}, not a regular file", path.display(), kind(there.file_type()));
    read_within(path, MAX_RECORD)
}

/// Reads a text of at most this many bytes. Devices have no end.
fn read_within(path: &Path, most: u64) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("{} cannot be read", path.display()))?;
    anyhow::ensure!(bytes.len() as u64 <= most, "{} is longer than {} MiB", path.display(), most >> 20);
    String::from_utf8(bytes).with_context(|| format!("{} is not valid UTF-8 text", path.display()))
}

/// Refuses a place where something other than a regular file lies: a device would be replaced, a pipe waits
/// for a reader. A symbolic link is refused, too: what it points to was not named, and renaming would replace
/// the link itself.
pub(crate) fn ensure_regular(path: &Path) -> anyhow::Result<()> {
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
    ensure_regular(path)?;
    let written = temporary(path).and_then(|mut file| {
        file.write_all(contents)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)
    });
    written.with_context(|| format!("{} cannot be written", path.display()))?;
    announce(path);
    Ok(())
}

/// Writes all of these files, or, if one of them cannot be written, none.
pub(crate) fn write_files(files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    files.iter().try_for_each(|(path, _)| ensure_writable(path))?;
    files.iter().try_for_each(|(path, contents)| write_file(path, contents))
}

/// Says that a file was written, where it does not disturb the answer.
pub(crate) fn announce(path: &Path) {
    eprintln!("written: {}", path.display());
}

/// An error if no file can be written there, for work that takes long: better now than when its result is
/// lost.
pub(crate) fn ensure_writable(path: &Path) -> anyhow::Result<()> {
    ensure_regular(path)?;
    temporary(path).map(drop).with_context(|| format!("{} cannot be written", path.display()))
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

/// A file in the same folder, with the rights that any new file gets.
fn temporary(path: &Path) -> std::io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
