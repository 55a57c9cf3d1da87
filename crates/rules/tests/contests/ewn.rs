//! EinStein würfelt nicht!

use super::plain_ewn::PlainEwn;
use super::{any, check_normal_form, compare_record, perft, plain_perft, random_game, record};
use fastrand::Rng;
use rules::games::ewn::Ewn;
use rules::{Contest, Playable, Stochastic};

const START: &str = "123..|45...|6...a|...bc|..def left 3";

fn read(text: &str) -> Ewn {
    Ewn::read(text).unwrap()
}

fn moves(text: &str) -> Vec<String> {
    let mut moves: Vec<String> = read(text).moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    moves
}

/// The outcomes of a move, written as weight and die.
fn answers(text: &str, action: &str) -> Vec<(u32, String)> {
    let state = read(text);
    let action = state.moves().into_iter().find(|known| known.to_string() == action).unwrap();
    let die = |state: Ewn| state.to_string().rsplit(' ').next().unwrap().to_owned();
    state.outcomes(action).into_iter().map(|(weight, next)| (weight, die(next))).collect()
}

#[test]
fn counts() {
    let known: Vec<u64> = (1..=4).map(|depth| perft(&read(START), depth)).collect();
    assert_eq!(known, [18, 324, 5_773, 108_620]);
    assert_eq!(plain_perft(&PlainEwn::read(START), 4), known[3]);
    for text in [START, "..1..|.4.e.|..6..|.a...|..... right 2", "1....|.....|..3a.|.....|....d left 5"] {
        for depth in 1..=3 {
            assert_eq!(perft(&read(text), depth), plain_perft(&PlainEwn::read(text), depth), "{text}");
        }
    }
}

#[test]
fn random_games_agree_with_plain_rules() {
    let mut random = Rng::with_seed(8);
    let mut states = 0;
    for _ in 0..300 {
        let state = Ewn::opening(&mut |n| random.u32(..n));
        states += random_game(state, PlainEwn::read(&state.to_string()), &mut random);
    }
    assert!(states > 2000, "{states}");
}

#[test]
fn a_stone_moves_ahead_in_three_ways() {
    assert_eq!(moves("1....|.....|..2..|.....|....a left 2"), ["C3-C2", "C3-D2", "C3-D3"]);
    assert_eq!(moves("1....|.....|..a..|.....|....b right 1"), ["C3-B3", "C3-B4", "C3-C4"]);
    assert_eq!(moves("1...2|.....|..a..|.....|....b left 2"), ["E5-E4"]);
}

#[test]
fn neighbours_of_a_stone_that_was_taken_may_move() {
    assert_eq!(
        moves("2....|.....|.....|5....|....a left 3"),
        ["A2-A1", "A2-B1", "A2-B2", "A5-A4", "A5-B4", "A5-B5"]
    );
    assert_eq!(moves("2....|.....|.....|5....|....a left 6"), ["A2-A1", "A2-B1", "A2-B2"]);
    assert_eq!(read("2....|.....|.....|5....|....a left 3"), read("2....|.....|.....|5....|....a left 4"));
}

#[test]
fn throws_that_move_the_same_stones_are_one_outcome() {
    let whole = answers(START, "C5-D4");
    assert_eq!(whole, (1..=6).map(|die| (1, die.to_string())).collect::<Vec<_>>());
    let few = answers("1....|.....|.b...|...e.|..... left 1", "A5-B5");
    assert_eq!(few, [(2, "1".to_owned()), (2, "3".to_owned()), (2, "5".to_owned())]);
    assert_eq!(answers("1....|.....|.b...|.....|..... left 1", "A5-B5"), [(6, "1".to_owned())]);
}

#[test]
fn stones_take_their_own_too() {
    let state = read("12...|.....|.....|.....|....a left 1");
    let action = state.moves().into_iter().find(|action| action.to_string() == "A5-B5").unwrap();
    assert_eq!(state.outcomes(action)[0].1.to_string(), ".1...|.....|.....|.....|....a right 1");
}

#[test]
fn the_far_corner_and_the_last_stone_win() {
    assert_eq!(read("1....|.....|.....|.....|....4 right").score(), Some(Ewn::MOST));
    assert_eq!(read("c....|.....|.1...|.....|..... left").score(), Some(-Ewn::MOST));
    let state = read(".....|.....|..1..|...a.|..... left 1");
    let action = state.moves().into_iter().find(|action| action.to_string() == "C3-D2").unwrap();
    let outcomes = state.outcomes(action);
    assert_eq!(outcomes.len(), 1);
    assert_eq!(outcomes[0].1.score(), Some(Ewn::MOST));
    assert!(outcomes[0].1.moves().is_empty());
}

#[test]
fn normal_forms_keep_values() {
    let mut random = Rng::with_seed(9);
    for _ in 0..40 {
        let mut state = Ewn::opening(&mut |n| random.u32(..n));
        while state.score().is_none() {
            check_normal_form(&state, 1);
            if random.u8(..8) == 0 {
                check_normal_form(&state, 2);
            }
            let action = random.choice(state.moves()).unwrap();
            state = *any(&state.outcomes(action), &mut random);
        }
        check_normal_form(&state, 1);
    }
    // Reflected about the diagonal, numbered from the other end, and with players exchanged.
    let alike = [
        "12...|.....|.....|....e|....b left 1",
        "1....|2....|.....|.....|...eb left 1",
        "65...|.....|.....|....e|....b left 6",
        "65...|.....|.....|....b|....e left 6",
        "2....|5....|.....|.....|...ba right 1",
    ];
    for text in alike {
        assert_eq!(read(text).normal_form(), read(alike[0]).normal_form(), "{text}");
    }
}

/// Stones that move to a free cell change what the network sees at two cells, which is faster than to look at all;
/// the mean over throws is taken over stones. Both have to agree with evaluations of one state at a time.
#[test]
fn evaluations_before_a_throw_are_means() {
    let mut random = Rng::with_seed(10);
    for _ in 0..50 {
        let mut state = Ewn::opening(&mut |n| random.u32(..n));
        while state.score().is_none() {
            for action in state.moves() {
                let outcomes = state.outcomes(action);
                let sum: i32 = outcomes.iter().map(|(weight, next)| *weight as i32 * next.evaluation()).sum();
                let over = outcomes[0].1.score().is_some();
                assert_eq!(state.evaluation_after(action), (!over).then_some(sum / 6), "{state} {action}");
            }
            let action = random.choice(state.moves()).unwrap();
            state = *any(&state.outcomes(action), &mut random);
        }
    }
    let won = read(".....|.....|..1..|...2.|a.... left 2");
    assert_eq!(won.evaluation(), Ewn::MOST - 1);
}

#[test]
fn a_die_that_is_not_given_is_thrown() {
    let board = "1....|.2...|.....|.....|....a left";
    let thrown: Vec<Ewn> = (0..6).map(|n| Ewn::deal(board, &mut |_| n).unwrap()).collect();
    let given: Vec<Ewn> = (1..=6).map(|die| read(&format!("{board} {die}"))).collect();
    assert_eq!(thrown, given);
    let over = "1....|.....|.....|.....|....2 right";
    assert_eq!(Ewn::deal(over, &mut |_| 0), Ewn::read(over));
}

#[test]
fn playthrough() {
    let mut random = Rng::with_seed(5);
    let start = Ewn::opening(&mut |n| random.u32(..n));
    compare_record("ewn", &record(start, &mut random));
}
