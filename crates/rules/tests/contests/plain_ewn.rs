//! EinStein würfelt nicht! on a board of characters.

use super::Plain;
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlainEwn {
    pub(crate) rows: [[char; 5]; 5],
    pub(crate) left: bool,
    pub(crate) die: Option<u32>,
}

impl PlainEwn {
    pub(crate) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let mut rows = [['.'; 5]; 5];
        for (row, cells) in rows.iter_mut().zip(words[0].split('|')) {
            for (cell, found) in row.iter_mut().zip(cells.chars()) {
                *cell = found;
            }
        }
        Self { rows, left: words[1] == "left", die: words.get(2).map(|die| die.parse().unwrap()) }
    }

    fn numbers(&self, left: bool) -> Vec<u32> {
        let number = |c: char| {
            let value =
                if left { c.to_digit(10) } else { c.to_digit(16).filter(|v| *v >= 10).map(|v| v - 9) };
            value.filter(|_| c != '.')
        };
        let mut numbers: Vec<u32> = self.rows.iter().flatten().filter_map(|&c| number(c)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn allowed(&self, die: u32) -> Vec<u32> {
        let numbers = self.numbers(self.left);
        if numbers.contains(&die) {
            return vec![die];
        }
        let below = numbers.iter().filter(|&&n| n < die).max();
        let above = numbers.iter().filter(|&&n| n > die).min();
        below.into_iter().chain(above).copied().collect()
    }
}

impl Plain for PlainEwn {
    fn text(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let board = format!("{} {}", rows.join("|"), if self.left { "left" } else { "right" });
        match self.die {
            Some(die) if self.score().is_none() => {
                let first = (1..=6).find(|&other| self.allowed(other) == self.allowed(die)).unwrap();
                format!("{board} {first}")
            }
            _ => board,
        }
    }

    fn followers(&self) -> BTreeMap<String, Vec<(u32, Self)>> {
        let mut followers = BTreeMap::new();
        let Some(die) = self.die.filter(|_| self.score().is_none()) else { return followers };
        let way = if self.left { 1 } else { -1 };
        let allowed = self.allowed(die);
        for y in 0..5_i32 {
            for x in 0..5_i32 {
                let name = self.rows[y as usize][x as usize];
                let own =
                    if self.left { name.to_digit(10) } else { (name as u32).checked_sub('a' as u32 - 1) };
                if !own.is_some_and(|own| allowed.contains(&own)) {
                    continue;
                }
                for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
                    let (to_x, to_y) = (x + way * dx, y + way * dy);
                    if !(0..5).contains(&to_x) || !(0..5).contains(&to_y) {
                        continue;
                    }
                    let cell = |x: i32, y: i32| format!("{}{}", (b'A' + x as u8) as char, 5 - y);
                    let mut next = self.clone();
                    next.rows[y as usize][x as usize] = '.';
                    next.rows[to_y as usize][to_x as usize] = name;
                    next.left = !self.left;
                    let throws = (1..=6).map(|die| (1, Self { die: Some(die), ..next.clone() })).collect();
                    followers.insert(format!("{}-{}", cell(x, y), cell(to_x, to_y)), throws);
                }
            }
        }
        followers
    }

    fn score(&self) -> Option<i32> {
        if self.rows[4][4].is_ascii_digit() || self.numbers(false).is_empty() {
            Some(1000)
        } else if self.rows[0][0].is_ascii_lowercase() || self.numbers(true).is_empty() {
            Some(-1000)
        } else {
            None
        }
    }
}
