//! Random positions of a game with their exact means and temperatures.

use crate::Settings;
use anyhow::Context;
use exact::{DuelTable, ThermographTable};
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use rules::games::domineering::Domineering;
use rules::games::go::{Go, NoValue};
use rules::games::nogo::NoGo;
use rules::{Duel, Features, Hints, Notation, Position};
use std::collections::HashSet;
use values::{Player, ThermographId, Values};

/// A region with its features, its exact mean and temperature, and the estimates without features.
pub(super) struct Example {
    /// The draw that the region comes from. Regions of a draw are alike, so all or none of them are fitted.
    pub(super) draw: u64,
    /// The number of moves of both players.
    pub(super) moves: usize,
    pub(super) features: Features,
    pub(super) mean: f64,
    pub(super) temperature: f64,
    /// The static evaluation.
    pub(super) evaluation: f64,
}

impl Example {
    /// `None` means that the game has no features.
    fn new<P: Hints + Position>(draw: u64, region: &P, values: &Values, id: ThermographId) -> Option<Self> {
        let graph = values.thermographs().get(id);
        Some(Self {
            draw,
            moves: Player::BOTH.iter().map(|&player| region.options(player).len()).sum(),
            features: region.features()?,
            mean: graph.mean().to_f64(),
            temperature: graph.temperature().to_f64(),
            evaluation: f64::from(region.evaluation()) / 8.0,
        })
    }
}

/// A game, and how examples of it are drawn.
pub(super) struct Source {
    pub(super) name: &'static str,
    /// The number of draws in a default run and in a full one.
    pub(super) draws: [u64; 2],
    /// Adds the examples of a draw.
    pub(super) draw: fn(of: &mut Draw, found: &mut Vec<Example>) -> anyhow::Result<()>,
}

/// A draw of examples.
pub(super) struct Draw<'a> {
    settings: &'a Settings<'a>,
    number: u64,
    random: Rng,
    /// Are boards wanted that take no time?
    small: bool,
}

pub(super) const SOURCES: [Source; 5] = [
    Source { name: "amazons", draws: [8, 64], draw: queens },
    Source { name: "nogo", draws: [60, 400], draw: stones },
    Source { name: "domineering", draws: [40, 300], draw: dominoes },
    Source { name: "go", draws: [400, 4000], draw: corner::<false> },
    Source { name: "go-territory", draws: [400, 4000], draw: corner::<true> },
];

impl Source {
    /// All examples.
    pub(super) fn examples(
        &self,
        settings: &Settings,
        draws: u64,
        small: bool,
    ) -> anyhow::Result<Vec<Example>> {
        let mut found = Vec::new();
        for draw in 0..draws {
            settings.next(&format!("{}: {} of {draws} draws", self.name, draw + 1))?;
            let seed = settings.seed.wrapping_mul(1_000_003).wrapping_add(draw);
            let random = Rng::with_seed(seed);
            (self.draw)(&mut Draw { settings, number: draw, random, small }, &mut found)?;
        }
        Ok(found)
    }
}

/// The number of cells of an Amazons board, and the number of boards, on each set of cells.
const CELLS: std::ops::RangeInclusive<usize> = 8..=17;
const BOARDS: usize = 3000;

/// Regions of 5×5 boards of Amazons with a queen each: a draw is a set of cells, on which a table of all duels
/// is worked out.
fn queens(draw: &mut Draw, found: &mut Vec<Example>) -> anyhow::Result<()> {
    let Draw { settings, number, random, small } = draw;
    let (most, boards) = if *small { (10, BOARDS / 10) } else { (*CELLS.end(), BOARDS) };
    let mut cells: Vec<u8> = (0..25).collect();
    random.shuffle(&mut cells);
    let (values, mut table) = (settings.values(), DuelTable::default());
    let whole = Duel::of(&board(&cells[..most])?).context("a queen each")?;
    table.work_out(values.thermographs(), &whole, &settings.budget)?;
    for _ in 0..boards {
        settings.budget.check()?;
        let size = random.usize(*CELLS.start()..=most);
        random.shuffle(&mut cells[..most]);
        for region in board(&cells[..size])?.regions().into_iter().filter(|region| region.number().is_none())
        {
            let Some(walls) = Duel::of(&region).and_then(|duel| table.get(&duel)) else { continue };
            found.extend(Example::new(*number, &region, &values, values.thermographs().of_walls(walls)));
        }
    }
    Ok(())
}

