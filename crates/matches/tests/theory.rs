//! Games that the last move decides, and the players `solve`, `nim` and `xt`, against winners found by trying
//! all moves.

#![allow(missing_docs, clippy::unwrap_used)]

use fastrand::Rng;
use matches::players::{Kind, Player as Mind, PlayerName};
use matches::{Allowance, Deal, Ending, Match, Move, Referee, Starts, State, replay, serve};
use rules::RULESETS;
use rules::games::triangular_nim::{Convention, TriangularNim};
use std::collections::HashMap;
use sums::{Component, MisereSolver, Part, Sum};
use tables::retrograde::plain::Solution;
use values::{Budget, Dyadic, Outcome, Player};

const CONVENTIONS: [(Ending, Convention); 2] =
    [(Ending::Normal, Convention::Normal), (Ending::Misere, Convention::Misere)];

fn player(name: &str) -> Box<dyn Mind> {
    name.parse::<PlayerName>().unwrap().player(Kind::Sum, &exact::knowledge()).unwrap()
}

/// Enough for all sums of these tests.
fn budget() -> Budget {
    Budget::seconds(60.0).with_bytes(1 << 22)
}

/// Who wins, by trying all moves as the rules list them.
#[derive(Default)]
struct Tried(HashMap<(Vec<Component>, Player, Ending), bool>);

impl Tried {
    fn wins(&mut self, parts: &[Component], first: Player, ending: Ending) -> bool {
        let key = (parts.to_vec(), first, ending);
        if let Some(known) = self.0.get(&key) {
            return *known;
        }
        let mut after = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            for option in part.plays(first) {
                let mut next = parts.to_vec();
                next[i] = option;
                after.push(next);
            }
        }
        let wins = match after.is_empty() {
            true => ending == Ending::Misere,
            false => after.iter().any(|next| !self.wins(next, first.opponent(), ending)),
        };
        self.0.insert(key, wins);
        wins
    }

    fn mover_wins(&mut self, state: &State) -> bool {
        let parts: Vec<Component> = state.sum().parts.iter().map(|part| part.position.clone()).collect();
        self.wins(&parts, state.to_move(), state.ending())
    }
}

/// Plays random moves and those of a player who is to move wherever a game is won, and checks that it stays
/// won. Returns the number of moves that were checked.
fn never_loses(name: &str, sums: impl Iterator<Item = Sum>, endings: &[Ending]) -> usize {
    let (mut mind, mut checked, mut random) = (player(name), 0, Rng::with_seed(5));
    let mut referee = Referee::default();
    for sum in sums {
        let mut tried = Tried::default();
        for &ending in endings {
            let mut state = State::new(sum.clone(), Player::BOTH[random.usize(..2)]).with_ending(ending);
            mind.begin(&state, state.to_move(), 1);
            while referee.score(&state).unwrap().is_none() {
                if tried.mover_wins(&state) {
                    let choice = mind.choose(&state, &budget()).unwrap();
                    let before = state.text();
                    state.play(choice.action).unwrap();
                    checked += 1;
                    assert!(!tried.mover_wins(&state), "{name} in {before}, {ending}: {}", choice.reason);
                }
                let moves: Vec<Move> = (0..state.parts())
                    .flat_map(|part| {
                        (0..state.moves_in(part).unwrap().len()).map(move |index| Move { part, index })
                    })
                    .collect();
                if let Some(action) = random.choice(moves) {
                    state.play(action).unwrap();
                }
            }
            let winner = referee.score(&state).unwrap().unwrap();
            assert_eq!(winner, ending.winner_without_moves(state.to_move()).unwrap().sees(Dyadic::ONE));
        }
    }
    checked
}

/// Random sums of a game.
fn dealt(game: &str, (width, height): (u8, u8), components: usize, count: u64) -> impl Iterator<Item = Sum> {
    let deal = Deal { game: game.to_owned(), width, height, components };
    (0..count).map(move |seed| deal.sum(seed).unwrap())
}

/// Boards on which random positions are small.
const SMALL: [(&str, (u8, u8)); 9] = [
    ("amazons", (3, 3)),
    ("clobber", (3, 2)),
    ("cram", (3, 2)),
    ("domineering", (3, 2)),
    ("fission", (3, 3)),
    ("konane", (3, 3)),
    ("nogo", (3, 2)),
    ("snort", (2, 2)),
    ("xt-domineering", (3, 2)),
];

#[test]
fn solve_never_loses_what_is_won() {
    for (game, size) in SMALL {
        let sums = dealt(game, size, 2, 120);
        let checked = never_loses("solve", sums, &[Ending::Normal, Ending::Misere]);
        assert!(checked > 200, "{game}: {checked}");
    }
}

