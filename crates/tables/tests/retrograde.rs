//! Solvers of taking games against each other, against the papers, and against damage.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::triangular_nim::{Convention, TriangularNim};
use rules::{Notation, Position};
use std::path::Path;
use std::sync::Mutex;
use tables::retrograde::plain::Solution;
use tables::retrograde::{
    Error, Folder, Keep, Layout, LayoutError, Nimbers, PAPER, Packed, Sample, Schedule, Solved, TakingGame,
    Work,
};
use values::{Budget, Outcome, Player};

const BOTH: [Convention; 2] = [Convention::Normal, Convention::Misere];

fn triangle(layers: u8) -> TakingGame {
    TakingGame::triangular_nim(layers).unwrap()
}

fn layout(layers: u8, pieces: &[u8], symmetry: bool) -> Result<Layout, LayoutError> {
    Layout::new(&TakingGame::triangular_nim(layers)?, pieces, symmetry)
}

fn solve(layout: Layout, convention: Convention) -> Solved {
    Solved::in_memory(layout, convention, 2, &Budget::endless(), &|_, _| ()).unwrap()
}

fn assert_agrees(solved: &Solved, plain: &Solution) {
    for number in 0..=solved.layout().game().full() {
        let outcome = if plain.is_won(number) { Outcome::Next } else { Outcome::Previous };
        assert_eq!(solved.outcome_of(number).unwrap(), outcome, "{number:b}");
    }
    assert_eq!(solved.lost(), plain.lost());
}

#[test]
fn all_solvers_agree_up_to_five_layers() {
    for (layers, convention) in (1..=5).flat_map(|layers| BOTH.map(|convention| (layers, convention))) {
        let plain = Solution::forward(layers, convention).unwrap();
        assert_eq!(plain, Solution::retrograde(layers, convention).unwrap());
        for symmetry in [false, true] {
            assert_agrees(&solve(Layout::best(&triangle(layers), symmetry).unwrap(), convention), &plain);
            assert_agrees(&solve(layout(layers, &[0], symmetry).unwrap(), convention), &plain);
        }
    }
}

#[test]
fn all_solvers_agree_on_six_layers() {
    // Few blocks and many, with rotations and reflections, with reflections only, and without symmetry.
    let choices: [(&[u8], bool); 4] = [
        (&[0, 15, 20], true),
        (&[20, 1, 2, 4, 7, 8, 12, 19, 16], false),
        (&[0, 1, 2], true),
        (&[19, 3, 11, 5], false),
    ];
    for convention in BOTH {
        let plain = Solution::forward(6, convention).unwrap();
        for (pieces, symmetry) in choices {
            assert_agrees(&solve(layout(6, pieces, symmetry).unwrap(), convention), &plain);
        }
    }
}

/// `cargo test --release -p tedomari-tables -- --ignored`: every bit of seven layers.
#[test]
#[ignore = "takes minutes"]
fn all_solvers_agree_on_seven_layers() {
    for convention in BOTH {
        let plain = Solution::retrograde(7, convention).unwrap();
        for symmetry in [false, true] {
            assert_agrees(&solve(Layout::best(&triangle(7), symmetry).unwrap(), convention), &plain);
        }
        let folder = tempfile::tempdir().unwrap();
        assert_agrees(
            &solve_in(folder.path(), Layout::with_room(&triangle(7), true, 1 << 20).unwrap(), convention),
            &plain,
        );
    }
}

/// Two representations of 8 layers.
#[test]
#[ignore = "takes a minute and 1.5 GiB with optimisation"]
fn eight_layers() {
    let other = Layout::with_room(&triangle(8), true, 1 << 17).unwrap();
    let known = [(Convention::Normal, 4_257_746_765, 6), (Convention::Misere, 4_124_279_452, 12)];
    for (convention, lost, winning) in known {
        let best = Layout::best(&triangle(8), true).unwrap();
        assert_ne!(best.block_pieces(), other.block_pieces());
        for layout in [best, other.clone()] {
            let solved = solve(layout, convention);
            let full = TriangularNim::full(8).unwrap();
            assert_eq!((solved.lost(), solved.outcome(full).unwrap().to_string()), (lost, "N".to_owned()));
            assert_eq!(solved.winning_moves(full).unwrap().len(), winning);
        }
    }
}

