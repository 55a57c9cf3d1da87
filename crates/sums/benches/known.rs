//! How fast are outcomes of whole boards found? `cargo bench -p tedomari-sums --bench known`, or with `-- NAME` for one
//! of them, and `--threads=2` for two threads. Each row names the search. Rows with an expected result fail if
//! theirs differs: that of the literature for Domineering and rows of Clobber, that of our census for NoGo
//! 4×4. For the others no published source is known to us; an independent solver found the same for NoGo 3×6
//! and 5×4 and for Amazons 5×4.

#![allow(missing_docs, clippy::unwrap_used)]

use adversary::history::Repetition;
use adversary::proof_number::DfPn;
use rules::bitboard::Small;
use rules::games::{amazons::Amazons, domineering::Domineering, nogo::NoGo};
use rules::{Notation, Position, ToMove};
use std::time::Duration;
use sums::{Solver, Sum};
use values::{Budget, Error, Outcome, Player};
use yardstick::{Benchmark, Measured, measure, setting};

const BYTES: usize = 3 << 30;

const TIME: Duration = Duration::from_secs(600);

macro_rules! known {
    ($($name:literal, $about:literal, $run:expr;)*) => {
        const BENCHMARKS: &[Benchmark] =
            &[$(Benchmark { name: $name, about: $about, elsewhere: "not measured", run: || $run }),*];
    };
}

known! {
    "nogo-3x3", "NoGo 3×3, values", by_values("nogo", &empty(3, 3), None);
    "nogo-3x4", "NoGo 3×4, values", by_values("nogo", &empty(4, 3), None);
    "nogo-3x5", "NoGo 3×5, values", by_values("nogo", &empty(5, 3), None);
    "nogo-3x6", "NoGo 3×6, df-pn", by_dfpn::<NoGo<Small>>(&empty(6, 3), None);
    "nogo-4x4", "NoGo 4×4, values", by_values("nogo", &empty(4, 4), Some(Outcome::Previous));
    "nogo-4x4-dfpn", "NoGo 4×4, df-pn", by_dfpn::<NoGo<Small>>(&empty(4, 4), Some(Outcome::Previous));
    "nogo-5x4", "NoGo 5×4, df-pn", by_dfpn::<NoGo<Small>>(&empty(5, 4), None);
    "domineering-6x6", "Domineering 6×6, values", by_values("domineering", &empty(6, 6), Some(Outcome::Next));
    "domineering-6x6-dfpn", "Domineering 6×6, df-pn", by_dfpn::<Domineering<Small>>(&empty(6, 6), Some(Outcome::Next));
    "domineering-7x7", "Domineering 7×7, values", by_values("domineering", &empty(7, 7), Some(Outcome::Next));
    "domineering-7x7-dfpn", "Domineering 7×7, df-pn", by_dfpn::<Domineering<Small>>(&empty(7, 7), Some(Outcome::Next));
    "domineering-rectangles", "Domineering, 28 rectangles up to 8×8, values", domineering();
    "domineering-8x8", "Domineering 8×8, values", by_values("domineering", &empty(8, 8), Some(Outcome::Next));
    "clobber-rows", "Clobber (XO)^n in a row, n = 1 to 12, values", clobber_rows();
    "amazons-4x4-1", "Amazons 4×4, a queen each in opposite corners, values", by_values("amazons", "x...|....|....|...o", None);
    "amazons-4x4-1-dfpn", "Amazons 4×4, a queen each in opposite corners, df-pn",
        by_dfpn::<Amazons<Small>>("x...|....|....|...o", None);
    "amazons-4x4-2", "Amazons 4×4, two queens each in the corners, values", by_values("amazons", "x..x|....|....|o..o", None);
    "amazons-5x4-2", "Amazons 5×4, two queens each in the corners, df-pn",
        by_dfpn::<Amazons<Small>>("x...x|.....|.....|o...o", None);
    "amazons-5x5-1", "Amazons 5×5, a queen each in opposite corners, df-pn",
        by_dfpn::<Amazons<Small>>("x....|.....|.....|.....|....o", None);
}

