//! Players with models of their opponent, and what the other players of games with chance remember and say.

#![allow(missing_docs, clippy::unwrap_used)]

use matches::players::{Kind, NameError, Player as Mind, PlayerName, Recogniser};
use matches::{Allowance, Match, MatchError, Referee, State, Tally};
use rules::RULESETS;
use values::{Budget, Player};

fn play(game: &str, players: [&str; 2], games: u32) -> Match {
    Match {
        players: players.map(|name| name.parse().unwrap()),
        starts: RULESETS.contest(game).unwrap().clone().into(),
        games,
        allowance: Allowance::Nodes(300),
        seed: 6,
        threads: 2,
    }
}

fn player(name: &str) -> Box<dyn Mind> {
    name.parse::<PlayerName>().unwrap().player(Kind::Contest, &exact::knowledge()).unwrap()
}

#[test]
fn names_of_models_are_read_and_written() {
    for name in [
        "minimax",
        "minimax:usual@2",
        "minimax:runner",
        "om",
        "om:hunter@3",
        "om@3",
        "om@2:runner@1",
        "prom@4",
        "learner@1:usual",
        "prom",
        "prom:usual@1,runner@2",
        "learner",
        "learner:usual,hunter@1",
        "mcts:keep+prove",
        "mcts:none",
        "risk:3",
    ] {
        assert_eq!(name.parse::<PlayerName>().unwrap().to_string(), name);
    }
    assert_eq!("mcts:keep+share+prove".parse::<PlayerName>().unwrap().to_string(), "mcts");
    for wrong in [
        "om:",
        "om:usual@0",
        "om@0",
        "om@",
        "om@65:runner@1",
        "minimax@2",
        "star2@2",
        "om:usual@1,runner@1",
        "prom:Usual",
        "mcts:keep+",
        "mcts:all",
        "risk:-1",
        "minimax:a,b",
    ] {
        assert!(wrong.parse::<PlayerName>().is_err(), "{wrong}");
    }
    let error =
        play("ewn", ["om:collector@1", "random"], 2).play(None, &Budget::endless(), &|_| {}).unwrap_err();
    let unknown = NameError::UnknownStyle("collector".to_owned(), "usual, runner, hunter".to_owned());
    assert_eq!(error, MatchError::Player(unknown));
    assert!(!"mcts:none".parse::<PlayerName>().unwrap().plays(Kind::Sum));
}

#[test]
fn matches_by_nodes_are_the_same_again() {
    for (game, name) in [
        ("ewn", "learner"),
        ("ewn", "prom"),
        ("ewn", "mcts"),
        ("ewn", "sparse"),
        ("dark-chess", "om:hunter@1"),
    ] {
        let play = play(game, [name, "greedy"], 2);
        let records = play.play(None, &Budget::endless(), &|_| {}).unwrap();
        assert!(records.iter().all(|record| record.complaint.is_none() && record.late.is_none()));
        assert_eq!(play.play(None, &Budget::endless(), &|_| {}), Ok(records), "{name}");
    }
}

/// The learner names the opponent while it plays, and its records name it afterwards.
#[test]
fn a_learner_names_its_opponent() {
    for style in ["usual@1", "runner@1", "hunter@1"] {
        let play = play("ewn", ["learner", &format!("minimax:{style}")], 4);
        let mut recogniser = Recogniser::new(Vec::new());
        let (mut referee, mut mind) = (Referee::default(), player("learner"));
        for record in play.play(None, &Budget::endless(), &|_| {}).unwrap() {
            let game = record.replay(play.opening(record.game).unwrap(), &mut referee).unwrap();
            let opponent = if record.seats[Player::Left] == 1 { Player::Left } else { Player::Right };
            recogniser.see(&game, opponent, &Budget::endless());
            // In the middle of the last game, by its moves alone.
            let mut state: State = game;
            state.undo();
            while state.past().len() > 1 && (state.to_move() == opponent || state.past().len() > 14) {
                state.undo();
            }
            mind.begin(&play.opening(record.game).unwrap(), opponent.opponent(), 1);
            let choice = mind.choose(&state, &Budget::after_nodes(5000)).unwrap();
            assert!(choice.reason.contains("believes in"), "{}", choice.reason);
        }
        let (best, share) = &recogniser.beliefs()[0];
        assert_eq!((best.to_string(), *share > 0.9), (style.to_owned(), true), "{share}");
    }
}

#[test]
fn searches_with_chance_beat_random_moves() {
    for name in ["minimax", "om", "prom", "learner", "risk", "sparse", "mcts", "mcts:none"] {
        let tally =
            Tally::of(&play("ewn", [name, "random"], 20).play(None, &Budget::endless(), &|_| {}).unwrap());
        assert!(tally.wins >= 12, "{name}: {tally}");
    }
}

#[test]
fn sparse_sampling_says_how_far_it_may_be_off() {
    let play = play("dark-chess", ["sparse", "random"], 2);
    let state = play.opening(0).unwrap();
    let choice = player("sparse").choose(&state, &Budget::after_nodes(3000)).unwrap();
    assert!(choice.reason.contains("outcomes sampled: "), "{}", choice.reason);
}
