//! Players of contests and matches between them.

#![allow(missing_docs, clippy::unwrap_used)]

use fastrand::Rng;
use matches::players::{Choice, Kind, NoMove, Player as Mind, PlayerName};
use matches::{Allowance, Match, MatchError, Record, State, Tally, chance, replay, wilson};
use rules::games::{dark_chess::DarkChess, ewn::Ewn};
use rules::{
    AnyContest, AnyMove, BoardError, Contest, Dealer, OpenError, Outcomes, Playable, RULESETS, RuleError,
    Ruleset, Rulesets, Stochastic,
};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::time::Duration;
use values::{Budget, Player};

fn ruleset(game: &str) -> Ruleset {
    RULESETS.contest(game).unwrap().clone()
}

/// Plays all games of a match.
fn played(play: &Match) -> Vec<Record> {
    play.play(None, &Budget::endless(), &|_| {}).unwrap()
}

/// A match in which no move is ever late.
fn play(game: &str, players: [&str; 2], games: u32, threads: usize) -> Tally {
    let players = players.map(|name| name.parse().unwrap());
    let allowance = Allowance::Time { limit: Duration::from_millis(2), grace: Duration::from_secs(3600) };
    let records =
        played(&Match { starts: ruleset(game).into(), players, games, allowance, seed: 3, threads });
    assert!(records.iter().map(|record| record.game).eq(0..games));
    Tally::of(&records)
}

/// A new player of this name.
fn player(name: &str) -> Box<dyn Mind> {
    name.parse::<PlayerName>().unwrap().player(Kind::Contest, &exact::knowledge()).unwrap()
}

/// A game from this state on.
fn game(state: AnyContest) -> State {
    State::contest("test", state, Rng::with_seed(1))
}

/// The names of all players of games with chance.
fn names() -> impl Iterator<Item = &'static str> {
    PlayerName::ALL.iter().filter(|(_, player, _)| player.plays(Kind::Contest)).map(|(name, ..)| *name)
}

/// The move of a player, and its name.
fn chosen(player: &mut dyn Mind, game: &State, deadline: &Budget) -> Result<(String, Choice), NoMove> {
    let choice = player.choose(game, deadline)?;
    Ok((game.name(choice.action).unwrap().unwrap(), choice))
}

