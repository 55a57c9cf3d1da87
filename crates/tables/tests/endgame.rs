//! Endgame tables: the numbering of positions, the facts in a table, and builds that are killed or files that
//! are damaged.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ThermographTable;
use rules::{LISTED, Listed, ListedVisitor, Notation, Position, Tabled, listed};
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use tables::endgame::{
    Build, BuildFailure, Census, Found, Index, Kind, Progress, Rectangle, Subject, Table, layout, merge,
};
use values::{Budget, Dyadic, Error, Player, Values};

fn subject(game: &str, width: u8, height: u8, queens: [u8; 2], kind: Kind) -> Subject {
    let game = LISTED.iter().copied().find(|known| *known == game).unwrap();
    let layout = layout(game).unwrap();
    Subject { game, rectangle: Rectangle { width, height, layout, queens: queens.into() }, kind }
}

/// Small tables of every listed game.
fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    for kind in [Kind::Thermograph, Kind::Value] {
        all.push(subject("amazons", 3, 3, [1, 1], kind));
        all.push(subject("amazons", 4, 2, [2, 1], kind));
        all.push(subject("amazons", 3, 2, [2, 2], kind));
        all.push(subject("clobber", 3, 3, [0, 0], kind));
        all.push(subject("domineering", 3, 4, [0, 0], kind));
        all.push(subject("nogo", 3, 3, [0, 0], kind));
        all.push(subject("nogo", 4, 2, [0, 0], kind));
    }
    all
}

fn build(subject: &Subject, path: &Path) -> Table {
    let budget = Budget::endless();
    Build { subject: subject.clone(), path, memory: 1 << 30, budget, progress: &|_| {} }.run().unwrap()
}

struct Everything<'a>(&'a Table);

impl ListedVisitor for Everything<'_> {
    type Output = ();

    /// Every position before symmetry. Its fact is compared with search and with the facts of its options.
    fn visit<P: Listed>(self) {
        let (values, search) = (Values::new(), ThermographTable::default());
        let index = self.0.index();
        let (mut seen, mut open) = (HashSet::new(), Vec::new());
        for entry in 0..index.len() {
            open.extend(P::on(index.board(entry)));
        }
        let mut checked = 0;
        while let Some(position) = open.pop() {
            if !seen.insert(position.clone()) {
                continue;
            }
            let tabled = Tabled::of(&position).unwrap();
            let found = self.0.probe(&tabled).unwrap().unwrap_or_else(|| panic!("{position} is missing"));
            let value = search_value(&values, &position);
            match found {
                Found::Graph(entry, negative) => {
                    let entry = if negative { entry.negated() } else { entry.clone() };
                    let id = search.thermograph(&values, &position).unwrap();
                    assert_eq!(entry.graph, *values.thermographs().get(id), "{position}");
                    assert_eq!(entry.outcome, values.outcome(value).unwrap(), "{position}");
                }
                Found::Value(text, negative) => {
                    let said = values.parse(&text).unwrap();
                    let said = if negative { values.negative(said).unwrap() } else { said };
                    assert_eq!(said, value, "{position}");
                }
            }
            checked += 1;
            open.extend(Player::BOTH.into_iter().flat_map(|player| position.options(player)));
        }
        assert!(checked > 0);
    }
}

fn search_value<P: Position>(values: &Values, position: &P) -> values::ValueId {
    exact::ValueTable::default().value(values, position).unwrap()
}

#[test]
fn everything_in_a_table_is_what_search_finds() {
    let folder = tempfile::tempdir().unwrap();
    for subject in subjects() {
        let table = build(&subject, &folder.path().join(subject.file_name()));
        table.verify(&Budget::endless()).unwrap();
        assert!(table.is_complete());
        listed(subject.game, Everything(&table)).unwrap();
    }
}

#[test]
fn entries_and_boards_belong_together() {
    for subject in subjects() {
        let index = Index::new(subject.rectangle).unwrap();
        let (mut first, mut weight) = (HashSet::new(), 0u128);
        for entry in 0..index.len() {
            let board = index.board(entry);
            let (found, negative) = index.locate(&board).unwrap();
            assert_eq!((found, negative), (entry, false), "{subject:?}");
            if let Some(negated) = index.negated(&board) {
                assert!(index.locate(&negated).is_some());
            }
            weight += u128::from(index.weight(entry));
            if index.is_first(entry) {
                first.insert(entry);
            }
        }
        assert_eq!(weight, subject.rectangle.all_positions(), "{subject:?}");
        assert!(!first.is_empty());
    }
}

