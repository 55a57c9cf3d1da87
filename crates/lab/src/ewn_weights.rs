//! The weights of the static evaluation of EinStein würfelt nicht!, a network with one hidden layer. It learns from
//! games against itself: before each throw its estimate moves towards the mean, over all throws, of the best
//! estimate after a move (temporal differences with a backup of one move; Tesauro 1995). Some moves are random, so
//! that it sees more than its own play. The rules contain the weights of a full run.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use fastrand::Rng;
use rules::games::ewn::{Ewn, HIDDEN, ROWS, Step, UNIT};
use rules::{Contest, Playable, drawn};

/// One of this number of moves is random.
const RANDOM: u32 = 10;
/// One of this number of games begins with random moves, up to [`OPENING`] of them.
const VARIED: u32 = 3;
const OPENING: u32 = 14;
/// The games are reported in this number of rounds.
const ROUNDS: u32 = 20;
/// The learning rate at the start. It falls to almost 0.
const RATE: f32 = 0.05;
/// The least slope that counts, so that estimates far from the truth can come back.
const SLOPE: f32 = 0.05;

/// A vector of the hidden layer.
type Layer = [f32; HIDDEN];

/// The network, with scores from −1 to 1.
struct Network {
    rows: Vec<Layer>,
    start: Layer,
    output: Layer,
}

/// What a network says of a position.
struct Estimate {
    inputs: Vec<[usize; 2]>,
    /// What goes into the hidden units, for the position and its mirror image.
    sums: [Layer; 2],
    lead: f32,
}

impl Estimate {
    fn value(&self) -> f32 {
        let whole = 1.0 + self.lead.abs();
        self.lead.signum() * (1.0 - whole.powi(-2))
    }

    fn slope(&self) -> f32 {
        (2.0 * (1.0 + self.lead.abs()).powi(-3)).max(SLOPE)
    }
}

impl Network {
    fn new(random: &mut Rng) -> Self {
        let mut small = |width: f32| std::array::from_fn(|_| (random.f32() - 0.5) * width);
        let rows = (0..ROWS).map(|_| small(0.3)).collect();
        Self { rows, start: [0.3; HIDDEN], output: small(0.5) }
    }

    /// The estimate for the player who throws next.
    fn estimate(&self, state: &Ewn) -> Estimate {
        let (inputs, mut sums, mut lead) = (state.inputs(), [self.start; 2], 0.0);
        for input in &inputs {
            for (sum, &row) in sums.iter_mut().zip(input) {
                sum.iter_mut().zip(&self.rows[row]).for_each(|(sum, weight)| *sum += weight);
            }
        }
        for sum in &sums {
            lead +=
                sum.iter().zip(&self.output).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>();
        }
        Estimate { inputs, sums, lead }
    }

    /// Moves the estimate of a position towards a target.
    fn learn(&mut self, found: &Estimate, target: f32, rate: f32) {
        let step = rate * found.slope() * (found.value() - target);
        let mut output = self.output;
        for side in 0..2 {
            let mut steps = [0.0; HIDDEN];
            for (i, &sum) in found.sums[side].iter().enumerate() {
                output[i] -= step * sum.clamp(0.0, 1.0);
                if sum > 0.0 && sum < 1.0 {
                    steps[i] = step * self.output[i];
                }
            }
            let take = |row: &mut Layer| row.iter_mut().zip(steps).for_each(|(weight, step)| *weight -= step);
            take(&mut self.start);
            found.inputs.iter().for_each(|input| take(&mut self.rows[input[side]]));
        }
        self.output = output;
    }

