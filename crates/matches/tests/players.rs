//! Players: the games of the papers move by move, and the proved bounds of strategies against every opponent.

#![allow(missing_docs, clippy::unwrap_used)]

use fastrand::Rng;
use matches::Deal;
use matches::players::{Kind, NameError, Player as Mind, PlayerName};
use matches::{Ending, Move, Referee, State};
use std::time::Duration;
use sums::Sum;
use values::{Budget, Dyadic, Player, Values};

fn player(name: &str) -> Box<dyn Mind> {
    name.parse::<PlayerName>().unwrap().player(Kind::Sum, &exact::knowledge()).unwrap()
}

/// The names of all players of sums.
fn names() -> impl Iterator<Item = &'static str> {
    PlayerName::ALL.iter().filter(|(_, player, _)| player.plays(Kind::Sum)).map(|(name, ..)| *name)
}

/// A deadline that is late enough for all small sums.
fn soon() -> Budget {
    Budget::after(Duration::from_secs(10))
}

fn parts(state: &State) -> Vec<String> {
    state.sum().parts.iter().map(ToString::to_string).collect()
}

/// Lets the player move, and returns the sum after the move.
fn step(state: &mut State, mind: &mut dyn Mind) -> Vec<String> {
    let choice = mind.choose(state, &soon()).unwrap();
    state.play(choice.action).unwrap();
    parts(state)
}

/// Plays a given move.
fn given(state: &mut State, part: usize) -> Vec<String> {
    state.play(Move { part, index: 0 }).unwrap();
    parts(state)
}

fn score(state: &State) -> Option<Dyadic> {
    Referee::default().score(state).unwrap()
}

/// Müller's lecture on playing sums, "HotStrat Example".
#[test]
fn hotstrat_plays_as_in_the_lecture() {
    let sum = Sum::read("10|8||2 + 5|-3 + 5|1||-1|-8").unwrap();
    let mut state = State::new(sum, Player::Right);
    let (mut left, mut right) = (player("hotstrat:exact"), player("hotstrat:exact"));
    assert_eq!(right.choose(&state, &soon()).unwrap().reason, "hottest component, t = 4, orthodox move");
    assert_eq!(step(&mut state, &mut *right), ["{{10|8}|2}", "-3", "{{5|1}|{-1|-8}}"]);
    assert_eq!(left.choose(&state, &soon()).unwrap().reason, "hottest component, t = 15/4, orthodox move");
    assert_eq!(step(&mut state, &mut *left), ["{{10|8}|2}", "-3", "{5|1}"]);
    assert_eq!(step(&mut state, &mut *right), ["2", "-3", "{5|1}"]);
    assert_eq!(score(&state), None);
    assert_eq!(step(&mut state, &mut *left), ["2", "-3", "5"]);
    assert_eq!(score(&state), Some(Dyadic::from(4)));
}

/// Settled points count in evaluations: every player sees that the Go part is hotter than a star.
#[test]
fn a_hot_part_of_a_go_board_comes_before_a_star() {
    let sources = ["exact", "interval", "tds", "tds+", "mts"].map(|source| format!("hotstrat:{source}"));
    for name in sources.iter().map(String::as_str).chain(["informed", "alphabeta", "mcts"]) {
        for game in ["go", "go-territory"] {
            let sum = Sum::read(&format!("{game}:#XXX##|#X..O#|#XXXX# + *")).unwrap();
            for first in Player::BOTH {
                let state = State::new(sum.clone(), first);
                let soon = Budget::after(Duration::from_millis(300));
                let choice = player(name).choose(&state, &soon).unwrap();
                assert_eq!(choice.action.part, 0, "{name}, {first:?} first: {}", choice.reason);
                assert!(!choice.reason.contains("estimates"), "{name} has not looked at {game}");
            }
        }
    }
}

/// The board has too many positions for its exact thermograph. That it is cold is a guess, which does not end
/// a search.
#[test]
fn a_guess_that_a_region_is_cold_ends_no_search() {
    let rows = ["......"; 5].join("|");
    let state = State::new(Sum::read(&format!("domineering:{rows} + {{2|-1}}")).unwrap(), Player::Left);
    let soon = Budget::after(Duration::from_millis(300));
    let reason = player("informed").choose(&state, &soon).unwrap().reason;
    assert!(!reason.contains("to the end"), "{reason}");
}

