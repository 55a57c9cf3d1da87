//! Interval thermography compared with exact thermographs, and its bounds when a limit ends it.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ThermographTable;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rules::bitboard::Small;
use rules::games::amazons::Amazons;
use rules::games::clobber::Clobber;
use rules::games::domineering::Domineering;
use rules::games::nogo::NoGo;
use rules::games::tree::Tree;
use rules::{Notation, Position, games::konane::Konane};
use temperature::{Aim, Bounds, IntervalSearch};
use values::{Budget, Dyadic, Error, Values};

const ROOM: usize = 1 << 30;

/// A search for each kind of aim and the exact thermographs, kept from one position to the next.
struct Checker<P> {
    exactly: IntervalSearch<P>,
    hotter: [IntervalSearch<P>; 4],
    ahead: IntervalSearch<P>,
    values: Values,
    table: ThermographTable<P>,
}

impl<P: Notation + Position> Checker<P> {
    fn new() -> Self {
        let search = || IntervalSearch::new(Budget::endless().with_bytes(ROOM));
        Self {
            exactly: search(),
            hotter: std::array::from_fn(|_| search()),
            ahead: search(),
            values: Values::new(),
            table: ThermographTable::default(),
        }
    }

    /// Every aim leads to what the exact thermograph says, and bounds only ever narrow around it.
    fn check(&mut self, position: &P) {
        let id = self.table.thermograph(&self.values, position).unwrap();
        let graph = self.values.thermographs().get(id);
        let (mean, temperature) = (graph.mean(), graph.temperature());
        let mut last: Option<Bounds> = None;
        let (bounds, ended) = self.exactly.search(position, Aim::MeanAndTemperature, &mut |bounds| {
            assert!(bounds.mean.0 <= mean && mean <= bounds.mean.1, "{position}: {bounds:?}, mean {mean}");
            let (cold, hot) = bounds.temperature;
            assert!(
                cold <= temperature && temperature <= hot,
                "{position}: {bounds:?}, temperature {temperature}"
            );
            if let Some(last) = &last {
                assert!(last.mean.0 <= bounds.mean.0 && bounds.mean.1 <= last.mean.1, "{position}");
            }
            last = Some(bounds.clone());
        });
        ended.unwrap();
        let bounds = bounds.unwrap();
        assert!(bounds.are_exact(), "{position}: {bounds:?}");
        assert_eq!((bounds.mean.0, bounds.temperature.0), (mean, temperature), "{position}");
        for (t, search) in [-1, 0, 1, 2].map(Dyadic::from).into_iter().zip(&mut self.hotter) {
            let (bounds, ended) = search.search(position, Aim::HotterThan(t), &mut |_| {});
            ended.unwrap();
            let (cold, hot) = bounds.unwrap().temperature;
            assert_eq!((cold > t, hot > t), (temperature > t, temperature > t), "{position} above {t}");
        }
        let (bounds, ended) = self.ahead.search(position, Aim::WhoIsAhead, &mut |_| {});
        ended.unwrap();
        let (low, high) = bounds.unwrap().mean;
        let sign = |x: Dyadic| x.cmp(&Dyadic::ZERO);
        assert_eq!((sign(low), sign(high)), (sign(mean), sign(mean)), "{position}");
    }
}

fn check_all<P: Notation + Position>(boards: impl IntoIterator<Item = String>) {
    let mut checker = Checker::<P>::new();
    for board in boards {
        if let Ok(position) = P::read(&board) {
            checker.check(&position);
        }
    }
}

/// All boards with this number of cells, in rows of three, with these symbols.
fn boards(cells: u32, symbols: &'static [char]) -> impl Iterator<Item = String> {
    let base = symbols.len() as u32;
    (0..base.pow(cells)).map(move |n| {
        let cell = |i: u32| symbols[(n / base.pow(i) % base) as usize];
        let row = |y: u32| (3 * y..3 * y + 3).map(cell).collect::<String>();
        (0..cells / 3).map(row).collect::<Vec<_>>().join("|")
    })
}

#[test]
fn small_boards_of_many_games() {
    check_all::<Domineering<Small>>(boards(9, &['.', '#']));
    check_all::<NoGo<Small>>(boards(6, &['.', 'x', 'o']));
    check_all::<Clobber<Small>>(boards(6, &['.', 'x', 'o']));
    check_all::<Konane<Small>>(boards(6, &['.', 'x', 'o']));
    check_all::<Amazons<Small>>(boards(6, &['.', 'x', 'o', '#']).step_by(3));
}

#[test]
fn positions_that_fall_apart() {
    check_all::<Domineering<Small>>(["..#...|..#...|...#..".into(), ".#.#..|.#....|.##..#".into()]);
    check_all::<Amazons<Small>>(["x.o#|####|.x.o".into(), "xx#o|..#.|.o#x".into()]);
}

#[test]
fn known_temperatures() {
    let amazons = |text| Amazons::<Small>::read(text).unwrap();
    for (text, mean, temperature) in [
        ("x...|....|...o", "0", "37/8"),
        ("x.#.|....|.##.|...o", "1/2", "5/2"),
        ("##o|x.#|..#", "3/4", "5/4"),
    ] {
        let mut search = IntervalSearch::new(Budget::endless().with_bytes(ROOM));
        let bounds = search.search(&amazons(text), Aim::MeanAndTemperature, &mut |_| {}).0.unwrap();
        let found = (bounds.mean.0.to_string(), bounds.temperature.0.to_string());
        assert_eq!((found.0.as_str(), found.1.as_str()), (mean, temperature), "{text}");
    }
}

/// The bounds hold when time or memory are used up.
#[test]
fn limits_leave_certified_bounds() {
    let position = Amazons::<Small>::read("x....|.....|..#..|.....|....o").unwrap();
    let budget = Budget::after(std::time::Duration::from_millis(50));
    let (bounds, ended) =
        IntervalSearch::new(budget.with_bytes(ROOM)).search(&position, Aim::MeanAndTemperature, &mut |_| {});
    assert_eq!(ended, Err(Error::Stopped));
    assert!(bounds.is_some_and(|bounds| bounds.mean.0 < bounds.mean.1));
    let (bounds, ended) = IntervalSearch::new(Budget::endless().with_bytes(2 << 20)).search(
        &position,
        Aim::MeanAndTemperature,
        &mut |_| {},
    );
    assert_eq!(ended, Err(Error::OutOfRoom));
    assert!(bounds.is_some());
}

/// Random trees, not in canonical form, with numbers and infinitesimals for leaves.
fn tree() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-6..7i32).prop_map(|n| n.to_string()),
        Just("1/2".into()),
        Just("*".into()),
        Just("^".into())
    ];
    leaf.prop_recursive(4, 40, 3, |inner| {
        let side = || proptest::collection::vec(inner.clone(), 0..3).prop_map(|options| options.join(","));
        (side(), side()).prop_map(|(left, right)| format!("{{{left}|{right}}}"))
    })
}

#[test]
fn bounds_end_at_the_exact_thermograph() {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(10_000) };
    let checker = std::cell::RefCell::new(Checker::<Tree>::new());
    let checked = TestRunner::new(config).run(&tree(), |text| {
        checker.borrow_mut().check(&Tree::read(&text).unwrap());
        Ok(())
    });
    checked.unwrap();
}
