//! Which pieces are on the board? Tables are made for each material; those of exchanged players are one.

use rules::games::dark_chess::{DarkChess, FULL, KINDS, LETTERS};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use values::{ByPlayer, Player};

/// The number of pieces of each kind.
type Count = [u8; KINDS];

/// The pieces of both players; each has at least one. The player with more pieces, or with the stronger ones,
/// comes first: the *first side*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    sides: [Count; 2],
}

/// Why a text is not a material.
#[derive(Error, Clone, PartialEq, Eq, Debug)]
pub enum MaterialError {
    /// The text is not two lists of pieces.
    #[error(
        "'{0}' is not a material such as KGvP: the letters are KGMRNCP, and v stands between the players"
    )]
    Text(String),
    /// The number of pieces is not one that tables have.
    #[error("there are no tables of {0} pieces: 2 to {most} are possible", most = Material::MOST_PIECES)]
    Pieces(String),
    /// A player has more pieces of a kind than the game.
    #[error("in '{0}' a player has too many {1}: the game has {2}")]
    TooMany(String, char, u8),
}

impl Material {
    /// The maximum number of pieces of a table, which has 2²⁹ entries then.
    pub const MOST_PIECES: usize = 6;

    /// The material of these pieces, and the player who is the first side. `None` means that a player has no
    /// piece, or that there are too many.
    #[must_use]
    pub fn new(counts: &ByPlayer<Count>) -> Option<(Self, Player)> {
        let size = |count: &Count| count.iter().map(|&n| usize::from(n)).sum::<usize>();
        let (left, right) = (size(&counts.left), size(&counts.right));
        if left == 0 || right == 0 || left + right > Self::MOST_PIECES {
            return None;
        }
        let first = (left, counts.left) >= (right, counts.right);
        let (first, sides) = match first {
            true => (Player::Left, [counts.left, counts.right]),
            false => (Player::Right, [counts.right, counts.left]),
        };
        Some((Self { sides }, first))
    }

    /// The material of a state. `None` means that pieces lie face down, or as with [`Self::new`].
    #[must_use]
    pub fn of(state: &DarkChess) -> Option<Self> {
        let counts = |kinds: [u32; KINDS]| kinds.map(|bitboard| bitboard.count_ones() as u8);
        Some(Self::new(&state.endgame()?.map(counts))?.0)
    }

    /// All materials of this number of pieces.
    #[must_use]
    pub fn all(pieces: usize) -> Vec<Self> {
        let mut all = Vec::new();
        for second in 1..=pieces / 2 {
            let (firsts, seconds) = (counts(pieces - second), counts(second));
            for &left in &firsts {
                let materials = seconds.iter().filter_map(|&right| Self::new(&ByPlayer::new(left, right)));
                all.extend(
                    materials.filter(|(_, first)| *first == Player::Left).map(|(material, _)| material),
                );
            }
        }
        all.sort_unstable();
        all
    }

    /// The number of pieces.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.sides.iter().flatten().map(|&n| usize::from(n)).sum()
    }

    /// Side and kind of each piece: the first side's, then the other's, each from the strongest.
    pub(super) fn list(&self) -> Vec<(usize, usize)> {
        let kinds = (0..2).flat_map(|side| (0..KINDS).map(move |kind| (side, kind)));
        kinds
            .flat_map(|(side, kind)| std::iter::repeat_n((side, kind), self.sides[side][kind].into()))
            .collect()
    }

    /// The material without a piece, and which side is first in it. `None` means that the piece is the last
    /// one of its side.
    pub(super) fn without(&self, side: usize, kind: usize) -> Option<(Self, usize)> {
        let mut sides = self.sides;
        sides[side][kind] -= 1;
        let (material, first) = Self::new(&ByPlayer::new(sides[0], sides[1]))?;
        Some((material, first as usize))
    }

    /// All materials that captures lead to.
    #[must_use]
    pub fn after_captures(&self) -> Vec<Self> {
        let mut after: Vec<Self> =
            self.list().into_iter().filter_map(|(side, kind)| Some(self.without(side, kind)?.0)).collect();
        after.dedup();
        after
    }
}

/// All multisets of this number of pieces of a player.
fn counts(pieces: usize) -> Vec<Count> {
    let mut found = vec![[0; KINDS]];
    for kind in 0..KINDS {
        let more = |count: Count| {
            (0..=FULL[kind]).map(move |n| {
                let mut count = count;
                count[kind] = n;
                count
            })
        };
        found = found.into_iter().flat_map(more).collect();
    }
    found.retain(|count| count.iter().map(|&n| usize::from(n)).sum::<usize>() == pieces);
    found
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |side: usize| -> String {
            let kinds = LETTERS.iter().zip(self.sides[side]);
            kinds.flat_map(|(&letter, n)| std::iter::repeat_n(letter, n.into())).collect()
        };
        write!(f, "{}v{}", letters(0), letters(1))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let wrong = || MaterialError::Text(text.to_owned());
        let (left, right) = text.split_once(['v', 'V']).ok_or_else(wrong)?;
        let mut counts = ByPlayer::<Count>::default();
        for (player, letters) in Player::BOTH.into_iter().zip([left, right]) {
            for letter in letters.chars() {
                let kind = LETTERS.iter().position(|known| known.eq_ignore_ascii_case(&letter));
                let kind = kind.ok_or_else(wrong)?;
                counts[player][kind] += 1;
                if counts[player][kind] > FULL[kind] {
                    return Err(MaterialError::TooMany(text.to_owned(), LETTERS[kind], FULL[kind]));
                }
            }
        }
        Ok(Self::new(&counts).ok_or_else(wrong)?.0)
    }
}
