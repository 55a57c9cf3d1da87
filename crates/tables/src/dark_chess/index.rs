//! Which entry has a position? The cells of the pieces are the digits of a number. Reflections of the board
//! change the bits of all digits alike, so the first piece can be brought into the first quarter of the board,
//! which saves three quarters of the entries.

use super::material::Material;
use rules::games::dark_chess::{CELLS, KINDS};
use values::{ByPlayer, Player};

/// The number of bits of a cell.
const BITS: u32 = CELLS.ilog2();
/// The number of cells of a quarter of the board.
const QUARTER: u64 = CELLS as u64 / 4;
/// The bit of a cell that says in which half of its row it is, and all bits that a reflection of rows changes.
const ROW: (u8, u8) = (0b00010, 0b00011);
/// The same for columns.
const COLUMN: (u8, u8) = (0b10000, 0b11100);

/// The cells of the pieces of a material, in the order of its list.
pub(super) type Cells = [u8; Material::MOST_PIECES];

/// The number of entries of a table for each player to move.
pub(super) fn len(pieces: usize) -> u64 {
    QUARTER << (BITS * (pieces as u32 - 1))
}

/// The entry of pieces on these cells.
pub(super) fn entry(cells: &[u8]) -> u32 {
    let lead = cells[0];
    let mirror = if lead & ROW.0 == 0 { 0 } else { ROW.1 } ^ if lead & COLUMN.0 == 0 { 0 } else { COLUMN.1 };
    let lead = lead ^ mirror;
    let quarter = u32::from(lead & 0b001 | lead >> 1 & 0b110);
    cells[1..].iter().fold(quarter, |entry, &cell| entry << BITS | u32::from(cell ^ mirror))
}

/// The cells of an entry.
pub(super) fn cells(mut entry: u32, pieces: usize) -> Cells {
    let mut cells = Cells::default();
    for cell in cells[1..pieces].iter_mut().rev() {
        *cell = (entry & (u32::from(CELLS) - 1)) as u8;
        entry >>= BITS;
    }
    cells[0] = (entry & 0b001 | (entry & 0b110) << 1) as u8;
    cells
}

/// The cells of these open pieces, if this player is the first side.
pub(super) fn cells_of(open: &ByPlayer<[u32; KINDS]>, first: Player) -> Cells {
    let (mut cells, mut count) = (Cells::default(), 0);
    for player in [first, first.opponent()] {
        for mut bitboard in open[player] {
            while bitboard != 0 && count < cells.len() {
                cells[count] = bitboard.trailing_zeros() as u8;
                bitboard &= bitboard - 1;
                count += 1;
            }
        }
    }
    cells
}

/// The open pieces of a material on these cells, with the first side as Left. `None` means that two pieces
/// share a cell.
pub(super) fn open(list: &[(usize, usize)], cells: &Cells) -> Option<ByPlayer<[u32; KINDS]>> {
    let mut open = ByPlayer::<[u32; KINDS]>::default();
    let mut occupied = 0_u32;
    for (&(side, kind), cell) in list.iter().zip(cells) {
        if occupied >> cell & 1 == 1 {
            return None;
        }
        occupied |= 1 << cell;
        open[Player::BOTH[side]][kind] |= 1 << cell;
    }
    Some(open)
}
