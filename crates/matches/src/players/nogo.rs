//! Monte Carlo tree search of sums that the last move decides, with what the NoGo program HappyNoGo knows (Shan
//! 2013, §4.5). Three propositions take work from UCT, and each needs those before it:
//!
//! 1. A cell on which neither player can move is worth 0. So states that differ only there are one, and so are
//!    those that are reflected.
//! 2. Regions are independent. So a region cancels its negative, one of value 0 is dropped, small ones have exact
//!    values, and a sum of such regions is decided without play.
//! 3. A cell on which only one player will ever move is a free move of that player. Free moves are counted,
//!    and are made when nothing else is left.
//!
//! They are stated for NoGo, whose regions follow them ([`rules::games::nogo`]), and hold for the regions of
//! other games. What is decided goes up the tree as a proof. At the root are the moves of the boards themselves: a
//! region that was cut out may be written otherwise than the same region of the board.

use super::theory::Guess;
use super::{Choice, NoMove, Player, part_of_time};
use crate::memory::Memory;
use crate::{Ending, Move, State};
use adversary::mcts::{Domain, Mcts};
use exact::Tables;
use fastrand::Rng;
use positions::{Options, Parts, SignedId, Store, negated, sorted};
use rules::Outcomes;
use smallvec::smallvec;
use std::fmt::{self, Display};
use std::sync::OnceLock;
use sums::{Component, Signed};
use values::{Budget, Dyadic, Error, Limits, Outcome, Player as Side, ValueId, Values};

/// The maximum number of moves that can be made in a region whose value is worked out.
const SETTLED: u32 = 7;
/// The maximum number of canonical forms. Beyond it, regions have no values.
const VALUES: u32 = 400_000;
/// As in [`Limits::cache_bits`].
const CACHE_BITS: u32 = 18;
/// The memory of regions in bytes. When it is used up, all are forgotten before the next move.
const REGIONS: usize = 200 << 20;

/// Which propositions are used: the first ones, up to this number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Propositions {
    /// States without cells on which neither player can move (Proposition 1).
    pub dead_cells: bool,
    /// Values of independent regions (Proposition 2).
    pub values: bool,
    /// Free moves, which are counted (Proposition 3).
    pub free_moves: bool,
}

impl Propositions {
    /// All of them.
    pub const ALL: Self = Self { dead_cells: true, values: true, free_moves: true };

    fn numbered(self) -> [(char, bool); 3] {
        [('1', self.dead_cells), ('2', self.values), ('3', self.free_moves)]
    }

    /// Reads numbers joined by `+`, or `none`. `None` means that there is another text, or that 2 or 3 comes
    /// without 1.
    pub(super) fn read(text: &str) -> Option<Self> {
        let numbers: Vec<&str> = if text == "none" { Vec::new() } else { text.split('+').collect() };
        let [dead_cells, values, free_moves] = ["1", "2", "3"].map(|number| numbers.contains(&number));
        let found = Self { dead_cells, values, free_moves };
        let count = found.numbered().iter().filter(|(_, is_there)| *is_there).count();
        (count == numbers.len() && (dead_cells || count == 0)).then_some(found)
    }
}

impl Display for Propositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let there = self.numbered().into_iter().filter(|(_, is_there)| *is_there);
        let numbers: Vec<String> = there.map(|(number, _)| number.to_string()).collect();
        f.write_str(&if numbers.is_empty() { "none".to_owned() } else { numbers.join("+") })
    }
}

/// A sum: its regions, sorted, the free moves of Left less those of Right, and the player to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Field {
    open: Parts,
    free: i32,
    player: Side,
    /// Is it the sum at the root, whose moves are those of the boards?
    is_root: bool,
}

/// What a region falls apart into: regions and free moves.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Left {
    open: Parts,
    free: i32,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    /// In a region, by the number of the option there.
    Region(SignedId, u32),
    /// A free move.
    Free,
    /// At the root, by the number of the sum after it.
    Root(u32),
}

/// All regions that were met.
struct Sums {
    propositions: Propositions,
    store: Store<Component, OnceLock<Option<ValueId>>, Options<Left>>,
    values: Values,
    tables: Tables,
    /// The different sums after the moves at the root.
    after_root: Vec<Field>,
}

impl Sums {
    fn new(propositions: Propositions, memory: Memory) -> Self {
        let (values, cache_bits) = (VALUES.min(memory.values), CACHE_BITS.min(memory.cache_bits));
        let limits = Limits { values, cache_bits, ..Limits::default() };
        let (store, tables) = (Store::new(REGIONS.min(memory.full / 2)), Tables::default());
        let values = Values::with_limits(limits);
        Self { propositions, store, values, tables, after_root: Vec::new() }
    }

