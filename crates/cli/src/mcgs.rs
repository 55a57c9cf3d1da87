//! `tedomari solve` on a test file of MCGS: the winner of every sum, and whether it is the expected one.

use crate::ending::Ending;
use crate::output::{stdout, visible, write_json};
use crate::progress;
use crate::report::{Report, explained};
use std::io::Write;
use tedomari::answers::TestAnswer;
use tedomari::prelude::{Budget, Engine, EngineError};
use tedomari::{SolveMethod, TestCase, read_tests};

/// How many results were as expected, and how many were not.
#[derive(Default)]
struct Count {
    agreed: usize,
    disagreed: usize,
    /// Results that the file says nothing about.
    free: usize,
    /// Questions without a result.
    unsolved: usize,
}

/// Answers all questions of a test file.
pub(crate) fn run(
    engine: &Engine,
    text: &str,
    method: SolveMethod,
    json: bool,
    budget: impl Fn() -> Budget,
) -> anyhow::Result<Ending> {
    let cases = read_tests(text)?;
    let (mut ending, mut count) = (Ending::Complete, Count::default());
    let mut out = stdout();
    for (i, case) in cases.iter().enumerate() {
        progress::show(&format!("{i} of {} sums", cases.len()));
        for asked in &case.asked {
            let answer = engine.run_test(case, *asked, method, &budget());
            progress::show("");
            let ended = match &answer {
                Ok(answer) => count.add(answer),
                Err(error) => {
                    count.unsolved += 1;
                    if error.is_limit() { Ending::LimitReached } else { Ending::BadInput }
                }
            };
            ending = ending.max(ended);
            match (answer, json) {
                (Ok(answer), true) => write_json(&mut out, &answer)?,
                (Ok(answer), false) => writeln!(out, "{}", visible(&line(&answer)))?,
                (Err(error), _) => refuse(&mut out, case, &error, json)?,
            }
        }
    }
    if !json {
        let Count { agreed, disagreed, free, unsolved } = count;
        let total = agreed + disagreed + free + unsolved;
        writeln!(
            out,
            "{total} questions: {agreed} as expected, {disagreed} not as expected, {free} without an \
             expectation, {unsolved} not solved"
        )?;
    }
    Ok(ending)
}

impl Count {
    fn add(&mut self, answer: &TestAnswer) -> Ending {
        let is_solved = answer.winner.is_some() || answer.nim_value.is_some();
        let (counter, ending) = match (is_solved, answer.agrees) {
            (false, _) => (&mut self.unsolved, Ending::LimitReached),
            (true, Some(true)) => (&mut self.agreed, Ending::Complete),
            (true, Some(false)) => (&mut self.disagreed, Ending::CheckFailed),
            (true, None) => (&mut self.free, Ending::Complete),
        };
        *counter += 1;
        ending
    }
}

/// An answer on a line.
fn line(answer: &TestAnswer) -> String {
    let TestAnswer { line, sum, first, winner, nim_value, agrees, expected, error, .. } = answer;
    let asked = first.map_or("nim value".to_owned(), |first| format!("{} first", first.name()));
    let found = match (winner, nim_value, error) {
        (Some(winner), ..) => format!("{} wins", winner.name()),
        (_, Some(value), _) => value.to_string(),
        (.., Some(ended)) => ended.to_string(),
        _ => "not solved".to_owned(),
    };
    let verdict = match (agrees, expected) {
        (Some(true), _) => ", as expected".to_owned(),
        (Some(false), Some(expected)) => format!(", but {expected} is expected"),
        _ => String::new(),
    };
    format!("line {line}, {asked}: {found}{verdict}: {sum}")
}

/// Writes why there is no answer.
fn refuse(out: &mut impl Write, case: &TestCase, error: &EngineError, json: bool) -> anyhow::Result<()> {
    let message = match &case.sum {
        Ok(_) => format!("line {}: {}", case.line, explained(error)),
        // The error of a sum that could not be made has its own line.
        Err(_) => explained(error),
    };
    if json {
        writeln!(out, "{}", Report::of_error(&message).json())?;
    } else {
        out.flush()?;
        eprintln!("error: {message}");
    }
    Ok(())
}
