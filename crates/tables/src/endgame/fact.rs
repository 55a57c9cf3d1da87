//! What a table says about a position: its thermograph and who wins, or its canonical form.

use std::fmt::{Debug, Write};
use std::hash::Hash;
use values::notation::ReadError;
use values::{Dyadic, Error, Outcome, Player, Point, Thermograph, ThermographId, ValueId, Values, Wall};

/// Something that can be worked out for a position from the same for its options.
pub(super) trait Fact: Copy + Eq + Hash + Debug + Send + Sync {
    /// From the options of Left and Right; those marked `true` are the negative.
    fn of_options(values: &Values, options: [&[(Self, bool)]; 2]) -> Result<Self, Error>;

    /// As text that can be read back.
    fn write(self, values: &Values) -> Result<String, Error>;

    /// Reads that text; `None` if it is something else.
    fn read(values: &Values, text: &str) -> Result<Option<Self>, Error>;
}

/// What a table holds for each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Thermograph and outcome.
    Thermograph,
    /// Canonical form.
    Value,
}

impl Kind {
    /// Its name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Thermograph => "thermograph",
            Self::Value => "value",
        }
    }
}

/// A thermograph in a store, and whether Left and Right win when they move first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Graph {
    id: ThermographId,
    wins: [bool; 2],
}

impl Fact for Graph {
    fn of_options(values: &Values, options: [&[(Self, bool)]; 2]) -> Result<Self, Error> {
        let graphs = values.thermographs();
        let (mut reach, mut wins) = ([None; 2], [false; 2]);
        for player in Player::BOTH {
            let (mover, other) = (player as usize, player.opponent() as usize);
            let walls = options[mover].iter().map(|(graph, negative)| match negative {
                true => graphs.walls(graph.id)[mover].negated(),
                false => graphs.walls(graph.id)[other],
            });
            reach[mover] = graphs.best(player, walls)?;
            wins[mover] = options[mover]
                .iter()
                .any(|(graph, negative)| !graph.wins[if *negative { mover } else { other }]);
        }
        Ok(Self { id: graphs.of_reach(reach)?, wins })
    }

    fn write(self, values: &Values) -> Result<String, Error> {
        let entry =
            GraphEntry { graph: values.thermographs().get(self.id).clone(), outcome: outcome(self.wins) };
        Ok(entry.to_string())
    }

    fn read(values: &Values, text: &str) -> Result<Option<Self>, Error> {
        let Some(GraphEntry { graph, outcome }) = GraphEntry::read(text) else { return Ok(None) };
        let wins = Player::BOTH.map(|player| match outcome {
            Outcome::Next => true,
            Outcome::Previous => false,
            Outcome::Left => player == Player::Left,
            Outcome::Right => player == Player::Right,
        });
        Ok(Some(Self { id: values.thermographs().intern(&graph), wins }))
    }
}

/// Who wins, from who wins when moving first.
fn outcome([left, right]: [bool; 2]) -> Outcome {
    let winner = |wins, player: Player| if wins { player } else { player.opponent() };
    Outcome::of_winners(winner(left, Player::Left), winner(right, Player::Right))
}

impl Fact for ValueId {
    fn of_options(values: &Values, options: [&[(Self, bool)]; 2]) -> Result<Self, Error> {
        let of_side = |side: &[(Self, bool)]| -> Result<Vec<Self>, Error> {
            side.iter()
                .map(|&(game, negative)| if negative { values.negative(game) } else { Ok(game) })
                .collect()
        };
        values.from_options(&of_side(options[0])?, &of_side(options[1])?)
    }

    fn write(self, values: &Values) -> Result<String, Error> {
        values.print(self)
    }

    fn read(values: &Values, text: &str) -> Result<Option<Self>, Error> {
        match values.parse(text) {
            Ok(value) => Ok(Some(value)),
            Err(ReadError::Value(error)) if error.is_limit() => Err(error),
            Err(_) => Ok(None),
        }
    }
}

/// A thermograph and an outcome as tables keep them: `N 5@-1 5/2@3/2;0@-1 5/2@5/2`, the corners of Left's wall and of Right's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphEntry {
    /// The thermograph.
    pub graph: Thermograph,
    /// Who wins.
    pub outcome: Outcome,
}

impl std::fmt::Display for GraphEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.outcome)?;
        for (player, mark) in Player::BOTH.into_iter().zip([' ', ';']) {
            for (i, corner) in self.graph.wall(player).corners().iter().enumerate() {
                f.write_char(if i == 0 { mark } else { ' ' })?;
                write!(f, "{}@{}", corner.value, corner.temperature)?;
            }
        }
        Ok(())
    }
}

impl GraphEntry {
    /// Reads what is written; `None` if it is not that.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (outcome, walls) = text.split_once(' ')?;
        let all = [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous];
        let outcome = all.into_iter().find(|known| known.to_string() == outcome)?;
        let (left, right) = walls.split_once(';')?;
        let wall = |text: &str| {
            let corner = |corner: &str| {
                let (value, temperature) = corner.split_once('@')?;
                Some(Point { value: value.parse::<Dyadic>().ok()?, temperature: temperature.parse().ok()? })
            };
            Wall::of_corners(&text.split(' ').map(corner).collect::<Option<Vec<_>>>()?)
        };
        Some(Self { graph: Thermograph::of_walls(wall(left)?, wall(right)?)?, outcome })
    }

    /// The same for the negative.
    #[must_use]
    pub fn negated(&self) -> Self {
        let outcome = match self.outcome {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            same => same,
        };
        Self { graph: self.graph.negated(), outcome }
    }
}