/// Evaluations of regions add up without a limit on their sum.
#[test]
fn sums_of_huge_numbers_are_played() {
    let parts = ["{99999999|-99999999}"; 9].join(" + ");
    for name in ["alphabeta", "mcts", "informed", "hotstrat:exact"] {
        let state = State::new(Sum::read(&parts).unwrap(), Player::Left);
        let soon = Budget::after(Duration::from_millis(100));
        assert!(player(name).choose(&state, &soon).is_ok(), "{name}");
    }
}

const WEAKNESS: &str = "{{10|{0|-20}}|-4} + {10|{9|-9}}";

/// "Weakness of HotStrat": it never answers.
#[test]
fn hotstrat_can_be_tricked() {
    for name in ["hotstrat:exact", "hotstrat:tds+", "hotstrat:interval"] {
        let mut state = State::new(Sum::read(WEAKNESS).unwrap(), Player::Left);
        let mut left = player(name);
        assert_eq!(step(&mut state, &mut *left), ["{10|{0|-20}}", "{10|{9|-9}}"], "{name}");
        assert_eq!(given(&mut state, 1), ["{10|{0|-20}}", "{9|-9}"]);
        assert_eq!(step(&mut state, &mut *left), ["10", "{9|-9}"], "{name}");
        assert_eq!(given(&mut state, 1), ["10", "-9"]);
        assert_eq!(score(&state), Some(Dyadic::from(1)));
    }
}

/// "SenteStrat on Our Example": the same moves of Right lead to 9.
#[test]
fn sentestrat_answers() {
    for name in ["sentestrat:exact", "sentestrat:tds+", "mean:exact", "follow:exact"] {
        let mut state = State::new(Sum::read(WEAKNESS).unwrap(), Player::Left);
        let mut left = player(name);
        assert_eq!(step(&mut state, &mut *left), ["{10|{0|-20}}", "{10|{9|-9}}"], "{name}");
        assert_eq!(given(&mut state, 1), ["{10|{0|-20}}", "{9|-9}"]);
        assert_eq!(step(&mut state, &mut *left), ["{10|{0|-20}}", "9"], "{name}");
        assert_eq!(given(&mut state, 0), ["{0|-20}", "9"]);
        assert_eq!(step(&mut state, &mut *left), ["0", "9"], "{name}");
        assert_eq!(score(&state), Some(Dyadic::from(9)));
    }
}

/// The papers leave the answer open. SenteStrat keeps its bound with answers orthodox at the ambient
/// temperature, not with those orthodox at the component's own: there `{16|0}` looks best, but Right's next
/// move would be as large, and the mean of 3 is lost.
#[test]
fn answers_are_orthodox_at_the_ambient_temperature() {
    let mut state = State::new(Sum::read("{{10|{6,{16|0}|{-5|-9}}}|0}").unwrap(), Player::Left);
    let mut left = player("sentestrat:exact");
    step(&mut state, &mut *left);
    assert_eq!(given(&mut state, 0), ["{6,{16|0}|{-5|-9}}"]);
    assert_eq!(step(&mut state, &mut *left), ["6"]);
}

/// The moves in parts that are not numbers.
fn moves(state: &State, referee: &mut Referee) -> Vec<Move> {
    let mut moves = Vec::new();
    for (part, position) in state.sum().parts.iter().enumerate() {
        let alone = State::new(Sum { parts: vec![position.clone()] }, state.to_move());
        if referee.score(&alone).unwrap().is_none() {
            let count = position.position.moves(state.to_move()).len();
            moves.extend((0..count).map(|index| Move { part, index }));
        }
    }
    moves
}

/// The score under best play of both players.
fn best(state: &mut State, referee: &mut Referee) -> Dyadic {
    if let Some(score) = referee.score(state).unwrap() {
        return score;
    }
    let player = state.to_move();
    let scores = moves(state, referee).into_iter().map(|action| {
        state.play(action).unwrap();
        let score = best(state, referee);
        state.undo();
        score
    });
    let scores: Vec<Dyadic> = scores.collect();
    if player == Player::Left { scores.into_iter().max().unwrap() } else { scores.into_iter().min().unwrap() }
}

/// A sum that ends by its score.
fn scored(sum: &Sum, first: Player) -> State {
    State::new(sum.clone(), first).with_ending(Ending::Score)
}

