//! Who wins a sum, found without the solver? The judge of the tests adds the canonical forms of the parts.

#![allow(dead_code, clippy::unwrap_used)]

use exact::Tables;
use rules::{Position, Search};
use sums::{Part, Sum};
use values::{Player, ValueId, Values};

#[derive(Default)]
pub(crate) struct Exact {
    pub(crate) values: Values,
    tables: Tables,
}

impl Search for &Exact {
    type Output = ValueId;
    fn run<P: Position>(self, position: &P) -> ValueId {
        self.tables.of::<P>().value(&self.values, position).unwrap()
    }
}

impl Exact {
    pub(crate) fn part(&self, part: &Part) -> ValueId {
        part.position.position().search(self)
    }

    pub(crate) fn value(&self, sum: &Sum) -> ValueId {
        sum.parts.iter().fold(ValueId::ZERO, |all, part| self.values.sum(all, self.part(part)).unwrap())
    }

    pub(crate) fn wins(&self, sum: &Sum, first: Player) -> bool {
        let value = self.value(sum);
        let (worse, better) =
            if first == Player::Left { (value, ValueId::ZERO) } else { (ValueId::ZERO, value) };
        !self.values.le(worse, better).unwrap()
    }
}

/// The sum after the move with this name in a part.
pub(crate) fn after(sum: &Sum, part: usize, name: &str, player: Player) -> Sum {
    let position = &sum.parts[part].position;
    let index = position.moves(player).iter().position(|known| known == name).unwrap();
    let mut after = sum.clone();
    after.parts[part].position = position.play(player, index).unwrap();
    after
}