/// Shan 2013, Table 5, and the numbers of P-positions.
#[test]
fn full_triangles() {
    let table = [
        (1, "N", 1, "P", 1),
        (2, "P", 2, "N", 3),
        (3, "N", 14, "P", 14),
        (4, "N", 149, "N", 142),
        (5, "N", 3663, "P", 3902),
        (6, "N", 185_802, "N", 189_089),
        (7, "N", 19_765_963, "N", 19_496_523),
    ];
    for (layers, normal, lost_normal, misere, lost_misere) in table {
        for (convention, outcome, lost) in
            [(Convention::Normal, normal, lost_normal), (Convention::Misere, misere, lost_misere)]
        {
            let solved = solve(Layout::best(&triangle(layers), true).unwrap(), convention);
            let full = TriangularNim::full(layers).unwrap();
            assert_eq!(solved.outcome(full).unwrap().to_string(), outcome, "{layers} layers, {convention:?}");
            assert_eq!(solved.lost(), lost, "{layers} layers, {convention:?}");
            let winning = solved.winning_moves(full).unwrap();
            assert_eq!(winning.is_empty(), outcome == "P");
            for run in winning {
                assert_eq!(solved.outcome(full.play(Player::Left, run)).unwrap(), Outcome::Previous);
            }
        }
    }
}

/// Shan 2013, Tables 1 to 4.
#[test]
fn blocks_and_updates_of_the_paper() {
    for line in &PAPER {
        let counts = layout(line.layers, line.block_pieces, line.symmetry).unwrap().counts();
        assert_eq!((counts.blocks, counts.updates), (line.blocks, line.updates), "Table {}", line.name);
    }
    let groups = layout(9, PAPER[13].block_pieces, true).unwrap().counts().groups;
    assert_eq!([1, 2, 3, 6].map(|size| groups[&size]), [16, 8, 496, 5208]);
}

#[test]
fn layouts_that_make_no_sense() {
    let error = |layers, pieces: &[u8]| layout(layers, pieces, false).unwrap_err().to_string();
    assert_eq!(error(4, &[10]), "triangular-nim:4 has pieces 0 to 9, there is no piece 10");
    assert_eq!(error(4, &[3, 3]), "piece 3 is named twice");
    assert_eq!(error(9, &[]), "at least 13 pieces have to name a block, so that one fits into memory");
    assert!(layout(6, &[0, 1], true).unwrap_err().to_string().ends_with("do without symmetry"));
    assert_eq!(error(11, &[]), "a triangle of 11 layers is too large: at most 10");
}

#[test]
fn stopping() {
    let budget = Budget::endless();
    budget.cancel();
    let stopped = Solved::in_memory(
        Layout::best(&triangle(6), true).unwrap(),
        Convention::Normal,
        2,
        &budget,
        &|_, _| (),
    );
    assert!(matches!(stopped, Err(Error::Stopped)));
}

#[test]
fn a_sample_says_what_a_block_costs() {
    let sample = Sample::measure(&Layout::best(&triangle(6), true).unwrap(), &Budget::endless()).unwrap();
    let (memory, files) = sample.seconds(100, 1000);
    assert!(0.0 < memory && memory < files && 0.0 < sample.ratio);
}

/// The size of files is estimated before they are written: from all words of a game with few pieces.
#[test]
fn a_sample_says_how_large_files_are() {
    for game in [triangle(6), TakingGame::cram(5, 5).unwrap(), TakingGame::tactix(5, 4).unwrap()] {
        let layout = Layout::with_room(&game, false, 1 << 15).unwrap();
        let place = tempfile::tempdir().unwrap();
        solve_in(place.path(), layout.clone(), Convention::Normal);
        let size: usize = bytes(place.path()).iter().map(|(_, bytes)| bytes.len()).sum();
        let found = size as f64 / (u64::from(layout.all_blocks()) * layout.block_bytes()) as f64;
        let estimate = Sample::measure(&layout, &Budget::endless()).unwrap().ratio;
        assert!((estimate / found - 1.0).abs() < 0.05, "{}: {estimate} {found}", game.name());
    }
}

