//! How is a taking game solved on a GPU? The order of blocks, their layout and the code of their words are those of
//! [`tables::retrograde`]; packed blocks live in the memory of the device and, where there is a folder, in files. Kernels
//! expand, solve and pack them.
//! The kernels (`kernels.cu`) are compiled when the program starts, or as plain C++ by a test that needs no GPU.

mod arena;
#[cfg(feature = "cuda")]
mod cuda;
mod device;
mod solver;
mod source;

#[cfg(feature = "cuda")]
pub use cuda::Cuda;
pub use device::{Device, DeviceError, Kernel};
pub use solver::{Error, Options, Report, solve, solve_in};
pub use source::definitions;

/// The text of the kernels, which [`definitions`] have to precede.
pub const KERNELS: &str = include_str!("kernels.cu");
/// The text of a program that runs the kernels as plain C++, which they have to precede.
pub const HOST: &str = include_str!("host.cpp");
