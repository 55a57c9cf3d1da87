//! Temperature discovery search agrees with thermographs, with every set of enhancements.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ThermographTable;
use rules::bitboard::Small;
use rules::games::{amazons::Amazons, clobber::Clobber, domineering::Domineering, nogo::NoGo, tree::Tree};
use rules::{Hints, Notation, Position};
use temperature::mts::Mts;
use temperature::{
    CouponStack, Discovery, Enhancements, Guess, Leaves, Method, Reading, Step, Tds, TdsError,
};
use values::{Budget, Dyadic, Player, Values};

/// Sets of enhancements; every enhancement is in one of them, and missing in another.
const SETS: [&str; 11] =
    ["tds", "1", "2", "3", "1,2", "1,3,4", "2,3,5", "1,2,3,4", "1,2,3,5", "1,3,4,5", "tds+"];

fn dyadic(text: &str) -> Dyadic {
    text.parse().unwrap()
}

fn tds(set: &str) -> Tds {
    Tds { enhancements: set.parse().unwrap(), ..Tds::default() }
}

/// A source of random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Compares the results for some positions with their thermographs.
struct Check<P> {
    values: Values,
    table: ThermographTable<P>,
}

impl<P: Position> Check<P> {
    fn new() -> Self {
        Self { values: Values::new(), table: ThermographTable::default() }
    }

    fn agrees(&self, position: &P, sets: &[&str]) {
        let id = self.table.thermograph(&self.values, position).unwrap();
        let graph = self.values.thermographs().get(id);
        for set in sets {
            let found = tds(set).search(position).unwrap();
            let wanted = (graph.mean(), graph.temperature(), true);
            assert_eq!((found.mean, found.temperature, found.exact), wanted, "{set}: {position}");
        }
    }
}

/// All boards of a size with these cells.
fn boards(width: usize, height: usize, cells: &str) -> impl Iterator<Item = String> {
    let cells: Vec<char> = cells.chars().collect();
    let count = cells.len().pow((width * height) as u32);
    (0..count).map(move |mut code| {
        let mut text = String::new();
        for at in 0..width * height {
            if at > 0 && at % width == 0 {
                text.push('|');
            }
            text.push(cells[code % cells.len()]);
            code /= cells.len();
        }
        text
    })
}

/// A random tree of this depth.
fn tree(dice: &mut Dice, depth: usize) -> String {
    const NUMBERS: [&str; 9] = ["0", "1", "-1", "2", "1/2", "-1/2", "*", "^", "-2"];
    if depth == 0 || dice.below(4) == 0 {
        return NUMBERS[dice.below(NUMBERS.len())].to_owned();
    }
    let side = |dice: &mut Dice| {
        let count = [0, 1, 1, 2][dice.below(4)];
        (0..count).map(|_| tree(dice, depth - 1)).collect::<Vec<_>>().join(",")
    };
    let left = side(dice);
    format!("{{{left}|{}}}", side(dice))
}

#[test]
fn random_trees_agree_with_their_thermographs() {
    let check = Check::<Tree>::new();
    let mut dice = Dice(1);
    for i in 0..1500 {
        let position = Tree::read(&tree(&mut dice, 3)).unwrap();
        if position.longest_play().unwrap() > 5 {
            continue;
        }
        let sets: &[&str] = if i % 10 == 0 { &SETS } else { &["tds+", "1,2,3,5", "1,3,5"] };
        check.agrees(&position, sets);
    }
}

#[test]
fn sente_replies_at_impossible_temperatures_are_not_too_cheap() {
    let check = Check::<Tree>::new();
    for text in ["{{3|{2|-2}}|1/8}", "{{3|1}|0}", "{0|{-1|-3}}", "{1/2|}", "{1/4|3/8}"] {
        let sets: &[&str] = if text.len() < 10 { &SETS } else { &["tds+", "1,2,3,5"] };
        check.agrees(&Tree::read(text).unwrap(), sets);
    }
}

