//! Endgames of dark chess, compared with the rules.
#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::dark_chess::{Action, DarkChess, QUIET};
use rules::{Contest, Playable, Stochastic};
use tables::dark_chess::{Endings, Material, Outcome};
use values::Budget;

fn read(text: &str) -> DarkChess {
    DarkChess::read(text).unwrap()
}

fn play(state: &DarkChess, action: Action) -> DarkChess {
    state.outcomes(action)[0].1
}

/// The result of a state by the rules, from those of the states that follow.
fn by_rules(state: &DarkChess, endings: &Endings) -> Outcome {
    let lost = |next: &DarkChess| match next.score() {
        Some(score) if next.moves().is_empty() && score != 0 => {
            assert_eq!(score, next.to_move().sees(-DarkChess::MOST));
            true
        }
        _ => false,
    };
    if lost(state) {
        return Outcome::Loss(1);
    }
    let (mut wins, mut losses) = (Vec::new(), Vec::new());
    let moves = state.moves();
    for &action in &moves {
        let next = play(state, action);
        let result = if lost(&next) { Outcome::Loss(1) } else { found(endings, &next) };
        let distance = |distance: u8| if matches!(action, Action::Take { .. }) { 1 } else { distance + 1 };
        match result {
            Outcome::Loss(d) => wins.push(distance(d)),
            Outcome::Win(d) => losses.push(distance(d)),
            Outcome::Draw => {}
        }
    }
    match (wins.iter().min(), losses.iter().max()) {
        (Some(&least), _) if least <= QUIET => Outcome::Win(least),
        (None, Some(&most)) if losses.len() == moves.len() && most <= QUIET => Outcome::Loss(most),
        _ => Outcome::Draw,
    }
}

/// Compares all positions of a material, or one in `every`, with the rules. Returns the number of draws, wins
/// and losses among them.
fn compare(endings: &Endings, material: &str, every: usize) -> [u32; 3] {
    let material = material.parse().unwrap();
    let solution = endings.held(&material).unwrap().unwrap();
    let mut counts = [0; 3];
    for (state, outcome) in solution.positions().step_by(every) {
        assert_eq!(by_rules(&state, endings), outcome, "{state}");
        assert_eq!(found(endings, &state), outcome, "{state}");
        counts[match outcome {
            Outcome::Draw => 0,
            Outcome::Win(_) => 1,
            Outcome::Loss(_) => 2,
        }] += 1;
    }
    counts
}

fn found(endings: &Endings, state: &DarkChess) -> Outcome {
    endings.find(state, &Budget::endless()).unwrap().unwrap()
}

/// The result of a state, whose material is in the cache then.
fn solve(endings: &Endings, state: &str) -> Outcome {
    found(endings, &read(state))
}

#[test]
fn results_follow_from_the_rules() {
    let endings = Endings::new();
    for material in Material::all(2) {
        let letters = material.to_string().to_ascii_uppercase();
        let (first, second) = letters.split_once('V').unwrap();
        solve(
            &endings,
            &format!("{first}..{}|....|....|....|....|....|....|.... left", second.to_lowercase()),
        );
        let counts = compare(&endings, &material.to_string(), 1);
        assert_eq!(counts.iter().sum::<u32>(), 2 * 8 * 31, "{material}");
    }
    let mut draws = 0;
    for (material, pieces) in
        [("GGvP", "G.G.|...p"), ("KCvR", "K.C.|...r"), ("PPvK", "PP..|...k"), ("CNvC", "C.N.|...c")]
    {
        solve(&endings, &format!("{pieces}|....|....|....|....|....|.... left"));
        let counts = compare(&endings, material, 5);
        assert!(counts[1..].iter().all(|&count| count > 0), "{material}: {counts:?}");
        draws += counts[0];
    }
    assert!(draws > 0);
}

