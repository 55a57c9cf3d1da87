//! Which boards have a given mean and temperature? A census of a table to browse in: its means and temperatures, the
//! hottest first, and the boards of each.

use crate::answers::{BoardsAnswer, BrowsedBoard, CensusGraphs, Extreme, SCHEMA};
use crate::census::{CensusError, boards_by_graph, shown};
use crate::{Engine, build};
use rules::{LISTED, Layout};
use std::path::Path;
use tables::endgame::{Build, BuildFailure, Found, Kind, Rectangle, Subject, Table, layout};
use values::{Budget, ByPlayer, Dyadic, Error, Values};

/// What is looked for, and which part of the list is wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Browse {
    /// The mean. `None` means any.
    pub mean: Option<Dyadic>,
    /// The temperature. `None` means any.
    pub temperature: Option<Dyadic>,
    /// The number of boards to pass over.
    pub offset: u64,
    /// The maximum number of boards in the answer.
    pub limit: usize,
}

impl Engine {
    /// Counts the entries of a table by mean and temperature, the hottest first.
    pub fn census_graphs(&self, table: &Table, budget: &Budget) -> Result<CensusGraphs, CensusError> {
        let (mut answer, census) = self.census(table, &[], budget)?;
        answer.file = file_name(table);
        let game = table.subject().game;
        let row = |(&(mean, temperature), &(boards, example, negative)): (&_, &(u64, u64, bool))| Extreme {
            mean,
            temperature,
            boards,
            example: shown(table, example, negative).map(|board| format!("{game}:{board}")),
        };
        let mut graphs: Vec<Extreme> = boards_by_graph(table, &census).iter().map(row).collect();
        graphs.sort_by_key(|graph| (std::cmp::Reverse(graph.temperature), graph.mean));
        Ok(CensusGraphs { census: answer, game: game.to_owned(), graphs })
    }

    /// Lists boards up to symmetry, in the order of the table, as far as the budget allows. Of a board and its
    /// negative, those that have the mean are listed.
    pub fn browse(
        &self,
        table: &Table,
        wanted: &Browse,
        budget: &Budget,
    ) -> Result<BoardsAnswer, CensusError> {
        let feet = feet(table)?;
        let is_wanted = |&(mean, t): &(Dyadic, Dyadic)| {
            wanted.mean.is_none_or(|wanted| wanted == mean)
                && wanted.temperature.is_none_or(|wanted| wanted == t)
        };
        let (index, game) = (table.index(), table.subject().game);
        let mirrored = index.negated(&table.board(0)).is_some();
        let mut answer = BoardsAnswer { offset: wanted.offset, schema: SCHEMA, ..BoardsAnswer::default() };
        for entry in 0..table.entries() {
            budget.check().map_err(BuildFailure::Value)?;
            let Some(word) = table.entry(entry)?.filter(|_| index.is_first(entry)) else { continue };
            let (mean, t) = feet[word];
            let negative = (-mean, t);
            let both = [((mean, t), false), (negative, true)];
            let several = if mirrored && mean != Dyadic::ZERO { 2 } else { 1 };
            for ((mean, temperature), negative) in
                both.into_iter().take(several).filter(|(foot, _)| is_wanted(foot))
            {
                let is_in_page = answer.total >= wanted.offset && answer.positions.len() < wanted.limit;
                if let Some(board) = is_in_page.then(|| shown(table, entry, negative)).flatten() {
                    let position = format!("{game}:{board}");
                    answer.positions.push(BrowsedBoard { position, mean, temperature });
                }
                answer.total += 1;
            }
        }
        Ok(answer)
    }

    /// The table of thermographs of all boards of a size, which is built in the folder if it is not there. Amazons
    /// boards have one queen on each side.
    pub fn small_table(
        &self,
        game: &str,
        [width, height]: [u8; 2],
        folder: &Path,
        budget: &Budget,
    ) -> Result<Table, CensusError> {
        let unknown = || CensusError::NoTables(game.to_owned(), LISTED.join(", "));
        let game = LISTED.iter().copied().find(|listed| *listed == game).ok_or_else(unknown)?;
        let layout = layout(game).ok_or_else(unknown)?;
        let queens = ByPlayer::both(u8::from(layout == Layout::Queens));
        let rectangle = Rectangle { width, height, layout, queens };
        let subject = Subject { game, rectangle, kind: Kind::Thermograph };
        let path = folder.join(subject.file_name());
        let (memory, budget) = (budget.bytes() as u64, budget.clone());
        let (_, table) = build(&Build { subject, path: &path, memory, budget, progress: &|_| {} })?;
        table.ok_or(CensusError::Build(Error::Stopped.into()))
    }
}

/// The name of the file of a table, without its folder.
fn file_name(table: &Table) -> String {
    table.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Mean and temperature of each word of a table.
fn feet(table: &Table) -> Result<Vec<(Dyadic, Dyadic)>, CensusError> {
    let values = Values::new();
    let foot = |word| -> Result<(Dyadic, Dyadic), CensusError> {
        let foot = match table.word(word, false)? {
            Found::Graph(entry, _) => entry.graph.foot(),
            Found::Value(text, _) => {
                let wrong =
                    |error: values::notation::ReadError| CensusError::Value(text.clone(), error.into());
                let value = values.parse(&text).map_err(wrong)?;
                values.thermograph(value).map_err(BuildFailure::Value)?.foot()
            }
        };
        Ok((foot.value, foot.temperature))
    };
    (0..table.words()).map(foot).collect()
}
