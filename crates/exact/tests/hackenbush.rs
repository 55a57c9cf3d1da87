//! Hackenbush: values that are known, and regions and normal forms compared with plain rules.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use proptest::prelude::*;
use rules::{Notation, Position, games::hackenbush::Hackenbush};
use std::collections::HashMap;
use values::{Player, ValueId, Values};

/// A stalk with edges of these colours, from the ground up.
fn stalk(colours: &str) -> String {
    let edge = |(i, colour)| format!("{i}-{}:{colour}", i + 1);
    colours.chars().enumerate().map(edge).collect::<Vec<_>>().join(" ")
}

fn assert_value(text: &str, expected: &str) {
    let values = Values::new();
    let position = Hackenbush::read(text).unwrap();
    let value = ValueTable::default().value(&values, &position).unwrap();
    assert_eq!(values.print(value).unwrap(), expected, "{text}");
}

#[test]
fn stalks() {
    let known = [
        ("L", "1"),
        ("LL", "2"),
        ("LR", "1/2"),
        ("LRR", "1/4"),
        ("LRL", "3/4"),
        ("LLR", "3/2"),
        ("RL", "-1/2"),
        ("E", "*"),
        ("EEE", "*3"),
        ("EL", "^*"),
        ("ER", "v*"),
        ("LE", "1*"),
    ];
    for (colours, value) in known {
        assert_value(&stalk(colours), value);
    }
    assert_value(&stalk(&"L".repeat(64)), "64");
    assert_value(&stalk(&"E".repeat(30)), "*30");
}

/// Green trees by the colon principle, green cycles by the fusion principle (Winning Ways, chapter 7).
#[test]
fn trees_and_cycles() {
    assert_value("g-a:E a-b:E a-c:E c-d:E", "*4");
    assert_value("g-a:E a-b:E b-g:E", "*");
    assert_value("g-a:E a-b:E b-c:E c-g:E", "0");
    assert_value("g-a:L a-b:L b-g:L", "3");
    assert_value("g-a:L g-a:L g-g:R a-a:R", "0");
    assert_value("g-a:L g-b:R", "0");
    assert_value("g", "0");
}

/// Without regions and normal forms.
fn plain(values: &Values, known: &mut HashMap<Hackenbush, ValueId>, position: &Hackenbush) -> ValueId {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let options = position.options(player);
        options.iter().map(|option| plain(values, known, option)).collect::<Vec<_>>()
    });
    let value = values.from_options(&left, &right).unwrap();
    known.insert(position.clone(), value);
    value
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn regions_and_normal_forms_keep_the_value(edges in prop::collection::vec((0..6_u8, 0..6_u8, "[LRE]"), 1..10)) {
        let text = edges.iter().map(|(a, b, colour)| format!("{a}-{b}:{colour}")).collect::<Vec<_>>().join(" ");
        let Ok(position) = Hackenbush::read(&text) else { return Ok(()) };
        let values = Values::new();
        let value = ValueTable::default().value(&values, &position).unwrap();
        prop_assert_eq!(value, plain(&values, &mut HashMap::new(), &position));
        prop_assert_eq!(Hackenbush::read(&position.to_string()), Ok(position));
    }

    /// Trees are recognised under any names, and with the colours exchanged.
    #[test]
    fn trees_have_one_normal_form(
        parents in prop::collection::vec((any::<prop::sample::Index>(), "[LRE]"), 1..12),
        names in Just((1..=12_u8).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let tree = |name: &dyn Fn(usize) -> u8, exchange: bool| {
            let edge = |(i, (parent, colour)): (usize, &(prop::sample::Index, String))| {
                let colour = match colour.as_str() {
                    "L" if exchange => "R",
                    "R" if exchange => "L",
                    colour => colour,
                };
                format!("{}-{}:{colour}", name(parent.index(i + 1)), name(i + 1))
            };
            let text = parents.iter().enumerate().map(edge).collect::<Vec<_>>().join(" ");
            Hackenbush::read(&text).unwrap().normal_form()
        };
        let same = tree(&|i| i as u8, false);
        let renamed = |i: usize| if i == 0 { 0 } else { names[i - 1] };
        prop_assert_eq!(&tree(&renamed, false), &same);
        let (negative, _) = tree(&renamed, true);
        prop_assert_eq!(&negative, &same.0);
    }
}

#[test]
fn bad_graphs() {
    let error = |text: &str| Hackenbush::read(text).unwrap_err().to_string();
    assert_eq!(error("g-a:L b-c:R"), "the edge b-c:R is not connected to the ground");
    assert_eq!(error("g-a"), "'g-a' is no edge like g-a:L or a-b:R");
    assert_eq!(error("g-201:L"), "'g-201:l' is no edge like g-a:L or a-b:R");
    assert_eq!(error("g-a:X"), "'g-a:x' is no edge like g-a:L or a-b:R");
    assert_eq!(error(" "), "the board is empty");
    assert_eq!(error(&["g-a:L"; 65].join(" ")), "65 edges are too many: at most 64");
}