/// Counting shapes by Burnside's lemma and finding them one by one give the same numbers.
#[test]
fn entries_are_counted_before_they_are_found() {
    for (width, height) in [(1, 1), (1, 8), (8, 1), (2, 2), (3, 2), (2, 5), (4, 3), (4, 4), (5, 3), (8, 2)] {
        for game in ["domineering", "nogo", "clobber", "amazons"] {
            let queens = if game == "amazons" { [1, 0] } else { [0, 0] };
            let rectangle = subject(game, width, height, queens, Kind::Value).rectangle;
            let index = Index::new(rectangle).unwrap();
            let mut weight = 0u128;
            for level in index.levels().iter().filter(|level| !level.is_empty()) {
                for entry in [level.start, level.end - 1] {
                    assert_eq!(index.locate(&index.board(entry)), Some((entry, false)), "{rectangle:?}");
                }
                // All positions of a shape have the same weight, so a sample is enough on large boards.
                if index.len() < 100_000 {
                    weight += level.clone().map(|entry| u128::from(index.weight(entry))).sum::<u128>();
                }
            }
            assert!(weight == 0 || weight == rectangle.all_positions(), "{rectangle:?}");
        }
    }
    let large = |game| subject(game, 5, 5, [0, 0], Kind::Value).rectangle.entries();
    assert_eq!((large("domineering"), large("nogo")), (3_956_996, 53_603_627_765));
}

/// The first and the last level of 25 cells are found without the levels in between.
#[test]
fn an_index_of_many_cells_costs_nothing_until_it_is_asked() {
    let index = Index::new(subject("domineering", 5, 5, [0, 0], Kind::Value).rectangle).unwrap();
    let full = rules::Board::blank(5, 5);
    assert_eq!(index.locate(&full), Some((index.len() - 1, false)));
    assert_eq!(index.board(index.len() - 1), full);
    assert_eq!(index.locate(&rules::Board::blank(2, 1)).map(|(_, negative)| negative), Some(false));
}

#[test]
fn a_census_counts_legal_positions_of_nogo() {
    let folder = tempfile::tempdir().unwrap();
    // Tromp's counts of legal positions.
    for (width, height, legal) in [(2, 2, 57), (3, 2, 489), (3, 3, 12_675)] {
        let subject = subject("nogo", width, height, [0, 0], Kind::Thermograph);
        let census =
            Census::of(&build(&subject, &folder.path().join(subject.file_name())), &Budget::endless())
                .unwrap();
        assert_eq!(census.total.all, legal);
        assert_eq!(census.by_class().iter().map(|count| count.all).sum::<u64>(), legal);
        assert_eq!(census.by_longest.values().map(|count| count.all).sum::<u64>(), legal);
        assert_eq!(census.by_play.values().map(|(count, _)| count.all).sum::<u64>(), legal);
        for (longest, count) in &census.by_longest {
            let classes = census.by_class_with(*longest);
            assert_eq!(classes.iter().map(|class| class.all).sum::<u64>(), count.all);
        }
    }
}

#[test]
fn a_board_fits_wherever_it_lies_and_however_it_is_turned() {
    let folder = tempfile::tempdir().unwrap();
    let subject = subject("amazons", 4, 3, [1, 1], Kind::Thermograph);
    let table = build(&subject, &folder.path().join("table"));
    let probe = |text: &str| {
        let position = rules::games::amazons::Amazons::<rules::bitboard::Small>::read(text).unwrap();
        match table.probe(&Tabled::of(&position).unwrap()).unwrap()? {
            Found::Graph(entry, negative) => Some(if negative { entry.negated() } else { entry.clone() }),
            Found::Value(..) => None,
        }
    };
    let known = probe("x..|#..|..o|..#").unwrap();
    assert_eq!(probe("######|##x..#|###..#|##..o#|##..##"), Some(known.clone()));
    assert_eq!(probe("o..|#..|..x|..#"), Some(known.negated()));
    assert_eq!(probe("x#..|....|..o#"), Some(known));
    assert_eq!(probe("x....|....o"), None);
    assert_eq!(probe("x.x|..o"), None);
}

