//! The engine treats rulesets that a program adds like its own, and an error never looks like an answer.

#![allow(missing_docs, clippy::unwrap_used)]

use std::any::Any;
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tedomari::matches::players::{Kind, PlayerName};
use tedomari::prelude::*;
use tedomari::rules::{Coordinates, DynPosition, Prospects, RuleError};
use tedomari::temperature::{Enhancements, Leaves, Method, Tds, mts::Mts};
use tedomari::values::{ByPlayer, silent};
use tedomari::{Question, SolveMethod};

/// Cakes that Left cuts from top to bottom and Right from side to side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Cutcake(Vec<[u8; 2]>);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Cut(usize, u8);

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cake {} after {}", self.0 + 1, self.1)
    }
}

impl Position for Cutcake {
    type Move = Cut;

    fn moves(&self, player: Player) -> Vec<Cut> {
        let cakes = self.0.iter().enumerate();
        cakes.flat_map(|(i, sides)| (1..sides[player as usize]).map(move |at| Cut(i, at))).collect()
    }

    fn play(&self, player: Player, Cut(i, at): Cut) -> Self {
        let (mut cakes, mut rest) = (self.0.clone(), self.0[i]);
        cakes[i][player as usize] = at;
        rest[player as usize] -= at;
        cakes.push(rest);
        Self(cakes)
    }

    fn regions(&self) -> Regions<Self> {
        self.0.iter().map(|&cake| Self(vec![cake])).collect()
    }
}

impl Hints for Cutcake {
    fn longest_play(&self) -> Option<u32> {
        Some(self.0.iter().map(|[x, y]| u32::from(*x) * u32::from(*y) - 1).sum())
    }
}

impl fmt::Display for Cutcake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cakes: Vec<String> = self.0.iter().map(|[x, y]| format!("{x}x{y}")).collect();
        f.write_str(&cakes.join(" "))
    }
}

impl Notation for Cutcake {
    fn read(text: &str) -> Result<Self, BoardError> {
        let cake = |word: &str| {
            let (x, y) = word.split_once('x')?;
            Some([x.parse().ok().filter(|&n| n > 0)?, y.parse().ok().filter(|&n| n > 0)?])
        };
        let wrong = |word| BoardError::Other(format!("'{word}' is not a cake like 3x2"));
        let cakes = text.split(' ').map(|word| cake(word).ok_or_else(|| wrong(word)));
        cakes.collect::<Result<_, _>>().map(Self)
    }
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.add(Ruleset::new::<Cutcake>("cutcake").about("players cut cakes").example("4x2")).unwrap();
    engine
}

fn budget() -> Budget {
    Budget::seconds(60.0)
}

/// The values that *Winning Ways* gives.
const CAKES: [(&str, &str); 6] =
    [("4x1", "3"), ("1x3", "-2"), ("2x2", "0"), ("4x2", "1"), ("3x3", "0"), ("5x3 1x2", "0")];

#[test]
fn a_ruleset_of_ones_own_is_analysed() {
    let engine = engine();
    for (cakes, value) in CAKES {
        let position = engine.position(&format!("cutcake:{cakes}")).unwrap();
        let analysis = engine.analyze(&position, &budget()).unwrap();
        assert_eq!(analysis.canonical.as_deref(), Some(value), "{cakes}");
        assert!(analysis.exact == Some(true) && analysis.error.is_none());
        let moves = analysis.moves.unwrap();
        for (player, ranked) in [(Player::Left, moves.left), (Player::Right, moves.right)] {
            let known = position.moves(player).unwrap();
            assert_eq!(ranked.len(), known.len());
            for ranked in ranked {
                // A move is a value: it can be compared, printed, parsed and played.
                assert!(known.contains(&ranked.action));
                assert_eq!(
                    position.parse_move(player, &ranked.action.to_string()),
                    Ok(ranked.action.clone())
                );
                position.play(player, &ranked.action).unwrap();
            }
        }
    }
    assert!(engine.position("cutcake:0x1").is_err());
    let thermograph = engine.thermograph(&engine.position("cutcake:4x2").unwrap(), &budget()).unwrap();
    assert_eq!(thermograph.mean(), Dyadic::ONE);
}

