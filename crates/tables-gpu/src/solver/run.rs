//! How does a block get from its children to the arena? They are unpacked and turned into slots, which are kept as a
//! cache; the block is solved in another slot, packed, and copied to the arena until its last parent is done.

use super::constants::{TURN_BYTES, bytes_of, bytes32, bytes64, codes, moves, steps, turns};
use super::{Error, Options};
use crate::arena::Arena;
use crate::device::{Device, DeviceError, Kernel};
use crate::source::{TILE_BITS, WORD};
use rules::games::triangular_nim::Convention;
use std::collections::{BTreeSet, HashMap};
use tables::retrograde::{Files, Keep, Layout, Packed, Schedule};

/// The maximum number of parts of a packed block. Small parts leave small gaps.
const PARTS_BITS: u32 = 4;
/// A packed block: the address and the size of each part.
type Parts = Vec<(u64, u64)>;

/// A block in an orientation.
type Key = (u32, usize);

pub(super) struct Run<'a, 'f, D> {
    device: &'a mut D,
    pub(super) layout: &'a Layout,
    pub(super) schedule: &'a Schedule,
    /// Where blocks are written. `None` means that they live on the device only.
    files: Option<&'a mut Files<'f>>,
    /// The blocks that stay on the device.
    kept: BTreeSet<u32>,
    /// Where constants are.
    codes: u64,
    turns: u64,
    steps: u64,
    moves: u64,
    moves_count: u64,
    order: u64,
    words: u64,
    levels: u64,
    /// Where a launch has its own data.
    flags: u64,
    counters: u64,
    lost: u64,
    sizes: u64,
    links: u64,
    parts: u64,
    staging: u64,
    capacity: u64,
    slots: Vec<Slot>,
    pub(super) arena: Arena,
    packed: HashMap<u32, Parts>,
    /// The places in the schedule where each block in an orientation is used.
    uses: HashMap<Key, Vec<usize>>,
    pub(super) expanded: u64,
    pub(super) packed_bytes: u64,
}

struct Slot {
    address: u64,
    key: Option<Key>,
}