#[test]
fn small_boards_agree_with_their_thermographs() {
    let domineering = Check::new();
    for text in boards(3, 2, ".#").chain(boards(4, 2, ".#")).chain(boards(3, 3, ".#")) {
        domineering.agrees(&Domineering::<Small>::read(&text).unwrap(), &["tds+", "1,3,5"]);
    }
    let clobber = Check::new();
    for text in boards(3, 2, ".XO").chain(boards(4, 1, ".XO")) {
        clobber.agrees(&Clobber::<Small>::read(&text).unwrap(), &["tds+", "1,2,3,5", "1,3"]);
    }
    let nogo = Check::new();
    for text in boards(2, 2, ".XO").chain(boards(5, 1, ".XO")) {
        if let Ok(position) = NoGo::<Small>::read(&text) {
            nogo.agrees(&position, &["tds+", "1,2,3,5", "1,3"]);
        }
    }
}

/// A random board with one queen each, this many empty squares, and the rest burnt.
fn queens(dice: &mut Dice, empty: usize) -> Amazons<Small> {
    let mut cells = vec!['X', 'O'];
    cells.resize(2 + empty, '.');
    cells.resize(16, '#');
    for i in (1..16).rev() {
        cells.swap(i, dice.below(i + 1));
    }
    let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
    Amazons::read(&rows.join("|")).unwrap()
}

#[test]
fn queens_agree_with_their_thermographs() {
    let check = Check::new();
    let mut dice = Dice(2);
    for i in 0..300 {
        let position = queens(&mut dice, 2 + i % 3);
        check.agrees(&position, if i % 10 == 0 { &SETS } else { &["tds+", "1,2,3,5"] });
    }
    for _ in 0..20 {
        check.agrees(&queens(&mut dice, 6), &["tds+"]);
    }
}

/// The position of Figure 2.5, `{2|-1/2,±1}`.
const FIGURE: &str = "#.#|.#X|O.#";

/// The variation of the thesis (§2.4.3), move by move.
const PRINTED: &str = "1. C(17/8) 2. C(2) 3. C(15/8) 4. C(7/4) 5. C(13/8) 6. C(3/2) 7. C(11/8) 8. A1-A2xB1 \
                       9. C(5/4) 10. C(9/8) 11. C(1) 12. C(7/8) 13. C(3/4) 14. C(5/8) 15. C(1/2) 16. C(3/8) \
                       17. C(1/4) 18. C(1/8) 19. C(0) 20. C(-1/8) 21. C(-1/4) 22. C(-3/8) 23. C2-B3xC2";

#[test]
fn the_variations_of_the_thesis_are_found() {
    let position = Amazons::<Small>::read(FIGURE).unwrap();
    for set in SETS {
        let find = |delta, t_max| {
            let [delta, t_max] = [delta, t_max].map(|text| Some(dyadic(text)));
            Tds { delta, t_max, ..tds(set) }.search(&position).unwrap()
        };
        let fine = find("1/8", "17/8");
        assert_eq!((fine.mean, fine.temperature, fine.exact), (dyadic("3/4"), dyadic("5/4"), true));
        let steps = fine.variation.steps().take(23).enumerate();
        let written: Vec<String> = steps.map(|(i, step)| format!("{}. {step}", i + 1)).collect();
        assert_eq!(written.join(" "), PRINTED, "{set}");
        let coupons = |found: &Discovery| found.variation.first_on_board().unwrap().0;
        assert_eq!(coupons(&fine), 7, "{set}: {}", fine.variation);
        let coarse = find("1/2", "5/2");
        assert!(!coarse.exact);
        assert_eq!(coupons(&coarse), 3, "{set}: {}", coarse.variation);
        assert!(
            coarse.variation.to_string().starts_with("1. C(5/2) 2. C(2) 3. C(3/2) 4. A1-A2x"),
            "{set}: {}",
            coarse.variation
        );
    }
}

