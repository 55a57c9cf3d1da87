//! How does a CUDA device keep memory and run kernels? Through the driver and NVRTC, loaded when the program starts.
//! This is the only file with unsafe code: calls of the driver with addresses that it has given out itself.
#![allow(unsafe_code)]

use crate::device::{Device, DeviceError, Kernel};
use crate::{KERNELS, definitions};
use cudarc::driver::sys::{CUdevice_attribute, CUfunction_attribute_enum};
use cudarc::driver::{CudaContext, CudaFunction, CudaStream, LaunchConfig, PushKernelArg, result};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};
use std::fmt::Debug;
use std::sync::Arc;
use std::time::Instant;
use tables::retrograde::Layout;

/// The threads of a block, as the kernels have them.
const THREADS: u32 = 256;
/// Bytes that are never asked for: the driver needs some itself.
const RESERVE: u64 = 400 << 20;

/// A CUDA device with the kernels for one layout.
pub struct Cuda {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    functions: Vec<CudaFunction>,
    name: String,
    resident: u32,
    /// Seconds and launches of each kernel, if they are traced.
    trace: Option<[(f64, u64); 3]>,
}

fn failed<E: Debug>(what: &'static str) -> impl Fn(E) -> DeviceError {
    move |error| DeviceError(format!("CUDA: {what}: {error:?}"))
}

impl Cuda {
    /// Is there a driver and a compiler? Says why not.
    pub fn look() -> Result<(), DeviceError> {
        // SAFETY: loading these libraries runs their initialisers, as loading them later would.
        let (driver, compiler) =
            unsafe { (cudarc::driver::sys::is_culib_present(), cudarc::nvrtc::sys::is_culib_present()) };
        match (driver, compiler) {
            (false, _) => Err(DeviceError("there is no CUDA driver (libcuda) on this machine".to_owned())),
            (_, false) => Err(DeviceError("there is no CUDA compiler (libnvrtc) on this machine".to_owned())),
            _ => Ok(()),
        }
    }

    /// The first device, with kernels for this layout.
    pub fn new(layout: &Layout, is_misere: bool) -> Result<Self, DeviceError> {
        Self::look()?;
        let context = CudaContext::new(0).map_err(failed("no device"))?;
        let stream = context.default_stream();
        let (major, minor) = context.compute_capability().map_err(failed("capability"))?;
        let text = [&definitions(layout, is_misere), KERNELS].concat();
        let options = CompileOptions {
            options: vec![format!("--gpu-architecture=compute_{major}{minor}")],
            ..Default::default()
        };
        let compiled = compile_ptx_with_opts(text, options).map_err(|error| match error {
            CompileError::CompileError { log, .. } => {
                DeviceError(format!("the kernels cannot be compiled: {}", log.to_string_lossy()))
            }
            error => failed("compiler")(error),
        })?;
        let module = context.load_module(compiled).map_err(failed("module"))?;
        let load = |kernel: Kernel| module.load_function(kernel.name()).map_err(failed("function"));
        let functions = Kernel::ALL.into_iter().map(load).collect::<Result<Vec<_>, _>>()?;
        let processors = context
            .attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
            .map_err(failed("attribute"))?;
        let each = functions[Kernel::Solve as usize]
            .occupancy_max_active_blocks_per_multiprocessor(THREADS, 0, None)
            .map_err(failed("occupancy"))?;
        let trace = std::env::var_os("TEDOMARI_GPU_TRACE").map(|_| [(0.0, 0); 3]);
        if trace.is_some() {
            for (kernel, function) in Kernel::ALL.iter().zip(&functions) {
                let attribute = |which| function.get_attribute(which).unwrap_or(-1);
                let registers = attribute(CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_NUM_REGS);
                let shared = attribute(CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
                let local = attribute(CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
                eprintln!("{}: {registers} registers, {shared} bytes shared, {local} local", kernel.name());
            }
        }
        let name = context.name().map_err(failed("name"))?;
        Ok(Self { context, stream, functions, name, resident: each * processors as u32, trace })
    }

    fn bind(&self) -> Result<(), DeviceError> {
        self.context.bind_to_thread().map_err(failed("context"))
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        for (kernel, (seconds, launches)) in Kernel::ALL.iter().zip(self.trace.into_iter().flatten()) {
            eprintln!("{}: {launches} launches, {seconds:.3} s", kernel.name());
        }
    }
}

impl Device for Cuda {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn free_bytes(&mut self) -> Result<u64, DeviceError> {
        let (free, _) = self.context.mem_get_info().map_err(failed("memory"))?;
        Ok((free as u64).saturating_sub(RESERVE))
    }

    fn resident(&self, _: Kernel) -> u32 {
        self.resident
    }

    fn allocate(&mut self, bytes: u64) -> Result<u64, DeviceError> {
        self.bind()?;
        // SAFETY: the memory is only used by kernels and copies within its bounds, and lives as long as the context.
        unsafe { result::malloc_sync(bytes as usize) }.map_err(failed("memory"))
    }

    fn write(&mut self, to: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        // SAFETY: pageable memory is copied to a buffer of the driver before the call returns.
        unsafe { result::memcpy_htod_async(to, bytes, self.stream.cu_stream()) }.map_err(failed("write"))
    }

    fn read(&mut self, from: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: the slice lives until the stream is synchronised.
        unsafe { result::memcpy_dtoh_async(bytes, from, self.stream.cu_stream()) }.map_err(failed("read"))?;
        self.stream.synchronize().map_err(failed("kernel"))
    }

    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: both addresses are in memory that was allocated above.
        unsafe { result::memcpy_dtod_async(to, from, bytes as usize, self.stream.cu_stream()) }
            .map_err(failed("copy"))
    }

    fn clear(&mut self, at: u64, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: the address is in memory that was allocated above.
        unsafe { result::memset_d8_async(at, 0, bytes as usize, self.stream.cu_stream()) }
            .map_err(failed("clear"))
    }

    fn launch(&mut self, kernel: Kernel, grid: u32, arguments: &[u64]) -> Result<(), DeviceError> {
        if self.trace.is_some() {
            self.stream.synchronize().map_err(failed("kernel"))?;
        }
        let config = LaunchConfig { grid_dim: (grid, 1, 1), block_dim: (THREADS, 1, 1), shared_mem_bytes: 0 };
        let mut launch = self.stream.launch_builder(&self.functions[kernel as usize]);
        for argument in arguments {
            launch.arg(argument);
        }
        // SAFETY: the kernels have as many arguments of 64 bits, and stay within the memory that these name; the same
        // text is checked as plain C++.
        unsafe { launch.launch(config) }.map_err(failed("launch"))?;
        if let Some(trace) = &mut self.trace {
            let started = Instant::now();
            self.stream.synchronize().map_err(failed("kernel"))?;
            let (seconds, launches) = &mut trace[kernel as usize];
            *seconds += started.elapsed().as_secs_f64();
            *launches += 1;
        }
        Ok(())
    }
}