impl<'a, 'f, D: Device> Run<'a, 'f, D> {
    pub(super) fn new(
        device: &'a mut D,
        layout: &'a Layout,
        convention: Convention,
        schedule: &'a Schedule,
        options: &Options,
        files: Option<&'a mut Files<'f>>,
    ) -> Result<Self, Error> {
        if layout.within() < WORD + TILE_BITS {
            return Err(Error::Small(layout.within()));
        }
        let tiles_bits = layout.within() - WORD - TILE_BITS;
        let blocks = schedule.blocks().len() as u64;
        // Those of earlier runs are uploaded where they are needed.
        let all = layout.stored_blocks(0..layout.all_blocks());
        let mut upload = |bytes: &[u8]| -> Result<u64, DeviceError> {
            let address = device.allocate(bytes.len().max(8) as u64)?;
            device.write(address, bytes)?;
            Ok(address)
        };
        let codes = upload(&codes())?;
        let turns = upload(&turns(layout))?;
        let steps = upload(&steps(layout))?;
        let (moves, moves_count) = moves(layout, convention);
        let moves = upload(&moves)?;
        let mut order: Vec<u32> = (0..1 << tiles_bits).collect();
        order.sort_by_key(|tile| tile.count_ones());
        let order = upload(&bytes32(&order))?;
        let mut words: Vec<u16> = (0..1 << TILE_BITS).collect();
        words.sort_by_key(|word| word.count_ones());
        let starts = (0..=TILE_BITS + 1)
            .map(|level| words.iter().filter(|word| word.count_ones() < level).count() as u32)
            .collect::<Vec<_>>();
        let words = upload(&bytes_of(&words, u16::to_le_bytes))?;
        let levels = upload(&bytes32(&starts))?;
        let flags = upload(&vec![0; 4 << tiles_bits])?;
        let counters = upload(&vec![0; 4 * blocks as usize])?;
        let lost = upload(&vec![0; 8 * blocks as usize])?;
        let sizes = upload(&[0; 4 << PARTS_BITS])?;
        let links_count = layout.outward(layout.all_blocks() - 1).count() as u64 + 1;
        let links = upload(&vec![0; 8 * links_count as usize])?;
        let parts = upload(&[0; 8 << PARTS_BITS])?;
        // A packed word has at most 64 bits and 6 for its code; groups have sizes, and bunches of 16 offsets.
        let part_words = 1u64 << (layout.within() - WORD - PARTS_BITS.min(tiles_bits));
        let capacity = part_words * 2 + part_words / 32 * 7;
        let staging = device.allocate((4 * capacity) << PARTS_BITS.min(tiles_bits))?;
        // Slots for the block, its neighbours, and the cache.
        let bytes = layout.block_bytes();
        let most = schedule.blocks().iter().map(|&block| layout.outward(block).count()).max().unwrap_or(0);
        let least = most as u64 + 2;
        let free = device.free_bytes()?.min(options.work.memory);
        let slots_count = least.max(options.slots.min(free / 8 / bytes)).min(least.max(2 * all));
        let needed = slots_count * bytes + bytes;
        if needed > free {
            return Err(Error::Memory { needed: needed >> 20, allowed: free >> 20 });
        }
        let mut slots = Vec::new();
        for _ in 0..slots_count {
            slots.push(Slot { address: device.allocate(bytes)?, key: None });
        }
        // Room for small allocations of the driver stays free.
        let size = (free - slots_count * bytes).min(all * (bytes + bytes / 8) + (1 << 20)) / 256 * 255;
        let start = device.allocate(size)?;
        let mut uses: HashMap<Key, Vec<usize>> = HashMap::new();
        for (place, &block) in schedule.blocks().iter().enumerate() {
            for link in layout.outward(block) {
                uses.entry(layout.stored(block ^ link.part())).or_default().push(place);
            }
        }
        Ok(Self {
            device,
            layout,
            schedule,
            kept: if files.is_some() { BTreeSet::new() } else { Keep::Needed.at_the_end(layout) },
            files,
            codes,
            turns,
            steps,
            moves,
            moves_count,
            order,
            words,
            levels,
            flags,
            counters,
            lost,
            sizes,
            links,
            parts,
            staging,
            capacity,
            slots,
            arena: Arena::new(start, size),
            packed: HashMap::new(),
            uses,
            expanded: 0,
            packed_bytes: 0,
        })
    }

    fn tiles_bits(&self) -> u32 {
        self.layout.within() - WORD - TILE_BITS
    }

    /// The number of bits of a tile's number in its part.
    fn part_tiles_bits(&self) -> u32 {
        self.tiles_bits().saturating_sub(PARTS_BITS)
    }

    fn parts_count(&self) -> usize {
        1 << (self.tiles_bits() - self.part_tiles_bits())
    }

    /// The number of P-positions of each block.
    pub(super) fn counts(&mut self) -> Result<Vec<(u32, u64)>, Error> {
        let blocks = self.schedule.blocks();
        let mut bytes = vec![0; 8 * blocks.len()];
        self.device.read(self.lost, &mut bytes)?;
        let zeros = bytes.as_chunks::<8>().0.iter().map(|&count| u64::from_le_bytes(count));
        Ok(blocks.iter().copied().zip(zeros.map(|zeros| self.positions(zeros))).collect())
    }

    /// The number of P-positions of the block at a place.
    fn count(&mut self, place: usize) -> Result<u64, Error> {
        let mut zeros = [0; 8];
        self.device.read(self.lost + 8 * place as u64, &mut zeros)?;
        Ok(self.positions(u64::from_le_bytes(zeros)))
    }

    /// The number of positions: no move takes a spare piece, so each is there once for each set of them.
    fn positions(&self, zeros: u64) -> u64 {
        zeros >> self.layout.spare()
    }