fn empty(width: usize, height: usize) -> String {
    vec![".".repeat(width); height].join("|")
}

/// The time and the threads of a benchmark.
fn budget() -> Budget {
    Budget::after(TIME).with_threads(setting("threads").unwrap_or(1))
}

/// Solves a sum for both players. Returns the number of sums that were searched.
fn values(text: &str) -> (Result<Outcome, Error>, u64) {
    let sum = Sum::read(text).unwrap();
    let mut solver = Solver::new(budget().with_bytes(BYTES));
    let outcome = outcome(&mut |first| solver.solve(&sum, first).map(|answer| answer.winner));
    (outcome, solver.nodes())
}

fn by_values(game: &str, board: &str, expected: Option<Outcome>) -> Measured {
    let (measured, (outcome, nodes)) = measure(|| values(&format!("{game}:{board}")));
    report(measured, outcome, expected, &format!("{nodes} sums"))
}

fn by_dfpn<P: Notation + Position>(text: &str, expected: Option<Outcome>) -> Measured {
    let position = P::read(text).unwrap();
    let (measured, (outcome, nodes)) = measure(|| {
        let mut search = DfPn::new(BYTES, Repetition::Never, budget());
        let mut winner = |player| {
            let verdict = search.solve(&ToMove { position: position.clone(), player }, 1)?;
            Ok(if verdict.holds() { Player::Left } else { Player::Right })
        };
        (outcome(&mut winner), search.nodes())
    });
    report(measured, outcome, expected, &format!("{nodes} states"))
}

/// The outcome, given the winner if Left moves first and the winner if Right does.
fn outcome(winner: &mut impl FnMut(Player) -> Result<Player, Error>) -> Result<Outcome, Error> {
    Ok(Outcome::of_winners(winner(Player::Left)?, winner(Player::Right)?))
}

fn report(
    measured: Measured,
    outcome: Result<Outcome, Error>,
    expected: Option<Outcome>,
    work: &str,
) -> Measured {
    assert!(expected.is_none_or(|expected| outcome == Ok(expected)), "{outcome:?}, expected: {expected:?}");
    let result = outcome.map_or_else(|error| error.to_string(), |outcome| outcome.to_string());
    measured.with(format!("{result}, {work} searched"))
}

/// The outcomes of Domineering on rectangles from 2×2 to 8×8 (Breuker, Uiterwijk and van den Herik 2000). The
/// row for each number of rows begins with the same number of columns. A transposed board is the negative.
const DOMINEERING: [&[Outcome]; 7] = {
    use Outcome::{Left, Next, Previous, Right};
    [
        &[Next, Next, Right, Left, Next, Next, Right],
        &[Next, Right, Right, Right, Right, Right],
        &[Next, Left, Next, Left, Right],
        &[Previous, Right, Right, Right],
        &[Next, Left, Right],
        &[Next, Right],
        &[Next],
    ]
};

fn domineering() -> Measured {
    let (measured, nodes) = measure(|| {
        let mut all = 0;
        for (rows, outcomes) in (2..).zip(DOMINEERING) {
            for (columns, expected) in (rows..).zip(outcomes) {
                let (outcome, nodes) = values(&format!("domineering:{}", empty(columns, rows)));
                assert_eq!(outcome, Ok(*expected), "{rows}×{columns}");
                all += nodes;
            }
        }
        all
    });
    measured.with(format!("all as published, {nodes} sums searched"))
}

/// The first player wins all of them except n = 3.
fn clobber_rows() -> Measured {
    let (measured, nodes) = measure(|| {
        let solve = |n: usize| {
            let (outcome, nodes) = values(&format!("clobber:{}", "xo".repeat(n)));
            assert_eq!(outcome, Ok(if n == 3 { Outcome::Previous } else { Outcome::Next }), "n = {n}");
            nodes
        };
        (1..=12).map(solve).sum::<u64>()
    });
    measured.with(format!("N but for n = 3, {nodes} sums searched"))
}

fn main() {
    yardstick::main(BENCHMARKS);
}
