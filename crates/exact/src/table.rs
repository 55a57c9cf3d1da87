//! The exact value of a position, from the values of all positions that can
//! follow. Positions are split into regions, brought to normal form, and each is
//! worked out once: as a canonical form, or as a thermograph, which is less to
//! know and far faster to find.

use crate::memo::Memo;
use rayon::prelude::*;
use rules::Position;
use values::{Dyadic, Error, Game, Games, Player, ThermographId, deep};

/// The memory of an entry of a growing map, as a multiple of its size.
pub const SIZES_PER_ENTRY: usize = 4;

/// The canonical forms of positions of one game.
pub struct ValueTable<P> {
    known: Memo<P, Game>,
}

impl<P: Position> Default for ValueTable<P> {
    fn default() -> Self {
        Self { known: Memo::new() }
    }
}

impl<P: Position> ValueTable<P> {
    /// How many regions, in normal form, are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Is nothing known yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position: the sum of its regions.
    pub fn value(&self, games: &Games, position: &P) -> Result<Game, Error> {
        games.check_stop()?;
        if let Some(value) = rules::known_value(position, games) {
            return Ok(value);
        }
        let regions = position.regions();
        regions.iter().try_fold(Game::ZERO, |sum, region| games.sum(sum, self.region(games, region)?))
    }

    /// The same on all cores: the options of each region are worked out side by side first.
    pub fn value_in_parallel(&self, games: &Games, position: &P) -> Result<Game, Error> {
        if let Some(value) = rules::known_value(position, games) {
            return Ok(value);
        }
        position.regions().par_iter().try_for_each(|region| {
            let options: Vec<P> =
                Player::BOTH.into_iter().flat_map(|player| region.options(player)).collect();
            options.par_iter().try_for_each(|option| self.value(games, option).map(|_| ()))
        })?;
        self.value(games, position)
    }

    /// The value of a single region.
    fn region(&self, games: &Games, region: &P) -> Result<Game, Error> {
        if let Some(x) = region.number() {
            return games.number(x);
        }
        let (normal, negative) = region.normal_form();
        let value = match self.known.get(&normal).or_else(|| rules::known_value(&normal, games)) {
            Some(value) => value,
            None => {
                games.check_stop()?;
                games.check_room()?;
                let value = deep(|| {
                    let values = |player| {
                        let options = normal.options(player);
                        options.iter().map(|option| self.value(games, option)).collect::<Result<Vec<_>, _>>()
                    };
                    games.from_options(&values(Player::Left)?, &values(Player::Right)?)
                })?;
                self.known.insert(normal, value);
                games.count_bytes(SIZES_PER_ENTRY * size_of::<P>());
                value
            }
        };
        if negative { games.negative(value) } else { Ok(value) }
    }
}

/// The thermographs of positions of one game. Thermographs of regions do not add up,
/// so positions that fall apart get theirs from the sum of their regions' canonical
/// forms, which are small; all others get it straight from their options.
pub struct ThermographTable<P> {
    known: Memo<P, ThermographId>,
    values: ValueTable<P>,
}

impl<P: Position> Default for ThermographTable<P> {
    fn default() -> Self {
        Self { known: Memo::new(), values: ValueTable::default() }
    }
}

impl<P: Position> ThermographTable<P> {
    /// How many regions, in normal form, are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len() + self.values.len()
    }

    /// Is nothing known yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The thermograph of a position, as an id in [`Games::thermographs`].
    pub fn thermograph(&self, games: &Games, position: &P) -> Result<ThermographId, Error> {
        if let Some(id) = rules::known(position, games.thermographs()) {
            return Ok(id);
        }
        match &position.regions()[..] {
            [] => games.thermographs().of_number(Dyadic::ZERO),
            [region] => self.region(games, region),
            _ => games.thermograph_id(self.values.value(games, position)?),
        }
    }

    fn region(&self, games: &Games, region: &P) -> Result<ThermographId, Error> {
        let graphs = games.thermographs();
        if let Some(x) = region.number() {
            return graphs.of_number(x);
        }
        let (normal, negative) = region.normal_form();
        let id = match self.known.get(&normal).or_else(|| rules::known(&normal, graphs)) {
            Some(id) => id,
            None => {
                games.check_stop()?;
                games.check_room()?;
                let id = deep(|| {
                    let ids = |player| {
                        let options = normal.options(player);
                        options
                            .iter()
                            .map(|option| self.thermograph(games, option))
                            .collect::<Result<Vec<_>, _>>()
                    };
                    graphs.of_options(ids(Player::Left)?, ids(Player::Right)?)
                })?;
                self.known.insert(normal, id);
                games.count_bytes(SIZES_PER_ENTRY * size_of::<P>());
                id
            }
        };
        if negative { Ok(graphs.negative(id)) } else { Ok(id) }
    }
}
