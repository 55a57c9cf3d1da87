//! A game with chance that a program adds at run time: it is read, played and searched like all others.

use fastrand::Rng;
use rules::games::ewn::Ewn;
use rules::{
    AddError, AnyContest, BoardError, Contest, ContestSearch, ErasedContest, OpenError, Outcomes, Playable,
    RULESETS, Ruleset, Rulesets, Settled, Stochastic,
};
use std::collections::HashSet;
use std::fmt::{self, Display};
use values::Player;

/// The number of steps that wins. The player to move walks one step, or runs, which is three steps or none.
const GOAL: u8 = 5;

/// The steps of both players and the player to move, such as `3 2 left`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Race([u8; 2], Player);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Pace {
    Walk,
    Run,
}

impl Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Walk { "Walk" } else { "Run" })
    }
}

impl Race {
    fn after(&self, steps: u8) -> Self {
        let mut all = self.0;
        all[self.1 as usize] += steps;
        Self(all, self.1.opponent())
    }
}

impl Contest for Race {
    type Move = Pace;

    const MOST: i32 = 7;

    fn to_move(&self) -> Player {
        self.1
    }

    fn moves(&self) -> Vec<Pace> {
        if self.score().is_some() { Vec::new() } else { vec![Pace::Walk, Pace::Run] }
    }

    fn score(&self) -> Option<i32> {
        let won = self.0.map(|steps| steps >= GOAL);
        if won[0] { Some(Self::MOST) } else { won[1].then_some(-Self::MOST) }
    }

    fn evaluation(&self) -> i32 {
        i32::from(self.0[0]) - i32::from(self.0[1])
    }

    fn ordering(&self, action: Pace) -> i32 {
        if action == Pace::Run { 2 } else { 1 }
    }

    fn noisy_moves(&self) -> Vec<Pace> {
        self.moves().into_iter().filter(|action| *action == Pace::Run).collect()
    }

    fn plies(&self, action: Pace) -> u32 {
        if action == Pace::Run { 2 } else { 1 }
    }

    /// The state with Left to move.
    fn normal_form(&self) -> Self {
        let Self([left, right], player) = *self;
        if player == Player::Left { self.clone() } else { Self([right, left], Player::Left) }
    }
}

impl Stochastic for Race {
    fn outcomes(&self, action: Pace) -> Outcomes<Self> {
        let steps: &[(u32, u8)] = if action == Pace::Walk { &[(1, 1)] } else { &[(2, 0), (1, 3)] };
        steps.iter().map(|&(weight, steps)| (weight, self.after(steps))).collect()
    }
}

impl Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.0[0], self.0[1], if self.1 == Player::Left { "left" } else { "right" })
    }
}

impl Playable for Race {
    fn read(text: &str) -> Result<Self, BoardError> {
        let wrong = || BoardError::Other(format!("'{text}' is not a race like 3 2 left"));
        let words: Vec<&str> = text.split(' ').collect();
        let player = match words.get(2) {
            Some(&"left") => Player::Left,
            Some(&"right") => Player::Right,
            _ => return Err(wrong()),
        };
        let steps = |i: usize| words[i].parse().ok().filter(|steps| *steps < 2 * GOAL).ok_or_else(wrong);
        Ok(Self([steps(0)?, steps(1)?], player))
    }

    fn opening(below: &mut dyn FnMut(u32) -> u32) -> Self {
        Self([0, 0], Player::BOTH[below(2) as usize])
    }

    fn remark(&self) -> String {
        format!("{GOAL} steps make a winner")
    }

    /// Draws the player to move if the text does not name one.
    fn deal(text: &str, below: &mut dyn FnMut(u32) -> u32) -> Result<Self, BoardError> {
        Self::read(text).or_else(|_| Self::read(&format!("{text} {}", ["left", "right"][below(2) as usize])))
    }
}

fn with_race() -> Rulesets {
    let mut rulesets = Rulesets::default();
    rulesets.add(Ruleset::with_chance::<Race>("race").about("walk, or take a chance")).unwrap();
    rulesets
}

#[test]
fn a_game_is_added_and_read() {
    let mut rulesets = with_race();
    let again = rulesets.add(Ruleset::with_chance::<Race>("race"));
    assert_eq!(again, Err(AddError::Taken("race".to_owned())));
    let race = rulesets.contest("race").unwrap();
    assert!(race.has_chance() && race.layout().is_none());
    let state = race.read_contest("3 2 left").unwrap();
    assert_eq!(state.downcast::<Race>(), Some(&Race([3, 2], Player::Left)));
    assert_eq!(state.to_string(), "3 2 left");
    assert_eq!(race.read_contest("3 2").unwrap_err().to_string(), "'3 2' is not a race like 3 2 left");
    assert_eq!(race.deal("3 2", &mut |_| 1).unwrap().to_string(), "3 2 right");
    assert_eq!(race.opening(&mut |_| 1).unwrap().to_string(), "0 0 right");
    let chance = OpenError::Chance { name: "race".to_owned() };
    assert_eq!((race.read("3 2 left"), rulesets.read("race:3 2 left")), (Err(chance.clone()), Err(chance)));
}

#[test]
fn games_without_chance_have_no_states() {
    let nim = RULESETS.get("nim").unwrap();
    let none = OpenError::NoChance { name: "nim".to_owned() };
    assert_eq!(nim.read_contest("3,5,7"), Err(none.clone()));
    assert_eq!(nim.deal("3,5,7", &mut |_| 0), Err(none.clone()));
    assert_eq!(nim.opening(&mut |_| 0), Err(none));
    let unknown = RULESETS.contest("nim").unwrap_err().to_string();
    assert_eq!(unknown, "there is no game with chance 'nim'; they are dark-chess, ewn, go-ko");
}

