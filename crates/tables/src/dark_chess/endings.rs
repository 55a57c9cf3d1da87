//! Where do the results of endgames come from? From the files of a folder, and those of few pieces are worked
//! out when they are asked for.

use super::files;
use super::index::{cells_of, entry};
use super::material::Material;
use super::solve::{Outcome, Solution, memory};
use crate::endgame::{BuildFailure, Warn};
use crate::file::FileError;
use positions::{Ending, Source};
use rules::Contest;
use rules::games::dark_chess::{DarkChess, KINDS};
use std::any::Any;
use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use values::{Budget, ByPlayer, ThermographId, Thermographs, ValueId, Values, map_on_all_cores};

/// The number of bytes of solutions from which on those in memory are forgotten.
const CACHE: u64 = 1 << 26;
/// The maximum number of pieces of an endgame that is worked out during play: it takes milliseconds.
const MOST_GROWN: usize = 3;

/// A callback for the progress of a build: the number of materials that are done, and of all.
pub type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

/// Is there a solution of a material, so that it need not be worked out?
type IsThere<'a> = &'a dyn Fn(&Material) -> Result<bool, BuildFailure>;

/// The solutions of a level by their materials.
type Solutions = HashMap<Material, Arc<Solution>>;

/// A solution; `None` means that its material has no file.
type Held = Option<Arc<Solution>>;

/// The solutions in memory.
#[derive(Default)]
struct Cache {
    held: HashMap<Material, Held>,
    bytes: u64,
}

impl Cache {
    /// Adds a solution. If there are too many, all others are forgotten: solutions of one material need each
    /// other, and are asked for together.
    fn add(&mut self, material: Material, held: Held) {
        let bytes = |held: &Held| if held.is_some() { memory(material.pieces()).0 } else { 0 };
        if self.bytes + bytes(&held) > CACHE {
            *self = Self::default();
        }
        self.bytes += bytes(&held);
        if let Some(before) = self.held.insert(material, held) {
            self.bytes -= bytes(&before);
        }
    }
}

/// A source of results of endgames.
pub struct Endings {
    /// `None` means no files.
    folder: Option<PathBuf>,
    /// The maximum number of pieces of a file.
    most: usize,
    cache: RwLock<Cache>,
    /// The callback for damaged files. The first warning takes it: one is enough.
    warn: Mutex<Option<Warn>>,
}

impl Default for Endings {
    fn default() -> Self {
        Self::new()
    }
}

impl Endings {
    /// A source without files.
    #[must_use]
    pub fn new() -> Self {
        Self { folder: None, most: MOST_GROWN, cache: RwLock::default(), warn: Mutex::default() }
    }

    /// A source that looks into the files of a folder first.
    pub fn in_folder(folder: &Path) -> Result<Self, FileError> {
        let most = files::materials(folder)?.iter().map(Material::pieces).fold(MOST_GROWN, usize::max);
        Ok(Self { folder: Some(folder.to_owned()), most, ..Self::new() })
    }

    /// The folder of files. `None` means that there is none.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The materials that have files.
    pub fn materials(&self) -> Result<Vec<Material>, FileError> {
        self.folder.as_deref().map_or(Ok(Vec::new()), files::materials)
    }

    /// The file of a material. `None` means that the source has no folder.
    #[must_use]
    pub fn path(&self, material: &Material) -> Option<PathBuf> {
        Some(files::path(self.folder.as_deref()?, material))
    }

    /// Sets the callback for a damaged file that is found during a search.
    pub fn warn(&self, warn: Warn) {
        *self.warn.lock().unwrap_or_else(PoisonError::into_inner) = Some(warn);
    }

    /// The solution of a material from the cache or a file. `None` means that it is in neither.
    pub fn held(&self, material: &Material) -> Result<Option<Arc<Solution>>, FileError> {
        let cache = self.cache.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = cache.held.get(material) {
            return Ok(held.clone());
        }
        drop(cache);
        let held = self.folder.as_deref().map(|folder| files::read(folder, material)).transpose()?;
        let held = held.flatten().map(Arc::new);
        self.keep(*material, held.clone());
        Ok(held)
    }

    fn keep(&self, material: Material, held: Held) {
        self.cache.write().unwrap_or_else(PoisonError::into_inner).add(material, held);
    }