    /// The regions of positions, as far as the propositions go.
    fn split(&self, components: &[Component]) -> Left {
        let whole = |component: &Component| vec![Signed { component: component.clone(), negative: false }];
        let regions = components.iter().flat_map(|component| match self.propositions.dead_cells {
            true => component.regions(),
            false => whole(component),
        });
        let mut left = Left { open: Parts::new(), free: 0 };
        for Signed { component, negative } in regions {
            let counts = [Side::Left, Side::Right].map(|player| component.count_moves(player));
            let sign = if negative { -1 } else { 1 };
            match counts {
                [0, 0] if self.propositions.dead_cells => {}
                [1, 0] if self.is_free(&component, Side::Left) => left.free += sign,
                [0, 1] if self.is_free(&component, Side::Right) => left.free -= sign,
                _ => {
                    self.store.count(component.bytes());
                    left.open
                        .push(SignedId::new(self.store.intern(component, |_| OnceLock::new()), negative));
                }
            }
        }
        self.tidied(left)
    }

    /// Is the only move in a region the last one there?
    fn is_free(&self, component: &Component, player: Side) -> bool {
        let is_last = |after: Component| Side::BOTH.into_iter().all(|player| after.count_moves(player) == 0);
        self.propositions.free_moves && component.play(player, 0).is_some_and(is_last)
    }

    /// Sorted, and with Proposition 2 without what is worth 0.
    fn tidied(&self, mut left: Left) -> Left {
        left.open = sorted(left.open.into_iter());
        if self.propositions.values {
            let mut open = Parts::new();
            for region in left.open {
                let negative = open.iter().position(|other: &SignedId| *other == region.times(true));
                match negative {
                    Some(other) => drop(open.remove(other)),
                    None if self.value(region) == Some(ValueId::ZERO) => {}
                    None => open.push(region),
                }
            }
            left.open = open;
        }
        left
    }

    /// The value of a region, if it is small.
    fn value(&self, region: SignedId) -> Option<ValueId> {
        let node = region.node();
        let value = *self.store.data(node).get_or_init(|| {
            let component = self.store.position(node);
            let is_small = component.longest_play().is_some_and(|moves| moves <= SETTLED);
            is_small.then(|| self.tables.value(&self.values, component.position()).ok()).flatten()
        });
        match region.is_negative() {
            true => self.values.negative(value?).ok(),
            false => value,
        }
    }

    fn options(&self, region: SignedId, player: Side) -> &[Left] {
        let (node, player) = (region.node(), region.owner(player));
        self.store.listed(node, player).unwrap_or_else(|| {
            let component = self.store.position(node);
            let options = component.plays(player).into_iter().map(|option| self.split(&[option]));
            let mut options: Vec<Left> = options.collect();
            if self.propositions.dead_cells {
                options.sort_by(|a, b| (&a.open, a.free).cmp(&(&b.open, b.free)));
                options.dedup();
            }
            self.store.list(node, player, options)
        })
    }

    /// The sum of these boards.
    fn field(&self, components: &[Component], player: Side, is_root: bool) -> Field {
        let Left { open, free } = self.split(components);
        Field { open, free, player, is_root }
    }

    /// The sum after a move.
    fn after(&self, field: &Field, step: Step) -> Field {
        let Field { open, free, player, .. } = field;
        let next = |open, free| Field { open, free, player: player.opponent(), is_root: false };
        match step {
            Step::Root(index) => self.after_root[index as usize].clone(),
            Step::Free => next(open.clone(), free - player.sees(1)),
            Step::Region(region, index) => {
                let option = &self.options(region, *player)[index as usize];
                let sign = if region.is_negative() { -1 } else { 1 };
                let mut rest = open.clone();
                if let Some(place) = rest.iter().position(|known| *known == region) {
                    rest.remove(place);
                }
                rest.extend(negated(&option.open, region.is_negative()));
                let left = self.tidied(Left { open: rest, free: free + sign * option.free });
                next(left.open, left.free)
            }
        }
    }

    /// All moves of the player to move.
    fn steps(&self, field: &Field) -> Vec<Step> {
        if field.is_root {
            return (0..self.after_root.len() as u32).map(Step::Root).collect();
        }
        let mut steps = Vec::new();
        for (i, &region) in field.open.iter().enumerate() {
            if i == 0 || field.open[i - 1] != region {
                let count = self.options(region, field.player).len();
                steps.extend((0..count as u32).map(|index| Step::Region(region, index)));
            }
        }
        if steps.is_empty() && field.player.sees(field.free) > 0 {
            steps.push(Step::Free);
        }
        steps
    }

