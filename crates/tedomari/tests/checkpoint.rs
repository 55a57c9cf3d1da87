//! A long search can be stopped and go on later, with the same answer.

#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use tedomari::prelude::*;
use tedomari::values::silent;
use tedomari::{Question, SolveMethod};

/// Sums that take some thousand nodes or more: partizan, hot, impartial, on large boards, with scores, of many
/// parts.
const SUMS: [&str; 6] = [
    "domineering:.....|.....|.....|.....",
    "domineering:.........|.........|###.#####",
    "clobber:xoxo|oxox|xoxo + ^",
    "cram:.....|.....|.....|....#",
    "nogo:....|....|....",
    "domineering:....|....|...# + clobber:xoxox|oxoxo + ^",
];

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tedomari-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn ask(
    sum: &str,
    method: SolveMethod,
    checkpoint: Option<&Path>,
    budget: &Budget,
) -> Result<Solution, EngineError> {
    let engine = Engine::new();
    let sum = engine.sum(sum).unwrap();
    let checkpoint = checkpoint.map(Path::to_owned);
    let question = Question { method, checkpoint, ..Question::default() };
    Ok(engine.solve_sum(&sum, question, budget, &silent())?.0)
}

/// Asks again and again with few nodes, until the question is answered.
fn in_small_steps(sum: &str, method: SolveMethod, file: &Path, step: u64) -> (Solution, u64) {
    let mut nodes = Vec::new();
    for _ in 0..400 {
        let budget = Budget::after_nodes(step).with_bytes(64 << 20);
        let solution = ask(sum, method, Some(file), &budget).unwrap();
        assert_eq!(solution.unsaved, None);
        nodes.push(solution.nodes);
        if solution.error.is_none() {
            return (solution, nodes.iter().sum());
        }
    }
    panic!("{sum} by {method:?} does not get on: {nodes:?}");
}

fn check(sum: &str, method: SolveMethod) {
    let folder = Folder::new(&format!("{method:?}"));
    let file = folder.file("sum.check");
    let whole = ask(sum, method, None, &Budget::endless().with_bytes(64 << 20)).unwrap();
    // Budgets count more than nodes: every look at the clock.
    let counted = Budget::after_nodes(u64::MAX).with_bytes(64 << 20);
    ask(sum, method, None, &counted).unwrap();
    let all = u64::MAX - counted.nodes_left().unwrap();
    let (found, nodes) = in_small_steps(sum, method, &file, all / 4 + 60);
    println!("{sum} by {method:?}: {} nodes in one go, {nodes} in steps", whole.nodes);
    assert_eq!(found.outcome, whole.outcome, "{sum}");
    assert!(found.resumed.is_some(), "{sum} by {method:?}");
    assert!(found.nodes < whole.nodes, "{sum} by {method:?}: {} and {}", found.nodes, whole.nodes);
    assert!(nodes < 4 * whole.nodes, "{sum} by {method:?}: {nodes} and {}", whole.nodes);
    // The file of a solved sum stays valid, and answers at once.
    let again = ask(sum, method, Some(&file), &Budget::endless()).unwrap();
    assert_eq!(again.outcome, whole.outcome);
    assert!(again.nodes <= whole.nodes / 20, "{sum} by {method:?}: {}", again.nodes);
    for threads in [2, 4] {
        let budget = Budget::endless().with_threads(threads).with_bytes(16 << 20);
        let again = ask(sum, method, Some(&file), &budget).unwrap();
        assert_eq!(again.outcome, whole.outcome);
    }
}

#[test]
fn a_search_by_values_goes_on_where_it_was() {
    SUMS.into_iter().for_each(|sum| check(sum, SolveMethod::Values));
}

#[test]
fn a_search_by_df_pn_goes_on_where_it_was() {
    SUMS.into_iter().for_each(|sum| check(sum, SolveMethod::DfPn));
}