    fn forget(&self) {
        *self.cache.write().unwrap_or_else(PoisonError::into_inner) = Cache::default();
    }

    /// The result of a position with 40 quiet moves left. `None` means that pieces lie face down, or that it is
    /// neither in a file nor small enough to be worked out at once.
    pub fn outcome(&self, state: &DarkChess) -> Result<Option<Outcome>, BuildFailure> {
        // Searches ask at every node, and a budget takes longer than the answer that there are too many pieces.
        if state.endgame().is_none_or(|open| pieces(&open) > self.most) {
            return Ok(None);
        }
        self.look(state, self.most, MOST_GROWN, &Budget::endless())
    }

    /// The same for any number of pieces that a table can have. What is in no file is worked out within the
    /// budget.
    pub fn find(&self, state: &DarkChess, budget: &Budget) -> Result<Option<Outcome>, BuildFailure> {
        self.look(state, Material::MOST_PIECES, Material::MOST_PIECES, budget)
    }

    /// The solution of a material, which is worked out within the budget if it is in no file.
    pub fn solution(&self, material: &Material, budget: &Budget) -> Result<Arc<Solution>, BuildFailure> {
        self.held(material)?.map_or_else(|| self.work_out(material, budget), Ok)
    }

    /// The result of a position of at most this many pieces; it is worked out if it has few.
    fn look(
        &self,
        state: &DarkChess,
        most: usize,
        few: usize,
        budget: &Budget,
    ) -> Result<Option<Outcome>, BuildFailure> {
        let Some(open) = state.endgame() else { return Ok(None) };
        let pieces = pieces(&open);
        if pieces > most {
            return Ok(None);
        }
        let counts = open.map(|kinds| kinds.map(|bitboard| bitboard.count_ones() as u8));
        let Some((material, first)) = Material::new(&counts) else { return Ok(None) };
        let solution = match self.held(&material)? {
            None if pieces <= few => self.work_out(&material, budget)?,
            None => return Ok(None),
            Some(solution) => solution,
        };
        let side = usize::from(state.to_move() != first);
        Ok(Some(solution.outcome(entry(&cells_of(&open, first)[..pieces]), side)))
    }

    /// Works out a material, and keeps its solution and those that it needs in the cache.
    fn work_out(&self, material: &Material, budget: &Budget) -> Result<Arc<Solution>, BuildFailure> {
        let found = Mutex::new(None);
        let keep = |solution: &Arc<Solution>| {
            self.keep(solution.material, Some(solution.clone()));
            if solution.material == *material {
                *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(solution.clone());
            }
            Ok(())
        };
        // The cache may forget what it holds in the meantime.
        let known = RefCell::new(Solutions::new());
        let is_held = |material: &Material| {
            let held = self.held(material)?;
            Ok(held.map(|solution| known.borrow_mut().insert(*material, solution)).is_some())
        };
        self.solve(&[*material], (&is_held, &known), &keep, budget, &|_, _| {})?;
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(found.expect("a material that is not held is solved"))
    }

    /// Solves these materials, and those after captures, and writes the files that are missing. Returns the
    /// number of materials that were solved.
    pub fn build(
        &self,
        wanted: &[Material],
        budget: &Budget,
        progress: Progress<'_>,
    ) -> Result<usize, BuildFailure> {
        let Some(folder) = self.folder.as_deref() else { return Ok(0) };
        let failed = |error| FileError::Io { path: folder.to_owned(), error };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let is_there = |material: &Material| match files::is_there(folder, material) {
            Err(error) if error.is_damaged() => Ok(false),
            there => Ok(there?),
        };
        let keep = |solution: &Arc<Solution>| {
            files::write(folder, solution)?;
            // What was held may be that there is no file.
            self.forget();
            Ok(())
        };
        self.solve(wanted, (&is_there, &RefCell::default()), &keep, budget, progress)
    }

