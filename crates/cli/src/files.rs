//! Writing files so that a failure leaves no half of one behind.

use anyhow::Context;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// Writes a file under a temporary name first.
pub(crate) fn write_file(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let name = path.file_name().with_context(|| format!("{} is no file name", path.display()))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let written = std::fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(contents).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    }
    written.with_context(|| format!("{} cannot be written", path.display()))
}
