//! Chinese dark chess.

use super::plain_dark_chess::PlainDarkChess;
use super::{any, check_normal_form, compare_record, perft, plain_perft, random_game, record};
use fastrand::Rng;
use rules::games::dark_chess::DarkChess;
use rules::{Contest, Playable, Stochastic};

fn read(text: &str) -> DarkChess {
    DarkChess::read(text).unwrap()
}

/// A board with these rows at the top; all other rows are empty.
fn top(rows: &str, rest: &str) -> DarkChess {
    let count = rows.split('|').count();
    read(&format!("{rows}{} {rest}", "|....".repeat(8 - count)))
}

fn moves(state: &DarkChess) -> Vec<String> {
    let mut moves: Vec<String> = state.moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    moves
}

/// The captures among the moves.
fn captures(state: &DarkChess) -> Vec<String> {
    let captures: Vec<String> = moves(state).into_iter().filter(|action| action.contains('x')).collect();
    let mut loud: Vec<String> = state.noisy_moves().iter().map(ToString::to_string).collect();
    loud.sort_unstable();
    assert_eq!(loud, captures, "{state}");
    captures
}

/// The state after moves without chance events.
fn after(mut state: DarkChess, line: &str) -> DarkChess {
    for name in line.split(' ') {
        let action = state.moves().into_iter().find(|action| action.to_string() == name);
        let outcomes = state.outcomes(action.unwrap_or_else(|| panic!("{state}: no {name}")));
        assert_eq!(outcomes.len(), 1);
        state = outcomes[0].1;
    }
    state
}

#[test]
fn counts() {
    let start = DarkChess::start();
    let known: Vec<u64> = (1..=2).map(|depth| perft(&start, depth)).collect();
    // After a king 13 kinds are left face down, else 14.
    assert_eq!(known, [224, 32 * 31 * (13 + 6 * 14)]);
    let endings = [
        "?...|.K..|..p.|....|....|....|.c..|...? left PG",
        "....|.KC.|..p.|.g.c|....|R...|.c..|.... right",
        "N?..|C.p?|c?..|kP.r|....|....|....|.... left Mpg",
    ];
    for text in endings {
        for depth in 1..=3 {
            let plain = plain_perft(&PlainDarkChess::read(text), depth);
            assert_eq!(perft(&read(text), depth), plain, "{text}");
        }
    }
}

#[test]
fn random_games_agree_with_plain_rules() {
    let mut random = Rng::with_seed(8);
    for _ in 0..12 {
        let states = random_game(DarkChess::start(), PlainDarkChess::start(), &mut random);
        assert!(states > 32, "{states}");
    }
}

/// Endgames with few pieces repeat positions often.
#[test]
fn random_endings_agree_with_plain_rules() {
    let mut random = Rng::with_seed(9);
    let (mut thrice, mut quiet, mut won) = (0, 0, 0);
    for _ in 0..300 {
        let mut cells = vec!['.'; 32];
        let pieces = random.usize(1..=4);
        for (i, set) in ["KGMRNCP", "kgmrncp"].into_iter().cycle().take(2 * pieces).enumerate() {
            let kinds: Vec<char> = set.chars().filter(|piece| !cells.contains(piece)).collect();
            cells[i] = random.choice(kinds).unwrap();
        }
        random.shuffle(&mut cells);
        let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        let text = format!("{} {}", rows.join("|"), if random.bool() { "left" } else { "right" });
        let mut state = read(&text);
        random_game(state, PlainDarkChess::read(&text), &mut random.clone());
        while state.score().is_none() {
            let action = random.choice(state.moves()).unwrap();
            state = *any(&state.outcomes(action), &mut random);
        }
        let end = state.to_string();
        thrice += usize::from(end.ends_with("thrice"));
        quiet += usize::from(end.ends_with("quiet 40"));
        won += usize::from(state.score() != Some(0));
    }
    assert!(thrice > 20 && quiet > 20 && won > 20, "{thrice} by repetition, {quiet} by forty, {won} won");
}

