//! The winner of a sum by searches over whole sums, without the theory of sums: αβ and proof-number search.

use crate::checkpoint::{Checkpoint, LEFT_FREE, Spelled, in_slices};
use adversary::alphabeta::{AlphaBeta, Options, POINT, Plain, Window};
use adversary::history::{AlphaBeta as Histories, Repetition};
use adversary::proof_number::{
    Answers, Choice, DfPn, Numbers, Oracle, Pn, Proof, Thresholds, Verdict, good_move,
};
use rules::{Contest, Deterministic, Position, Search, ToMove};
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

/// The rule for play that comes back to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RepetitionRule {
    /// That of the game.
    #[default]
    OfGame,
    /// A draw.
    Draw,
    /// The player who repeats loses.
    RepeaterLoses,
    /// The player who repeats wins.
    RepeaterWins,
    /// The player who moves first in the question loses.
    FirstLoses,
}

impl RepetitionRule {
    /// Is it another rule than that of dark chess?
    pub(crate) fn is_other_than_a_draw(self) -> bool {
        !matches!(self, Self::OfGame | Self::Draw)
    }

    /// The rule for searches, if this player moves first.
    pub(crate) fn for_first(self, first: Player) -> Repetition {
        match self {
            Self::OfGame => Repetition::OfGame,
            Self::Draw => Repetition::Draw,
            Self::RepeaterLoses => Repetition::MoverLoses,
            Self::RepeaterWins => Repetition::MoverWins,
            Self::FirstLoses => Repetition::LossFor(first),
        }
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
    /// A line of play that shows the result; empty if none was asked for or kept.
    pub(crate) line: Vec<M>,
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
    /// The rule for play that comes back to a position.
    pub(crate) repetition: Repetition,
    /// Is a line of play wanted?
    pub(crate) line: bool,
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

/// The names of the moves of a line.
pub(crate) fn names(root: &State, line: &[WholeMove]) -> Vec<String> {
    let mut state = root.clone();
    let named = line.iter().map(|&action| {
        let name = name(&state, action);
        state = state.play(action);
        name
    });
    named.collect()
}

impl SolveMethod {
    /// Finds the winners of a sum for players who move first, one after the other, until a search ends early.
    /// Depth-first proof-number search of a single position runs on it directly, which is faster.
    pub(crate) fn find_sum(self, sum: &Sum, firsts: &[Player], terms: &Terms<'_>) -> Vec<Found<WholeMove>> {
        if let (Self::DfPn, [part]) = (self, &sum.parts[..])
            && !part.game.is_empty()
            // A score is played out as free moves, which only sums have.
            && !part.position.is_scored()
        {
            return part.position.position().search(Alone { firsts, terms });
        }
        let roots: Vec<State> = firsts.iter().map(|&first| root(sum, first)).collect();
        self.find(&roots, terms, terms.budget.bytes() / TABLE_SHARE)
    }

    /// Finds the winners from these states of one game, one after the other, until a search ends early. A
    /// method with a transposition table gets one of about `table` bytes for all of them. [`Self::Values`] is
    /// not allowed: the solver of sums handles it.
    pub(crate) fn find<S: Deterministic + Spelled>(
        self,
        roots: &[S],
        terms: &Terms<'_>,
        table: usize,
    ) -> Vec<Found<S::Move>> {
        match self {
            Self::Values => unreachable!("the solver of sums answers by values"),
            Self::AlphaBeta if terms.repetition == Repetition::Never => alphabeta(roots, terms, table),
            Self::AlphaBeta => with_histories(roots, terms, table),
            Self::Pn => until_one_ends(roots, |root| pn(root, terms)),
            Self::DfPn => dfpn(roots, terms, table),
            Self::PnAll => until_one_ends(roots, |root| pn_all(root, terms)),
        }
    }
}

/// The results for these states up to the first search that ends early.
fn until_one_ends<S, M>(roots: &[S], mut find: impl FnMut(&S) -> Found<M>) -> Vec<Found<M>> {
    let mut all = Vec::new();
    for root in roots {
        all.push(find(root));
        if all.last().is_some_and(|found| found.result.is_err()) {
            break;
        }
    }
    all
}

/// Depth-first proof-number search of a single position.
struct Alone<'a> {
    firsts: &'a [Player],
    terms: &'a Terms<'a>,
}

impl Search for Alone<'_> {
    type Output = Vec<Found<WholeMove>>;

    fn run<P: Position>(self, position: &P) -> Self::Output {
        let share = if std::mem::needs_drop::<P>() { TABLE_SHARE } else { 1 };
        let roots: Vec<ToMove<P>> =
            self.firsts.iter().map(|&player| ToMove { position: position.clone(), player }).collect();
        let found = dfpn(&roots, self.terms, self.terms.budget.bytes() / share);
        let numbered = |(found, root): (Found<P::Move>, &ToMove<P>)| {
            let mut state = root.clone();
            let number = |state: &ToMove<P>, action| {
                let moves = state.moves();
                moves.iter().position(|known| *known == action).map(|index| WholeMove::new(0, index))
            };
            let result = found.result.map(|Best { winner, action }| Best {
                winner,
                action: action.and_then(|action| number(root, action)),
            });
            let line = found.line.into_iter().map_while(|action| {
                let numbered = number(&state, action);
                state = state.play(action);
                numbered
            });
            let line = line.collect();
            Found { result, nodes: found.nodes, numbers: found.numbers, proof: found.proof, line }
        };
        found.into_iter().zip(&roots).map(numbered).collect()
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
    let result = sign.map(|sign| Best { winner: winner(sign), action });
    Found { result, nodes, numbers, proof, line: Vec::new() }
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
        line: Vec::new(),
    }
}

