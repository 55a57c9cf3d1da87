//! Who wins a sum, as far as it can be told without trying moves? Values compare directly; otherwise bounds
//! decide, by counts of guaranteed moves, by numbers, by thermographs and by atomic weights. All-small positions
//! have bounds in ups: an atomic weight `w` is about `w` ups.

use super::{Core, Piece, Pieces};
use rules::Prospects;
use smallvec::SmallVec;
use values::{ByPlayer, Dyadic, Error, Player, Thermograph, ThermographId, ValueId, thermostrat};

/// The thermograph of a piece, its mast, and its atomic weight.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) graph: ThermographId,
    pub(crate) mean: Dyadic,
    pub(crate) temperature: Dyadic,
    /// The atomic weight of the piece less its mean. `None` means that this is not infinitesimal, or has
    /// none.
    weight: Option<ValueId>,
}

impl Core {
    /// Thermograph and atomic weight of a piece. `None` means that it is a position whose thermograph is not
    /// known.
    pub(crate) fn look(&self, piece: Piece) -> Result<Option<Look>, Error> {
        if let Piece::Value(g) = piece
            && let Some(look) = self.looks.get(g.index() as usize)
        {
            return Ok(Some(*look));
        }
        let graph = match piece {
            Piece::Value(g) => self.values.thermograph_id(g)?,
            Piece::Item(item) => match self.arena.known_graph(&self.values, item) {
                Some(graph) => graph,
                None => return Ok(None),
            },
        };
        let thermograph = self.values.thermographs().get(graph);
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        let mut look = Look { graph, mean, temperature, weight: None };
        if let Piece::Value(g) = piece {
            if temperature <= Dyadic::ZERO {
                look.weight = self.values.atomic_weight(self.values.plus_number(g, -mean)?)?;
            }
            self.looks.set(g.index() as usize, look);
        }
        Ok(Some(look))
    }

