//! Laws that hold for all games, tried on random ones. Where two computations are compared they share as
//! little as possible: order and sums are checked against plain play of the forms as they were made, without
//! any simplification.
//!
//! A failure prints the smallest case found and the seed that leads to it again.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::collection::vec;
use proptest::prelude::*;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Bound;
use std::sync::LazyLock;
use values::notation::Expression;
use values::{
    Budget, Dyadic, Error, Limits, NumberUpStar, Outcome, Player, Sumber, Thermograph, Thermographs, Uptimal,
    ValueId, Values,
};

/// One store for all cases, used by all tests at once.
static VALUES: LazyLock<Values> = LazyLock::new(Values::new);

/// A form, not simplified.
#[derive(Clone, Debug)]
struct Form {
    left: Vec<Form>,
    right: Vec<Form>,
}

impl Form {
    fn game(&self) -> ValueId {
        let values = |forms: &[Self]| forms.iter().map(Self::game).collect::<Vec<_>>();
        VALUES.from_options(&values(&self.left), &values(&self.right)).unwrap()
    }

    fn of_game(g: ValueId) -> Self {
        let (left, right) = VALUES.options(g).unwrap();
        let forms = |options: &[ValueId]| options.iter().map(|&option| Self::of_game(option)).collect();
        Self { left: forms(left), right: forms(right) }
    }

    fn options(&self, player: Player) -> &[Self] {
        if player == Player::Left { &self.left } else { &self.right }
    }

    fn thermograph(&self) -> Thermograph {
        let graphs = |forms: &[Self]| forms.iter().map(Self::thermograph).collect::<Vec<_>>();
        Thermograph::of_options(&graphs(&self.left), &graphs(&self.right)).unwrap()
    }
}

/// Who wins a sum of forms (a form counted negatively is played with the roles exchanged), by trying all
/// moves.
#[derive(Default)]
struct Play {
    known: HashMap<(Vec<*const Form>, Player), bool>,
}

impl Play {
    /// Does the player to move win?
    fn wins(&mut self, sum: &[(&Form, bool)], player: Player) -> bool {
        let key = (sum.iter().map(|(form, _)| std::ptr::from_ref(*form)).collect(), player);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut wins = false;
        for i in 0..sum.len() {
            let (form, positive) = sum[i];
            for option in form.options(if positive { player } else { player.opponent() }) {
                let mut next = sum.to_vec();
                next[i].0 = option;
                wins = wins || !self.wins(&next, player.opponent());
            }
        }
        self.known.insert(key, wins);
        wins
    }

    fn outcome(sum: &[(&Form, bool)]) -> Outcome {
        let mut play = Self::default();
        let winner = |wins: bool, player: Player| if wins { player } else { player.opponent() };
        let [left, right] = Player::BOTH.map(|player| winner(play.wins(sum, player), player));
        Outcome::of_winners(left, right)
    }
}

/// Random forms: small numbers, nimbers and ups at the leaves, up to three levels of options above them.
fn form() -> impl Strategy<Value = Form> {
    let leaf = prop_oneof![
        4 => (-3i32..=3).prop_map(|n| VALUES.number(Dyadic::from(n)).unwrap()),
        2 => (-7i128..=7, 1u32..=2).prop_map(|(n, e)| VALUES.number(Dyadic::new(n, e).unwrap()).unwrap()),
        1 => (1u32..=3).prop_map(|n| VALUES.nimber(n).unwrap()),
        1 => (-2i32..=2).prop_map(|n| VALUES.ups(n).unwrap()),
    ];
    leaf.prop_map(Form::of_game).prop_recursive(3, 24, 3, |inner| {
        (vec(inner.clone(), 0..=3), vec(inner, 0..=3), 0..4).prop_map(|(left, right, kind)| {
            // Left to chance most games would be numbers: give each player the better half, more often than
            // not.
            let colder = |a: &[Form], b: &[Form]| a.iter().zip(b).all(|(a, b)| le(a.game(), b.game()));
            match kind > 0 && colder(&left, &right) {
                true => Form { left: right, right: left },
                false => Form { left, right },
            }
        })
    })
}