/// The worst score of Left, who plays by a strategy, against all moves of Right.
fn worst(state: &mut State, left: &mut dyn Mind, referee: &mut Referee) -> Dyadic {
    if let Some(score) = referee.score(state).unwrap() {
        return score;
    }
    let tried = match state.to_move() {
        Player::Left => vec![left.choose(state, &soon()).unwrap().action],
        Player::Right => moves(state, referee),
    };
    let scores = tried.into_iter().map(|action| {
        state.play(action).unwrap();
        let score = worst(state, left, referee);
        state.undo();
        score
    });
    scores.min().unwrap()
}

/// A random tree of at most this height, most of it hot.
fn tree(random: &mut Rng, height: u32, middle: i32) -> String {
    if height == 0 || random.u8(..5) == 0 {
        return middle.to_string();
    }
    let mut side = |sign: i32| {
        let options = (0..random.usize(1..=2)).map(|_| {
            let step = random.i32(-1..=9);
            tree(random, height - 1, middle + sign * step)
        });
        options.collect::<Vec<_>>().join(",")
    };
    let (left, right) = (side(1), side(-1));
    format!("{{{left}|{right}}}")
}

struct Case {
    sum: Sum,
    mean: Dyadic,
    hottest: Dyadic,
}

/// Random sums of up to five small trees.
fn cases(seed: u64, count: usize) -> impl Iterator<Item = Case> {
    let mut random = Rng::with_seed(seed);
    (0..count).map(move |_| {
        let values = Values::new();
        let count = random.usize(1..=5);
        // More parts, smaller ones: every line of play is tried.
        let heights = [4, 3, 2, 2, 1];
        let mut texts = Vec::new();
        for part in 0..count {
            let height = if part < 2 { heights[count - 1] } else { heights[count - 1].min(2) };
            let middle = random.i32(-5..=5);
            texts.push(tree(&mut random, height, middle));
        }
        let parts: Vec<_> = texts.iter().map(|text| values.parse(text).unwrap()).collect();
        let mean = parts.iter().fold(Dyadic::ZERO, |sum, &g| sum.plus(values.mean(g).unwrap()).unwrap());
        let hottest = parts.iter().map(|&g| values.temperature(g).unwrap()).max().unwrap();
        Case { sum: Sum::read(&texts.join(" + ")).unwrap(), mean, hottest }
    })
}

const SUMS: usize = if cfg!(debug_assertions) { 300 } else { 3000 };

/// Berlekamp 1996: SenteStrat gets at least the mean moving first, and moving second at least the mean less
/// the highest temperature. This holds against every opponent.
#[test]
fn sentestrat_keeps_its_bounds() {
    let (mut left, mut referee) = (player("sentestrat:exact"), Referee::default());
    for Case { sum, mean, hottest } in cases(1, SUMS) {
        let hottest = hottest.max(Dyadic::ZERO);
        let first = worst(&mut scored(&sum, Player::Left), &mut *left, &mut referee);
        assert!(first >= mean, "{sum}: {first} moving first, the mean is {mean}");
        let second = worst(&mut scored(&sum, Player::Right), &mut *left, &mut referee);
        assert!(second >= mean.minus(hottest).unwrap(), "{sum}: {second} moving second, the mean is {mean}");
    }
}

/// *Winning Ways*, chapter 6: ThermoStrat loses at most the highest temperature against best play.
#[test]
fn thermostrat_loses_no_more_than_the_highest_temperature() {
    let (mut left, mut referee) = (player("thermostrat:exact"), Referee::default());
    for Case { sum, hottest, .. } in cases(2, SUMS) {
        for first in Player::BOTH {
            let optimal = best(&mut scored(&sum, first), &mut referee);
            let reached = worst(&mut scored(&sum, first), &mut *left, &mut referee);
            let loss = optimal.minus(reached).unwrap();
            assert!(loss <= hottest.max(Dyadic::ZERO), "{sum}, {first:?} first: {reached}, not {optimal}");
        }
    }
}

/// In small sums, where thermographs are exact, the best player of the house makes no mistake.
#[test]
fn informed_play_of_small_sums_is_close_to_the_best() {
    let (mut left, mut referee) = (player("informed"), Referee::default());
    let (mut lost, mut hot) = (0.0, 0.0);
    for Case { sum, hottest, .. } in cases(3, SUMS / 3) {
        let optimal = best(&mut scored(&sum, Player::Left), &mut referee);
        let reached = worst(&mut scored(&sum, Player::Left), &mut *left, &mut referee);
        lost += optimal.minus(reached).unwrap().to_f64();
        hot += hottest.to_f64();
    }
    assert!(lost <= 0.01 * hot, "{lost} lost of {hot}");
}

