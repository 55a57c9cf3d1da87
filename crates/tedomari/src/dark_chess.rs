//! Who wins an endgame of dark chess without further chance events, and what do its tables say? By default the
//! result comes from tables, which are worked out for the material if there are no files; searches go through
//! histories, under any rule of repetition.

use crate::answers::{ContestSolution, Ended, EndingAnswer, EndingsAnswer, SCHEMA, Won};
use crate::proving::{Best, RepetitionRule, SolveMethod, Terms};
use crate::{Engine, EngineError, Question};
use adversary::history::Repetition;
use rules::games::dark_chess::{Action, DarkChess};
use rules::{Contest, Playable, Settled, Stochastic};
use std::cmp::Reverse;
use std::time::Instant;
use tables::dark_chess::{Endings, Material, MaterialError, Outcome, Progress as BuildProgress};
use tables::endgame::BuildFailure;
use values::{Budget, Progress};

/// The maximum number of moves of a line of play.
const LONGEST_LINE: usize = 1000;

impl Engine {
    /// The winner of a dark chess endgame without pieces face down, by any method: the default one looks into
    /// tables, and searches where the material is too large for one. The position says who moves first, and
    /// there are no stops and no proof, whatever the question says about them.
    pub fn solve_dark_chess(
        &self,
        text: &str,
        question: &Question,
        budget: &Budget,
        progress: &Progress,
    ) -> Result<ContestSolution, EngineError> {
        let started = Instant::now();
        if question.checkpoint.is_some() {
            return Err(EngineError::other("checkpoints are for sums, not for dark chess"));
        }
        let state = DarkChess::read(text)?;
        let settled = Settled::new(&state).ok_or_else(|| {
            EngineError::other(
                "pieces that lie face down are up to chance: only positions without them are solved",
            )
        })?;
        let mut solution = ContestSolution { schema: SCHEMA, ..ContestSolution::default() };
        match (state.score(), question.method) {
            (Some(score), _) => solution.winner = Some(Won::of_score(score)),
            (None, SolveMethod::Values) => {
                if question.repetition.is_other_than_a_draw() {
                    return Err(EngineError::other(
                        "tables hold the results under the rules of the game: choose alphabeta or dfpn for other rules of repetition",
                    ));
                }
                match self.by_tables(&state, question.line, budget, &mut solution) {
                    Ok(true) => {}
                    Ok(false) | Err(BuildFailure::Memory { .. }) => {
                        self.by_search(
                            SolveMethod::DfPn,
                            &settled,
                            question,
                            budget,
                            progress,
                            &mut solution,
                        )?;
                    }
                    Err(BuildFailure::Value(error)) => solution.error = Some(Ended::by(error)),
                    Err(error) => return Err(EngineError::Other(error.to_string())),
                }
            }
            (None, method) => self.by_search(method, &settled, question, budget, progress, &mut solution)?,
        }
        (solution.sum, solution.seconds) = (format!("dark-chess:{text}"), started.elapsed().as_secs_f64());
        Ok(solution)
    }

    /// The answer of the tables. Is there one?
    fn by_tables(
        &self,
        state: &DarkChess,
        line: bool,
        budget: &Budget,
        solution: &mut ContestSolution,
    ) -> Result<bool, BuildFailure> {
        let Some(found) = outcome(&self.endings, state, budget)? else { return Ok(false) };
        solution.winner = Some(Won::of_score(score(state, found)));
        solution.distance = distance(found);
        let best = match best_moves(&self.endings, state, budget) {
            Err(BuildFailure::Value(error)) => {
                solution.error = Some(Ended::default().without("move", error));
                return Ok(true);
            }
            best => best?,
        };
        let is_lost = matches!(found, Outcome::Loss(_));
        solution.action = best.first().filter(|_| !is_lost).map(ToString::to_string).into();
        if line && found != Outcome::Draw {
            let (mut moves, mut state) = (Vec::new(), *state);
            while state.score().is_none() && moves.len() < LONGEST_LINE {
                let Some(&action) = best_moves(&self.endings, &state, budget)?.first() else { break };
                moves.push(action.to_string());
                state = state.outcomes(action)[0].1;
            }
            solution.line = Some(moves);
        }
        Ok(true)
    }

    fn by_search(
        &self,
        method: SolveMethod,
        state: &Settled<DarkChess>,
        question: &Question,
        budget: &Budget,
        progress: &Progress,
        solution: &mut ContestSolution,
    ) -> Result<(), EngineError> {
        let keeps_path = matches!(method, SolveMethod::AlphaBeta | SolveMethod::DfPn);
        let repetition = match question.repetition {
            // The rule of dark chess.
            RepetitionRule::OfGame => Repetition::Draw,
            rule => rule.for_first(state.to_move()),
        };
        if !keeps_path && repetition != Repetition::Draw {
            return Err(EngineError::other("other rules of repetition need the method alphabeta or dfpn"));
        }
        let (last, line) = (question.last, question.line);
        let terms =
            Terms { budget, progress, proof: false, draws: true, repetition, line, last, checkpoint: None };
        let Some(found) = method.find(std::slice::from_ref(state), &terms, budget.bytes()).pop() else {
            return Ok(());
        };
        solution.nodes = found.nodes;
        (solution.proof_number, solution.disproof_number) = found.open_numbers().unzip();
        match found.result {
            Ok(Best { winner, action }) => {
                solution.winner = Some(winner.map_or(Won::Draw, Won::By));
                solution.action = action.map(|action| action.to_string()).into();
                let names = found.line.iter().map(ToString::to_string).collect();
                solution.line = Some(names).filter(|_| !found.line.is_empty());
            }
            Err(error) => solution.error = Some(Ended::by(error)),
        }
        Ok(())
    }
}

