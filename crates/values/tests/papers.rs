//! The worked values of the papers.

#![allow(missing_docs, clippy::unwrap_used)]

use std::cmp::Ordering;
use values::{Dyadic, Outcome, Sumber, ValueId, Values};

fn check(values: &Values, text: &str, mean: &str, temperature: &str) {
    let g = values.parse(text).unwrap();
    assert_eq!(values.mean(g).unwrap().to_string(), mean, "mean of {text}");
    assert_eq!(values.temperature(g).unwrap().to_string(), temperature, "temperature of {text}");
}

/// Müller's lecture (003) and Kao (001).
#[test]
fn temperatures_of_the_lecture() {
    let values = Values::new();
    check(&values, "10|8||2", "11/2", "7/2");
    check(&values, "5|-3", "1", "4");
    check(&values, "5|1||-1|-8", "-3/4", "15/4");
    check(&values, "3||0|-2", "1", "2");
    check(&values, "7|6||2|1", "4", "5/2");
    check(&values, "11||8|0", "8", "3");
}

/// Müller's lecture: a move that only looks hot, since its answer reverses it.
#[test]
fn the_reversible_threat() {
    let values = Values::new();
    assert_eq!(values.parse("{10||0|-20}|-4").unwrap(), values.parse("{0|-4}").unwrap());
    check(&values, "{10||0|-20}|-4", "-2", "2");
}

/// Zhang (000), Figures 2.4, 2.5 and 3.1.
#[test]
fn the_amazons_examples() {
    let values = Values::new();
    check(&values, "{4|2,{3|0,{1/2|0}}||{0,*|-1},-1/4}", "5/4", "7/4");
    check(&values, "{2|-1/2,+-1}", "3/4", "5/4");
    assert_eq!(values.mean(values.parse("+-(1,{2|1/2,{1|*}})").unwrap()).unwrap(), Dyadic::ZERO);
}

/// Shan (004), (25)–(32) with their atomic weights, and (33)–(41).
#[test]
fn the_elementary_infinitesimals() {
    let values = Values::new();
    let parse = |text: &str| values.parse(text).unwrap();
    let sum = |g, h| values.sum(g, h).unwrap();
    let difference = |g, h| values.difference(g, h).unwrap();
    let positive = |g| values.outcome(g).unwrap() == Outcome::Left;
    let weight = |g: ValueId| values.print(values.atomic_weight(g).unwrap().unwrap()).unwrap();

    let star = parse("{0|0}");
    let up = parse("{0|*}");
    let up_plus = parse("{^|*}");
    let half_up = parse("{^^*|v*}");
    let black_star = parse("{0,^*|v*,0}");
    let half_star = parse("{^^|vv*}");
    let half_star_plus = parse("{^^,^^*|vv*}");
    let diamond = parse("{^3*|v3*}");
    let weights = [star, up, up_plus, half_up, black_star, half_star, half_star_plus, diamond].map(weight);
    assert_eq!(weights, ["0", "1", "1", "1/2", "0", "*", "*", "+-1"]);

    assert_eq!(up_plus, values.up(Dyadic::from(2)).unwrap());
    let up_second = difference(up_plus, up);
    assert_eq!(up_second, parse("^<2>"));
    assert!(positive(up_second));
    for copies in 1..20 {
        assert!(positive(difference(up, values.multiple(copies, up_second).unwrap())), "(34) with {copies}");
    }
    assert_eq!(sum(half_up, half_up), up, "(35)");
    assert!(positive(difference(half_up, up_second)), "(36)");
    assert_eq!(sum(black_star, black_star), ValueId::ZERO, "(37)");
    for n in 1..20 {
        assert_eq!(values.compare(black_star, values.nimber(n).unwrap()).unwrap(), None, "(38) with *{n}");
    }
    assert_eq!(sum(half_star, half_star), star, "(39)");
    let delta = difference(half_star_plus, half_star);
    assert!(positive(delta), "(40)");
    assert_eq!(weight(delta), "0");
    assert_eq!(sum(diamond, diamond), ValueId::ZERO, "(41)");
}

/// Shan (004) §3.2.3: ↑(d) against nimbers and each other, (19)–(23).
#[test]
fn the_order_of_ups() {
    let values = Values::new();
    let up = |text: &str| values.up(text.parse().unwrap()).unwrap();
    let less = |g, h| values.compare(g, h).unwrap() == Some(Ordering::Less);
    let ds = ["1/4", "1/2", "3/4", "1", "3/2", "2", "3"];
    for d in ds {
        for n in 2..10 {
            assert!(less(values.nimber(n).unwrap(), up(d)), "*{n} < ^({d})");
        }
        assert_eq!(values.compare(up(d), values.nimber(1).unwrap()).unwrap(), None, "^({d}) <> *");
    }
    for pair in ds.windows(2) {
        assert!(less(up(pair[0]), up(pair[1])), "^({}) < ^({})", pair[0], pair[1]);
    }
    for triple in ds.windows(3) {
        let step = |a, b| values.difference(up(b), up(a)).unwrap();
        let (lower, upper) = (step(triple[0], triple[1]), step(triple[1], triple[2]));
        for copies in 1..8 {
            assert!(
                less(values.multiple(copies, upper).unwrap(), lower),
                "(23) with {triple:?} and {copies} copies"
            );
        }
    }
}

/// Shan (004): the three sums worked out there. Of the last one it is only said that it is not positive.
#[test]
fn the_example_sumbers() {
    let values = Values::new();
    let sumber = |terms: &[(i64, i32)]| {
        let mut sumber = Sumber::default();
        for &(times, d) in terms {
            sumber.add(times, Dyadic::from(d)).unwrap();
        }
        sumber.add_star();
        assert_eq!(values.outcome(sumber.to_game(&values).unwrap()).unwrap(), sumber.outcome());
        sumber.outcome()
    };
    assert_eq!(sumber(&[(-1, 3), (3, 1)]), Outcome::Left);
    assert_eq!(sumber(&[(-1, 3), (3, 2), (-1, 1)]), Outcome::Left);
    assert_eq!(sumber(&[(1, 3), (-2, 2), (2, 1)]), Outcome::Next);
}
