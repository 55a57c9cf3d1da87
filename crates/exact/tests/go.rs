//! Go endgames: known values, kos, and options and stops as plain play gives them.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use proptest::prelude::*;
use rules::bitboard::{Large, Small};
use rules::games::go::{AreaGo, NoValue, TerritoryGo};
use rules::{BoardError, Notation, Position};
use std::collections::HashMap;
use values::{Budget, Dyadic, Player, ValueId, Values};

fn value<P: Notation + Position>(values: &Values, text: &str) -> ValueId {
    ValueTable::default().value(values, &P::read(text).unwrap()).unwrap()
}

/// A corridor of Black's, open to White at one end (Mathematical Go, chapter 2): `{n−1|…{1|{0|0}}}`.
#[test]
fn corridors() {
    let values = Values::new();
    let mut expected = values.parse("*").unwrap();
    for n in 1..=9 {
        let wall = "X".repeat(n + 1);
        let text = format!("#{wall}##|#X{}O#|#{wall}##", ".".repeat(n));
        if n > 1 {
            expected = values.from_options(&[values.integer(n as i64 - 1).unwrap()], &[expected]).unwrap();
        }
        assert_eq!(value::<TerritoryGo<Large>>(&values, &text), expected, "{text}");
    }
}

/// Kao 2000: `{11|{8|0}}` with mean 8 and temperature 3, on a board with captures found by search.
#[test]
fn the_tree_of_the_mean_and_temperature_search() {
    let values = Values::new();
    let g = value::<TerritoryGo<Small>>(&values, "########|#XXXXXX#|#XOOXOX#|#XOO..X#|#XXXXOO#|########");
    assert_eq!(g, values.parse("{11||8|0}").unwrap());
    assert_eq!(values.mean(g).unwrap().to_string(), "8");
    assert_eq!(values.temperature(g).unwrap().to_string(), "3");
}

/// By area a neutral point is worth a point to whoever takes it, by territory nothing.
#[test]
fn area_and_territory() {
    let values = Values::new();
    let dame = "##X##|#X.O#|##O##";
    assert_eq!(value::<TerritoryGo<Small>>(&values, dame), values.parse("*").unwrap());
    assert_eq!(value::<AreaGo<Small>>(&values, dame), values.parse("+-1").unwrap());
    // White stones that cannot live: a prisoner and its point each, or just the area.
    for (dead, territory, area) in [
        ("#XXXX#|#XO.X#|#XXXX#", 3, 12),
        ("#XXXXX#|#X.O.X#|#XXXXX#", 4, 15),
        ("#XXXXX#|#XO..X#|#XXXXX#", 4, 15),
    ] {
        assert_eq!(value::<TerritoryGo<Small>>(&values, dead), values.integer(territory).unwrap(), "{dead}");
        assert_eq!(value::<AreaGo<Small>>(&values, dead), values.integer(area).unwrap(), "{dead}");
    }
}

/// A settled part lends no moves to an open one, and parts are worked out one by one.
#[test]
fn living_stones_part_the_board() {
    let values = Values::new();
    let dame_beside_a_dead_stone = "##X#####|#X.OXXX#|##OXO.X#|###XXXX#";
    assert_eq!(value::<AreaGo<Small>>(&values, dame_beside_a_dead_stone), values.parse("{12|10}").unwrap());
    assert_eq!(value::<TerritoryGo<Small>>(&values, dame_beside_a_dead_stone), values.parse("3*").unwrap());
    let five_dames = ["#X#", "X.O", "#O#"].map(|row| row.repeat(5)).join("|");
    let fifteen_dames = [five_dames.as_str(); 3].join("|");
    assert_eq!(value::<AreaGo<Large>>(&values, &fifteen_dames), values.parse("+-1").unwrap());
    assert_eq!(value::<TerritoryGo<Large>>(&values, &fifteen_dames), values.parse("*").unwrap());
    // Points that are not on the board count by either way of scoring.
    assert_eq!(value::<AreaGo<Small>>(&values, "##X##|#X.O#|##O##/3"), values.parse("{4|2}").unwrap());
}

#[test]
fn what_is_no_endgame_is_refused() {
    let message = |text: &str| match TerritoryGo::<Small>::read(text) {
        Err(BoardError::Other(message)) => message,
        other => panic!("{text}: {other:?}"),
    };
    assert!(message("##X##|#X.O#|##.##").contains("the region leaks: the empty point C1 touches '#'"));
    let unvalued = |text: &str| TerritoryGo::<Small>::read(text).unwrap().no_value(&Budget::endless());
    assert_eq!(unvalued("#XO##|X.XO#|#XO##"), Some(NoValue::Ko));
    assert_eq!(unvalued("##X##|#X.O#|##O##"), None);
    assert!(unvalued(".....|.....|.....").is_some());
    assert!(message("XOX|OXO|XOX").contains("has no liberty"));
}

