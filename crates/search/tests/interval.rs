//! Interval search: whatever it says on the way is true.

use rules::Position;
use rules::games::{amazons::Amazons, tree::Tree};
use rules::plane::Small;
use search::{Aim, IntervalSearch, ThermographTable};
use values::{Dyadic, Games, Stop};

/// Are mean and temperature always within the bounds, whatever is asked?
fn tells_the_truth<P: Position>(position: &P) {
    let games = Games::new();
    let id = ThermographTable::default().thermograph(&games, position).expect("small");
    let graph = games.thermographs().get(id);
    let thresholds = [0, 1, 2, 3].map(|t| Aim::HotterThan(Dyadic::from(t)));
    for aim in thresholds.into_iter().chain([Aim::MeanAndTemperature, Aim::WhoIsAhead]) {
        let mut search = IntervalSearch::new(1 << 24, Stop::never());
        let (_, ended) = search.search(position, aim, |bounds| {
            let within = |(low, high): (Dyadic, Dyadic), x| low <= x && x <= high;
            let good = within(bounds.mean, graph.mean()) && within(bounds.temperature, graph.temperature());
            assert!(good, "{position}, {aim:?}: {bounds:?}");
        });
        assert_eq!(ended, Ok(()), "{position}, {aim:?}");
    }
}

/// The options are known to be between numbers, and so is the mean, but threats make the position hotter than those.
#[test]
fn numbers_around_a_position_do_not_bound_its_temperature() {
    for board in ["##.O|#.X#|.###|####", "#X.#|..##|O###|####", "##X.|O#.#|#.##|####"] {
        tells_the_truth(&Amazons::<Small>::read(board).expect("a board"));
    }
    for tree in ["{{9|1}|{-1|-9}}", "{{9|0}|-1}", "{{9|0}|0}", "{2|-1/2,{1|-1}}", "{{3|{2|-2}}|1/8}"] {
        tells_the_truth(&Tree::read(tree).expect("a tree"));
    }
}
