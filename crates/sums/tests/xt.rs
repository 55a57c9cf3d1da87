//! The table for sums of XT Domineering positions within 3×3 against canonical forms, and against itself.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use rules::{Notation, bitboard::Small, games::xt_domineering::XtDomineering};
use sums::xt::{self, Combination, Elementary, Ups};
use values::{Outcome, Player, ValueId, Values};

use Elementary::{BlackStar, Diamond, HalfStar, HalfStarPlus, HalfUp, Star, Up, UpPlus};

type Board = XtDomineering<Small>;

/// Counts of elementary games, to be read as a combination or as a canonical form.
type Terms = Vec<(i64, Elementary)>;

const DEFINITIONS: [(Elementary, &str); 8] = [
    (Star, "{0|0}"),
    (Up, "{0|*}"),
    (UpPlus, "{^|*}"),
    (HalfUp, "{^^*|v*}"),
    (BlackStar, "{0,^*|0,v*}"),
    (HalfStar, "{^^|vv*}"),
    (HalfStarPlus, "{^^,^^*|vv*}"),
    (Diamond, "{^3*|v3*}"),
];

/// `a·↑/2 + b·↑²`.
fn ups(a: i64, b: i64) -> Terms {
    vec![(a, HalfUp), (b, UpPlus), (-b, Up)]
}

/// `half·(*/2) + n·△*`.
fn half_stars(half: i64, n: i64) -> Terms {
    vec![(half - n, HalfStar), (n, HalfStarPlus)]
}

/// The columns of Table 7.
fn columns() -> [Terms; 4] {
    [vec![], vec![(1, BlackStar)], vec![(1, Star)], vec![(1, BlackStar), (1, Star)]]
}

fn combination(terms: &[(i64, Elementary)]) -> Combination {
    let add = |sum: Combination, (n, game): &(i64, Elementary)| sum.plus(Combination::from(*game).times(*n));
    terms.iter().fold(Combination::default(), add)
}

#[derive(Default)]
struct Exact {
    values: Values,
    positions: ValueTable<Board>,
}

impl Exact {
    fn elementary(&self, game: Elementary) -> ValueId {
        let (_, text) = DEFINITIONS.iter().find(|(known, _)| *known == game).unwrap();
        self.values.parse(text).unwrap()
    }

    fn value(&self, terms: &[(i64, Elementary)]) -> ValueId {
        let add = |sum, (n, game): &(i64, Elementary)| {
            self.values.sum(sum, self.values.multiple(*n, self.elementary(*game)).unwrap()).unwrap()
        };
        terms.iter().fold(ValueId::ZERO, add)
    }

    fn is_positive(&self, parts: [&Terms; 3]) -> bool {
        let sum =
            parts.iter().fold(ValueId::ZERO, |sum, part| self.values.sum(sum, self.value(part)).unwrap());
        self.values.outcome(sum).unwrap() == Outcome::Left
    }

    fn check(&self, sum: &[Board]) {
        let add =
            |total, part| self.values.sum(total, self.positions.value(&self.values, part).unwrap()).unwrap();
        let total = sum.iter().fold(ValueId::ZERO, add);
        let texts = || sum.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(xt::outcome(sum), Some(self.values.outcome(total).unwrap()), "{:?}", texts());
    }
}

/// The position within 3×3 whose free squares are these bits.
fn board(bits: u32) -> Board {
    let row =
        |y: u32| (0..3).map(|x| if bits >> (3 * y + x) & 1 == 1 { '.' } else { '#' }).collect::<String>();
    Board::read(&[0, 1, 2].map(row).join("|")).unwrap()
}

#[test]
fn every_position_has_the_value_that_is_listed() {
    let exact = Exact::default();
    for bits in 0..1 << 9 {
        let position = board(bits);
        let value = exact.positions.value(&exact.values, &position).unwrap();
        let found = Combination::of(&position).unwrap();
        let counts = Counts::all(1, 2, 4).find(|counts| combination(&counts.terms()) == found).unwrap();
        assert_eq!(exact.value(&counts.terms()), value, "{position}");
    }
}

#[test]
fn elementary_games_are_related_as_the_counts_say() {
    let exact = Exact::default();
    // (35), (37), (39), (41).
    for terms in [
        [(2, HalfUp), (-1, Up)],
        [(2, BlackStar), (0, Star)],
        [(2, HalfStar), (-1, Star)],
        [(2, Diamond), (0, Star)],
        [(2, Star), (0, Star)],
    ] {
        assert_eq!(exact.value(&terms), ValueId::ZERO, "{terms:?}");
        assert_eq!(combination(&terms), Combination::default(), "{terms:?}");
    }
    // (34), (36), (40), and what Appendix B starts from.
    for positive in [
        ups(0, 1),
        ups(2, -9),
        ups(1, -1),
        half_stars(0, 1),
        [half_stars(0, 2), vec![(1, Star)]].concat(),
        [ups(0, 1), vec![(1, BlackStar)]].concat(),
    ] {
        assert_eq!(exact.values.outcome(exact.value(&positive)).unwrap(), Outcome::Left, "{positive:?}");
        assert_eq!(combination(&positive).outcome(), Outcome::Left, "{positive:?}");
    }
}

