//! XT Domineering on strips.

#![allow(missing_docs, clippy::unwrap_used)]

use exact::ValueTable;
use rules::{Position, games::xt_domineering::XtDomineering, plane::Large};
use values::Games;

#[test]
fn strips_have_period_eight() {
    let (games, table) = (Games::new(), ValueTable::default());
    for n in 1..=16 {
        let strip = XtDomineering::<Large>::read(&".".repeat(n)).unwrap();
        let value = table.value(&games, &strip).unwrap();
        let expected = ["0", "*", "v", "^", "*", "0", "v*", "^*"][n % 8];
        assert_eq!(games.print(value).unwrap(), expected, "1 by {n}");
    }
}
