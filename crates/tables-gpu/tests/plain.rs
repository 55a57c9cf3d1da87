//! The kernels compiled as plain C++, driven by the same code as on a GPU, against the processor's solver, block by
//! block.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::triangular_nim::Convention;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tables::retrograde::{Folder, Keep, Layout, Solved, TakingGame, Work};
use tables_gpu::{Device, DeviceError, Error, HOST, KERNELS, Kernel, Options, definitions, solve, solve_in};
use values::Budget;

/// A process that runs the kernels one thread at a time.
struct Plain {
    process: Child,
    to: ChildStdin,
    from: ChildStdout,
    memory: u64,
    _folder: tempfile::TempDir,
}

impl Plain {
    /// `None` means that there is no compiler.
    fn new(layout: &Layout, convention: Convention, memory: u64) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let (source, program) = (folder.path().join("kernels.cpp"), folder.path().join("kernels"));
        let text = [&definitions(layout, convention == Convention::Misere), KERNELS, HOST].concat();
        std::fs::write(&source, text).unwrap();
        let compiler =
            Command::new("c++").args(["-O1", "-Wall", "-DHOST", "-o"]).arg(&program).arg(&source).output();
        let Ok(output) = compiler else {
            eprintln!("no C++ compiler: the kernels are not checked");
            return None;
        };
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !messages.contains("warning"), "{messages}");
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (to, from) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        Some(Self { process, to, from, memory, _folder: folder })
    }

    fn send(&mut self, numbers: &[u64]) -> Result<(), DeviceError> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.send_bytes(&bytes)
    }

    fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), DeviceError> {
        self.to.write_all(bytes).map_err(|error| DeviceError(error.to_string()))
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

impl Device for Plain {
    fn name(&self) -> String {
        "plain C++".to_owned()
    }

    fn free_bytes(&mut self) -> Result<u64, DeviceError> {
        Ok(self.memory)
    }

    fn resident(&self, _: Kernel) -> u32 {
        2
    }

    fn allocate(&mut self, bytes: u64) -> Result<u64, DeviceError> {
        self.send(&[0, bytes])?;
        let mut address = [0; 8];
        self.from.read_exact(&mut address).map_err(|error| DeviceError(error.to_string()))?;
        Ok(u64::from_le_bytes(address))
    }

    fn write(&mut self, to: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        self.send(&[1, to, bytes.len() as u64])?;
        self.send_bytes(bytes)
    }

    fn read(&mut self, from: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.send(&[2, from, bytes.len() as u64])?;
        self.from.read_exact(bytes).map_err(|error| DeviceError(error.to_string()))
    }

    fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Result<(), DeviceError> {
        self.send(&[3, to, from, bytes])
    }

    fn clear(&mut self, at: u64, bytes: u64) -> Result<(), DeviceError> {
        self.write(at, &vec![0; bytes as usize])
    }

    fn launch(&mut self, kernel: Kernel, grid: u32, arguments: &[u64]) -> Result<(), DeviceError> {
        let command = match kernel {
            Kernel::Expand => 4,
            Kernel::Pack => 5,
            Kernel::Solve => 6,
        };
        let mut numbers = vec![command, u64::from(grid)];
        numbers.extend(arguments);
        numbers.resize(15, 0);
        self.send(&numbers)
    }
}

fn options<'a>(layout: &Layout, budget: &'a Budget) -> Options<'a> {
    let work = Work {
        blocks: 0..layout.all_blocks(),
        keep: Keep::All,
        memory: u64::MAX,
        disk: u64::MAX,
        threads: 2,
        budget,
        progress: &|_, _| (),
        warn: &|_| (),
    };
    Options { work, check: usize::MAX, slots: 4 }
}

/// Every block is computed by the processor too, from the children on the device.
#[test]
fn the_kernels_agree_with_the_processor() {
    let games = [
        (TakingGame::triangular_nim(6).unwrap(), &[0, 15, 20][..]),
        (TakingGame::cram(5, 5).unwrap(), &[0, 4, 20, 24]),
        (TakingGame::tactix(6, 4).unwrap(), &[0, 5, 18, 23]),
    ];
    let budget = Budget::endless();
    for (game, pieces) in games {
        for convention in [Convention::Normal, Convention::Misere] {
            for symmetry in [true, false] {
                let layout = Layout::new(&game, pieces, symmetry).unwrap();
                let Some(mut device) = Plain::new(&layout, convention, 1 << 30) else { return };
                let report = solve(&mut device, &layout, convention, &options(&layout, &budget)).unwrap();
                let blocks = layout.counts().blocks as usize;
                assert_eq!(report.checked.len(), blocks, "{}", game.name());
                let known =
                    Solved::in_memory(layout, convention, 2, &budget, &|_, _| ()).unwrap().facts().clone();
                assert_eq!(report.facts, Some(known), "{} {convention:?} {symmetry}", game.name());
            }
        }
    }
}