#[test]
fn a_ruleset_of_ones_own_has_every_temperature_search() {
    let engine = engine();
    let tds = |enhancements| Method::Tds(Box::new(Tds { enhancements, ..Tds::default() }));
    let mts = Method::Mts(Mts::default(), Leaves::default());
    let methods = [Method::Exact, Method::Interval, tds(Enhancements::NONE), tds(Enhancements::ALL), mts];
    // On larger cakes, coupons fine enough for an exact answer take long.
    for (cakes, value) in &CAKES[..4] {
        let position = engine.position(&format!("cutcake:{cakes}")).unwrap();
        for method in &methods {
            let found = engine.temperature_by(method, &position, &budget(), &mut |_| {}).unwrap();
            let mean = found.mean.known().map(|mean| mean.to_string());
            assert_eq!(mean.as_deref(), Some(*value), "{cakes} by {}", method.name());
            let hotter = engine.is_hotter(method, &position, Dyadic::ZERO, &budget()).unwrap();
            assert_eq!(hotter.hotter.known(), Some(false), "{cakes} by {}", method.name());
        }
    }
}

#[test]
fn a_ruleset_of_ones_own_is_solved_and_played() {
    let engine = engine();
    let sum = engine.sum("cutcake:4x2 + cutcake:1x2 + clobber:xo").unwrap();
    for (name, method) in SolveMethod::ALL {
        let question = Question { method, ..Question::default() };
        let (solution, _) = engine.solve_sum(&sum, question, &budget(), &silent()).unwrap();
        assert_eq!(solution.outcome, Some(Outcome::Next), "{name}");
        let winning = solution.left_first.unwrap();
        assert!(winning.part.is_some() && winning.action.is_some());
    }
    let question =
        Question { first: Some(Player::Left), method: SolveMethod::Pn, proof: true, ..Question::default() };
    let (_, proof) = engine.solve_sum(&sum, question, &budget(), &silent()).unwrap();
    let claim = tedomari::Claim { sum: sum.clone(), first: Player::Left, proof: proof.unwrap() };
    let again = engine.claim(&claim.write(), &budget()).unwrap();
    assert!(again.check(&budget()).unwrap().is_ok());
    for (name, player, _) in PlayerName::ALL.iter().filter(|(_, player, _)| player.plays(Kind::Sum)) {
        let name =
            if matches!(player, PlayerName::Local(..)) { format!("{name}:tds+") } else { (*name).to_owned() };
        let mut game = engine.session(sum.clone(), Player::Left, &name).unwrap();
        let mut played = 0;
        while let Some(chosen) = game.choose(&Budget::after_nodes(500)).unwrap() {
            game.play_named(chosen.part, &chosen.action).unwrap();
            played += 1;
        }
        assert!((3..=20).contains(&played), "{name} ended after {played} moves");
    }
}

/// A cake whose knife breaks after a number of cuts: rules that fail, as those of a script may.
#[derive(Clone)]
struct Breaking {
    cake: Cutcake,
    cuts: Arc<AtomicU32>,
}

impl Breaking {
    fn with(&self, cake: Cutcake) -> AnyPosition {
        AnyPosition::new(Self { cake, cuts: self.cuts.clone() })
    }

    fn cut(&self) -> Result<(), RuleError> {
        let left = self.cuts.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        left.map(|_| ()).map_err(|_| RuleError::Failed("the knife broke".to_owned()))
    }
}

impl fmt::Display for Breaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cake.fmt(f)
    }
}

impl fmt::Debug for Breaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cake.fmt(f)
    }
}

