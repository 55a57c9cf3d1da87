//! Why the answer is right: for every state that the player who gets what he wants may come to, one move that is good
//! enough, and for every move of the other an answer, down to where play is over. A state that several ways lead to is in the
//! proof once, so that a proof is a graph without cycles; it is taken from the tree of [`Pn`](super::Pn), or found
//! again move by move with the help of whoever knows the answers.

use super::{DfPn, Verdict};
use rules::Deterministic;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use values::{Budget, Error, Player, deep};

/// What is played in a state of a proof. States are numbered from 1, and what follows has a lower number; 0 is for all
/// states in which play is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// The number of a move in the list of moves, counted from 0, and the state that it leads to.
    One(u32, u32),
    /// The states that all moves lead to, in the order of the list of moves.
    All(Box<[u32]>),
}

/// A proof that Left gets at least a score, or that Left does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The score.
    pub threshold: i32,
    /// Does Left get it?
    pub holds: bool,
    /// The states from number 1 on. The last one is where it starts; without any, play is over there.
    pub states: Vec<Chosen>,
}

/// Someone who knows whether Left gets a score from any state of a proof.
pub trait Oracle<S> {
    /// The answer, if it is there without work.
    fn known(&mut self, state: &S) -> Option<bool>;

    /// The answer, however much work it is.
    fn find(&mut self, state: &S) -> Result<bool, Error>;
}

/// The answers of depth-first proof-number search, where nothing depends on what was played before.
pub struct Answers<'a, S> {
    /// Who answers.
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
    /// A proof of what the oracle says about a state, with at most so many states.
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

    /// Whoever gets what he wants.
    #[must_use]
    pub fn winner(&self) -> Player {
        if self.holds { Player::Left } else { Player::Right }
    }

    /// The proof for people: moves, each with those that may follow it further to the right, down to `depth` moves and up to `lines`
    /// lines. `name` says what a move is called.
    pub fn show<S: Deterministic>(
        &self,
        root: &S,
        name: &impl Fn(&S, S::Move) -> String,
        depth: usize,
        lines: usize,
    ) -> String {
        let mut showing = Showing {
            proof: self,
            name,
            depth,
            lines,
            shown: FxHashMap::default(),
            written: 0,
            text: String::new(),
        };
        showing.state(self.states.len() as u32, root, 0);
        let Showing { shown, mut text, .. } = showing;
        let left_out = self.states.len() - shown.len();
        if left_out > 0 {
            let _ = writeln!(text, "({left_out} of {} states are not shown)", self.states.len());
        }
        text
    }
}

struct Showing<'a, N> {
    proof: &'a Proof,
    name: &'a N,
    depth: usize,
    lines: usize,
    /// In which line the moves of a state begin.
    shown: FxHashMap<u32, usize>,
    written: usize,
    text: String,
}

impl<N> Showing<'_, N> {
    /// All lines below a state.
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

/// Where a proof is taken from.
pub(super) trait Witness<S> {
    /// A state as the witness knows it.
    type Place: Copy;

    /// The place after the move with this number.
    fn after(&self, place: Self::Place, index: usize) -> Self::Place;

    /// Is this known to be the answer, without work?
    fn known(&mut self, place: Self::Place, state: &S, holds: bool) -> bool;

    /// Is this the answer, however much work it is?
    fn find(&mut self, place: Self::Place, state: &S, holds: bool) -> Result<bool, Error>;
}

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

/// A proof that is being put together.
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

    /// The number of a state, after all that follows it.
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

    fn one(&mut self, place: W::Place, state: &S, moves: &[S::Move]) -> Result<Chosen, Error> {
        // There is one, or the witness contradicts itself where its memory ends.
        let index = good_enough(self.witness, place, state, moves, self.holds)?.ok_or(Error::OutOfRoom)?;
        let after = self.witness.after(place, index);
        let next = deep(|| self.state(after, &state.play(moves[index])))?;
        Ok(Chosen::One(index as u32, next))
    }
}

/// The number of a move after which the answer is this: better one that is known than one that has to be searched.
fn good_enough<S: Deterministic, W: Witness<S>>(
    witness: &mut W,
    place: W::Place,
    state: &S,
    moves: &[S::Move],
    holds: bool,
) -> Result<Option<usize>, Error> {
    let options: Vec<S> = moves.iter().map(|&action| state.play(action)).collect();
    for (index, option) in options.iter().enumerate() {
        let place = witness.after(place, index);
        if witness.known(place, option, holds) {
            return Ok(Some(index));
        }
    }
    for (index, option) in options.iter().enumerate() {
        let place = witness.after(place, index);
        if witness.find(place, option, holds)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// A move after which the oracle's answer is this, if there is one.
pub fn good_move<S: Deterministic>(
    oracle: &mut impl Oracle<S>,
    state: &S,
    holds: bool,
) -> Result<Option<S::Move>, Error> {
    let moves = state.moves();
    let index = good_enough(&mut Asking(oracle), (), state, &moves, holds)?;
    Ok(index.map(|index| moves[index]))
}
