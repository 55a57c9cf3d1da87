//! How long do nine layers of Triangular Nim take on a cluster? A simulation: the costs of a block are measured on this
//! machine, the blocks and their children are those of the table, and nodes take blocks in their order as they become
//! free. What a node has not in its memory it fetches, one child after the other: from a folder that all nodes share, or
//! from the memory of the node that computed it, if it still is there. Files are written before a block is done, or
//! behind.

use crate::table::row;
use crate::{Cell, Outcome, Settings, Table};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tables::retrograde::{Keep, Layout, Sample, Schedule, TakingGame};
use values::{Budget, Error};

/// The number of nodes, each with this number of threads.
const NODES: [usize; 3] = [1, 8, 64];
const THREADS: usize = 8;
/// The bytes a second of a node's link (10 Gbit/s), and of the shared folder for all nodes together.
const LINK: f64 = 1.25e9;
const FOLDER: f64 = 2e9;
/// The memory of a node for packed blocks.
const MEMORY: f64 = 32.0 * (1u64 << 30) as f64;
/// The seconds until a task that could start is started, as measured with Dask.
const START: f64 = 0.005;

/// Where the blocks are that a node has not in its memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Folder,
    Memory,
}

/// A block of the table.
struct Task {
    /// The places of its children in the order.
    children: Vec<usize>,
    /// The seconds of a thread without fetching and unpacking.
    work: f64,
}

/// What a run has taken.
#[derive(Default)]
struct Cost {
    elapsed: f64,
    processor: f64,
    network: f64,
    read: f64,
    written: f64,
    /// The seconds in which threads waited for children that come over the network.
    fetching: f64,
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    settings.next("measuring a block")?;
    let layout = Layout::with_room(&TakingGame::triangular_nim(9)?, true, 1 << 27)?;
    let sample = Sample::measure(&layout, &settings.budget)?;
    let tasks = tasks(&layout, &sample);
    let packed = layout.block_bytes() as f64 * sample.ratio;
    let mut rows = Vec::new();
    for (name, kept) in [("shared folder", Kept::Folder), ("memory of the workers", Kept::Memory)] {
        for nodes in NODES {
            settings.next(&format!("{name}, {nodes} nodes"))?;
            let cost = simulate(&tasks, &sample, packed, (nodes, kept), &settings.budget)?;
            let threads = (nodes * THREADS) as f64;
            let percent = |seconds: f64| Cell::Decimal(100.0 * seconds / (threads * cost.elapsed), 0);
            rows.push(row![
                name,
                nodes,
                Cell::Decimal(cost.elapsed / 60.0, 1),
                Cell::Decimal(cost.processor / 3600.0, 1),
                percent(cost.processor),
                percent(cost.fetching),
                Cell::Decimal(cost.network / 1e9, 0),
                Cell::Decimal(cost.read / 1e9, 0),
                Cell::Decimal(cost.written / 1e9, 0)
            ]);
        }
    }
    let title = format!(
        "Nine layers on nodes of {THREADS} threads with {:.0} GiB for packed blocks, links of 10 Gbit/s and a folder of 2 GB/s",
        MEMORY / f64::from(1 << 30)
    );
    let columns =
        "blocks come from|nodes|minutes|core hours|busy, %|fetching, %|network, GB|read, GB|written, GB";
    Ok(Outcome { tables: vec![costs(&tasks, &sample), Table::new(title, columns, rows)], plots: Vec::new() })
}

/// The blocks in the order of their computation.
fn tasks(layout: &Layout, sample: &Sample) -> Vec<Task> {
    let schedule = Schedule::new(layout, Keep::All);
    let place: FxHashMap<u32, usize> = schedule.blocks().iter().copied().zip(0..).collect();
    let task = |&block: &u32| {
        let turned = layout.outward(block).filter(|link| layout.stored(block ^ link.part()).1 != 0).count();
        let links = layout.outward(block).count();
        let work =
            sample.alone + links as f64 * sample.update + turned as f64 * sample.turn + sample.compress;
        Task { children: layout.children(block).iter().map(|child| place[child]).collect(), work }
    };
    schedule.blocks().iter().map(task).collect()
}

fn costs(tasks: &[Task], sample: &Sample) -> Table {
    let fetched: usize = tasks.iter().map(|task| task.children.len()).sum();
    let seconds = |seconds: f64| Cell::Decimal(seconds, 3);
    let columns = "blocks|children|a block alone, s|an update, s|a turn, s|to pack, s|to unpack, s|packed to";
    let row = row![
        tasks.len(),
        fetched,
        seconds(sample.alone),
        seconds(sample.update),
        seconds(sample.turn),
        seconds(sample.compress),
        seconds(sample.expand),
        seconds(sample.ratio)
    ];
    Table::new("The costs of a block, measured on one thread of this machine", columns, vec![row])
}

/// The memory of a node: the blocks that were used last.
#[derive(Default)]
struct Memory {
    used: FxHashMap<usize, u64>,
    moment: u64,
}

impl Memory {
    fn has(&mut self, block: usize) -> bool {
        self.moment += 1;
        let moment = self.moment;
        self.used.get_mut(&block).map(|used| *used = moment).is_some()
    }