/// Two thousand sums of each game; `./test --long`.
#[test]
#[ignore = "takes minutes"]
fn solve_never_loses_in_thousands_of_sums() {
    for (game, size) in SMALL {
        never_loses("solve", dealt(game, size, 2, 2000), &[Ending::Normal, Ending::Misere]);
    }
}

#[test]
fn xt_never_loses_what_is_won() {
    let sums = dealt("xt-domineering", (3, 2), 2, 1000).chain(dealt("xt-domineering", (2, 2), 3, 1000));
    let checked = never_loses("xt", sums, &[Ending::Normal]);
    assert!(checked > 1000, "{checked}");
}

#[test]
fn nim_never_loses_what_is_won() {
    let heaps = |seed: u64| {
        let mut random = Rng::with_seed(seed);
        let mut heap = |game: &str, most| Part::read(&format!("{game}:{}", random.u32(1..=most))).unwrap();
        Sum { parts: vec![heap("nim", 4), heap("kayles", 5), heap("nim", 3)] }
    };
    let sums = (0..1000).map(heaps).chain(dealt("triangular-nim", (3, 3), 2, 500)).chain(dealt(
        "cram",
        (3, 2),
        2,
        500,
    ));
    let checked = never_loses("nim", sums, &[Ending::Normal, Ending::Misere]);
    assert!(checked > 2000, "{checked}");
}

/// The solver leaves out dead regions and exchanges and reflects the others; the rules do not.
#[test]
fn the_solver_of_misere_play_is_right() {
    let mut solver = MisereSolver::new(1 << 22);
    let (mut tried, mut won) = (Tried::default(), 0);
    let values = ["* + *", "^ + *2", "{1|-1} + *", "*2 + *2 + *3", "{0|*} + v", "2 + -1", "{2|} + {*|*}"];
    let values = values.map(|text| Sum::read(text).unwrap());
    let games = SMALL.into_iter().flat_map(|(game, size)| dealt(game, size, 2, 100));
    for sum in games.chain(values) {
        for first in Player::BOTH {
            let state = State::new(sum.clone(), first).with_ending(Ending::Misere);
            let wins = tried.mover_wins(&state);
            let answer = solver.solve(&sum, first, &budget()).unwrap();
            assert_eq!(answer.winner == first, wins, "{sum}, {first:?} first");
            if let Some((part, name)) = answer.winning_move {
                let mut state = state;
                state.play(state.find(part, &name).unwrap().unwrap()).unwrap();
                assert!(!tried.mover_wins(&state));
                won += 1;
            }
        }
    }
    assert!(won > 500, "{won}");
    // In misère play * + * is not 0 + 0: the second player has the last move.
    assert!(
        solver.solve(&Sum::read("* + *").unwrap(), Player::Left, &budget()).unwrap().winner == Player::Left
    );
    let stopped = solver.solve(&Sum::read("nim:40,50,60").unwrap(), Player::Left, &Budget::after_nodes(10));
    assert!(stopped.is_err());
}

/// Every position of four layers, as a beginner meets it.
#[test]
fn hints_for_four_layers_are_right() {
    for (ending, convention) in CONVENTIONS {
        let table = Solution::forward(4, convention).unwrap();
        let mut mind = player("nim");
        let start = start_of(4, 0b11_1111_1111, ending);
        mind.begin(&start, Player::Left, 0);
        for number in 1..1 << 10 {
            let state = start_of(4, number, ending);
            let choice = mind.choose(&state, &Budget::after_nodes(2000).with_bytes(1 << 20)).unwrap();
            let mut next = state.clone();
            next.play(choice.action).unwrap();
            let after = next.sum().parts[0].position.downcast::<TriangularNim>().unwrap().number();
            assert_eq!(
                !table.is_won(after),
                table.is_won(number),
                "{} {ending}: {}",
                state.text(),
                choice.reason
            );
            assert_eq!(choice.reason.starts_with("wins"), table.is_won(number), "{}", choice.reason);
        }
    }
}

fn start_of(layers: u8, number: u64, ending: Ending) -> State {
    let position = Component::new(TriangularNim::from_number(layers, number).unwrap());
    let part = Part { game: "triangular-nim".to_owned(), position };
    State::new(Sum { parts: vec![part] }, Player::Left).with_ending(ending)
}

/// Six layers in misère play: the player that the table says wins, against any other.
#[test]
fn a_misere_match_is_won_by_the_table() {
    let full = TriangularNim::full(6).unwrap();
    let table = Solution::forward(6, Convention::Misere).unwrap();
    let starts = |number| Starts::from(start_of(6, number, Ending::Misere).sum().clone());
    for number in [full.number(), full.number() - 1, full.number() - 6] {
        let is_won = table.is_won(number);
        for players in [["nim", "nim"], ["nim", "random"]] {
            let play = Match {
                players: players.map(|name| name.parse().unwrap()),
                starts: starts(number).ending_by(Ending::Misere),
                games: 6,
                allowance: Allowance::Nodes(100),
                seed: 3,
                threads: 1,
            };
            for record in play.play(None, &Budget::endless(), &|_| {}).unwrap() {
                assert_eq!(record.late, None);
                let winner = if is_won { Player::Left } else { Player::Right };
                if record.seats[winner] == 0 || players[1] == "nim" {
                    assert_eq!(record.winner(), Some(winner), "{number:b} {players:?}");
                }
            }
        }
    }
    assert_eq!(table.outcome(&full), Some(Outcome::Next));
}

