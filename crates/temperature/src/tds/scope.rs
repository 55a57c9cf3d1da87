//! How fine must the gap between coupons be, and how high the stack? A look at all positions that can follow
//! answers both where they are few. Otherwise the length of play does.
//!
//! Let all walls of the options bend at multiples of `2^-g`, in temperature and score; a number that is a
//! multiple of `2^-g` has no bends. Scaffolds are vertical or lean, so they meet in a multiple of `2^-(g + 1)`.
//! Scaffolds that do not meet make an integer. So mean, temperature and all bends of the walls of a position are
//! multiples of `2^-(g + 1)`, and of 1 if it may be an integer. If play lasts at most `n` moves, they are
//! multiples of `2^-(n - 1)` as well (Zhang 2015, Theorem 1).
//!
//! Stops and means lie between the lowest and the highest of these numbers: a stop is a stop of an option, a
//! cold position lies between stops of its options, and a hot one has its mean between its own stops. Only
//! where a player cannot move, the position is an integer that may be 0 or one more than an option. If Left
//! moves to `a` at most and Right to `b` at least, then the scaffolds `a − t` and `b + t` have met at
//! `(a − b)/2`, so the position is no hotter.

use super::alphabeta::Search;
use super::coupons::{ONE, PLACES, Score};
use positions::SignedId;
use rules::Position;
use values::{ByPlayer, Error, Player, deep};

/// How fine and how hot a position can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scope {
    /// Mean, temperature and walls are multiples of `2^-(places - 1)`: coupons with the gap `2^-places` are
    /// fine enough. `None` means that no gap is known to be.
    pub(super) places: Option<u32>,
    /// An upper bound on the temperature, at least 0. `None` means that there is none.
    pub(super) hottest: Option<Score>,
    /// A day by which the position was born. `None` means that it is not known, or that `places` say more.
    pub(super) born: Option<u32>,
    /// The walls bend at multiples of `2^-grid` only. `None` means that nothing is known.
    pub(super) grid: Option<i32>,
    /// Bounds on the mean. `None` means that there are none.
    pub(super) range: Option<(Score, Score)>,
}

impl Scope {
    /// The scope of a position whose play lasts at most this number of moves.
    pub(super) fn of_length(longest: Option<u32>) -> Self {
        let most = longest.map(|n| Score::from(n) * ONE);
        let (hottest, range) = (most.map(|most| most - ONE), most.map(|most| (-most, most)));
        let grid = longest.map(|n| n as i32 - 1);
        Self { places: longest, hottest, born: longest, grid, range }
    }

    /// The scope of a number.
    fn of_number(x: Score) -> Self {
        let grid = PLACES as i32 - x.trailing_zeros() as i32;
        Self {
            places: Some(places(grid)),
            hottest: Some(0),
            born: None,
            grid: Some(grid),
            range: Some((x, x)),
        }
    }

    /// The scope of a position from those of the options of both players.
    fn of_options(options: &ByPlayer<Vec<Self>>, longest: Option<u32>) -> Self {
        let by_length = Self::of_length(longest);
        let mut grids = options.iter().flatten().map(|option| option.grid);
        let finest = grids.try_fold(i32::MIN / 2, |most, grid| Some(most.max(grid?)));
        let bounds = |player: Player| {
            let ranges = options[player].iter().map(|option| option.range);
            ranges.collect::<Option<Vec<_>>>().map(|ranges| {
                let low = ranges.iter().map(|range| range.0).min();
                low.zip(ranges.iter().map(|range| range.1).max())
            })
        };
        let (range, hottest) = match (bounds(Player::Left), bounds(Player::Right)) {
            (Some(Some(left)), Some(Some(right))) => {
                let range = (left.0.min(right.0), left.1.max(right.1));
                (Some(range), Some((left.1 - right.0 + 1).div_euclid(2).max(0)))
            }
            // An integer, whose simplest form has only moves of one player.
            (Some(left), Some(right)) => {
                let high = left.map_or(0, |left| (left.1.div_euclid(ONE) * ONE + ONE).max(0));
                let low = right.map_or(0, |right| (-(-right.0).div_euclid(ONE) * ONE - ONE).min(0));
                (Some((low, high)), Some(0))
            }
            _ => (None, None),
        };
        let is_hot = match (bounds(Player::Left), bounds(Player::Right)) {
            (Some(Some(left)), Some(Some(right))) => left.0 > right.1,
            _ => false,
        };
        let grid = finest.map(|finest| if is_hot { finest + 1 } else { (finest + 1).max(0) });
        let finer = by_length.grid.is_none_or(|n| grid.is_some_and(|grid| grid < n));
        let grid = if finer { grid } else { by_length.grid };
        Self {
            places: grid.map(places),
            grid,
            hottest: [hottest, by_length.hottest].into_iter().flatten().min(),
            born: by_length.born.filter(|_| !finer),
            range: range.or(by_length.range),
        }
    }
}

/// Coupons with the gap `2^-places` are fine enough for bends at multiples of `2^-grid`.
fn places(grid: i32) -> u32 {
    grid.max(0).unsigned_abs() + 1
}

impl<P: Position> Search<'_, P> {
    /// Looks at all positions that can follow, unless their moves are more than this number or they take more
    /// than a quarter of the memory. `false` means that nothing was learned.
    pub(super) fn look_around(&self, id: u32, most: usize) -> Result<bool, Error> {
        match self.look(id, &mut { most }) {
            Err(error) if error.is_limit() => Ok(false),
            seen => Ok(seen?.is_some()),
        }
    }

    /// The scope of a position. `None` means that there are too many positions.
    fn look(&self, id: u32, left: &mut usize) -> Result<Option<Scope>, Error> {
        let facts = self.facts(id);
        if let Some(number) = facts.number {
            return Ok(Some(Scope::of_number(number)));
        }
        if let Some(&scope) = facts.seen.get() {
            return Ok(Some(scope));
        }
        self.budget.check()?;
        if self.store.bytes() > self.store.limit() / 4 {
            return Ok(None);
        }
        let mut options = ByPlayer::<Vec<Scope>>::default();
        for player in Player::BOTH {
            let listed = self.options(id, player)?;
            let Some(rest) = left.checked_sub(listed.len() + 1) else { return Ok(None) };
            *left = rest;
            for &option in listed {
                let Some(scope) = deep(|| self.look(option.node() as u32, left))? else { return Ok(None) };
                options[player].push(scope.seen_from(option));
            }
        }
        Ok(Some(*facts.seen.get_or_init(|| Scope::of_options(&options, facts.longest))))
    }
}

impl Scope {
    /// The scope of a position or, by its seat, of its negative.
    fn seen_from(self, seat: SignedId) -> Self {
        let negated = |(low, high): (Score, Score)| (-high, -low);
        Self { range: if seat.is_negative() { self.range.map(negated) } else { self.range }, ..self }
    }
}
