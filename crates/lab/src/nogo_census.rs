//! All positions of 4×4 NoGo by the length of the longest play, and where the values of Shan 2013, Tables 8 to
//! 11, occur. The thesis looked at samples with 6 and 8 moves left; here all legal positions are counted.
//!
//! Our text of the thesis lacks the bars of some of its values. Such a value is looked for among all values of
//! its depth, mean and temperature by the numbers and infinitesimals that are left of it.

use crate::table::row;
use crate::xt_values::short;
use crate::{Cell, Outcome, Settings, Table};
use anyhow::Context;
use exact::ValueTable;
use rules::Position;
use rules::bitboard::Small;
use rules::games::nogo::NoGo;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use tables::endgame::{
    Build, CLASSES, Census, Count, Found, Kind, Rectangle, Subject, Table as Endgames, layout,
};
use values::{ByPlayer, Dyadic, Player, ValueId, Values};

/// The numbers of positions that the thesis gives for these depths.
const TOTALS: [u64; 2] = [89_964, 21_454];

/// Tables 12 and 13: the depth, and the counts in the order of [`CLASSES`].
const THESIS: [(u32, [u64; CLASSES.len()]); 2] =
    [(6, [2954, 22_639, 3719, 43_983, 15_930, 734, 5, 0]), (8, [456, 5648, 519, 11_922, 3353, 75, 0, 0])];

/// A value of Tables 9 to 11: its number, depth, mean and temperature, and the parts of its text that are
/// legible.
struct Famous {
    number: u32,
    depth: u32,
    mean: &'static str,
    temperature: &'static str,
    parts: &'static str,
}

const fn famous(
    number: u32,
    depth: u32,
    mean: &'static str,
    temperature: &'static str,
    parts: &'static str,
) -> Famous {
    Famous { number, depth, mean, temperature, parts }
}

const FAMOUS: [Famous; 14] = [
    famous(12, 6, "13/4", "3/4", "4* 3* 2*"),
    famous(13, 6, "-5/2", "1/2", "-2 -3"),
    famous(14, 8, "9/4", "3/4", "3* 2 1"),
    famous(15, 8, "-3/2", "1/2", "-1^* * -1 -1 -1* -2 -2"),
    famous(16, 6, "2", "2", "4* 0"),
    famous(17, 6, "2", "2", "4* * v"),
    famous(18, 6, "2", "2", "4* 1* * *"),
    famous(19, 6, "-1/2", "2", "2 1* -5/2"),
    famous(21, 8, "3/4", "7/4", "4 3 4 3* 3 1 3* 1 2* -1*"),
    famous(22, 8, "3/4", "7/4", "3 2 -1"),
    famous(23, 8, "5/4", "7/4", "3* * * 2* * * * v -1 -1* * -1* v -1* * v -1 -1 -2* -1* -2*"),
    famous(24, 8, "5/4", "7/4", "3* * -1* * -1/2* -1 -1/2* -1* -1 -1v*"),
    famous(25, 8, "5/4", "7/4", "3* v * 1 0 * * -1* -1*"),
    famous(26, 8, "5/4", "7/4", "3* * 1 0 1 1 1 0 0 * -1* 0 -1/2* -1 -1/2* -1* -1 -1v*"),
];

/// The values of Table 8.
const COLD: [&str; 11] = ["2", "1", "0", "-1", "-2", "*", "^", "^*", "^^", "^^*", "{0|v*}"];

type Board = NoGo<Small>;

/// The length of the longest play, with moves of either player in any order.
fn longest(position: &Board, known: &mut FxHashMap<Board, u32>) -> u32 {
    let (form, _) = position.normal_form();
    if let Some(&longest) = known.get(&form) {
        return longest;
    }
    let options = Player::BOTH.into_iter().flat_map(|player| form.options(player));
    let most = options.map(|option| 1 + longest(&option, known)).max().unwrap_or(0);
    known.insert(form, most);
    most
}

/// A class of positions: depth, mean and temperature.
type Class = (u32, Dyadic, Dyadic);

/// The values of a class with a board and the number of boards that have it, up to symmetry.
type Members = FxHashMap<ValueId, (String, u64)>;

