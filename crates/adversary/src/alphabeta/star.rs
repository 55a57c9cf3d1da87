//! What is a move worth that chance answers? The mean of its outcomes; *-minimax search (Ballard 1983, Hsu 2022)
//! bounds that mean while some outcomes are still unknown, so that it can stop early and ask for each outcome only whether
//! it is good or bad enough. Star2 first looks at a few answers to each outcome, which bound it at little cost.

use super::{AlphaBeta, Bound, Domain, Place, Score, Window};
use rules::Outcomes;
use values::{Budget, Error, Player, deep};

/// What is done where chance answers a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Star {
    /// Every outcome is searched with a full window.
    Star0,
    /// Outcomes are searched one after the other, as long as the mean may be in the window.
    Star1,
    /// Before that, some answers to each outcome are probed: Star2, and Star2.5 if `probing` is cyclic.
    Star2 {
        /// How many answers to each outcome.
        factor: u32,
        /// In which order.
        probing: Probing,
    },
}

impl Default for Star {
    fn default() -> Self {
        Self::Star2 { factor: 1, probing: Probing::Cyclic }
    }
}

/// In which order answers are probed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Probing {
    /// All probes of an outcome, then those of the next.
    Sequential,
    /// One probe of every outcome, then the next of every outcome.
    Cyclic,
}

/// What is known about the mean of some outcomes.
struct Mean {
    weights: Vec<i128>,
    /// Between which values each outcome is.
    bounds: Vec<Window>,
    total: i128,
    lowest: i128,
    highest: i128,
}

impl Mean {
    fn new(weights: impl Iterator<Item = u32>, everything: Window) -> Self {
        let weights: Vec<i128> = weights.map(i128::from).collect();
        let total: i128 = weights.iter().sum();
        Self {
            bounds: vec![everything; weights.len()],
            lowest: total * i128::from(everything.alpha),
            highest: total * i128::from(everything.beta),
            weights,
            total,
        }
    }

    /// The mean is in this window.
    fn bound(&self) -> Window {
        let mean = |sum: i128| (sum / self.total) as Score;
        Window { alpha: mean(self.lowest), beta: mean(self.highest) }
    }

    fn is_known(&self, i: usize) -> bool {
        self.bounds[i].alpha == self.bounds[i].beta
    }

    /// The mean falls out of the window as soon as outcome `i` falls out of this one.
    fn window(&self, i: usize, window: Window) -> Window {
        let Window { alpha: low, beta: high } = self.bounds[i];
        let (weight, total) = (self.weights[i], self.total);
        let clip = |score: i128| score.clamp(low.into(), high.into()) as Score;
        let most = self.highest - weight * i128::from(high);
        let least = self.lowest - weight * i128::from(low);
        Window {
            alpha: clip((-least_sum(-window.alpha, total) - most).div_euclid(weight)),
            beta: clip(-(least - least_sum(window.beta, total)).div_euclid(weight)),
        }
    }

    /// Outcome `i` is worth at least this.
    fn raise(&mut self, i: usize, score: Score) {
        let low = &mut self.bounds[i].alpha;
        let raised = score.max(*low);
        self.lowest += self.weights[i] * i128::from(raised - *low);
        *low = raised;
    }

    /// Outcome `i` is worth at most this.
    fn lower(&mut self, i: usize, score: Score) {
        let high = &mut self.bounds[i].beta;
        let lowered = score.min(*high);
        self.highest -= self.weights[i] * i128::from(*high - lowered);
        *high = lowered;
    }
}

/// The least sum of so many weights that has a mean, rounded towards 0, of at least `worth`.
fn least_sum(score: Score, total: i128) -> i128 {
    let score = i128::from(score);
    if score > 0 { score * total } else { (score - 1) * total + 1 }
}

/// A mean that is out of the window, or known.
fn decided(bound: Window, window: Window) -> Option<Score> {
    if bound.alpha >= window.beta {
        Some(bound.alpha)
    } else if bound.beta <= window.alpha || bound.alpha == bound.beta {
        Some(bound.beta)
    } else {
        None
    }
}

