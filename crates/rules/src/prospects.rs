//! What a player can count on in Domineering, told in numbers that add up: places where dominoes are certain
//! to fit, or as long as the opponent does nothing about it, against the room that the opponent has (after
//! the counting of Bullock 2002).

use std::ops::AddAssign;
use std::sync::LazyLock;

/// Places for dominoes of a player, no two of which overlap, and what the opponent has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prospects {
    /// Places that the opponent can do nothing about.
    pub safe: u32,
    /// Pairs of places side by side: taking one makes the other safe.
    pub blocks: u32,
    /// Single places that may lie beside others.
    pub paired: u32,
    /// Single places that do not.
    pub lone: u32,
    /// So many of the single places have only one half on a cell that the opponent may use, the others both.
    pub half: u32,
    /// The cells that the opponent may use.
    pub cells: u32,
    /// So many dominoes of the opponent fit there.
    pub most: u32,
}

impl AddAssign for Prospects {
    fn add_assign(&mut self, other: Self) {
        self.safe += other.safe;
        self.blocks += other.blocks;
        self.paired += other.paired;
        self.lone += other.lone;
        self.half += other.half;
        self.cells += other.cells;
        self.most += other.most;
    }
}

impl Prospects {
    /// So many moves that nobody can do anything about, of the player if there are more than none, else of
    /// the opponent.
    #[must_use]
    pub fn of_moves(ahead: i32) -> Self {
        let (own, others) = (ahead.max(0).unsigned_abs(), ahead.min(0).unsigned_abs());
        Self { safe: own, cells: 2 * others, most: others, ..Self::default() }
    }

    /// How much the player lacks to be certain to win; nothing if it is 0.
    ///
    /// The player takes blocks and single places as long as there are any, then the safe ones; that gives so
    /// many dominoes that are sure, whatever the opponent does. In the end the opponent has placed at most
    /// `most` dominoes, and at most as many as fit into the cells that were not taken or cut off: four for a
    /// block with its two dominoes, two for another domino, or one. The player wins with as many dominoes as
    /// the opponent, or with one more if the player begins.
    #[must_use]
    pub fn lacking(&self, begins: bool) -> u32 {
        let dominoes = sure(begins, [self.blocks, self.paired, self.lone]);
        let begins = u32::from(begins);
        let cells = (2 * dominoes).saturating_sub(self.half);
        let by_count = (self.most + begins).saturating_sub(self.safe + dominoes);
        let by_cells = (self.cells + 2 * begins).saturating_sub(2 * (self.safe + dominoes) + cells + 1);
        by_count.min(by_cells)
    }
}

/// How many blocks, paired and lone places are counted at most.
const COUNTED: [usize; 3] = [16, 32, 16];

/// How many dominoes a player can be sure of who has so many blocks, paired and lone places.
fn sure(begins: bool, counts: [u32; 3]) -> u32 {
    static SURE: LazyLock<Vec<[u8; 2]>> = LazyLock::new(all_sure);
    let [blocks, paired, lone] = std::array::from_fn(|i| (counts[i] as usize).min(COUNTED[i]));
    SURE[sure_index(blocks, paired, lone)][usize::from(begins)].into()
}

/// A domino of the opponent spoils a block; or it makes lone places of two blocks, or of a block and beside
/// it spoils a paired place; or it spoils two paired places, or a lone one.
fn all_sure() -> Vec<[u8; 2]> {
    let [most_blocks, most_paired, most_lone] = COUNTED;
    let mut sure = vec![[0_u8; 2]; sure_index(most_blocks + 1, 0, 0)];
    for blocks in 0..=most_blocks {
        for paired in 0..=most_paired {
            for lone in 0..=most_lone + 2 * (most_blocks - blocks) {
                let after = |who: usize, [b, p, l]: [usize; 3], more: usize| {
                    let left = [blocks.checked_sub(b)?, paired.checked_sub(p)?, lone.checked_sub(l)?];
                    Some(sure[sure_index(left[0], left[1], left[2] + more)][who])
                };
                let spoilt = [
                    after(1, [1, 0, 0], 0),
                    after(1, [2, 0, 0], 2),
                    after(1, [1, 1, 0], 1),
                    after(1, [0, paired.min(2), 0], 0).filter(|_| paired > 0),
                    after(1, [0, 0, 1], 0),
                ];
                let taken = [
                    after(0, [1, 0, 0], 0).map(|sure| sure + 2),
                    after(0, [0, 1, 0], 0).map(|sure| sure + 1),
                    after(0, [0, 0, 1], 0).map(|sure| sure + 1),
                ];
                let [least, most] = [spoilt.into_iter().flatten().min(), taken.into_iter().flatten().max()];
                sure[sure_index(blocks, paired, lone)] = [least.unwrap_or(0), most.unwrap_or(0)];
            }
        }
    }
    sure
}

/// The place in the table; there is room for the lone places that blocks become.
fn sure_index(blocks: usize, paired: usize, lone: usize) -> usize {
    const LONE: usize = COUNTED[2] + 2 * COUNTED[0] + 1;
    (blocks * (COUNTED[1] + 1) + paired) * LONE + lone
}