/// The incentives of all moves in a game.
fn incentives(values: &Values, game: ValueId) -> Vec<ValueId> {
    let (left, right) = values.options(game).unwrap();
    let left = left.iter().map(|option| values.difference(*option, game).unwrap());
    left.chain(right.iter().map(|option| values.difference(game, *option).unwrap())).collect()
}

#[test]
fn no_move_gains_more_than_one_in_the_diamond() {
    let exact = Exact::default();
    let diamond = incentives(&exact.values, exact.elementary(Diamond));
    assert_eq!(diamond, [exact.values.parse("{^6|0}").unwrap(); 2]);
    for (game, _) in DEFINITIONS {
        for sign in [1, -1] {
            let gains = incentives(&exact.values, exact.value(&[(sign, game)]));
            assert!(gains.iter().all(|gain| exact.values.le(*gain, diamond[0]).unwrap()), "{sign}·{game:?}");
        }
    }
}

/// A row of Table 7 as printed: the number of */2, for which numbers of △*, and ups as counts of ↑/2 and ↑².
type PrintedRow = (i64, &'static [i64], [&'static [(i64, i64)]; 4]);

const PRINTED: [PrintedRow; 9] = [
    (0, &[2, 3, 4, 5], [&[(0, 0)], &[(0, 1)], &[(0, 0)], &[(0, 1)]]),
    (0, &[1], [&[(0, 0)], &[(0, 1)], &[(2, 2)], &[(2, 1)]]),
    (0, &[0], [&[(0, 1), (1, -1)], &[(0, 1)], &[(2, 2)], &[(2, 1)]]),
    (0, &[-1, -2, -3, -4], [&[(2, 2)], &[(2, 1)], &[(2, 2)], &[(2, 1)]]),
    (1, &[3, 4, 5, 6], [&[(1, 0)], &[(1, 1)], &[(1, 0)], &[(1, 1)]]),
    (1, &[2], [&[(1, 0)], &[(1, 1)], &[(2, -1), (1, 2)], &[(1, 1)]]),
    (1, &[1], [&[(1, 0)], &[(1, 1)], &[(3, 2)], &[(3, 1)]]),
    (1, &[0], [&[(2, -1), (1, 2)], &[(1, 1)], &[(3, 2)], &[(3, 1)]]),
    (1, &[-1, -2, -3, -4], [&[(3, 2)], &[(3, 1)], &[(3, 2)], &[(3, 1)]]),
];

/// Calls `visit` with row, column, number of △*, S_C, S_B and the printed ups.
fn for_each_grid(mut visit: impl FnMut(usize, usize, i64, &Terms, &Terms, &[(i64, i64)])) {
    for (i, (half, numbers, row)) in PRINTED.iter().enumerate() {
        for n in *numbers {
            for (j, (column, grid)) in columns().iter().zip(row).enumerate() {
                visit(i + 1, j + 1, *n, &half_stars(*half, *n), column, grid);
            }
        }
    }
}

#[test]
fn all_39_inequalities_of_table_7_hold() {
    let exact = Exact::default();
    assert_eq!(PRINTED.iter().flat_map(|row| row.2).flatten().count(), 39);
    for_each_grid(|i, j, n, stars, column, grid| {
        for (a, b) in grid {
            assert!(exact.is_positive([&ups(*a, *b), stars, column]), "grid({i}, {j}), {n}·△*");
        }
    });
}

#[test]
fn no_other_ups_will_do_but_for_two_grids() {
    let exact = Exact::default();
    let mut wrong = Vec::new();
    for_each_grid(|i, j, n, stars, column, grid| {
        let least = combination(&[stars.clone(), column.clone()].concat()).least_ups();
        let mut as_printed = true;
        for (a, b) in (-3..=6).flat_map(|a| (-4..=4).map(move |b| (a, b))) {
            let have = Ups { half_ups: a, up_seconds: b };
            let positive = exact.is_positive([&ups(a, b), stars, column]);
            let enough = least.iter().any(|least| have.is_at_least(*least));
            assert_eq!(enough, positive, "{a}·↑/2 + {b}·↑² beside grid({i}, {j}), {n}·△*");
            let printed =
                grid.iter().any(|&(half_ups, up_seconds)| have.is_at_least(Ups { half_ups, up_seconds }));
            as_printed &= printed == positive;
        }
        // One ↑² less than what is listed is too little.
        for least in least {
            assert!(!exact.is_positive([&ups(least.half_ups, least.up_seconds - 1), stars, column]));
        }
        if !as_printed {
            wrong.push((i, j, n));
        }
    });
    assert_eq!(wrong, [(2, 3, 1), (4, 1, -1)]);
}