/// A board of 5×5 with these cells, queens on the first two.
pub(crate) fn board(cells: &[u8]) -> anyhow::Result<Amazons<Small>> {
    let symbol = |cell: u8| match cells.iter().position(|known| *known == cell) {
        Some(0) => 'X',
        Some(1) => 'O',
        Some(_) => '.',
        None => '#',
    };
    let row = |y: u8| (5 * y..5 * (y + 1)).map(symbol).collect::<String>();
    Ok(Amazons::read(&(0..5).map(row).collect::<Vec<_>>().join("|"))?)
}

/// The number of games from a board.
const GAMES: usize = 10;

/// The different regions of a board and of the boards of random games from there.
fn along_games<P: Position>(draw: &mut Draw, start: &P, found: &mut Vec<Example>) -> anyhow::Result<()> {
    let Draw { settings, number, random, .. } = draw;
    let (values, table) = (settings.values(), ThermographTable::default());
    let mut seen = HashSet::new();
    for _ in 0..GAMES {
        let (mut position, mut player) = (start.clone(), random.choice(Player::BOTH).context("two players")?);
        loop {
            for region in position.regions() {
                if region.number().is_none() && seen.insert(region.normal_form()) {
                    let id = table.thermograph(&values, &region)?;
                    found.extend(Example::new(*number, &region, &values, id));
                }
            }
            let Some(next) = random.choice(position.options(player)) else { break };
            (position, player) = (next, player.opponent());
        }
    }
    Ok(())
}

/// Rows of random cells.
fn rows(
    random: &mut Rng,
    width: usize,
    height: usize,
    mut cell: impl FnMut(&mut Rng) -> char,
) -> Vec<String> {
    (0..height).map(|_| (0..width).map(|_| cell(random)).collect()).collect()
}

/// NoGo on 4×4, from a position with a few stones.
fn stones(draw: &mut Draw, found: &mut Vec<Example>) -> anyhow::Result<()> {
    let Draw { random, small, .. } = draw;
    let (width, height) = if *small { (3, 3) } else { (4, 4) };
    let free = random.usize(3..=7);
    let cell = |random: &mut Rng| {
        if random.usize(..10) < free { '.' } else { random.choice(['X', 'O']).unwrap_or('X') }
    };
    match NoGo::<Small>::read(&rows(random, width, height, cell).join("|")) {
        Ok(position) => along_games(draw, &position, found),
        Err(_) => Ok(()),
    }
}

/// Domineering on 5×5, from a board in which some cells are taken.
fn dominoes(draw: &mut Draw, found: &mut Vec<Example>) -> anyhow::Result<()> {
    let Draw { random, small, .. } = draw;
    let side = if *small { 3 } else { 5 };
    let free = random.usize(5..=10);
    let cell = |random: &mut Rng| if random.usize(..10) < free { '.' } else { '#' };
    let position = Domineering::<Small>::read(&rows(random, side, side, cell).join("|"))?;
    along_games(draw, &position, found)
}

/// A corner of a Go board with a ring of stones that live outside. Corners with kos have no value and are left
/// out.
fn corner<const TERRITORY: bool>(draw: &mut Draw, found: &mut Vec<Example>) -> anyhow::Result<()> {
    let Draw { random, small, .. } = draw;
    let (width, height) = if *small || random.bool() { (2, 3) } else { (3, 3) };
    let stone = |random: &mut Rng| if random.bool() { 'X' } else { 'O' };
    let point = |random: &mut Rng| if random.bool() { '.' } else { stone(random) };
    let mut text = rows(random, width, height, point);
    text.iter_mut().for_each(|row| row.extend([stone(random), '#']));
    text.push((0..width).map(|_| stone(random)).chain(['#', '#']).collect());
    text.push("#".repeat(width + 2));
    let Ok(position) = Go::<Small, TERRITORY>::read(&text.join("|")) else { return Ok(()) };
    match position.no_value(&draw.settings.budget) {
        None => along_games(draw, &position, found),
        Some(NoValue::Ended(error)) => Err(error.into()),
        Some(_) => Ok(()),
    }
}
