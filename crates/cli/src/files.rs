//! Reading files of limited size, and writing them atomically: a failure leaves no partial file behind, and
//! only regular files are replaced.

use anyhow::Context;
use std::ffi::OsString;
use std::fs::{File, FileType};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A path to something that is not a regular file.
#[derive(thiserror::Error, Debug)]
#[error("{0}")]
pub(crate) struct NotRegular(String);

/// The maximum size of a position, sum or line in bytes: far beyond any that can be searched.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// The maximum size of a file that a search has written and that is read as a whole.
const MAX_RECORD: u64 = 1 << 30;

/// Reads a text, from a file or a pipe.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    read_within(path, MAX_TEXT)
}

/// Reads a file that this program wrote. Pipes are refused, since they may block forever, and devices, since
/// they have no end.
pub(crate) fn read_record(path: &Path) -> anyhow::Result<String> {
    let there = std::fs::metadata(path).with_context(|| format!("{} cannot be read", path.display()))?;
    if !there.is_file() {
        let (path, kind) = (path.display(), kind(there.file_type()));
        return Err(NotRegular(format!("{path} is {kind}, not a regular file")).into());
    }
    read_within(path, MAX_RECORD)
}

fn read_within(path: &Path, most: u64) -> anyhow::Result<String> {
    read_all(&mut open(path)?, most, &path.display().to_string())
}

/// Opens a file or a pipe.
pub(crate) fn open(path: &Path) -> anyhow::Result<File> {
    File::open(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// Reads a text of at most `most` bytes. The limit matters for devices, which have no end.
pub(crate) fn read_all(input: &mut impl Read, most: u64, name: &str) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = input.take(most + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("{name} cannot be read"))?;
    anyhow::ensure!(bytes.len() as u64 <= most, "{name} is longer than {} MiB", most >> 20);
    String::from_utf8(bytes).with_context(|| format!("{name} is not valid UTF-8 text"))
}

/// Refuses a path to anything but a regular file: a device would be replaced, and a pipe waits for a reader.
/// A symbolic link is refused, too: its target was not named, and renaming would replace the link itself.
pub(crate) fn ensure_regular(path: &Path) -> anyhow::Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(there) if !there.is_file() => {
            let (path, kind) = (path.display(), kind(there.file_type()));
            Err(NotRegular(format!("{path} is {kind}: only regular files are written or replaced")).into())
        }
        // Errors of a path without a file are reported when the file is written.
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

/// Writes a file, under a temporary name first, and announces it.
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

/// Writes all of these files. If one of them cannot be written, writes none.
pub(crate) fn write_files(files: &[(PathBuf, Vec<u8>)]) -> anyhow::Result<()> {
    files.iter().try_for_each(|(path, _)| ensure_writable(path))?;
    files.iter().try_for_each(|(path, contents)| write_file(path, contents))
}

/// Says on standard error that a file was written.
pub(crate) fn announce(path: &Path) {
    eprintln!("written: {}", path.display());
}

/// Returns an error if no file can be written there. Long computations check this before they start.
pub(crate) fn ensure_writable(path: &Path) -> anyhow::Result<()> {
    ensure_regular(path)?;
    temporary(path).map(drop).with_context(|| format!("{} cannot be written", path.display()))
}

/// Do both paths name the same file? The file need not exist.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
        (folder, path.file_name().map(OsString::from))
    };
    place(a) == place(b)
}

/// A temporary file in the same folder, with the usual permissions of a new file.
fn temporary(path: &Path) -> std::io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}
