//! Reading files of a sensible size, and writing them so that a failure leaves no half of one behind.

use anyhow::Context;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::Path;

/// The longest position, sum or line that is read: far beyond any that can be worked on.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// Reads a text that somebody wrote. Devices have no end, so no more is read than such a text may have.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(MAX_TEXT + 1).read_to_end(&mut bytes));
    read.with_context(|| format!("{} cannot be read", path.display()))?;
    anyhow::ensure!(
        bytes.len() as u64 <= MAX_TEXT,
        "{} is longer than {} MiB",
        path.display(),
        MAX_TEXT >> 20
    );
    String::from_utf8(bytes).with_context(|| format!("{} is not valid UTF-8 text", path.display()))
}

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
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = std::fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(contents).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