#[test]
fn a_match_by_the_last_move_has_no_draws_and_a_journal() {
    let folder = std::env::temp_dir().join(format!("tedomari-last-move-{}", std::process::id()));
    _ = std::fs::remove_file(&folder);
    let deal = Deal { game: "xt-domineering".to_owned(), width: 3, height: 3, components: 3 };
    let given = Starts::from(Sum::read("clobber:xoxo|oxox + ^*").unwrap());
    for (starts, ending) in [
        (Starts::from(deal.clone()), Ending::Normal),
        (Starts::from(deal).ending_by(Ending::Misere), Ending::Misere),
        (given, Ending::Normal),
    ] {
        assert_eq!(starts.ending(), Some(ending));
        let play = Match {
            players: ["xt", "hotstrat"].map(|name| name.parse().unwrap()),
            starts,
            games: 8,
            allowance: Allowance::Nodes(3000),
            seed: 4,
            threads: 1,
        };
        let records = play.play(Some(&folder), &Budget::endless(), &|_| {}).unwrap();
        assert!(records.iter().all(|record| record.winner().is_some() && record.late.is_none()));
        let (again, replayed) = replay(&folder).unwrap();
        assert_eq!(
            (again.starts.ending(), again.starts.to_string()),
            (Some(ending), play.starts.to_string())
        );
        assert_eq!(replayed, records);
        std::fs::remove_file(&folder).unwrap();
    }
}

#[test]
fn the_usual_ending_follows_the_game() {
    for (sum, ending) in [
        ("triangular-nim:x|xx", Ending::Normal),
        ("xt-domineering:...|... + clobber:xo", Ending::Normal),
        ("^* + v", Ending::Normal),
        ("kayles:5 + *3", Ending::Normal),
        ("amazons:x..|..o + *", Ending::Score),
        ("domineering:..|..", Ending::Score),
        ("{1|-1} + ^", Ending::Score),
        ("0", Ending::Score),
        ("", Ending::Score),
    ] {
        assert_eq!(Ending::of(&Sum::read(sum).unwrap()), ending, "{sum}");
    }
    assert_eq!("misere".parse(), Ok(Ending::Misere));
    assert!("misère".parse::<Ending>().unwrap_err().to_string().contains("normal, misere and score"));
}

/// The protocol says how a sum ends; without a word of it the score decides.
#[test]
fn a_program_is_told_how_the_sum_ends() {
    let request = |play: &str| {
        format!(
            r#"{{"request":"begin","start":"nim:2","first":"left","side":"left","seed":"1"{play}}}
{{"request":"choose","moves":[],"nodes":1000}}
"#
        )
    };
    let requests = request(r#","play":"normal""#) + &request(r#","play":"misere""#) + &request("");
    let (knowledge, mut answers) = (exact::knowledge(), Vec::new());
    let budget = Budget::endless().with_bytes(1 << 24);
    serve(&"solve".parse().unwrap(), &knowledge, &RULESETS, &budget, requests.as_bytes(), &mut answers)
        .unwrap();
    let answers = String::from_utf8(answers).unwrap();
    let moves: Vec<&str> = answers.lines().skip(1).step_by(2).collect();
    assert!(moves[0].contains("wins in normal play") && moves[0].contains("2>0"), "{}", moves[0]);
    assert!(moves[1].contains("wins in misère play") && moves[1].contains("2>1"), "{}", moves[1]);
    assert!(moves[2].contains("score 0"), "{}", moves[2]);
}

/// The player `nogo` never loses what its proofs, or the values of regions, decide: small boards, all of which
/// it can search to the end.
#[test]
fn nogo_never_loses_small_boards() {
    let sums = dealt("nogo", (3, 2), 2, 150).chain(dealt("domineering", (3, 2), 2, 50));
    let checked = never_loses("nogo", sums, &[Ending::Normal]);
    assert!(checked > 200, "{checked}");
    for name in ["nogo:none", "nogo:1", "nogo:1+2", "nogo:1+3"] {
        assert_eq!(name.parse::<PlayerName>().unwrap().to_string(), name);
        never_loses(name, dealt("nogo", (3, 2), 1, 60), &[Ending::Normal]);
    }
    assert_eq!("nogo:1+2+3".parse::<PlayerName>().unwrap().to_string(), "nogo");
    assert!("nogo:2".parse::<PlayerName>().is_err());
}