#[test]
fn a_region_of_a_record() {
    // A corridor of two at the upper edge of a 9×9 board; White opens it last, after a capture elsewhere.
    let view: String = "abc".chars().flat_map(|y| "efgh".chars().map(move |x| format!("[{x}{y}]"))).collect();
    let record =
        format!("(;GM[1]SZ[9]AB[ea][fa][ga][ha][eb][ec][fc][gc][hc][ai]AW[ah]VW{view};W[bi];B[gg];W[hb])");
    let values = Values::new();
    let position = TerritoryGo::<Small>::read(&record).unwrap();
    assert_eq!(position.to_string(), "#XXXX#|#X..O#|#XXXX#|######");
    assert_eq!(value::<TerritoryGo<Small>>(&values, &record), values.parse("{1|*}").unwrap());
    assert!(AreaGo::<Small>::read("(;GM[18])").unwrap_err().to_string().contains("no Go record"));
    // Without a view the whole board is open.
    assert!(AreaGo::<Small>::read("(;GM[1]SZ[5])").unwrap().no_value(&Budget::endless()).is_some());
}

/// Alternating play until the position is a number: the score when this player starts.
fn minimax<P: Notation + Position>(
    at: &P,
    player: Player,
    known: &mut HashMap<(P, Player), Dyadic>,
) -> Dyadic {
    if let Some(score) = at.number() {
        return score;
    }
    if let Some(&score) = known.get(&(at.clone(), player)) {
        return score;
    }
    let scores = at.options(player).into_iter().map(|next| minimax(&next, player.opponent(), known));
    let score = if player == Player::Left { scores.max() } else { scores.min() }.unwrap();
    known.insert((at.clone(), player), score);
    score
}

/// The boards after each move of a player, cell by cell: every empty point, captures, no suicide.
fn plain_options(text: &str, player: Player) -> Vec<String> {
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    let (me, other) = if player == Player::Left { ('X', 'O') } else { ('O', 'X') };
    let beside = |rows: &[Vec<char>], x: usize, y: usize| -> Vec<(usize, usize)> {
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let moved = steps.iter().map(|&(dx, dy)| (x as i32 + dx, y as i32 + dy));
        let inside = moved
            .filter(|&(x, y)| x >= 0 && y >= 0 && (y as usize) < rows.len() && (x as usize) < rows[0].len());
        inside.map(|(x, y)| (x as usize, y as usize)).collect()
    };
    // The block of a stone, and whether it has a liberty; the outside is one.
    let block = |rows: &[Vec<char>], x: usize, y: usize| {
        let (mut block, mut next, mut breathes) = (vec![(x, y)], 0, false);
        while let Some(&(a, b)) = block.get(next) {
            for (c, d) in beside(rows, a, b) {
                breathes = breathes || matches!(rows[d][c], '.' | '#');
                if rows[d][c] == rows[y][x] && !block.contains(&(c, d)) {
                    block.push((c, d));
                }
            }
            next += 1;
        }
        (block, breathes)
    };
    let mut boards = Vec::new();
    for y in 0..rows.len() {
        for x in (0..rows[0].len()).filter(|&x| rows[y][x] == '.') {
            let mut after = rows.clone();
            after[y][x] = me;
            for (a, b) in beside(&rows, x, y) {
                let (stones, breathes) = block(&after, a, b);
                if after[b][a] == other && !breathes {
                    stones.iter().for_each(|&(c, d)| after[d][c] = '.');
                }
            }
            if block(&after, x, y).1 {
                boards.push(
                    after.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("|"),
                );
            }
        }
    }
    boards
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn stops_are_what_alternating_play_gives(cells in "[.XO]{9}", ring in "[XO]{12}") {
        let (c, r) = (cells.as_bytes(), ring.as_bytes());
        let row = |i: usize| {
            let inner = std::str::from_utf8(&c[3 * i..3 * i + 3]).unwrap();
            format!("#{}{inner}{}#", char::from(r[6 + i]), char::from(r[9 + i]))
        };
        let (top, bottom) = (&ring[..3], &ring[3..6]);
        let text = format!("##{top}##|{}|{}|{}|##{bottom}##", row(0), row(1), row(2));
        let position = TerritoryGo::<Small>::read(&text).ok().filter(|position| position.no_value(&Budget::endless()).is_none());
        let Some(position) = position else { return Err(TestCaseError::reject("no endgame")) };
        for player in Player::BOTH {
            let plain = plain_options(&text, player);
            for option in position.options(player) {
                let board = option.to_string();
                let board = board.split('/').next().unwrap();
                prop_assert!(plain.iter().any(|plain| plain == board), "{text} to {board}");
            }
        }
        let values = Values::new();
        let g = ValueTable::default().value(&values, &position).unwrap();
        for player in Player::BOTH {
            let played = minimax(&position, player, &mut HashMap::new());
            prop_assert_eq!(values.stop(g, player), played, "{}", text);
        }
    }
}