#[test]
fn a_search_that_is_interrupted_for_writing_finds_the_same() {
    let folder = Folder::new("slices");
    for (method, sum) in
        [(SolveMethod::Values, "nogo:.....|.....|....."), (SolveMethod::DfPn, "nogo:....|....|....|....")]
    {
        let file = folder.file(&format!("{method:?}.check"));
        for threads in [1, 2] {
            _ = fs::remove_file(&file);
            let budget = Budget::seconds(1.7).with_threads(threads);
            let stopped = ask(sum, method, Some(&file), &budget).unwrap();
            assert_eq!(stopped.unsaved, None);
            let found = ask(sum, method, Some(&file), &Budget::seconds(600.0).with_threads(threads)).unwrap();
            let whole = ask(sum, method, None, &Budget::seconds(600.0)).unwrap();
            println!("{} of {} nodes, then {}", stopped.nodes, whole.nodes, found.nodes);
            assert_eq!((found.outcome, found.error), (whole.outcome, None));
        }
    }
}

#[test]
fn a_damaged_file_is_refused_and_stays_as_it_is() {
    let folder = Folder::new("damage");
    for (method, sum) in [(SolveMethod::Values, "clobber:xoxox|oxoxo"), (SolveMethod::DfPn, "clobber:xoxo")] {
        let file = folder.file(&format!("{method:?}.check"));
        ask(sum, method, Some(&file), &Budget::endless()).unwrap();
        let right = fs::read(&file).unwrap();
        assert!(right.len() > 200, "there is something in it");
        let step = right.len() / 100 + 1;
        let mut damaged: Vec<Vec<u8>> =
            (0..right.len()).step_by(step).map(|i| right[..i].to_owned()).collect();
        for i in (0..120).chain((120..right.len()).step_by(step)) {
            let mut other = right.clone();
            other[i] ^= 1 << (i % 8);
            damaged.push(other);
        }
        damaged.push([&right[..], b"\n"].concat());
        for bytes in damaged {
            fs::write(&file, &bytes).unwrap();
            let error = ask(sum, method, Some(&file), &Budget::endless()).unwrap_err().to_string();
            assert!(error.contains(".check"), "{error}");
            assert!(fs::read(&file).unwrap() == bytes, "it is not overwritten");
        }
        fs::write(&file, &right).unwrap();
        assert!(ask(sum, method, Some(&file), &Budget::endless()).is_ok());
    }
}

#[test]
fn a_file_of_another_question_is_refused() {
    let folder = Folder::new("foreign");
    let file = folder.file("sum.check");
    let sum = "clobber:xoxox|oxoxo";
    ask(sum, SolveMethod::Values, Some(&file), &Budget::endless()).unwrap();
    let right = fs::read(&file).unwrap();
    let refused = |sum, method, part: &str| {
        let error = ask(sum, method, Some(&file), &Budget::endless()).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert!(fs::read(&file).unwrap() == right);
    };
    refused("clobber:xoxox|oxox.", SolveMethod::Values, "another question: of 'sum clobber:XOXOX|OXOXO'");
    refused(sum, SolveMethod::DfPn, "of 'method values', not of 'method dfpn'");
    for method in [SolveMethod::Pn, SolveMethod::PnAll, SolveMethod::AlphaBeta] {
        refused(sum, method, "checkpoints are kept by the methods values and dfpn only");
    }
    // The same sum in another notation is the same question.
    ask("  clobber:XOXOX|OXOXO", SolveMethod::Values, Some(&file), &Budget::endless()).unwrap();
    // A file of the same format with other contents, and one that cannot be written.
    for about in ["table 1", "checkpoint 2\nof the future"] {
        tedomari::tables::file::write(&file, about, b"").unwrap();
        ask(sum, SolveMethod::Values, Some(&file), &Budget::endless()).unwrap_err();
    }
    ask(sum, SolveMethod::Values, Some(&folder.file("no/where")), &Budget::endless()).unwrap_err();
    ask(sum, SolveMethod::Values, Some(&folder.0), &Budget::endless()).unwrap_err();
}

