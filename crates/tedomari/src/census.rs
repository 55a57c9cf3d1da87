//! Statistics of a table of all positions of a board: counts by size, by length of play and by temperature,
//! the extreme positions, and where given values occur.

use crate::answers::{CensusAnswer, Counted, Extreme, SCHEMA};
use crate::{Engine, EngineError};
use rules::bitboard::Small;
use rules::{Board, Layout, Listed, ListedVisitor, listed};
use std::collections::BTreeMap;
use std::time::Instant;
use tables::endgame::{BuildFailure, CLASSES, Census, Count, Kind, Table};
use tables::file::FileError;
use values::{Budget, Dyadic, Values};

impl Engine {
    /// Counts the entries of a table, as far as the budget allows. In a table of values it also finds a position
    /// with each `wanted` value.
    pub fn census(
        &self,
        table: &Table,
        wanted: &[String],
        budget: &Budget,
    ) -> Result<(CensusAnswer, Census), CensusError> {
        let started = Instant::now();
        let census = Census::of(table, budget)?;
        let subject = table.subject();
        let is_of_values = subject.kind == Kind::Value;
        let words = Some(table.words() as u64);
        let levels = Some(counted(&census.by_level));
        let layout = subject.rectangle.layout;
        let classes = CLASSES.iter().zip(census.by_class());
        let graphs = boards_by_graph(table, &census);
        let answer = CensusAnswer {
            file: table.path().display().to_string(),
            positions: census.total.all,
            distinct: census.total.distinct,
            values_that_occur: words.filter(|_| is_of_values),
            thermographs: words.filter(|_| !is_of_values),
            by_stones: levels.clone().filter(|_| layout == Layout::Stones),
            by_empty_cells: levels.clone().filter(|_| matches!(layout, Layout::Placed | Layout::Cells)),
            by_cells: levels.filter(|_| layout == Layout::Queens),
            by_longest_play: counted(&census.by_longest),
            by_temperature: classes.map(|(class, count)| (class.name.to_owned(), count.into())).collect(),
            hottest: extreme(table, &graphs, |_, t| t),
            highest_mean: extreme(table, &graphs, |mean, _| mean),
            lowest_mean: extreme(table, &graphs, |mean, _| -mean),
            values: match is_of_values {
                true => Some(find(table, &census, wanted)?),
                false => None,
            },
            seconds: started.elapsed().as_secs_f64(),
            schema: SCHEMA,
        };
        Ok((answer, census))
    }
}

/// The reason why a table cannot be counted.
#[derive(thiserror::Error, Debug)]
pub enum CensusError {
    /// The file is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// The table cannot be built or counted, or the budget is spent.
    #[error(transparent)]
    Build(#[from] BuildFailure),
    /// There are no tables of this game.
    #[error("there are no tables of '{0}'; there are tables of {1}")]
    NoTables(String, String),
    /// A wanted text is not a value.
    #[error("'{0}' is no value: {1}")]
    Value(String, EngineError),
}

impl From<Count> for Counted {
    fn from(Count { all, distinct }: Count) -> Self {
        Self { all, distinct }
    }
}

fn counted(counts: &BTreeMap<u32, Count>) -> BTreeMap<u32, Counted> {
    counts.iter().map(|(&n, &count)| (n, count.into())).collect()
}

/// By mean and temperature: the number of boards, an entry, and whether the negative of the entry has them.
pub(crate) type Graphs = BTreeMap<(Dyadic, Dyadic), (u64, u64, bool)>;

/// The number of boards that differ by more than a symmetry, by mean and temperature.
pub(crate) fn boards_by_graph(table: &Table, census: &Census) -> Graphs {
    let mut graphs = BTreeMap::new();
    let mirrored = table.index().negated(&table.board(0)).is_some();
    for ((mean, t), (count, example)) in &census.by_graph {
        for (mean, negative) in [(*mean, false), (-*mean, true)] {
            if !negative || mirrored && mean != Dyadic::ZERO {
                graphs.entry((mean, *t)).or_insert((0, *example, negative)).0 += count.distinct;
            }
        }
    }
    graphs
}

/// The boards for which a number is largest.
fn extreme(table: &Table, graphs: &Graphs, key: fn(Dyadic, Dyadic) -> Dyadic) -> Vec<Extreme> {
    let most = graphs.keys().map(|&(mean, t)| key(mean, t)).max();
    let found = graphs.iter().filter(|(graph, _)| Some(key(graph.0, graph.1)) == most);
    let row = |(&(mean, temperature), &(boards, example, negative)): (&_, &_)| Extreme {
        mean,
        temperature,
        boards,
        example: shown(table, example, negative),
    };
    found.map(row).collect()
}

/// The board of an entry or of its negative. `None` means that the table does not have it.
pub(crate) fn shown(table: &Table, entry: u64, negative: bool) -> Option<String> {
    struct Show(Board<Small>);
    impl ListedVisitor for Show {
        type Output = Option<String>;
        fn visit<P: Listed>(self) -> Option<String> {
            P::on(self.0).map(|position| position.to_string())
        }
    }
    let board = table.board(entry);
    let board = if negative { table.index().negated(&board)? } else { board };
    listed(table.subject().game, Show(board))?
}

/// A position for each value.
fn find(table: &Table, census: &Census, wanted: &[String]) -> Result<Vec<(String, String)>, CensusError> {
    let values = Values::new();
    let mut found = Vec::new();
    let words = table.texts()?;
    for text in wanted {
        let wrong = |error: values::Error| CensusError::Value(text.clone(), error.into());
        let value = values
            .parse(text)
            .map_err(|error| CensusError::Value(text.clone(), EngineError::Other(error.to_string())))?;
        let entry = |value| -> Result<Option<u64>, CensusError> {
            let text = values.print(value).map_err(wrong)?;
            let word = words.iter().position(|word| *word == text);
            Ok(word.map(|word| census.by_word[word].1))
        };
        let place = match entry(value)? {
            Some(entry) => shown(table, entry, false),
            None => {
                entry(values.negative(value).map_err(wrong)?)?.and_then(|entry| shown(table, entry, true))
            }
        };
        found.push((text.clone(), place.unwrap_or_else(|| "does not occur".to_owned())));
    }
    Ok(found)
}
