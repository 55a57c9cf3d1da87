//! Solvers of Triangular Nim against each other, against the paper, and against damage.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::triangular_nim::{Convention, TriangularNim};
use rules::{Notation, Position};
use std::path::Path;
use std::sync::Mutex;
use tables::retrograde::plain::Solution;
use tables::retrograde::{Error, Folder, Layout, Nimbers, PAPER, Sample, Solved, Work};
use values::{Budget, Outcome, Player};

const BOTH: [Convention; 2] = [Convention::Normal, Convention::Misere];

fn solve(layout: Layout, convention: Convention) -> Solved {
    Solved::in_memory(layout, convention, 2, &Budget::endless(), &|_, _| ()).unwrap()
}

fn assert_agrees(solved: &Solved, plain: &Solution) {
    let layers = solved.layout().layers();
    let full = TriangularNim::full(layers).unwrap().number();
    for number in 0..=full {
        let position = TriangularNim::from_number(layers, number).unwrap();
        assert_eq!(Some(solved.outcome(position).unwrap()), plain.outcome(&position), "{position}");
    }
    assert_eq!(solved.lost(), plain.lost());
}

#[test]
fn all_solvers_agree_up_to_five_layers() {
    for (layers, convention) in (1..=5).flat_map(|layers| BOTH.map(|convention| (layers, convention))) {
        let plain = Solution::forward(layers, convention).unwrap();
        assert_eq!(plain, Solution::retrograde(layers, convention).unwrap());
        for symmetry in [false, true] {
            assert_agrees(&solve(Layout::best(layers, symmetry).unwrap(), convention), &plain);
            assert_agrees(&solve(Layout::new(layers, &[0], symmetry).unwrap(), convention), &plain);
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
            assert_agrees(&solve(Layout::new(6, pieces, symmetry).unwrap(), convention), &plain);
        }
    }
}

/// `cargo test --release -p tables -- --ignored`: every bit of seven layers.
#[test]
#[ignore = "takes minutes"]
fn all_solvers_agree_on_seven_layers() {
    for convention in BOTH {
        let plain = Solution::retrograde(7, convention).unwrap();
        for symmetry in [false, true] {
            assert_agrees(&solve(Layout::best(7, symmetry).unwrap(), convention), &plain);
        }
        let folder = tempfile::tempdir().unwrap();
        assert_agrees(
            &solve_in(folder.path(), Layout::with_room(7, true, 1 << 20).unwrap(), convention),
            &plain,
        );
    }
}

/// Two representations of 8 layers.
#[test]
#[ignore = "takes a minute and 1.5 GiB with optimisation"]
fn eight_layers() {
    let other = Layout::with_room(8, true, 1 << 17).unwrap();
    let known = [(Convention::Normal, 4_257_746_765, 6), (Convention::Misere, 4_124_279_452, 12)];
    for (convention, lost, winning) in known {
        let best = Layout::best(8, true).unwrap();
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
            let solved = solve(Layout::best(layers, true).unwrap(), convention);
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
        let counts = Layout::new(line.layers, line.block_pieces, line.symmetry).unwrap().counts();
        assert_eq!((counts.blocks, counts.updates), (line.blocks, line.updates), "Table {}", line.name);
    }
    let groups = Layout::new(9, PAPER[13].block_pieces, true).unwrap().counts().groups;
    assert_eq!(groups, [16, 8, 496, 5208]);
}

#[test]
fn layouts_that_make_no_sense() {
    let error = |layers, pieces: &[u8]| Layout::new(layers, pieces, false).unwrap_err().to_string();
    assert_eq!(error(4, &[10]), "4 layers have pieces 0 to 9, there is no piece 10");
    assert_eq!(error(4, &[3, 3]), "piece 3 is named twice");
    assert_eq!(error(9, &[]), "at least 13 pieces have to name a block, so that one fits into memory");
    assert!(Layout::new(6, &[0, 4, 12], true).unwrap_err().to_string().ends_with("do without symmetry"));
    assert_eq!(error(11, &[]), "a triangle of 11 layers is too large: at most 10");
}

#[test]
fn stopping() {
    let budget = Budget::endless();
    budget.cancel();
    let stopped =
        Solved::in_memory(Layout::best(6, true).unwrap(), Convention::Normal, 2, &budget, &|_, _| ());
    assert!(matches!(stopped, Err(Error::Stopped)));
}

#[test]
fn a_sample_says_what_a_block_costs() {
    let sample = Sample::measure(&Layout::best(6, true).unwrap());
    let (memory, files) = sample.seconds(100, 1000);
    assert!(0.0 < memory && memory < files && 0.0 < sample.ratio);
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
    Work { blocks: 0..0, memory: 1 << 28, threads: 2, budget, progress: &|_, _| (), warn }
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
        let layout = Layout::new(6, pieces, symmetry).unwrap();
        assert_agrees(&solve_in(folder.path(), layout, Convention::Misere), &plain);
    }
}

/// A table for tests of damage, small enough to be solved very often.
fn small() -> Layout {
    Layout::new(6, &[0, 15, 20, 4, 16, 19], true).unwrap()
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