/// All players play all kinds of sums to the end, with legal moves only.
#[test]
fn everyone_plays_mixed_sums() {
    let sums =
        ["amazons:x..|...|..o + nogo:...|... + {5|-3}", "clobber:xoxo|oxox + domineering:...|... + ^^*"];
    let names = names().map(str::to_owned);
    let sources = ["tds", "tds+", "interval", "mts"].map(|source| format!("hotstrat:{source}"));
    for name in names.chain(sources) {
        let mut minds = [player(&name), player("random:7")];
        for text in sums {
            let mut state = State::new(Sum::read(text).unwrap(), Player::Left);
            while score(&state).is_none() {
                let mind = &mut minds[state.to_move() as usize];
                let choice = mind.choose(&state, &Budget::after(Duration::from_millis(20))).unwrap();
                assert!(!choice.reason.is_empty());
                state.play(choice.action).unwrap();
            }
        }
    }
}

/// A player with little memory ends its searches when they have used it up, and plays on with legal moves.
#[test]
fn everyone_plays_in_little_memory() {
    // Players also use the spare memory that every process has.
    const LIMIT: usize = (1 << 20) + (16 << 20);
    let sum = Sum::read("amazons:x....|....x|.....|o....|....o + nogo:...|... + {5|-3}").unwrap();
    let sources = ["tds+", "interval", "mts"].map(|source| format!("hotstrat:{source}"));
    let mut referee = Referee::default();
    for name in names().map(str::to_owned).chain(sources) {
        let of = name.parse::<PlayerName>().unwrap();
        let mut mind = of.player_within(Kind::Sum, &exact::knowledge(), 1 << 20).unwrap();
        let (mut other, mut state) = (player("random:7"), State::new(sum.clone(), Player::Left));
        let mut nodes = 6_000;
        if ["alphabeta", "mcts"].contains(&&*name) {
            let mut rich = player(&name);
            rich.choose(&state, &Budget::after_nodes(nodes)).unwrap();
            assert!(rich.bytes() > LIMIT, "{name} needs only {} bytes", rich.bytes());
        }
        while referee.score(&state).unwrap().is_none() {
            let mind = if state.to_move() == Player::Left { &mut mind } else { &mut other };
            let choice = mind.choose(&state, &Budget::after_nodes(nodes)).unwrap();
            state.play(choice.action).unwrap();
            assert!(mind.bytes() <= LIMIT, "{name} keeps {} bytes", mind.bytes());
            nodes = 500;
        }
    }
}

/// A player without time to think still has a move.
#[test]
fn everyone_has_a_move_in_a_large_sum() {
    let deal = Deal { game: "amazons".to_owned(), width: 6, height: 6, components: 4 };
    let state = State::new(deal.sum(1).unwrap(), Player::Left);
    for name in names() {
        let mut mind = player(name);
        for _ in 0..2 {
            let choice = mind.choose(&state, &Budget::after(Duration::from_millis(100))).unwrap();
            assert_eq!(state.clone().play(choice.action), Ok(()), "{name}: {}", choice.reason);
        }
    }
}

#[test]
fn names_are_read_and_written() {
    for name in
        ["hotstrat:tds+", "sentestrat:exact", "hotstrat+:mts", "informed", "alphabeta", "mcts", "random:5"]
    {
        assert_eq!(name.parse::<PlayerName>().unwrap().to_string(), name);
    }
    assert_eq!("hotstrat".parse::<PlayerName>().unwrap().to_string(), "hotstrat:exact");
    assert_eq!("hot".parse::<PlayerName>(), Err(NameError::Player("hot".to_owned())));
    assert_eq!("hotstrat:td".parse::<PlayerName>(), Err(NameError::Source("td".to_owned())));
    assert_eq!("mcts:tds".parse::<PlayerName>(), Err(NameError::Memories("tds".to_owned())));
    let error = "hotstrat:td".parse::<PlayerName>().unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no source of temperatures 'td'; the sources are exact, interval, best, tds, tds+, mts"
    );
}
