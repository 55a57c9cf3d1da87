//! How are results kept in files? A file has a text that says what is in it, the contents, and checksums of
//! both. It is written under a temporary name, synced and renamed. So a file with the right name is complete,
//! and later damage is noticed.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"tedomari";
const VERSION: u32 = 1;
/// The maximum length of the text. A longer one is not ours.
const MAX_ABOUT: u32 = 1 << 20;

/// Why a file cannot be used.
#[derive(Error, Debug)]
pub enum FileError {
    /// The operating system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The contents are not what was written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: &'static str,
    },
    /// The file holds something else.
    #[error("{}: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
}

impl FileError {
    /// Is the file missing?
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }

    /// Is there a file whose contents cannot be trusted?
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        matches!(self, Self::Damaged { .. })
    }
}

/// The size of a file with this text and contents of this length.
#[must_use]
pub fn size(about: &str, length: u64) -> u64 {
    32 + about.len() as u64 + length
}

/// Writes a file. The text `about` says what is in it.
pub fn write(path: &Path, about: &str, contents: &[u8]) -> Result<(), FileError> {
    write_parts(path, about, contents.len() as u64, [Ok(contents)])
}

/// Writes a file whose contents come in parts, `length` bytes in all. If a part is an error, no file is
/// written.
pub fn write_parts<P: AsRef<[u8]>>(
    path: &Path,
    about: &str,
    length: u64,
    parts: impl IntoIterator<Item = Result<P, FileError>>,
) -> Result<(), FileError> {
    let mut head = Vec::with_capacity(24 + about.len());
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend((about.len() as u32).to_le_bytes());
    head.extend(length.to_le_bytes());
    head.extend(about.as_bytes());
    let temporary = temporary(path);
    let io = |error| FileError::Io { path: path.to_owned(), error };
    let write = || {
        let file = File::create(&temporary).map_err(io)?;
        // The lock tells this file from one that a killed process has left. Not every file system has locks.
        let _ = file.lock();
        let mut out = BufWriter::new(file);
        out.write_all(&head).map_err(io)?;
        out.write_all(&crc32fast::hash(&head).to_le_bytes()).map_err(io)?;
        let mut checksum = crc32fast::Hasher::new();
        for part in parts {
            let part = part?;
            checksum.update(part.as_ref());
            out.write_all(part.as_ref()).map_err(io)?;
        }
        out.write_all(&checksum.finalize().to_le_bytes()).map_err(io)?;
        let file = out.into_inner().map_err(|error| io(error.into_error()))?;
        file.sync_all().map_err(io)?;
        std::fs::rename(&temporary, path).map_err(io)
    };
    write().inspect_err(|_| {
        // The first error is the one to report.
        let _ = std::fs::remove_file(&temporary);
    })
}

/// The name of a file until it is complete. No other process or thread writes under this name.
fn temporary(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    // Processes on several machines may have the same number, but not at the same nanosecond.
    let moment = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
    static WRITTEN: AtomicUsize = AtomicUsize::new(0);
    let count = WRITTEN.fetch_add(1, Ordering::Relaxed);
    name.push(format!(".{}.{moment}-{count}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// Removes the temporary files in a folder that killed processes have left. `chosen` is asked for the name of
/// the file that was to be written.
pub fn remove_remains(folder: &Path, chosen: impl Fn(&str) -> bool) -> Result<(), FileError> {
    let failed = |error| FileError::Io { path: folder.to_owned(), error };
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let stem = name.strip_prefix('.').and_then(|name| name.strip_suffix(".tmp"));
        // Without the process, the moment and the count it is the name of the file.
        let file = stem.and_then(|stem| stem.rsplitn(3, '.').nth(2));
        // A process that still writes it holds a lock on it.
        let left = |path: &Path| File::open(path).is_ok_and(|file| file.try_lock().is_ok());
        if file.is_some_and(&chosen) && left(&entry.path()) {
            match std::fs::remove_file(entry.path()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
    }
    Ok(())
}

/// The text of a file.
pub fn read_about(path: &Path) -> Result<String, FileError> {
    open(path).map(|(about, _, _)| about)
}

/// The text and the contents of a file.
pub fn read(path: &Path) -> Result<(String, Vec<u8>), FileError> {
    read_start(path, u64::MAX)
}

/// Checks every byte of a file.
pub fn check(path: &Path) -> Result<(), FileError> {
    read_start(path, 0).map(drop)
}

/// The text and the first bytes of the contents of a file, at most this many. Every byte is checked.
pub fn read_start(path: &Path, most: u64) -> Result<(String, Vec<u8>), FileError> {
    let damaged = |reason| FileError::Damaged { path: path.to_owned(), reason };
    let (about, length, mut file) = open(path)?;
    let most = most.min(length);
    let mut contents = Vec::with_capacity(usize::try_from(most).unwrap_or(0));
    let read = (&mut file).take(most).read_to_end(&mut contents);
    read.map_err(|error| FileError::Io { path: path.to_owned(), error })?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&contents);
    let mut left = length - contents.len() as u64;
    let mut part = vec![0; left.min(1 << 20) as usize];
    while left > 0 {
        let next = part.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        file.read_exact(&mut part[..next]).map_err(|_| damaged("its end is missing"))?;
        hasher.update(&part[..next]);
        left -= next as u64;
    }
    let mut checksum = [0; 4];
    file.read_exact(&mut checksum).map_err(|_| damaged("its end is missing"))?;
    if hasher.finalize().to_le_bytes() != checksum {
        return Err(damaged("the checksum of its contents is wrong"));
    }
    Ok((about, contents))
}

/// Reads a file up to its contents. Returns the text, the length of the contents, and the file at their
/// start.
pub(crate) fn open(path: &Path) -> Result<(String, u64, File), FileError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            FileError::Damaged { path: path.to_owned(), reason: "its end is missing" }
        }
        _ => FileError::Io { path: path.to_owned(), error },
    };
    let damaged = |reason| FileError::Damaged { path: path.to_owned(), reason };
    // To open a pipe would wait for a writer.
    if !std::fs::metadata(path).map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("it is not a regular file")));
    }
    let mut file = File::open(path).map_err(failed)?;
    let mut fixed = [0; 24];
    file.read_exact(&mut fixed).map_err(failed)?;
    let number = |from: usize| u32::from_le_bytes(std::array::from_fn(|i| fixed[from + i]));
    if fixed[..8] != *MAGIC || number(12) > MAX_ABOUT {
        return Err(damaged("it does not begin as it should"));
    }
    let mut about = vec![0; number(12) as usize];
    file.read_exact(&mut about).map_err(failed)?;
    let mut checksum = [0; 4];
    file.read_exact(&mut checksum).map_err(failed)?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&fixed);
    hasher.update(&about);
    if hasher.finalize().to_le_bytes() != checksum {
        return Err(damaged("the checksum of its description is wrong"));
    }
    if number(8) != VERSION {
        let reason = format!("it is written in version {} of the format, this is {VERSION}", number(8));
        return Err(FileError::Foreign { path: path.to_owned(), reason });
    }
    let about = String::from_utf8(about).map_err(|_| damaged("its description is no text"))?;
    let length = u64::from(number(16)) | u64::from(number(20)) << 32;
    let start = 28 + about.len() as u64;
    let whole = file.metadata().map_err(failed)?.len();
    if whole.checked_sub(start + 4) != Some(length) {
        return Err(damaged("it has the wrong length"));
    }
    Ok((about, length, file))
}