impl<D: Domain> AlphaBeta<D> {
    /// The mean of what chance may do, for the player who moved; or a bound of it, if it is not in the window.
    pub(super) fn chance(
        &mut self,
        player: Player,
        outcomes: &Outcomes<D::State>,
        place: Place,
        window: Window,
    ) -> Result<Bound, Error> {
        let mut mean = Mean::new(outcomes.iter().map(|(weight, _)| *weight), self.everything());
        let mut ends = Some(0);
        if let Star::Star2 { factor, probing } = self.options.star
            && place.depth > 0
        {
            let mut answers: Vec<Option<Vec<D::Move>>> = vec![None; outcomes.len()];
            for (i, j) in probes(outcomes.len(), factor as usize, probing) {
                let next = &outcomes[i].1;
                let answers = answers[i].get_or_insert_with(|| self.answers(next, place));
                let Some(&answer) = answers.get(j) else { continue };
                ends = self.probe(player, next, answer, place, window, (&mut mean, i))?.together(ends);
                if let Some(score) = decided(mean.bound(), window) {
                    return Ok(Bound { score, ends });
                }
            }
        }
        for (i, (_, next)) in outcomes.iter().enumerate() {
            if mean.is_known(i) {
                continue;
            }
            let asked = match self.options.star {
                Star::Star0 => self.everything(),
                _ => mean.window(i, window),
            };
            let value = deep(|| self.seen(player, next, place, asked))?;
            ends = value.together(ends);
            if value.score < asked.beta {
                mean.lower(i, value.score);
            }
            if value.score > asked.alpha {
                mean.raise(i, value.score);
            }
            if self.options.star != Star::Star0
                && let Some(score) = decided(mean.bound(), window)
            {
                return Ok(Bound { score, ends });
            }
        }
        Ok(Bound { score: mean.bound().alpha, ends })
    }

    /// The answers to an outcome, in the order that the search would look at them; none if play is over.
    fn answers(&mut self, state: &D::State, place: Place) -> Vec<D::Move> {
        if self.domain.score(state).is_some() {
            return Vec::new();
        }
        let key = self.key(state, place.depth);
        let known = self.known(key.as_ref()).and_then(|entry| entry.best);
        let moves = self.domain.moves(state);
        self.ordering.sorted(moves, place.ply, known)
    }

    /// Looks at one answer to an outcome: whoever answers gets at least what it is worth.
    fn probe(
        &mut self,
        player: Player,
        next: &D::State,
        answer: D::Move,
        place: Place,
        window: Window,
        (mean, i): (&mut Mean, usize),
    ) -> Result<Bound, Error> {
        let same = self.domain.to_move(next) == player;
        let (asked, known) = (mean.window(i, window), mean.bounds[i]);
        let asked = if same {
            Window { alpha: known.alpha, beta: asked.beta }
        } else {
            -Window { alpha: asked.alpha, beta: known.beta }
        };
        if asked.alpha >= asked.beta {
            return Ok(Bound { score: asked.alpha, ends: Some(0) });
        }
        let value = deep(|| self.after(next, answer, place, asked))?;
        if same {
            mean.raise(i, value.score);
        } else {
            mean.lower(i, -value.score);
        }
        Ok(value)
    }
}

/// Which answers to which outcomes are probed, in order.
fn probes(outcomes: usize, factor: usize, probing: Probing) -> impl Iterator<Item = (usize, usize)> {
    (0..outcomes * factor).map(move |n| match probing {
        Probing::Sequential => (n / factor, n % factor),
        Probing::Cyclic => (n % outcomes, n / outcomes),
    })
}

/// The value for the player to move when nothing is cut, not even by ranges, by which the others are checked; and how many states
/// were estimated or over.
pub fn expectimax<D: Domain>(
    domain: &mut D,
    state: &D::State,
    depth: u32,
    budget: &Budget,
) -> Result<(Score, u64), Error> {
    budget.check()?;
    if let Some(score) = domain.score(state) {
        return Ok((score, 1));
    }
    if depth == 0 {
        return Ok((domain.evaluation(state), 1));
    }
    let moves = domain.moves(state);
    if moves.is_empty() {
        return Ok((domain.evaluation(state), 1));
    }
    let (mut best, mut leaves) = (-domain.most(), 0);
    for (_, action) in moves {
        let Some(rest) = depth.checked_sub(domain.plies(state, action)) else {
            best = best.max(domain.evaluation(state));
            leaves += 1;
            continue;
        };
        if rest == 0
            && let Some(score) = domain.evaluation_after(state, action)
        {
            best = best.max(score);
            leaves += 1;
            continue;
        }
        let (mut sum, mut total) = (0i128, 0);
        for (weight, next) in domain.outcomes(state, action) {
            let (score, below) = deep(|| expectimax(domain, &next, rest, budget))?;
            let score = if domain.to_move(&next) == domain.to_move(state) { score } else { -score };
            sum += i128::from(weight) * i128::from(score);
            total += i128::from(weight);
            leaves += below;
        }
        best = best.max((sum / total) as Score);
    }
    Ok((best, leaves))
}