/// A build that is stopped again and again, at random moments and while files are written, ends with the same
/// bytes.
#[test]
fn a_build_that_is_stopped_goes_on_and_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let subject = subject("amazons", 4, 3, [1, 1], Kind::Thermograph);
    let whole = folder.path().join("whole.table");
    build(&subject, &whole);
    let path = folder.path().join("stopped.table");
    let mut random = fastrand::Rng::with_seed(3);
    let mut stops = 0;
    loop {
        let budget = Budget::endless();
        let left = AtomicU64::new(random.u64(0..40));
        let tell = |_: &Progress| {
            if left.fetch_sub(1, Ordering::Relaxed) == 0 {
                budget.cancel();
            }
        };
        match (Build {
            subject: subject.clone(),
            path: &path,
            memory: 1 << 30,
            budget: budget.clone(),
            progress: &tell,
        })
        .run()
        {
            Ok(_) => break,
            Err(BuildFailure::Value(Error::Stopped)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
        // A truncated file, a changed one, and a temporary one that was never finished.
        let levels = folder.path().join("stopped.table.levels");
        let kept: Vec<_> = std::fs::read_dir(&levels).unwrap().map(|file| file.unwrap().path()).collect();
        if let Some(level) = random.choice(&kept) {
            let bytes = std::fs::read(level).unwrap();
            match random.u8(0..8) {
                0 => std::fs::write(level, &bytes[..random.usize(0..=bytes.len())]).unwrap(),
                1 if !bytes.is_empty() => {
                    let mut bytes = bytes;
                    let place = random.usize(0..bytes.len());
                    bytes[place] ^= 1 << random.u8(0..8);
                    std::fs::write(level, bytes).unwrap();
                }
                2 => std::fs::write(levels.join(".level-3.table.17.0.tmp"), b"half").unwrap(),
                _ => {}
            }
        }
        assert!(stops < 10_000);
    }
    assert!(stops > 0);
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&whole).unwrap());
    let mut left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["stopped.table", "whole.table"]);
}

/// A build whose runs are all too short for a whole level still ends, with the same bytes.
#[test]
fn a_build_makes_progress_within_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let subject = subject("domineering", 5, 4, [0, 0], Kind::Thermograph);
    let whole = folder.path().join("whole.table");
    // Progress is reported after every 256 entries.
    const STEP: u64 = 256;
    let largest = build(&subject, &whole).index().levels().iter().map(|level| level.end - level.start).max();
    let path = folder.path().join("stopped.table");
    let mut runs = 0;
    loop {
        let budget = Budget::endless();
        let left = AtomicU64::new(largest.unwrap() / STEP - 20);
        let tell = |_: &Progress| {
            if left.fetch_sub(1, Ordering::Relaxed) == 1 {
                budget.cancel();
            }
        };
        let build = Build {
            subject: subject.clone(),
            path: &path,
            memory: 1 << 30,
            budget: budget.clone(),
            progress: &tell,
        };
        match build.run() {
            Ok(_) => break,
            Err(BuildFailure::Value(Error::Stopped)) => runs += 1,
            Err(error) => panic!("{error}"),
        }
        assert!(runs < 100, "no progress");
    }
    assert!(runs > 0);
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&whole).unwrap());
}

/// Every flipped bit is noticed, and until then no answer is wrong.
#[test]
fn every_flipped_bit_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let subject = subject("amazons", 3, 3, [1, 1], Kind::Thermograph);
    let path = folder.path().join("table");
    let table = build(&subject, &path);
    let boards: Vec<Tabled> = (0..table.index().len())
        .step_by(7)
        .map(|entry| Tabled { game: "amazons", board: table.board(entry) })
        .collect();
    let bytes = std::fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        for bit in if place < 400 { 0..8 } else { (place % 8)..(place % 8 + 1) } {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << bit;
            std::fs::write(&path, &flipped).unwrap();
            let Ok(damaged) = Table::open(&path) else { continue };
            for board in &boards {
                // A missing answer is allowed, a wrong one is not.
                if let Ok(found) = damaged.probe(board) {
                    assert_eq!(found, table.probe(board).unwrap());
                }
            }
            assert!(damaged.verify(&Budget::endless()).is_err(), "byte {place}, bit {bit}");
        }
    }
    for length in (0..bytes.len()).step_by(61) {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(
            Table::open(&path).map_or(true, |table| table.verify(&Budget::endless()).is_err()),
            "{length} bytes"
        );
    }
}

