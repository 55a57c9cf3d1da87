//! Do strategies keep the bounds that the literature gives them? A strategy's loss in a sum is what the best
//! play reaches less what the strategy reaches against the best answer to it. The mean strategy loses at most
//! the temperature of the hottest part (Hanner), or of the second hottest (Yedwab, as quoted in Zhang 2015, §5.1),
//! ThermoStrat at most that of the second hottest, SenteStrat at most that of the hottest, and HotStrat has no
//! bound (Müller 2025).

use crate::table::row;
use crate::unbounded_loss::worst;
use crate::{Cell, Outcome, Settings, Table, Work};
use anyhow::Context;
use matches::players::{Kind, PlayerName};
use matches::{Deal, Referee, State};
use serde::{Deserialize, Serialize};
use sums::{Solver, Sum};
use values::{Budget, Dyadic, Player, Values};

/// The strategies and the part whose temperature bounds the loss, 1 for the hottest. `None` means no bound.
const STRATEGIES: [(&str, Option<usize>, &str); 7] = [
    ("mean:exact", Some(1), "Hanner"),
    ("mean:exact", Some(2), "Yedwab"),
    ("thermostrat:exact", Some(2), "Winning Ways"),
    ("sentestrat:exact", Some(1), "Berlekamp"),
    ("hotstrat:exact", None, "none"),
    ("hotstrat+:exact", None, "none"),
    ("follow:exact", None, "none"),
];

/// What a strategy loses in a sum, and the temperatures of the two hottest parts.
#[derive(Serialize, Deserialize)]
struct Loss {
    sum: String,
    /// The loss of each of [`STRATEGIES`] as Left, moving first and second.
    losses: Vec<[Dyadic; 2]>,
    hottest: [Dyadic; 2],
}

/// A sum of three random trees.
fn sum(seed: u64) -> anyhow::Result<Sum> {
    Ok(Deal { game: "tree".to_owned(), width: 1, height: 1, components: 3 }.sum(seed)?)
}

fn loss(seed: u64, budget: &Budget) -> anyhow::Result<Loss> {
    let sum = sum(seed)?;
    let values = Values::new();
    let mut temperatures = Vec::new();
    for part in &sum.parts {
        let value = values.parse(&part.position.to_string()).map_err(|error| anyhow::anyhow!("{error}"))?;
        temperatures.push(values.temperature(value)?);
    }
    temperatures.sort_by(|a, b| b.cmp(a));
    let mut solver = Solver::new(budget.clone().with_bytes(1 << 28));
    let mut losses = Vec::new();
    for (name, ..) in STRATEGIES {
        let mut both = [Dyadic::ZERO; 2];
        for (loss, first) in both.iter_mut().zip(Player::BOTH) {
            let mut mind = name.parse::<PlayerName>()?.player(Kind::Sum, &exact::knowledge())?;
            let mut state = State::new(sum.clone(), first);
            mind.begin(&state, Player::Left, 0);
            let reached = worst(&mut *mind, &mut Referee::default(), &mut state, budget)?;
            *loss = solver.score(&sum, first)?.minus(reached)?;
        }
        losses.push(both);
    }
    let hottest = [temperatures[0], *temperatures.get(1).context("three parts")?];
    Ok(Loss { sum: sum.to_string(), losses, hottest })
}

pub(crate) fn run(settings: &Settings, work: &Work) -> anyhow::Result<Outcome> {
    let samples: u64 = if settings.full { 2000 } else { 60 };
    let mut found = Vec::new();
    for i in 0..samples {
        settings.next(&format!("sum {} of {samples}", i + 1))?;
        let seed = settings.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(i);
        found.extend(work.unit(&format!("sum {i}"), || loss(seed, &settings.budget))?);
    }
    let mut rows = Vec::new();
    let mut worst: Option<(Dyadic, &Loss, &str)> = None;
    for (i, (name, bound, source)) in STRATEGIES.iter().enumerate() {
        let (mut lossy, mut most, mut broken) = (0u64, [Dyadic::ZERO; 2], 0u64);
        let mut total = 0.0;
        for loss in &found {
            let largest = loss.losses[i][0].max(loss.losses[i][1]);
            lossy += u64::from(largest > Dyadic::ZERO);
            total += largest.to_f64();
            for (most, loss) in most.iter_mut().zip(loss.losses[i]) {
                *most = loss.max(*most);
            }
            let Some(bound) = bound else { continue };
            let over = largest.minus(loss.hottest[bound - 1].max(Dyadic::ZERO))?;
            if over > Dyadic::ZERO {
                broken += 1;
                if worst.as_ref().is_none_or(|(most, ..)| over > *most) {
                    worst = Some((over, loss, name));
                }
            }
        }
        let bound = match bound {
            Some(1) => "t of the hottest",
            Some(_) => "t of the second hottest",
            None => "none",
        };
        let broken = if bound == "none" { Cell::from("–") } else { broken.into() };
        let mean = Cell::Decimal(total / found.len().max(1) as f64, 3);
        rows.push(row![*name, bound, *source, found.len(), lossy, mean, most[0], most[1], broken]);
    }
    let title = "What strategies lose as Left in sums of three random trees, against the best answer";
    let columns =
        "strategy|bound|from|sums|with a loss|mean loss|largest, moving first|moving second|beyond the bound";
    let mut table = Table::new(title, columns, rows).note(
        "The loss is the best stop less the stop that the strategy reaches, the larger one of moving first and second. It is exact: \
         every answer is tried.",
    )
    .note(
        "The strategies are our players. `mean` moves in the hottest part and answers where the opponent has heated one; that it goes \
         beyond a bound speaks of this player, not of the theorem.",
    );
    if let Some((over, Loss { sum, hottest, .. }, name)) = worst {
        table = table.note(format!(
            "Farthest beyond its bound: {name} by {over} in `{sum}`, whose hottest parts have temperatures {} and {}.",
            hottest[0], hottest[1]
        ));
    }
    Ok(table.into())
}

#[cfg(test)]
mod tests {
    use super::{STRATEGIES, loss};
    use values::Dyadic;

    /// The best play reaches the best stop, so no strategy gains.
    #[test]
    fn losses_are_not_negative() -> anyhow::Result<()> {
        for seed in 0..8 {
            let found = loss(seed, &values::Budget::endless())?;
            assert_eq!(found.losses.len(), STRATEGIES.len());
            assert!(found.losses.iter().flatten().all(|loss| *loss >= Dyadic::ZERO), "{}", found.sum);
        }
        Ok(())
    }
}