#[test]
fn a_game_is_played_to_its_end() {
    let rulesets = with_race();
    let mut random = Rng::with_seed(5);
    for _ in 0..100 {
        let mut state = rulesets.contest("race").unwrap().opening(&mut |n| random.u32(..n)).unwrap();
        assert_eq!(state.remark().unwrap(), "5 steps make a winner");
        while state.score().unwrap().is_none() {
            let moves = state.moves().unwrap();
            let action = random.choice(moves).unwrap();
            assert_eq!(state.parse_move(&action.to_string().to_lowercase()), Ok(action.clone()));
            let ticket = random.u64(..);
            let next = state.toss(&action, ticket).unwrap();
            assert!(state.outcomes(&action).unwrap().iter().any(|(_, known)| *known == next));
            assert_eq!(state.toss(&action, ticket).unwrap(), next);
            assert_eq!(next.to_move(), state.to_move().opponent());
            state = next;
        }
        assert!(state.moves().unwrap().is_empty());
        assert_eq!(state.score().unwrap().unwrap().abs(), Race::MOST);
    }
}

#[test]
fn what_is_not_a_move_is_refused() {
    let state = AnyContest::new(Race([3, 2], Player::Left));
    assert_eq!(state.parse_move("fly").unwrap_err().to_string(), "'fly' is not a move of Left in 3 2 left");
    let over = AnyContest::new(Race([5, 2], Player::Right));
    let walk = state.parse_move(" walk ").unwrap();
    assert_eq!(over.toss(&walk, 0).unwrap_err().to_string(), "'Walk' is not a move of Right in 5 2 right");
    let ewn = RULESETS.contest("ewn").unwrap().opening(&mut |_| 0).unwrap();
    assert!(ewn.outcomes(&walk).is_err());
    assert!(ewn.rules().outcomes(&walk).unwrap_err().to_string().contains("another game"));
}

#[test]
fn equal_states_are_equal() {
    let [a, b] = [3, 3].map(|steps| AnyContest::new(Race([steps, 2], Player::Left)));
    let c = AnyContest::new(Race([3, 2], Player::Right));
    let ewn = RULESETS.contest("ewn").unwrap().opening(&mut |_| 0).unwrap();
    assert!(a == b && a != c && a != ewn);
    assert_eq!(HashSet::from([a, b, c, ewn]).len(), 3);
}

/// The expected score.
struct Expected;

impl ContestSearch for Expected {
    type Output = f64;

    fn run<S: Stochastic + Display>(self, state: &S) -> f64 {
        super::expectation(state, 6)
    }
}

/// The type that a search sees.
struct Kind;

impl ContestSearch for Kind {
    type Output = &'static str;

    fn run<S: Stochastic + Display>(self, _: &S) -> &'static str {
        std::any::type_name::<S>()
    }
}

#[test]
fn searches_are_compiled_for_built_in_games_and_see_all_others_alike() {
    let race = Race([2, 3], Player::Right);
    let state = AnyContest::new(race.clone());
    assert!(state.search(Kind).ends_with("ErasedContest"));
    assert!((state.search(Expected) - super::expectation(&race, 6)).abs() < 1e-9);
    // Fights in corners are small, and matches of them rare.
    for game in RULESETS.with_chance().filter(|game| game.name != "go-ko") {
        let kind = game.read_contest(&game.example).unwrap().search(Kind);
        assert!(!kind.ends_with("ErasedContest"), "{kind}");
    }
}

/// Checks that the type-erased state gives the same answers as the rules.
fn compare<S: Playable>(state: &S) {
    let any = AnyContest::new(state.clone());
    let erased = ErasedContest::new(any.clone());
    assert_eq!((erased.to_string(), erased.most()), (state.to_string(), state.most()));
    assert_eq!((erased.to_move(), erased.score()), (state.to_move(), state.score()));
    assert_eq!((erased.range(), erased.distances(1)), (state.range(), state.distances(1)));
    assert_eq!(erased.evaluation(), state.evaluation());
    assert_eq!(erased.normal_form().to_string(), state.normal_form().to_string());
    let (numbers, moves) = (erased.moves(), state.moves());
    assert_eq!(numbers.len(), moves.len());
    let noisy: Vec<S::Move> = erased.noisy_moves().into_iter().map(|number| moves[number.0]).collect();
    assert_eq!(noisy, state.noisy_moves());
    for (number, action) in numbers.into_iter().zip(moves) {
        assert_eq!(erased.ordering(number), state.ordering(action));
        assert_eq!(erased.plies(number), state.plies(action));
        assert_eq!(erased.evaluation_after(number), state.evaluation_after(action));
        assert_eq!(erased.toss(number, 1 << 60).to_string(), state.toss(action, 1 << 60).to_string());
        let found = erased.outcomes(number).into_iter().map(|(weight, next)| (weight, next.to_string()));
        let known = state.outcomes(action).into_iter().map(|(weight, next)| (weight, next.to_string()));
        assert!(found.eq(known), "{state}: {action}");
    }
}

#[test]
fn an_erased_state_is_the_same_state() {
    let mut random = Rng::with_seed(8);
    for _ in 0..10 {
        let mut state = Ewn::opening(&mut |n| random.u32(..n));
        while let Some(action) = random.choice(state.moves()) {
            compare(&state);
            state = state.toss(action, random.u64(..));
        }
        compare(&state);
    }
    for steps in [[0, 0], [3, 4], [5, 1]] {
        compare(&Race(steps, Player::Left));
        compare(&Race(steps, Player::Right));
    }
    let settled = Settled::new(&ErasedContest::new(AnyContest::new(Race([5, 0], Player::Right)))).unwrap();
    assert_eq!((settled.most(), settled.score()), (Race::MOST, Some(Race::MOST)));
}