    /// Solves and packs a block.
    pub(super) fn block(&mut self, block: u32, place: usize) -> Result<(), Error> {
        let mut addresses = vec![0];
        let mut pinned = BTreeSet::new();
        let (layout, last) = (self.layout, self.layout.all_blocks() - 1);
        for link in layout.outward(last) {
            if link.part() & block != link.part() {
                addresses.push(0);
                continue;
            }
            let slot = self.fetch(layout.stored(block ^ link.part()), place, &pinned)?;
            pinned.insert(slot);
            addresses.push(self.slots[slot].address);
        }
        let out = self.room(place, &pinned);
        self.slots[out].key = None;
        self.device.write(self.links, &bytes64(&addresses))?;
        let lost = self.lost + 8 * place as u64;
        let launch = place as u64 + 1;
        let grid = self.device.resident(Kernel::Solve).min(1 << self.tiles_bits());
        self.device.launch(
            Kernel::Solve,
            grid,
            &[
                self.slots[out].address,
                self.links,
                self.steps,
                self.order,
                self.flags,
                launch,
                self.counters + 4 * place as u64,
                lost,
                u64::from(block),
                self.moves,
                self.moves_count,
                self.words,
                self.levels,
            ],
        )?;
        let is_needed = self.kept.contains(&block) || !self.schedule.uses(block).is_empty();
        if is_needed || self.files.is_some() {
            self.pack(block, self.slots[out].address, place)?;
        }
        self.slots[out].key = Some((block, 0));
        Ok(())
    }

    /// Packs a block that is in a slot.
    fn pack(&mut self, block: u32, from: u64, done: usize) -> Result<(), Error> {
        let count = self.parts_count();
        self.device.clear(self.sizes, 4 * count as u64)?;
        let arguments =
            [from, self.staging, self.sizes, self.codes, self.part_tiles_bits().into(), self.capacity];
        self.device.launch(Kernel::Pack, 1 << self.tiles_bits(), &arguments)?;
        let mut sizes = vec![0; 4 * count];
        self.device.read(self.sizes, &mut sizes)?;
        let groups = 1u64 << (self.part_tiles_bits() + TILE_BITS - 5);
        let head = groups + groups / 16 * 4;
        let mut parts = Parts::new();
        for (size, staged) in sizes.as_chunks::<4>().0.iter().zip((0..).step_by(4 * self.capacity as usize)) {
            let bytes = 4 * u64::from(u32::from_le_bytes(*size)) + head;
            let place = self.take(bytes, done)?;
            self.device.copy(place, self.staging + staged, bytes)?;
            self.packed_bytes += bytes;
            parts.push((place, bytes));
        }
        self.packed.insert(block, parts);
        Ok(())
    }

    /// Room for a part of a packed block. Blocks that have files leave for it, the one that is not used for the longest
    /// time first.
    fn take(&mut self, bytes: u64, place: usize) -> Result<u64, Error> {
        loop {
            if let Some(address) = self.arena.take(bytes) {
                return Ok(address);
            }
            let next = |block: u32| next_use(self.schedule.uses(block), place);
            let farthest = self.packed.keys().copied().filter(|_| self.files.is_some());
            match farthest.max_by_key(|&block| (next(block), block)) {
                Some(block) => self.free(block),
                None => {
                    let (allowed, blocks) = (self.arena.size() >> 20, self.schedule.blocks().len());
                    return Err(Error::Full { allowed, done: place, blocks });
                }
            }
        }
    }

    /// Frees the memory of a packed block.
    fn free(&mut self, block: u32) {
        for (address, bytes) in self.packed.remove(&block).unwrap_or_default() {
            self.arena.give(address, bytes);
        }
    }

    /// The parts of a packed block, which come from its file if they are not on the device.
    fn parts_of(&mut self, block: u32, place: usize) -> Result<Parts, Error> {
        if let Some(parts) = self.packed.get(&block) {
            return Ok(parts.clone());
        }
        let mut parts = Parts::new();
        for piece in self.read(block)?.pieces(self.parts_count()) {
            let address = self.take(piece.len() as u64, place)?;
            self.device.write(address, &piece)?;
            parts.push((address, piece.len() as u64));
        }
        self.packed.insert(block, parts.clone());
        Ok(parts)
    }

