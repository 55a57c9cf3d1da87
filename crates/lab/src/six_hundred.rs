//! The six hundred Amazons positions on which Zhang (2015, §4.1) compares searches, rebuilt: 4×4 boards with
//! a queen each and 2 to 14 connected empty squares; all other squares are burnt. 17 of them have 2 empty
//! squares, 50 each have 3 to 13, and 33, which is all there are, have 14. The thesis does not list its own.
//!
//! They lie in `data/amazons-600.csv` with their means and temperatures; the experiment `amazons-600` makes
//! that file.

use crate::table::row;
use crate::{Settings, Table};
use exact::ThermographTable;
use rules::games::amazons::Amazons;
use rules::{Hints, Notation, Position, bitboard::Small};
use std::collections::HashSet;
use values::Dyadic;

/// A position of the set.
pub(crate) struct Case {
    pub(crate) empty: u32,
    pub(crate) position: Amazons<Small>,
    pub(crate) mean: Dyadic,
    pub(crate) temperature: Dyadic,
}

/// The seed of the shipped set.
const SEED: u64 = 600;

/// The shipped set.
pub(crate) fn cases() -> anyhow::Result<Vec<Case>> {
    let case = |line: &str| -> anyhow::Result<Case> {
        let cells: Vec<&str> = line.split(',').collect();
        let [empty, position, mean, temperature] = cells[..] else { anyhow::bail!("not four cells: {line}") };
        Ok(Case {
            empty: empty.parse()?,
            position: Amazons::read(position)?,
            mean: mean.parse()?,
            temperature: temperature.parse()?,
        })
    };
    include_str!("../data/amazons-600.csv").lines().skip(1).map(case).collect()
}

/// The set in random order, or every tenth position of it. A run that is stopped has a fair sample.
pub(crate) fn shuffled(settings: &Settings) -> anyhow::Result<Vec<Case>> {
    let mut cases = sample(settings)?;
    fastrand::Rng::with_seed(0).shuffle(&mut cases);
    Ok(cases)
}

/// The set in a full run, or every tenth position of it.
pub(crate) fn sample(settings: &Settings) -> anyhow::Result<Vec<Case>> {
    Ok(cases()?.into_iter().step_by(if settings.full { 1 } else { 10 }).collect())
}

/// The number of positions of the set with this number of empty squares.
fn count(empty: u32) -> usize {
    match empty {
        2 => 17,
        14 => 33,
        _ => 50,
    }
}

/// Makes the set.
pub(crate) fn make(settings: &Settings) -> anyhow::Result<Table> {
    made(settings, 14)
}

/// The part of the set with at most `most` empty squares.
fn made(settings: &Settings, most: u32) -> anyhow::Result<Table> {
    let mut random = fastrand::Rng::with_seed(SEED);
    let (values, table) = (settings.values(), ThermographTable::default());
    let mut rows = Vec::new();
    for empty in 2..=most {
        settings.next(&format!("{empty} empty squares"))?;
        let mut boards = boards(empty)?;
        random.shuffle(&mut boards);
        for board in boards.into_iter().take(count(empty)) {
            settings.budget.check_now()?;
            let id = table.thermograph(&values, &board)?;
            let graph = values.thermographs().get(id);
            rows.push(row![empty, board.to_string(), graph.mean(), graph.temperature()]);
        }
    }
    let title = format!("{} Amazons positions on 4×4, a queen each", rows.len());
    Ok(Table::new(title, "empty|position|mean|temperature", rows))
}

/// All boards with this number of empty squares, connected with both queens, up to symmetry.
pub(crate) fn boards(empty: u32) -> anyhow::Result<Vec<Amazons<Small>>> {
    let whole = |board: &Amazons<Small>| board.longest_play() == Some(empty) && board.regions().len() == 1;
    Ok(all_boards(empty)?.into_iter().filter(|board| whole(board) && board.number().is_none()).collect())
}

/// All boards with a queen each and this number of empty squares, up to symmetry.
pub(crate) fn all_boards(empty: u32) -> anyhow::Result<Vec<Amazons<Small>>> {
    let (mut seen, mut boards) = (HashSet::new(), Vec::new());
    for squares in (0u32..1 << 16).filter(|squares| squares.count_ones() == empty + 2) {
        let cells = || (0..16).filter(move |cell| squares >> cell & 1 == 1);
        for left in cells() {
            for right in cells().filter(|&right| right != left) {
                let symbol = |cell: u32| match cell {
                    _ if cell == left => 'x',
                    _ if cell == right => 'o',
                    _ if squares >> cell & 1 == 1 => '.',
                    _ => '#',
                };
                let row = |y: u32| (4 * y..4 * y + 4).map(symbol).collect::<String>();
                let board = Amazons::<Small>::read(&(0..4).map(row).collect::<Vec<_>>().join("|"))?;
                if seen.insert(board.normal_form()) {
                    boards.push(board);
                }
            }
        }
    }
    Ok(boards)
}

#[cfg(test)]
mod tests {
    use super::{boards, cases, count, made};
    use crate::{Settings, StoredTable};
    use exact::ThermographTable;
    use values::Values;

    #[test]
    fn the_set_is_made_as_it_was() -> anyhow::Result<()> {
        let table = made(&Settings::short(0), 6)?;
        let shipped = include_str!("../data/amazons-600.csv");
        assert!(table.rows.len() > 200 && shipped.starts_with(&StoredTable::of(&table).csv()));
        Ok(())
    }

    #[test]
    fn the_set_is_what_it_says() -> anyhow::Result<()> {
        let cases = cases()?;
        assert_eq!(cases.len(), 600);
        for empty in 2..=14 {
            assert_eq!(cases.iter().filter(|case| case.empty == empty).count(), count(empty));
        }
        assert_eq!(boards(14)?.len(), 33);
        let (values, table) = (Values::new(), ThermographTable::default());
        for case in cases.iter().filter(|case| case.empty <= 9) {
            let id = table.thermograph(&values, &case.position)?;
            let graph = values.thermographs().get(id);
            assert_eq!(
                (graph.mean(), graph.temperature()),
                (case.mean, case.temperature),
                "{}",
                case.position
            );
        }
        Ok(())
    }
}
