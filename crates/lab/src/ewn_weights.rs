//! The weights of the static evaluation of EinStein würfelt nicht!. They are fitted by stochastic gradient
//! descent to the results of games between players that search to depth 2 and sometimes move at random. The
//! rules contain the weights of a full run; another run starts from games played with those.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use adversary::alphabeta::{AlphaBeta, Options, Plain};
use fastrand::Rng;
use rules::games::ewn::{Ewn, PLACES};
use rules::{Contest, Playable, Stochastic};
use values::{Budget, Player};

/// One of this number of moves is random.
const RANDOM: u32 = 8;
const ROUNDS: u32 = 12;
const THROWS: usize = 6;
/// The number of weights: one for each kind of stone, and the last one for the player to move.
const WEIGHTS: usize = THROWS * PLACES + 1;

/// The features of a state, and the result of its game.
struct Sample {
    prospects: Vec<(usize, f32)>,
    won: f32,
}

impl Sample {
    fn sum(&self, weights: &[f32]) -> f32 {
        self.prospects.iter().map(|&(i, sign)| sign * weights[i]).sum()
    }

    fn error(&self, weights: &[f32]) -> f32 {
        let sum = self.sum(weights);
        sum / (1.0 + sum.abs()) - self.won
    }
}

/// The samples of all states of a game.
fn game(seed: u64, search: &mut AlphaBeta<Plain<Ewn>>) -> Vec<Sample> {
    let mut random = Rng::with_seed(seed);
    let mut state = Ewn::opening(&mut |below| random.u32(..below));
    let mut samples = Vec::new();
    loop {
        let moves = state.moves();
        let best = search.think(&state, 2, &Budget::endless());
        let best = if random.u32(..RANDOM) == 0 { None } else { best.map(|thought| thought.best) };
        let Some(action) = best.or_else(|| random.choice(moves)) else { break };
        let turn = if state.to_move() == Player::Left { 1.0 } else { -1.0 };
        let stones = state.prospects().map(|(throws, place, sign)| (throws * PLACES + place, sign as f32));
        samples.push(Sample { prospects: stones.chain([(WEIGHTS - 1, turn)]).collect(), won: 0.0 });
        state = state.toss(action, random.u64(..));
    }
    let won = state.score().map_or(0.0, |score| score.signum() as f32);
    samples.into_iter().map(|sample| Sample { won, ..sample }).collect()
}

fn mean_square(samples: &[Sample], weights: &[f32]) -> f32 {
    samples.iter().map(|sample| sample.error(weights).powi(2)).sum::<f32>() / samples.len().max(1) as f32
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    fit(settings, if settings.full { 150_000 } else { 10_000 })
}

/// Fits the weights to this number of games.
fn fit(settings: &Settings, games: u64) -> anyhow::Result<Outcome> {
    let options = Options { bytes: 0, scout: false, ..Options::default() };
    let mut search = AlphaBeta::new(Plain::default(), options);
    let mut samples = Vec::new();
    for number in 0..games {
        if number % 1000 == 0 {
            (settings.progress)(&format!("{number} of {games} games"));
        }
        samples.extend(game(settings.seed.wrapping_add(number), &mut search));
    }
    let (unseen, samples) = samples.split_at(samples.len() / 10);
    let mut weights = [0.0_f32; WEIGHTS];
    let mut random = Rng::with_seed(settings.seed);
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        (settings.progress)(&format!("round {} of {ROUNDS}", round + 1));
        let rate = 0.02 / (1.0 + 0.7 * round as f32);
        for _ in 0..samples.len() {
            let sample = &samples[random.usize(..samples.len())];
            let slope = (1.0 + sample.sum(&weights).abs()).powi(-2);
            let step = rate * slope * sample.error(&weights);
            for &(i, sign) in &sample.prospects {
                weights[i] -= step * sign;
            }
        }
        rounds.push(row![round + 1, Cell::Decimal(mean_square(unseen, &weights).into(), 4)]);
    }
    let cell = |weight: &f32| Cell::Decimal(f64::from(100.0 * weight), 0);
    let row = |(throws, row): (usize, &[f32])| {
        std::iter::once(Cell::from(throws + 1)).chain(row.iter().map(cell)).collect()
    };
    let places: Vec<String> = (0..PLACES).map(|place| place.to_string()).collect();
    let worth = Table::new(
        format!(
            "What a stone is worth by throws that move it and by its place; whoever throws next: {}",
            cell(&weights[WEIGHTS - 1])
        ),
        &format!("throws|{}", places.join("|")),
        weights[..WEIGHTS - 1].chunks(PLACES).enumerate().map(row).collect(),
    );
    let errors = Table::new(
        "Mean square of the error on games that nothing was fitted to (1 for guessing nothing)",
        "round|error",
        rounds,
    );
    Ok(Outcome { tables: vec![worth, errors], plots: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::{ROUNDS, fit};
    use crate::Settings;

    #[test]
    fn weights_know_more_than_nothing() -> anyhow::Result<()> {
        let outcome = fit(&Settings { full: false, seed: 1, progress: &|_| {} }, 3000)?;
        let errors = &outcome.tables[1].rows;
        assert_eq!(errors.len(), ROUNDS as usize);
        // The constant estimate 0 has an error of 1.
        assert!(errors.iter().all(|row| row[1].number() < Some(1.0)), "{errors:?}");
        Ok(())
    }
}