    /// Solves these materials and all that they need, those with fewest pieces first, unless they are there
    /// already: among the known ones, in the cache or in a file. `keep` is called with every solution. Returns
    /// their number.
    fn solve(
        &self,
        wanted: &[Material],
        (is_there, known): (IsThere<'_>, &RefCell<Solutions>),
        keep: &(dyn Fn(&Arc<Solution>) -> Result<(), BuildFailure> + Sync),
        budget: &Budget,
        progress: Progress<'_>,
    ) -> Result<usize, BuildFailure> {
        let mut missing: BTreeMap<usize, BTreeSet<Material>> = BTreeMap::new();
        let (mut seen, mut open) = (BTreeSet::new(), wanted.to_vec());
        while let Some(material) = open.pop() {
            if seen.insert(material) {
                open.extend(material.after_captures());
                if !is_there(&material)? {
                    missing.entry(material.pieces()).or_default().insert(material);
                }
            }
        }
        check_memory(&missing, budget)?;
        let all = missing.values().map(BTreeSet::len).sum();
        let done = AtomicUsize::new(0);
        progress(0, all);
        let mut smaller = Solutions::new();
        for (pieces, level) in &missing {
            let needed = needed(level);
            smaller.retain(|material, _| needed.contains(material));
            for material in needed {
                let Entry::Vacant(vacant) = smaller.entry(material) else { continue };
                let solution = known.borrow().get(&material).cloned();
                let solution = solution.map_or_else(|| self.held(&material), |known| Ok(Some(known)))?;
                // A file may have gone in the meantime.
                vacant.insert(solution.ok_or_else(|| BuildFailure::Lost(material.to_string()))?);
            }
            let level: Vec<Material> = level.iter().copied().collect();
            let needed_later = missing.get(&(pieces + 1)).map(self::needed).unwrap_or_default();
            let solved = map_on_all_cores(level.len(), |i| {
                let solution = Arc::new(Solution::new(level[i], &smaller, budget)?);
                keep(&solution)?;
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
                Ok::<_, BuildFailure>(needed_later.contains(&level[i]).then_some(solution))
            })?;
            smaller.extend(solved.into_iter().flatten().map(|solution| (solution.material, solution)));
        }
        Ok(all)
    }

    /// What was found. An error counts as nothing: a search can find the answer instead.
    fn readable<T>(&self, found: Result<Option<T>, BuildFailure>) -> Option<T> {
        found.unwrap_or_else(|error| {
            if let BuildFailure::File(error) = error {
                let warn = self.warn.lock().unwrap_or_else(PoisonError::into_inner).take();
                warn.inspect(|warn| warn(&error));
            }
            None
        })
    }
}

/// The number of pieces.
fn pieces(open: &ByPlayer<[u32; KINDS]>) -> usize {
    open.iter().flatten().map(|bitboard| bitboard.count_ones() as usize).sum()
}

/// The materials after captures in any of these.
fn needed(level: &BTreeSet<Material>) -> BTreeSet<Material> {
    level.iter().flat_map(Material::after_captures).collect()
}

/// Refuses work that needs more memory than the budget has.
fn check_memory(missing: &BTreeMap<usize, BTreeSet<Material>>, budget: &Budget) -> Result<(), BuildFailure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let need = missing.iter().map(|(&pieces, level)| {
        let (solution, work) = memory(pieces);
        let inputs = needed(level).len() as u64 * memory(pieces.saturating_sub(1).max(1)).0;
        let kept = if missing.contains_key(&(pieces + 1)) { level.len() as u64 * solution } else { 0 };
        inputs + kept + cores.min(level.len()) as u64 * (solution + work)
    });
    let (need, allowed) = (need.max().unwrap_or(0) >> 20, budget.bytes() as u64 >> 20);
    if need > allowed { Err(BuildFailure::Memory { need, allowed }) } else { Ok(()) }
}

impl Source for Endings {
    fn thermograph(&self, _: &dyn Any, _: &Thermographs) -> Option<ThermographId> {
        None
    }

    fn value(&self, _: &dyn Any, _: &Values) -> Option<ValueId> {
        None
    }

    /// The end of a state. A win takes a line without repetition, so it is certain unless a position of the
    /// line was there twice before.
    fn ending(&self, state: &dyn Any) -> Option<Ending> {
        let state = state.downcast_ref::<DarkChess>()?;
        let outcome = self.readable(self.outcome(state))?.within(state.moves_left()?);
        let (sign, moves) = match outcome {
            Outcome::Draw => return Some(Ending { score: 0, moves: 0 }),
            _ if state.is_near_repetition() => return None,
            Outcome::Win(moves) => (1, moves),
            Outcome::Loss(moves) => (-1, moves),
        };
        Some(Ending { score: state.to_move().sees(sign * DarkChess::MOST), moves: moves.into() })
    }
}
