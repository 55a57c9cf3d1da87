//! How are a table and its blocks written? The parameters of a table are a line of text; the results of a
//! block are compressed words.

use crate::retrograde::layout::Layout;
use crate::retrograde::words::{Block, ROWS, Row};
use rules::games::triangular_nim::Convention;
use std::fmt::Write;

/// The compression level of zstd. Results are nearly random bits with few zeros, so higher levels gain
/// nothing.
const LEVEL: i32 = 1;

/// The parameters of a table, as text.
pub(super) fn about(layout: &Layout, convention: Convention) -> String {
    let mut about = format!("triangular-nim layers={} play=", layout.layers());
    about += match convention {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    };
    _ = write!(about, " symmetry={} bid=", layout.has_symmetry());
    for (i, piece) in layout.block_pieces().iter().enumerate() {
        _ = write!(about, "{}{piece}", if i > 0 { "," } else { "" });
    }
    about
}

/// Reads that text. `None` means that it is not about a table of Triangular Nim.
pub(super) fn parse(about: &str) -> Option<(Layout, Convention)> {
    let mut words = about.split(' ');
    let mut next = |key: &str| words.next()?.strip_prefix(key);
    next("triangular-nim")?;
    let layers = next("layers=")?.parse().ok()?;
    let convention = match next("play=")? {
        "normal" => Convention::Normal,
        "misere" => Convention::Misere,
        _ => return None,
    };
    let symmetry = next("symmetry=")?.parse().ok()?;
    let pieces = next("bid=")?.split(',').filter(|piece| !piece.is_empty()).map(|piece| piece.parse().ok());
    let layout = Layout::new(layers, &pieces.collect::<Option<Vec<u8>>>()?, symmetry).ok()?;
    Some((layout, convention))
}

/// The words of a block, lowest byte first, compressed.
pub(crate) fn encode(block: &Block) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(block.len() * ROWS * 64);
    block
        .iter()
        .flatten()
        .flat_map(|row| row.0)
        .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    zstd::bulk::compress(&bytes, LEVEL)
}

/// The inverse of [`encode`]. `None` means that the contents are not those of a block of this layout.
pub(crate) fn decode(layout: &Layout, contents: &[u8]) -> Option<Block> {
    let bytes = zstd::bulk::decompress(contents, layout.block_bytes() as usize).ok()?;
    let (words, []) = bytes.as_chunks::<8>() else { return None };
    let (rows, []) = words.as_chunks::<8>() else { return None };
    let (tiles, []) = rows.as_chunks::<ROWS>() else { return None };
    let tile = |tile: &[[[u8; 8]; 8]; ROWS]| tile.map(|row| Row(row.map(u64::from_le_bytes)));
    (tiles.len() == layout.tiles()).then(|| tiles.iter().map(tile).collect())
}
