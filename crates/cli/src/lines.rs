//! Line mode for other programs: a question on each line of standard input or of a file, and an answer to
//! each.

use crate::ending::Ending;
use crate::files::{self, MAX_TEXT};
use crate::output;
use crate::progress;
use crate::report::Report;
use anyhow::Context;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::path::Path;

/// The number of lines between two messages about progress.
const TOLD: u64 = 100;

/// Where lines come from.
pub(crate) struct Input {
    reader: BufReader<Box<dyn Read>>,
    name: String,
}

impl Input {
    pub(crate) fn standard() -> Self {
        Self { reader: BufReader::new(Box::new(std::io::stdin())), name: "standard input".to_owned() }
    }

    /// The lines of a file or a pipe.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Self> {
        Ok(Self { reader: BufReader::new(Box::new(files::open(path)?)), name: path.display().to_string() })
    }

    /// Does the first line begin with one of these texts? A byte-order mark is skipped.
    pub(crate) fn begins_with(&mut self, starts: &[&str]) -> anyhow::Result<bool> {
        let Some(line) = self.line()? else { return Ok(false) };
        let text = match &line {
            Ok(text) => format!("{text}\n").into_bytes(),
            // The line is read again, and refused then.
            Err(_) => vec![0xff, b'\n'],
        };
        let begins = line.is_ok_and(|text| starts.iter().any(|start| text.trim_start().starts_with(start)));
        let rest = std::mem::replace(&mut self.reader, BufReader::new(Box::new(std::io::empty())));
        self.reader = BufReader::new(Box::new(std::io::Cursor::new(text).chain(rest)));
        Ok(begins)
    }

    /// All lines as one text.
    pub(crate) fn whole(&mut self) -> anyhow::Result<String> {
        files::read_all(&mut self.reader, MAX_TEXT, &self.name)
    }

    /// The next line, or an error about its text. `None` means the end of input.
    fn line(&mut self) -> anyhow::Result<Option<Result<String, String>>> {
        let line = read_line(&mut self.reader, &self.name)?;
        // Some editors begin a file with a byte-order mark.
        Ok(line.map(|line| line.map(|text| text.trim_start_matches('\u{feff}').to_owned())))
    }
}

/// Answers every line with a report.
pub(crate) fn answer(
    input: Input,
    json: bool,
    mut report: impl FnMut(&str) -> Report,
) -> anyhow::Result<Ending> {
    each(input, json, |out, line| write_report(out, &report(line), json))
}

/// Answers every line. In text, every answer stands under its line.
pub(crate) fn each(
    mut input: Input,
    json: bool,
    mut answer: impl FnMut(&mut dyn Write, &str) -> anyhow::Result<Ending>,
) -> anyhow::Result<Ending> {
    let mut ending = Ending::Complete;
    let mut out = std::io::BufWriter::new(output::stdout());
    // Answers on a terminal say how far it is.
    let tell = !std::io::stdout().is_terminal();
    let mut lines: u64 = 0;
    while let Some(line) = input.line()? {
        if !json {
            let heading: String = line.as_deref().unwrap_or_default().chars().take(100).collect();
            writeln!(out, "{}", output::visible(&heading))?;
        }
        ending = ending.max(match &line {
            Ok(text) => answer(&mut out, text)?,
            Err(message) => write_report(&mut out, &Report::of_error(message), json)?,
        });
        if !json {
            writeln!(out)?;
        }
        lines += 1;
        if tell && lines.is_multiple_of(TOLD) {
            progress::show(&format!("{lines} lines"));
        }
        // Flushes only when no further line is waiting: a program that waits for an answer gets it, and many
        // lines are not slowed down.
        if !input.reader.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    if tell {
        progress::show("");
    }
    out.flush()?;
    Ok(ending)
}

/// Writes a report, and says how it ended.
pub(crate) fn write_report(
    out: &mut (impl Write + ?Sized),
    report: &Report,
    json: bool,
) -> anyhow::Result<Ending> {
    if json {
        writeln!(out, "{}", report.json())?;
        return Ok(report.ending);
    }
    write!(out, "{}", report.text())?;
    if let Some(error) = report.error() {
        out.flush()?;
        eprintln!("error: {error}");
    }
    Ok(report.ending)
}

/// The next line of an input with this name, or an error about its text. `None` means the end of input.
pub(crate) fn read_line(
    input: &mut impl BufRead,
    name: &str,
) -> anyhow::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    let read = input.take(MAX_TEXT).read_until(b'\n', &mut line);
    let read = read.with_context(|| format!("{name} cannot be read"))?;
    if read == 0 {
        return Ok(None);
    }
    let complete = line.last() == Some(&b'\n') || (read as u64) < MAX_TEXT;
    // The rest of the line is not skipped: it may have no end either.
    anyhow::ensure!(complete, "a line of {name} is longer than {} MiB", MAX_TEXT >> 20);
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(String::from_utf8(line).map_err(|_| "the line is not valid UTF-8 text".to_owned())))
}
