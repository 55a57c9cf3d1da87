//! What an experiment results in: rows and columns, written as Markdown or as CSV.

use crate::{Axis, Plot, Series};
use std::fmt;

/// A table of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What the table shows.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, with a cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Draws one column over another, with a series for each text in the columns `by`. Cells that are no numbers or
    /// fractions are left out.
    #[must_use]
    pub fn plot(&self, title: &str, x: (usize, Axis), y: (usize, Axis), by: &[usize]) -> Plot {
        let number = |cell: &String| match cell.split_once('/') {
            Some((above, below)) => Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?),
            None => cell.parse::<f64>().ok(),
        };
        let mut series: Vec<Series> = Vec::new();
        for row in &self.rows {
            let (Some(at), Some(is)) = (number(&row[x.0]), number(&row[y.0])) else { continue };
            let name = by.iter().map(|&column| row[column].as_str()).collect::<Vec<_>>().join(", ");
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push((at, is)),
                None => series.push(Series { name, points: vec![(at, is)], joined: true }),
            }
        }
        Plot { title: title.to_owned(), x: x.1, y: y.1, series }
    }

    /// The table as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |cells: &Vec<String>| cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
        std::iter::once(&self.columns).chain(&self.rows).map(line).collect()
    }
}

impl fmt::Display for Table {
    /// As Markdown, with columns of even width.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A bar inside a cell would end it.
        let escape =
            |cells: &Vec<String>| cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>();
        let lines: Vec<Vec<String>> = std::iter::once(&self.columns).chain(&self.rows).map(escape).collect();
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
