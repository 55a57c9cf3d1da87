//! The common parts of games at the terminal: asking for a line, drawing boards, and listing moves.

use crate::lines::read_line;
use crate::output::visible;
use crate::thermograph::terminal_width;
use std::io::{BufRead, Write};
use tedomari::rules::Coordinates;

/// Asks for a line. `None` means the end of input. A line that cannot be read is asked for again.
pub(crate) fn ask(input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    loop {
        write!(out, "> ")?;
        out.flush()?;
        match read_line(input, "standard input")? {
            // Messages repeat the input, which must not control the terminal.
            Some(Ok(line)) => return Ok(Some(visible(&line))),
            Some(Err(message)) => writeln!(out, "{message}; type it again")?,
            None => {
                writeln!(out)?;
                return Ok(None);
            }
        }
    }
}

/// Draws the rows of a board, joined by `|`, with the names of its rows and columns.
pub(crate) fn draw(out: &mut impl Write, rows: &str, names: Coordinates) -> std::io::Result<()> {
    let rows: Vec<Vec<char>> = rows.split('|').map(|row| row.chars().collect()).collect();
    let sides: Vec<String> = (0..rows.len()).map(|y| names.row(y, rows.len())).collect();
    let side = sides.iter().map(String::len).max().unwrap_or(0);
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let gap = if side + 2 * width + 4 <= terminal_width() { " " } else { "" };
    let line = |side_name: &str, cells: Vec<char>| {
        let cells: Vec<String> = cells.into_iter().map(String::from).collect();
        format!("  {side_name:>side$}  {}", cells.join(gap)).trim_end().to_owned()
    };
    for (name, row) in sides.iter().zip(&rows) {
        writeln!(out, "{}", line(name, row.clone()))?;
    }
    // A name of several letters is written vertically.
    let columns: Vec<Vec<char>> = (0..width).map(|x| names.column(x).chars().collect()).collect();
    for depth in 0..columns.last().map_or(0, Vec::len) {
        let letters = columns.iter().map(|name| name.get(depth).copied().unwrap_or(' '));
        writeln!(out, "{}", line("", letters.collect()))?;
    }
    Ok(())
}

/// Lists names, with line breaks only between names.
pub(crate) fn list(out: &mut impl Write, names: &[String]) -> std::io::Result<()> {
    // Names of several words need a separator.
    let sign = if names.iter().any(|name| name.contains(' ')) { "," } else { "" };
    let mut line = String::new();
    for (i, name) in names.iter().enumerate() {
        let sign = if i + 1 < names.len() { sign } else { "" };
        if !line.is_empty() && line.chars().count() + name.chars().count() + 4 > terminal_width() {
            writeln!(out, "  {line}")?;
            line.clear();
        }
        let gap = if line.is_empty() { "" } else { " " };
        line += &format!("{gap}{name}{sign}");
    }
    writeln!(out, "  {line}")
}