    /// Does Left win, moving first? `None` means that the bounds do not decide it.
    pub(super) fn judge(&self, pieces: &Pieces) -> Result<Option<bool>, Error> {
        // One value or two are compared directly.
        match pieces[..] {
            [] => return Ok(Some(false)),
            [g] => {
                if let Piece::Value(g) = g.piece() {
                    return Ok(Some(!self.values.le(g, ValueId::ZERO)?));
                }
            }
            [g, h] => {
                if let (Piece::Value(g), Piece::Value(h)) = (g.piece(), h.piece()) {
                    return Ok(Some(!self.values.le(g, self.values.negative(h)?)?));
                }
            }
            _ => {}
        }
        if let Some(ByPlayer { left, right }) = self.prospects(pieces)? {
            if left.lacking(true) == 0 {
                return Ok(Some(true));
            }
            if right.lacking(false) == 0 {
                return Ok(Some(false));
            }
        }
        // A position without a thermograph has bounds that are numbers.
        let mut numbers = [Some(Dyadic::ZERO); 2];
        let mut graphs: SmallVec<[ThermographId; 8]> = SmallVec::new();
        let (mut mean, mut hottest, mut weight) = (Dyadic::ZERO, Dyadic::ZERO, Some(ValueId::ZERO));
        // An all-small position is infinitesimal: it changes no stop, and its atomic weight has bounds. `None`
        // means that the thermographs of all pieces are known.
        let mut slack: Option<i64> = None;
        for piece in pieces.iter().map(|piece| piece.piece()) {
            match (self.look(piece)?, piece) {
                (Some(look), _) => {
                    graphs.push(look.graph);
                    mean = mean.plus(look.mean)?;
                    hottest = hottest.max(look.temperature);
                    weight = match (weight, look.weight) {
                        (Some(sum), Some(weight)) => Some(self.values.sum(sum, weight)?),
                        _ => None,
                    };
                }
                (None, Piece::Item(item)) => match self.arena.most_weight(item) {
                    Some(most) => slack = Some(slack.unwrap_or(0) + i64::from(most)),
                    None => {
                        weight = None;
                        for (sum, bound) in numbers.iter_mut().zip(self.arena.bounds(item)) {
                            *sum = sum.zip(bound).map(|(sum, bound)| sum.plus(bound)).transpose()?;
                        }
                    }
                },
                (None, Piece::Value(_)) => unreachable!("every value has a thermograph"),
            }
        }
        let [low, high] = numbers;
        // An upper bound of the Left stop: with a single thermograph it is known.
        let most = match graphs[..] {
            [graph] => self.values.thermographs().get(graph).wall(Player::Left).at(Dyadic::ZERO)?,
            _ => mean.plus(hottest)?,
        };
        if let Some(high) = high {
            let most = most.plus(high)?;
            // With numbers alone, Left loses also at 0: the player who moves first in a zero game loses.
            if most < Dyadic::ZERO || graphs.is_empty() && slack.is_none() && most <= Dyadic::ZERO {
                return Ok(Some(false));
            }
        }
        if let Some(low) = low
            && most.plus(low)? > Dyadic::ZERO
            && self.reached(&graphs)?.plus(low)? > Dyadic::ZERO
        {
            return Ok(Some(true));
        }
        if mean == Dyadic::ZERO
            && let Some(weight) = weight
        {
            // By the atomic weight, two ahead wins, and one ahead wins with the move. Atomic weights add up, so
            // the bounds of all-small positions count against the player who is ahead.
            let (won, lost) = (1 + slack.unwrap_or(0), -2 - slack.unwrap_or(0));
            // The stops decide most comparisons with an integer before it is looked up.
            let stop = |player| self.values.stop(weight, player);
            if stop(Player::Right).floor() >= won && self.values.le(self.values.integer(won)?, weight)? {
                return Ok(Some(true));
            }
            if stop(Player::Left).floor() <= lost && self.values.le(weight, self.values.integer(lost)?)? {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    /// Static bounds on the number of moves that Left and Right are guaranteed. A value counts as the integer
    /// below or above it. `None` means that a position has no such bounds.
    pub(super) fn prospects(&self, pieces: &Pieces) -> Result<Option<ByPlayer<Prospects>>, Error> {
        let mut sum = ByPlayer::<Prospects>::default();
        for piece in pieces.iter().map(|piece| piece.piece()) {
            let prospects = match piece {
                Piece::Item(item) => self.arena.prospects(item),
                Piece::Value(g) => self.integers_around(g)?.map(|ahead| ahead.map(Prospects::of_moves)),
            };
            let Some(prospects) = prospects else { return Ok(None) };
            sum += prospects;
        }
        Ok(Some(sum))
    }

    /// The least number of moves by which Left is ahead in a value, and Right. `None` means that it is too
    /// large.
    fn integers_around(&self, g: ValueId) -> Result<Option<ByPlayer<i32>>, Error> {
        let look = self.look(Piece::Value(g))?.expect("every value has a thermograph");
        let (graph, number) = (self.values.thermographs().get(look.graph), self.values.is_number(g));
        let below = |stop: Dyadic| {
            // A value that stops at an integer may be infinitesimally less.
            let least = if stop.is_integer() && !number { stop.floor() - 1 } else { stop.floor() };
            i32::try_from(least).ok().filter(|least| least.abs() < 1 << 20)
        };
        let stops = ByPlayer::try_from_fn(|player| graph.wall(player).at(Dyadic::ZERO))?;
        Ok(below(stops.right).zip(below(-stops.left)).map(|(left, right)| ByPlayer { left, right }))
    }

    /// A lower bound of the Left stop.
    pub(crate) fn reached(&self, graphs: &[ThermographId]) -> Result<Dyadic, Error> {
        let graphs: SmallVec<[&Thermograph; 8]> =
            graphs.iter().map(|&graph| self.values.thermographs().get(graph)).collect();
        Ok(thermostrat(&graphs, Player::Left, self.values.budget())?.0)
    }
}