/// The legible parts of a text in order, whatever stands between them.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> =
        text.split(['{', '}', '|', ',', ' ']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    parts.sort();
    parts
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    census(settings, 4)
}

/// The census of boards of four columns and this many rows.
fn census(settings: &Settings, height: u8) -> anyhow::Result<Outcome> {
    let folder = tempfile::tempdir()?;
    let layout = layout("nogo").context("NoGo has tables")?;
    let rectangle = Rectangle { width: 4, height, layout, queens: ByPlayer::both(0) };
    let subject = Subject { game: "nogo", rectangle, kind: Kind::Thermograph };
    let path = folder.path().join(subject.file_name());
    let budget = settings.budget.clone();
    settings.next("building the table of all positions")?;
    let build = Build { subject, path: &path, memory: 4 << 30, budget: budget.clone(), progress: &|_| {} };
    let table = build.run()?;
    settings.next("counting")?;
    let census = Census::of(&table, &budget)?;
    settings.next("looking for values")?;
    let values = Values::new();
    let members = members(&table, &values)?;
    let mut tables = vec![by_depth(&census, height)];
    tables.extend(beside_thesis(&census));
    tables.push(extremes(&census));
    tables.push(found(&values, &members, &table, &census)?);
    tables.push(hottest(&values, &members)?);
    Ok(Outcome { tables, plots: Vec::new() })
}

fn by_depth(census: &Census, height: u8) -> Table {
    let row = |(depth, count): (&u32, &Count)| {
        let classes = census.by_class_with(*depth).map(|count| Cell::from(count.all));
        [row![*depth, count.all, count.distinct], classes.to_vec()].concat()
    };
    let names = CLASSES.iter().map(|class| class.name).collect::<Vec<_>>().join("|");
    let title = format!("All legal positions of 4×{height} NoGo by the length of the longest play");
    Table::new(
        title,
        &format!("longest play|positions|up to symmetry|{names}"),
        census.by_longest.iter().map(row).collect(),
    )
    .note(format!(
        "{} positions, {} up to symmetry and exchange of colours. A position with t = 0 and mean 0 is an infinitesimal.",
        census.total.all, census.total.distinct
    ))
}

/// Tables 12 and 13.
fn beside_thesis(census: &Census) -> Vec<Table> {
    let share =
        |count: u64, all: u64| Cell::from(format!("{:.2} %", 100.0 * count as f64 / all.max(1) as f64));
    let table = |((depth, thesis), total): (&(u32, [u64; CLASSES.len()]), u64)| {
        let ours = census.by_class_with(*depth);
        let all = ours.iter().map(|count| count.all).sum();
        let theirs = thesis.iter().sum();
        let row = |((class, ours), theirs_here): ((&tables::endgame::Class, &Count), &u64)| {
            row![class.name, ours.all, share(ours.all, all), *theirs_here, share(*theirs_here, theirs)]
        };
        let rows: Vec<_> = CLASSES.iter().zip(&ours).zip(thesis).map(row).collect();
        let differences = ours.iter().zip(thesis).map(|(ours, theirs_here)| {
            (ours.all as f64 / all as f64 - *theirs_here as f64 / theirs as f64).abs() * 100.0
        });
        let largest = differences.fold(0.0, f64::max);
        Table::new(
            format!("Positions of 4×4 NoGo with longest play {depth} (Tables 12 and 13)"),
            "temperature|all positions|share|thesis's sample|share",
            rows,
        )
        .note(format!(
            "The thesis's sample has {total} positions and an unknown rule, ours are all {all}. The shares differ by at most \
             {largest:.1} points. The thesis's column adds up to {theirs}{}.",
            if theirs == total { "" } else { ", not to its total; we take shares of the sum" }
        ))
    };
    let known = THESIS.iter().zip(TOTALS).filter(|((depth, _), _)| census.by_longest.contains_key(depth));
    known.map(table).collect()
}

