//! Tables of results: rows and columns, written as Markdown or as CSV.

use crate::{Axis, Plot, Series};
use derive_more::{Display, From};
use std::fmt;
use values::Dyadic;

/// A cell of a table. Plots need its number and people its text; neither is made from the other.
#[derive(Clone, Debug, PartialEq, Display, From)]
pub enum Cell {
    /// Words.
    #[from(String, &str)]
    Text(String),
    /// A count.
    #[from(u64, u32)]
    Count(u64),
    /// A number that is known exactly.
    #[from(Dyadic, i32)]
    Exact(Dyadic),
    /// A measured number, shown with this many decimal places.
    #[display("{_0:.places$}", places = *_1)]
    #[from(skip)]
    Decimal(f64, usize),
    /// A time.
    #[display("{_0} s")]
    #[from(skip)]
    Seconds(f64),
}

impl Cell {
    /// The number in a plot. `None` means words.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Text(_) => None,
            Self::Count(count) => Some(*count as f64),
            Self::Exact(number) => Some(number.to_f64()),
            Self::Decimal(number, _) | Self::Seconds(number) => Some(*number),
        }
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

/// A row of a table, from values that convert to cells.
macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($crate::Cell::from($cell)),*] };
}
pub(crate) use row;

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The title.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// Sentences under the table: what it shows, and where it differs from the paper's.
    pub notes: Vec<String>,
}

impl Table {
    /// A table. The names of the columns are separated by bars.
    pub(crate) fn new(title: impl Into<String>, columns: &str, rows: Vec<Vec<Cell>>) -> Self {
        let columns = columns.split('|').map(str::to_owned).collect();
        Self { title: title.into(), columns, rows, notes: Vec::new() }
    }

    /// The same table with one more sentence under it.
    pub(crate) fn note(mut self, sentence: impl Into<String>) -> Self {
        self.notes.push(sentence.into());
        self
    }

    /// Draws one column over another, with a series for each text in the columns `by`. Rows without numbers
    /// there are left out.
    #[must_use]
    pub fn plot(&self, title: &str, x: (usize, Axis), y: (usize, Axis), by: &[usize]) -> Plot {
        let mut series: Vec<Series> = Vec::new();
        for row in &self.rows {
            let (Some(at), Some(is)) = (row[x.0].number(), row[y.0].number()) else { continue };
            let name = by.iter().map(|&column| row[column].to_string()).collect::<Vec<_>>().join(", ");
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push((at, is)),
                None => series.push(Series::curve(name, vec![(at, is)])),
            }
        }
        Plot::new(title, x.1, y.1, series)
    }

    /// The columns and the rows as texts.
    pub(crate) fn lines(&self) -> Vec<Vec<String>> {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::to_string).collect());
        std::iter::once(self.columns.clone()).chain(rows).collect()
    }
}

impl fmt::Display for Table {
    /// Writes Markdown, with aligned columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.title)?;
        f.write_str(&markdown(&self.lines()))?;
        self.notes.iter().try_for_each(|note| writeln!(f, "\n{note}"))
    }
}

/// Markdown of a table with aligned columns. The first line has the names of the columns.
pub(crate) fn markdown(lines: &[Vec<String>]) -> String {
    // A bar would end the cell.
    let escape = |cells: &Vec<String>| cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let lines: Vec<Vec<String>> = lines.iter().map(escape).collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = String::new();
    for (i, cells) in lines.iter().enumerate() {
        let padded = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        text += &line(&padded.collect::<Vec<_>>());
        if i == 0 {
            text += &line(&widths.iter().map(|width| "-".repeat(*width)).collect::<Vec<_>>());
        }
    }
    text
}
