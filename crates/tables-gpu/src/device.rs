//! What does a device have to do? Keep memory, move it, and run kernels one after the other. Addresses are numbers of
//! 64 bits.

use thiserror::Error;

/// Why a device cannot go on.
#[derive(Error, Debug)]
#[error("{0}")]
pub struct DeviceError(pub String);

/// The kernels, with the number of their arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// Unpacks and turns a block.
    Expand,
    /// Packs a block.
    Pack,
    /// Solves a block.
    Solve,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Self; 3] = [Self::Expand, Self::Pack, Self::Solve];

    /// The name in the source.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Expand => "expand",
            Self::Pack => "pack",
            Self::Solve => "solve",
        }
    }
}

/// A machine that runs kernels.
pub trait Device {
    /// A name to print.
    fn name(&self) -> String;
    /// The bytes that can be allocated.
    fn free_bytes(&mut self) -> Result<u64, DeviceError>;
    /// The number of thread blocks that can wait for each other while a kernel runs.
    fn resident(&self, kernel: Kernel) -> u32;
    /// Allocates memory that is not freed before the device is dropped.
    fn allocate(&mut self, bytes: u64) -> Result<u64, DeviceError>;
    /// Writes memory.
    fn write(&mut self, to: u64, bytes: &[u8]) -> Result<(), DeviceError>;
    /// Reads memory after all work is done.
    fn read(&mut self, from: u64, bytes: &mut [u8]) -> Result<(), DeviceError>;
    /// Copies memory.
    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), DeviceError>;
    /// Sets memory to zero.
    fn clear(&mut self, at: u64, bytes: u64) -> Result<(), DeviceError>;
    /// Runs a kernel with this number of thread blocks.
    fn launch(&mut self, kernel: Kernel, grid: u32, arguments: &[u64]) -> Result<(), DeviceError>;
}