/// The counter-examples to Appendix B: "△* + ↑ + ↑/2 ≯ *" and, for n = 1, "−n·△* + ↑ + ↑/2 ≯ 0".
#[test]
fn appendix_b_asks_for_too_much_beside_one_delta_star() {
    let exact = Exact::default();
    let up_and_a_half = ups(3, 0);
    assert!(exact.is_positive([&up_and_a_half, &half_stars(0, 1), &vec![(1, Star)]]));
    assert!(exact.is_positive([&up_and_a_half, &half_stars(0, -1), &vec![]]));
    assert!(!exact.is_positive([&up_and_a_half, &half_stars(0, -2), &vec![]]));
    // On boards: ↑/2 + ↑ + (* + (*/2)⁺) + */2 = ↑/2 + ↑ + △*, less one *.
    let boards = ["...|.#.|.##", "...", "...|...|#.#", "...|...", "."];
    let sum = boards.map(|text| Board::read(text).unwrap());
    exact.check(&sum);
    assert_eq!(xt::outcome(&sum), Some(Outcome::Left));
}

#[test]
fn random_sums_have_the_outcomes_of_their_canonical_forms() {
    let exact = Exact::default();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..6000 {
        let parts = random.usize(1..=8);
        let sum: Vec<Board> = (0..parts).map(|_| board(random.u32(1..1 << 9))).collect();
        exact.check(&sum);
    }
}

#[test]
fn random_sums_of_rare_values_have_the_outcomes_of_their_canonical_forms() {
    let exact = Exact::default();
    let mut random = fastrand::Rng::with_seed(8);
    // Upright and flat: ↑⁺, ↑/2, ★, */2, * + (*/2)⁺ and ♢, and some that only count ups and stars.
    let boards = [
        "...|..#|#.#",
        "..#|...|.##",
        "...|.#.|.##",
        ".##|...|..#",
        "...|..#",
        "...|...",
        "..|..|..",
        "...|...|#.#",
        "..#|...|..#",
        "...|...|..#",
        ".",
        "..",
        ".|.",
    ];
    for _ in 0..4000 {
        let parts = random.usize(1..=8);
        let sum = (0..parts).map(|_| Board::read(boards[random.usize(..boards.len())]).unwrap());
        exact.check(&sum.collect::<Vec<_>>());
    }
}

#[test]
fn diamonds_cancel_in_pairs_and_the_last_is_played_first() {
    let exact = Exact::default();
    let mut random = fastrand::Rng::with_seed(9);
    let diamonds = ["...|...|..#", "#..|...|...", "..#|...|..."].map(|text| Board::read(text).unwrap());
    for _ in 0..2000 {
        let mut sum: Vec<Board> = (0..random.usize(1..=7)).map(|_| diamonds[random.usize(..3)]).collect();
        sum.extend((0..random.usize(0..=5)).map(|_| board(random.u32(1..1 << 9))));
        exact.check(&sum);
    }
}

#[test]
fn groups_larger_than_3x3_are_not_known() {
    let outcome = |text: &str| xt::outcome(&[Board::read(text).unwrap()]);
    assert_eq!(outcome("...."), None);
    assert_eq!(outcome("..#|#..|##.|##."), None);
    // On a large board only the groups count: the player who moves first still wins ↓ + ♢ + *.
    assert_eq!(outcome("..#...|###...|.##..#"), Some(Outcome::Next));
    assert_eq!(xt::outcome(&[]), Some(Outcome::Previous));
}

/// A sum of elementary games, with as few copies as the relations between them allow.
#[derive(Clone, Copy)]
struct Counts {
    half_star_plus: i64,
    half_star: i64,
    half_up: i64,
    up_plus: i64,
    up: i64,
    black_star: i64,
    star: i64,
    diamond: i64,
}

impl Counts {
    /// All sums with at most these numbers of (*/2)⁺, of ↑⁺, and of ↑ and ↑⁺ together, of either sign.
    fn all(half_star_plus: i64, up_plus: i64, ups: i64) -> impl Iterator<Item = Self> {
        (0..32).flat_map(move |bits: i64| {
            let bit = move |i: i64| bits >> i & 1;
            let counts = (-half_star_plus..=half_star_plus).flat_map(move |p| {
                (-up_plus..=up_plus).flat_map(move |q| (-ups..=ups).map(move |t| (p, q, t)))
            });
            counts.map(move |(half_star_plus, up_plus, total)| Self {
                half_star_plus,
                up_plus,
                up: total - up_plus,
                half_star: bit(0),
                half_up: bit(1),
                black_star: bit(2),
                star: bit(3),
                diamond: bit(4),
            })
        })
    }

