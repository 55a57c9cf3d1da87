//! How does a table say what is in it? As one JSON object: the game with its moves and symmetries, the
//! convention, the order of bits and the code of the words. A reader needs nothing else, and derives nothing by
//! a rule that a later version could change.

use super::game::TakingGame;
use super::layout::Layout;
use rules::games::triangular_nim::Convention;
use serde_json::{Value, json};

/// The version of the description and of the code of words.
const FORMAT: u32 = 2;
const WORDS: &str = "64 results, 1 for N; groups of 32: planes of codes, zeros past 7, ranks";

/// The name of a convention.
pub(super) fn play(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    }
}

/// The parameters of a table, as text.
pub(super) fn text(layout: &Layout, convention: Convention) -> String {
    let game = layout.game();
    json!({
        "table": "retrograde",
        "format": FORMAT,
        "game": game.name(),
        "play": play(convention),
        "pieces": game.pieces(),
        "moves": game.moves(),
        "symmetries": game.symmetries(),
        "order": layout.order(),
        "row": layout.row(),
        "bid": layout.block_pieces(),
        "symmetry": layout.has_symmetry(),
        "words": WORDS,
    })
    .to_string()
}

/// Reads that text. `None` means that it is not about such a table.
pub(super) fn read(about: &str) -> Option<(Layout, Convention)> {
    let value: Value = serde_json::from_str(about).ok()?;
    if value["table"] != "retrograde" || value["format"] != FORMAT || value["words"] != WORDS {
        return None;
    }
    let convention = match value["play"].as_str()? {
        "normal" => Convention::Normal,
        "misere" => Convention::Misere,
        _ => return None,
    };
    let small = |value: &Value| -> Option<Vec<u8>> {
        value.as_array()?.iter().map(|number| u8::try_from(number.as_u64()?).ok()).collect()
    };
    let moves = value["moves"].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>()?;
    let symmetries = value["symmetries"].as_array()?.iter().map(small).collect::<Option<Vec<_>>>()?;
    let pieces = usize::try_from(value["pieces"].as_u64()?).ok()?;
    let game = TakingGame::new(value["game"].as_str()?, pieces, moves, &symmetries).ok()?;
    let (order, bid) = (small(&value["order"])?, small(&value["bid"])?);
    let row = u32::try_from(value["row"].as_u64()?).ok()?;
    let layout = Layout::stored_as(&game, &order, row, &bid, value["symmetry"].as_bool()?)?;
    Some((layout, convention))
}

/// A short name of the table with this description.
pub(super) fn name(about: &str) -> String {
    let value: Value = serde_json::from_str(about).unwrap_or_default();
    let word = |key: &str| value[key].as_str().unwrap_or("?").to_owned();
    format!("{} {} {:08x}", word("game"), word("play"), crc32fast::hash(about.as_bytes()))
}
