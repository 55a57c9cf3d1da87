//! What do the test files of MCGS ask? The Minimax-based Combinatorial Game Solver keeps its tests in plain
//! text: a section `[clobber]` names a game, words and brackets after it are positions, and `{B win, W loss}`
//! asks who wins their sum when Black or White moves first, and says who should. Black is Left.

use crate::answers::{SCHEMA, TestAnswer};
use crate::{Engine, EngineError, Question, SolveMethod};
use std::time::Instant;
use sums::Sum;
use thiserror::Error;
use values::{Budget, Outcome, Player, silent};

/// A sum of a test file and the questions about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCase {
    /// The line of the questions, counted from 1.
    pub line: usize,
    /// The sum, or the reason why there is none, with its line.
    pub sum: Result<String, TestError>,
    /// The questions.
    pub asked: Vec<Asked>,
}

/// A question about a sum, and the answer that the file expects. `None` means that it expects none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Does the player who moves first win?
    Winner {
        /// The player.
        first: Player,
        /// Should this player win?
        wins: Option<bool>,
    },
    /// The nim value of a sum of impartial games.
    NimValue(Option<u32>),
}

/// What is wrong with a test file, and where.
#[derive(Error, Clone, Debug, PartialEq, Eq)]
#[error("line {line}: {reason}")]
pub struct TestError {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

/// The texts that a test file begins with. No sum does.
pub const TEST_FILE_STARTS: [&str; 3] = ["{version", "/*", "["];

/// The maximum nim value that is looked for.
const MOST_NIM: u32 = 1023;

/// A piece of a test file.
enum Token<'a> {
    Section(&'a str),
    Command(&'a str),
    Game(&'a str),
    /// A value in notation, between `cgt:` and `:cgt`.
    Value(&'a str),
}

/// Reads a test file. A game that is not known here spoils its own sum only.
///
/// ```
/// let cases = tedomari::read_tests("{version 1.4}\n[clobber_1xn] XO /* a star */ [nimber] 1\n{B loss, W}")?;
/// assert_eq!(cases[0].sum.as_deref(), Ok("clobber:XO + *1"));
/// assert_eq!(cases[0].asked.len(), 2);
/// # Ok::<(), tedomari::TestError>(())
/// ```
pub fn read_tests(text: &str) -> Result<Vec<TestCase>, TestError> {
    let (mut cases, mut section) = (Vec::new(), None);
    let mut parts: Result<Vec<String>, TestError> = Ok(Vec::new());
    let add = |parts: &mut Result<Vec<String>, TestError>, line, part: Result<String, String>| match part {
        Ok(part) => parts.iter_mut().for_each(|parts| parts.push(part.clone())),
        Err(reason) if parts.is_ok() => *parts = Err(TestError { line, reason }),
        Err(_) => {}
    };
    for (line, token) in tokens(text)? {
        let wrong = |reason: String| TestError { line, reason };
        match token {
            Token::Section(name) => section = Some(name),
            Token::Value(value) => add(&mut parts, line, Ok(value.to_owned())),
            Token::Game(game) => {
                let section =
                    section.ok_or_else(|| wrong(format!("'{game}' stands before the first section")))?;
                add(&mut parts, line, part(section, game));
            }
            Token::Command(command) if command.trim_start().starts_with("version") => {}
            Token::Command(command) => {
                let asked = command.split(',').map(asked).collect::<Result<_, _>>().map_err(wrong)?;
                let sum = std::mem::replace(&mut parts, Ok(Vec::new()));
                let sum = sum.map(|parts| match parts.is_empty() {
                    true => "0".to_owned(),
                    false => parts.join(Sum::JOINT),
                });
                cases.push(TestCase { line, sum, asked });
            }
        }
    }
    Ok(cases)
}

/// The piece that a text in brackets is. `None` means a comment.
type Make = fn(&str) -> Option<Token<'_>>;

/// The pieces of a file, each with its line.
fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, TestError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    let (mut line, mut counted) = (1, rest);
    loop {
        rest = rest.trim_start();
        line += counted[..counted.len() - rest.len()].matches('\n').count();
        counted = rest;
        let brackets: [(&str, &str, Make); 5] = [
            ("/*", "*/", |_| None),
            ("cgt:", ":cgt", |value| Some(Token::Value(value.trim()))),
            ("[", "]", |name| Some(Token::Section(name.trim()))),
            ("{", "}", |command| Some(Token::Command(command))),
            ("(", ")", |game| Some(Token::Game(game.trim()))),
        ];
        if rest.is_empty() {
            return Ok(tokens);
        }
        if let Some((open, close, make)) = brackets.iter().find(|(open, ..)| rest.starts_with(open)) {
            let inside = &rest[open.len()..];
            let missing = || TestError { line, reason: format!("'{open}' without '{close}'") };
            let end = inside.find(close).ok_or_else(missing)?;
            tokens.extend(make(&inside[..end]).map(|token| (line, token)));
            rest = &inside[end + close.len()..];
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || "[{(".contains(c)).unwrap_or(rest.len());
            tokens.push((line, Token::Game(&rest[..end])));
            rest = &rest[end..];
        }
    }
}

/// A question of a command such as `B win`.
fn asked(text: &str) -> Result<Asked, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let player = |name: &str| match name {
        "B" => Some(Player::Left),
        "W" => Some(Player::Right),
        _ => None,
    };
    let asked = match words[..] {
        ["N"] => Some(Asked::NimValue(None)),
        ["N", value] => value.parse().ok().map(|value| Asked::NimValue(Some(value))),
        [name] => player(name).map(|first| Asked::Winner { first, wins: None }),
        [name, "win"] => player(name).map(|first| Asked::Winner { first, wins: Some(true) }),
        [name, "loss"] => player(name).map(|first| Asked::Winner { first, wins: Some(false) }),
        _ => None,
    };
    asked.ok_or_else(|| format!("'{}' is not a question such as B win, W loss or N 2", text.trim()))
}

/// A game of a section, as a part of a sum.
fn part(section: &str, text: &str) -> Result<String, String> {
    let (name, impartial) = match section.split_once(char::is_whitespace) {
        Some(("impartial", name)) => (name.trim(), true),
        _ => (section, false),
    };
    if impartial && !["kayles", "nim", "nimber"].contains(&name) {
        return Err(format!("the impartial version of {name} is not known here"));
    }
    let numbers = || -> Vec<String> {
        let spaced = text.replace(',', " ");
        let joined = spaced.split('/').map(str::trim).collect::<Vec<_>>().join("/");
        joined.split_whitespace().map(str::to_owned).collect()
    };
    let wrong = || format!("'{text}' is not a position of {name}");
    Ok(match name {
        "clobber" | "nogo" | "amazons" | "domineering" | "fission" | "kayles" => format!("{name}:{text}"),
        "clobber_1xn" => format!("clobber:{text}"),
        "nogo_1xn" => format!("nogo:{text}"),
        "nim" => format!("nim:{}", numbers().join(",")),
        "toppling_dominoes" => {
            let rows = text.replace(['X', 'x'], "l").replace(['O', 'o'], "r").replace('#', "e");
            format!("toppling-dominoes:{rows}")
        }
        "integer_game" => numbers().pop().ok_or_else(wrong)?,
        "nimber" => match text {
            "0" => "0".to_owned(),
            heap => format!("*{heap}"),
        },
        "dyadic_rational" => match &numbers()[..] {
            [number] => number.clone(),
            // As in the first version of the format.
            [numerator, denominator] => format!("{numerator}/{denominator}"),
            _ => return Err(wrong()),
        },
        "switch_game" => match &numbers()[..] {
            [left, right] => format!("{{{left}|{right}}}"),
            _ => return Err(wrong()),
        },
        "up_star" => {
            let words = numbers();
            let star = if words.iter().any(|word| word == "*") { "*" } else { "" };
            let ups = words.iter().find(|word| *word != "*").map(|word| word.parse::<i32>());
            match ups.transpose().map_err(|_| wrong())?.unwrap_or(0) {
                0 if star.is_empty() => "0".to_owned(),
                0 => star.to_owned(),
                ups if ups > 0 => format!("^{ups}{star}"),
                ups => format!("v{}{star}", ups.unsigned_abs()),
            }
        }
        other => return Err(format!("the game {other} is not known here")),
    })
}

impl Engine {
    /// Answers a question of a test file.
    pub fn run_test(
        &self,
        case: &TestCase,
        asked: Asked,
        method: SolveMethod,
        budget: &Budget,
    ) -> Result<TestAnswer, EngineError> {
        let started = Instant::now();
        let text = case.sum.as_ref().map_err(|error| EngineError::Other(error.to_string()))?;
        let mut answer =
            TestAnswer { line: case.line, sum: text.clone(), schema: SCHEMA, ..TestAnswer::default() };
        let solved = match asked {
            Asked::Winner { first, .. } => {
                answer.first = Some(first);
                let sum = self.sum_within(text, budget)?;
                let question = Question { first: Some(first), method, ..Question::default() };
                self.solve_sum(&sum, question, budget, &silent()).map(|(solution, _)| {
                    answer.winner = solution.winner;
                    answer.nodes = solution.nodes;
                    answer.error = solution.error.filter(|_| solution.winner.is_none());
                })
            }
            Asked::NimValue(_) => self.find_nim_value(text, method, budget, &mut answer),
        };
        solved?;
        let side = |won: bool| if won { "win" } else { "loss" };
        answer.expected = match asked {
            Asked::Winner { wins, .. } => wins.map(|wins| side(wins).to_owned()),
            Asked::NimValue(value) => value.map(|value| value.to_string()),
        };
        answer.agrees = match asked {
            Asked::Winner { first, wins } => {
                wins.zip(answer.winner).map(|(wins, winner)| wins == (winner == first))
            }
            Asked::NimValue(value) => value.zip(answer.nim_value).map(|(should, is)| should == is),
        };
        answer.seconds = started.elapsed().as_secs_f64();
        Ok(answer)
    }

