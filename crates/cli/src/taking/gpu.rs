//! All positions of a taking game, solved on a GPU.

use super::Failure;
use tables_gpu::{Cuda, Device, Error, Options, solve, solve_in};
use tedomari::answers::NimSolution;
use tedomari::rules::games::triangular_nim::Convention;
use tedomari::tables::retrograde::{Folder, Layout, Work};

/// Plain blocks in the cache: more do not save much unpacking.
const SLOTS: u64 = 64;

/// Is there a device? The error says why not.
pub(super) fn find_device() -> anyhow::Result<()> {
    Ok(Cuda::look()?)
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Table(error) => error.into(),
            Error::Stopped | Error::Memory { .. } | Error::Full { .. } => Self::Limit(error.to_string()),
            error => Self::Bad(error.into()),
        }
    }
}

/// Solves a table on a device: in a folder, or else in its memory.
pub(super) fn on_device(
    layout: &Layout,
    convention: Convention,
    folder: Option<&Folder>,
    work: Work,
    check: usize,
    answer: &mut NimSolution,
) -> Result<(), Failure> {
    let mut device = Cuda::new(layout, convention == Convention::Misere).map_err(Error::from)?;
    answer.device = Some(device.name());
    let options = Options { work, check, slots: SLOTS };
    let found = match folder {
        Some(folder) => solve_in(&mut device, folder, &options)?,
        None => solve(&mut device, layout, convention, &options)?,
    };
    if let Some(facts) = &found.facts {
        answer.add_facts(layout, facts)?;
    }
    answer.blocks_checked = Some(found.checked.len() as u64);
    answer.device_bytes = Some(found.most_bytes);
    answer.packed_to = found.ratio;
    Ok(())
}
