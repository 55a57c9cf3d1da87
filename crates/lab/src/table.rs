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
}

impl Table {
    /// A table. The names of the columns are separated by bars.
    pub(crate) fn new(title: impl Into<String>, columns: &str, rows: Vec<Vec<Cell>>) -> Self {
        Self { title: title.into(), columns: columns.split('|').map(str::to_owned).collect(), rows }
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
    fn lines(&self) -> Vec<Vec<String>> {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::to_string).collect());
        std::iter::once(self.columns.clone()).chain(rows).collect()
    }

    /// The table as comma-separated values. Numbers stand alone: the unit of a time is in the name of its
    /// column.
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |cells: Vec<String>| cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
        let is_time = |column: usize| self.rows.iter().any(|row| matches!(row[column], Cell::Seconds(_)));
        let name =
            |(i, name): (usize, &String)| if is_time(i) { format!("{name} (s)") } else { name.clone() };
        let bare = |cell: &Cell| match cell {
            Cell::Seconds(seconds) => seconds.to_string(),
            other => other.to_string(),
        };
        let header = line(self.columns.iter().enumerate().map(name).collect());
        let rows = self.rows.iter().map(|row| line(row.iter().map(bare).collect()));
        std::iter::once(header).chain(rows).collect()
    }
}

impl fmt::Display for Table {
    /// Writes Markdown, with aligned columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A bar would end the cell.
        let escape = |cells: Vec<String>| cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        let lines: Vec<Vec<String>> = self.lines().into_iter().map(escape).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        writeln!(f, "{}\n", self.title)?;
        for (i, line) in lines.iter().enumerate() {
            let cells: Vec<String> =
                line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            writeln!(f, "| {} |", cells.join(" | "))?;
            if i == 0 {
                let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
                writeln!(f, "| {} |", rules.join(" | "))?;
            }
        }
        Ok(())
    }
}