/// Little memory is an error that says so.
#[test]
fn limits_of_a_device() {
    let layout = Layout::new(&TakingGame::triangular_nim(6).unwrap(), &[0, 15, 20], true).unwrap();
    let convention = Convention::Normal;
    let budget = Budget::endless();
    let Some(mut device) = Plain::new(&layout, convention, 1 << 30) else { return };
    let all = || options(&layout, &budget);
    let unchecked = Options { check: 0, ..all() };
    assert_eq!(solve(&mut device, &layout, convention, &unchecked).unwrap().facts.unwrap().lost, 185_802);
    let little = Options { work: Work { memory: 1 << 15, ..all().work }, ..all() };
    assert!(matches!(solve(&mut device, &layout, convention, &little), Err(Error::Memory { .. })));
    budget.cancel();
    assert!(matches!(solve(&mut device, &layout, convention, &all()), Err(Error::Stopped)));
    let small = Layout::with_room(&TakingGame::triangular_nim(5).unwrap(), true, 1 << 12).unwrap();
    assert!(matches!(solve(&mut device, &small, convention, &all()), Err(Error::Small(15))));
}

/// The names and contents of all files.
fn bytes(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    files.map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap())).collect()
}

/// Files that the device writes are those of the processor, byte by byte: at once, in little memory, stopped after every
/// block, and with a part of the blocks by the processor.
#[test]
fn files_of_a_device() {
    let games = [
        (TakingGame::triangular_nim(6).unwrap(), &[0, 15, 20, 4][..]),
        (TakingGame::cram(5, 5).unwrap(), &[0, 4, 20, 24, 12]),
    ];
    let endless = Budget::endless();
    for (game, pieces) in games {
        let symmetry = game.layers().is_none();
        let layout = Layout::new(&game, pieces, symmetry).unwrap();
        let convention = Convention::Misere;
        let known = Solved::in_memory(layout.clone(), convention, 2, &endless, &|_, _| ()).unwrap();
        for keep in [Keep::All, Keep::Needed, Keep::None] {
            let with = |keep| {
                let all = options(&layout, &endless);
                Options { work: Work { keep, ..all.work }, check: 1, slots: all.slots }
            };
            let place = tempfile::tempdir().unwrap();
            let create = |name: &str| {
                let path = place.path().join(name);
                (Folder::create(&path, layout.clone(), convention).unwrap(), path)
            };
            let (whole, path) = create("processor");
            whole.solve(&with(keep).work).unwrap();
            let whole = bytes(&path);
            let same = |path: &Path, how: &str| {
                assert!(bytes(path) == whole, "{} {keep:?}: {how}", game.name());
                let solved = Folder::open(path).unwrap().solved(1 << 20).unwrap();
                assert_eq!(solved.facts(), known.facts());
            };

            let Some(mut device) = Plain::new(&layout, convention, 1 << 30) else { return };
            let (folder, path) = create("device");
            let report = solve_in(&mut device, &folder, &with(keep)).unwrap();
            assert_eq!((report.checked.len(), report.lost.len()), (1, layout.counts().blocks as usize));
            same(&path, "at once");
            assert!(solve_in(&mut device, &folder, &with(keep)).unwrap().lost.is_empty());
            same(&path, "again");

            // Packed blocks leave the device and come back.
            let least = layout.block_bytes() * (layout.outward(layout.all_blocks() - 1).count() as u64 + 4);
            let (folder, path) = create("little");
            let options = Options { work: Work { memory: least, ..with(keep).work }, ..with(keep) };
            let most = solve_in(&mut device, &folder, &options).unwrap().most_bytes;
            assert!(most < 2 * layout.block_bytes(), "{most}");
            same(&path, "in little memory");

            let (folder, path) = create("stopped");
            let mut runs = 0;
            loop {
                let budget = Budget::endless();
                let stop = |_, _| budget.cancel();
                let work = Work { budget: &budget, progress: &stop, ..with(keep).work };
                match solve_in(&mut device, &folder, &Options { work, ..with(keep) }) {
                    Err(Error::Stopped) => runs += 1,
                    result => {
                        result.unwrap();
                        break;
                    }
                }
            }
            assert!(runs + 1 >= layout.counts().blocks, "{runs}");
            same(&path, "stopped after every block");

            let (folder, path) = create("shared");
            let budget = Budget::endless();
            let stop = |done, _| {
                if done == 3 {
                    budget.cancel();
                }
            };
            let work = Work { budget: &budget, progress: &stop, threads: 1, ..with(keep).work };
            assert!(folder.solve(&work).is_err());
            solve_in(&mut device, &folder, &with(keep)).unwrap();
            same(&path, "begun by the processor");
        }
        let Some(mut device) = Plain::new(&layout, convention, 1 << 30) else { return };
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::create(place.path(), layout.clone(), convention).unwrap();
        let options = options(&layout, &endless);
        let little = Options { work: Work { disk: 1 << 10, ..options.work.clone() }, ..options };
        let full = solve_in(&mut device, &folder, &little);
        assert!(matches!(full, Err(Error::Table(tables::retrograde::Error::Disk { .. }))));
    }
}