/// Opening reads the text and the directory only: damage in a block is noticed when the block is needed.
#[test]
fn blocks_are_read_when_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let subject = subject("nogo", 3, 3, [0, 0], Kind::Thermograph);
    let path = folder.path().join("table");
    let table = build(&subject, &path);
    let about = tables::file::read_about(&path).unwrap();
    let directory =
        serde_json::from_str::<serde_json::Value>(&about).unwrap()["directory"][0].as_u64().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let (start, end) = (28 + about.len(), bytes.len() - 4 - directory as usize);
    bytes[start..end].fill(0xA5);
    std::fs::write(&path, bytes).unwrap();
    let damaged = Table::open(&path).unwrap();
    assert_eq!((damaged.subject(), damaged.entries()), (&subject, table.entries()));
    for entry in 0..table.entries() {
        let board = Tabled { game: "nogo", board: table.board(entry) };
        assert!(damaged.probe(&board).is_err_and(|error| error.is_damaged()));
    }
    assert!(damaged.verify(&Budget::endless()).is_err());
}

/// Every thread needs the shapes of a level, and all threads find them together.
#[test]
fn many_threads_do_not_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let subject = subject("domineering", 5, 4, [0, 0], Kind::Thermograph);
    let tables = [("many", 16), ("one", 1)].map(|(name, threads)| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| build(&subject, &folder.path().join(name)))
    });
    let [many, one] = tables.map(|table| std::fs::read(table.path()).unwrap());
    assert!(many == one);
    let table = Table::open(&folder.path().join("one")).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build().unwrap();
    pool.install(|| Census::of(&table, &Budget::endless())).unwrap();
}

/// Once all levels are kept they are joined, which does not depend on the budget.
#[test]
fn the_last_step_needs_no_time() {
    let folder = tempfile::tempdir().unwrap();
    for subject in [
        subject("nogo", 3, 3, [0, 0], Kind::Value),
        subject("amazons", 4, 2, [2, 1], Kind::Thermograph),
        subject("domineering", 3, 4, [0, 0], Kind::Value),
    ] {
        let whole = folder.path().join("whole.table");
        build(&subject, &whole);
        let path = folder.path().join("stopped.table");
        let run = |budget: Budget| {
            Build { subject: subject.clone(), path: &path, memory: 1 << 30, budget, progress: &|_| {} }.run()
        };
        // A folder at the path of the table makes writing fail.
        std::fs::create_dir(&path).unwrap();
        assert!(run(Budget::endless()).is_err());
        std::fs::remove_dir(&path).unwrap();
        let over = Budget::endless();
        over.cancel();
        run(over).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&whole).unwrap());
        std::fs::remove_file(&path).unwrap();
        std::fs::remove_file(&whole).unwrap();
    }
}

#[test]
fn a_table_needs_room() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let subject = subject("nogo", 5, 4, [0, 0], Kind::Thermograph);
    let run =
        Build { subject, path: &path, memory: 1 << 20, budget: Budget::endless(), progress: &|_| {} }.run();
    assert!(matches!(run, Err(BuildFailure::Memory { .. })));
    assert!(!path.exists());
}

#[test]
fn levels_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let subject = subject("domineering", 3, 3, [0, 0], Kind::Value);
    let whole = folder.path().join("whole.table");
    build(&subject, &whole);
    // A build that cannot finish keeps its levels.
    let path = folder.path().join("other.table");
    std::fs::create_dir(&path).unwrap();
    let run = Build {
        subject: subject.clone(),
        path: &path,
        memory: 1 << 30,
        budget: Budget::endless(),
        progress: &|_| {},
    }
    .run();
    assert!(run.is_err());
    let files = std::fs::read_dir(folder.path().join("other.table.levels")).unwrap();
    let files = files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some());
    let mut levels: Vec<Table> = files.map(|path| Table::open(&path).unwrap()).collect();
    let merged = folder.path().join("merged.table");
    merge(&merged, &levels).unwrap();
    assert_eq!(std::fs::read(&merged).unwrap(), std::fs::read(&whole).unwrap());
    levels.remove(2);
    assert!(merge(&merged, &levels).is_err());
    assert!(merge(&merged, &[]).is_err());
}

#[test]
fn empty_boards_have_known_values() {
    let folder = tempfile::tempdir().unwrap();
    let nogo = subject("nogo", 3, 3, [0, 0], Kind::Value);
    let table = build(&nogo, &folder.path().join("nogo"));
    let empty = rules::Board::blank(3, 3);
    assert_eq!(
        table.probe(&Tabled { game: "nogo", board: empty }).unwrap(),
        Some(Found::Value("*".to_owned(), false))
    );
    let hottest =
        Census::of(&table, &Budget::endless()).unwrap().by_graph.keys().map(|(_, t)| *t).max().unwrap();
    assert!(hottest >= Dyadic::ONE);
}