#[test]
fn the_first_flip_decides_the_colours() {
    let start = DarkChess::start();
    let outcomes = start.outcomes(start.moves()[0]);
    let weights: Vec<u32> = outcomes.iter().map(|(weight, _)| *weight).collect();
    assert_eq!(weights, [1, 2, 2, 2, 2, 2, 5]);
    assert!(outcomes.iter().all(|(_, state)| state.to_string().chars().any(|c| "KGMRNCP".contains(c))));
    let second = outcomes[0].1;
    let flip = *second.moves().last().unwrap();
    let all: u32 = second.outcomes(flip).iter().map(|(weight, _)| weight).sum();
    assert_eq!((second.outcomes(flip).len(), all), (13, 31));
}

#[test]
fn weights_of_a_flip_are_the_numbers_of_pieces() {
    let state = read("?...|?...|?...|?...|k...|....|....|...K left PPgp");
    let flip = state.moves().into_iter().find(|action| action.to_string() == "A8").unwrap();
    let weights: Vec<(u32, String)> = state
        .outcomes(flip)
        .into_iter()
        .map(|(weight, next)| (weight, next.to_string()[..1].to_owned()))
        .collect();
    assert_eq!(weights, [(2, "P".to_owned()), (1, "g".to_owned()), (1, "p".to_owned())]);
}

#[test]
fn nobody_takes_a_stronger_piece() {
    const ORDER: [char; 7] = ['K', 'G', 'M', 'R', 'N', 'C', 'P'];
    for (i, hunter) in ORDER.into_iter().enumerate() {
        for (j, prey) in ORDER.into_iter().enumerate() {
            let state = top(&format!("{hunter}{}..", prey.to_ascii_lowercase()), "left");
            let expected = match (hunter, prey) {
                ('K', 'P') | ('C', _) => false,
                ('P', 'K') => true,
                _ => i <= j,
            };
            assert_eq!(captures(&state).len(), usize::from(expected), "{hunter} and {prey}");
        }
    }
}

#[test]
fn a_king_does_not_take_a_pawn_and_a_pawn_takes_a_king() {
    assert!(captures(&top("Kp..", "left")).is_empty());
    assert_eq!(captures(&top("Kp..", "right")), ["B8xA8"]);
}

#[test]
fn a_cannon_jumps_over_exactly_one_piece() {
    assert_eq!(captures(&top("C.Nk", "left")), ["A8xD8"]);
    assert_eq!(captures(&top("C?.k", "left N")), ["A8xD8"]);
    assert_eq!(captures(&top("Cpk.", "left")), ["A8xC8"]);
    assert_eq!(captures(&top("C.k.", "left")), [""; 0]);
    assert_eq!(captures(&top("CPgk", "left")), ["A8xC8"]);
    assert_eq!(captures(&top("CP?k", "left N")), [""; 0]);
    assert_eq!(captures(&top("CP.N|k...", "left")), [""; 0]);
    assert_eq!(captures(&top("....|c...|....|P...|....|....|....|G...", "right")), ["A7xA1"]);
}

#[test]
fn pieces_face_down_are_not_taken() {
    assert_eq!(moves(&top("K?..|k...", "left p")), ["A8xA7", "B8"]);
}

#[test]
fn forty_quiet_moves_are_a_draw() {
    let state = read("K...|....|....|....|....|....|....|...g left quiet 39");
    assert_eq!(state.score(), None);
    let state = after(state, "A8-A7");
    assert_eq!((state.score(), moves(&state).len()), (Some(0), 0));
    let taken = after(read("K...|g...|....|....|....|....|....|...g left quiet 39"), "A8xA7");
    assert!(!taken.to_string().contains("quiet"));
    assert_eq!(taken.score(), None);
}

