//! Stored results as pages for people: a page of Markdown for each, its plots as SVG, and an index.

use crate::stored::{Stored, StoredCell, StoredTable};
use crate::table::markdown;

/// A file of a page: its name and its text.
pub type Page = (String, String);

impl Stored {
    /// The page with its plots.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        let mut pages = vec![(format!("{}.md", self.experiment), self.page())];
        let pictures = self.plots.iter().enumerate();
        pages.extend(pictures.map(|(i, plot)| (self.picture(i), plot.plot().picture().svg())));
        pages
    }

    /// The name of the file of a plot.
    fn picture(&self, number: usize) -> String {
        match number {
            0 => format!("{}.svg", self.experiment),
            _ => format!("{}-{}.svg", self.experiment, number + 1),
        }
    }

    fn page(&self) -> String {
        let Self { experiment, command, version, machine, date, processor_seconds, .. } = self;
        let seed = self.seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        let mut text = format!("# {experiment}\n\n{}.\n\n", capital(&self.about));
        text += &format!("`{command}`\n\n");
        text += &format!(
            "Version {version}{seed}; {machine}; {date}; {} of processor time. {}\n",
            duration(*processor_seconds),
            self.extent()
        );
        for table in &self.tables {
            text += &format!("\n{table}");
        }
        for (i, plot) in self.plots.iter().enumerate() {
            text += &format!("\n![{}]({})\n", plot.title, self.picture(i));
        }
        text + "\nThis page is made from data by `tedomari experiment page`; do not edit it.\n"
    }

    /// How much of the whole run was done?
    pub(crate) fn extent(&self) -> String {
        match self.units {
            Some((all, done)) if done < all => format!(
                "A sample: {done} of {all} units, in an order that does not depend on their results. The same command with \
                 `--out` does the rest; `--time SECONDS` does some of it."
            ),
            _ => "The whole run.".to_owned(),
        }
    }
}

impl std::fmt::Display for StoredTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let texts = |row: &Vec<StoredCell>| row.iter().map(|cell| cell.text.clone()).collect();
        let lines: Vec<Vec<String>> =
            std::iter::once(self.columns.clone()).chain(self.rows.iter().map(texts)).collect();
        writeln!(f, "**{}**\n\n{}", self.title, markdown(&lines).trim_end())?;
        self.notes.iter().try_for_each(|note| writeln!(f, "\n{note}"))
    }
}

/// The index of these results.
#[must_use]
pub fn index(results: &[Stored]) -> Page {
    let mut lines = vec![["result", "shows", "run"].map(str::to_owned).to_vec()];
    let mut sorted: Vec<&Stored> = results.iter().collect();
    sorted.sort_by(|a, b| a.experiment.cmp(&b.experiment));
    for result in sorted {
        let name = &result.experiment;
        let extent = match result.units {
            Some((all, done)) if done < all => format!("{done} of {all} units"),
            _ => "whole".to_owned(),
        };
        let time = duration(result.processor_seconds);
        lines.push(vec![format!("[{name}]({name}.md)"), result.about.clone(), format!("{extent}, {time}")]);
    }
    let text = format!(
        "# Results\n\nWhat did the experiments find? Each page is made from the data beside it (`NAME.json`) by \
         `tedomari experiment page`, and names the command that made the data. Where a run is a sample, its \
         journal lies beside it, and the command goes on with it.\n\n{}",
        markdown(&lines)
    );
    ("README.md".to_owned(), text)
}

fn duration(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("{seconds:.2} s"),
        ..600.0 => format!("{seconds:.0} s"),
        ..36_000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