/// Words of every kind are packed and unpacked, together and one by one, and so are pieces of a block.
#[test]
fn words_are_packed_and_unpacked() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut word = |zeros: u32| {
        let mut word = !0u64;
        while word.count_zeros() < zeros {
            word &= !(1 << random.u64(..64));
        }
        word
    };
    let mut words: Vec<u64> = (0..1 << 14).map(|number| word(number % 65)).collect();
    // The first and the last sets of each size.
    words.extend((0..64).flat_map(|zeros| [!0 << zeros, !(!0u64 << zeros).reverse_bits()]));
    let packed = Packed::of(&words);
    assert!(packed.words() == words);
    for (index, &word) in words.iter().enumerate() {
        assert_eq!(packed.word(index), word, "{index}");
    }
    let bytes: Vec<u8> = packed.parts().flatten().collect();
    assert_eq!(Packed::from_bytes(words.len(), &bytes).as_ref(), Some(&packed));
    assert_eq!(Packed::from_bytes(words.len(), &bytes[4..]), None);
    assert_eq!(Packed::from_bytes(words.len(), &[&bytes[..], &[0; 4]].concat()), None);
    let even = Packed::of(&words[..1 << 14]);
    let pieces: Vec<Vec<u8>> = even.pieces(8).collect();
    assert_eq!(Packed::from_pieces(1 << 14, &pieces), Some(even));
}

/// What is not a packed block is refused or gives any words, and never a panic.
#[test]
fn damaged_packed_words() {
    let words: Vec<u64> =
        (0..1 << 12).map(|number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let whole: Vec<u8> = Packed::of(&words).parts().flatten().collect();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..500 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..20) {
            let place = random.usize(..bytes.len());
            bytes[place] = random.u8(..);
        }
        if let Some(packed) = Packed::from_bytes(words.len(), &bytes) {
            assert_eq!(packed.words().len(), words.len());
            _ = packed.word(random.usize(..words.len()));
        }
    }
}

#[test]
fn nim_values() {
    let nimbers = Nimbers::new(6).unwrap();
    let plain = Solution::retrograde(6, Convention::Normal).unwrap();
    for number in 0..1 << 21 {
        let position = TriangularNim::from_number(6, number).unwrap();
        assert_eq!(
            nimbers.of(&position) != Some(0),
            plain.outcome(&position) == Some(Outcome::Next),
            "{position}"
        );
    }
    // Nim values of independent positions add up.
    let value = |text| nimbers.of(&TriangularNim::read(text).unwrap()).unwrap();
    assert_eq!(value("x|..|xxx|....|....."), value("x") ^ value("x|x.|x.."));
    assert_eq!(value("x|xx|...|xx..|.....|..xxxx"), value("x|xx") ^ value(".|xx") ^ value(".|..|...|xxxx"));
    assert!(Nimbers::new(7).is_err());
    assert_eq!(nimbers.of(&TriangularNim::full(7).unwrap()), None);
}

fn work<'a>(budget: &'a Budget, warn: &'a (dyn Fn(&str) + Sync)) -> Work<'a> {
    let (memory, disk, progress) = (1 << 28, u64::MAX, &|_, _| ());
    Work { blocks: 0..0, keep: Keep::All, memory, disk, threads: 2, budget, progress, warn }
}

fn solve_in(path: &Path, layout: Layout, convention: Convention) -> Solved {
    go_on(path, layout, convention).0
}

/// Solves the rest of a table in a folder. Returns the table and the warnings.
fn go_on(path: &Path, layout: Layout, convention: Convention) -> (Solved, Vec<String>) {
    let warnings = Mutex::new(Vec::new());
    let folder = Folder::create(path, layout, convention).unwrap();
    let blocks = 0..folder.layout().all_blocks();
    let warn = |text: &str| warnings.lock().unwrap().push(text.to_owned());
    folder.solve(&Work { blocks, ..work(&Budget::endless(), &warn) }).unwrap();
    (Folder::open(path).unwrap().solved(1 << 24).unwrap(), warnings.into_inner().unwrap())
}

