//! Boards for Figures 26 and 27 of Shan 2013, of which only the values are known to us: 5×5 `{4|*}` and 4×7
//! `{7|6||2|1}`.
//!
//! The first is looked for among the boards that a quarter turn maps to themselves. The second value is
//! `{5|0}`, the hottest of 4×4, plus `{2|1}`: a search begins with boards whose first four columns are a 4×4
//! board of value `{5|0}`, changes one cell at a time, and prefers boards whose mean, temperature and stops are
//! nearer to those of the value.

use crate::table::row;
use crate::{Outcome, Settings, Table};
use exact::{ThermographTable, ValueTable};
use fastrand::Rng;
use rules::Notation;
use rules::bitboard::Small;
use rules::games::nogo::NoGo;
use values::{Dyadic, Player, Thermograph, ValueId, Values};

type Board = NoGo<Small>;

/// 4×4 boards of value `{5|0}`: examples from the census of all positions.
const HOTTEST: [&str; 4] =
    ["o.xx|xox.|...x|x.x.", "x.x.|...x|xox.|o.xx", ".x.x|x.xx|..o.|x.xo", "x.xo|..o.|x.xx|.x.x"];

/// Looks for boards with a value, by their thermographs first.
struct Hunt<'a> {
    values: &'a Values,
    graphs: ThermographTable<Board>,
    positions: ValueTable<Board>,
    wanted: ValueId,
    graph: Thermograph,
    tried: u64,
    legal: u64,
}

impl<'a> Hunt<'a> {
    fn new(values: &'a Values, text: &str) -> anyhow::Result<Self> {
        let wanted = values.parse(text).map_err(|error| anyhow::anyhow!("{error}"))?;
        let graph = values.thermograph(wanted)?.clone();
        let (graphs, positions) = (ThermographTable::default(), ValueTable::default());
        Ok(Self { values, graphs, positions, wanted, graph, tried: 0, legal: 0 })
    }

    /// The distance of a board from the value: 0 if it has the value. `None` means that the board is illegal or
    /// has too many moves to be looked at.
    fn distance(&mut self, rows: &[String], most_empty: usize) -> anyhow::Result<Option<f64>> {
        self.tried += 1;
        let text = rows.join("|");
        if text.chars().filter(|c| *c == '.').count() > most_empty {
            return Ok(None);
        }
        let Ok(board) = Board::read(&text) else { return Ok(None) };
        self.legal += 1;
        let graph = self.graphs.thermograph(self.values, &board)?;
        let graph = self.values.thermographs().get(graph);
        if *graph == self.graph {
            let is_found = self.positions.value(self.values, &board)? == self.wanted;
            return Ok(Some(if is_found { 0.0 } else { 0.25 }));
        }
        let marks = |graph: &Thermograph| {
            let stop = |player| graph.wall(player).corners()[0].value;
            [graph.mean(), graph.temperature(), stop(Player::Left), stop(Player::Right)].map(Dyadic::to_f64)
        };
        let apart = marks(graph).into_iter().zip(marks(&self.graph)).map(|(is, wanted)| (is - wanted).abs());
        Ok(Some(0.25 + apart.sum::<f64>()))
    }

    fn row(&self, figure: u32, boards: u64, example: Option<String>) -> anyhow::Result<Vec<crate::Cell>> {
        let (mean, t) = (self.graph.mean(), self.graph.temperature());
        let value = self.values.print(self.wanted)?;
        let example = example.unwrap_or_else(|| "none was found".to_owned());
        Ok(row![figure, value, mean, t, self.tried, self.legal, boards, example])
    }
}

const SYMBOLS: [char; 3] = ['.', 'x', 'o'];

/// All 5×5 boards that a quarter turn maps to themselves, with an empty centre.
fn turned(mut visit: impl FnMut(&[String]) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut orbits: Vec<Vec<(usize, usize)>> = Vec::new();
    for y in 0..5 {
        for x in 0..5 {
            if (x, y) != (2, 2) && !orbits.iter().flatten().any(|cell| *cell == (x, y)) {
                orbits.push(vec![(x, y), (4 - y, x), (4 - x, 4 - y), (y, 4 - x)]);
            }
        }
    }
    for number in 0..3usize.pow(orbits.len() as u32) {
        let mut board = vec![vec!['.'; 5]; 5];
        let mut rest = number;
        for orbit in &orbits {
            orbit.iter().for_each(|&(x, y)| board[y][x] = SYMBOLS[rest % 3]);
            rest /= 3;
        }
        visit(&board.iter().map(|row| row.iter().collect()).collect::<Vec<String>>())?;
    }
    Ok(())
}

