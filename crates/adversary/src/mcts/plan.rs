//! What did the simulations find out? A plan has the statistics of all moves; the one with the most visits is
//! the best.

use values::Player;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Plan<M> {
    /// The move with the most visits. `None` means that play is over.
    pub action: Option<M>,
    /// The mean score of Left; 0 while [`simulations`](Self::simulations) is 0.
    pub mean: f64,
    /// The player to move.
    pub player: Player,
    /// The number of simulations, with those of earlier searches that are still of use.
    pub simulations: u64,
    /// The approximate memory of the tree in bytes.
    pub bytes: usize,
    /// The number of moves of the longest line in the tree.
    pub depth: u32,
    /// All moves, in the order in which they are considered.
    pub tried: Vec<Tried<M>>,
}

/// The statistics of a move.
#[derive(Clone, Copy, Debug)]
pub struct Tried<M> {
    /// The move.
    pub action: M,
    /// The number of simulations that began with it.
    pub visits: u64,
    /// The mean score of Left, over the outcomes by their weights; 0 while [`visits`](Self::visits) is 0.
    pub mean: f64,
    /// The score of Left, where the search has proved it. `None` means that it is not certain.
    pub proved: Option<f64>,
}

impl<M: Copy> Plan<M> {
    /// The statistics of the best move: the first of those with the most visits, or a move that is proved to
    /// be as good as the mean of that one.
    #[must_use]
    pub fn best(&self) -> Option<&Tried<M>> {
        let certain = |tried: &&Tried<M>| tried.proved.is_some();
        let score = |tried: &Tried<M>| self.player.sees(tried.proved.unwrap_or(tried.mean));
        // The first of equal moves comes last, which `max_by` prefers.
        let moves = || self.tried.iter().rev();
        let proved = moves().filter(certain).max_by(|a, b| score(a).total_cmp(&score(b)));
        let visited = moves().filter(|tried| !certain(tried)).max_by_key(|tried| tried.visits);
        match (proved, visited) {
            (Some(proved), Some(other)) if other.visits > 0 && score(other) > score(proved) => Some(other),
            (proved, visited) => proved.or(visited),
        }
    }

    /// The plan with these statistics of moves.
    #[must_use]
    pub fn with<N: Copy>(&self, tried: Vec<Tried<N>>) -> Plan<N> {
        let &Self { mean, player, simulations, bytes, depth, .. } = self;
        Plan { action: None, mean, player, simulations, bytes, depth, tried }.chosen()
    }

    /// The plan whose move is the best.
    pub(super) fn chosen(mut self) -> Self {
        self.action = self.best().map(|best| best.action);
        self
    }

    /// The plan with scores in units of another size.
    pub(super) fn times(mut self, most: f64) -> Self {
        self.mean *= most;
        for tried in &mut self.tried {
            tried.mean *= most;
            tried.proved = tried.proved.map(|score| score * most);
        }
        self
    }
}

impl<M: Copy + PartialEq> Plan<M> {
    /// The plan of two searches from the same state.
    pub(super) fn plus(mut self, other: Self) -> Self {
        let mean = |a: f64, m: u64, b: f64, n: u64| (a * m as f64 + b * n as f64) / (m + n).max(1) as f64;
        self.mean = mean(self.mean, self.simulations, other.mean, other.simulations);
        self.simulations += other.simulations;
        self.bytes += other.bytes;
        self.depth = self.depth.max(other.depth);
        for more in other.tried {
            if let Some(known) = self.tried.iter_mut().find(|tried| tried.action == more.action) {
                known.mean = mean(known.mean, known.visits, more.mean, more.visits);
                known.visits += more.visits;
                known.proved = known.proved.or(more.proved);
            } else {
                self.tried.push(more);
            }
        }
        self.chosen()
    }
}