/// The result of a state for the player to move, with the quiet moves that are left. `None` means that the
/// material is too large.
fn outcome(endings: &Endings, state: &DarkChess, budget: &Budget) -> Result<Option<Outcome>, BuildFailure> {
    let left = state.moves_left().unwrap_or(0);
    Ok(endings.find(state, budget)?.map(|found| found.within(left)))
}

/// The score of Left.
fn score(state: &DarkChess, outcome: Outcome) -> i32 {
    state.to_move().sees(match outcome {
        Outcome::Draw => 0,
        Outcome::Win(_) => 1,
        Outcome::Loss(_) => -1,
    })
}

fn distance(outcome: Outcome) -> Option<u32> {
    match outcome {
        Outcome::Draw => None,
        Outcome::Win(distance) | Outcome::Loss(distance) => Some(distance.into()),
    }
}

/// The best moves: the fastest to win, those that draw, or the slowest to lose.
fn best_moves(endings: &Endings, state: &DarkChess, budget: &Budget) -> Result<Vec<Action>, BuildFailure> {
    let mut ranked = Vec::new();
    for action in state.moves() {
        let next = state.outcomes(action)[0].1;
        let quiet = matches!(action, Action::Step { .. });
        let moves = |distance: u8| if quiet { i32::from(distance) } else { 0 };
        let rank = match next.score() {
            Some(score) => (state.to_move().sees(score).signum(), 0),
            None => match outcome(endings, &next, budget)? {
                None => continue,
                Some(Outcome::Draw) => (0, 0),
                Some(Outcome::Loss(distance)) => (1, -moves(distance)),
                Some(Outcome::Win(distance)) => (-1, moves(distance)),
            },
        };
        ranked.push((rank, action));
    }
    ranked.sort_by_key(|(rank, _)| Reverse(*rank));
    let best = ranked.first().map(|(rank, _)| *rank);
    Ok(ranked.into_iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, action)| action).collect())
}

/// Reads a material such as `KGvP`, or a number of pieces, which stands for all materials of so many or fewer.
pub fn materials(text: &str) -> Result<Vec<Material>, MaterialError> {
    match text.parse::<usize>() {
        Ok(pieces @ 2..=Material::MOST_PIECES) => Ok((2..=pieces).flat_map(Material::all).collect()),
        Ok(_) => Err(MaterialError::Pieces(text.to_owned())),
        Err(_) => Ok(vec![text.parse()?]),
    }
}

/// Builds the tables of materials, and of those after captures. What is in the folder already is kept.
pub fn build_endings(
    endings: &Endings,
    materials: &[Material],
    budget: &Budget,
    progress: BuildProgress<'_>,
) -> Result<EndingsAnswer, BuildFailure> {
    let started = Instant::now();
    let before = endings.materials()?.len();
    let error = match endings.build(materials, budget, progress) {
        Ok(_) => None,
        Err(failure @ BuildFailure::Memory { .. }) => Some(failure.to_string()),
        Err(BuildFailure::Value(limit)) if limit.is_limit() => {
            Some(format!("{limit}; finished materials are kept"))
        }
        Err(failure) => return Err(failure),
    };
    let there = endings.materials()?;
    let files = there.iter().filter_map(|material| endings.path(material));
    let bytes = files.filter_map(|path| Some(std::fs::metadata(path).ok()?.len())).sum();
    Ok(EndingsAnswer {
        folder: endings.folder().map(|folder| folder.display().to_string()).unwrap_or_default(),
        built: there.len().saturating_sub(before),
        materials: there.len(),
        bytes,
        seconds: started.elapsed().as_secs_f64(),
        error,
        schema: SCHEMA,
    })
}

/// Looks up an endgame. It is worked out only if it has few pieces.
pub fn probe_ending(endings: &Endings, text: &str) -> Result<EndingAnswer, EngineError> {
    let state = DarkChess::read(text)?;
    let mut answer = EndingAnswer { position: state.to_string(), schema: SCHEMA, ..EndingAnswer::default() };
    let refused = |error: BuildFailure| EngineError::Other(error.to_string());
    let Some(found) = endings.outcome(&state).map_err(refused)? else {
        answer.error = Some("no table has this position".to_owned());
        return Ok(answer);
    };
    let left = state.moves_left().unwrap_or(0);
    let found = found.within(left);
    let budget = Budget::endless();
    let moves = best_moves(endings, &state, &budget).map_err(refused)?;
    answer.material = Material::of(&state).map(|material| material.to_string());
    answer.winner = Some(Won::of_score(state.score().unwrap_or_else(|| score(&state, found))));
    answer.distance = distance(found);
    answer.moves = Some(moves.iter().map(ToString::to_string).collect());
    Ok(answer)
}