#[test]
fn variations_are_worth_what_they_promise() {
    let mut dice = Dice(3);
    for i in 0..60 {
        let start = queens(&mut dice, 2 + i % 4);
        for set in if i % 4 == 3 { &["tds+", "1,3,5"][..] } else { &SETS } {
            let found = tds(set).search(&start).unwrap();
            let stack = CouponStack::new(found.t_max, found.delta).unwrap();
            let wanted = found.mean.plus(stack.value(Player::Left).unwrap()).unwrap();
            let (mut position, mut rest, mut player) = (start, stack, Player::Left);
            let mut score = Dyadic::ZERO;
            for step in found.variation.steps() {
                match step {
                    Step::Coupon(value) => {
                        assert_eq!(value, rest.top().unwrap(), "{set}: {start}: {}", found.variation);
                        let gain = if player == Player::Left { value } else { -value };
                        (score, rest) = (score.plus(gain).unwrap(), rest.rest());
                    }
                    Step::Board(text) => {
                        let action =
                            position.moves(player).into_iter().find(|action| action.to_string() == text);
                        position = position.play(player, action.unwrap());
                    }
                }
                player = player.opponent();
            }
            // Play that ended with two coupons of −1 left nothing on the board.
            let board = position.number().unwrap_or(Dyadic::ZERO);
            let score = score.plus(board).unwrap().plus(rest.value(player).unwrap()).unwrap();
            assert_eq!(score, wanted, "{set}: {start}: {}", found.variation);
        }
    }
}

#[test]
fn a_stack_that_is_too_low_is_raised() {
    for set in SETS {
        for t_max in ["-1", "-5/8", "-1/2", "1/2"].map(dyadic) {
            let search = Tds { t_max: Some(t_max), ..tds(set) };
            let found = search.search(&Tree::read("{{2|0}|-1/4}").unwrap()).unwrap();
            assert_eq!(
                (found.mean, found.temperature, found.exact),
                (dyadic("0"), dyadic("1/4"), true),
                "{set}"
            );
        }
        let position = Tree::read("{5|-5}").unwrap();
        let search = Tds { t_max: Some(Dyadic::ZERO), delta: Some(dyadic("1/4")), ..tds(set) };
        let found = search.search(&position).unwrap();
        assert_eq!((found.mean, found.temperature), (Dyadic::ZERO, dyadic("5")), "{set}");
        assert!(found.t_max >= dyadic("5"));
    }
}

/// What matters is where play ends, not how long it would take to play an integer out: Kao's trees (2000, Figures
/// 3, 4, 12 and 13), his M-cut's counter-example, and the lecture's example (Müller 2025).
#[test]
fn trees_with_large_leaves_are_exact_at_once() {
    for (text, mean, temperature) in [
        ("{40|0}", "20", "20"),
        ("{11|{8|0}}", "8", "3"),
        ("{{100|{10|-20}}|{0|-200}}", "0", "10"),
        ("{{100|5}|{5|-100}}", "5", "-1"),
        ("{{{10|8}|{{20|0}|-1000}}|-100}", "-191/4", "209/4"),
        ("{{10|{0|-20}}|-4}", "-2", "2"),
        ("{10|{9|-9}}", "9", "1"),
    ] {
        let position = Tree::read(text).unwrap();
        for set in SETS {
            let found = tds(set).search(&position).unwrap();
            let wanted = (dyadic(mean), dyadic(temperature), true);
            assert_eq!((found.mean, found.temperature, found.exact), wanted, "{set}: {text}");
        }
        let leaves = || Leaves::NotHot(Box::new(tds("tds+")));
        for method in [
            Method::Exact,
            Method::Interval,
            Method::Mts(Mts::default(), leaves()),
            Method::Mts(Mts::KAO, Leaves::Numbers),
        ] {
            let found = method.find(&position, &Budget::seconds(10.0), |_| {}).unwrap();
            assert!(found.exact(), "{method:?}: {text}: {found:?}");
            assert_eq!((found.mean, found.temperature), (Some(dyadic(mean)), Some(dyadic(temperature))));
        }
    }
}