    /// The nim value `n` of a sum: with `*n` beside it, the second player wins.
    fn find_nim_value(
        &self,
        text: &str,
        method: SolveMethod,
        budget: &Budget,
        answer: &mut TestAnswer,
    ) -> Result<(), EngineError> {
        let impartial = ["kayles:", "nim:", "*", "0"];
        if !text.split(Sum::JOINT).all(|part| impartial.iter().any(|start| part.starts_with(start))) {
            return Err(EngineError::other("only sums of impartial games have nim values"));
        }
        for n in 0..=MOST_NIM {
            let beside = if n == 0 { text.to_owned() } else { format!("{text}{}*{n}", Sum::JOINT) };
            let question = Question { method, ..Question::default() };
            let sum = self.sum_within(&beside, budget)?;
            let (solution, _) = self.solve_sum(&sum, question, budget, &silent())?;
            answer.nodes += solution.nodes;
            match (solution.outcome, solution.error) {
                (Some(Outcome::Previous), _) => {
                    answer.nim_value = Some(n);
                    return Ok(());
                }
                (Some(_), _) => {}
                (None, ended) => {
                    answer.error = ended;
                    return Ok(());
                }
            }
        }
        Err(EngineError::Other(format!("the nim value is above {MOST_NIM}")))
    }
}
