//! Who wins a sum under misère play, where the player who makes the last move loses? Values do not tell: equal
//! values may be won by different players, and a game and its negative do not cancel. What stays true is that
//! a position without moves can be left out, that independent regions can be exchanged and reflected, and that
//! the negative of a sum is won by the other player. So a sum is a sorted list of regions in normal form, seen
//! from the player to move, and a search with a transposition table tries all moves.

use crate::{Answer, Component, Signed, Sum};
use positions::{Options, Parts, SignedId, Store, TranspositionTable, negated, sorted};
use values::{Budget, Error, Player, deep};

/// What is known about a region.
struct Facts {
    /// Has one of the players a move?
    is_alive: bool,
    /// Is it its own negative?
    is_impartial: bool,
}

/// Solves sums under misère play. What it has found out about a sum is kept for the next ones.
pub struct MisereSolver {
    regions: Store<Component, Facts, Options<Parts>>,
    /// Does the player to move win, who sees the sum as Left?
    known: TranspositionTable<Parts, bool>,
    nodes: u64,
}

impl MisereSolver {
    /// A solver that takes about this many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { regions: Store::new(bytes / 2), known: TranspositionTable::with_bytes(bytes / 2), nodes: 0 }
    }

    /// The number of sums that were searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// About the bytes of what was found out.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.regions.bytes() + self.known.bytes()
    }

    /// Solves a sum with this player to move.
    ///
    /// ```
    /// use sums::{MisereSolver, Sum};
    /// use values::{Budget, Player};
    ///
    /// let mut solver = MisereSolver::new(1 << 20);
    /// // In normal play a heap of two is won by taking all of it, in misère play by leaving one.
    /// let answer = solver.solve(&Sum::read("nim:2")?, Player::Left, &Budget::endless())?;
    /// assert_eq!(answer.winning_move, Some((0, "2>1".to_owned())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, sum: &Sum, first: Player, budget: &Budget) -> Result<Answer, Error> {
        let mut parts: Vec<Component> = sum.parts.iter().map(|part| part.position.clone()).collect();
        let answer = |winner, winning_move| Answer { winner, winning_move, ended_by: None };
        if !self.wins_first(&parts, first, budget)? {
            return Ok(answer(first.opponent(), None));
        }
        for i in 0..parts.len() {
            let before = parts[i].clone();
            for (name, after) in before.moves(first).into_iter().zip(before.plays(first)) {
                parts[i] = after;
                if !self.wins_first(&parts, first.opponent(), budget)? {
                    return Ok(answer(first, Some((i, name))));
                }
            }
            parts[i] = before;
        }
        // A player without a move wins.
        Ok(answer(first, None))
    }

    /// Does the player who moves first win?
    fn wins_first(&mut self, parts: &[Component], first: Player, budget: &Budget) -> Result<bool, Error> {
        let regions = parts.iter().flat_map(Component::regions);
        let sum = self.intern(regions.collect());
        let sum = if first == Player::Left { sum } else { self.negative(&sum) };
        self.wins(&sum, budget)
    }

    /// Does Left, who is to move, win?
    fn wins(&mut self, sum: &Parts, budget: &Budget) -> Result<bool, Error> {
        if let Some(wins) = self.known.get(sum) {
            return Ok(wins);
        }
        budget.check()?;
        self.regions.check_room()?;
        let before = self.nodes;
        self.nodes += 1;
        let wins = self.finds_win(sum, budget)?;
        self.known.put(sum.clone(), wins, self.nodes - before);
        Ok(wins)
    }

    fn finds_win(&mut self, sum: &Parts, budget: &Budget) -> Result<bool, Error> {
        let mut has_moves = false;
        for (i, &region) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == region {
                continue;
            }
            let options = self.options(region);
            has_moves |= !options.is_empty();
            for option in options {
                let rest = sum[..i].iter().chain(&sum[i + 1..]).chain(&option).copied();
                let after = self.negative(&sorted(rest));
                if !deep(|| self.wins(&after, budget))? {
                    return Ok(true);
                }
            }
        }
        Ok(!has_moves)
    }

    /// The options of Left in a region.
    fn options(&self, region: SignedId) -> Vec<Parts> {
        let (node, player) = (region.node(), region.owner(Player::Left));
        let listed = self.regions.listed(node, player).unwrap_or_else(|| {
            let options = self.regions.position(node).options(player);
            let mut options: Vec<Parts> = options.into_iter().map(|option| self.intern(option)).collect();
            options.sort_unstable();
            options.dedup();
            self.regions.list(node, player, options)
        });
        listed.iter().map(|option| self.times(option, region.is_negative())).collect()
    }

    /// The regions in which there are moves.
    fn intern(&self, regions: Vec<Signed>) -> Parts {
        let facts = |component: &Component| {
            self.regions.count(component.bytes());
            Facts {
                is_alive: Player::BOTH.into_iter().any(|player| component.count_moves(player) > 0),
                is_impartial: component.is_impartial(),
            }
        };
        let ids = regions.into_iter().filter_map(|Signed { component, negative }| {
            let node = self.regions.intern(component, facts);
            let Facts { is_alive, is_impartial } = self.regions.data(node);
            is_alive.then(|| SignedId::new(node, negative && !is_impartial))
        });
        sorted(ids)
    }

    fn negative(&self, sum: &Parts) -> Parts {
        self.times(sum, true)
    }

    /// The regions, or their negatives. An impartial region is its own.
    fn times(&self, sum: &Parts, negative: bool) -> Parts {
        if !negative {
            return sum.clone();
        }
        let is_impartial = |region: &SignedId| self.regions.data(region.node()).is_impartial;
        match sum.iter().any(is_impartial) {
            false => negated(sum, true),
            true => sorted(sum.iter().map(|region| region.times(!is_impartial(region)))),
        }
    }
}
