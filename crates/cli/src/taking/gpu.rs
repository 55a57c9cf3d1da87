//! All positions of a taking game, solved on a GPU.

use super::solve::show;
use super::{Solving, block_bytes, report};
use crate::report::Report;
use std::time::Instant;
use tables_gpu::{Cuda, Device, Error, Options, solve};
use tedomari::answers::NimSolution;
use tedomari::rules::games::triangular_nim::Convention;
use tedomari::tables::retrograde::TakingGame;

/// Blocks of this size keep a GPU busy.
const LEAST_BYTES: u64 = 1 << 23;

/// Plain blocks in the cache: more do not save much unpacking.
const SLOTS: u64 = 64;

/// Is there a device? The error says why not.
pub(super) fn find_device() -> anyhow::Result<()> {
    Ok(Cuda::look()?)
}

pub(super) fn on_device(game: &TakingGame, solving: &Solving) -> anyhow::Result<Report> {
    let started = Instant::now();
    let layout = solving.shape.layout(game, block_bytes(game, false).max(LEAST_BYTES))?;
    let convention: Convention = solving.play.into();
    let mut answer = NimSolution::of(&layout, convention);
    let mut device = Cuda::new(&layout, convention == Convention::Misere)?;
    answer.device = Some(device.name());
    let options = Options {
        budget: &solving.limits.budget(),
        progress: &show,
        check: solving.check,
        memory: u64::MAX,
        is_numeric: false,
        slots: SLOTS,
    };
    match solve(&mut device, &layout, convention, &options) {
        Ok(found) => {
            answer.add_facts(&layout, &found.facts)?;
            answer.blocks_checked = Some(found.checked.len() as u64);
            answer.device_bytes = Some(found.most_bytes);
            answer.packed_to = Some(found.ratio);
        }
        Err(error @ (Error::Stopped | Error::Memory { .. } | Error::Full { .. })) => {
            answer.error = Some(error.to_string());
        }
        Err(error) => return Err(error.into()),
    }
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(report(&answer, answer.error.as_ref()))
}