/// The names and contents of all files.
fn bytes(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

#[test]
fn a_table_in_files() {
    let plain = Solution::forward(6, Convention::Misere).unwrap();
    for (pieces, symmetry) in [(&[0, 15, 20][..], true), (&[19, 3, 11, 5], false)] {
        let folder = tempfile::tempdir().unwrap();
        let layout = layout(6, pieces, symmetry).unwrap();
        assert_agrees(&solve_in(folder.path(), layout, Convention::Misere), &plain);
    }
}

/// A table for tests of damage, small enough to be solved very often.
fn small() -> Layout {
    layout(6, &[0, 15, 20, 4, 16, 19], true).unwrap()
}

#[test]
fn damage_is_noticed_and_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let whole = (solve_in(path, small(), Convention::Normal).lost(), bytes(path));
    for (i, (name, contents)) in whole.1.iter().enumerate() {
        let file = path.join(name);
        let bit = 1u8 << (i % 8);
        let mut flipped = contents.clone();
        let middle = flipped.len() * (i + 1) / (whole.1.len() + 1);
        flipped[middle] ^= bit;
        let (mut first, mut last) = (contents.clone(), contents.clone());
        first[0] ^= bit;
        *last.last_mut().unwrap() ^= bit;
        let longer = [&contents[..], b"more"].concat();
        let shorter = contents[..middle].to_vec();
        for damaged in [flipped, first, last, longer, shorter, Vec::new()] {
            std::fs::write(&file, damaged).unwrap();
            let (solved, warnings) = go_on(path, small(), Convention::Normal);
            assert_eq!(solved.lost(), whole.0);
            assert!(bytes(path) == whole.1, "{name} is not as it was");
            let block = name.strip_prefix("block-");
            assert_eq!(warnings.len(), usize::from(block.is_some()), "{name}: {warnings:?}");
            assert!(block.is_none_or(|block| warnings[0].starts_with(&format!("block {block} "))));
        }
        std::fs::remove_file(&file).unwrap();
        go_on(path, small(), Convention::Normal);
        assert!(bytes(path) == whole.1, "{name} is not as it was");
    }
}

#[test]
fn everything_damaged_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    solve_in(path, small(), Convention::Normal);
    let whole = bytes(path);
    for (name, contents) in &whole {
        std::fs::write(path.join(name), &contents[..contents.len() - 1]).unwrap();
    }
    std::fs::write(path.join(".block-0.123.4.tmp"), "the rest of a killed process").unwrap();
    go_on(path, small(), Convention::Normal);
    assert!(bytes(path) == whole);
}

#[test]
fn a_block_in_the_place_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    solve_in(path, small(), Convention::Normal);
    let whole = bytes(path);
    std::fs::copy(path.join("block-0"), path.join("block-3")).unwrap();
    let (_, warnings) = go_on(path, small(), Convention::Normal);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(bytes(path) == whole);
}

#[test]
fn a_damaged_block_is_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    solve_in(path, small(), Convention::Normal);
    let file = path.join("block-0");
    let mut contents = std::fs::read(&file).unwrap();
    let last = contents.len() - 5;
    contents[last] ^= 1;
    std::fs::write(&file, contents).unwrap();
    let solved = Folder::open(path).unwrap().solved(1 << 24).unwrap();
    let empty = TriangularNim::from_number(6, 0).unwrap();
    assert!(solved.outcome(empty).unwrap_err().to_string().contains("block-0 is damaged"));
}

#[test]
fn several_ranges_make_a_whole() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    solve_in(whole.path(), small(), Convention::Misere);
    let folder = Folder::create(parts.path(), small(), Convention::Misere).unwrap();
    let budget = Budget::endless();
    let range = |blocks| folder.solve(&Work { blocks, ..work(&budget, &|_| ()) });
    assert!(matches!(range(32..64), Err(Error::Missing(_))));
    assert!(matches!(range(0..65), Err(Error::NoBlocks(63))));
    range(0..8).unwrap();
    assert!(matches!(Folder::open(parts.path()).unwrap().solved(1 << 24), Err(Error::Missing(_))));
    range(8..32).unwrap();
    range(32..64).unwrap();
    assert!(bytes(whole.path()) == bytes(parts.path()));
}

#[test]
fn limits_of_a_folder() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::create(place.path(), small(), Convention::Misere).unwrap();
    let budget = Budget::endless();
    let blocks = 0..folder.layout().all_blocks();
    let little = Work { blocks: blocks.clone(), memory: 1000, ..work(&budget, &|_| ()) };
    assert!(matches!(folder.solve(&little), Err(Error::Memory { needed: 1, allowed: 0 })));
    budget.cancel();
    assert!(matches!(folder.solve(&Work { blocks, ..work(&budget, &|_| ()) }), Err(Error::Stopped)));
    let other = Folder::create(place.path(), small(), Convention::Normal);
    assert!(other.err().unwrap().to_string().contains("for another table"));
    assert!(Folder::open(Path::new("nowhere")).is_err());
}

