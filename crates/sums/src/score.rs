//! What is the score of a sum under best play? Play stops when every part is a number, and the score is the
//! total of these numbers: the Left stop if Left moves first, the Right stop if Right does. An αβ search over
//! the values of the parts finds it, inside the bounds that their thermographs give.
//!
//! The search counts in integers: the unit is the finest number that a part can become, so scores are exact.

use crate::solve::{Core, Packed, Piece, Pieces, Solver, table_bytes};
use crate::sum::Sum;
use adversary::alphabeta::{AlphaBeta, Domain, Options, Score, Window};
use rules::Outcomes;
use rustc_hash::FxHashSet;
use smallvec::smallvec;
use values::{Budget, Dyadic, Error, Player, ValueId, Values};

impl Solver {
    /// Finds the values of all parts, which [`score`](Self::score) starts with, and keeps them.
    pub fn find_values(&mut self, sum: &Sum) -> Result<(), Error> {
        self.run(|core| core.valued_completely(sum, Player::Left).map(drop))
    }

    /// The stop of the sum with this player moving first: the score under best play.
    ///
    /// ```
    /// use sums::{Solver, Sum};
    /// use values::{Player, Budget};
    /// let sum = Sum::read("10|8||2 + 5|-3 + 5|1||-1|-8")?;
    /// let mut solver = Solver::new(Budget::endless().with_bytes(1 << 30));
    /// assert_eq!(solver.score(&sum, Player::Right)?.to_string(), "4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&mut self, sum: &Sum, first: Player) -> Result<Dyadic, Error> {
        let score = self.run(|core| {
            let pieces = core.valued_completely(sum, first)?;
            let places = finest(&core.values, &pieces)?;
            // Thermographs order moves better than cutoffs elsewhere.
            let bytes = table_bytes(&core.limits.budget);
            let options = Options { bytes, killers: false, ..Options::default() };
            let mut search = AlphaBeta::new(Stops { core, places }, options);
            let window = search.everything();
            // The core has the budget, which counts the sums whose moves are tried.
            let found = search.value(&(pieces, Player::Left), u32::MAX, window, &Budget::endless())?;
            Dyadic::new(found.score.into(), places)
        })?;
        Ok(first.sees(score))
    }
}

/// The binary places of the finest number that play in these values can end in.
fn finest(values: &Values, pieces: &Pieces) -> Result<u32, Error> {
    let mut open: Vec<ValueId> = pieces.iter().map(|&piece| value(piece)).collect();
    let (mut seen, mut places) = (FxHashSet::default(), 0);
    while let Some(g) = open.pop() {
        values.check()?;
        if let Some(closed) = values.to_closed(g) {
            places = places.max(closed.number().exponent());
        } else if seen.insert(g) {
            for player in Player::BOTH {
                open.extend(values.options_of(g, player)?);
            }
        }
    }
    Ok(places)
}

/// The value of a piece of a sum without positions.
fn value(piece: Packed) -> ValueId {
    match piece.piece() {
        Piece::Value(g) => g,
        Piece::Item(_) => unreachable!("every part was replaced by its value"),
    }
}

/// Sums of values as a domain of αβ search. The player to move sees a sum as Left.
struct Stops<'a> {
    core: &'a Core,
    /// Scores are in units of `1/2^places`.
    places: u32,
}

impl Stops<'_> {
    /// A number in units, rounded down.
    fn units(&self, x: Dyadic) -> Result<Score, Error> {
        let units = (i128::from(x.numerator()) << self.places) >> x.exponent();
        if units.abs() < self.most().into() { Ok(units as Score) } else { Err(Error::Overflow) }
    }

    /// The sum after a move, as the opponent sees it.
    fn after(&self, pieces: &Pieces, (piece, option): (Packed, Packed)) -> Result<Pieces, Error> {
        self.core.values.check()?;
        let replaced = pieces.iter().position(|known| *known == piece);
        let mut next = pieces.clone();
        next[replaced.expect("a move is in a piece of the sum")] = option;
        self.core.turned(next)
    }
}

impl Domain for Stops<'_> {
    type State = (Pieces, Player);
    /// A piece, and the option of Left that replaces it.
    type Move = (Packed, Packed);
    type Key = Pieces;

    fn most(&self) -> Score {
        Score::MAX
    }

    fn key(&mut self, (pieces, _): &Self::State) -> Pieces {
        pieces.clone()
    }

    fn to_move(&self, &(_, player): &Self::State) -> Player {
        player
    }

    /// Bounds by thermographs: at least what the compound thermograph shows, and at most the mean plus the
    /// highest temperature.
    fn range(&mut self, (pieces, _): &Self::State) -> Result<Window, Error> {
        let (mut mean, mut hottest) = (Dyadic::ZERO, Dyadic::ZERO);
        let mut graphs = Vec::new();
        for piece in pieces {
            if let Some(look) = self.core.look(piece.piece())? {
                mean = mean.plus(look.mean)?;
                hottest = hottest.max(look.temperature);
                graphs.push(look.graph);
            }
        }
        // The stop is a multiple of the unit, so the lower bound is rounded up.
        let low = -self.units(-self.core.reached(&graphs)?)?;
        Ok(Window { alpha: low, beta: self.units(mean.plus(hottest)?)? })
    }

    fn evaluation(&mut self, _: &Self::State) -> Score {
        unreachable!("a sum without options of Left is an integer, whose bounds are equal")
    }

    fn moves(&mut self, (pieces, _): &Self::State) -> Result<Vec<(i32, Self::Move)>, Error> {
        self.core.count_node()?;
        let (mut different, mut moves) = (pieces.clone(), Vec::new());
        different.dedup();
        for piece in different {
            for &option in self.core.values.options_of(value(piece), Player::Left)? {
                let action = (piece, Piece::Value(option).into());
                moves.push((self.core.ordering(&self.after(pieces, action)?)?, action));
            }
        }
        Ok(moves)
    }

    fn outcomes(
        &mut self,
        (pieces, player): &Self::State,
        action: Self::Move,
    ) -> Result<Outcomes<Self::State>, Error> {
        Ok(smallvec![(1, (self.after(pieces, action)?, player.opponent()))])
    }
}
