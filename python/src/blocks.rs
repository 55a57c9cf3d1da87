//! Blocks of taking games and pieces of endgame tables, which several processes work out: what `tedomari.cluster` calls.

use crate::errors::{of_file, wrong};
use crate::tables::{built, subject};
use crate::taking::{block_bytes, convention, failed, game};
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use tedomari::tables::endgame::{PartFailure, Parts as TableParts, PartsLock};
use tedomari::tables::retrograde::{self, Done, Error, Folder, Found, Keep, Layout};
use tedomari::values::Budget;

pyo3::create_exception!(
    tedomari,
    Needs,
    PyLookupError,
    "A block or piece that is needed has to be worked out again: its number and the reason."
);

fn keep(name: &str) -> PyResult<Keep> {
    match name {
        "all" => Ok(Keep::All),
        "needed" => Ok(Keep::Needed),
        "none" => Ok(Keep::None),
        other => Err(wrong(format!("'{other}' does not say which blocks stay: all, needed or none"))),
    }
}

fn of_block(error: Error) -> PyErr {
    match error {
        Error::Unusable(block, reason) => Needs::new_err((block, reason)),
        error => failed(error),
    }
}

/// The blocks of a taking game in a folder that several processes share.
#[pyclass(frozen, module = "tedomari._native")]
pub(crate) struct Blocks(retrograde::Blocks);

#[pymethods]
impl Blocks {
    /// Makes the folder of a game, as `Taking.solve` does. `memory` is in MiB, for plain blocks beside those that threads
    /// work on.
    #[staticmethod]
    #[pyo3(signature = (folder, name, *, play, symmetry, bid = None, memory = 0))]
    fn create(
        py: Python<'_>,
        folder: PathBuf,
        name: &str,
        play: &str,
        symmetry: bool,
        bid: Option<Vec<u8>>,
        memory: u64,
    ) -> PyResult<Self> {
        let (game, convention) = (game(name)?, convention(play)?);
        let made = py.detach(|| {
            let layout = match bid {
                Some(pieces) => Layout::new(&game, &pieces, symmetry)?,
                None => Layout::with_room(&game, symmetry, block_bytes(&game, true))?,
            };
            Folder::create(&folder, layout, convention)
        });
        Ok(Self(retrograde::Blocks::new(made.map_err(failed)?, memory << 20)))
    }

    /// Opens a folder.
    #[staticmethod]
    #[pyo3(signature = (folder, *, memory = 0))]
    fn open(py: Python<'_>, folder: PathBuf, memory: u64) -> PyResult<Self> {
        let folder = py.detach(|| Folder::open(&folder)).map_err(failed)?;
        Ok(Self(retrograde::Blocks::new(folder, memory << 20)))
    }

    /// The size of a plain block in bytes.
    #[getter]
    fn block_bytes(&self) -> u64 {
        self.0.folder().layout().block_bytes()
    }

    /// All stored blocks, children first.
    fn order(&self, py: Python<'_>, keep: &str) -> PyResult<Vec<u32>> {
        let keep = self::keep(keep)?;
        Ok(py.detach(|| self.0.order(keep)))
    }

    /// The blocks that stay at the end.
    fn kept(&self, keep: &str) -> PyResult<Vec<u32>> {
        let keep = match self::keep(keep)? {
            // Facts are found from them before they are dropped.
            Keep::None => Keep::Needed,
            keep => keep,
        };
        Ok(keep.at_the_end(self.0.folder().layout()).into_iter().collect())
    }

    /// The blocks that the moves out of a block lead to.
    fn children(&self, block: u32) -> Vec<u32> {
        self.0.folder().layout().children(block)
    }

    /// The file of a block: its number of P-positions, and whether it has the block, not only that number. `None` means
    /// that the file is missing or damaged.
    #[pyo3(signature = (block, *, thorough = false))]
    fn look(&self, py: Python<'_>, block: u32, thorough: bool) -> PyResult<Option<(u64, bool)>> {
        Ok(match py.detach(|| self.0.look(block, thorough)).map_err(failed)? {
            Some(Found::Block(lost, _)) => Some((lost, true)),
            Some(Found::Stub(lost)) => Some((lost, false)),
            None => None,
        })
    }

    /// Computes a block from the files of its children, and writes its file. Returns its number of P-positions, its packed
    /// size and the checksum of that.
    fn solve(&self, py: Python<'_>, block: u32) -> PyResult<(u64, u64, u32)> {
        let Done { lost, bytes, checksum } = py.detach(|| self.0.solve(block)).map_err(of_block)?;
        Ok((lost, bytes, checksum))
    }