/// The extreme means and temperatures of each depth. The table of positions holds one of a position and its
/// negative, so the highest mean is the lowest as well, with another sign.
fn extremes(census: &Census) -> Table {
    let mut best: BTreeMap<u32, [(Dyadic, u64); 2]> = BTreeMap::new();
    for ((depth, mean, t), (count, _)) in &census.by_play {
        let entry = best.entry(*depth).or_insert([(Dyadic::ZERO, 0), (Dyadic::from(-1), 0)]);
        for ((most, number), value) in entry.iter_mut().zip([mean.abs(), *t]) {
            if value > *most {
                (*most, *number) = (value, 0);
            }
            if value == *most {
                *number += count.all;
            }
        }
    }
    let row = |(depth, [(mean, means), (t, hottest)]): (&u32, &[(Dyadic, u64); 2])| {
        row![*depth, *mean, *means, *t, *hottest]
    };
    Table::new(
        "The highest mean and the highest temperature by the length of the longest play (Tables 9 to 11)",
        "longest play|highest mean, and lowest with sign −|positions with it or its negative|highest temperature|positions",
        best.iter().map(row).collect(),
    )
    .note(
        "In the thesis's samples the means reach from −5/2 to 13/4 with 6 moves left and from −3/2 to 9/4 with 8, and the \
         temperatures up to 2 and 7/4.",
    )
}

/// The values of all classes that the thesis names values of.
fn members(table: &Endgames, values: &Values) -> anyhow::Result<BTreeMap<Class, Members>> {
    let mut classes: BTreeMap<Class, Members> = BTreeMap::new();
    for famous in &FAMOUS {
        classes.insert((famous.depth, famous.mean.parse()?, famous.temperature.parse()?), Members::default());
    }
    let mut feet = Vec::new();
    for word in 0..table.words() {
        let Found::Graph(entry, _) = table.word(word, false)? else {
            anyhow::bail!("not a table of thermographs")
        };
        feet.push(entry.graph.foot());
    }
    let wanted: FxHashSet<(Dyadic, Dyadic)> = classes.keys().map(|(_, mean, t)| (*mean, *t)).collect();
    let (mut plays, positions) = (FxHashMap::default(), ValueTable::default());
    let index = table.index();
    for entry in 0..index.len() {
        let Some(word) = table.entry(entry)? else { continue };
        let foot = feet[word];
        for (mean, sign) in [(foot.value, 1), (-foot.value, -1)] {
            if !wanted.contains(&(mean, foot.temperature))
                || !index.is_first(entry)
                || (sign < 0 && mean == Dyadic::ZERO)
            {
                continue;
            }
            let stones = index.board(entry);
            let stones = if sign < 0 { stones.exchanged() } else { stones };
            let board = Board::new(stones).context("an illegal position has a word")?;
            let depth = longest(&board, &mut plays);
            let Some(members) = classes.get_mut(&(depth, mean, foot.temperature)) else { continue };
            let value = positions.value(values, &board)?;
            members.entry(value).or_insert_with(|| (board.to_string(), 0)).1 += 1;
        }
    }
    Ok(classes)
}