/// All questions share one table.
fn dfpn<S: Deterministic + Spelled>(roots: &[S], terms: &Terms<'_>, table: usize) -> Vec<Found<S::Move>> {
    let table = if terms.checkpoint.is_some() { table - table / LEFT_FREE } else { table };
    let rule = roots.first().map_or(Repetition::Never, |root| terms.repetition.with_counter(root));
    let mut search = DfPn::new(table, rule, terms.budget.clone());
    search.set_progress(terms.progress.clone());
    let mut started = terms.checkpoint.map_or(Ok(()), |file| file.start(&mut search, terms.budget));
    let all = until_one_ends(roots, |root| {
        let (mut numbers, mut line, before) = (None, Vec::new(), search.nodes());
        let result = std::mem::replace(&mut started, Ok(())).and_then(|()| {
            in_slices(terms.checkpoint, &mut search, terms.budget, |search| {
                let mut found = 0;
                for stage in rule.stages(root) {
                    found = sign(terms, |threshold| search.solve(&stage, threshold).map(Verdict::holds))?;
                    numbers = Some(search.numbers());
                    if found != 0 {
                        break;
                    }
                }
                let found = best(root, found, |threshold, holds| {
                    let mut answers = AfterRoot { search, root, threshold };
                    good_move(&mut answers, root, holds)
                })?;
                if terms.line && rule == Repetition::Never {
                    line = self::line(root, found.winner, |state, threshold, holds| {
                        good_move(&mut Answers { search, threshold }, state, holds)
                    })?;
                }
                Ok(found)
            })
        });
        if result.is_err() {
            numbers = Some(search.numbers());
        }
        let most = terms.budget.bytes() / 2 / BYTES_PER_STATE;
        let proof = (terms.proof && result.is_ok()).then(|| {
            Proof::find(&mut Answers { search: &mut search, threshold: 1 }, root, 1, most, terms.budget)
        });
        Found { result, nodes: search.nodes() - before, numbers, proof, line }
    });
    if let Some(file) = terms.checkpoint {
        file.write(&mut search, terms.budget);
    }
    discard(search, terms.last, terms.budget);
    all
}

/// The answers of depth-first proof-number search about the states after the moves of a root, which play may
/// come back to.
struct AfterRoot<'a, S: Deterministic> {
    search: &'a mut DfPn<S>,
    root: &'a S,
    threshold: i32,
}

impl<S: Deterministic> Oracle<S> for AfterRoot<'_, S> {
    fn known(&mut self, state: &S) -> Option<bool> {
        self.search.known(state, self.threshold).map(Verdict::holds)
    }

    fn find(&mut self, state: &S) -> Result<bool, Error> {
        self.search.solve_after(self.root, state, self.threshold).map(Verdict::holds)
    }
}

/// αβ search that keeps the path. All questions share one table.
fn with_histories<S: Deterministic>(roots: &[S], terms: &Terms<'_>, table: usize) -> Vec<Found<S::Move>> {
    let rule = roots.first().map_or(Repetition::Never, |root| terms.repetition.with_counter(root));
    let mut search = Histories::new(table, rule, terms.budget.clone());
    let all = until_one_ends(roots, |root| {
        let before = search.nodes();
        let result = search.value(root).and_then(|value| {
            best(root, value.signum(), |threshold, holds| {
                for action in root.moves() {
                    let value = search.value_after(root, &root.play(action))?;
                    if (value >= threshold) == holds {
                        return Ok(Some(action));
                    }
                }
                Ok(None)
            })
        });
        Found { result, nodes: search.nodes() - before, numbers: None, proof: None, line: Vec::new() }
    });
    discard(search, terms.last, terms.budget);
    all
}

/// All questions share one table.
fn alphabeta<S: Deterministic>(roots: &[S], terms: &Terms<'_>, table: usize) -> Vec<Found<S::Move>> {
    let options = Options { bytes: table, ..Options::default() };
    let search = AlphaBeta::new(Plain::default(), options);
    let mut search = DepthFirst { search, threshold: 1, terms };
    let all = until_one_ends(roots, |root| {
        let (mut line, before) = (Vec::new(), search.search.nodes());
        let sign = sign(terms, |threshold| {
            search.threshold = threshold;
            search.find(root)
        });
        let mut good = |state: &S, threshold, holds| {
            search.threshold = threshold;
            good_move(&mut search, state, holds)
        };
        let result = sign.and_then(|sign| {
            let found = best(root, sign, |threshold, holds| good(root, threshold, holds))?;
            if terms.line {
                line = self::line(root, found.winner, good)?;
            }
            Ok(found)
        });
        Found { result, nodes: search.search.nodes() - before, numbers: None, proof: None, line }
    });
    discard(search.search, terms.last, terms.budget);
    all
}

/// A line of play that the winner plays well and the other player in the order of moves. A drawn game has
/// none. `good` finds a move after which Left has at least a score or, if not `holds`, has not.
fn line<S: Deterministic>(
    root: &S,
    winner: Option<Player>,
    mut good: impl FnMut(&S, i32, bool) -> Result<Option<S::Move>, Error>,
) -> Result<Vec<S::Move>, Error> {
    let (mut line, mut state) = (Vec::new(), root.clone());
    let Some(winner) = winner else { return Ok(line) };
    loop {
        let threshold = i32::from(winner == Player::Left);
        let action = if state.to_move() == winner {
            match state.moves().is_empty() {
                true => None,
                false => good(&state, threshold, winner == Player::Left)?,
            }
        } else {
            state.moves().into_iter().next()
        };
        let Some(action) = action else { return Ok(line) };
        state = state.play(action);
        line.push(action);
    }
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