impl DynPosition for Breaking {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>().is_some_and(|other| other.cake == self.cake)
    }
    fn hash_into(&self, hasher: &mut dyn Hasher) {
        DynPosition::hash_into(&self.cake, hasher);
    }
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
    fn cells(&self) -> Option<Coordinates> {
        None
    }
    fn is_scored(&self) -> bool {
        false
    }
    fn moves(&self, player: Player) -> Result<Vec<AnyMove>, RuleError> {
        self.cut()?;
        DynPosition::moves(&self.cake, player)
    }
    fn count_moves(&self, player: Player) -> Result<usize, RuleError> {
        self.cut()?;
        DynPosition::count_moves(&self.cake, player)
    }
    fn play(&self, player: Player, action: &AnyMove) -> Result<Option<AnyPosition>, RuleError> {
        self.cut()?;
        let cut = action.downcast::<Cut>().filter(|cut| Position::moves(&self.cake, player).contains(cut));
        Ok(cut.map(|&cut| self.with(Position::play(&self.cake, player, cut))))
    }
    fn play_nth(&self, player: Player, index: usize) -> Result<Option<AnyPosition>, RuleError> {
        self.cut()?;
        let cut = Position::moves(&self.cake, player).get(index).copied();
        Ok(cut.map(|cut| self.with(Position::play(&self.cake, player, cut))))
    }
    fn options(&self, player: Player) -> Result<Vec<AnyPosition>, RuleError> {
        self.cut()?;
        Ok(Position::options(&self.cake, player).into_iter().map(|cake| self.with(cake)).collect())
    }
    fn can_move(&self, player: Player) -> Result<bool, RuleError> {
        self.cut()?;
        Ok(Position::can_move(&self.cake, player))
    }
    fn free_move(&self, _: Player) -> Result<Option<AnyPosition>, RuleError> {
        Ok(None)
    }
    fn regions(&self) -> Result<Vec<AnyPosition>, RuleError> {
        self.cut()?;
        Ok(Position::regions(&self.cake).into_iter().map(|cake| self.with(cake)).collect())
    }
    fn normal_form(&self) -> Result<(AnyPosition, bool), RuleError> {
        self.cut()?;
        Ok((self.with(self.cake.clone()), false))
    }
    fn simplified(&self) -> Result<Option<AnyPosition>, RuleError> {
        Ok(None)
    }
    fn number(&self) -> Result<Option<Dyadic>, RuleError> {
        Ok(None)
    }
    fn longest_play(&self) -> Result<Option<u32>, RuleError> {
        self.cut()?;
        Ok(Hints::longest_play(&self.cake))
    }
    fn bounds(&self) -> Result<Option<(Dyadic, Dyadic)>, RuleError> {
        self.cut()?;
        Ok(Hints::bounds(&self.cake))
    }
    fn prospects(&self) -> Result<Option<ByPlayer<Prospects>>, RuleError> {
        Ok(None)
    }
    fn distances(&self, first: Player) -> Result<ByPlayer<u32>, RuleError> {
        Ok(Hints::distances(&self.cake, first))
    }
    fn ordering(&self) -> Result<i32, RuleError> {
        self.cut()?;
        Ok(0)
    }
    fn evaluation(&self) -> Result<i32, RuleError> {
        self.cut()?;
        Ok(0)
    }
}

/// Every failure of the rules reaches the caller, and the next question gets the right answer.
#[test]
fn rules_that_fail_leave_nothing_wrong_behind() {
    let cuts = Arc::new(AtomicU32::new(0));
    let mut engine = Engine::new();
    let knife = cuts.clone();
    let read = move |text: &str| {
        Ok::<_, BoardError>(AnyPosition::new(Breaking { cake: Cutcake::read(text)?, cuts: knife.clone() }))
    };
    engine.add(Ruleset::reading("breaking", read)).unwrap();
    let position = engine.position("breaking:4x3").unwrap();
    let sum = engine.sum("breaking:4x3 + *").unwrap();
    let exact = |engine: &Engine| {
        cuts.store(u32::MAX, Ordering::Relaxed);
        let analysis = engine.analyze(&position, &budget()).unwrap();
        assert_eq!((analysis.canonical.as_deref(), analysis.exact), (Some("1"), Some(true)));
    };
    let broke = |error: EngineError| {
        assert_eq!(error, EngineError::Rules(RuleError::Failed("the knife broke".to_owned())));
    };
    let mut failures = 0;
    for n in (0..40).chain((40..2000).step_by(37)) {
        cuts.store(n, Ordering::Relaxed);
        match engine.analyze(&position, &budget()) {
            Err(error) => (failures, ()) = (failures + 1, broke(error)),
            Ok(analysis) => assert_eq!(analysis.canonical.as_deref(), Some("1"), "after {n} cuts"),
        }
        cuts.store(n, Ordering::Relaxed);
        match engine.temperature(&position, &budget()) {
            Err(error) => broke(error),
            Ok(found) => assert_eq!(found.mean.known(), Some(Dyadic::ONE), "after {n} cuts"),
        }
        for (_, method) in SolveMethod::ALL {
            cuts.store(n, Ordering::Relaxed);
            let question = Question { first: Some(Player::Right), method, ..Question::default() };
            match engine.solve_sum(&sum, question, &budget(), &silent()) {
                Err(error) => broke(error),
                Ok((solution, _)) => assert_eq!(solution.winner, Some(Player::Left), "after {n} cuts"),
            }
        }
        cuts.store(n, Ordering::Relaxed);
        if let Err(error) = engine.choose(&sum, Player::Left, "hotstrat:exact", &budget()) {
            broke(error);
        }
        if n % 10 == 0 {
            exact(&engine);
            // Cached results would hide failures.
            engine = engine.knowing(Arc::new(Nothing));
        }
    }
    assert!(failures > 30);
    exact(&engine);
}

/// A source without knowledge.
struct Nothing;

impl tedomari::positions::Source for Nothing {
    fn thermograph(
        &self,
        _: &dyn Any,
        _: &tedomari::values::Thermographs,
    ) -> Option<tedomari::values::ThermographId> {
        None
    }
    fn value(&self, _: &dyn Any, _: &Values) -> Option<tedomari::values::ValueId> {
        None
    }
}

