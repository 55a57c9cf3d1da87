//! Why is the answer right? A proof has one move for the winner in every state, and all moves for the loser,
//! down to the end of play. A state that is reached on several paths is in the proof once, so a proof is an
//! acyclic graph. It is taken from the tree of [`Pn`](super::Pn), or found move by move with an [`Oracle`]
//! that knows the answers.

use super::{DfPn, Verdict};
use rules::Deterministic;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use values::{Budget, Error, Player, deep};

/// The moves in a state of a proof. States are numbered from 1, and followers have lower numbers; 0 stands
/// for all states in which play is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// A state of the winner: the index of a move in the list of moves, and the number of the state after it.
    One(u32, u32),
    /// A state of the loser: the numbers of the states after all moves, in the order of the list of moves.
    All(Box<[u32]>),
}

/// A proof that Left gets at least a score, or that Left does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The score.
    pub threshold: i32,
    /// Does Left get it?
    pub holds: bool,
    /// The states from number 1 on. The last one is the root; an empty list means that play is over at the
    /// root.
    pub states: Vec<Chosen>,
}

/// A source of answers: does Left get a score from a state?
pub trait Oracle<S> {
    /// The answer without a search. `None` means that it takes one.
    fn known(&mut self, state: &S) -> Option<bool>;

    /// The answer, with a search if needed.
    fn find(&mut self, state: &S) -> Result<bool, Error>;
}

/// The answers of depth-first proof-number search, in games without repetition.
pub struct Answers<'a, S> {
    /// The search.
    pub search: &'a mut DfPn<S>,
    /// The score that is asked about.
    pub threshold: i32,
}

impl<S: Deterministic> Oracle<S> for Answers<'_, S> {
    fn known(&mut self, state: &S) -> Option<bool> {
        self.search.known(state, self.threshold).map(Verdict::holds)
    }

    fn find(&mut self, state: &S) -> Result<bool, Error> {
        self.search.solve(state, self.threshold).map(Verdict::holds)
    }
}

impl Proof {
    /// A proof of the oracle's answer about a state, with at most `most` states.
    pub fn find<S: Deterministic>(
        oracle: &mut impl Oracle<S>,
        root: &S,
        threshold: i32,
        most: usize,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let holds = oracle.find(root)?;
        Growing::grow(&mut Asking(oracle), (), root, (threshold, holds), most, budget)
    }

    /// The player for whom the proof has a move in every state.
    pub fn winner(&self) -> Player {
        if self.holds { Player::Left } else { Player::Right }
    }

    /// The proof as an indented list of moves for people to read, at most `depth` moves deep and with at most
    /// `lines` lines. `name` writes a move. The proof should have been [checked](super::check()): moves that
    /// the state does not have are left out.
    pub fn show<S: Deterministic>(
        &self,
        root: &S,
        name: &impl Fn(&S, S::Move) -> String,
        depth: usize,
        lines: usize,
    ) -> String {
        let (shown, text) = (FxHashMap::default(), String::new());
        let mut showing = Showing { proof: self, name, depth, lines, shown, written: 0, text };
        showing.state(self.states.len() as u32, root, 0);
        let Showing { shown, mut text, .. } = showing;
        let left_out = self.states.len() - shown.len();
        if left_out > 0 {
            let _ = writeln!(text, "({left_out} of {} states are not shown)", self.states.len());
        }
        text
    }
}

/// A text that is being written by [`Proof::show`].
struct Showing<'a, N> {
    proof: &'a Proof,
    name: &'a N,
    depth: usize,
    lines: usize,
    /// For each state that is shown, the line in which its moves begin.
    shown: FxHashMap<u32, usize>,
    written: usize,
    text: String,
}

impl<N> Showing<'_, N> {
    /// Writes the lines below a state.
    fn state<S: Deterministic>(&mut self, number: u32, state: &S, depth: usize)
    where
        N: Fn(&S, S::Move) -> String,
    {
        let Some(chosen) = number.checked_sub(1).and_then(|i| self.proof.states.get(i as usize)) else {
            return;
        };
        let moves = state.moves();
        self.shown.insert(number, self.written + 1);
        let followed: Vec<(S::Move, u32)> = match chosen {
            Chosen::One(index, next) => {
                moves.get(*index as usize).map(|&action| (action, *next)).into_iter().collect()
            }
            Chosen::All(next) => moves.into_iter().zip(next.iter().copied()).collect(),
        };
        for (action, next) in followed {
            if self.written >= self.lines {
                return;
            }
            let after = state.play(action);
            let seen = self.shown.get(&next).copied();
            let note = match (next, seen) {
                (0, _) => after.score().map_or(String::new(), |score| format!(", over: {score}")),
                (_, Some(line)) => format!(", see line {line}"),
                _ if depth + 1 >= self.depth => ", …".to_owned(),
                _ => String::new(),
            };
            let called = (self.name)(state, action);
            let _ = writeln!(self.text, "{:1$}{2:?} {called}{note}", "", 2 * depth, state.to_move());
            self.written += 1;
            if seen.is_none() && depth + 1 < self.depth {
                deep(|| self.state(next, &after, depth + 1));
            }
        }
    }
}