/// All-small forms: everything is built from 0, and both players can move or none.
fn all_small() -> impl Strategy<Value = Form> {
    let leaf = Just(Form { left: Vec::new(), right: Vec::new() });
    leaf.prop_recursive(4, 24, 3, |inner| {
        (vec(inner.clone(), 1..=3), vec(inner, 1..=3)).prop_map(|(left, right)| Form { left, right })
    })
}

fn sum(g: ValueId, h: ValueId) -> ValueId {
    VALUES.sum(g, h).unwrap()
}

fn negative(g: ValueId) -> ValueId {
    VALUES.negative(g).unwrap()
}

fn le(g: ValueId, h: ValueId) -> bool {
    VALUES.le(g, h).unwrap()
}

fn cases(cases: u32) -> ProptestConfig {
    let seeds = proptest::test_runner::FileFailurePersistence::WithSource("regressions");
    let failure_persistence = Some(Box::new(seeds) as Box<_>);
    ProptestConfig { failure_persistence, max_global_rejects: 100_000, ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn order_is_who_wins_the_difference(a in form(), b in form()) {
        let (g, h) = (a.game(), b.game());
        let played = match Play::outcome(&[(&a, true), (&b, false)]) {
            Outcome::Left => Some(Ordering::Greater),
            Outcome::Right => Some(Ordering::Less),
            Outcome::Previous => Some(Ordering::Equal),
            Outcome::Next => None,
        };
        prop_assert_eq!(VALUES.compare(g, h).unwrap(), played);
    }

    #[test]
    fn a_sum_comes_out_as_it_is_played(a in form(), b in form()) {
        let played = Play::outcome(&[(&a, true), (&b, true)]);
        prop_assert_eq!(VALUES.outcome(sum(a.game(), b.game())).unwrap(), played);
    }

    #[test]
    fn a_canonical_form_is_equal_to_its_form(a in form()) {
        let canonical = Form::of_game(a.game());
        prop_assert_eq!(Play::outcome(&[(&a, true), (&canonical, false)]), Outcome::Previous);
    }

    #[test]
    fn canonical_forms_have_no_dominated_and_no_reversible_options(a in form()) {
        let g = a.game();
        let (left, right) = VALUES.options(g).unwrap();
        for options in [left, right] {
            for (i, &a) in options.iter().enumerate() {
                prop_assert!(options[i + 1..].iter().all(|&b| VALUES.compare(a, b).unwrap().is_none()));
            }
        }
        for &option in left {
            prop_assert!(VALUES.options(option).unwrap().1.iter().all(|&answer| !le(answer, g)));
        }
        for &option in right {
            prop_assert!(VALUES.options(option).unwrap().0.iter().all(|&answer| !le(g, answer)));
        }
    }

    #[test]
    fn addition_is_a_group(a in form(), b in form(), c in form()) {
        let (g, h, k) = (a.game(), b.game(), c.game());
        prop_assert_eq!(sum(g, h), sum(h, g));
        prop_assert_eq!(sum(sum(g, h), k), sum(g, sum(h, k)));
        prop_assert_eq!(sum(g, ValueId::ZERO), g);
        prop_assert_eq!(sum(g, negative(g)), ValueId::ZERO);
        // The same without asking for the negative first: options cancel only by comparing them.
        let fresh = Values::new();
        let text = VALUES.print(g).unwrap();
        let minus = fresh.parse(&VALUES.print(negative(g)).unwrap()).unwrap();
        prop_assert_eq!(fresh.sum(fresh.parse(&text).unwrap(), minus).unwrap(), ValueId::ZERO);
    }

    #[test]
    fn negation_reverses_everything(a in form(), b in form()) {
        let (g, h) = (a.game(), b.game());
        prop_assert_eq!(negative(negative(g)), g);
        prop_assert_eq!(le(g, h), le(negative(h), negative(g)));
        prop_assert_eq!(negative(sum(g, h)), sum(negative(g), negative(h)));
        prop_assert_eq!(VALUES.thermograph(negative(g)).unwrap(), &VALUES.thermograph(g).unwrap().negated());
    }

    #[test]
    fn order_is_partial_and_respects_addition(a in form(), b in form(), c in form()) {
        let (g, h, k) = (a.game(), b.game(), c.game());
        prop_assert!(le(g, g));
        prop_assert!(!(le(g, h) && le(h, g)) || g == h);
        prop_assert!(!(le(g, h) && le(h, k)) || le(g, k));
        prop_assert_eq!(le(g, h), le(sum(g, k), sum(h, k)));
    }

    #[test]
    fn means_add_and_temperatures_do_not_rise(a in form(), b in form()) {
        let (g, h) = (a.game(), b.game());
        let (mean, temperature) = (|g| VALUES.mean(g).unwrap(), |g| VALUES.temperature(g).unwrap());
        prop_assert_eq!(mean(sum(g, h)), mean(g).plus(mean(h)).unwrap());
        prop_assert!(temperature(sum(g, h)) <= temperature(g).max(temperature(h)));
    }

    #[test]
    fn thermographs_need_no_canonical_form(a in form()) {
        prop_assert_eq!(&a.thermograph(), VALUES.thermograph(a.game()).unwrap());
    }

    /// Numbers with many binary places, and huge ones, are worked out on a slower path.
    #[test]
    fn stored_thermographs_are_those_of_plain_ones(
        leaves in vec((-300i128..300, 0u32..45, 0u32..54), 4),
        shape in 0usize..3,
    ) {
        let graphs = Thermographs::new();
        let mut plain = leaves.into_iter().map(|(n, places, size)| {
            // A small number, and a fine or a huge one beside it.
            let fine = if shape == 0 { n << size.min(40) } else { n };
            Thermograph::of_number(Dyadic::new(fine, if shape == 1 { places } else { places % 4 }).unwrap())
        }).collect::<Result<Vec<_>, _>>().unwrap();
        for _ in 0..6 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| plain[plain.len() - 1 - i].clone());
            let Ok(next) = Thermograph::of_options([&a, &b], [&c, &d]) else { break };
            let [p, q, r, s] = [&a, &b, &c, &d].map(|graph| graphs.intern(graph));
            let id = graphs.of_options([p, q], [r, s]).unwrap();
            prop_assert_eq!(graphs.get(id), &next);
            prop_assert_eq!(graphs.intern(&next), id);
            plain.push(next);
            let places = plain.len();
            plain.swap(places - 2, places - 4);
        }
    }

    #[test]
    fn thermographs_are_the_stops_of_cooled_games(a in form(), quarter in -3i128..16) {
        let (g, t) = (a.game(), Dyadic::new(quarter, 2).unwrap());
        let thermograph = VALUES.thermograph(g).unwrap();
        let cooled = VALUES.cool(g, t).unwrap();
        for player in Player::BOTH {
            prop_assert_eq!(thermograph.wall(player).at(t).unwrap(), VALUES.stop(cooled, player));
        }
    }

    #[test]
    fn thermographs_keep_the_order(a in form(), b in form()) {
        let (g, h) = (a.game(), b.game());
        let compared = VALUES.thermograph(g).unwrap().compare(VALUES.thermograph(h).unwrap()).unwrap();
        prop_assert!(!le(g, h) || matches!(compared, Some(Ordering::Less | Ordering::Equal)));
    }

    #[test]
    fn orthodox_options_reach_the_wall(a in form(), quarter in -4i128..16) {
        let g = a.game();
        prop_assume!(!VALUES.is_number(g));
        let thermograph = VALUES.thermograph(g).unwrap();
        let t = Dyadic::new(quarter, 2).unwrap().min(thermograph.temperature());
        for player in Player::BOTH {
            let orthodox = VALUES.orthodox_options(g, player, t).unwrap();
            prop_assert!(!orthodox.is_empty());
            let tax = if player == Player::Left { -t } else { t };
            for option in orthodox {
                let reached = VALUES.thermograph(option).unwrap().wall(player.opponent()).at(t).unwrap();
                prop_assert_eq!(reached.plus(tax).unwrap(), thermograph.wall(player).at(t).unwrap());
            }
        }
    }

    #[test]
    fn what_is_printed_reads_back(a in form()) {
        let text = VALUES.print(a.game()).unwrap();
        prop_assert_eq!(VALUES.parse(&text).unwrap(), a.game(), "{}", text);
    }

    #[test]
    fn small_infinitesimals_print_and_read_back(a in all_small(), number in -4i128..=4) {
        let g = VALUES.plus_number(a.game(), Dyadic::new(number, 1).unwrap()).unwrap();
        let text = VALUES.print(g).unwrap();
        prop_assert_eq!(VALUES.parse(&text).unwrap(), g, "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+*^v{}()|,:./0-9 a-zA-Z<>\\[\\]]{0,40}") {
        if let Ok(expression) = Expression::parse(&text) {
            let values = Values::with_limits(Limits { values: 10_000, ..Limits::default() });
            let _ = values.evaluate(&expression);
        }
    }

    #[test]
    fn reduced_forms_are_infinitesimally_close(a in form()) {
        let g = a.game();
        let reduced = VALUES.reduced(g).unwrap();
        prop_assert!(VALUES.is_infinitesimal(VALUES.difference(g, reduced).unwrap()));
        prop_assert_eq!(VALUES.reduced(reduced).unwrap(), reduced);
        prop_assert!(VALUES.birthday(reduced) <= VALUES.birthday(g));
    }

    #[test]
    fn frozen_games_are_their_mean_and_an_infinitesimal(a in form()) {
        let g = a.game();
        prop_assert_eq!(VALUES.number_part(VALUES.freeze(g).unwrap()), Some(VALUES.mean(g).unwrap()));
    }

    #[test]
    fn heating_undoes_what_it_should(a in form(), quarter in 1i128..8) {
        // Cooling a heated game by the same amount gives the game back.
        let (g, t) = (a.game(), Dyadic::new(quarter, 2).unwrap());
        let heated = VALUES.heat(g, VALUES.number(t).unwrap()).unwrap();
        let cooled = VALUES.cool(heated, t).unwrap();
        prop_assert_eq!(cooled, g);
    }

    #[test]
    fn norton_products_by_up_weigh_what_they_multiply(a in form()) {
        let g = a.game();
        prop_assume!(VALUES.birthday(g) < 9);
        let product = VALUES.norton_product(g, VALUES.ups(1).unwrap()).unwrap();
        prop_assert_eq!(VALUES.atomic_weight(product).unwrap(), Some(g));
    }

    #[test]
    fn atomic_weights_add(a in all_small(), b in all_small()) {
        let weight = |g| VALUES.atomic_weight(g).unwrap().unwrap();
        let (g, h) = (a.game(), b.game());
        prop_assert_eq!(weight(sum(g, h)), sum(weight(g), weight(h)));
        prop_assert!(!le(VALUES.integer(2).unwrap(), weight(g)) || VALUES.outcome(g).unwrap() == Outcome::Left);
    }

    #[test]
    fn atomic_weight_is_a_multiple_of_up_near_the_game(a in prop_oneof![form(), all_small()]) {
        let g = a.game();
        prop_assume!(VALUES.is_infinitesimal(g) && VALUES.birthday(g) < 9);
        // Within ↑ plus a remote star of the Norton product: that is what atomic weight means.
        let near = |weight: ValueId| {
            let product = VALUES.norton_product(weight, VALUES.ups(1).unwrap()).unwrap();
            let rest = VALUES.difference(g, product).unwrap();
            let remote = VALUES.closed(NumberUpStar::new(Dyadic::ZERO, 1, 64).unwrap()).unwrap();
            le(rest, remote) && le(negative(remote), rest)
        };
        match VALUES.atomic_weight(g).unwrap() {
            Some(weight) => prop_assert!(near(weight)),
            None => prop_assert!((-5..=5).all(|n| !near(VALUES.integer(n).unwrap()))),
        }
    }

    #[test]
    fn ordinal_sums_favour_their_base(a in form(), b in form()) {
        // G:H − G comes out like H: a move in the base settles everything (the colon principle).
        let (g, h) = (a.game(), b.game());
        let sum = VALUES.ordinal_sum(g, h).unwrap();
        prop_assert_eq!(VALUES.compare(sum, g).unwrap(), VALUES.compare(h, ValueId::ZERO).unwrap());
    }

    #[test]
    fn uptimals_expand_to_their_digits(digits in vec(-2i64..=2, 0..=3), star in 0u32..4, number in -4i128..=4) {
        let number = Dyadic::new(number, 1).unwrap();
        let up = VALUES.ups(1).unwrap();
        let mut g = VALUES.closed(NumberUpStar::new(number, 0, star).unwrap()).unwrap();
        for (i, &digit) in digits.iter().enumerate() {
            let power = VALUES.pow(up, VALUES.integer(i as i64 + 1).unwrap()).unwrap();
            g = sum(g, VALUES.multiple(digit, power).unwrap());
        }
        let length = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
        let expected = Uptimal { number, star, digits: digits[..length].to_vec() };
        prop_assert_eq!(VALUES.uptimal(g).unwrap(), Some(expected));
    }

    #[test]
    fn sumbers_come_out_by_counting(terms in vec((-2i64..=2, 1i128..=8), 0..=4), star: bool) {
        let mut sumber = Sumber::default();
        for (times, quarters) in terms {
            sumber.add(times, Dyadic::new(quarters, 2).unwrap()).unwrap();
        }
        if star {
            sumber.add_star();
        }
        let game = sumber.to_game(&VALUES).unwrap();
        prop_assert_eq!(VALUES.outcome(game).unwrap(), sumber.outcome());
        // What is found again is the same sum, since sumbers have no relations among them.
        if let Some(found) = VALUES.to_sumber(game).unwrap() {
            prop_assert_eq!(&found, &sumber);
            prop_assert_eq!(VALUES.parse(&found.to_string()).unwrap(), game);
        }
    }

    #[test]
    fn dyadics_are_exact_or_overflow(a: i64, i in 0u32..=62, b: i64, j in 0u32..=62) {
        let (Ok(x), Ok(y)) = (Dyadic::new(a.into(), i), Dyadic::new(b.into(), j)) else { return Ok(()) };
        // Over the common denominator 2^62 everything fits into 128 bits.
        let fixed = |x: Dyadic| i128::from(x.numerator()) << (62 - x.exponent());
        let total = fixed(x) + fixed(y);
        let lowest_terms = 62 - total.trailing_zeros().min(62);
        match x.plus(y) {
            Ok(sum) => prop_assert_eq!(fixed(sum), total),
            Err(error) => {
                prop_assert_eq!(error, Error::Overflow);
                prop_assert!((total >> (62 - lowest_terms)).unsigned_abs() > i64::MAX as u128);
            }
        }
        prop_assert_eq!(x.cmp(&y), fixed(x).cmp(&fixed(y)));
        prop_assert_eq!(x.to_string().parse::<Dyadic>().unwrap(), x);
    }

    #[test]
    fn the_simplest_number_is_simplest(a in -64i128..64, i in 0u32..5, b in -64i128..64, j in 0u32..5) {
        let (x, y) = (Dyadic::new(a, i).unwrap(), Dyadic::new(b, j).unwrap());
        let all = (-64 * 64..64 * 64).map(|n| Dyadic::new(n, 6).unwrap());
        let born_first = all.filter(|&z| x < z && z < y).min_by_key(|z| z.birthday());
        let simplest = Dyadic::simplest_between(Bound::Excluded(x), Bound::Excluded(y)).unwrap();
        prop_assert_eq!(simplest, born_first);
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn nim_multiplication_is_a_field(a in 0u32..16, b in 0u32..16, c in 0u32..16) {
        let star = |n| VALUES.nimber(n).unwrap();
        let times = |g, h| VALUES.conway_product(g, h).unwrap();
        let (a, b, c) = (star(a), star(b), star(c));
        prop_assert_eq!(times(a, b), times(b, a));
        prop_assert_eq!(times(a, times(b, c)), times(times(a, b), c));
        prop_assert_eq!(times(a, sum(b, c)), sum(times(a, b), times(a, c)));
        prop_assert!(VALUES.is_nimber(times(a, b)) && (times(a, b) == ValueId::ZERO) == (a == ValueId::ZERO || b == ValueId::ZERO));
    }
}

#[test]
fn the_number_of_games_born_by_each_day() {
    let values = Values::new();
    let counts = [0, 1, 2, 3].map(|day| values.born_by(day).unwrap().len());
    assert_eq!(counts, [1, 4, 22, 1474]);
    assert_eq!(values.born_by(4), Err(Error::TooManyToList));
}

#[test]
fn many_threads_share_one_store() {
    let values = Values::new();
    let day_2 = values.born_by(2).unwrap();
    // Each thread takes the pairs in another order.
    let sums = |values: &Values, start: usize| -> Vec<String> {
        let pairs: Vec<(ValueId, ValueId)> =
            day_2.iter().flat_map(|&g| day_2.iter().map(move |&h| (g, h))).collect();
        let sum = |(g, h)| values.sum(values.sum(g, h)?, values.switch(g)?);
        let mut sums: Vec<Option<ValueId>> = vec![None; pairs.len()];
        for i in 0..pairs.len() {
            let i = (i + start) % pairs.len();
            sums[i] = Some(sum(pairs[i]).unwrap());
        }
        sums.into_iter().map(|g| values.print(g.unwrap()).unwrap()).collect()
    };
    let found = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|i| {
                scope.spawn({
                    let values = &values;
                    move || sums(values, 120 * i)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    // The first games of every store are the same, so these ids mean the same in a new one.
    let alone = Values::new();
    assert_eq!(alone.born_by(2).unwrap(), day_2);
    let expected = sums(&alone, 0);
    assert!(found.iter().all(|sums| *sums == expected));
}

#[test]
fn limits_stop_the_work_and_leave_the_store_usable() {
    let values = Values::with_limits(Limits { values: 2000, ..Limits::default() });
    let terms: Vec<String> =
        (1..12).map(|i| format!("{{{}|0||-{}|-{}}}", i * 7 + 30, i * 3 + 1, i * 11 + 40)).collect();
    let large = Expression::parse(&terms.join("+")).unwrap();
    assert_eq!(values.evaluate(&large), Err(Error::TooManyValues(2000)));
    assert!(values.len() <= 2000);
    assert_eq!(values.sum(ValueId::ZERO, ValueId::ZERO), Ok(ValueId::ZERO));

    let budget = Budget::endless();
    let mut patient = Values::with_limits(Limits { budget: budget.clone(), ..Limits::default() });
    budget.cancel();
    assert_eq!(patient.evaluate(&large), Err(Error::Stopped));
    patient.set_budget(Budget::endless());
    assert!(patient.parse("{1|-1} + {2|-2}").is_ok());
    patient.set_budget(Budget::after(std::time::Duration::from_millis(50)));
    assert_eq!(patient.evaluate(&large), Err(Error::Stopped));
}

#[test]
fn words_for_games() {
    use values::Kind;
    let parse = |text: &str| VALUES.parse(text).unwrap();
    for (text, kind, switch) in [
        ("1/2", Kind::Cold, false),
        ("3^*", Kind::Tepid, false),
        ("Tiny(2)", Kind::Tepid, false),
        ("3|-1", Kind::Hot, true),
        ("3|1*", Kind::Hot, false),
        ("1|1", Kind::Tepid, false),
    ] {
        assert_eq!(VALUES.kind(parse(text)), kind, "{text}");
        assert_eq!(VALUES.is_switch(parse(text)), switch, "{text}");
    }
    // In 10|8||2 Left moves with sente: her wall is vertical from 1 down.
    let graph = VALUES.thermograph(parse("10|8||2")).unwrap();
    assert_eq!(graph.side_temperature(Player::Left).to_string(), "7/2");
    let sente = VALUES.thermograph(parse("{20|5||0}")).unwrap();
    assert_eq!(sente.side_temperature(Player::Right).to_string(), "5");
    assert_eq!(sente.side_temperature(Player::Left).to_string(), "-1");
}

#[test]
fn overheating_from_one_to_one_is_heating_integers_apart() {
    // Overheating from s to t gives n copies of s for an integer n, and {t|-t} for *.
    let parse = |text: &str| VALUES.parse(text).unwrap();
    let overheat = |g: &str| VALUES.overheat(parse(g), parse("^"), parse("2")).unwrap();
    assert_eq!(overheat("3"), parse("^3"));
    assert_eq!(overheat("*"), parse("+-2"));
    assert_eq!(overheat("1/2"), parse("{2|-2^}"));
}

#[test]
fn downs_are_negative_ups() {
    let mut sumber = Sumber::default();
    sumber.add(2, Dyadic::from(-1)).unwrap();
    sumber.add(2, Dyadic::from(1)).unwrap();
    assert_eq!(sumber.outcome(), Outcome::Previous);
    sumber.add(3, Dyadic::from(-2)).unwrap();
    assert_eq!(sumber.outcome(), Outcome::Right);
    assert_eq!(VALUES.outcome(sumber.to_game(&VALUES).unwrap()).unwrap(), Outcome::Right);
}

#[test]
fn sums_of_ups_print_as_sumbers_and_the_remote_star_is_read() {
    for text in ["^+^(2)", "^*+^(2)", "vv+^(2)", "^(2)+^(3)", "^(1/2)", "*+^(3/2)", "v+2*v(2)", "^+v(3)"] {
        assert_eq!(VALUES.print(VALUES.parse(text).unwrap()).unwrap(), text);
    }
    // ↑(d) exceeds the remote star, and * does not reach it.
    for text in ["^+☆", "^(1/4)-☆", "☆+^(2)"] {
        assert_eq!(VALUES.outcome(VALUES.parse(text).unwrap()).unwrap(), Outcome::Left, "{text}");
    }
    assert_eq!(VALUES.parse("☆+☆").unwrap(), ValueId::ZERO);
}

#[test]
fn numbers_near_a_third_have_thermographs_at_once() {
    let third: Dyadic = "1537228672809129301/4611686018427387904".parse().unwrap();
    assert_eq!(Thermograph::of_number(third).unwrap().mean(), third);
}

#[test]
fn chains_of_operations_are_not_too_deep_for_any_stack() {
    let mut text = "1".to_owned();
    for _ in 0..50 {
        text = format!("({text}){}", ":1".repeat(100));
    }
    assert!(Expression::parse(&text).unwrap_err().message().contains("nested"));
}

#[test]
fn closed_forms_have_closed_answers() {
    let parse = |text: &str| VALUES.parse(text).unwrap();
    for (text, weight) in [("*1000", "0"), ("^5000", "5000"), ("v32767*7", "-32767")] {
        assert_eq!(VALUES.atomic_weight(parse(text)).unwrap(), Some(parse(weight)), "{text}");
    }
    assert_eq!(VALUES.stop_count(parse("*8")), Ok(4374));
    assert_eq!(VALUES.stop_count(parse("*1000")), Err(Error::CountTooLarge));
    let widest = parse("9223372036854775807|-9223372036854775807");
    assert_eq!(VALUES.follower_count(widest), Err(Error::CountTooLarge));
}

#[test]
fn deep_forms_need_no_deep_stack() {
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    let deep = || {
        let values = Values::new();
        let text = format!("{}*{}", "{".repeat(1900), "|*}".repeat(1900));
        assert_eq!(values.print(values.parse(&text).unwrap()).unwrap(), "^[1899]");
        let hook = values.parse("{1|0}:3000").unwrap();
        assert_eq!(values.print(hook), Err(Error::TooNested));
        let ups = values.ups(20_000).unwrap();
        assert!(values.le(ups, values.parse("{1|^32000}").unwrap()).unwrap());
    };
    thread.spawn(deep).unwrap().join().unwrap();
}

/// Play in ↓ leads to *, so a remote star has to be farther away than that.
#[test]
fn a_star_beside_an_up_is_not_remote() {
    let g = VALUES.parse("{1/2|v||v}").unwrap();
    assert_eq!(VALUES.atomic_weight(g).unwrap(), Some(VALUES.integer(-1).unwrap()));
}