    fn read(&self, block: u32) -> Result<Packed, Error> {
        let files = self.files.as_ref().ok_or(tables::retrograde::Error::Missing(block))?;
        Ok(files.read(block)?)
    }

    /// The slot of a block in an orientation, which is expanded if it is in none.
    fn fetch(&mut self, key: Key, place: usize, pinned: &BTreeSet<usize>) -> Result<usize, Error> {
        if let Some(slot) = self.slots.iter().position(|slot| slot.key == Some(key)) {
            return Ok(slot);
        }
        let slot = self.room(place, pinned);
        let parts: Vec<u64> = self.parts_of(key.0, place)?.iter().map(|(address, _)| *address).collect();
        self.device.write(self.parts, &bytes64(&parts))?;
        let turn = self.turns + TURN_BYTES * key.1 as u64;
        let arguments =
            [self.parts, self.slots[slot].address, turn, self.codes, self.part_tiles_bits().into()];
        self.device.launch(Kernel::Expand, 1 << self.tiles_bits(), &arguments)?;
        self.slots[slot].key = Some(key);
        self.expanded += 1;
        Ok(slot)
    }

    /// A slot that is not pinned: an empty one, or the one whose block is not used for the longest time.
    fn room(&self, place: usize, pinned: &BTreeSet<usize>) -> usize {
        let next = |slot: &Slot| match slot.key {
            None => usize::MAX,
            Some(key) => next_use(self.uses.get(&key).map_or(&[][..], Vec::as_slice), place),
        };
        let free = (0..self.slots.len()).filter(|slot| !pinned.contains(slot));
        free.max_by_key(|&slot| next(&self.slots[slot])).expect("there are more slots than neighbours")
    }

    /// Writes the file of a block, if there are files, and drops what no later block needs.
    pub(super) fn finish(&mut self, block: u32, place: usize) -> Result<(), Error> {
        if self.files.is_some() {
            let (packed, lost) = (self.download(block)?, self.count(place)?);
            if let Some(files) = &mut self.files {
                files.put(block, lost, &packed)?;
            }
        }
        let last = |block: u32| self.schedule.uses(block).last().is_none_or(|&last| last <= place);
        let done = self.layout.children(block).into_iter().chain([block]);
        let dropped: Vec<u32> = done.filter(|&block| last(block) && !self.kept.contains(&block)).collect();
        dropped.into_iter().for_each(|block| self.free(block));
        Ok(())
    }

    /// The packed words of a block.
    pub(super) fn download(&mut self, block: u32) -> Result<Packed, Error> {
        let Some(parts) = self.packed.get(&block) else { return self.read(block) };
        let mut pieces = Vec::new();
        for &(address, bytes) in parts {
            let mut piece = vec![0; bytes as usize];
            self.device.read(address, &mut piece)?;
            pieces.push(piece);
        }
        let words = self.layout.block_bytes() as usize / 8;
        let broken = || DeviceError(format!("block {block} is packed in a wrong way"));
        Ok(Packed::from_pieces(words, &pieces).ok_or_else(broken)?)
    }

    /// One word of a block that was kept.
    pub(super) fn word(&mut self, block: u32, index: usize, place: usize) -> Result<u64, Error> {
        let slot = self.fetch((block, 0), place, &BTreeSet::new())?;
        let mut word = [0; 8];
        self.device.read(self.slots[slot].address + 8 * index as u64, &mut word)?;
        Ok(u64::from_le_bytes(word))
    }
}

/// The first use at this place or later. Blocks without one come last, but before empty slots.
fn next_use(uses: &[usize], place: usize) -> usize {
    uses.get(uses.partition_point(|&used| used < place)).copied().unwrap_or(usize::MAX - 1)
}