    /// The best move of a thrown state and its value for the player to move. Moves that were valued before are in
    /// `known`.
    fn best(&self, state: &Ewn, known: &mut Vec<(Step, f32)>) -> Option<(Step, f32)> {
        let mut value = |action: Step| match known.iter().find(|(step, _)| *step == action) {
            Some((_, value)) => *value,
            None => {
                let next = state.before_throw(action);
                let value = if next.score().is_some() { 1.0 } else { -self.estimate(&next).value() };
                known.push((action, value));
                value
            }
        };
        let valued = state.moves().into_iter().map(|action| (action, value(action)));
        valued.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// Plays a game and learns from it. The sum of the squares of what the estimates changed, and their number.
    fn play(&mut self, rate: f32, random: &mut Rng) -> (f64, u64) {
        let mut state = Ewn::opening(&mut |below| random.u32(..below));
        let mut unruly = if random.u32(..VARIED) == 0 { random.u32(..OPENING) } else { 0 };
        let (mut squares, mut count, mut known) = (0.0, 0, Vec::new());
        while state.score().is_none() {
            known.clear();
            let throws = state.throws();
            let best: Vec<_> =
                throws.iter().filter_map(|(_, thrown)| self.best(thrown, &mut known)).collect();
            let weights = || throws.iter().map(|(weight, _)| *weight);
            let sum: f32 = best.iter().zip(weights()).map(|((_, value), weight)| value * weight as f32).sum();
            let (found, target) = (self.estimate(&state), sum / weights().sum::<u32>() as f32);
            squares += f64::from(found.value() - target).powi(2);
            count += 1;
            self.learn(&found, target, rate);
            let number = drawn(weights(), random.u64(..));
            let thrown = &throws[number].1;
            let is_random = unruly > 0 || random.u32(..RANDOM) == 0;
            unruly = unruly.saturating_sub(1);
            let action = if is_random { random.choice(thrown.moves()) } else { Some(best[number].0) };
            let Some(action) = action else { break };
            state = thrown.before_throw(action);
        }
        (squares, count)
    }
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    fit(settings, if settings.full { 2_000_000 } else { 20_000 })
}

/// Lets a network play this number of games.
fn fit(settings: &Settings, games: u32) -> anyhow::Result<Outcome> {
    let mut random = Rng::with_seed(settings.seed);
    let mut network = Network::new(&mut random);
    let mut rounds = Vec::new();
    let (mut squares, mut count) = (0.0, 0);
    for game in 0..games {
        let rate = RATE * (1.0 - game as f32 / games as f32).max(0.01);
        settings.budget.check()?;
        let (more, positions) = network.play(rate, &mut random);
        (squares, count) = (squares + more, count + positions);
        let done = u64::from(game + 1) * u64::from(ROUNDS);
        if done % u64::from(games) < u64::from(ROUNDS) {
            settings.next(&format!("{} of {games} games", game + 1))?;
            rounds.push(row![game + 1, Cell::Decimal(squares / count as f64, 5)]);
            (squares, count) = (0.0, 0);
        }
    }
    let cell = |weight: &f32| Cell::from((weight * f32::from(UNIT)).round().clamp(-32000.0, 32000.0) as i32);
    let columns: Vec<String> = (1..=HIDDEN).map(|unit| unit.to_string()).collect();
    let layers = network.rows.iter().chain([&network.start, &network.output]);
    let weights = Table::new(
        format!(
            "Weights of {ROWS} inputs, of the start and of the output for each hidden unit, in units of 1/{UNIT}"
        ),
        &columns.join("|"),
        layers.map(|layer| layer.iter().map(cell).collect()).collect(),
    );
    let changes = Table::new(
        "Mean square of the difference between an estimate and the estimates one move later",
        "games|difference",
        rounds,
    );
    Ok(Outcome { tables: vec![changes, weights], plots: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::{ROUNDS, fit};
    use crate::Settings;

    #[test]
    fn estimates_come_to_agree() -> anyhow::Result<()> {
        let outcome = fit(&Settings::short(1), 3000)?;
        let changes = &outcome.tables[0].rows;
        assert_eq!(changes.len(), ROUNDS as usize);
        let [first, last] = [&changes[0], &changes[changes.len() - 1]].map(|row| row[1].number());
        assert!(last < first.map(|first| first / 2.0), "{first:?} {last:?}");
        assert_eq!(outcome.tables[1].rows.len(), rules::games::ewn::ROWS + 2);
        Ok(())
    }
}
