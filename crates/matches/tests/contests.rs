//! Players of contests and matches between them.

#![allow(missing_docs, clippy::unwrap_used)]

use fastrand::Rng;
use matches::contests::{Allowance, Match, PlayerName, Tally, chance, wilson};
use rules::games::{dark_chess::DarkChess, ewn::Ewn};
use rules::{Contest, Outcomes, Playable, RULESETS, Ruleset, Stochastic};
use std::time::Duration;
use values::{Budget, Player};

fn ruleset(game: &str) -> Ruleset {
    RULESETS.contest(game).unwrap().clone()
}

/// A match in which no move is ever late.
fn play(game: &str, players: [&str; 2], games: u32, threads: usize) -> Tally {
    let players = players.map(|name| name.parse().unwrap());
    let allowance = Allowance::Time { limit: Duration::from_millis(2), grace: Duration::from_secs(3600) };
    let records = Match { ruleset: ruleset(game), players, games, allowance, seed: 3, threads }.play(&|_| {});
    let records = records.unwrap();
    assert!(records.iter().map(|record| record.game).eq(0..games));
    Tally::of(&records)
}

#[test]
fn every_player_plays_to_the_end() {
    for (name, ..) in PlayerName::ALL {
        assert_eq!(name.parse::<PlayerName>().unwrap().to_string(), *name);
        let tally = play("ewn", [name, "random"], 2, 1);
        assert_eq!((tally.games, tally.draws, tally.wins + tally.losses), (2, 0, 2), "{name}");
    }
    assert_eq!(play("dark-chess", ["star2", "mcts"], 1, 1).games, 1);
}

#[test]
fn greedy_beats_random() {
    let ewn = play("ewn", ["greedy", "random"], 200, 2);
    assert!(ewn.wins > 150, "{ewn}");
    let dark = play("dark-chess", ["greedy", "random"], 40, 2);
    assert!(dark.wins > 30, "{dark}");
}

/// A player wins as often as it loses against itself: the second game of a pair is the first one with seats
/// exchanged.
#[test]
fn chance_is_the_same_for_both_seats() {
    let records = [0, 1].map(|_| play("ewn", ["greedy", "random"], 40, 1));
    assert_eq!(records[0], records[1]);
    let names = ["greedy", "greedy"].map(|name| name.parse().unwrap());
    let allowance = Allowance::Time { limit: Duration::from_millis(2), grace: Duration::from_secs(3600) };
    let own = Match { ruleset: ruleset("ewn"), players: names, games: 40, allowance, seed: 5, threads: 1 };
    for pair in own.play(&|_| {}).unwrap().chunks(2) {
        assert_eq!(pair[0].moves, pair[1].moves);
        assert_ne!(pair[0].winner, pair[1].winner);
    }
}

#[test]
fn players_see_wins_and_losses_at_once() {
    // A step home wins, as does taking the last piece.
    let ewn = Ewn::read("1....|.2...|.....|..a3.|.b... left 3").unwrap();
    let dark = DarkChess::read("G...|....|....|....|....|....|..g.|..K. left").unwrap();
    for name in ["greedy", "star0", "star1", "star2", "star2.5", "mcts"] {
        let name: PlayerName = name.parse().unwrap();
        let deadline = || Budget::after(Duration::from_millis(50));
        let choice = name.player::<Ewn>().choose(&ewn, &deadline()).unwrap();
        assert_eq!(choice.action.to_string(), "D2-E1", "{name}: {}", choice.reason);
        let choice = name.player::<DarkChess>().choose(&dark, &deadline()).unwrap();
        assert_eq!(choice.action.to_string(), "C1xC2", "{name}: {}", choice.reason);
    }
}

#[test]
fn nobody_moves_when_play_is_over() {
    let over = Ewn::read("1....|.....|.....|.....|....4 right").unwrap();
    for (name, player, _) in PlayerName::ALL {
        let deadline = Budget::after(Duration::from_millis(2));
        assert!(player.player::<Ewn>().choose(&over, &deadline).is_none(), "{name}");
    }
}