/// As printed, Algorithm 1 asks only the player to move: `{{3|1}|0}` looks colder than it is by a gap, or not,
/// depending on the top coupon. It never calls its answer exact.
#[test]
fn the_printed_reading_may_be_too_cold() {
    let position = Tree::read("{{3|1}|0}").unwrap();
    let delta = dyadic("1/8");
    let found = |t_max: &str| {
        let t_max = Some(dyadic(t_max));
        Tds { reading: Reading::Printed, t_max, delta: Some(delta), ..tds("tds") }.search(&position).unwrap()
    };
    let both = [found("2"), found("17/8")];
    assert!(both.iter().all(|found| !found.exact && found.mean == dyadic("1")), "{both:?}");
    let mut temperatures = both.map(|found| found.temperature);
    temperatures.sort();
    assert_eq!(temperatures, [dyadic("7/8"), dyadic("1")]);
    assert_eq!(tds("tds").search(&position).unwrap().temperature, dyadic("1"));
}

/// A search that was stopped early says how far it looked, and its variation goes no farther.
#[test]
fn there_is_an_estimate_at_any_time() {
    for text in ["X....|.....|.....|.....|....O", "X.....|......|......|......|......|.....O"] {
        let position = Amazons::<Small>::read(text).unwrap();
        for nodes in [30_000, 300_000] {
            let budget = Budget::after_nodes(nodes);
            let found = Tds { budget, ..tds("tds+") }.search(&position).unwrap();
            assert!(!found.finished() && !found.exact, "{text}");
            let depth = found.horizon.unwrap();
            assert!(depth >= 1, "{text}: {depth}");
            // The limit may have come before the variation was found.
            let has_moves = found.variation.first_on_board().is_some();
            assert!(has_moves || nodes < 100_000, "{text}: {}", found.variation);
            let on_board = found.variation.steps().filter(|step| matches!(step, Step::Board(_))).count();
            assert!(on_board <= depth as usize, "{text}: {}", found.variation);
            // Left and Right are alike.
            assert!(found.mean.abs() <= Dyadic::ONE && found.temperature > Dyadic::ONE, "{text}: {found:?}");
        }
    }
}

/// The 2δ-conjecture (Zhang 2015, §3.3.2) is false, so no result found with wide gaps may be called exact.
#[test]
fn the_true_temperature_may_be_more_than_two_gaps_above_the_approximate_one() {
    let position = Amazons::<Small>::read("#..#|X..O|#..#|####").unwrap();
    let exact = tds("tds+").search(&position).unwrap();
    assert_eq!((exact.temperature, exact.exact), (dyadic("33/16"), true));
    for (delta, temperature) in [("1/2", "1"), ("1/4", "3/2")] {
        let delta = dyadic(delta);
        let found = Tds { delta: Some(delta), ..tds("1,3,5") }.search(&position).unwrap();
        assert_eq!((found.temperature, found.exact), (dyadic(temperature), false), "{delta}");
        assert!(exact.temperature > found.temperature.plus(delta.times(2).unwrap()).unwrap(), "{delta}");
    }
}

#[test]
fn one_delta_above_finds_the_same() {
    let mut dice = Dice(5);
    for i in 0..60 {
        let position = queens(&mut dice, 2 + i % 5);
        let wanted = tds("tds+").search(&position).unwrap();
        for set in ["1,2,3,5", "tds+"] {
            let found = Tds { one_delta: true, ..tds(set) }.search(&position).unwrap();
            assert_eq!(
                (found.mean, found.temperature),
                (wanted.mean, wanted.temperature),
                "{set}: {position}"
            );
        }
    }
}

#[test]
fn thresholds_lie_below_exactly_the_hotter_positions() {
    let mut dice = Dice(6);
    let thresholds = ["-1", "-3/4", "-1/2", "-1/8", "0", "1/16", "1/3", "1/2", "3/4", "1", "5/4", "2", "3"];
    for i in 0..80 {
        let position = queens(&mut dice, 2 + i % 4);
        let t = tds("tds+").search(&position).unwrap().temperature;
        for threshold in thresholds.iter().filter_map(|text| text.parse().ok()) {
            for set in ["tds", "1,3,5", "1,2,3,5", "tds+"]
                .iter()
                .take(if i % 4 == 3 { 0 } else { 4 })
                .chain(&["tds+"])
            {
                let hotter = tds(set).is_hotter(&position, threshold).unwrap();
                assert_eq!(
                    (hotter.hotter, hotter.exact),
                    (Some(t > threshold), true),
                    "{set}: {position} at {t} against {threshold}"
                );
            }
        }
    }
}

