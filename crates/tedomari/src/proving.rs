//! The winner of a sum by searches over whole sums, without the theory of sums: αβ and proof-number search.

use crate::checkpoint::{Checkpoint, LEFT_FREE, Spelled, in_slices};
use adversary::alphabeta::{AlphaBeta, Options, POINT, Plain, Window};
use adversary::history::Repetition;
use adversary::proof_number::{
    Answers, Choice, DfPn, Numbers, Oracle, Pn, Proof, Thresholds, Verdict, good_move,
};
use rules::{Deterministic, Position, Search, ToMove};
use std::str::FromStr;
use sums::{Sum, Whole, WholeMove};
use values::{Budget, Error, Player, Progress};

/// The method that finds the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SolveMethod {
    /// Values where they are cheap, bounds, and a search of the rest: for sums, and for most positions.
    #[default]
    Values,
    /// αβ search with a transposition table: for comparison, and for games with good move ordering.
    AlphaBeta,
    /// Proof-number search with the whole tree in memory: finds narrow wins, and proofs of small positions.
    Pn,
    /// Depth-first proof-number search with a transposition table: for large positions with few good moves.
    DfPn,
    /// Proof-number search for all scores in one tree.
    PnAll,
}

impl SolveMethod {
    /// All methods by name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("values", Self::Values),
        ("alphabeta", Self::AlphaBeta),
        ("pn", Self::Pn),
        ("dfpn", Self::DfPn),
        ("pn-all", Self::PnAll),
    ];

    /// The name of the method.
    pub(crate) fn name(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, method)| *method == self);
        known.expect("every method has a name").0
    }
}

impl FromStr for SolveMethod {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|(name, _)| *name == text);
        known.map(|&(_, method)| method).ok_or_else(|| format!("there is no method '{text}'"))
    }
}

/// A state of a sum.
pub(crate) type State = ToMove<Whole>;

/// The result of a search, or its state when it ended early.
pub(crate) struct Found<M> {
    pub(crate) result: Result<Best<M>, Error>,
    pub(crate) nodes: u64,
    pub(crate) numbers: Option<Numbers>,
    pub(crate) proof: Option<Result<Proof, Error>>,
}

impl<M> Found<M> {
    /// The proof and the disproof number of a search that ended early.
    pub(crate) fn open_numbers(&self) -> Option<(u32, u32)> {
        let numbers = self.numbers.filter(|_| self.result.is_err())?;
        Some((numbers.proof, numbers.disproof))
    }
}

/// The winner, where `None` means a draw, and a best move, where `None` means that the player to move loses.
pub(crate) struct Best<M> {
    pub(crate) winner: Option<Player>,
    pub(crate) action: Option<M>,
}

/// The limits and the options of a search.
pub(crate) struct Terms<'a> {
    pub(crate) budget: &'a Budget,
    pub(crate) progress: &'a Progress,
    pub(crate) proof: bool,
    pub(crate) draws: bool,
    /// Does the program end when time is over?
    pub(crate) last: bool,
    /// Where df-pn keeps what it has found out.
    pub(crate) checkpoint: Option<&'a Checkpoint<'a>>,
}

/// The divisor of the memory for the transposition table: a state in it refers to regions elsewhere, which
/// take many times as much.
const TABLE_SHARE: usize = 16;

/// The approximate memory of a state of a proof during its construction, in bytes.
const BYTES_PER_STATE: usize = 400;

/// A depth beyond any play.
const DEPTH: u32 = 1 << 20;

/// The sum with a player who moves first.
pub(crate) fn root(sum: &Sum, first: Player) -> State {
    ToMove { position: Whole::new(sum), player: first }
}

pub(crate) fn name(state: &State, action: WholeMove) -> String {
    let name = state.position.name(state.player, action);
    if state.position.parts() > 1 { format!("{} {name}", action.part() + 1) } else { name }
}

