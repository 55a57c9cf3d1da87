//! How many of 600 Amazons positions temperature discovery search solves, after Zhang 2015, §4.1: 4×4 boards
//! with a queen each, 17 with 2 empty squares, 50 each with 3 to 13, and 33 with 14; the rest is burnt.
//!
//! `cargo run --release -p search --example tds_coverage -- SECONDS SET...`, where a set is `tds`,
//! `tds+`, or numbers of enhancements like `1,2,3,5`. Prints one row per set: the total, the positions
//! visited, how many answers differ from the thermograph, and the total for each number of empty squares.

use rules::{Position, games::amazons::Amazons, plane::Small};
use search::{Tds, ThermographTable};
use std::collections::HashSet;
use std::error::Error;
use std::time::Duration;
use values::{Games, Stop};

type Queens = Amazons<Small>;

/// The same positions each time, none of them another one moved or turned.
fn positions() -> Result<Vec<(usize, Queens)>, Box<dyn Error>> {
    let mut state = 2015u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) as usize) % n
    };
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for empty in 2..=14 {
        let count = match empty {
            2 => 17,
            14 => 33,
            _ => 50,
        };
        let mut left = count;
        while left > 0 {
            let mut cells = vec!['X', 'O'];
            cells.resize(2 + empty, '.');
            cells.resize(16, '#');
            for i in (1..16).rev() {
                cells.swap(i, below(i + 1));
            }
            let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
            let position = Queens::read(&rows.join("|"))?;
            if seen.insert(position.normal_form()) {
                left -= 1;
                found.push((empty, position));
            }
        }
    }
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let seconds: f64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let positions = positions()?;
    println!("{} positions, {seconds} s each", positions.len());
    let (games, table) = (Games::new(), ThermographTable::default());
    for set in arguments {
        let (mut solved, mut nodes, mut wrong) = ([0; 15], 0, 0);
        for (empty, position) in &positions {
            let stop = Stop::after(Duration::from_secs_f64(seconds));
            let found = Tds { enhancements: set.parse()?, stop, ..Tds::default() }.search(position)?;
            nodes += found.nodes;
            if found.finished {
                solved[*empty] += 1;
                let graph = games.thermographs().get(table.thermograph(&games, position)?);
                wrong += u32::from((found.mean, found.temperature) != (graph.mean(), graph.temperature()));
            }
        }
        println!(
            "{set}: {} solved, {nodes} visited, {wrong} wrong, {:?}",
            solved.iter().sum::<i32>(),
            &solved[2..]
        );
    }
    Ok(())
}