/// Small boards of each kind, and a list of moves with a symmetry that needs no closed six of bits.
fn games() -> Vec<TakingGame> {
    let kayles = "0\n1\n2\n3\n4\n5\n0 1\n1 2\n2 3\n3 4\n4 5 # two neighbours\nsymmetry 5 4 3 2 1 0";
    vec![
        TakingGame::cram(4, 4).unwrap(),
        TakingGame::cram(5, 4).unwrap(),
        TakingGame::tactix(4, 4).unwrap(),
        TakingGame::tactix(5, 3).unwrap(),
        TakingGame::cram(7, 1).unwrap(),
        TakingGame::read("kayles", kayles).unwrap(),
        triangle(5),
    ]
}

#[test]
fn other_games_agree_with_a_plain_solver() {
    for game in games() {
        for convention in BOTH {
            let plain = Solution::of(&game, convention).unwrap();
            assert_eq!(plain, Solution::backward(&game, convention).unwrap());
            for symmetry in [false, true] {
                for bytes in [1 << 12, 1 << 18] {
                    let layout = Layout::with_room(&game, symmetry, bytes).unwrap();
                    assert_agrees(&solve(layout, convention), &plain);
                }
            }
        }
    }
}

/// A square of five has blocks in all eight orientations.
#[test]
fn blocks_of_a_square_are_turned() {
    for game in [TakingGame::cram(5, 5).unwrap(), TakingGame::tactix(5, 5).unwrap()] {
        for convention in BOTH {
            let layouts = [(true, 1 << 12), (true, 1 << 17), (false, 1 << 18)]
                .map(|(symmetry, bytes)| Layout::with_room(&game, symmetry, bytes).unwrap());
            let [many, few, plain] = layouts.map(|layout| solve(layout, convention));
            assert!(many.layout().counts().groups.contains_key(&8));
            assert_eq!((many.facts(), few.facts()), (plain.facts(), plain.facts()), "{}", game.name());
            let mut random = fastrand::Rng::with_seed(1);
            for _ in 0..20_000 {
                let position = random.u64(..=game.full());
                let known = plain.outcome_of(position).unwrap();
                assert_eq!(many.outcome_of(position).unwrap(), known);
                assert_eq!(few.outcome_of(position).unwrap(), known);
            }
        }
    }
}

#[test]
fn lists_of_moves_that_make_no_sense() {
    for (text, message) in [
        ("0 x", "line 1: 'x' is not the number of a piece"),
        ("0\n60", "line 2: piece 60 is too large: at most 55"),
        ("0\nsymmetry", "line 2: 'symmetry' needs numbers"),
        (
            "0\n0 1\nsymmetry 1 0",
            "a symmetry has to be a permutation of the pieces 0 to 1 that maps moves to moves",
        ),
        ("0\npieces 57", "57 pieces are too many: at most 56"),
        ("# nothing", "a game needs at least one piece"),
    ] {
        assert_eq!(TakingGame::read("list", text).unwrap_err().to_string(), message, "{text}");
    }
    assert!(TakingGame::cram(8, 8).is_err() && TakingGame::tactix(0, 3).is_err());
}

/// Blocks are kept, packed, written and dropped, and the facts are the same.
#[test]
fn kept_needed_or_dropped() {
    let budget = Budget::endless();
    for game in [triangle(6), TakingGame::cram(5, 4).unwrap()] {
        let layout = || Layout::with_room(&game, true, 1 << 12).unwrap();
        let blocks = 0..layout().all_blocks();
        for convention in BOTH {
            let known = solve(layout(), convention).facts().clone();
            for keep in [Keep::All, Keep::Needed, Keep::None] {
                // Room for two threads and nothing else, for some blocks, and for all.
                for memory in [1 << 15, 9 << 13, 1 << 17, 1 << 28] {
                    let work = Work { blocks: blocks.clone(), keep, memory, ..work(&budget, &|_| ()) };
                    match Solved::solve(layout(), convention, &work) {
                        Ok(solved) => assert_eq!(*solved.facts(), known, "{keep:?} {memory}"),
                        Err(error) => {
                            assert!(matches!(error, Error::Full { .. }) && memory < 1 << 28, "{error}");
                        }
                    }
                    let place = tempfile::tempdir().unwrap();
                    let folder = Folder::create(place.path(), layout(), convention).unwrap();
                    folder.solve(&work).unwrap();
                    let again = bytes(place.path());
                    folder.solve(&work).unwrap();
                    assert!(bytes(place.path()) == again);
                    assert_eq!(*folder.solved(1 << 12).unwrap().facts(), known, "{keep:?} {memory} in files");
                }
            }
        }
    }
}

