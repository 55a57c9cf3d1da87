//! Monte Carlo tree search over the whole sum. A leaf is evaluated by a few moves of random play followed by
//! the static evaluation of the rules. Progressive widening: the number of moves that are tried grows with the
//! visits, in the order of αβ search. The search itself is [`adversary::mcts`].

use super::alphabeta::{Field, Step, Sums};
use super::scene::Scene;
use super::{Choice, NoMove, Player, part_of_time};
use crate::State;
use crate::atlas::{Atlas, Habits};
use crate::memory::Memory;
use adversary::mcts::{Domain, Mcts as Search, Tried};
use adversary::sparse_sampling::{Sparse, Widening};
use fastrand::Rng;
use positions::Knowledge;
use rules::Outcomes;
use smallvec::smallvec;
use std::cmp::Reverse;
use values::{Budget, Player as Side};

/// The number of random moves before the static evaluation.
const PLAYOUT: Option<u32> = Some(4);
/// The number of options of a region, from the best, that random moves are chosen from.
const PLAUSIBLE: usize = 4;
/// The advantage, in eighths of a move, that is nearly a win.
const SURE: f64 = 48.0;

/// The player.
pub(super) struct Mcts {
    knowledge: Knowledge,
    memory: Memory,
    /// The sums of each thread.
    sums: Vec<Sums>,
    random: Rng,
}

impl Mcts {
    pub(super) fn new(knowledge: Knowledge, memory: Memory) -> Self {
        Self { knowledge, memory, sums: Vec::new(), random: Rng::with_seed(0) }
    }
}

impl Domain for Sums {
    type State = Field;
    type Move = Step;

    const SHARES_STATES: bool = true;

    fn to_move(&self, field: &Field) -> Side {
        field.1
    }

    fn moves(&mut self, field: &Field, _: &mut Rng) -> Vec<Step> {
        let mut moves = self.steps(field);
        moves.sort_by_key(|(ordering, _)| Reverse(*ordering));
        moves.into_iter().map(|(_, step)| step).collect()
    }

    fn outcomes(&mut self, field: &Field, step: Step) -> Outcomes<Field> {
        smallvec![(1, self.after(field, step))]
    }

    fn score(&mut self, (regions, _): &Field, is_cut: bool) -> Option<f64> {
        // Without room for options, a simulation ends where it is.
        let is_cut = is_cut || !self.has_room();
        let is_over = is_cut || regions.iter().all(|&region| self.0.is_settled(region));
        // The logistic function, scaled to scores from −1 to 1.
        is_over.then(|| (1.5 * self.0.evaluation_of_sum(regions) as f64 / SURE).tanh())
    }

    fn random_play(&mut self, field: &Field, random: &mut Rng) -> Field {
        let (regions, player) = field;
        let region = regions[random.usize(..regions.len())];
        if self.0.is_settled(region) {
            return field.clone();
        }
        match self.0.count(region, *player).min(PLAUSIBLE) {
            0 => (regions.clone(), player.opponent()),
            best => self.after(field, (region, random.u32(..best as u32))),
        }
    }

    fn has_room(&self) -> bool {
        self.0.check_room().is_ok()
    }
}

impl Player for Mcts {
    fn begin(&mut self, _: &State, _: Side, seed: u64) {
        self.sums.iter_mut().for_each(|sums| sums.0.forget());
        self.random = Rng::with_seed(seed);
    }

    fn choose(&mut self, state: &State, deadline: &Budget) -> Result<Choice, NoMove> {
        let mut budget = part_of_time(deadline, 1.0);
        let sparse = Sparse { moves: Widening::new((5, 4), (1, 2)), outcomes: None };
        let mut search = Search { cut: PLAYOUT, sparse, seed: self.random.u64(..), ..Search::default() };
        if let Some(nodes) = budget.nodes_left() {
            // A node of this player is a simulation.
            (search.limit, budget) = (nodes, budget.with_nodes(u64::MAX));
        }
        let habits = || Habits { knowledge: self.knowledge.afresh(), ..Habits::default() };
        let threads = budget.threads();
        let memory = self.memory.without_values().shared(threads);
        if self.sums.len() != threads {
            self.sums = (0..threads).map(|_| Sums(Atlas::new(habits(), memory))).collect();
        }
        let bytes = budget.bytes().min(self.memory.tree);
        let budget = budget.with_bytes(bytes);
        let plan = search.search_together(&mut self.sums, &budget, |search, sums, budget| {
            sums.0.tidy(budget);
            let scene = Scene::new(&mut sums.0, state);
            let mut field: Field = (scene.regions().into(), scene.player);
            field.0.sort_unstable();
            let plan = search.search_in(sums, field, budget);
            let named = |&Tried { action: (region, index), visits, mean, proved }: &Tried<Step>| {
                let option = sums.0.option(region, scene.player, index as usize).filter(|_| visits > 0)?;
                Some(Tried { action: scene.find(region, &option)?.action, visits, mean, proved })
            };
            plan.with(plan.tried.iter().filter_map(named).collect())
        });
        let choice = plan.best().map(|best| {
            let won = 50.0 * (1.0 + state.to_move().sees(best.mean));
            let reason = format!("{} of {} visits, {won:.0} % won", best.visits, plan.simulations);
            Choice { action: best.action, depth: None, reason }
        });
        let atlas = &mut self.sums[0].0;
        choice.or_else(|| Scene::new(atlas, state).greedy(atlas, state)).ok_or(NoMove::None)
    }

    fn bytes(&self) -> usize {
        self.sums.iter().map(|sums| sums.0.bytes()).sum()
    }
}
