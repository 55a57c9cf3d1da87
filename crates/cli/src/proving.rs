//! `tedomari solve --method`: the winner of a sum by searches that know nothing about sums, each over the same states.

use crate::progress;
use clap::ValueEnum;
use tedomari::prelude::{Player, Stop, Sum};
use tedomari::rules::ToMove;
use tedomari::search::alphabeta::{AlphaBeta, Options, POINT, Plain, Window};
use tedomari::search::history::Repetition;
use tedomari::search::proof_number::{
    Answers, Choice, DfPn, Numbers, Oracle, Pn, Proof, Thresholds, Verdict, good_move,
};
use tedomari::sums::{Whole, WholeMove};
use tedomari::values::Error;

/// How to find out who wins.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Values where they are cheap, bounds, and a search of what is left: for sums, and for most positions
    Values,
    /// Depth-first search with a table: for comparison, and where moves are ordered well
    Alphabeta,
    /// Proof-number search with the whole tree in memory: finds narrow wins, and proofs of small positions
    Pn,
    /// Depth-first proof-number search with a table: for large positions with few good moves
    Dfpn,
    /// Proof-number search for all scores in one tree
    PnAll,
}

/// A state of a sum.
pub(crate) type State = ToMove<Whole>;

/// What a search found, or how far it came.
pub(crate) struct Found {
    pub(crate) winner: Result<(Player, Option<WholeMove>), Error>,
    pub(crate) nodes: u64,
    pub(crate) numbers: Option<Numbers>,
    pub(crate) proof: Option<Result<Proof, Error>>,
}

/// Within what a search has to stay, and whether a proof is wanted.
pub(crate) struct Terms {
    pub(crate) bytes: usize,
    pub(crate) stop: Stop,
    pub(crate) proof: bool,
}

/// A state in a table holds on to regions elsewhere in memory, which take about seven times as much.
const TABLE_SHARE: usize = 8;

/// A state of a proof takes about so many bytes while it is put together.
const BYTES_PER_STATE: usize = 400;

/// Deeper than any play.
const DEPTH: u32 = 1 << 20;

pub(crate) fn root(sum: &Sum, first: Player) -> State {
    ToMove { position: Whole::new(sum), player: first }
}

pub(crate) fn name(state: &State, action: WholeMove) -> String {
    let name = state.position.name(state.player, action);
    if state.position.parts() > 1 { format!("{} {name}", action.part() + 1) } else { name }
}

impl Method {
    /// Who wins; not for [`Self::Values`], which works in another way.
    pub(crate) fn find(self, root: &State, terms: &Terms) -> Found {
        match self {
            Self::Values | Self::Alphabeta => alphabeta(root, terms),
            Self::Pn => pn(root, terms),
            Self::Dfpn => dfpn(root, terms),
            Self::PnAll => pn_all(root, terms),
        }
    }
}

fn winner(left_wins: bool) -> Player {
    if left_wins { Player::Left } else { Player::Right }
}

fn show(nodes: u64) {
    progress::show(&format!("{nodes} states searched"));
}

fn pn(root: &State, terms: &Terms) -> Found {
    // A list that grows is there twice for a moment.
    let mut search = Pn::new(root.clone(), 1, terms.bytes / 2);
    search.set_progress(show);
    let verdict = search.run(&terms.stop);
    let proof = (terms.proof && verdict.is_ok())
        .then(|| search.proof(terms.bytes / 2 / BYTES_PER_STATE, &terms.stop));
    Found {
        winner: verdict.map(|verdict| (winner(verdict.holds()), search.winning_move())),
        nodes: search.expanded(),
        numbers: Some(search.numbers()),
        proof: proof.map(|proof| proof.and_then(|proof| proof.ok_or(Error::OutOfRoom))),
    }
}

fn pn_all(root: &State, terms: &Terms) -> Found {
    let mut search = Thresholds::new(root.clone(), -1, 1, Choice::Easiest, terms.bytes / 2);
    search.set_progress(show);
    let score = search.run(&terms.stop);
    Found {
        winner: score.map(|score| (winner(score > 0), search.winning_move())),
        nodes: search.expanded(),
        numbers: Some(search.numbers(1)),
        proof: None,
    }
}

fn dfpn(root: &State, terms: &Terms) -> Found {
    let mut search = DfPn::new(terms.bytes / TABLE_SHARE, Repetition::Never, terms.stop.clone());
    search.set_progress(show);
    let verdict = search.solve(root, 1);
    let numbers = search.numbers();
    let mut answers = Answers { search: &mut search, threshold: 1 };
    let winner = verdict.and_then(|verdict| with_move(root, verdict, &mut answers));
    let most = terms.bytes / 2 / BYTES_PER_STATE;
    let proof =
        (terms.proof && winner.is_ok()).then(|| Proof::find(&mut answers, root, 1, most, &terms.stop));
    Found { winner, nodes: search.nodes(), numbers: Some(numbers), proof }
}

fn alphabeta(root: &State, terms: &Terms) -> Found {
    let options = Options { bytes: terms.bytes / TABLE_SHARE, ..Options::default() };
    let mut search = DepthFirst { search: AlphaBeta::new(Plain::default(), options), stop: &terms.stop };
    let winner = search.find(root).and_then(|holds| {
        with_move(root, if holds { Verdict::Proved } else { Verdict::Disproved }, &mut search)
    });
    Found { winner, nodes: search.search.nodes(), numbers: None, proof: None }
}

/// The winner, and a winning move if the player who moves first wins.
fn with_move(
    root: &State,
    verdict: Verdict,
    oracle: &mut impl Oracle<State>,
) -> Result<(Player, Option<WholeMove>), Error> {
    let winner = winner(verdict.holds());
    let action = if winner == root.player { good_move(oracle, root, verdict.holds())? } else { None };
    Ok((winner, action))
}

/// αβ search that is asked who wins.
struct DepthFirst<'a> {
    search: AlphaBeta<Plain<State>>,
    stop: &'a Stop,
}

impl Oracle<State> for DepthFirst<'_> {
    fn known(&mut self, _: &State) -> Option<bool> {
        None
    }

    fn find(&mut self, state: &State) -> Result<bool, Error> {
        let window = Window { alpha: -POINT, beta: POINT };
        let value = self.search.value(state, DEPTH, window, self.stop)?;
        Ok((value.worth > 0) == (state.player == Player::Left))
    }
}