#[test]
fn files_within_a_limit() {
    let budget = Budget::endless();
    let sizes = [Keep::All, Keep::Needed].map(|keep| {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::create(place.path(), small(), Convention::Normal).unwrap();
        let blocks = 0..small().all_blocks();
        let most = std::sync::atomic::AtomicU64::new(0);
        let measure = |_, _| {
            let size = bytes(place.path()).iter().map(|(_, bytes)| bytes.len() as u64).sum();
            most.fetch_max(size, std::sync::atomic::Ordering::Relaxed);
        };
        let whole = Work { blocks, keep, threads: 1, progress: &measure, ..work(&budget, &|_| ()) };
        folder.solve(&whole).unwrap();
        let most = most.load(std::sync::atomic::Ordering::Relaxed);
        // Between two measurements there may be one more block.
        for (disk, is_enough) in [(2 * most, true), (most / 2, false)] {
            let place = tempfile::tempdir().unwrap();
            let folder = Folder::create(place.path(), small(), Convention::Normal).unwrap();
            let result = folder.solve(&Work { disk, progress: &|_, _| (), ..whole.clone() });
            assert!(is_enough == result.is_ok() && (is_enough || matches!(result, Err(Error::Disk { .. }))));
        }
        most
    });
    assert!(sizes[1] < sizes[0], "{sizes:?}");
}

/// A damaged block whose children were dropped is computed again, with them.
#[test]
fn damage_where_blocks_were_dropped() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    let budget = Budget::endless();
    let solve = || {
        let warnings = Mutex::new(Vec::new());
        let warn = |text: &str| warnings.lock().unwrap().push(text.to_owned());
        let folder = Folder::create(path, small(), Convention::Misere).unwrap();
        let blocks = 0..small().all_blocks();
        folder.solve(&Work { blocks, keep: Keep::Needed, ..work(&budget, &warn) }).unwrap();
        warnings.into_inner().unwrap()
    };
    solve();
    let whole = bytes(path);
    for (name, contents) in &whole {
        let mut damaged = contents.clone();
        let middle = damaged.len() / 2;
        damaged[middle] ^= 4;
        std::fs::write(path.join(name), damaged).unwrap();
        assert_eq!(solve().len(), usize::from(name.starts_with("block-")), "{name}");
        assert!(bytes(path) == whole, "{name} is not as it was");
    }
    let solved = Folder::open(path).unwrap().solved(1 << 20).unwrap();
    assert!(solved.outcome_of(small().game().full() ^ 1).is_ok());
    assert!(matches!(solved.outcome_of(0), Err(Error::Dropped(_))));
}

#[test]
fn old_folders_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let old = "triangular-nim layers=6 play=normal symmetry=true bid=0,15,20";
    tables::file::write(&place.path().join("triangular-nim.contents"), old, &[]).unwrap();
    for error in [Folder::open(place.path()).err(), Folder::create(place.path(), small(), BOTH[0]).err()] {
        assert!(error.unwrap().to_string().contains("earlier version"));
    }
}

/// The counts of the plan for nine layers.
#[test]
fn a_greedy_order_keeps_few_blocks_alive() {
    let nine = layout(9, PAPER[14].block_pieces, true).unwrap();
    let alive = |keep| Schedule::new(&nine, keep).most_alive(&Keep::None.at_the_end(&nine));
    let (numeric, greedy) = (alive(Keep::All), alive(Keep::Needed));
    assert!(greedy <= 3000 && greedy < numeric, "{greedy} of {numeric}");
}