/// The number of changes of a climb.
const STEPS: u32 = 1500;
/// The maximum number of empty cells of boards that are looked at, 5×5 and 4×7. More take long, and have more moves
/// than the values need.
const MOST_EMPTY: [usize; 2] = [9, 10];

/// Changes a board cell by cell until it has the value. `None` means that it was not reached.
fn climbed(hunt: &mut Hunt<'_>, random: &mut Rng) -> anyhow::Result<Option<String>> {
    let hot = HOTTEST[random.usize(..HOTTEST.len())];
    let mirrored = random.bool();
    let cell = |random: &mut Rng| SYMBOLS[random.usize(..8).min(2)];
    let row = |part: &str, random: &mut Rng| {
        let part: Vec<char> = if mirrored { part.chars().rev().collect() } else { part.chars().collect() };
        part.into_iter().chain((0..3).map(|_| SYMBOLS[1 + random.usize(..2)])).collect::<Vec<char>>()
    };
    let mut board: Vec<Vec<char>> = hot.split('|').map(|part| row(part, random)).collect();
    let text = |board: &[Vec<char>]| board.iter().map(|row| row.iter().collect()).collect::<Vec<String>>();
    let mut now = f64::MAX;
    for step in 0..STEPS {
        let mut next = board.clone();
        for _ in 0..random.usize(1..=3) {
            // At first the four columns that are hot stay.
            let x = if step < STEPS / 2 { random.usize(4..7) } else { random.usize(..7) };
            next[random.usize(..4)][x] = cell(random);
        }
        let Some(distance) = hunt.distance(&text(&next), MOST_EMPTY[1])? else { continue };
        if distance == 0.0 {
            return Ok(Some(text(&next).join("|")));
        }
        // A worse board is accepted now and then.
        let slack = 0.5 * f64::from(STEPS - step) / f64::from(STEPS) * random.f64();
        if distance <= now + slack {
            (board, now) = (next, distance);
        }
    }
    Ok(None)
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let values = settings.values();
    let mut rows = Vec::new();
    let (mut hunt, mut boards, mut example) = (Hunt::new(&values, "{4|*}")?, 0, None);
    turned(|board| {
        settings.budget.check_now()?;
        if hunt.distance(board, MOST_EMPTY[0])? == Some(0.0) {
            boards += 1;
            example.get_or_insert_with(|| board.join("|"));
        }
        Ok(())
    })?;
    rows.push(hunt.row(26, boards, example)?);
    let (mut hunt, mut boards, mut example) = (Hunt::new(&values, "{7|6||2|1}")?, 0, None);
    let mut random = Rng::with_seed(settings.seed);
    let (enough, climbs) = if settings.full { (10, 400) } else { (1, 40) };
    for climb in 0..climbs {
        settings.next(&format!("4×7, start {climb}"))?;
        if let Some(board) = climbed(&mut hunt, &mut random)? {
            boards += 1;
            example.get_or_insert(board);
            if boards == enough {
                break;
            }
        }
    }
    rows.push(hunt.row(27, boards, example)?);
    let columns = "figure|value|mean|temperature|boards tried|legal|boards found|the first";
    let title = "Boards of NoGo with the values of Figures 26 and 27";
    Ok(Table::new(title, columns, rows)
        .note(
            "The boards of the thesis are not in our text of it, so ours may be others with the same values. In that of \
             Figure 26, as in the thesis, Left's move to the centre leaves four points that only Left can play.",
        )
        .into())
}

#[cfg(test)]
mod tests {
    #[test]
    fn quarter_turns_map_boards_to_themselves() -> anyhow::Result<()> {
        let mut count = 0;
        super::turned(|board| {
            let cells: Vec<Vec<char>> = board.iter().map(|row| row.chars().collect()).collect();
            count += 1;
            for (y, row) in cells.iter().enumerate() {
                for (cell, beside) in row.iter().zip(&cells) {
                    assert_eq!(*cell, beside[4 - y]);
                }
            }
            Ok(())
        })?;
        assert_eq!(count, 729);
        Ok(())
    }
}