    /// Computes a block from the packed bytes that a function returns for each child, asked one after the other. Returns
    /// the packed bytes of the block beside what `solve` returns.
    fn solve_from<'py>(
        &self,
        py: Python<'py>,
        block: u32,
        child: Py<PyAny>,
    ) -> PyResult<(Bound<'py, PyBytes>, u64, u64, u32)> {
        enum Failure {
            Python(PyErr),
            Block(Error),
        }
        impl From<Error> for Failure {
            fn from(error: Error) -> Self {
                Self::Block(error)
            }
        }
        let fetch = |number: u32| {
            Python::attach(|py| {
                Ok(child.call1(py, (number,))?.bind(py).cast::<PyBytes>()?.as_bytes().to_vec())
            })
            .map_err(Failure::Python)
        };
        let found = py.detach(|| self.0.solve_from(block, fetch)).map_err(|failure| match failure {
            Failure::Python(error) => error,
            Failure::Block(error) => of_block(error),
        });
        let (packed, Done { lost, bytes, checksum }) = found?;
        Ok((PyBytes::new(py, &packed), lost, bytes, checksum))
    }

    /// The packed bytes of a block in its file.
    fn read<'py>(&self, py: Python<'py>, block: u32) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| self.0.read(block)).map_err(|error| match error {
            Error::File(error) if error.is_missing() || error.is_damaged() => {
                Needs::new_err((block, error.to_string()))
            }
            error => of_block(error),
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the file of a block with these packed bytes.
    fn write(&self, py: Python<'_>, block: u32, lost: u64, packed: &[u8]) -> PyResult<()> {
        py.detach(|| self.0.write(block, lost, packed)).map_err(of_block)
    }

    /// Replaces the file of a block by a stub.
    fn drop(&self, py: Python<'_>, block: u32, lost: u64) -> PyResult<()> {
        py.detach(|| self.0.drop_block(block, lost)).map_err(failed)
    }

    /// Is it a table that keeps no block, whose facts are known?
    fn is_solved(&self, py: Python<'_>) -> bool {
        py.detach(|| self.0.is_solved())
    }

    /// Removes what killed processes have left.
    fn clean(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.clean()).map_err(failed)
    }

    /// Leaves the folder as a run of one process does, once all blocks are done.
    fn finish(&self, py: Python<'_>, keep: &str) -> PyResult<()> {
        let keep = self::keep(keep)?;
        py.detach(|| self.0.finish(keep)).map_err(failed)
    }
}

/// The pieces of an endgame table that several processes build.
#[pyclass(frozen, module = "tedomari._native")]
pub(crate) struct Parts {
    parts: TableParts,
    lock: Mutex<Option<PartsLock>>,
}

fn of_part(error: PartFailure) -> PyErr {
    match error {
        PartFailure::Needs(piece, reason) => Needs::new_err((piece, reason)),
        PartFailure::Build(failure) => built(failure),
    }
}

#[pymethods]
impl Parts {
    /// A table at a path; `memory` is in MiB, for each process.
    #[new]
    #[pyo3(signature = (game, size, path, *, queens, values, memory))]
    fn new(
        py: Python<'_>,
        game: &str,
        size: (u8, u8),
        path: PathBuf,
        queens: (u8, u8),
        values: bool,
        memory: u64,
    ) -> PyResult<Self> {
        let subject = subject(game, size, queens, values)?;
        let parts = py.detach(|| TableParts::new(subject, &path, memory << 20)).map_err(built)?;
        Ok(Self { parts, lock: Mutex::default() })
    }

    /// Is the whole table there? Every byte is checked.
    fn is_built(&self, py: Python<'_>) -> bool {
        py.detach(|| self.parts.is_built())
    }

    /// The level and the number of entries of each piece.
    fn pieces(&self) -> Vec<(usize, u64)> {
        self.parts.pieces().collect()
    }

    /// Locks the folder of the pieces until `unlock`.
    fn lock(&self, py: Python<'_>) -> PyResult<()> {
        let lock = py.detach(|| self.parts.lock()).map_err(built)?;
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = Some(lock);
        Ok(())
    }

    /// Gives the lock back, and removes files that are not needed for the table.
    #[pyo3(signature = (*, done))]
    fn unlock(&self, py: Python<'_>, done: bool) -> PyResult<()> {
        if done {
            py.detach(|| self.parts.clean()).map_err(of_file)?;
        }
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    /// Is a piece done? Every byte of its file is checked.
    fn is_there(&self, py: Python<'_>, piece: usize) -> PyResult<bool> {
        py.detach(|| self.parts.is_there(piece)).map_err(of_file)
    }

    /// Works out a piece from the lower levels. Returns its number of entries and the checksum of its file.
    fn work_out(&self, py: Python<'_>, piece: usize) -> PyResult<(u64, u32)> {
        py.detach(|| self.parts.work_out(piece, &Budget::endless())).map_err(of_part)
    }

    /// Gives the facts of a piece the numbers of their words.
    fn number(&self, py: Python<'_>, piece: usize) -> PyResult<()> {
        py.detach(|| self.parts.number(piece)).map_err(of_part)
    }
}
