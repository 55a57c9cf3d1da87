//! Can this node still change the mean or the temperature of the root? Going down the path to it, the
//! temperatures at which its wall matters shrink to a window; it is cut where the window closes. The parent
//! module proves the cuts.

use super::Ground;
use super::tree::{Node, Search, Step};
use rules::Position;
use values::{Dyadic, Error, Player, Wall, deep};

/// The temperatures at which a wall matters.
#[derive(Clone, Copy)]
struct Window {
    from: Dyadic,
    to: Dyadic,
}

impl<P: Position> Search<'_, P> {
    /// Can the last node of a path still change the mean or the temperature of the root?
    pub(super) fn matters(&self, path: &[Step]) -> Result<bool, Error> {
        let mut parent: Step = (0, Player::Left);
        let mut window = Window { from: self.tree[0].coldest, to: self.tree[0].hottest };
        for (i, &(node, mover)) in path.iter().enumerate() {
            if i > 0 {
                match self.window_of_options(parent, mover, window)? {
                    Some(of_options) => window = of_options,
                    None => return Ok(false),
                }
            }
            if self.mts.window_cut && !self.is_open((node, mover), parent.0, window)? {
                return Ok(false);
            }
            parent = (node, mover);
        }
        Ok(true)
    }

    /// The temperatures at which a player's options matter to a node whose wall matters in a window. `None`
    /// means that they are cut.
    fn window_of_options(
        &self,
        (node, mover): Step,
        player: Player,
        window: Window,
    ) -> Result<Option<Window>, Error> {
        let Node { coldest, hottest, .. } = self.tree[node];
        let to = window.to.min(hottest);
        if player != mover {
            let from = window.from.min(coldest);
            return Ok(Some(if coldest >= window.to { window } else { Window { from, to } }));
        }
        if self.has_mast(node) {
            let t_cut = self.mts.t_cut && coldest >= window.to;
            let m_cut = || {
                self.scaffold_is_vertical_from(node, mover.opponent(), window.to)
                    .is_some_and(|t| t <= coldest)
            };
            if t_cut || (self.mts.m_cut && m_cut()) {
                return Ok(None);
            }
        }
        Ok(Some(Window { from: coldest.min(to), to }))
    }

    /// Is it certain that the scaffolds meet at the foot of a mast, and that there is no number between them?
    fn has_mast(&self, node: usize) -> bool {
        self.ground == Ground::Hot || self.tree[node].coldest > Dyadic::MINUS_ONE
    }

    /// A temperature from which on, up to `to`, a player's wall of a node is certain to be vertical. `None`
    /// means that none is known.
    fn is_vertical_from(&self, node: usize, player: Player, to: Dyadic) -> Option<Dyadic> {
        let mast = Some(self.tree[node].hottest).filter(|&t| t <= to);
        let scaffold = self.scaffold_is_vertical_from(node, player, to);
        // Where the scaffold is vertical the wall is too: the mast above it has the same value.
        [mast, scaffold].into_iter().flatten().min()
    }

    /// The same for a player's scaffold. It is vertical if the slope of every option cancels the tax, that
    /// is, if the options are hot throughout and the opponent's answers to them are vertical.
    fn scaffold_is_vertical_from(&self, node: usize, player: Player, to: Dyadic) -> Option<Dyadic> {
        let mut from = None;
        for option in self.options(node, player) {
            if self.tree[option].coldest < to || !self.has_mast(option) {
                return None;
            }
            for answer in self.options(option, player.opponent()) {
                from = from.max(Some(deep(|| self.is_vertical_from(answer, player, to))?));
            }
        }
        from
    }

    /// Is the wall of a node not yet known in the whole window, and may it be better there than those of the
    /// other options?
    fn is_open(&self, (node, mover): Step, parent: usize, window: Window) -> Result<bool, Error> {
        let bounds =
            |node: usize| self.tree[node].bounds.each_ref().map(|bound| bound.wall(mover.opponent()));
        let [low, high] = bounds(node);
        if is_below(high, low, window)? {
            return Ok(false);
        }
        for other in self.options(parent, mover) {
            let [other_low, other_high] = bounds(other);
            let beaten = match mover {
                Player::Left => is_below(high, other_low, window)?,
                Player::Right => is_below(other_high, low, window)?,
            };
            if beaten {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Is the wall `a` nowhere above the wall `b` in a window?
fn is_below(a: &Wall, b: &Wall, window: Window) -> Result<bool, Error> {
    let corners = a.corners().iter().chain(b.corners()).map(|corner| corner.temperature);
    let inside = corners.filter(|&t| window.from < t && t < window.to);
    for t in inside.chain([window.from, window.to]) {
        if a.at(t)? > b.at(t)? {
            return Ok(false);
        }
    }
    Ok(true)
}