#[test]
fn the_third_time_is_a_draw() {
    let mut state = read("K...|....|....|....|....|....|....|...g left");
    let around = "A8-A7 D1-D2 A7-A8 D2-D1";
    state = after(state, around);
    assert!(state.to_string().ends_with("quiet 4 twice"), "{state}");
    state = after(state, "A8-A7 D1-D2 A7-A8");
    assert_eq!(state.score(), None);
    state = after(state, "D2-D1");
    assert!(state.to_string().ends_with("quiet 8 thrice"), "{state}");
    assert_eq!((state.score(), state.moves().len()), (Some(0), 0));
}

/// Two equal pieces that have exchanged cells give the same position.
#[test]
fn equal_pieces_are_not_told_apart() {
    let state = read("GG..|....|....|....|....|....|....|...k left");
    let state = after(state, "A8-A7 D1-D2 B8-A8 D2-D1 A7-B7 D1-D2 B7-B8 D2-D1");
    assert!(state.to_string().ends_with("quiet 8 twice"), "{state}");
}

#[test]
fn a_flip_makes_all_positions_new() {
    let state = read("K...|....|....|....|....|....|....|g..? left P");
    let state = after(state, "A8-A7 A1-A2 A7-A8 A2-A1 D1");
    assert!(state.to_string().ends_with("right"), "{state}");
}

#[test]
fn what_was_read_as_twice_is_counted_on() {
    let state = read("K...|....|....|....|....|....|....|...g left quiet 6 twice");
    assert_eq!(after(state, "A8-A7 D1-D2 A7-A8 D2-D1").score(), Some(0));
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    let state = top("Pg..|g...", "left");
    assert_eq!((moves(&state).len(), state.score()), (0, Some(-DarkChess::MOST)));
}

#[test]
fn a_player_without_pieces_has_lost() {
    assert_eq!(top("K...|?...", "right P").score(), Some(DarkChess::MOST));
    assert_eq!(after(top("Kg..|?...", "left P"), "A8xB8").score(), Some(DarkChess::MOST));
    assert_eq!(top("K...|?...", "left p").score(), None);
}

/// The example of the notes, with its names of cells: an elephant among enemies and two pieces face down.
#[test]
fn cells_have_the_names_of_the_notes() {
    let state = read("?...|....|....|....|....|.M..|....|?... left kC");
    assert_eq!(moves(&state), ["A1", "A8", "B3-A3", "B3-B2", "B3-B4", "B3-C3"]);
}

#[test]
fn normal_forms_keep_values() {
    let mut random = Rng::with_seed(10);
    for _ in 0..6 {
        let mut state = DarkChess::start();
        while state.score().is_none() {
            check_normal_form(&state, 1);
            let action = random.choice(state.moves()).unwrap();
            state = *any(&state.outcomes(action), &mut random);
        }
    }
    let mut state = read("Kg..|....|....|c..P|....|..R.|....|N..p left");
    for _ in 0..30 {
        check_normal_form(&state, 3);
        let Some(action) = random.choice(state.moves()) else { break };
        state = *any(&state.outcomes(action), &mut random);
    }
    let form = top("Kg..", "left").normal_form();
    assert_eq!(top("kG..", "right").normal_form(), form);
    assert_eq!(top("..gK", "left").normal_form(), form);
    assert_eq!(read("....|....|....|....|....|....|....|Kg.. left").normal_form(), form);
    assert_eq!(read("....|....|....|....|....|....|....|..Gk right").normal_form(), form);
}

/// Repetitions are detected on the mirrored board too.
#[test]
fn normal_forms_keep_the_past() {
    let state = read("....|....|....|....|....|....|...g|K... right");
    let state = after(state, "D2-D1 A1-A2 D1-D2 A2-A1 D2-D1 A1-A2 D1-D2");
    let form = state.normal_form();
    let ends = |state: &DarkChess| {
        let next = |action| state.outcomes(action)[0].1.score().is_some();
        state.moves().into_iter().filter(|&action| next(action)).count()
    };
    assert_eq!((ends(&state), ends(&form)), (1, 1));
}

#[test]
fn playthrough() {
    compare_record("dark-chess", &record(DarkChess::start(), &mut Rng::with_seed(6)));
}