impl SolveMethod {
    /// Finds the winner of a sum. Depth-first proof-number search of a single position runs on it directly,
    /// which is faster.
    pub(crate) fn find_sum(self, sum: &Sum, root: &State, terms: &Terms<'_>) -> Found<WholeMove> {
        if let (Self::DfPn, [part]) = (self, &sum.parts[..])
            && !part.game.is_empty()
            // A score is played out as free moves, which only sums have.
            && !part.position.is_scored()
        {
            return part.position.position().search(Alone { first: root.player, terms });
        }
        self.find(root, terms, terms.budget.bytes() / TABLE_SHARE)
    }

    /// Finds the winner. A method with a transposition table gets one of about `table` bytes.
    /// [`Self::Values`] is not allowed: the solver of sums handles it.
    pub(crate) fn find<S: Deterministic + Spelled>(
        self,
        root: &S,
        terms: &Terms<'_>,
        table: usize,
    ) -> Found<S::Move> {
        match self {
            Self::Values => unreachable!("the solver of sums answers by values"),
            Self::AlphaBeta => alphabeta(root, terms, table),
            Self::Pn => pn(root, terms),
            Self::DfPn => dfpn(root, terms, table),
            Self::PnAll => pn_all(root, terms),
        }
    }
}

/// Depth-first proof-number search of a single position.
struct Alone<'a> {
    first: Player,
    terms: &'a Terms<'a>,
}

impl Search for Alone<'_> {
    type Output = Found<WholeMove>;

    fn run<P: Position>(self, position: &P) -> Found<WholeMove> {
        let moves = position.moves(self.first);
        let number = |action| moves.iter().position(|known| *known == action);
        let share = if std::mem::needs_drop::<P>() { TABLE_SHARE } else { 1 };
        let root = ToMove { position: position.clone(), player: self.first };
        let found = dfpn(&root, self.terms, self.terms.budget.bytes() / share);
        let result = found.result.map(|Best { winner, action }| {
            let action = action.and_then(number).map(|index| WholeMove::new(0, index));
            Best { winner, action }
        });
        Found { result, nodes: found.nodes, numbers: found.numbers, proof: found.proof }
    }
}

/// Frees memory. When time is over and the program ends, it leaves this to the process: freeing gigabytes
/// piece by piece takes a good part of a second.
pub(crate) fn discard<T>(used: T, last: bool, budget: &Budget) {
    if last && budget.is_spent() {
        std::mem::forget(used);
    }
}

/// The sign of the score. It asks whether the score is at least 1 and, in games with draws, at least 0.
fn sign(terms: &Terms<'_>, mut at_least: impl FnMut(i32) -> Result<bool, Error>) -> Result<i32, Error> {
    if at_least(1)? {
        return Ok(1);
    }
    Ok(if terms.draws && at_least(0)? { 0 } else { -1 })
}

fn winner(sign: i32) -> Option<Player> {
    match sign {
        1 => Some(Player::Left),
        0 => None,
        _ => Some(Player::Right),
    }
}

fn pn<S: Deterministic>(root: &S, terms: &Terms<'_>) -> Found<S::Move> {
    let (mut nodes, mut numbers, mut action, mut proof) = (0, None, None, None);
    let sign = sign(terms, |threshold| {
        // A growing list briefly takes twice its memory.
        let mut search = Pn::new(root.clone(), threshold, terms.budget.bytes() / 2);
        search.set_progress(terms.progress.clone());
        let verdict = search.run(terms.budget);
        nodes += search.expanded();
        numbers = Some(search.numbers());
        let holds = verdict?.holds();
        action = search.winning_move().or(action);
        if terms.proof {
            proof = search.proof(terms.budget.bytes() / 2 / BYTES_PER_STATE, terms.budget).transpose();
        }
        Ok(holds)
    });
    Found { result: sign.map(|sign| Best { winner: winner(sign), action }), nodes, numbers, proof }
}