    fn terms(self) -> [(i64, Elementary); 8] {
        [
            (self.star, Star),
            (self.up, Up),
            (self.up_plus, UpPlus),
            (self.half_up, HalfUp),
            (self.black_star, BlackStar),
            (self.half_star, HalfStar),
            (self.half_star_plus, HalfStarPlus),
            (self.diamond, Diamond),
        ]
    }
}

/// The options of an elementary game, as sums of elementary games.
fn options(game: Elementary, player: Player) -> &'static [&'static [(i64, Elementary)]] {
    match (game, player) {
        (Star, _) | (Up, Player::Left) => &[&[]],
        (Up | UpPlus, Player::Right) => &[&[(1, Star)]],
        (UpPlus, Player::Left) => &[&[(1, Up)]],
        (HalfUp, Player::Left) => &[&[(2, Up), (1, Star)]],
        (HalfUp, Player::Right) => &[&[(-1, Up), (1, Star)]],
        (BlackStar, Player::Left) => &[&[], &[(1, Up), (1, Star)]],
        (BlackStar, Player::Right) => &[&[], &[(-1, Up), (1, Star)]],
        (HalfStar, Player::Left) => &[&[(2, Up)]],
        (HalfStarPlus, Player::Left) => &[&[(2, Up)], &[(2, Up), (1, Star)]],
        (HalfStar | HalfStarPlus, Player::Right) => &[&[(-2, Up), (1, Star)]],
        (Diamond, Player::Left) => &[&[(3, Up), (1, Star)]],
        (Diamond, Player::Right) => &[&[(-3, Up), (1, Star)]],
    }
}

#[test]
fn options_of_elementary_games_are_sums_of_elementary_games() {
    let exact = Exact::default();
    for (game, _) in DEFINITIONS {
        let [left, right] = Player::BOTH
            .map(|player| options(game, player).iter().map(|option| exact.value(option)).collect::<Vec<_>>());
        assert_eq!(exact.values.from_options(&left, &right).unwrap(), exact.elementary(game), "{game:?}");
    }
}

/// The changes of a sum by the moves of a player in an elementary game, or in its negative.
fn changes(game: Elementary, negative: bool, player: Player) -> Vec<Combination> {
    let mover = if negative { player.opponent() } else { player };
    let change = |option: &&[(i64, Elementary)]| {
        let change = combination(option).plus(Combination::from(game).negative());
        if negative { change.negative() } else { change }
    };
    options(game, mover).iter().map(change).collect()
}

/// The induction that proves the rule for all sums: by the rule, the player who moves first wins if and only
/// if one of the moves leads to a sum that, by the rule, the opponent loses moving first.
///
/// Moves are made in the elementary games of [`Counts`]. The induction ends, since a move in a game leaves
/// only games that are further to the right in ♢, (*/2)⁺, */2, ↑/2, ↑⁺, ★, ↑, *, and by the relations that
/// keep the counts small nothing moves back to the left.
///
/// The sums that are checked are enough. Numbers of (*/2)⁺ and of ↑⁺ beyond ±3 are all the same to the rule
/// (those of (*/2)⁺ modulo four), and a move changes them by one. Numbers of half ups are all the same to it
/// beyond ±5, with a ♢ beyond ±7, and a move changes them by four at most, one in ♢ by six. So everything
/// repeats beyond 4 + 3 of (*/2)⁺, 4 of ↑⁺ and 11 half ups. Which moves there are depends on the sign of the
/// number of ↑ besides: where ups are counted with ↑⁺, one more ↑⁺ than ups makes all three signs occur.
#[test]
fn the_rule_agrees_with_itself_after_every_move() {
    let moves = DEFINITIONS.map(|(game, _)| {
        (game, Player::BOTH.map(|player| [false, true].map(|negative| changes(game, negative, player))))
    });
    for counts in Counts::all(8, 9, 8) {
        let terms = counts.terms();
        let sum = combination(&terms);
        for first in Player::BOTH {
            let lost_by_other = |change: &Combination| match (sum.plus(*change).outcome(), first) {
                (Outcome::Previous, _) => true,
                (outcome, Player::Left) => outcome == Outcome::Left,
                (outcome, Player::Right) => outcome == Outcome::Right,
            };
            let can_win = terms.iter().zip(&moves).any(|((n, game), (known, moves))| {
                assert_eq!(game, known);
                *n != 0 && moves[first as usize][usize::from(*n < 0)].iter().any(lost_by_other)
            });
            let wins = match first {
                Player::Left => matches!(sum.outcome(), Outcome::Left | Outcome::Next),
                Player::Right => matches!(sum.outcome(), Outcome::Right | Outcome::Next),
            };
            assert_eq!(wins, can_win, "{first:?} first in {terms:?}");
        }
    }
}
