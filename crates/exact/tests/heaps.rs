//! Games with heaps: sequences that are known, and the engine against them.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use rules::games::heaps::{
    FixedRule, Grundy, GrundyRule, HeapRule, Heaps, Kayles, LARGEST, Nim, NimRule, Octal, OctalRule,
    nim_sequence,
};
use rules::{BoardError, Notation};
use values::Values;

fn octal(code: &str, up_to: u16) -> Vec<u32> {
    nim_sequence(&OctalRule::read(code).unwrap(), up_to)
}

#[test]
fn published_sequences() {
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
    assert_eq!(octal("0.77", 23), kayles);
    let dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0];
    assert_eq!(octal("0.07", 29), dawson);
    let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2];
    assert_eq!(nim_sequence(&GrundyRule, 29), grundy);
    assert_eq!(nim_sequence(&NimRule, 50), (0..=50).collect::<Vec<_>>());
}

#[test]
fn periods() {
    let kayles = octal("0.77", 1000);
    let row = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
    assert!((71..=1000).all(|n| kayles[n] == row[n % 12]));
    let dawson = octal("0.07", 1000);
    assert!((53..=1000 - 34).all(|n| dawson[n] == dawson[n + 34]));
}

/// Codes of the same game, or of a game with one token more in every heap (Winning Ways, chapter 4).
#[test]
fn related_codes() {
    let nim = octal("0.33333333333333333333", 20);
    assert_eq!(nim, nim_sequence(&NimRule, 20));
    let (chess, kayles) = (octal("0.137", 200), octal("0.07", 201));
    assert_eq!(chess, kayles[1..]);
    // Splitting a heap of n into single tokens takes n - 1 moves, whatever the players do.
    let splitting: Vec<u32> = (0..=100_u32).map(|n| n.saturating_sub(1) % 2).collect();
    assert_eq!(octal("4.", 100), splitting);
}

fn engine_agrees<R: HeapRule>(rule: &R, prefix: &str, up_to: u16) {
    let (values, table) = (Values::new(), ValueTable::<Heaps<R>>::default());
    for (heap, nim) in nim_sequence(rule, up_to).into_iter().enumerate() {
        let position = Heaps::read(&format!("{prefix}{heap}")).unwrap();
        assert_eq!(table.value(&values, &position), values.nimber(nim), "{prefix}{heap}");
    }
}

#[test]
fn the_engine_finds_the_same() {
    engine_agrees(&NimRule, "", 200);
    engine_agrees(&GrundyRule, "", 200);
    engine_agrees(&FixedRule::<0o770>, "", 200);
    engine_agrees(&FixedRule::<0o700>, "", 200);
    for code in ["0.137", "0.6", "0.007", "4.3", "4.127", "0.1"] {
        engine_agrees(&OctalRule::read(code).unwrap(), &format!("{code}:"), 100);
    }
}

#[test]
fn heaps_add_up() {
    let values = Values::new();
    let nim = ValueTable::default();
    for (text, value) in [("3,5,7", "*"), ("1|2|3", "0"), ("500", "*500"), ("0", "0"), ("7,7,7", "*7")] {
        let position = Nim::read(text).unwrap();
        assert_eq!(nim.value(&values, &position).unwrap(), values.parse(value).unwrap(), "{text}");
    }
    let kayles = Kayles::read("3,5,7").unwrap();
    assert_eq!(ValueTable::default().value(&values, &kayles), values.nimber(3 ^ 4 ^ 2));
    let grundy = ValueTable::default().value(&values, &Grundy::read("1000").unwrap()).unwrap();
    assert_eq!(grundy, values.nimber(nim_sequence(&GrundyRule, 1000)[1000]).unwrap());
}

#[test]
fn bad_heaps() {
    let error = |text| Nim::read(text).unwrap_err().to_string();
    assert_eq!(Nim::read(" "), Err(BoardError::Empty));
    assert_eq!(error("3,1001"), format!("a heap of 1001 is too large: at most {LARGEST}"));
    assert_eq!(error("99999999999"), format!("a heap of 99999999999 is too large: at most {LARGEST}"));
    assert_eq!(error("3,,5"), "'' is not the size of a heap; heaps are listed like 3,5,7");
    assert_eq!(error("-3"), "'-3' is not the size of a heap; heaps are listed like 3,5,7");
    let error = |text| Octal::read(text).unwrap_err().to_string();
    assert_eq!(error("10"), "an octal code stands in front of the heaps, like 0.137:10,4");
    assert_eq!(error("0.8:10"), "'0.8' is no octal code like 0.137: digits go from 0 to 7");
    assert_eq!(error("1.7:10"), "'1.7' is no octal code like 0.137: before the point stands 0 or 4");
    assert_eq!(error("7:10"), "'7' is no octal code like 0.137: there is no point");
    let long = format!("0.{}:10", "1".repeat(21));
    assert!(error(&long).ends_with("at most 20 digits may follow the point"));
}
