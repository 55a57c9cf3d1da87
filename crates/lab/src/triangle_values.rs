//! The nim values of all positions of Triangular Nim in normal play up to six layers (Shan 2013, §2.5), and
//! how far they reach: the thesis proposes to judge larger positions that fall apart by the sum of their parts.

use crate::table::row;
use crate::{Axis, Cell, Outcome, Plot, Series, Settings, Table};
use anyhow::Context;
use fastrand::Rng;
use rules::Position;
use rules::games::triangular_nim::{Convention, TriangularNim};
use tables::retrograde::{Layout, Nimbers, Solved, TakingGame};
use values::Outcome as Winner;

/// The number of pieces of a triangle.
fn pieces(layers: u8) -> u32 {
    u32::from(layers) * (u32::from(layers) + 1) / 2
}

/// The nim sum of the parts of a position. `None` means that a part has more layers than the table.
fn by_parts(nimbers: &Nimbers, position: &TriangularNim) -> Option<u8> {
    let parts = position.regions();
    parts.iter().try_fold(0, |sum, part| Some(sum ^ nimbers.of(&part.normal_form().0)?))
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    settings.next("nim values of six layers")?;
    let nimbers = Nimbers::new(Nimbers::MOST_LAYERS)?;
    let mut counts: Vec<Vec<u64>> = Vec::new();
    for layers in 1..=Nimbers::MOST_LAYERS {
        let mut of_layers = vec![0; usize::from(nimbers.largest()) + 1];
        for number in 0..1 << pieces(layers) {
            settings.budget.check()?;
            let position = TriangularNim::from_number(layers, number)?;
            of_layers[usize::from(nimbers.of(&position).context("a triangle of the table")?)] += 1;
        }
        counts.push(of_layers);
    }
    let rows = (0..=usize::from(nimbers.largest())).map(|value| {
        std::iter::once(Cell::from(value)).chain(counts.iter().map(|of| Cell::from(of[value]))).collect()
    });
    let full = (1..=Nimbers::MOST_LAYERS)
        .map(|layers| nimbers.of(&TriangularNim::full(layers)?).context("a triangle of the table"))
        .collect::<anyhow::Result<Vec<u8>>>()?;
    let full = full.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let columns: Vec<String> = (1..=Nimbers::MOST_LAYERS).map(|layers| format!("{layers} layers")).collect();
    let all = Table::new(
        "All positions of Triangular Nim by their nim value in normal play",
        &format!("nim value|{}", columns.join("|")),
        rows.collect(),
    )
    .note(format!(
        "The full triangles have the nim values {full}. Positions of nim value 0 are the P-positions."
    ));
    let series = columns.iter().zip(&counts).map(|(name, of)| {
        let points = of.iter().enumerate().filter(|(_, count)| **count > 0);
        Series::curve(name.clone(), points.map(|(value, count)| (value as f64, *count as f64)).collect())
    });
    let plot = Plot::new(
        "Positions of Triangular Nim by nim value",
        Axis::linear("nim value"),
        Axis::logarithmic("positions"),
        series.collect(),
    );
    Ok(Outcome { tables: vec![all, falling_apart(settings, &nimbers)?], plots: vec![plot] })
}

/// How many random positions of larger triangles have only parts of at most six layers, and whether the sum of
/// their nim values gives the outcome of the whole.
fn falling_apart(settings: &Settings, nimbers: &Nimbers) -> anyhow::Result<Table> {
    let samples: u64 = if settings.full { 1_000_000 } else { 100_000 };
    let mut rows = Vec::new();
    let (mut all_right, mut all_parted) = (0, 0);
    let sizes: &[u8] = if settings.full { &[7, 8] } else { &[7] };
    for &layers in sizes {
        settings.next(&format!("{layers} layers"))?;
        let layout = Layout::best(&TakingGame::triangular_nim(layers)?, true)?;
        let solved = Solved::in_memory(layout, Convention::Normal, 1, &settings.budget, &|_, _| ())?;
        for quarters in 1..=4u8 {
            let mut random = Rng::with_seed(settings.seed ^ u64::from(layers) << 8 ^ u64::from(quarters));
            let (mut parted, mut lost, mut right) = (0u64, 0u64, 0u64);
            for _ in 0..samples {
                settings.budget.check()?;
                // Each piece is there with a probability of 1/2, 1/4, 1/8 or 1/16.
                let mut word = || random.u64(..1 << pieces(layers));
                let number = (0..quarters).fold(u64::MAX, |all, _| all & word());
                let position = TriangularNim::from_number(layers, number)?;
                let Some(sum) = by_parts(nimbers, &position) else { continue };
                parted += 1;
                let is_lost = solved.outcome(position)? == Winner::Previous;
                lost += u64::from(is_lost);
                right += u64::from((sum == 0) == is_lost);
            }
            all_right += right;
            all_parted += parted;
            let density = format!("1/{}", 1u32 << quarters);
            let share = Cell::Decimal(100.0 * parted as f64 / samples as f64, 1);
            rows.push(row![u64::from(layers), density, samples, parted, share, lost, right]);
        }
    }
    Ok(Table::new(
        "Random positions of larger triangles whose parts have at most six layers",
        "layers|probability of a piece|positions|with small parts|percent|P-positions among them|the sum is right",
        rows,
    )
    .note(format!(
        "The sum is compared with the table of all positions, which knows no nim values. It is right in {all_right} of {all_parted} \
         cases."
    )))
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::Settings;

    #[test]
    fn counts_are_those_of_all_positions_and_sums_are_right() -> anyhow::Result<()> {
        let outcome = run(&Settings::short(3))?;
        let number = |table: usize, row: usize, column: usize| {
            outcome.tables[table].rows[row][column].number().unwrap_or(-1.0)
        };
        for layers in 1..=6 {
            let total: f64 = (0..outcome.tables[0].rows.len()).map(|row| number(0, row, layers)).sum();
            assert_eq!(total, f64::from(1u32 << (layers * (layers + 1) / 2)));
        }
        // P-positions as they are counted without nim values.
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|layers| number(0, 0, layers)),
            [1.0, 2.0, 14.0, 149.0, 3663.0, 185_802.0]
        );
        for row in 0..outcome.tables[1].rows.len() {
            assert_eq!(number(1, row, 3), number(1, row, 6));
        }
        Ok(())
    }
}
