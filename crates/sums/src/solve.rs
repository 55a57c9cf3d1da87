//! Who wins a sum under normal play, and with which move.
//!
//! Whatever is cheap to know comes first. Positions that are small get their canonical values;
//! numbers, ups and nimbers add up to one value, and opposites cancel. What is left is bounded by
//! numbers, by thermographs and by atomic weights, and only where all of them
//! are silent does a search try moves, the most promising first, with a table of the sums that it has seen.
//! A sum with Right to move is its negative with Left to move, so only one side is ever searched.

use crate::arena::{Arena, Item, Parts};
use crate::score::Between;
use crate::sum::Sum;
use crate::{Component, Signed};
use rules::Prospects;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::Reverse;
use values::{
    Budget, Dyadic, Error, Limits, NumberUpStar, Player, Thermograph, ThermographId, ValueId, Values, deep,
};

/// What was found out about a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Who wins.
    pub winner: Player,
    /// A move that wins, if the player who moves first does: the part it is in, counted from 0, and its name.
    pub winning_move: Option<(usize, String)>,
    /// What ended the search for that move early.
    pub ended_by: Option<Error>,
}

/// A part of a sum that is searched: a value, or a position of which the value is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Piece {
    Value(ValueId),
    Item(Item),
}

pub(crate) type Pieces = SmallVec<[Piece; 8]>;

/// What Left can move to: a sum, seen from Right, or regions in the place of the piece with this number.
enum Choice {
    Sum(Pieces),
    Regions(usize, Vec<Signed>),
}

/// How far Left seems to be ahead in a sum, and how much there is at most for whoever moves.
#[derive(Clone, Copy)]
struct Outlook {
    ahead: f64,
    hottest: f64,
}

impl Outlook {
    /// How bad it looks for Left who is to move, in sixteenths of a move.
    fn ordering(self) -> i64 {
        (-(self.ahead + self.hottest / 2.0) * 16.0) as i64
    }
}

