//! Handles against the arithmetic on ids that they stand for: on all games born by day 2, between stores, in
//! stores that are full, and in stores whose time is over.

#![allow(missing_docs, clippy::unwrap_used)]

use std::cmp::Ordering;
use std::sync::Arc;
use values::{Budget, ByPlayer, Dyadic, Error, Limits, Outcome, Player, Value, ValueId, Values};

fn store() -> Arc<Values> {
    Arc::new(Values::new())
}

fn parse(values: &Arc<Values>, text: &str) -> Value {
    Value::parse(values, text).unwrap()
}

fn day_2(values: &Arc<Values>) -> Vec<Value> {
    values.born_by(2).unwrap().into_iter().map(|id| Value::new(values, id).unwrap()).collect()
}

#[test]
fn one_for_each_player() {
    let mut names = ByPlayer::from_fn(|player| format!("{player:?}"));
    assert_eq!(names.each_ref().map(String::len), ByPlayer::new(4, 5));
    names[Player::Right].push('!');
    names.iter_mut().for_each(|name| name.insert(0, '¡'));
    assert_eq!(names.clone().into_array(), ["¡Left", "¡Right!"]);
    assert_eq!((&names.left, &names[Player::Right]), (&names[Player::Left], &names.right));
    let swapped: Vec<String> = names.swapped().into_iter().collect();
    assert_eq!(swapped, ["¡Right!", "¡Left"]);
    assert!(ByPlayer::new(1, 2) < ByPlayer::from([2, 1]));
}

#[test]
fn handles_answer_like_ids() {
    let values = store();
    for g in day_2(&values) {
        let id = g.id();
        assert_eq!(g.to_string(), values.print(id).unwrap());
        assert_eq!(format!("{g:?}"), g.to_string());
        assert_eq!(g.thermograph(), values.thermograph(id).unwrap());
        assert_eq!((g.mean(), g.temperature()), (values.mean(id).unwrap(), values.temperature(id).unwrap()));
        assert_eq!(g.outcome(), values.outcome(id).unwrap());
        assert_eq!([g.left_stop(), g.right_stop()], Player::BOTH.map(|player| values.stop(id, player)));
        assert_eq!((g.is_number(), g.to_number()), (values.is_number(id), values.to_number(id)));
        assert_eq!(g.birthday(), values.birthday(id));
        assert_eq!((-&g).unwrap().id(), values.negative(id).unwrap());
        let ids = |options: Vec<Value>| options.iter().map(Value::id).collect::<Vec<ValueId>>();
        let (left, right) = values.options(id).unwrap();
        assert_eq!(
            (&ids(g.left_options().unwrap())[..], &ids(g.right_options().unwrap())[..]),
            (left, right)
        );
        let weight = g.atomic_weight(&Budget::endless()).unwrap();
        assert_eq!(weight.map(|weight| weight.id()), values.atomic_weight(id).unwrap());
        // The outcome is also the order with zero.
        let outcome = match g.partial_cmp(&Value::zero(&values)) {
            Some(Ordering::Greater) => Outcome::Left,
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Previous,
            None => Outcome::Next,
        };
        assert_eq!(outcome, g.outcome());
    }
}

#[test]
fn operators_are_the_arithmetic_of_ids() {
    let values = store();
    let day_2 = day_2(&values);
    for g in &day_2 {
        for h in &day_2 {
            assert_eq!((g + h).unwrap().id(), values.sum(g.id(), h.id()).unwrap());
            assert_eq!((g - h).unwrap().id(), values.difference(g.id(), h.id()).unwrap());
            let order = values.compare(g.id(), h.id()).unwrap();
            assert_eq!(g.partial_cmp(h), order);
            assert_eq!(g.compare(h, &Budget::endless()), Ok(order));
            assert_eq!((g == h, g <= h), (g.id() == h.id(), values.le(g.id(), h.id()).unwrap()));
        }
    }
}