#[test]
fn notes_that_make_no_sense_are_refused() {
    let folder = Folder::new("nonsense");
    let file = folder.file("sum.check");
    for (method, lines) in [
        (
            SolveMethod::Values,
            &["x", "v", "v\t=?", "v\t0|0", "p\t-\t0\t0\t0\t1:??", "s\t1\t1\tv0", "s\t1\t1\tp0", "s\t2\t1"][..],
        ),
        (
            SolveMethod::DfPn,
            &[
                "x",
                "1\t1\t1\t1",
                "1\t1\t1\t1\tleft\t1:?",
                "1\t1\t1\t1\tnone\t1:xo|ox",
                "1\t0\t0\t1\tleft\t1:xo|ox",
                "1\t4294967295\t1\t1\tleft\t1:xo|ox",
            ],
        ),
    ] {
        for line in lines {
            _ = fs::remove_file(&file);
            ask("clobber:xo|ox", method, Some(&file), &Budget::endless()).unwrap();
            let (about, _) = tedomari::tables::file::read(&file).unwrap();
            tedomari::tables::file::write(&file, &about, line.as_bytes()).unwrap();
            let error = ask("clobber:xo|ox", method, Some(&file), &Budget::endless());
            assert!(error.is_err_and(|error| error.to_string().contains("line 1")), "{line}");
        }
    }
}

#[test]
fn a_winner_without_a_winning_move_is_refused() {
    let folder = Folder::new("forged");
    let file = folder.file("sum.check");
    let sum = "clobber:xoxo|oxox";
    ask(sum, SolveMethod::Values, Some(&file), &Budget::endless()).unwrap();
    let (about, notes) = tedomari::tables::file::read(&file).unwrap();
    let mut forged = String::from_utf8(notes).unwrap();
    for (truth, lie) in [("s\t0\t", "s\t2\t"), ("s\t1\t", "s\t0\t"), ("s\t2\t", "s\t1\t")] {
        forged = forged.replace(truth, lie);
    }
    tedomari::tables::file::write(&file, &about, forged.as_bytes()).unwrap();
    let before = fs::read(&file).unwrap();
    if let Err(error) = ask(sum, SolveMethod::Values, Some(&file), &Budget::endless()) {
        assert!(error.to_string().contains("contradicts itself"), "{error}");
        assert_eq!(fs::read(&file).unwrap(), before);
    }
}

#[test]
fn a_file_that_was_read_in_part_is_not_replaced() {
    let folder = Folder::new("part");
    let file = folder.file("sum.check");
    for method in [SolveMethod::Values, SolveMethod::DfPn] {
        _ = fs::remove_file(&file);
        ask(SUMS[0], method, Some(&file), &Budget::endless()).unwrap();
        let right = fs::read(&file).unwrap();
        let ended = ask(SUMS[0], method, Some(&file), &Budget::seconds(0.0)).unwrap();
        assert!(ended.error.is_some());
        assert!(fs::read(&file).unwrap() == right);
    }
}

#[test]
fn in_less_memory_the_beginning_of_a_file_is_used() {
    let folder = Folder::new("memory");
    let file = folder.file("sum.check");
    for method in [SolveMethod::Values, SolveMethod::DfPn] {
        _ = fs::remove_file(&file);
        let whole = ask(SUMS[0], method, Some(&file), &Budget::endless()).unwrap();
        let size = fs::metadata(&file).unwrap().len();
        let little = Budget::endless().with_bytes(size as usize * 8);
        let found = ask(SUMS[0], method, Some(&file), &little).unwrap();
        assert_eq!(found.outcome, whole.outcome);
        assert!(found.resumed.is_some());
        assert!(fs::metadata(&file).unwrap().len() <= size / 2 + 200);
    }
}

#[test]
fn stops_are_found_with_a_checkpoint_too() {
    let folder = Folder::new("stops");
    let (file, left) = (folder.file("sum.check"), folder.file(".sum.check.1.2-3.tmp"));
    fs::write(&left, "of a process that was killed").unwrap();
    let engine = Engine::new();
    let sum = engine.sum("domineering:....|....|...# + 10|8||2 + {5|-3}").unwrap();
    let stops = |checkpoint: Option<&Path>| {
        let checkpoint = checkpoint.map(Path::to_owned);
        let question = Question { score: true, checkpoint, ..Question::default() };
        let (found, _) = engine.solve_sum(&sum, question, &Budget::endless(), &silent()).unwrap();
        (found.left_stop.unwrap(), found.right_stop.unwrap(), found.resumed)
    };
    let (whole, first, second) = (stops(None), stops(Some(&file)), stops(Some(&file)));
    assert_eq!(whole, first);
    assert_eq!((whole.0, whole.1), (second.0, second.1));
    assert!(second.2.is_some() && !left.exists());
}