#[test]
fn chance_keeps_to_the_weights() {
    let state = Ewn::read("1....|.....|.b...|...e.|..... left 1").unwrap();
    let action = state.moves()[0];
    let mut random = Rng::with_seed(4);
    let mut counts = [0_u32; 3];
    let outcomes = state.outcomes(action);
    for _ in 0..3000 {
        let next = chance(outcomes.clone(), &mut random).unwrap();
        counts[outcomes.iter().position(|(_, known)| *known == next).unwrap()] += 1;
    }
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
}

/// Outcomes with the largest possible weights.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Heavy {
    Begun,
    Ended(i32),
}

impl Contest for Heavy {
    type Move = u8;

    const MOST: i32 = i32::MAX;

    fn to_move(&self) -> Player {
        Player::Left
    }

    fn moves(&self) -> Vec<u8> {
        if *self == Self::Begun { vec![0, 1] } else { Vec::new() }
    }

    fn score(&self) -> Option<i32> {
        if let Self::Ended(score) = self { Some(*score) } else { None }
    }
}

impl Stochastic for Heavy {
    fn outcomes(&self, action: u8) -> Outcomes<Self> {
        let least = if action == 1 { i32::MAX - 2 } else { i32::MAX - 4 };
        [least, i32::MAX].map(|score| (u32::MAX, Self::Ended(score))).into_iter().collect()
    }
}

#[test]
fn weights_may_be_as_large_as_they_can() {
    let mut random = Rng::with_seed(1);
    let drawn: Vec<Heavy> = (0..20).filter_map(|_| chance(Heavy::Begun.outcomes(1), &mut random)).collect();
    for outcome in [Heavy::Ended(i32::MAX - 2), Heavy::Ended(i32::MAX)] {
        assert!(drawn.contains(&outcome), "{outcome:?}");
    }
    for (name, player, _) in PlayerName::ALL.iter().filter(|(name, ..)| *name != "random") {
        let choice = player.player::<Heavy>().choose(&Heavy::Begun, &Budget::after_nodes(10_000)).unwrap();
        // The result of simulations is rounded.
        assert!(choice.action == 1 || *name == "mcts", "{name}: {}", choice.reason);
    }
}

/// With nodes in place of the clock, a game is the same on any number of threads and after any other games.
#[test]
fn games_by_nodes_are_the_same_again() {
    fn check(game: &str, players: [&str; 2], games: u32) {
        let players = players.map(|name| name.parse().unwrap());
        let play = |games, threads| {
            let allowance = Allowance::Nodes(300);
            let play = Match { ruleset: ruleset(game), players, games, allowance, seed: 9, threads };
            play.play(&|_| {}).unwrap()
        };
        let all = play(games, 1);
        assert_eq!(all, play(games, 3), "{players:?}");
        assert!(all.iter().all(|record| record.late.is_none()));
    }
    for name in ["greedy", "star0", "star1", "star2", "star2.5", "mcts"] {
        check("ewn", [name, "random"], 6);
    }
    check("dark-chess", ["star2.5", "mcts"], 2);
}

#[test]
fn confidence_of_a_share() {
    assert_eq!(wilson(0, 0), None);
    let (low, high) = wilson(50, 100).unwrap();
    assert!((low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4, "{low} {high}");
}

/// The engine against the greedy player; about three minutes.
#[test]
#[ignore = "takes minutes"]
fn the_engine_beats_greedy_at_dark_chess() {
    let players = ["star2", "greedy"].map(|name| name.parse().unwrap());
    let allowance = Allowance::Time { limit: Duration::from_millis(50), grace: Duration::from_secs(3600) };
    let engine =
        Match { ruleset: ruleset("dark-chess"), players, games: 100, allowance, seed: 2, threads: 2 };
    let tally = Tally::of(&engine.play(&|_| {}).unwrap());
    assert!(tally.wins >= 95, "{tally}");
}