fn pn_all<S: Deterministic>(root: &S, terms: &Terms<'_>) -> Found<S::Move> {
    let mut search = Thresholds::new(root.clone(), -1, 1, Choice::Easiest, terms.budget.bytes() / 2);
    search.set_progress(terms.progress.clone());
    let sign = search.run(terms.budget);
    Found {
        result: sign.map(|sign| Best { winner: winner(sign), action: search.winning_move() }),
        nodes: search.expanded(),
        numbers: Some(search.numbers(1)),
        proof: None,
    }
}

fn dfpn<S: Deterministic + Spelled>(root: &S, terms: &Terms<'_>, table: usize) -> Found<S::Move> {
    let table = if terms.checkpoint.is_some() { table - table / LEFT_FREE } else { table };
    let mut search = DfPn::new(table, Repetition::Never, terms.budget.clone());
    search.set_progress(terms.progress.clone());
    let started = terms.checkpoint.map_or(Ok(()), |file| file.start(&mut search, terms.budget));
    let mut numbers = None;
    let result = started.and_then(|()| {
        in_slices(terms.checkpoint, &mut search, terms.budget, |search| {
            let sign = sign(terms, |threshold| search.solve(root, threshold).map(Verdict::holds));
            numbers = Some(search.numbers());
            let sign = sign?;
            best(root, sign, |threshold, holds| good_move(&mut Answers { search, threshold }, root, holds))
        })
    });
    let most = terms.budget.bytes() / 2 / BYTES_PER_STATE;
    let proof = (terms.proof && result.is_ok()).then(|| {
        Proof::find(&mut Answers { search: &mut search, threshold: 1 }, root, 1, most, terms.budget)
    });
    if let Some(file) = terms.checkpoint {
        file.write(&mut search, terms.budget);
    }
    let nodes = search.nodes();
    discard(search, terms.last, terms.budget);
    Found { result, nodes, numbers, proof }
}

fn alphabeta<S: Deterministic>(root: &S, terms: &Terms<'_>, table: usize) -> Found<S::Move> {
    let options = Options { bytes: table, ..Options::default() };
    let search = AlphaBeta::new(Plain::default(), options);
    let mut search = DepthFirst { search, threshold: 1, terms };
    let sign = sign(terms, |threshold| {
        search.threshold = threshold;
        search.find(root)
    });
    let result = sign.and_then(|sign| {
        best(root, sign, |threshold, holds| {
            search.threshold = threshold;
            good_move(&mut search, root, holds)
        })
    });
    let nodes = search.search.nodes();
    discard(search.search, terms.last, terms.budget);
    Found { result, nodes, numbers: None, proof: None }
}

/// The winner by the sign of the score, with the move that achieves it. A losing player gets no move.
fn best<S: Deterministic>(
    root: &S,
    sign: i32,
    good: impl FnOnce(i32, bool) -> Result<Option<S::Move>, Error>,
) -> Result<Best<S::Move>, Error> {
    let action = match root.to_move() {
        Player::Left if sign >= 0 => good(sign, true)?,
        Player::Right if sign <= 0 => good(sign + 1, false)?,
        _ => None,
    };
    Ok(Best { winner: winner(sign), action })
}

/// An αβ search that answers questions about thresholds.
struct DepthFirst<'a, S: Deterministic> {
    search: AlphaBeta<Plain<S>>,
    threshold: i32,
    terms: &'a Terms<'a>,
}

impl<S: Deterministic> Oracle<S> for DepthFirst<'_, S> {
    fn known(&mut self, _: &S) -> Option<bool> {
        None
    }

    fn find(&mut self, state: &S) -> Result<bool, Error> {
        let threshold = i64::from(self.threshold) * POINT;
        let left = Window { alpha: threshold - 1, beta: threshold };
        let is_left = state.to_move() == Player::Left;
        let window = if is_left { left } else { -left };
        let score = self.search.value_in_threads(state, DEPTH, window, self.terms.budget)?.score;
        Ok(if is_left { score >= threshold } else { -score >= threshold })
    }
}