    fn add(&mut self, block: usize, packed: f64) {
        self.moment += 1;
        self.used.insert(block, self.moment);
        if self.used.len() as f64 * packed > MEMORY
            && let Some((&oldest, _)) = self.used.iter().min_by_key(|(_, used)| **used)
        {
            self.used.remove(&oldest);
        }
    }
}

/// Something that carries bytes for one after the other.
#[derive(Clone, Copy, Default)]
struct Carrier {
    free: f64,
}

impl Carrier {
    /// The moment at which the bytes are there that are asked for at this moment.
    fn carry(&mut self, from: f64, seconds: f64) -> f64 {
        self.free = self.free.max(from) + seconds;
        self.free
    }
}

/// The nodes of a cluster while it works.
struct Cluster<'a> {
    tasks: &'a [Task],
    sample: &'a Sample,
    packed: f64,
    kept: Kept,
    memories: Vec<Memory>,
    links: Vec<Carrier>,
    folder: Carrier,
    /// The moment at which the last file is written.
    all_written: f64,
    /// The node that computed each block.
    homes: Vec<usize>,
    cost: Cost,
}

impl Cluster<'_> {
    /// The next step of a block that a node computes: a child that is fetched and unpacked, the work, or writing. Returns
    /// when it is done. `None` means that the block is done.
    fn step(&mut self, task: usize, node: usize, step: usize, now: f64) -> Option<f64> {
        let Task { children, work } = &self.tasks[task];
        if let Some(&child) = children.get(step) {
            let there = if self.memories[node].has(child) { now } else { self.fetch(child, node, now) };
            self.cost.fetching += there - now;
            self.memories[node].add(child, self.packed);
            self.cost.processor += self.sample.expand;
            return Some(there + self.sample.expand);
        }
        match step - children.len() {
            0 => {
                self.cost.processor += work;
                Some(now + work)
            }
            1 => {
                self.memories[node].add(task, self.packed);
                self.homes[task] = node;
                self.cost.written += self.packed;
                self.cost.network += self.packed;
                let sent = self.links[node].carry(now, self.packed / LINK);
                let there = sent.max(self.folder.carry(now, self.packed / FOLDER));
                self.all_written = self.all_written.max(there);
                Some(if self.kept == Kept::Memory { now } else { there })
            }
            _ => None,
        }
    }

    /// The moment at which a child is there.
    fn fetch(&mut self, child: usize, node: usize, now: f64) -> f64 {
        self.cost.network += self.packed;
        let here = self.links[node].carry(now, self.packed / LINK);
        let home = self.homes[child];
        here.max(match self.kept {
            Kept::Memory if self.memories[home].has(child) => self.links[home].carry(now, self.packed / LINK),
            _ => {
                self.cost.read += self.packed;
                self.folder.carry(now, self.packed / FOLDER)
            }
        })
    }
}

fn simulate(
    tasks: &[Task],
    sample: &Sample,
    packed: f64,
    (nodes, kept): (usize, Kept),
    budget: &Budget,
) -> Result<Cost, Error> {
    let mut cluster = Cluster {
        tasks,
        sample,
        packed,
        kept,
        memories: std::iter::repeat_with(Memory::default).take(nodes).collect(),
        links: vec![Carrier::default(); nodes],
        folder: Carrier::default(),
        all_written: 0.0,
        homes: vec![0; tasks.len()],
        cost: Cost::default(),
    };
    let mut parents: Vec<Vec<usize>> = vec![Vec::new(); tasks.len()];
    for (task, children) in tasks.iter().map(|task| &task.children).enumerate() {
        children.iter().for_each(|&child| parents[child].push(task));
    }
    let mut missing: Vec<usize> = tasks.iter().map(|task| task.children.len()).collect();
    let start = (0..tasks.len()).filter(|&task| missing[task] == 0);
    let mut ready: BinaryHeap<Reverse<usize>> = start.map(Reverse).collect();
    let mut idle: Vec<usize> = (0..nodes * THREADS).map(|thread| thread % nodes).collect();
    // What is being computed: the moment of its next step in microseconds, the block, the node and the step. What
    // carries bytes is asked in the order of time.
    let mut running: BinaryHeap<Reverse<(u64, usize, usize, usize)>> = BinaryHeap::new();
    let micro = |seconds: f64| (seconds * 1e6) as u64;
    let mut now = 0.0;
    loop {
        budget.check()?;
        while let (Some(&node), false) = (idle.last(), ready.is_empty()) {
            let Some(Reverse(task)) = ready.pop() else { break };
            idle.pop();
            running.push(Reverse((micro(now + START), task, node, 0)));
        }
        let Some(Reverse((moment, task, node, step))) = running.pop() else { break };
        now = moment as f64 / 1e6;
        if let Some(end) = cluster.step(task, node, step, now) {
            running.push(Reverse((micro(end), task, node, step + 1)));
            continue;
        }
        idle.push(node);
        for &parent in &parents[task] {
            missing[parent] -= 1;
            if missing[parent] == 0 {
                ready.push(Reverse(parent));
            }
        }
    }
    cluster.cost.elapsed = now.max(cluster.all_written);
    Ok(cluster.cost)
}
