//! What is in a table: how many positions there are of each size, of each length of play and of each temperature, and which are extreme.

use super::index::Index;
use super::table::{Found, Table};
use crate::file::FileError;
use rayon::prelude::*;
use rules::{Listed, ListedVisitor, listed};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, Ordering};
use values::{Dyadic, Player, Values};

/// Positions before symmetry, and up to symmetry and exchange of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All of them.
    pub all: u64,
    /// Those that differ.
    pub distinct: u64,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.distinct += other.distinct;
    }
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// All positions.
    pub total: Count,
    /// By [level](Index::levels): empty cells; stones in games that take them away; cells, with those of queens, in Amazons.
    pub by_level: BTreeMap<u32, Count>,
    /// By the length of the longest play, with moves of either player in any order.
    pub by_longest: BTreeMap<u32, Count>,
    /// By mean and temperature. Of a position and its negative, the one that is in the table counts.
    pub by_graph: BTreeMap<(Dyadic, Dyadic), (Count, u64)>,
    /// By word of the dictionary, with the first entry that has it.
    pub by_word: Vec<(Count, u64)>,
}

/// A class of means and temperatures.
pub struct Class {
    /// What it is called.
    pub name: &'static str,
    belongs: fn(Dyadic, Dyadic) -> bool,
}

/// The classes of Shan 2013, Tables 12 and 13, and one more.
pub const CLASSES: [Class; 8] = [
    Class { name: "t < 0", belongs: |_, t| t < Dyadic::ZERO },
    Class { name: "t = 0, mean 0", belongs: |mean, t| t == Dyadic::ZERO && mean == Dyadic::ZERO },
    Class { name: "t = 0, mean not 0", belongs: |mean, t| t == Dyadic::ZERO && mean != Dyadic::ZERO },
    Class { name: "0 < t < 1", belongs: |_, t| t > Dyadic::ZERO && t < Dyadic::ONE },
    Class { name: "1 ≤ t < 3/2", belongs: |_, t| t >= Dyadic::ONE && t < three_halves() },
    Class { name: "3/2 ≤ t < 2", belongs: |_, t| t >= three_halves() && t < Dyadic::from(2) },
    Class { name: "t = 2", belongs: |_, t| t == Dyadic::from(2) },
    Class { name: "t > 2", belongs: |_, t| t > Dyadic::from(2) },
];

fn three_halves() -> Dyadic {
    Dyadic::new(3, 1).unwrap_or(Dyadic::ONE)
}

impl Census {
    /// Counts the positions of a table.
    pub fn of(table: &Table) -> Result<Self, FileError> {
        let plays = longest_plays(table)?;
        let mut census =
            Self { by_word: vec![(Count::default(), u64::MAX); table.words()], ..Self::default() };
        let index = table.index();
        for (level, range) in index.levels().iter().enumerate() {
            for entry in range.clone() {
                let Some(word) = table.entry(entry)? else { continue };
                let count = Count { all: index.weight(entry), distinct: index.is_first(entry).into() };
                census.total.add(count);
                census.by_level.entry(level as u32).or_default().add(count);
                census.by_longest.entry(plays[entry as usize].into()).or_default().add(count);
                let (counted, example) = &mut census.by_word[word];
                counted.add(count);
                *example = entry.min(*example);
            }
        }
        let values = Values::new();
        for (word, &(count, example)) in census.by_word.iter().enumerate() {
            let foot = match table.word(word, false)? {
                Found::Graph(entry, _) => entry.graph.foot(),
                Found::Value(text, _) => {
                    let graph = values.parse(&text).ok().and_then(|g| values.thermograph(g).ok());
                    let unread = || FileError::Damaged {
                        path: table.path().to_owned(),
                        reason: "its dictionary makes no sense",
                    };
                    graph.ok_or_else(unread)?.foot()
                }
            };
            let counted =
                census.by_graph.entry((foot.value, foot.temperature)).or_insert((Count::default(), u64::MAX));
            counted.0.add(count);
            counted.1 = counted.1.min(example);
        }
        Ok(census)
    }

    /// Positions in each of [`CLASSES`].
    #[must_use]
    pub fn by_class(&self) -> [Count; CLASSES.len()] {
        CLASSES.map(|Class { belongs, .. }| {
            let mut total = Count::default();
            for ((mean, t), (count, _)) in &self.by_graph {
                if belongs(*mean, *t) {
                    total.add(*count);
                }
            }
            total
        })
    }
}

/// The longest play from every entry.
fn longest_plays(table: &Table) -> Result<Vec<u8>, FileError> {
    struct Play<'a>(&'a Table);
    impl ListedVisitor for Play<'_> {
        type Output = Result<Vec<u8>, FileError>;
        fn visit<P: Listed>(self) -> Self::Output {
            let index: &Index = self.0.index();
            let plays: Vec<AtomicU8> = (0..index.len()).map(|_| AtomicU8::new(0)).collect();
            for range in index.levels() {
                range.clone().into_par_iter().try_for_each(|entry| {
                    if self.0.entry(entry)?.is_none() {
                        return Ok(());
                    }
                    let Some(position) = P::on(index.board(entry)) else { return Ok(()) };
                    let options = Player::BOTH.into_iter().flat_map(|player| position.options(player));
                    let entries = options.filter_map(|option| Some(index.locate(&option.tabled()?.board)?.0));
                    let longest =
                        entries.map(|option| plays[option as usize].load(Ordering::Relaxed) + 1).max();
                    plays[entry as usize].store(longest.unwrap_or(0), Ordering::Relaxed);
                    Ok::<(), FileError>(())
                })?;
            }
            Ok(plays.into_iter().map(AtomicU8::into_inner).collect())
        }
    }
    listed(table.subject().game, Play(table)).unwrap_or_else(|| Ok(Vec::new()))
}
