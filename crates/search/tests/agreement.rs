//! Every way to find a temperature finds the same on small Amazons boards, all of them up to a number of empty squares:
//! `EMPTY=6 EVERY=1 cargo test --release -p search --test agreement -- --nocapture` looks at all with up to six.

#![allow(missing_docs, clippy::unwrap_used)]

use rayon::prelude::*;
use rules::Position;
use rules::games::amazons::Amazons;
use rules::plane::Small;
use search::mts::Mts;
use search::{Enhancements, Method, Reach, Tds, ThermographTable};
use std::collections::HashSet;
use values::{Games, Stop};

fn setting(name: &str, default: u32) -> u32 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// All 4×4 boards with a queen each and so many empty squares, one of those that are alike.
fn boards(empty: u32) -> Vec<Amazons<Small>> {
    let (mut seen, mut boards) = (HashSet::new(), Vec::new());
    for squares in (0u32..1 << 16).filter(|squares| squares.count_ones() == empty + 2) {
        let cells = || (0..16).filter(move |cell| squares >> cell & 1 == 1);
        for (left, right) in cells().flat_map(|left| cells().map(move |right| (left, right))) {
            let symbol = |cell: u32| match cell {
                _ if cell == left => 'x',
                _ if cell == right => 'o',
                _ if squares >> cell & 1 == 1 => '.',
                _ => '#',
            };
            let row = |y: u32| (4 * y..4 * y + 4).map(symbol).collect::<String>();
            let board = Amazons::read(&(0..4).map(row).collect::<Vec<_>>().join("|")).unwrap();
            if left != right && seen.insert(board.normal_form().0) {
                boards.push(board);
            }
        }
    }
    boards
}

#[test]
fn all_methods_agree_on_small_amazons_boards() {
    let tds = |enhancements| Box::new(Tds { enhancements, ..Tds::default() });
    let methods = [
        Method::Interval,
        Method::Tds(tds(Enhancements::NONE)),
        Method::Tds(tds(Enhancements::ALL)),
        Method::Mts(Mts::default(), tds(Enhancements::ALL)),
    ];
    let (games, table) = (Games::new(), ThermographTable::default());
    let every = setting("EVERY", 1) as usize;
    for empty in 0..=setting("EMPTY", 2) {
        let boards = boards(empty);
        boards.par_iter().step_by(every).for_each(|board| {
            let id = table.thermograph(&games, board).unwrap();
            let graph = games.thermographs().get(id);
            let expected = (Some(graph.mean()), Some(graph.temperature()), true);
            for method in &methods {
                let reach = Reach { stop: Stop::never(), bytes: 1 << 30 };
                let found = method.find(board, &reach, |_| {}).unwrap();
                assert_eq!((found.mean, found.temperature, found.exact), expected, "{board} by {method:?}");
            }
        });
        println!("{} boards with {empty} empty squares", boards.len().div_ceil(every));
    }
}
