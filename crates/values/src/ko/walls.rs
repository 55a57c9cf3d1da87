//! Walls stored once each, with every operation on them remembered: most positions of a region share a few.

use super::KoWall;
use super::sweep;
use crate::{ByPlayer, Error, Player, Rational};
use rustc_hash::FxHashMap;

/// The number of a stored wall. Equal ids, equal walls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct KoWallId(u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    Best(Player, KoWallId, KoWallId),
    Middle(KoWallId, KoWallId),
    Taxed(Player, KoWallId),
    Shifted(i64, KoWallId),
}

/// The scaffolds of both players and the score of waiting.
type Scaffolds = ([Option<KoWallId>; 2], Rational);

/// A store of walls that begin at the same floor.
#[derive(Debug)]
pub(super) struct KoWalls {
    pub(super) floor: Rational,
    walls: Vec<KoWall>,
    ids: FxHashMap<KoWall, KoWallId>,
    results: FxHashMap<Operation, KoWallId>,
    swept: FxHashMap<Scaffolds, [KoWallId; 2]>,
}

impl std::fmt::Debug for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Operation")
    }
}

impl KoWalls {
    pub(super) fn new(floor: Rational) -> Self {
        Self {
            floor,
            walls: Vec::new(),
            ids: FxHashMap::default(),
            results: FxHashMap::default(),
            swept: FxHashMap::default(),
        }
    }

    /// About the bytes in use.
    pub(super) fn bytes(&self) -> usize {
        const ENTRY: usize = 2;
        ENTRY
            * (self.walls.len() * 2 * size_of::<KoWall>()
                + self.results.len() * size_of::<(Operation, KoWallId)>()
                + self.swept.len() * size_of::<(Scaffolds, [KoWallId; 2])>())
    }

    pub(super) fn get(&self, id: KoWallId) -> &KoWall {
        &self.walls[id.0 as usize]
    }

    pub(super) fn intern(&mut self, wall: KoWall) -> Result<KoWallId, Error> {
        if let Some(&id) = self.ids.get(&wall) {
            return Ok(id);
        }
        let id = KoWallId(u32::try_from(self.walls.len()).map_err(|_| Error::OutOfRoom)?);
        self.walls.push(wall.clone());
        self.ids.insert(wall, id);
        Ok(id)
    }

    pub(super) fn vertical(&mut self, x: Rational) -> Result<KoWallId, Error> {
        self.intern(KoWall::vertical(x, self.floor))
    }

    fn remembered(
        &mut self,
        operation: Operation,
        work: impl FnOnce(&Self) -> Result<KoWall, Error>,
    ) -> Result<KoWallId, Error> {
        if let Some(&known) = self.results.get(&operation) {
            return Ok(known);
        }
        let wall = work(self)?;
        let id = self.intern(wall)?;
        self.results.insert(operation, id);
        Ok(id)
    }

    /// The best of some walls for a player to move to. `None` means that there is none.
    pub(super) fn best(
        &mut self,
        player: Player,
        walls: impl IntoIterator<Item = KoWallId>,
    ) -> Result<Option<KoWallId>, Error> {
        let mut walls = walls.into_iter();
        let Some(first) = walls.next() else { return Ok(None) };
        let best = walls.try_fold(first, |best, wall| match best == wall {
            true => Ok(best),
            false => {
                let (a, b) = (best.min(wall), best.max(wall));
                self.remembered(Operation::Best(player, a, b), |store| {
                    store.get(a).best(store.get(b), player)
                })
            }
        });
        best.map(Some)
    }

    pub(super) fn middle(&mut self, a: KoWallId, b: KoWallId) -> Result<KoWallId, Error> {
        let (a, b) = (a.min(b), a.max(b));
        self.remembered(Operation::Middle(a, b), |store| store.get(a).middle(store.get(b)))
    }

    pub(super) fn taxed(&mut self, player: Player, id: KoWallId) -> Result<KoWallId, Error> {
        self.remembered(Operation::Taxed(player, id), |store| store.get(id).taxed(player))
    }

    pub(super) fn shifted(&mut self, id: KoWallId, by: i64) -> Result<KoWallId, Error> {
        match by {
            0 => Ok(id),
            by => self.remembered(Operation::Shifted(by, id), |store| store.get(id).shifted(by.into())),
        }
    }

    /// The walls over these scaffolds.
    pub(super) fn swept(
        &mut self,
        scaffolds: [Option<KoWallId>; 2],
        score: Rational,
    ) -> Result<[KoWallId; 2], Error> {
        if let Some(&known) = self.swept.get(&(scaffolds, score)) {
            return Ok(known);
        }
        let [left, right] = scaffolds.map(|id| id.map(|id| self.get(id)));
        let ByPlayer { left, right } = sweep::walls(left, right, self.floor, score)?;
        let walls = [self.intern(left)?, self.intern(right)?];
        self.swept.insert((scaffolds, score), walls);
        Ok(walls)
    }
}