#[test]
fn budgets_end_at_the_same_place_and_say_so() {
    let engine = Engine::new();
    let position = engine.position("amazons:x...|....|....|...o").unwrap();
    for nodes in [10, 100, 1000] {
        let ask = || {
            let analysis = Engine::new().analyze(&position, &Budget::after_nodes(nodes)).unwrap();
            assert!(analysis.canonical.is_none() && analysis.moves.is_none());
            assert!(analysis.error.is_some(), "an answer that ended early says so");
            (analysis.mean_bounds, analysis.temperature_bounds, analysis.exact)
        };
        assert_eq!(ask(), ask(), "{nodes} nodes");
    }
    let cancelled = budget();
    cancelled.cancel();
    let found = engine.temperature(&position, &cancelled).unwrap();
    assert!(!found.exact && found.error.is_some());
    assert!(engine.solve("amazons:x...|....|....|...o", Player::Left, &cancelled).unwrap().winner.is_none());
}

/// A script is added like any ruleset, and paths are names only where a program wants it.
#[cfg(feature = "scripts")]
#[test]
fn a_script_is_added() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rulesets/cutcake.lua");
    let mut engine = Engine::new();
    engine.add(tedomari::scripts::load(path).unwrap()).unwrap();
    let question = format!("{path}:5x3");
    for (cakes, value) in CAKES {
        let position = engine.position(&format!("cutcake:{cakes}")).unwrap();
        let analysis = engine.analyze(&position, &budget()).unwrap();
        assert_eq!(analysis.canonical.as_deref(), Some(value), "{cakes}");
    }
    assert!(matches!(engine.position(&question), Err(EngineError::Position(_))));
    let engine = engine.with_scripts();
    let analysis = engine.analyze(&engine.position(&question).unwrap(), &budget()).unwrap();
    assert_eq!(analysis.canonical.as_deref(), Some("1"));
    let solution = engine.solve("cutcake:5x3 + -1 + *", Player::Left, &budget()).unwrap();
    assert_eq!(solution.winner, Some(Player::Left));
    let checked = engine.check_hooks("cutcake", "3x2", &budget()).unwrap();
    assert!(checked.right && checked.positions == Some(56) && checked.error.is_none());
    assert!(engine.position("nowhere.lua:3").unwrap_err().is_about_a_file());
}

#[test]
fn cells_of_nogo_have_the_class_of_those_who_may_play_there() {
    let of = |text: &str| {
        let engine = Engine::new();
        engine.analyze(&engine.position(text).unwrap(), &Budget::after_nodes(1000)).unwrap().cells
    };
    let found = of("nogo:OXX.X|.X.X.|OO..X|.X.X.").unwrap();
    assert!(found.left.contains(&"D4".to_owned()) && found.both.contains(&"C2".to_owned()), "{found:?}");
    // A single liberty of a lone stone: filling it is suicide for one, capture for the other.
    let found = of("nogo:X.").unwrap();
    assert_eq!((found.nobody.len(), found.both.len()), (1, 0), "{found:?}");
    assert_eq!(of("go:X."), None);
}

/// Moves in parts that are settled by play are listed, too, where the other part has too many open points for a value.
#[test]
fn large_boards_of_go_are_drawn_with_all_moves() {
    let board = "go-territory:#XXXXXXXXXXXXXX##|#X.............O#|#XXXXXXXXXXXXXX##|#XO.X############|#X..X############|#XXXX############";
    let drawn = Engine::new().draw(board, true, 0, &budget()).unwrap();
    let part = &drawn.parts[0];
    assert!(part.ko && part.no_value.is_some());
    let moves = &part.moves.as_ref().unwrap().left;
    assert!(moves.len() == 16 && moves.iter().any(|action| action.action == "D3"), "{moves:?}");
}

/// A method that plays without komasters ends with its budget, and does not say that a board has kos.
#[test]
fn a_small_budget_is_no_ko() {
    let engine = Engine::new();
    let position = engine.position("go-territory:#XXXXXXX##|#X......O#|#XXXXXXX##").unwrap();
    let method = Method::Tds(Box::default());
    let found = engine.temperature_by(&method, &position, &Budget::after_nodes(80), &mut |_| {});
    assert!(matches!(found, Err(EngineError::Value(error)) if error.is_limit()));
    let analysis = engine.analyze(&position, &Budget::after_nodes(80)).unwrap();
    assert!(analysis.canonical.is_none() && analysis.error.is_some());
}