/// Where the values of Tables 8 to 11 occur.
fn found(
    values: &Values,
    members: &BTreeMap<Class, Members>,
    table: &Endgames,
    census: &Census,
) -> anyhow::Result<Table> {
    let mut rows = Vec::new();
    let positions = ValueTable::default();
    let mut open = BTreeMap::new();
    for (number, text) in (1..).zip(COLD) {
        open.insert(values.parse(text).map_err(|error| anyhow::anyhow!("{error}"))?, number);
    }
    let index = table.index();
    for entry in 0..index.len() {
        if open.is_empty() {
            break;
        }
        // Not all of them are in a board of few columns.
        if table.entry(entry)?.is_none() {
            continue;
        }
        for stones in [index.board(entry).exchanged(), index.board(entry)] {
            let board = Board::new(stones).context("an illegal position has a word")?;
            let value = positions.value(values, &board)?;
            if let Some(number) = open.remove(&value) {
                let graph = values.thermograph(value)?;
                let (mean, t) = (graph.mean(), graph.temperature());
                rows.push((
                    number,
                    row![
                        u64::from(number as u32),
                        "any",
                        mean,
                        t,
                        values.print(value)?,
                        1u64,
                        board.to_string()
                    ],
                ));
            }
        }
    }
    for famous in &FAMOUS {
        let class = (famous.depth, famous.mean.parse()?, famous.temperature.parse()?);
        let mut any = false;
        let mut matching: Vec<(String, &(String, u64))> = Vec::new();
        for (value, member) in &members[&class] {
            let text = values.print(*value)?;
            if parts(&text) == parts(famous.parts) {
                matching.push((text, member));
            }
        }
        matching.sort();
        for (text, (board, count)) in matching {
            any = true;
            let cells =
                row![u64::from(famous.number), famous.depth, class.1, class.2, text, *count, board.clone()];
            rows.push((famous.number as i32, cells));
        }
        if !any {
            let (depth, mean, t) = class;
            let alike = |longest: u32| {
                let of = census
                    .by_play
                    .iter()
                    .filter(|((play, m, s), _)| *play == longest && m.abs() == mean.abs() && *s == t);
                of.map(|(_, (count, _))| count.all).sum::<u64>()
            };
            let elsewhere = census.by_longest.keys().filter(|play| alike(**play) > 0);
            let elsewhere: Vec<String> =
                elsewhere.map(|play| format!("{} with {play}", alike(*play))).collect();
            let text = format!(
                "no value has the parts {}; {} positions have this depth, mean up to sign and temperature, others: {}",
                famous.parts,
                alike(depth),
                if elsewhere.is_empty() { "none".to_owned() } else { elsewhere.join(", ") }
            );
            rows.push((
                famous.number as i32,
                row![u64::from(famous.number), depth, mean, t, text, 0u64, "–"],
            ));
        }
    }
    rows.sort_by_key(|(number, _)| *number);
    Ok(Table::new(
        "The values of Tables 8 to 11",
        "number in the thesis|longest play|mean|temperature|value|boards up to symmetry|an example",
        rows.into_iter().map(|(_, row)| row).collect(),
    )
    .note(
        "For numbers 1 to 11 one board is shown and not counted. Number 20 is missing in our text of the thesis. Several lines \
         with one number are values of the same depth, mean and temperature whose texts have the same parts.",
    ))
}

/// All values of the hottest classes of the thesis.
fn hottest(values: &Values, members: &BTreeMap<Class, Members>) -> anyhow::Result<Table> {
    let mut rows = Vec::new();
    for ((depth, mean, t), members) in members {
        if *t < Dyadic::new(3, 1)? {
            continue;
        }
        let mut sorted = Vec::new();
        for (value, (board, count)) in members {
            let text = values.print(*value)?;
            sorted.push((std::cmp::Reverse(*count), text.chars().count(), text, board));
        }
        sorted.sort();
        let all = sorted.len();
        for (count, _, text, board) in sorted.into_iter().take(MOST) {
            rows.push(row![*depth, *mean, *t, all, short(text), count.0, board.clone()]);
        }
    }
    Ok(Table::new(
        format!("The most frequent values of the classes of Tables 10 and 11, at most {MOST} of each"),
        "longest play|mean|temperature|different values|value|boards up to symmetry|an example",
        rows,
    ))
}

/// The number of values of a class that are listed.
const MOST: usize = 12;

#[cfg(test)]
mod tests {
    use super::{census, parts};
    use crate::Settings;

    #[test]
    fn parts_do_not_depend_on_bars() {
        assert_eq!(parts("{4*||3*|2*}"), parts("4* 3* 2*"));
        assert_ne!(parts("{4*||3*|2}"), parts("4* 3* 2*"));
    }

    #[test]
    fn classes_add_up() -> anyhow::Result<()> {
        let outcome = census(&Settings::short(0), 2)?;
        let mut total = 0.0;
        for row in &outcome.tables[0].rows {
            let numbers: Vec<f64> = row.iter().map(|cell| cell.number().unwrap_or(0.0)).collect();
            assert_eq!(numbers[1], numbers[3..].iter().sum::<f64>());
            total += numbers[1];
        }
        // All legal 4×2 positions.
        assert!(total > 1000.0);
        Ok(())
    }
}
