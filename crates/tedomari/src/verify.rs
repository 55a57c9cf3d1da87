//! Is a table right? A sample of its entries is recomputed by search, which shares only the rules with the
//! table.

use rules::{Listed, ListedVisitor, Position, listed};
use std::collections::HashMap;
use std::ops::Range;
use tables::endgame::{BuildFailure, Found, Table};
use tables::file::FileError;
use thiserror::Error as ErrorMessage;
use values::notation::ReadError;
use values::{Budget, Error, Limits, Outcome, Player, Values};

/// The sample of entries to recompute.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The size of the sample. A smaller table is recomputed as a whole.
    pub count: u64,
    /// The seed of the sample.
    pub seed: u64,
}

/// The reason why a table is not known to be right.
#[derive(ErrorMessage, Debug)]
pub enum VerifyError {
    /// The file is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// A limit ended the check of the bytes.
    #[error("{0} before all bytes were checked")]
    Bytes(Error),
    /// A limit ended the check of the entries. The number counts the entries that are right.
    #[error("{1}")]
    Entries(u64, Error),
    /// An entry is wrong.
    #[error("{table} is wrong about {position}")]
    Wrong {
        /// The file.
        table: String,
        /// The position.
        position: String,
    },
    /// The game of the table is unknown.
    #[error("the game has no tables")]
    Game,
}

/// Checks the bytes of a table, and a sample of its entries. Returns the number of recomputed entries, all of
/// which are right. The entries of a piece of a table cannot be checked alone.
pub fn verify(
    table: &Table,
    sample: Sample,
    budget: &Budget,
    tell: &dyn Fn(u64, u64),
) -> Result<u64, VerifyError> {
    match table.verify(budget) {
        Err(BuildFailure::Value(limit)) if limit.is_limit() => return Err(VerifyError::Bytes(limit)),
        Err(BuildFailure::Value(error)) => return Err(VerifyError::Entries(0, error)),
        Err(BuildFailure::File(error)) => return Err(error.into()),
        Err(_) => return Err(VerifyError::Game),
        Ok(()) => {}
    }
    // The values of a piece may be stored in another one.
    let sample = if table.is_complete() { sample } else { Sample { count: 0, ..sample } };
    listed(table.subject().game, Check { table, sample, budget, tell }).ok_or(VerifyError::Game)?
}

/// Counts the entries that are right.
struct Check<'a> {
    table: &'a Table,
    sample: Sample,
    budget: &'a Budget,
    tell: &'a dyn Fn(u64, u64),
}

impl ListedVisitor for Check<'_> {
    type Output = Result<u64, VerifyError>;

    fn visit<P: Listed>(self) -> Self::Output {
        let Self { table, sample, budget, tell } = self;
        let values = Values::with_limits(Limits { budget: budget.clone(), ..Limits::default() });
        let mut again =
            Again { values, graphs: Default::default(), exact: Default::default(), won: HashMap::new() };
        let range = table.range();
        let of = sample.count.min(range.end - range.start);
        let mut checked = 0;
        for entry in sample.entries(range) {
            let ended = |error| VerifyError::Entries(checked, error);
            budget.check_now().map_err(ended)?;
            let position = P::on(table.board(entry));
            let said = table.entry(entry)?.map(|word| table.word(word, false)).transpose()?;
            if !again.agrees(position.as_ref(), said, budget).map_err(ended)? {
                let illegal = || "an illegal position".to_owned();
                let position = position.map_or_else(illegal, |position| position.to_string());
                return Err(VerifyError::Wrong { table: table.path().display().to_string(), position });
            }
            checked += 1;
            tell(checked, of);
        }
        Ok(checked)
    }
}

/// The searches that recompute entries.
struct Again<P> {
    values: Values,
    graphs: exact::ThermographTable<P>,
    exact: exact::ValueTable<P>,
    won: HashMap<(P, Player), Player>,
}

impl<P: Position> Again<P> {
    /// Does the search agree with the table about a position?
    fn agrees(&mut self, position: Option<&P>, said: Option<Found>, budget: &Budget) -> Result<bool, Error> {
        Ok(match (position, said) {
            (None, None) => true,
            (Some(position), Some(Found::Graph(said, _))) => {
                let id = self.graphs.thermograph(&self.values, position)?;
                let left = self.winner(position, Player::Left, budget)?;
                let right = self.winner(position, Player::Right, budget)?;
                *self.values.thermographs().get(id) == said.graph
                    && Outcome::of_winners(left, right) == said.outcome
            }
            (Some(position), Some(Found::Value(said, _))) => match self.values.parse(&said) {
                Ok(said) => self.exact.value(&self.values, position)? == said,
                Err(ReadError::Value(error)) => return Err(error),
                Err(ReadError::Syntax(_)) => false,
            },
            _ => false,
        })
    }

    /// The winner by the rules alone.
    fn winner(&mut self, position: &P, first: Player, budget: &Budget) -> Result<Player, Error> {
        budget.check()?;
        let (form, negative) = position.normal_form();
        let seen = |player: Player| if negative { player.opponent() } else { player };
        let key = (form, seen(first));
        if let Some(won) = self.won.get(&key) {
            return Ok(seen(*won));
        }
        let (form, mover) = &key;
        let mut won = mover.opponent();
        for option in form.options(*mover) {
            if self.winner(&option, mover.opponent(), budget)? == *mover {
                won = *mover;
                break;
            }
        }
        self.won.insert(key, won);
        Ok(seen(won))
    }
}

impl Sample {
    /// The entries of a range that are in the sample.
    fn entries(self, range: Range<u64>) -> impl Iterator<Item = u64> {
        let held = range.end - range.start;
        let mut random = fastrand::Rng::with_seed(self.seed);
        let count = self.count.min(held);
        // One entry from each of `count` equal stretches, so that no entry is taken twice.
        let start = move |i: u64| range.start + (u128::from(held) * u128::from(i) / u128::from(count)) as u64;
        (0..count).map(move |i| random.u64(start(i)..start(i + 1)))
    }
}
