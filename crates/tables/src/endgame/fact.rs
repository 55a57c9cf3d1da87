//! What does a table store about an entry? A *fact*: the thermograph of the position with its outcome, or its
//! value in canonical form. The fact of a position follows from the facts of its options, and is written as a
//! text.

use std::fmt::{Debug, Write};
use std::hash::Hash;
use values::notation::ReadError;
use values::{
    ByPlayer, Dyadic, Error, Outcome, Player, Point, Thermograph, ThermographId, ValueId, Values, Wall,
};

/// What a table stores about an entry: a thermograph with the outcome, or a value.
pub(super) trait Fact: Copy + Eq + Hash + Debug + Send + Sync {
    /// The fact of a position from those of the options of Left and of Right. `true` marks an option that is
    /// the negative of what has the fact.
    fn of_options(values: &Values, options: ByPlayer<&[(Self, bool)]>) -> Result<Self, Error>;

    /// The fact as a text that [`Self::read`] reads back.
    fn write(self, values: &Values) -> Result<String, Error>;

    /// Reads the text of a fact. `None` means that it is not one.
    fn read(values: &Values, text: &str) -> Result<Option<Self>, Error>;
}

/// The kind of fact that a table stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The thermograph and the outcome.
    Thermograph,
    /// The value, in canonical form.
    Value,
}

impl Kind {
    /// The name in files and commands.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Thermograph => "thermograph",
            Self::Value => "value",
        }
    }
}

/// A thermograph in a store, and whether Left wins moving first, and Right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Graph {
    id: ThermographId,
    wins: ByPlayer<bool>,
}

impl Fact for Graph {
    fn of_options(values: &Values, options: ByPlayer<&[(Self, bool)]>) -> Result<Self, Error> {
        let graphs = values.thermographs();
        let (mut reach, mut wins) = (ByPlayer::both(None), ByPlayer::both(false));
        for player in Player::BOTH {
            let opponent = player.opponent();
            let walls = options[player].iter().map(|(graph, negative)| {
                let walls = ByPlayer::from(graphs.walls(graph.id));
                if *negative { walls[player].negated() } else { walls[opponent] }
            });
            reach[player] = graphs.best(player, walls)?;
            wins[player] = options[player]
                .iter()
                .any(|(graph, negative)| !graph.wins[if *negative { player } else { opponent }]);
        }
        Ok(Self { id: graphs.of_reach(reach.into_array())?, wins })
    }

    fn write(self, values: &Values) -> Result<String, Error> {
        let entry =
            GraphEntry { graph: values.thermographs().get(self.id).clone(), outcome: outcome(self.wins) };
        Ok(entry.to_string())
    }

    fn read(values: &Values, text: &str) -> Result<Option<Self>, Error> {
        let Some(GraphEntry { graph, outcome }) = GraphEntry::read(text) else { return Ok(None) };
        let wins = ByPlayer::from_fn(|player| match outcome {
            Outcome::Next => true,
            Outcome::Previous => false,
            Outcome::Left => player == Player::Left,
            Outcome::Right => player == Player::Right,
        });
        Ok(Some(Self { id: values.thermographs().intern(&graph), wins }))
    }
}

/// The outcome, given whether Left wins moving first, and Right.
fn outcome(wins: ByPlayer<bool>) -> Outcome {
    let winner = |player: Player| if wins[player] { player } else { player.opponent() };
    Outcome::of_winners(winner(Player::Left), winner(Player::Right))
}

impl Fact for ValueId {
    fn of_options(values: &Values, options: ByPlayer<&[(Self, bool)]>) -> Result<Self, Error> {
        let of_side = |side: &[(Self, bool)]| -> Result<Vec<Self>, Error> {
            side.iter()
                .map(|&(value, negative)| if negative { values.negative(value) } else { Ok(value) })
                .collect()
        };
        values.from_options(&of_side(options.left)?, &of_side(options.right)?)
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

/// A thermograph and an outcome as tables keep them, with the corners of Left's wall and of Right's:
/// `N 5@-1 5/2@3/2;0@-1 5/2@5/2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphEntry {
    /// The thermograph.
    pub graph: Thermograph,
    /// The outcome.
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
    /// Reads the text of an entry. `None` means that it is not one.
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

    /// The entry of the negative.
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