#[test]
fn stores_may_be_mixed() {
    let (here, there) = (store(), store());
    // The other store meets the games in another order, so the same game has different ids.
    let texts: Vec<String> = day_2(&here).iter().rev().map(ToString::to_string).collect();
    let (ours, theirs): (Vec<Value>, Vec<Value>) =
        texts.iter().map(|text| (parse(&here, text), parse(&there, text))).unzip();
    assert!(ours.iter().zip(&theirs).any(|(g, h)| g.id() != h.id()));
    for (g, g_there) in ours.iter().zip(&theirs) {
        for (h, h_there) in ours.iter().zip(&theirs) {
            assert_eq!((g == h_there, g_there == h), (g == h, g == h));
            assert_eq!(
                (g.partial_cmp(h_there), g_there.partial_cmp(h)),
                (g.partial_cmp(h), g.partial_cmp(h))
            );
            let (sum, difference) = ((g + h_there).unwrap(), (g_there - h).unwrap());
            assert_eq!((&sum, &difference), (&(g + h).unwrap(), &(g - h).unwrap()));
            assert!(Arc::ptr_eq(sum.values(), &here) && Arc::ptr_eq(difference.values(), &there));
        }
    }
}

/// Forms that the other store has never met are compared without being stored there.
#[test]
fn games_of_other_stores_are_compared_without_a_copy() {
    let texts = [
        "{3|1||-2*}",
        "{1|0}:20",
        "{1|0}:21",
        "^[3]*",
        "{^^|vv*}",
        "{1|^40}",
        "*7",
        "^3*2",
        "1/2",
        "Tiny(3)",
    ];
    let together = store();
    let alone = texts.map(|text| parse(&store(), text));
    let others = texts.map(|text| parse(&store(), text));
    for (g, g_text) in alone.iter().zip(texts) {
        for (h, h_text) in others.iter().zip(texts) {
            let sizes = (g.values().len(), h.values().len());
            let expected = parse(&together, g_text).partial_cmp(&parse(&together, h_text));
            assert_eq!((g.partial_cmp(h), g == h), (expected, g_text == h_text), "{g_text} and {h_text}");
            assert_eq!((g.values().len(), h.values().len()), sizes, "{g_text} and {h_text}");
        }
    }
}

#[test]
fn a_store_for_each_game_gives_the_same_order() {
    let together = store();
    let games: Vec<Value> = day_2(&together)
        .iter()
        .flat_map(|g| ["0", "{2||1|-3}", "^[2]"].map(|h| (g + &parse(&together, h)).unwrap()))
        .collect();
    let apart: Vec<Value> = games.iter().map(|g| parse(&store(), &g.to_string())).collect();
    for (g, g_apart) in games.iter().zip(&apart) {
        for (h, h_apart) in games.iter().zip(&apart) {
            assert_eq!(g_apart.partial_cmp(h_apart), g.partial_cmp(h), "{g} and {h}");
            assert_eq!(g_apart == h_apart, g == h, "{g} and {h}");
        }
    }
}

#[test]
fn comparisons_obey_the_budget_they_are_given() {
    let (values, other) = (store(), store());
    let (g, h) = (parse(&values, "{1|0}:20"), parse(&values, "{1|0}:21"));
    let cancelled = Budget::endless();
    cancelled.cancel();
    for h in [&h, &parse(&other, "{1|0}:21")] {
        assert_eq!(g.compare(h, &cancelled), Err(Error::Stopped));
        assert_eq!(g.compare(h, &Budget::after_nodes(1)), Err(Error::OutOfNodes));
        assert_eq!(g.compare(h, &Budget::endless()), Ok(g.partial_cmp(h)));
    }
    assert!(g < h);
    let weight = parse(&values, "{^^*|v*}").atomic_weight(&cancelled);
    assert_eq!(weight, Err(Error::Stopped));
}

#[test]
fn a_handle_answers_after_the_time_of_its_store() {
    let budget = Budget::endless();
    let values = Arc::new(Values::with_limits(Limits { budget: budget.clone(), ..Limits::default() }));
    let (g, h) = (parse(&values, "{1|0}:20"), parse(&values, "{1|0}:21"));
    let other = parse(&store(), "{1|0}:21");
    let text = parse(&store(), "{3|1||-2*}").to_string();
    let third = parse(&values, &text);
    budget.cancel();
    assert!(g < h && g != h && g < other && h == other);
    assert_eq!(third.to_string(), text);
    assert_eq!((third.mean(), third.outcome()), (Dyadic::ZERO, Outcome::Next));
    assert_eq!(
        (Value::integer(&values, -7).to_string(), Value::up(&values).to_string()),
        ("-7".into(), "^".into())
    );
    assert_eq!(g.atomic_weight(&Budget::endless()), Ok(None));
    assert_eq!(&g + &h, Err(Error::Stopped));
}