    /// The winner. `None` means that it is not known without play.
    fn winner(&self, field: &Field) -> Option<Side> {
        let Field { open, free, player, is_root } = field;
        if *is_root {
            return self.after_root.is_empty().then(|| player.opponent());
        }
        if open.is_empty() {
            // The player to move needs a free move more.
            let wins = player.sees(*free) > 0;
            return Some(if wins { *player } else { player.opponent() });
        }
        let by_value = || -> Result<Option<Outcome>, Error> {
            let mut total = self.values.number(Dyadic::from(*free))?;
            for &region in open {
                let Some(value) = self.value(region) else { return Ok(None) };
                total = self.values.sum(total, value)?;
            }
            self.values.outcome(total).map(Some)
        };
        let known = if self.propositions.values { by_value().ok().flatten() } else { None };
        match known {
            Some(Outcome::Left) => Some(Side::Left),
            Some(Outcome::Right) => Some(Side::Right),
            Some(Outcome::Next) => Some(*player),
            Some(Outcome::Previous) => Some(player.opponent()),
            None => self.steps(field).is_empty().then(|| player.opponent()),
        }
    }
}

impl Domain for Sums {
    type State = Field;
    type Move = Step;

    const SHARES_STATES: bool = true;

    fn to_move(&self, field: &Field) -> Side {
        field.player
    }

    fn moves(&mut self, field: &Field, random: &mut Rng) -> Vec<Step> {
        let mut steps = self.steps(field);
        random.shuffle(&mut steps);
        steps
    }

    fn outcomes(&mut self, field: &Field, step: Step) -> Outcomes<Field> {
        smallvec![(1, self.after(field, step))]
    }

    fn score(&mut self, field: &Field, is_cut: bool) -> Option<f64> {
        let winner = self.winner(field).map(|winner| winner.sees(1.0));
        winner.or((is_cut || !self.has_room()).then_some(0.0))
    }

    fn random_play(&mut self, field: &Field, random: &mut Rng) -> Field {
        let count: usize = field.open.iter().map(|&region| self.options(region, field.player).len()).sum();
        let mut place = if count > 0 { random.usize(..count) } else { 0 };
        for &region in &field.open {
            let here = self.options(region, field.player).len();
            if place < here {
                return self.after(field, Step::Region(region, place as u32));
            }
            place -= here;
        }
        self.after(field, Step::Free)
    }

    fn has_room(&self) -> bool {
        self.store.check_room().is_ok()
    }
}

/// The player.
pub(super) struct NoGo {
    propositions: Propositions,
    memory: Memory,
    sums: Sums,
    random: Rng,
    /// The propositions are about normal play, so misère play is guessed.
    guess: Guess,
}

impl NoGo {
    pub(super) fn new(propositions: Propositions, memory: Memory) -> Self {
        let (random, guess) = (Rng::with_seed(0), Guess::new(memory));
        Self { propositions, memory, sums: Sums::new(propositions, memory), random, guess }
    }

    fn forget(&mut self) {
        self.sums = Sums::new(self.propositions, self.memory);
    }
}

impl Player for NoGo {
    fn begin(&mut self, start: &State, side: Side, seed: u64) {
        self.forget();
        self.random = Rng::with_seed(seed);
        self.guess.begin(start, side, seed);
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        if state.ending() == Ending::Misere {
            return self.guess.choose(state, deadline);
        }
        if !self.sums.has_room() {
            self.forget();
        }
        let player = state.to_move();
        let parts: Vec<Component> = state.sum().parts.iter().map(|part| part.position.clone()).collect();
        let mut actions = Vec::new();
        self.sums.after_root.clear();
        for (part, component) in parts.iter().enumerate() {
            for (index, option) in component.plays(player).into_iter().enumerate() {
                let mut after = parts.clone();
                after[part] = option;
                let after = self.sums.field(&after, player.opponent(), false);
                if !self.sums.after_root.contains(&after) {
                    self.sums.after_root.push(after);
                    actions.push(Move { part, index });
                }
            }
        }
        let root = self.sums.field(&parts, player, true);
        let bytes = deadline.bytes().min(self.memory.tree);
        let budget = part_of_time(deadline, 1.0).with_bytes(bytes);
        let search = Mcts { seed: self.random.u64(..), proofs: true, ..Mcts::default() };
        let plan = search.search_in(&mut self.sums, root, &budget);
        let chosen = plan.best().and_then(|best| match best.action {
            Step::Root(index) => actions.get(index as usize),
            Step::Region(..) | Step::Free => None,
        });
        let action = *chosen.or(actions.first()).ok_or(NoMove::None)?;
        let reason = match plan.best() {
            Some(best) if best.proved == Some(player.sees(1.0)) => "wins, whatever comes later".to_owned(),
            Some(best) => {
                let won = 50.0 * (1.0 + player.sees(best.mean));
                format!("{won:.0} % won, {} of {} visits", best.visits, plan.simulations)
            }
            None => "nothing is left but free moves".to_owned(),
        };
        Ok(Choice { action, depth: None, reason })
    }

    fn bytes(&self) -> usize {
        self.sums.store.bytes() + self.sums.values.load() * Limits::BYTES_PER_VALUE
    }
}