/// A source of a proof: a tree, or an oracle.
pub(super) trait Witness<S> {
    /// The place of a state in the source.
    type Place: Copy;

    /// The place after the move with this index.
    fn after(&self, place: Self::Place, index: usize) -> Self::Place;

    /// Is this known to be the answer without a search?
    fn known(&mut self, place: Self::Place, state: &S, holds: bool) -> bool;

    /// Is this the answer, by a search if needed?
    fn find(&mut self, place: Self::Place, state: &S, holds: bool) -> Result<bool, Error>;
}

/// An oracle as a witness; states have no places there.
struct Asking<'a, O>(&'a mut O);

impl<S, O: Oracle<S>> Witness<S> for Asking<'_, O> {
    type Place = ();

    fn after(&self, (): (), _: usize) {}

    fn known(&mut self, (): (), state: &S, holds: bool) -> bool {
        self.0.known(state) == Some(holds)
    }

    fn find(&mut self, (): (), state: &S, holds: bool) -> Result<bool, Error> {
        Ok(self.0.find(state)? == holds)
    }
}

/// A proof under construction.
pub(super) struct Growing<'a, S, W> {
    witness: &'a mut W,
    winner: Player,
    holds: bool,
    numbers: FxHashMap<S, u32>,
    states: Vec<Chosen>,
    most: usize,
    budget: &'a Budget,
}

impl<'a, S: Deterministic, W: Witness<S>> Growing<'a, S, W> {
    /// The proof of a claim about the root, with at most `most` states.
    pub(super) fn grow(
        witness: &'a mut W,
        place: W::Place,
        root: &S,
        (threshold, holds): (i32, bool),
        most: usize,
        budget: &'a Budget,
    ) -> Result<Proof, Error> {
        let winner = if holds { Player::Left } else { Player::Right };
        let most = most.min(u32::MAX as usize - 1);
        let mut growing =
            Self { witness, winner, holds, numbers: FxHashMap::default(), states: Vec::new(), most, budget };
        growing.state(place, root)?;
        Ok(Proof { threshold, holds, states: growing.states })
    }

    /// Adds a state after all its followers, and returns its number.
    fn state(&mut self, place: W::Place, state: &S) -> Result<u32, Error> {
        if let Some(&number) = self.numbers.get(state) {
            return Ok(number);
        }
        self.budget.check()?;
        let moves = state.moves();
        if moves.is_empty() {
            return Ok(0);
        }
        let chosen = if state.to_move() == self.winner {
            self.one(place, state, &moves)?
        } else {
            let mut all = Vec::with_capacity(moves.len());
            for (index, &action) in moves.iter().enumerate() {
                let after = self.witness.after(place, index);
                all.push(deep(|| self.state(after, &state.play(action)))?);
            }
            Chosen::All(all.into_boxed_slice())
        };
        if self.states.len() >= self.most {
            return Err(Error::OutOfRoom);
        }
        self.states.push(chosen);
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        Ok(number)
    }

    /// A move of the winner that keeps the answer.
    fn one(&mut self, place: W::Place, state: &S, moves: &[S::Move]) -> Result<Chosen, Error> {
        // The winner has such a move. If the witness finds none, it has forgotten its own answer for lack of
        // memory.
        let index = good_enough(self.witness, place, state, moves, self.holds)?.ok_or(Error::OutOfRoom)?;
        let after = self.witness.after(place, index);
        let next = deep(|| self.state(after, &state.play(moves[index])))?;
        Ok(Chosen::One(index as u32, next))
    }
}

/// The index of a move that keeps the answer; a known one is preferred to one that takes a search.
fn good_enough<S: Deterministic, W: Witness<S>>(
    witness: &mut W,
    place: W::Place,
    state: &S,
    moves: &[S::Move],
    holds: bool,
) -> Result<Option<usize>, Error> {
    let options: Vec<S> = moves.iter().map(|&action| state.play(action)).collect();
    for may_search in [false, true] {
        for (index, option) in options.iter().enumerate() {
            let after = witness.after(place, index);
            if witness.known(after, option, holds) || may_search && witness.find(after, option, holds)? {
                return Ok(Some(index));
            }
        }
    }
    Ok(None)
}

/// A move after which the oracle's answer is `holds`. `None` means that there is none.
pub fn good_move<S: Deterministic>(
    oracle: &mut impl Oracle<S>,
    state: &S,
    holds: bool,
) -> Result<Option<S::Move>, Error> {
    let moves = state.moves();
    let index = good_enough(&mut Asking(oracle), (), state, &moves, holds)?;
    Ok(index.map(|index| moves[index]))
}
