//! How much slower than in Rust is a ruleset in Lua? `cargo bench -p tedomari-scripts`, or
//! `cargo bench -p tedomari-scripts -- NAME` for one line.

#![allow(missing_docs, clippy::unwrap_used)]

use derive_more::Display;
use exact::{Tables, ValueTable};
use rules::bitboard::Small;
use rules::games::domineering::Domineering;
use rules::{AnyPosition, Hints, Notation, Position, Regions, Ruleset};
use values::{Player, Values};
use yardstick::{Benchmark, Measured, measure};

/// A value is found this many times, each time from nothing.
const TIMES: u32 = 20;

const BENCHMARKS: [Benchmark; 7] = [
    Benchmark {
        name: "native-all-hints",
        about: "the empty 4×4 Domineering board 20 times, in Rust, with all hints",
        elsewhere: "-",
        run: || native::<Domineering<Small>>(|board| board),
    },
    Benchmark {
        name: "native",
        about: "the same with options, regions and normal forms only",
        elsewhere: "-",
        run: || native(Same),
    },
    Benchmark {
        name: "lua",
        about: "the same in Lua",
        elsewhere: "15 × native at most",
        run: || lua(include_str!("../tests/domineering.lua")),
    },
    Benchmark {
        name: "native-options",
        about: "the same in Rust, with options only",
        elsewhere: "-",
        run: || native(Options),
    },
    Benchmark {
        name: "lua-options",
        about: "the same in Lua, with options only",
        elsewhere: "15 × native-options at most",
        run: || {
            let without = "regions, normal_form = nil, nil";
            lua(&format!("{}\n{without}", include_str!("../tests/domineering.lua")))
        },
    },
    Benchmark {
        name: "native-calls",
        about: "a million times the options of a player on 4×4 boards, in Rust",
        elsewhere: "-",
        run: || calls(&native_boards()),
    },
    Benchmark { name: "lua-calls", about: "the same in Lua", elsewhere: "-", run: || calls(&lua_boards()) },
];

/// Domineering with the hooks that the script has.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Display)]
struct Same(Domineering<Small>);

/// Domineering without regions and normal forms.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Display)]
struct Options(Domineering<Small>);

impl Hints for Same {}
impl Hints for Options {}

impl Position for Same {
    type Move = <Domineering<Small> as Position>::Move;

    fn moves(&self, player: Player) -> Vec<Self::Move> {
        Position::moves(&self.0, player)
    }

    fn play(&self, player: Player, action: Self::Move) -> Self {
        Self(Position::play(&self.0, player, action))
    }

    fn options(&self, player: Player) -> Vec<Self> {
        Position::options(&self.0, player).into_iter().map(Self).collect()
    }

    fn regions(&self) -> Regions<Self> {
        Position::regions(&self.0).into_iter().map(Self).collect()
    }

    fn normal_form(&self) -> (Self, bool) {
        let (form, negative) = Position::normal_form(&self.0);
        (Self(form), negative)
    }
}

impl Position for Options {
    type Move = <Domineering<Small> as Position>::Move;

    fn moves(&self, player: Player) -> Vec<Self::Move> {
        Position::moves(&self.0, player)
    }

    fn play(&self, player: Player, action: Self::Move) -> Self {
        Self(Position::play(&self.0, player, action))
    }

    fn options(&self, player: Player) -> Vec<Self> {
        Position::options(&self.0, player).into_iter().map(Self).collect()
    }
}

const EMPTY: &str = "....|....|....|....";

fn native<P: Position>(of: impl Fn(Domineering<Small>) -> P) -> Measured {
    let position = of(Domineering::read(EMPTY).unwrap());
    repeated(|values| {
        let table = ValueTable::<P>::default();
        let value = table.value(values, &position).unwrap();
        (values.print(value).unwrap(), table.len())
    })
}

fn read(source: &str) -> Ruleset {
    scripts::parse("domineering.lua", source, scripts::Limits::default()).unwrap()
}

fn lua(source: &str) -> Measured {
    let position = read(source).read(EMPTY).unwrap();
    repeated(|values| {
        let tables = Tables::default();
        let value = tables.value(values, &position).unwrap();
        (values.print(value).unwrap(), tables.len())
    })
}

fn repeated(find: impl Fn(&Values) -> (String, usize)) -> Measured {
    let all: Vec<Values> = (0..TIMES).map(|_| Values::new()).collect();
    let (measured, (value, regions)) = measure(|| all.iter().map(&find).last().unwrap());
    measured.with(format!("{value}, {regions} regions"))
}

fn boards(read: impl Fn(&str) -> AnyPosition) -> Vec<AnyPosition> {
    let cell = |board: u32, i: u32| if board.wrapping_mul(0x9E37_79B9) >> i & 1 == 0 { '.' } else { '#' };
    let row = |board, y: u32| (4 * y..4 * y + 4).map(|i| cell(board, i)).collect::<String>();
    (0..1000).map(|board| read(&[0, 1, 2, 3].map(|y| row(board, y)).join("|"))).collect()
}

fn native_boards() -> Vec<AnyPosition> {
    boards(|text| AnyPosition::new(Domineering::<Small>::read(text).unwrap()))
}

fn lua_boards() -> Vec<AnyPosition> {
    let ruleset = read(include_str!("../tests/domineering.lua"));
    boards(|text| ruleset.read(text).unwrap())
}

fn calls(boards: &[AnyPosition]) -> Measured {
    let options = |board: &AnyPosition, player| board.options(player).unwrap().len();
    let count =
        || Player::BOTH.map(|player| boards.iter().map(|board| options(board, player)).sum::<usize>());
    let (measured, total) = measure(|| (0..500).map(|_| count().iter().sum::<usize>()).sum::<usize>());
    measured.with(format!("{total} options"))
}

fn main() {
    yardstick::main(&BENCHMARKS);
}
