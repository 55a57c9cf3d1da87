//! XT Domineering on strips.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use rules::{Notation, bitboard::Large, games::xt_domineering::XtDomineering};
use values::Values;

#[test]
fn strips_have_period_eight() {
    let (values, table) = (Values::new(), ValueTable::default());
    for n in 1..=16 {
        let strip = XtDomineering::<Large>::read(&".".repeat(n)).unwrap();
        let value = table.value(&values, &strip).unwrap();
        let expected = ["0", "*", "v", "^", "*", "0", "v*", "^*"][n % 8];
        assert_eq!(values.print(value).unwrap(), expected, "1 by {n}");
    }
}
