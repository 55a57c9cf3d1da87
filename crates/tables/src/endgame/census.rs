//! What is in a table? A census counts its positions by size, by the length of the longest play, and by mean
//! and temperature, with an example of each class.

use super::failure::BuildFailure;
use super::index::Index;
use super::table::{Found, Table};
use rules::{Listed, ListedVisitor, listed};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicU8, Ordering};
use values::{Budget, Dyadic, Player, Values, on_all_cores};

/// A number of positions, before symmetry and up to symmetry and exchange of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// The number before symmetry.
    pub all: u64,
    /// The number up to symmetry.
    pub distinct: u64,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.distinct += other.distinct;
    }
}

/// The counts of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// All positions.
    pub total: Count,
    /// By [level](Index::levels). A level is the number of empty cells, of stones in games that remove them,
    /// or of cells with those of queens in Amazons.
    pub by_level: BTreeMap<u32, Count>,
    /// By the length of the longest play, with moves of either player in any order.
    pub by_longest: BTreeMap<u32, Count>,
    /// By mean and temperature, with the first such entry. Of a position and its negative, the one in the
    /// table counts.
    pub by_graph: BTreeMap<(Dyadic, Dyadic), (Count, u64)>,
    /// By the length of the longest play, mean and temperature, with the first such entry.
    pub by_play: BTreeMap<(u32, Dyadic, Dyadic), (Count, u64)>,
    /// By word of the dictionary, with the first such entry.
    pub by_word: Vec<(Count, u64)>,
}

/// A number of positions that nothing was counted in yet, and no example.
const NONE: (Count, u64) = (Count { all: 0, distinct: 0 }, u64::MAX);

/// A class of means and temperatures.
pub struct Class {
    /// The name of the class.
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
    Dyadic::new(3, 1).expect("3/2 is a dyadic rational in range")
}

impl Census {
    /// Counts the positions of a table, as far as the budget allows.
    pub fn of(table: &Table, budget: &Budget) -> Result<Self, BuildFailure> {
        let plays = longest_plays(table, budget)?;
        let mut census = Self { by_word: vec![NONE; table.words()], ..Self::default() };
        let mut by_play: FxHashMap<(u8, usize), (Count, u64)> = FxHashMap::default();
        let index = table.index();
        for (level, range) in index.levels().iter().enumerate() {
            for entry in range.clone() {
                budget.check()?;
                let Some(word) = table.entry(entry)? else { continue };
                let count = Count { all: index.weight(entry), distinct: index.is_first(entry).into() };
                census.total.add(count);
                census.by_level.entry(level as u32).or_default().add(count);
                census.by_longest.entry(plays[entry as usize].into()).or_default().add(count);
                let by_play = by_play.entry((plays[entry as usize], word)).or_insert(NONE);
                for (counted, example) in [&mut census.by_word[word], by_play] {
                    counted.add(count);
                    *example = entry.min(*example);
                }
            }
        }
        let values = Values::new();
        let mut feet = Vec::new();
        for (word, &(count, example)) in census.by_word.iter().enumerate() {
            let foot = match table.word(word, false)? {
                Found::Graph(entry, _) => entry.graph.foot(),
                Found::Value(text, _) => {
                    let graph = values.parse(&text).ok().and_then(|g| values.thermograph(g).ok());
                    graph.ok_or_else(|| table.damaged("its dictionary makes no sense"))?.foot()
                }
            };
            merge(census.by_graph.entry((foot.value, foot.temperature)), (count, example));
            feet.push((foot.value, foot.temperature));
        }
        for ((play, word), counted) in by_play {
            let (mean, t) = feet[word];
            merge(census.by_play.entry((play.into(), mean, t)), counted);
        }
        Ok(census)
    }

    /// The number of positions in each of [`CLASSES`].
    #[must_use]
    pub fn by_class(&self) -> [Count; CLASSES.len()] {
        in_classes(self.by_graph.iter().map(|((mean, t), (count, _))| (*mean, *t, *count)))
    }

    /// The same for the positions with this length of the longest play.
    #[must_use]
    pub fn by_class_with(&self, longest: u32) -> [Count; CLASSES.len()] {
        let of_play = self.by_play.iter().filter(|((play, ..), _)| *play == longest);
        in_classes(of_play.map(|((_, mean, t), (count, _))| (*mean, *t, *count)))
    }
}

fn in_classes(graphs: impl Iterator<Item = (Dyadic, Dyadic, Count)>) -> [Count; CLASSES.len()] {
    let mut totals = [Count::default(); CLASSES.len()];
    for (mean, t, count) in graphs {
        let belonging = CLASSES.iter().zip(&mut totals).filter(|(class, _)| (class.belongs)(mean, t));
        belonging.for_each(|(_, total)| total.add(count));
    }
    totals
}

fn merge<K: Ord>(into: Entry<'_, K, (Count, u64)>, (count, example): (Count, u64)) {
    let (total, first) = into.or_insert(NONE);
    total.add(count);
    *first = example.min(*first);
}

/// The length of the longest play from every entry, with moves of either player in any order.
fn longest_plays(table: &Table, budget: &Budget) -> Result<Vec<u8>, BuildFailure> {
    struct Play<'a>(&'a Table, &'a Budget);
    impl ListedVisitor for Play<'_> {
        type Output = Result<Vec<u8>, BuildFailure>;
        fn visit<P: Listed>(self) -> Self::Output {
            let index: &Index = self.0.index();
            let plays: Vec<AtomicU8> = (0..index.len()).map(|_| AtomicU8::new(0)).collect();
            for range in index.levels() {
                on_all_cores((range.end - range.start) as usize, &|i| {
                    let entry = range.start + i as u64;
                    self.1.check()?;
                    if self.0.entry(entry)?.is_none() {
                        return Ok(());
                    }
                    let position = P::on(index.board(entry));
                    let position =
                        position.ok_or_else(|| self.0.damaged("an illegal position has a word"))?;
                    let options = Player::BOTH.into_iter().flat_map(|player| position.options(player));
                    let entries = options.filter_map(|option| Some(index.locate(&option.tabled())?.0));
                    let longest =
                        entries.map(|option| plays[option as usize].load(Ordering::Relaxed) + 1).max();
                    plays[entry as usize].store(longest.unwrap_or(0), Ordering::Relaxed);
                    Ok::<(), BuildFailure>(())
                })?;
            }
            Ok(plays.into_iter().map(AtomicU8::into_inner).collect())
        }
    }
    listed(table.subject().game, Play(table, budget)).expect("a table is opened only if its game is listed")
}