/// A tree without a bound on the length of play.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Unbounded(Tree);

impl std::fmt::Display for Unbounded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Notation for Unbounded {
    fn read(text: &str) -> Result<Self, rules::BoardError> {
        Tree::read(text).map(Self)
    }
}

impl Hints for Unbounded {
    fn number(&self) -> Option<Dyadic> {
        self.0.number()
    }
}

impl Position for Unbounded {
    type Move = <Tree as Position>::Move;

    fn moves(&self, player: Player) -> Vec<Self::Move> {
        self.0.moves(player)
    }

    fn play(&self, player: Player, action: Self::Move) -> Self {
        Self(self.0.play(player, action))
    }
}

#[test]
fn without_a_bound_small_trees_are_looked_through() {
    for set in SETS {
        for (text, mean, temperature) in
            [("{9|-3}", "3", "6"), ("{2|{1|-1},-1/2}", "3/4", "5/4"), ("{0|1}", "1/2", "-1/2")]
        {
            let found = tds(set).search(&Unbounded::read(text).unwrap()).unwrap();
            assert!(found.finished() && found.exact, "{set}: {text}");
            assert_eq!((found.mean, found.temperature), (dyadic(mean), dyadic(temperature)), "{set}: {text}");
        }
    }
}

#[test]
fn thresholds_beyond_all_scores_are_no_trouble() {
    for set in SETS {
        for t in ["1073741823", "1073741824", "1099511627776", "4611686018427387904"].map(dyadic) {
            let bounded = Tree::read("{9|-3}").unwrap();
            let verdict = tds(set).is_hotter(&bounded, t).unwrap();
            assert_eq!((verdict.hotter, verdict.exact), (Some(false), true), "{set}: {t}");
            // Without a bound on its length a small tree is looked through.
            let unbounded = Unbounded::read("{9|-3}").unwrap();
            let verdict = Tds { limit: 10_000, ..tds(set) }.is_hotter(&unbounded, t).unwrap();
            assert_eq!((verdict.hotter, verdict.exact), (Some(false), true), "{set}: {t}");
        }
    }
}

/// A run of coupons is kept as one, and gives the same moves one by one.
#[test]
fn long_variations_are_kept_short() {
    let position = Amazons::<Small>::read(FIGURE).unwrap();
    let delta = Some(dyadic("1/2147483648"));
    let found = Tds { delta, ..tds("tds+") }.search(&position).unwrap();
    assert!(found.variation.len() > 1 << 31, "{}", found.variation);
    assert!(found.variation.to_string().len() < 500, "{}", found.variation);
    let few: Vec<String> = found.variation.steps().take(3).map(|step| step.to_string()).collect();
    assert!(few.iter().all(|step| step.starts_with("C(")), "{few:?}");
}

#[test]
fn a_stopped_search_guesses() {
    let position = Amazons::<Small>::read("X...|....|....|...O").unwrap();
    for guess in Guess::ALL {
        let budget = Budget::endless();
        budget.cancel();
        let found = Tds { guess, budget, ..tds("tds") }.search(&position).unwrap();
        assert!(!found.finished() && !found.exact);
        assert_eq!(found.temperature, guess.temperature(found.t_max, found.delta).unwrap());
    }
    let temperatures = Guess::ALL.map(|guess| guess.temperature(dyadic("2"), dyadic("1/2")).unwrap());
    assert_eq!(temperatures, ["2", "3/2", "0", "-1", "1", "3/4", "3/2", "5/4"].map(dyadic));
}

#[test]
fn lines_too_long_for_the_memory_end_the_search() {
    let position = Domineering::<Small>::read("......|......|......|......|......|......").unwrap();
    for set in ["tds", "1", "tds+"] {
        let budget = Budget::after(std::time::Duration::from_millis(100));
        let found = Tds { limit: 20_000, budget, ..tds(set) }.search(&position).unwrap();
        assert!(!found.finished() && !found.exact);
        assert!(found.variation.len() < 20_000);
    }
}

