//! Values as graphs of bytes, and their fingerprints: both depend on the canonical form and on nothing else.

#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use values::{Budget, Error, GraphError, Value, ValueId, Values};

fn print(values: &Values, g: ValueId) -> u64 {
    values.fingerprint(g, &Budget::endless()).unwrap()
}

#[test]
fn all_games_born_by_day_three_travel() {
    let here = Values::new();
    let mut games = here.born_by(3).unwrap();
    // Another store meets them in another order.
    games.reverse();
    let there = Values::new();
    let mut prints = HashSet::new();
    for g in games {
        let copy = there.read_graph(&here.write_graph(g).unwrap()).unwrap();
        assert_eq!(there.print(copy).unwrap(), here.print(g).unwrap());
        assert_eq!(print(&there, copy), print(&here, g));
        prints.insert(print(&here, g));
    }
    assert_eq!(prints.len(), 1474);
}

#[test]
fn graphs_are_short_where_texts_are_long() {
    let (here, there) = (Values::new(), Values::new());
    let text = "{5|-3||-8} + {3|1||-2|-7} + {10|8||2} + {4|1||*|-9} + {^|-6||-7} + {9|*||-2} + {2|1||-1|-2}";
    let total = here.parse(text).unwrap();
    let bytes = here.write_graph(total).unwrap();
    assert!(bytes.len() < here.print(total).unwrap().len() / 5);
    assert_eq!(there.read_graph(&bytes).unwrap(), there.parse(text).unwrap());
}

#[test]
fn hashes_of_handles_agree_across_stores() {
    let [here, there] = [(), ()].map(|()| Arc::new(Values::new()));
    let hasher = RandomState::new();
    for text in ["0", "-7/2", "^^*3", "{3|1||-1|*}", "{0||||0|||^|v*||v}"] {
        let (g, h) = (Value::parse(&here, text).unwrap(), Value::parse(&there, text).unwrap());
        assert_eq!((&g, hasher.hash_one(&g)), (&h, hasher.hash_one(&h)));
        assert_eq!(g.known_sum(&h).unwrap(), None);
        let zero = Value::zero(&here);
        assert_eq!(g.known_sum(&zero).unwrap(), Some(g.clone()));
        assert_eq!(g.known_le(&zero), Some(g <= zero));
    }
}

#[test]
fn damaged_graphs_are_refused() {
    let values = Values::new();
    let bytes = values.write_graph(values.parse("{3|1||-1|*}").unwrap()).unwrap();
    assert_eq!(values.read_graph(b""), Err(GraphError::Version));
    assert_eq!(values.read_graph(&[1]), Err(GraphError::Version));
    assert_eq!(values.read_graph(&[2, 0, 0, 0, 0, 0]), Err(GraphError::Version));
    assert_eq!(values.read_graph(&bytes[..bytes.len() - 1]), Err(GraphError::Damaged(bytes.len() - 1)));
    // The first option of the first game is the game itself.
    assert_eq!(values.read_graph(&[1, 1, 1, 0, 0]), Err(GraphError::Damaged(5)));
    assert_eq!(values.read_graph(&[1, 0, 0, 0, 0, 0xff, 0xff, 3]), Err(Error::NimberTooLarge.into()));
}

proptest! {
    #[test]
    fn any_bytes_are_a_value_or_refused(bytes in proptest::collection::vec(0..12_u8, 0..60)) {
        let values = Values::new();
        let bytes = [&[1], &bytes[..]].concat();
        if let Ok(g) = values.read_graph(&bytes) {
            let again = values.write_graph(g).unwrap();
            prop_assert_eq!(values.read_graph(&again).unwrap(), g);
        }
    }
}