#[test]
fn a_full_store_still_answers() {
    let plenty = store();
    let texts = ["{2|*50}", "*60", "^3*60", "{1|^40}", "^50"];
    for text in texts {
        _ = parse(&plenty, text);
    }
    let full = u32::try_from(plenty.load()).unwrap();
    let values = Arc::new(Values::with_limits(Limits { values: full, ..Limits::default() }));
    let games = texts.map(|text| parse(&values, text));
    // The ids need the options of *60, which find no room.
    assert_eq!(values.integer(1000), Err(Error::TooManyValues(full)));
    assert_eq!(values.le(games[1].id(), games[0].id()), Err(Error::TooManyValues(full)));
    for (g, g_text) in games.iter().zip(texts) {
        assert_eq!(g.to_string(), parse(&plenty, g_text).to_string());
        for (h, h_text) in games.iter().zip(texts) {
            let expected = parse(&plenty, g_text).partial_cmp(&parse(&plenty, h_text));
            assert_eq!(g.partial_cmp(h), expected, "{g_text} and {h_text}");
        }
        let thousand = Value::integer(&values, 1000);
        assert!(*g < thousand);
        assert_eq!(thousand.partial_cmp(g), Some(Ordering::Greater));
        assert!(*g > Value::integer(&values, -1000));
        assert!((g + &thousand).is_err());
        assert_eq!((&thousand + g).unwrap(), (&thousand + &parse(&plenty, g_text)).unwrap());
    }
    let empty = Arc::new(Values::with_limits(Limits { values: 0, ..Limits::default() }));
    let (star, up) = (Value::star(&empty), Value::up(&empty));
    assert_eq!((star.partial_cmp(&up), up > Value::zero(&empty)), (None, true));
    assert_eq!(*up.thermograph(), *plenty.thermograph(plenty.ups(1).unwrap()).unwrap());
    assert_eq!(*star.thermograph(), *plenty.thermograph(plenty.nimber(1).unwrap()).unwrap());
    assert_eq!(
        (star.temperature(), Value::integer(&empty, i32::MIN).mean()),
        (Dyadic::ZERO, i32::MIN.into())
    );
}

#[test]
fn forms_too_large_to_print_say_so() {
    let values = store();
    let nested = parse(&values, "{1|0}:3000");
    assert_eq!(nested.to_string(), "(a canonical form nested too deep to print)");
    // Every level contains the one before twice, moved by a number.
    let mut g = Value::zero(&values);
    for level in 0..20 {
        let threat = values.integer(3i64.pow(level + 1)).unwrap();
        let (above, below) = (
            values.plus_number(g.id(), Dyadic::ONE).unwrap(),
            values.plus_number(g.id(), Dyadic::MINUS_ONE).unwrap(),
        );
        let left = values.from_options(&[threat], &[above]).unwrap();
        let right = values.from_options(&[below], &[values.negative(threat).unwrap()]).unwrap();
        g = Value::new(&values, values.from_options(&[left], &[right]).unwrap()).unwrap();
    }
    assert_eq!(format!("{g:?}"), "(a canonical form of more than 1000000 characters)");
    assert_eq!(g.partial_cmp(&nested), values.compare(g.id(), nested.id()).unwrap());
}

/// A name such as -9Miny(…) would need a threat that is too large.
#[test]
fn games_whose_names_overflow_are_printed_with_their_options() {
    let values = store();
    let text = "{9223372036854775800|0||-9|||-9}";
    let g = parse(&values, text);
    assert_eq!(g.to_string(), text);
    assert_eq!(parse(&values, &g.to_string()), g);
}

#[test]
fn handles_travel_between_threads() {
    let g = parse(&store(), "10|8||2");
    let mean = std::thread::scope(|scope| scope.spawn(|| g.mean()).join().unwrap());
    assert_eq!(mean, g.mean());
}

#[test]
fn walls_are_higher_than_numbers_go() {
    let values = Values::new();
    let g = values.parse("{4611686018427387903/2|-2305843009213693951}").unwrap();
    assert_eq!(values.thermograph(g).unwrap().mean().to_string(), "1/4");
}