/// What would be good to know but is not needed is left out when there is no room for it.
fn unless_full<T>(known: Result<T, Error>) -> Result<Option<T>, Error> {
    match known {
        Ok(known) => Ok(Some(known)),
        Err(Error::OutOfRoom | Error::TooManyValues(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Each piece of a sum once, by its number, with the others.
fn each_with_others(pieces: &Pieces) -> impl Iterator<Item = (usize, Pieces)> {
    // Pieces are sorted, so the same one was there just before.
    let first = |i: &usize| *i == 0 || pieces[i - 1] != pieces[*i];
    (0..pieces.len()).filter(first).map(|i| {
        let mut others = pieces.clone();
        others.remove(i);
        (i, others)
    })
}

/// Solves sums, and remembers what it learned for the next.
pub struct Solver {
    values: Values,
    arena: Arena,
    /// Does Left win, moving first? When there are too many, all are forgotten.
    known: FxHashMap<Pieces, bool>,
    most: usize,
    /// Left stops, as far as they are known.
    pub(crate) stops: FxHashMap<Pieces, Between>,
    /// What is known about values that occur in sums.
    looks: FxHashMap<ValueId, Look>,
    nodes: u64,
    progress: fn(u64),
}

/// What a value looks like from afar.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) graph: ThermographId,
    pub(crate) mean: Dyadic,
    pub(crate) temperature: Dyadic,
    /// The atomic weight of what is left when the mean is taken away, if that is infinitesimal and has one.
    weight: Option<ValueId>,
}

impl Solver {
    /// A solver that may use about so many bytes and has to stop when told.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        let bytes = budget.bytes();
        let values = u32::try_from(bytes / 4 / Limits::BYTES_PER_VALUE).unwrap_or(u32::MAX);
        Self {
            values: Values::with_limits(Limits { values, budget, ..Limits::default() }),
            arena: Arena::new(bytes / 2),
            known: FxHashMap::default(),
            most: bytes / 4 / (2 * size_of::<(Pieces, bool)>()),
            stops: FxHashMap::default(),
            looks: FxHashMap::default(),
            nodes: 0,
            progress: |_| {},
        }
    }

    /// Sets when to stop, from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.values.set_budget(budget);
    }

    /// How many sums were searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tells this function now and then how many sums were searched.
    pub fn set_progress(&mut self, progress: fn(u64)) {
        self.progress = progress;
    }

    /// One more sum that is searched, if there is room and time.
    pub(crate) fn count_node(&mut self) -> Result<(), Error> {
        self.values.budget().check_now()?;
        self.arena.check_room()?;
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) {
            (self.progress)(self.nodes);
        }
        Ok(())
    }

    /// Who wins the sum if this player moves first?
    pub fn solve(&mut self, sum: &Sum, first: Player) -> Result<Answer, Error> {
        let mut parts: Vec<Component> = sum.parts.iter().map(|part| part.position.clone()).collect();
        if !self.wins(&parts, first)? {
            return Ok(Answer { winner: first.opponent(), winning_move: None, ended_by: None });
        }
        let winning_move = self.winning_move(&mut parts, first);
        let ended_by = winning_move.as_ref().err().copied();
        Ok(Answer { winner: first, winning_move: winning_move.ok().flatten(), ended_by })
    }

    /// A move that wins. What is known to win or looks best is tried first.
    fn winning_move(
        &mut self,
        parts: &mut [Component],
        first: Player,
    ) -> Result<Option<(usize, String)>, Error> {
        let mut moves = Vec::new();
        for i in 0..parts.len() {
            let before = parts[i].clone();
            for (name, after) in before.moves(first).into_iter().zip(before.plays(first)) {
                self.values.budget().check_now()?;
                parts[i] = after.clone();
                let pieces = self.pieces(parts, first.opponent())?;
                let pieces = self.valued(pieces)?;
                let lost = self.known.get(&pieces) == Some(&false) || self.judge(&pieces)? == Some(false);
                moves.push((Reverse((lost, self.ordering(&pieces)?)), i, name, after));
            }
            parts[i] = before;
        }
        moves.sort_by_key(|(ordering, ..)| *ordering);
        for (_, i, name, after) in moves {
            let before = std::mem::replace(&mut parts[i], after);
            let lost = !self.wins(parts, first.opponent())?;
            parts[i] = before;
            if lost {
                return Ok(Some((i, name)));
            }
        }
        Ok(None)
    }

    /// Does the player who moves first win?
    fn wins(&mut self, parts: &[Component], first: Player) -> Result<bool, Error> {
        let pieces = self.pieces(parts, first)?;
        self.left_wins(pieces)
    }

    /// The regions of all parts, seen from the player who moves first.
    fn pieces(&mut self, parts: &[Component], first: Player) -> Result<Pieces, Error> {
        let mut pieces = Pieces::new();
        for part in parts {
            let items = self.arena.parts(part).into_iter();
            pieces.extend(
                items.map(|item| Piece::Item(if first == Player::Left { item } else { item.negated() })),
            );
        }
        self.tidy(pieces)
    }

    /// The parts of a sum, as many as there are, each as a value; seen from the player who moves first.
    pub(crate) fn valued_completely(&mut self, sum: &Sum, first: Player) -> Result<Pieces, Error> {
        let mut pieces = Pieces::new();
        for part in &sum.parts {
            for item in self.arena.parts(&part.position) {
                let item = if first == Player::Left { item } else { item.negated() };
                pieces.push(Piece::Value(self.arena.value_at_any_cost(&self.values, item)?));
            }
        }
        self.tidy(pieces)
    }

    /// A piece for which the value takes the place of the position, if it is known.
    fn piece(&mut self, item: Item) -> Result<Piece, Error> {
        match self.arena.known_value(&self.values, item)? {
            Some(value) => Ok(Piece::Value(value)),
            None => {
                self.arena.graph(&self.values, item, 0)?;
                Ok(Piece::Item(item))
            }
        }
    }

    /// Puts values in the place of positions. The more often a position was met the more work it is worth.
    fn valued(&mut self, pieces: Pieces) -> Result<Pieces, Error> {
        let mut changed = false;
        let mut valued = Pieces::new();
        for piece in pieces {
            valued.push(match piece {
                Piece::Item(item) => match unless_full(self.arena.value(&self.values, item))?.flatten() {
                    Some(value) => {
                        changed = true;
                        Piece::Value(value)
                    }
                    None => {
                        self.arena.graph(&self.values, item, self.nodes)?;
                        piece
                    }
                },
                Piece::Value(_) => piece,
            });
        }
        if changed { self.tidy(valued) } else { Ok(valued) }
    }

    /// The same sum with as few parts as possible, in order.
    fn tidy(&self, pieces: Pieces) -> Result<Pieces, Error> {
        let zero = NumberUpStar::new(Dyadic::ZERO, 0, 0)?;
        let mut simple = zero;
        let mut kept = Pieces::new();
        for piece in pieces {
            if let Piece::Value(g) = piece
                && let Some(closed) = self.values.to_closed(g)
            {
                simple = simple.plus(closed)?;
                continue;
            }
            let opposite = self.negated(piece)?;
            match kept.iter().position(|other| *other == opposite) {
                Some(other) => drop(kept.swap_remove(other)),
                None => kept.push(piece),
            }
        }
        if simple != zero {
            kept.push(Piece::Value(self.values.closed(simple)?));
        }
        kept.sort_unstable();
        Ok(kept)
    }

    fn negated(&self, piece: Piece) -> Result<Piece, Error> {
        Ok(match piece {
            Piece::Value(g) => Piece::Value(self.values.negative(g)?),
            Piece::Item(item) => Piece::Item(item.negated()),
        })
    }

    /// Does Left win, moving first?
    fn left_wins(&mut self, pieces: Pieces) -> Result<bool, Error> {
        let pieces = self.valued(pieces)?;
        if let Some(known) = unless_full(self.judge(&pieces))?.flatten() {
            return Ok(known);
        }
        if let Some(&known) = self.known.get(&pieces) {
            return Ok(known);
        }
        self.count_node()?;
        let won = self.can_win(&pieces)?;
        self.make_room();
        self.known.insert(pieces, won);
        Ok(won)
    }

    /// Forgets sums that were searched, if there are too many.
    pub(crate) fn make_room(&mut self) {
        if self.known.len() + self.stops.len() >= self.most {
            self.known.clear();
            self.stops.clear();
        }
        if self.looks.len() >= self.most {
            self.looks.clear();
        }
    }

    /// Is there an option in which Right, moving first, loses?
    fn can_win(&mut self, pieces: &Pieces) -> Result<bool, Error> {
        let Some(mut options) = self.undecided(pieces)? else { return Ok(true) };
        options.sort_by_key(|(ordering, _)| Reverse(*ordering));
        // Better one that is known to be lost than the most promising one.
        for (_, option) in &mut options {
            self.values.check()?;
            if let Choice::Regions(i, regions) = option
                && let Some(items) = regions.iter().map(|region| self.arena.find(region)).collect()
            {
                *option = Choice::Sum(self.moved(pieces, *i, items)?);
            }
            if let Choice::Sum(option) = option
                && (self.known.get(option) == Some(&false) || self.judge(option)? == Some(false))
            {
                return Ok(true);
            }
        }
        for (_, option) in options {
            let option = match option {
                Choice::Sum(option) => option,
                Choice::Regions(i, regions) => {
                    let items = regions.into_iter().map(|region| self.arena.item(region)).collect();
                    self.moved(pieces, i, items)?
                }
            };
            if !deep(|| self.left_wins(option))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What Left can move to, seen from Right, the most promising first.
    pub(crate) fn options(&mut self, pieces: &Pieces) -> Result<Vec<Pieces>, Error> {
        let mut options = Vec::new();
        for (i, others) in each_with_others(pieces) {
            options.extend(self.options_of(pieces[i], &others)?);
        }
        options.sort_by_key(|(ordering, _)| Reverse(*ordering));
        options.dedup_by(|(_, a), (_, b)| a == b);
        Ok(options.into_iter().map(|(_, option)| option).collect())
    }

    /// What Left can move to, with promises. Where players can count on something, without what certainly loses, and nothing if
    /// something certainly wins; the rest is not looked up yet.
    fn undecided(&mut self, pieces: &Pieces) -> Result<Option<Vec<(i64, Choice)>>, Error> {
        let mut choices = Vec::new();
        for (i, others) in each_with_others(pieces) {
            self.values.budget().check_now()?;
            if let Piece::Item(item) = pieces[i]
                && self.arena.prospects(item).is_some()
                && let Some(prospects) = self.prospects(&others)?
            {
                let Some(options) = self.arena.undecided(item, prospects) else { return Ok(None) };
                let outlook = self.outlook(&others)?;
                for (evaluation, regions) in options {
                    let ahead = -outlook.ahead - f64::from(evaluation) / 8.0;
                    choices.push((Outlook { ahead, ..outlook }.ordering(), Choice::Regions(i, regions)));
                }
            } else {
                let options = self.options_of(pieces[i], &others)?.into_iter();
                choices.extend(options.map(|(ordering, sum)| (ordering, Choice::Sum(sum))));
            }
        }
        Ok(Some(choices))
    }

    /// The sum in which these have come in the place of a piece, seen from Right.
    fn moved(&mut self, pieces: &Pieces, i: usize, items: Parts) -> Result<Pieces, Error> {
        let mut next = pieces.clone();
        next.remove(i);
        for item in items {
            next.push(self.piece(item)?);
        }
        self.turned(next)
    }

    /// The sums in which Left has moved in a piece beside others, seen from Right, and how promising they are.
    fn options_of(&mut self, piece: Piece, others: &Pieces) -> Result<Vec<(i64, Pieces)>, Error> {
        let moves: Vec<Pieces> = match piece {
            Piece::Value(g) => {
                let options = self.values.options_of(g, Player::Left)?;
                options.iter().map(|&option| SmallVec::from_slice(&[Piece::Value(option)])).collect()
            }
            Piece::Item(item) => {
                let options = self.arena.options(item, Player::Left);
                let pieces = |parts: &Parts| parts.iter().map(|&part| self.piece(part)).collect();
                options.iter().map(pieces).collect::<Result<_, _>>()?
            }
        };
        let option = |left: Pieces| {
            self.values.check()?;
            let next = self.turned(others.iter().copied().chain(left).collect())?;
            Ok((self.ordering(&next)?, next))
        };
        moves.into_iter().map(option).collect()
    }

    /// A sum as the other player sees it.
    fn turned(&self, pieces: Pieces) -> Result<Pieces, Error> {
        let pieces = pieces.into_iter().map(|piece| self.negated(piece)).collect::<Result<_, _>>()?;
        self.tidy(pieces)
    }

    /// How bad a sum looks for Left who is to move in it, in sixteenths of a move.
    fn ordering(&mut self, pieces: &Pieces) -> Result<i64, Error> {
        self.outlook(pieces).map(Outlook::ordering)
    }

    fn outlook(&mut self, pieces: &Pieces) -> Result<Outlook, Error> {
        let mut outlook = Outlook { ahead: 0.0, hottest: 0.0 };
        for &piece in pieces {
            match (self.look(piece)?, piece) {
                (Some(look), _) => {
                    outlook.ahead += look.mean.to_f64();
                    outlook.hottest = outlook.hottest.max(look.temperature.to_f64());
                }
                (None, Piece::Item(item)) => outlook.ahead += f64::from(self.arena.evaluation(item)) / 8.0,
                (None, Piece::Value(_)) => {}
            }
        }
        Ok(outlook)
    }

    /// What is known about a piece from afar; `None` for a position without a thermograph.
    pub(crate) fn look(&mut self, piece: Piece) -> Result<Option<Look>, Error> {
        if let Piece::Value(g) = piece
            && let Some(&look) = self.looks.get(&g)
        {
            return Ok(Some(look));
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
            self.looks.insert(g, look);
        }
        Ok(Some(look))
    }

    /// Whether Left wins moving first, as far as it is seen without trying moves.
    fn judge(&mut self, pieces: &Pieces) -> Result<Option<bool>, Error> {
        // One value, or two, compare directly.
        match pieces[..] {
            [] => return Ok(Some(false)),
            [Piece::Value(g)] => return Ok(Some(!self.values.le(g, ValueId::ZERO)?)),
            [Piece::Value(g), Piece::Value(h)] => {
                return Ok(Some(!self.values.le(g, self.values.negative(h)?)?));
            }
            _ => {}
        }
        if let Some([left, right]) = self.prospects(pieces)? {
            if left.lacking(true) == 0 {
                return Ok(Some(true));
            }
            if right.lacking(false) == 0 {
                return Ok(Some(false));
            }
        }
        // Positions without a thermograph lie between numbers.
        let mut numbers = [Some(Dyadic::ZERO); 2];
        let mut graphs: SmallVec<[ThermographId; 8]> = SmallVec::new();
        let (mut mean, mut hottest, mut weight) = (Dyadic::ZERO, Dyadic::ZERO, Some(ValueId::ZERO));
        for &piece in pieces {
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
                (None, Piece::Item(item)) => {
                    weight = None;
                    for (sum, bound) in numbers.iter_mut().zip(self.arena.bounds(item)) {
                        *sum = sum.zip(bound).map(|(sum, bound)| sum.plus(bound)).transpose()?;
                    }
                }
                (None, Piece::Value(_)) => return Ok(None),
            }
        }
        let [low, high] = numbers;
        let reached = self.reached(&graphs)?;
        if let Some(high) = high {
            // With a single thermograph Left reaches that and no more.
            let most = if graphs.len() == 1 { reached } else { mean.plus(hottest)? };
            let most = most.plus(high)?;
            // Numbers alone must even be above zero.
            if most < Dyadic::ZERO || graphs.is_empty() && most <= Dyadic::ZERO {
                return Ok(Some(false));
            }
        }
        if let Some(low) = low
            && reached.plus(low)? > Dyadic::ZERO
        {
            return Ok(Some(true));
        }
        if mean == Dyadic::ZERO
            && let Some(weight) = weight
        {
            // Two ahead wins, one ahead with the move wins.
            if self.values.le(self.values.integer(1)?, weight)? {
                return Ok(Some(true));
            }
            if self.values.le(weight, self.values.integer(-2)?)? {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    /// What both players can count on, if all positions say so. A value counts as the integer below or above it.
    fn prospects(&mut self, pieces: &Pieces) -> Result<Option<[Prospects; 2]>, Error> {
        let mut sum = [Prospects::default(); 2];
        for &piece in pieces {
            let prospects = match piece {
                Piece::Item(item) => self.arena.prospects(item),
                Piece::Value(g) => self.integers_around(g)?.map(|ahead| ahead.map(Prospects::of_moves)),
            };
            let Some(prospects) = prospects else { return Ok(None) };
            for (sum, part) in sum.iter_mut().zip(prospects) {
                *sum += part;
            }
        }
        Ok(Some(sum))
    }

    /// How many moves Left, and Right, is ahead at least.
    fn integers_around(&mut self, g: ValueId) -> Result<Option<[i32; 2]>, Error> {
        let Some(look) = self.look(Piece::Value(g))? else { return Ok(None) };
        let (graph, number) = (self.values.thermographs().get(look.graph), self.values.is_number(g));
        let below = |budget: Dyadic| {
            // A value that stops at an integer may be infinitesimally less.
            let least = if budget.is_integer() && !number { budget.floor() - 1 } else { budget.floor() };
            i32::try_from(least).ok().filter(|least| least.abs() < 1 << 20)
        };
        let [left, right] = Player::BOTH.map(|player| graph.wall(player).at(Dyadic::ZERO));
        Ok(below(right?).zip(below(-left?)).map(|(left, right)| [left, right]))
    }

    /// A score that Left surely reaches, moving first: at some temperature the move in
    /// the widest part, and Right's walls of all others.
    pub(crate) fn reached(&self, graphs: &[ThermographId]) -> Result<Dyadic, Error> {
        let mut best = Dyadic::ZERO;
        let graphs: SmallVec<[&Thermograph; 8]> =
            graphs.iter().map(|&graph| self.values.thermographs().get(graph)).collect();
        let mut temperatures: SmallVec<[Dyadic; 32]> = SmallVec::from_slice(&[Dyadic::ZERO]);
        for graph in &graphs {
            for player in Player::BOTH {
                let corners = graph.wall(player).corners().iter().map(|corner| corner.temperature);
                temperatures.extend(corners.filter(|t| *t > Dyadic::ZERO));
            }
        }
        temperatures.sort_unstable();
        temperatures.dedup();
        for (i, &t) in temperatures.iter().enumerate() {
            self.values.check()?;
            let (mut sum, mut widest) = (Dyadic::ZERO, Dyadic::ZERO);
            for graph in &graphs {
                let [left, right] = [graph.wall(Player::Left).at(t)?, graph.wall(Player::Right).at(t)?];
                sum = sum.plus(right)?;
                widest = widest.max(left.minus(right)?);
            }
            let reached = sum.plus(widest)?;
            best = if i == 0 { reached } else { best.max(reached) };
        }
        Ok(best)
    }
}
