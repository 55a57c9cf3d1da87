//! Solves a taking game on a GPU and prints what was found and what it took, or counts the work with a device that does
//! nothing: `solve cuda|none GAME normal|misere [check=N] [slots=N] [seconds=S] [bid=PIECES] [bytes=LOG2]`.

#![allow(missing_docs, clippy::unwrap_used)]

use rules::games::triangular_nim::Convention;
use tables::retrograde::{Layout, TakingGame};
use tables_gpu::{Device, DeviceError, Kernel, Options, solve};
use values::Budget;

/// A device that does nothing.
struct Nothing {
    next: u64,
    launches: [u64; 3],
}

impl Device for Nothing {
    fn name(&self) -> String {
        "nothing".to_owned()
    }

    fn free_bytes(&mut self) -> Result<u64, DeviceError> {
        Ok(139 << 30)
    }

    fn resident(&self, _: Kernel) -> u32 {
        1
    }

    fn allocate(&mut self, bytes: u64) -> Result<u64, DeviceError> {
        self.next += bytes;
        Ok(self.next - bytes)
    }

    fn write(&mut self, _: u64, _: &[u8]) -> Result<(), DeviceError> {
        Ok(())
    }

    fn read(&mut self, _: u64, _: &mut [u8]) -> Result<(), DeviceError> {
        Ok(())
    }

    fn copy(&mut self, _: u64, _: u64, _: u64) -> Result<(), DeviceError> {
        Ok(())
    }

    fn clear(&mut self, _: u64, _: u64) -> Result<(), DeviceError> {
        Ok(())
    }

    fn launch(&mut self, kernel: Kernel, _: u32, _: &[u64]) -> Result<(), DeviceError> {
        self.launches[kernel as usize] += 1;
        Ok(())
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |key: &str| arguments.iter().find_map(|word| word.strip_prefix(&format!("{key}=")));
    let number = |key: &str, default: u64| option(key).map_or(default, |text| text.parse().unwrap());
    let game = TakingGame::named(&arguments[1]).unwrap().unwrap();
    let convention = if arguments[2] == "misere" { Convention::Misere } else { Convention::Normal };
    let layout = match option("bid") {
        Some(pieces) => {
            let pieces: Vec<u8> = pieces.split(',').map(|piece| piece.parse().unwrap()).collect();
            Layout::new(&game, &pieces, true).unwrap()
        }
        None => {
            let bytes = 1 << number("bytes", u64::from(game.pieces().saturating_sub(18)).max(21));
            Layout::with_room(&game, true, bytes).unwrap()
        }
    };
    let budget = Budget::seconds(number("seconds", 100_000) as f64);
    let options = Options {
        budget: &budget,
        progress: &|done, of| {
            if done % 500 == 0 {
                eprintln!("{done} of {of}");
            }
        },
        check: number("check", 0) as usize,
        memory: u64::MAX,
        is_numeric: option("order") == Some("numeric"),
        slots: number("slots", 64),
    };
    println!("{} {convention:?} bid {:?} order {:?}", game.name(), layout.block_pieces(), layout.order());
    let report = match arguments[0].as_str() {
        "none" => {
            let mut device = Nothing { next: 1 << 20, launches: [0; 3] };
            let report = solve(&mut device, &layout, convention, &options);
            println!("launches {:?}", device.launches);
            report
        }
        #[cfg(feature = "cuda")]
        "cuda" => {
            let mut device = tables_gpu::Cuda::new(&layout, convention == Convention::Misere).unwrap();
            println!("{}, {} MiB", device.name(), device.free_bytes().unwrap() >> 20);
            solve(&mut device, &layout, convention, &options)
        }
        other => panic!("no device {other}"),
    };
    match report {
        Ok(report) => {
            let facts = &report.facts;
            let names: Vec<String> = facts.winning.iter().map(|&taken| game.name_of(taken)).collect();
            println!("won {} winning {} lost {}", facts.is_won, names.join(" "), facts.lost);
            println!("share {:.6}", facts.lost as f64 / (game.full() as f64 + 1.0));
            println!(
                "checked {:?}; expanded {}; packed to {:.4}, at most {} MiB; {:.3} s",
                report.checked,
                report.expanded,
                report.ratio,
                report.most_bytes >> 20,
                report.seconds
            );
        }
        Err(error) => println!("failed: {error}"),
    }
}