/// The results hang neither on the player who has the pieces nor on reflections of the board.
#[test]
fn four_pieces_follow_from_the_rules() {
    let endings = Endings::new();
    let text = "K..p|.N..|...c|....|....|....|....|....";
    solve(&endings, &format!("{text} left"));
    let counts = compare(&endings, "KNvCP", 331);
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    let swapped: String = text
        .chars()
        .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
        .collect();
    let turned: String = swapped.chars().rev().collect();
    let found = ["left", "right"].map(|player| solve(&endings, &format!("{text} {player}")));
    assert_eq!(["right", "left"].map(|player| solve(&endings, &format!("{swapped} {player}"))), found);
    assert_eq!(["right", "left"].map(|player| solve(&endings, &format!("{turned} {player}"))), found);
}

#[test]
fn materials_are_read_and_counted() {
    let name = |text: &str| text.parse::<Material>().map(|material| material.to_string());
    assert_eq!(name("pVgG").unwrap(), "GGvP");
    assert_eq!(name("KvK").unwrap(), "KvK");
    for wrong in ["", "K", "Kv", "vK", "KKvP", "KxP", "KvPPPPPP", "KGvGGMMR"] {
        assert!(name(wrong).is_err(), "{wrong}");
    }
    assert_eq!([2, 3, 4].map(|pieces| Material::all(pieces).len()), [28, 189, 882]);
    for material in Material::all(4) {
        assert_eq!(name(&material.to_string()).unwrap(), material.to_string());
    }
}

#[test]
fn a_win_longer_than_the_quiet_moves_left_is_a_draw() {
    let endings = Endings::new();
    let text = ".p..|....|.GG.|....|....|....|....|.... left";
    let Outcome::Win(distance) = solve(&endings, text) else { panic!("two guards catch a pawn") };
    let source: &dyn positions::Source = &endings;
    for (left, score) in [(u32::from(distance), DarkChess::MOST), (u32::from(distance) - 1, 0)] {
        let state = read(&format!("{text} quiet {}", u32::from(QUIET) - left));
        assert_eq!(source.ending(&state).unwrap().score, score);
    }
}

/// A build that is stopped goes on with the materials that are missing, also where a file was damaged.
#[test]
fn builds_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let endings = Endings::in_folder(folder.path()).unwrap();
    let wanted: Vec<Material> = ["GGvP", "KvP", "KPvK"].map(|name| name.parse().unwrap()).into();
    let stop = Budget::after_nodes(40_000);
    assert!(endings.build(&wanted, &stop, &|_, _| {}).is_err());
    let before = endings.materials().unwrap().len();
    // GvP, GGvP, KvP, KPvK, KvK.
    let built = endings.build(&wanted, &Budget::endless(), &|_, _| {}).unwrap();
    assert_eq!((before + built, endings.materials().unwrap().len()), (5, 5));
    assert!(before > 0 && built > 0, "{before} {built}");
    assert_eq!(endings.build(&wanted, &Budget::endless(), &|_, _| {}).unwrap(), 0);
    let file = endings.path(&wanted[0]).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[10] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(endings.build(&wanted, &Budget::endless(), &|_, _| {}).unwrap(), 1);
    assert_eq!(compare(&Endings::in_folder(folder.path()).unwrap(), "GGvP", 100).iter().sum::<u32>(), 149);
}

#[test]
fn work_beyond_the_memory_is_refused() {
    let state = read("KGM.|kg..|....|....|....|....|....|...p left");
    let budget = Budget::endless().with_bytes(1 << 28);
    let refused = Endings::new().find(&state, &budget).unwrap_err();
    assert!(refused.to_string().contains("MiB"), "{refused}");
}

#[test]
#[ignore = "takes minutes"]
fn all_materials_of_three_pieces_follow_from_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let endings = Endings::in_folder(folder.path()).unwrap();
    endings.build(&Material::all(3), &Budget::endless(), &|_, _| {}).unwrap();
    for material in Material::all(3) {
        compare(&endings, &material.to_string(), 1);
    }
}