#[test]
fn every_player_plays_to_the_end() {
    for name in names() {
        assert_eq!(name.parse::<PlayerName>().unwrap().to_string(), name);
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
    let own =
        Match { starts: ruleset("ewn").into(), players: names, games: 40, allowance, seed: 5, threads: 1 };
    for pair in played(&own).chunks(2) {
        let winner = |record: &Record| record.winner().map(|winner| record.seats[winner]);
        assert_eq!(pair[0].moves, pair[1].moves);
        assert_ne!(winner(&pair[0]), winner(&pair[1]));
    }
}

#[test]
fn players_see_wins_and_losses_at_once() {
    // A step home wins, as does taking the last piece.
    let ewn = game(AnyContest::new(Ewn::read("1....|.2...|.....|..a3.|.b... left 3").unwrap()));
    let dark = DarkChess::read("G...|....|....|....|....|....|..g.|..K. left").unwrap();
    let dark = game(AnyContest::new(dark));
    for name in [
        "greedy",
        "star0",
        "star1",
        "star2",
        "star2.5",
        "risk",
        "mcts",
        "mcts:none",
        "sparse",
        "minimax",
        "om",
    ] {
        let deadline = || Budget::after(Duration::from_millis(50));
        let (action, choice) = chosen(&mut *player(name), &ewn, &deadline()).unwrap();
        assert_eq!(action, "D2-E1", "{name}: {}", choice.reason);
        let (action, choice) = chosen(&mut *player(name), &dark, &deadline()).unwrap();
        assert_eq!(action, "C1xC2", "{name}: {}", choice.reason);
    }
}

#[test]
fn nobody_moves_when_play_is_over() {
    let over = game(AnyContest::new(Ewn::read("1....|.....|.....|.....|....4 right").unwrap()));
    for name in names() {
        let deadline = Budget::after(Duration::from_millis(2));
        assert_eq!(player(name).choose(&over, &deadline), Err(NoMove::None), "{name}");
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

impl fmt::Display for Heavy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Playable for Heavy {
    fn read(_: &str) -> Result<Self, BoardError> {
        Ok(Self::Begun)
    }

    fn opening(_: &mut dyn FnMut(u32) -> u32) -> Self {
        Self::Begun
    }

    fn remark(&self) -> String {
        String::new()
    }
}

#[test]
fn weights_may_be_as_large_as_they_can() {
    let mut random = Rng::with_seed(1);
    let drawn: Vec<Heavy> = (0..20).filter_map(|_| chance(Heavy::Begun.outcomes(1), &mut random)).collect();
    for outcome in [Heavy::Ended(i32::MAX - 2), Heavy::Ended(i32::MAX)] {
        assert!(drawn.contains(&outcome), "{outcome:?}");
    }
    let begun = game(AnyContest::new(Heavy::Begun));
    for name in names().filter(|name| *name != "random") {
        let (action, choice) = chosen(&mut *player(name), &begun, &Budget::after_nodes(10_000)).unwrap();
        // The result of simulations is rounded.
        assert!(action == "1" || name == "mcts", "{name}: {}", choice.reason);
    }
}

/// With nodes in place of the clock, a game is the same on any number of threads and after any other games.
#[test]
fn games_by_nodes_are_the_same_again() {
    fn check(game: &str, players: [&str; 2], games: u32) {
        let players = players.map(|name| name.parse::<PlayerName>().unwrap());
        let play = |games, threads| {
            let (players, allowance) = (players.clone(), Allowance::Nodes(300));
            played(&Match { starts: ruleset(game).into(), players, games, allowance, seed: 9, threads })
        };
        let all = play(games, 1);
        assert_eq!(all, play(games, 3), "{players:?}");
        assert!(all.iter().all(|record| record.late.is_none()));
    }
    for name in [
        "greedy",
        "star0",
        "star1",
        "star2",
        "star2.5",
        "risk",
        "mcts",
        "mcts:none",
        "sparse",
        "minimax",
        "om",
    ] {
        check("ewn", [name, "random"], 6);
    }
    check("dark-chess", ["star2.5", "mcts"], 2);
}

/// A game of the test's own: EinStein würfelt nicht! under another type, of which only the rules are known.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Twin(Ewn);

impl Contest for Twin {
    type Move = <Ewn as Contest>::Move;

    const MOST: i32 = Ewn::MOST;

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn moves(&self) -> Vec<Self::Move> {
        self.0.moves()
    }

    fn score(&self) -> Option<i32> {
        self.0.score()
    }

    fn evaluation(&self) -> i32 {
        self.0.evaluation()
    }
}

impl Stochastic for Twin {
    fn outcomes(&self, action: Self::Move) -> Outcomes<Self> {
        self.0.outcomes(action).into_iter().map(|(weight, next)| (weight, Self(next))).collect()
    }

    fn toss(&self, action: Self::Move, ticket: u64) -> Self {
        Self(self.0.toss(action, ticket))
    }
}

impl fmt::Display for Twin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Playable for Twin {
    fn read(text: &str) -> Result<Self, BoardError> {
        Ewn::read(text).map(Self)
    }

    fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self {
        Self(Ewn::opening(below))
    }

    fn remark(&self) -> String {
        self.0.remark()
    }
}

/// The built-in games, and those of these tests.
fn more_rulesets() -> Rulesets {
    let mut rulesets = Rulesets::default();
    rulesets.add(Ruleset::with_chance::<Twin>("twin")).unwrap();
    rulesets.add(Ruleset::dealt_by("script", Scripts)).unwrap();
    rulesets
}

/// A game that is added at run time is played by all players; by those who go by numbers of moves, exactly
/// like its built-in twin.
#[test]
fn added_games_are_played_like_built_in_ones() {
    let rulesets = more_rulesets();
    let play = |game: &str, name: &str| {
        let starts = rulesets.contest(game).unwrap().clone().into();
        let players = [name, "random"].map(|name| name.parse().unwrap());
        played(&Match { starts, players, games: 4, allowance: Allowance::Nodes(300), seed: 9, threads: 2 })
    };
    let twin = |mut record: Record| {
        record.sum = record.sum.replace("ewn:", "twin:");
        record
    };
    for name in ["random", "greedy", "mcts"] {
        let ewn: Vec<Record> = play("ewn", name).into_iter().map(twin).collect();
        assert_eq!(play("twin", name), ewn, "{name}");
    }
    for name in ["star0", "star1", "star2", "star2.5"] {
        let tally = Tally::of(&play("twin", name));
        assert_eq!((tally.games, tally.draws, tally.late), (4, 0, [0, 0]), "{name}");
    }
}

#[test]
fn players_of_any_game_see_wins_at_once() {
    let rulesets = more_rulesets();
    for name in names().filter(|name| *name != "random") {
        let mut player = player(name);
        // The same player plays one game after the other.
        for (game, text, best) in [
            ("twin", "1....|.2...|.....|..a3.|.b... left 3", "D2-E1"),
            ("dark-chess", "G...|....|....|....|....|....|..g.|..K. left", "C1xC2"),
            ("ewn", "1....|.2...|.....|..a3.|.b... left 3", "D2-E1"),
        ] {
            let state = self::game(rulesets.contest(game).unwrap().read_contest(text).unwrap());
            if game != "ewn" {
                player.begin(&state, Player::Left, 4);
            }
            let (action, choice) = chosen(&mut *player, &state, &Budget::after_nodes(5_000)).unwrap();
            assert_eq!(action, best, "{name} in {game}: {}", choice.reason);
        }
        let over =
            rulesets.contest("twin").unwrap().read_contest("1....|.....|.....|.....|....4 right").unwrap();
        assert_eq!(player.choose(&game(over), &Budget::after_nodes(100)), Err(NoMove::None), "{name}");
    }
}

/// A state whose rules are a script, which fails after some moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Script(u8);

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves", self.0)
    }
}

impl rules::DynContest for Script {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn most(&self) -> i32 {
        1
    }

    fn to_move(&self) -> Player {
        Player::BOTH[usize::from(self.0 % 2)]
    }

    fn moves(&self) -> Result<Vec<AnyMove>, RuleError> {
        Ok(vec![AnyMove::new(1), AnyMove::new(2)])
    }

    fn score(&self) -> Result<Option<i32>, RuleError> {
        Ok(None)
    }

    fn outcomes(&self, _: &AnyMove) -> Result<Outcomes<AnyContest>, RuleError> {
        match self.0 {
            0..3 => Ok([(1, AnyContest::new(Self(self.0 + 1)))].into_iter().collect()),
            _ => Err(RuleError::Failed("line 7: there is no such name".to_owned())),
        }
    }
}

struct Scripts;

impl Dealer for Scripts {
    fn read(&self, _: &str) -> Result<AnyContest, BoardError> {
        Ok(AnyContest::new(Script(0)))
    }

    fn opening(&self, _: &mut dyn FnMut(u32) -> u32) -> Result<AnyContest, RuleError> {
        Ok(AnyContest::new(Script(0)))
    }
}

/// Rules that fail in a search, or after a move, end the match.
#[test]
fn rules_that_fail_end_a_match() {
    let rulesets = more_rulesets();
    for name in names() {
        let starts = rulesets.contest("script").unwrap().clone().into();
        let (allowance, players) = (Allowance::Nodes(100), [name, name].map(|name| name.parse().unwrap()));
        let play = Match { starts, players, games: 10, allowance, seed: 1, threads: 2 };
        let failure = RuleError::Failed("line 7: there is no such name".to_owned());
        assert_eq!(
            play.play(None, &Budget::endless(), &|_| {}),
            Err(MatchError::Open(OpenError::Rules(failure))),
            "{name}"
        );
    }
    let without_chance = RULESETS.get("nim").unwrap().clone();
    let players = ["random", "random"].map(|name| name.parse().unwrap());
    let allowance = Allowance::Nodes(1);
    let play = Match { starts: without_chance.into(), players, games: 2, allowance, seed: 1, threads: 1 };
    let error = play.play(None, &Budget::endless(), &|_| {}).unwrap_err();
    assert_eq!(error.to_string(), "nim is a game without chance");
}

/// The chance events of a game follow from its seed, so a replay checks moves and score.
#[test]
fn a_journal_of_games_with_chance_is_checked() {
    let path = std::env::temp_dir().join(format!("tedomari-chance-{}.jsonl", std::process::id()));
    _ = std::fs::remove_file(&path);
    let players = ["star2", "random"].map(|name| name.parse().unwrap());
    let allowance = Allowance::Nodes(50);
    let play = Match { starts: ruleset("ewn").into(), players, games: 6, allowance, seed: 4, threads: 2 };
    let whole = played(&play);
    let some = Match { games: 3, ..play.clone() };
    assert_eq!(some.play(Some(&path), &Budget::endless(), &|_| {}).unwrap(), whole[..3]);
    assert_eq!(play.play(Some(&path), &Budget::endless(), &|_| {}).unwrap(), whole);
    let (of, records) = replay(&path).unwrap();
    assert_eq!((of.starts.game(), of.allowance, records), ("ewn".to_owned(), allowance, whole.clone()));
    let header = std::fs::read_to_string(&path).unwrap().lines().next().unwrap().to_owned();
    type Change = fn(&mut Record);
    let changes: [(Change, &str); 4] = [
        (|record| record.score = -record.score, "does not end with the score"),
        (|record| record.moves[3].1 = "A1-A1".to_owned(), "move 4, A1-A1 in part 1"),
        (|record| record.moves.truncate(2), "does not end with the score"),
        (|record| record.sum = record.sum.replace("ewn", "dark-chess"), "starts from another sum"),
    ];
    for (change, message) in changes {
        let mut record = whole[0].clone();
        change(&mut record);
        std::fs::write(&path, format!("{header}\n{}\n", record.to_line())).unwrap();
        let error = replay(&path).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
    std::fs::remove_file(&path).unwrap();
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
        Match { starts: ruleset("dark-chess").into(), players, games: 100, allowance, seed: 2, threads: 2 };
    let tally = Tally::of(&played(&engine));
    assert!(tally.wins >= 95, "{tally}");
}
