//! Static bounds on the number of moves each player is guaranteed in Domineering, as counts that add up over
//! regions: the player's safe and vulnerable places for dominoes against the opponent's room (after the
//! counting of Bullock 2002).

use derive_more::AddAssign;
use std::sync::LazyLock;

/// Disjoint places for dominoes of a player, and the room of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, AddAssign)]
pub struct Prospects {
    /// Places on which the opponent can never play.
    pub safe: u32,
    /// Pairs of places side by side: a domino on one makes the other safe.
    pub blocks: u32,
    /// Single places that may be adjacent to others.
    pub paired: u32,
    /// Single places without adjacent ones.
    pub lone: u32,
    /// The number of single places with only one cell that the opponent may use. The others have two.
    pub half: u32,
    /// The number of cells that the opponent may use.
    pub cells: u32,
    /// The maximum number of the opponent's dominoes on those cells.
    pub most: u32,
}

impl Prospects {
    /// The prospects of `ahead` free moves. A negative number means free moves of the opponent.
    #[must_use]
    pub fn of_moves(ahead: i32) -> Self {
        let (own, others) = (ahead.max(0).unsigned_abs(), ahead.min(0).unsigned_abs());
        Self { safe: own, cells: 2 * others, most: others, ..Self::default() }
    }

    /// A lower bound on the player's lead in moves: the largest number of free moves that the opponent may have
    /// besides, without winning when the player moves second. It follows from [`Self::lacking`], beside
    /// [`Self::of_moves`].
    #[must_use]
    pub fn lead(&self) -> i32 {
        let dominoes = sure(false, [self.blocks, self.paired, self.lone]);
        let own = i64::from(self.safe + dominoes);
        let cells = i64::from((2 * dominoes).saturating_sub(self.half));
        let by_count = own - i64::from(self.most);
        let by_cells = (2 * own + cells + 1 - i64::from(self.cells)).div_euclid(2);
        by_count.max(by_cells) as i32
    }

    /// A measure of what the player lacks for a certain win. 0 means that the win is certain.
    ///
    /// The player takes the blocks and single places first, then the safe places. This guarantees a number of
    /// dominoes against every defence. The opponent places at most `most` dominoes, and at most as many as
    /// fit into the cells that are neither taken nor cut off. Two dominoes on a block take four of these
    /// cells, another domino takes two, or one on a `half` place. The player wins with as many dominoes as
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

/// The maximum counts of blocks, paired and lone places. More are not counted.
const COUNTED: [usize; 3] = [16, 32, 16];

/// The number of dominoes that these counts of blocks, paired and lone places guarantee.
fn sure(begins: bool, counts: [u32; 3]) -> u32 {
    static SURE: LazyLock<Vec<[u8; 2]>> = LazyLock::new(all_sure);
    let [blocks, paired, lone] = std::array::from_fn(|i| (counts[i] as usize).min(COUNTED[i]));
    SURE[sure_index(blocks, paired, lone)][usize::from(begins)].into()
}

/// The guaranteed dominoes for all counts, by minimax. A domino of the opponent has one of five effects: it
/// spoils a block; it turns two blocks into lone places; it turns a block into a lone place and spoils a
/// paired place; it spoils up to two paired places; it spoils a lone place.
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

/// The index in the table, which has room for the lone places that blocks turn into.
fn sure_index(blocks: usize, paired: usize, lone: usize) -> usize {
    const LONE: usize = COUNTED[2] + 2 * COUNTED[0] + 1;
    (blocks * (COUNTED[1] + 1) + paired) * LONE + lone
}
