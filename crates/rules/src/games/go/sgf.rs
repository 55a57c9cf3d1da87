//! Go records as SGF: the position at the end of the main line, restricted by `VW` to the points of the
//! region and the living stones around it. All other points are the rest of the board. Stones captured on the
//! way do not count: the value is the remaining score.

use crate::BoardError;
use crate::games::sgf::first_game;
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{GameTree, SgfNode};
use std::collections::{HashMap, HashSet};
use values::Player;

/// The rows of the region in a record.
pub(super) fn rows(text: &str) -> Result<String, BoardError> {
    let Some(GameTree::GoGame(root)) = first_game(text)? else {
        refuse!("SGF: this is no Go record, GM[1]");
    };
    let size = match root.get_property("SZ") {
        None => (19, 19),
        Some(Prop::SZ(size)) => *size,
        Some(_) => refuse!("SGF: the size of the board is not clear"),
    };
    if size.0 == 0 || size.1 == 0 {
        refuse!("SGF: the board has no points");
    }
    let mut record = Record { size, stones: HashMap::new(), view: None };
    for node in root.main_variation() {
        record.follow(node);
    }
    let points = record.stones.keys().chain(record.view.iter().flatten());
    if points.into_iter().any(|point| point.x >= size.0 || point.y >= size.1) {
        refuse!("SGF: a point is not on the board");
    }
    Ok(record.rows())
}

struct Record {
    size: (u8, u8),
    stones: HashMap<Point, Player>,
    view: Option<HashSet<Point>>,
}

impl Record {
    fn follow(&mut self, node: &SgfNode<Prop>) {
        for property in node.properties() {
            match property {
                Prop::AB(points) => self.stones.extend(points.iter().map(|&point| (point, Player::Left))),
                Prop::AW(points) => self.stones.extend(points.iter().map(|&point| (point, Player::Right))),
                Prop::AE(points) => self.stones.retain(|point, _| !points.contains(point)),
                Prop::B(Move::Move(point)) => self.place(*point, Player::Left),
                Prop::W(Move::Move(point)) => self.place(*point, Player::Right),
                Prop::VW(points) => self.view = Some(points.clone()).filter(|points| !points.is_empty()),
                _ => {}
            }
        }
    }

    /// Places a stone and removes the stones that it captures.
    fn place(&mut self, point: Point, player: Player) {
        self.stones.insert(point, player);
        for neighbour in self.neighbours(point) {
            if self.stones.get(&neighbour) == Some(&player.opponent()) {
                let (block, breathes) = self.block(neighbour);
                if !breathes {
                    self.stones.retain(|point, _| !block.contains(point));
                }
            }
        }
    }

    /// The block of a stone, and whether it has a liberty.
    fn block(&self, stone: Point) -> (HashSet<Point>, bool) {
        let player = self.stones.get(&stone);
        let (mut block, mut waiting, mut breathes) = (HashSet::from([stone]), vec![stone], false);
        while let Some(point) = waiting.pop() {
            for neighbour in self.neighbours(point) {
                match self.stones.get(&neighbour) {
                    None => breathes = true,
                    found if found == player && block.insert(neighbour) => waiting.push(neighbour),
                    Some(_) => {}
                }
            }
        }
        (block, breathes)
    }

    fn neighbours(&self, Point { x, y }: Point) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = self.size;
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        beside.into_iter().filter(move |&(x, y)| x < width && y < height).map(|(x, y)| Point { x, y })
    }

    /// The part of the board in view, with one more row or column on each side where the board goes on.
    fn rows(&self) -> String {
        let (width, height) = self.size;
        let board = (0..height).flat_map(|y| (0..width).map(move |x| Point { x, y }));
        let seen = |point: &Point| self.view.as_ref().is_none_or(|view| view.contains(point));
        let view: Vec<Point> = board.filter(seen).collect();
        let range = |of: fn(&Point) -> u8, end: u8| {
            let places = || view.iter().map(of);
            let (first, last) = (places().min().unwrap_or(0), places().max().unwrap_or(0));
            first.saturating_sub(1)..=(last + 1).min(end.saturating_sub(1))
        };
        let symbol = |point: Point| match self.stones.get(&point) {
            _ if !seen(&point) => '#',
            None => '.',
            Some(Player::Left) => 'X',
            Some(Player::Right) => 'O',
        };
        let row = |y: u8| range(|point| point.x, width).map(|x| symbol(Point { x, y })).collect::<String>();
        range(|point| point.y, height).map(row).collect::<Vec<_>>().join("|")
    }
}
