//! What players can count on in a sum of Domineering positions and values is true.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use fastrand::Rng;
use rules::bitboard::Small;
use rules::games::domineering::Domineering;
use rules::{Hints, Notation, Prospects};
use values::{Player, ValueId, Values};

/// A random board of up to 4×4.
fn board(random: &mut Rng) -> String {
    let (width, height) = (random.usize(1..=4), random.usize(1..=4));
    let row = |random: &mut Rng| (0..width).map(|_| if random.u8(..4) == 0 { '#' } else { '.' }).collect();
    (0..height).map(|_| row(random)).collect::<Vec<String>>().join("|")
}

/// Who wins a value if this player begins.
fn winner(values: &Values, value: ValueId, first: Player) -> Player {
    let left = match first {
        Player::Left => !values.le(value, ValueId::ZERO).unwrap(),
        Player::Right => values.le(ValueId::ZERO, value).unwrap(),
    };
    if left { Player::Left } else { Player::Right }
}

#[test]
fn whoever_can_count_on_winning_a_sum_wins_it() {
    let mut random = Rng::with_seed(8);
    let (values, table) = (Values::new(), ValueTable::default());
    let mut certain = 0;
    for _ in 0..20_000 {
        let ahead = random.i32(-2..=2);
        let mut value = values.integer(ahead.into()).unwrap();
        let mut sums = [ahead, -ahead].map(Prospects::of_moves);
        let mut boards = Vec::new();
        for _ in 0..random.usize(1..=3) {
            let text = board(&mut random);
            let position = Domineering::<Small>::read(&text).unwrap();
            value = values.sum(value, table.value(&values, &position).unwrap()).unwrap();
            sums.iter_mut().zip(position.prospects().unwrap()).for_each(|(sum, part)| *sum += part);
            boards.push(text);
        }
        for first in Player::BOTH {
            for player in Player::BOTH {
                if sums[player as usize].lacking(player == first) == 0 {
                    let wins = winner(&values, value, first);
                    assert_eq!(wins, player, "{ahead} + {boards:?} if {first:?} begins");
                    certain += 1;
                }
            }
        }
    }
    assert!(certain > 20_000, "{certain}");
}