#[test]
fn a_small_memory_slows_down_but_does_not_mislead() {
    let mut dice = Dice(7);
    for _ in 0..20 {
        let position = queens(&mut dice, 5);
        let wanted = tds("tds+").search(&position).unwrap();
        for limit in [10, 300, 3000] {
            let found = Tds { limit, ..tds("tds+") }.search(&position).unwrap();
            assert!(
                !found.finished() || (found.mean, found.temperature) == (wanted.mean, wanted.temperature)
            );
        }
    }
}

#[test]
fn stacks_are_worth_half_their_temperature() {
    for (t_max, delta, left) in [
        ("-1", "1/8", "-1/2"),
        ("17/8", "1/8", "9/8"),
        ("2", "1/8", "1"),
        ("0", "1/2", "0"),
        ("0", "1", "1/2"),
    ] {
        let stack = CouponStack::new(dyadic(t_max), dyadic(delta)).unwrap();
        assert_eq!(stack.value(Player::Left).unwrap(), dyadic(left), "{stack}");
        assert_eq!(stack.value(Player::Right).unwrap(), -dyadic(left));
        assert_eq!(stack.ambient().unwrap().half().unwrap(), dyadic(left));
    }
    assert!(matches!(CouponStack::new(dyadic("1"), dyadic("3/4")), Err(TdsError::Gap(_))));
    assert!(matches!(CouponStack::new(dyadic("1"), dyadic("0")), Err(TdsError::Gap(_))));
    assert!(matches!(CouponStack::new(dyadic("1/8"), dyadic("1/4")), Err(TdsError::Top(..))));
    assert!(matches!(CouponStack::new(dyadic("-2"), dyadic("1/4")), Err(TdsError::Top(..))));
}

#[test]
fn sets_of_enhancements_need_what_they_build_on() {
    let set = |text: &str| text.parse::<Enhancements>();
    assert_eq!(set("4,1"), Err(TdsError::Needs { number: 4, needs: 3 }));
    assert_eq!(set("3,4"), Err(TdsError::Needs { number: 4, needs: 1 }));
    assert_eq!(set("1,2,5"), Err(TdsError::Needs { number: 5, needs: 3 }));
    assert_eq!(set("6"), Err(TdsError::UnknownEnhancement("6".to_owned())));
    assert_eq!(set("1,,2"), Err(TdsError::UnknownEnhancement(String::new())));
    for text in SETS {
        assert_eq!(set(text).unwrap().to_string(), text);
    }
}

#[test]
fn all_queens_with_at_most_four_empty_squares_agree() {
    let check = Check::new();
    let mut seen = std::collections::HashSet::new();
    for free in (0u32..1 << 16).filter(|cells| (2..=6).contains(&cells.count_ones())) {
        let squares: Vec<usize> = (0..16).filter(|at| free >> at & 1 == 1).collect();
        for (&left, &right) in squares.iter().flat_map(|left| squares.iter().map(move |right| (left, right)))
        {
            let cell = |at: usize| match at {
                _ if free >> at & 1 == 0 => '#',
                _ if at == left => 'X',
                _ if at == right => 'O',
                _ => '.',
            };
            let rows = [0, 4, 8, 12].map(|from| (from..from + 4).map(cell).collect::<String>());
            let position = Amazons::<Small>::read(&rows.join("|")).unwrap();
            if left != right && seen.insert(position.normal_form().0) {
                check.agrees(&position, &["tds+", "1,2,3,5", "1,3,4,5"]);
            }
        }
    }
    assert_eq!(seen.len(), 16_460);
}

#[test]
fn many_random_trees_agree_with_their_thermographs() {
    let check = Check::<Tree>::new();
    let mut dice = Dice(8);
    let mut count = 0;
    while count < 20_000 {
        let position = Tree::read(&tree(&mut dice, 4)).unwrap();
        if position.longest_play().unwrap() <= 7 {
            check.agrees(&position, &["tds+", "1,2,3,5"]);
            count += 1;
        }
    }
}
