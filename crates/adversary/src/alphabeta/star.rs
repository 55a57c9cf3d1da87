//! What is the value of a chance node? The mean of its outcomes. *-minimax search (Ballard 1983, Hsu 2022)
//! bounds that mean while some outcomes are unknown: it stops once the mean is outside the window, and gives
//! each outcome a window of its own. Star2 first probes a few answers to each outcome, which bound the
//! outcome at little cost.

use super::search::Place;
use super::{AlphaBeta, Bound, Domain, Score, Window};
use rules::Outcomes;
use values::{Budget, Error, Player, deep};

/// The search of chance nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Star {
    /// Every outcome is searched with a full window.
    Star0,
    /// Outcomes are searched one after the other while the mean may be in the window.
    Star1,
    /// Some answers to each outcome are probed before Star1: Star2, and Star2.5 if `probing` is cyclic.
    Star2 {
        /// The number of answers to each outcome that are probed.
        factor: u32,
        /// The order of the probes.
        probing: Probing,
    },
}

impl Default for Star {
    fn default() -> Self {
        Self::Star2 { factor: 1, probing: Probing::Cyclic }
    }
}

/// The order in which answers are probed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Probing {
    /// All probes of an outcome, then those of the next.
    Sequential,
    /// One probe of every outcome, then the next of every outcome.
    Cyclic,
}

/// What may be added to the search of chance nodes. [`Approximate::All`] and [`flips`](Self::flips) change the
/// values, the others only how soon they are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chance {
    /// The order of the outcomes.
    pub order: OutcomeOrder,
    /// The number of probes of each outcome.
    pub shares: Shares,
    /// Probes of some outcomes only, or by shallow searches.
    pub approximate: Approximate,
    /// The maximum number of flips along a line, which ends before one more: moves with several outcomes that
    /// count as more than one ply. `None` means no limit.
    pub flips: Option<u32>,
}

/// The order of the outcomes of a chance node, by their static evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutcomeOrder {
    /// The order of the rules.
    #[default]
    Given,
    /// The worst outcome first for a player who is ahead of the window on average, otherwise the best: the
    /// advice of the notes.
    WorstWhenAhead,
    /// The other way round: first what brings the mean out of the window soonest.
    BestWhenAhead,
}

/// The number of probes of each outcome, if there are probes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shares {
    /// The probing factor.
    #[default]
    Equal,
    /// The same on average, in proportion to the weight of the outcome and rounded up.
    ByWeight,
}

/// Probes that look at less than all outcomes, or less deeply (Hsu 2022, "Approximated probes").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Approximate {
    /// No such probes.
    #[default]
    None,
    /// Strategy I: of the half of the outcomes whose answers look best, this number at random is probed, and no
    /// other. Their bounds are exact.
    Promising {
        /// The number of outcomes.
        outcomes: u32,
    },
    /// Strategy II: all outcomes are searched to a smaller depth, and if their mean is outside of the window by
    /// a margin it counts.
    All {
        /// The number of plies less.
        reduction: u32,
        /// The margin, in thousandths of the largest score.
        margin: u32,
    },
}

/// Bounds on the mean of the outcomes.
struct Mean {
    weights: Vec<i128>,
    /// The bounds on the value of each outcome.
    bounds: Vec<Window>,
    /// The sum of the weights.
    total: i128,
    /// The weighted sum of the lower bounds.
    lowest: i128,
    /// The weighted sum of the upper bounds.
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

    /// The bounds on the mean.
    fn bound(&self) -> Window {
        let mean = |sum: i128| (sum / self.total) as Score;
        Window { alpha: mean(self.lowest), beta: mean(self.highest) }
    }

    fn is_known(&self, i: usize) -> bool {
        self.bounds[i].alpha == self.bounds[i].beta
    }

    /// The window of outcome `i`: the mean is outside `window` as soon as the outcome is outside this one.
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

    /// Raises the lower bound of outcome `i`.
    fn raise(&mut self, i: usize, score: Score) {
        let low = &mut self.bounds[i].alpha;
        let raised = score.max(*low);
        self.lowest += self.weights[i] * i128::from(raised - *low);
        *low = raised;
    }

    /// Lowers the upper bound of outcome `i`.
    fn lower(&mut self, i: usize, score: Score) {
        let high = &mut self.bounds[i].beta;
        let lowered = score.min(*high);
        self.highest -= self.weights[i] * i128::from(*high - lowered);
        *high = lowered;
    }
}

/// The least weighted sum whose mean, with this total weight and rounded towards 0, is at least `score`.
fn least_sum(score: Score, total: i128) -> i128 {
    let score = i128::from(score);
    if score > 0 { score * total } else { (score - 1) * total + 1 }
}

impl<D: Domain> AlphaBeta<D> {
    /// The mean of the outcomes for the player who moved if it is in the window, otherwise a bound on it.
    pub(super) fn chance(
        &mut self,
        player: Player,
        outcomes: &Outcomes<D::State>,
        place: Place,
        window: Window,
    ) -> Result<Bound, Error> {
        if let Some(bound) = self.guessed(player, outcomes, place, window)? {
            return Ok(bound);
        }
        let mut mean = Mean::new(outcomes.iter().map(|(weight, _)| *weight), self.everything());
        let order = self.order_of_outcomes(player, outcomes, &mean, window);
        let mut ends = Some(0);
        if place.depth > 0 {
            let mut answers: Vec<Option<Vec<D::Move>>> = vec![None; outcomes.len()];
            for (i, j) in self.probes(outcomes, &order, &mean) {
                let next = &outcomes[i].1;
                if answers[i].is_none() {
                    answers[i] = Some(self.answers(next, place)?);
                }
                let Some(&answer) = answers[i].as_ref().and_then(|answers| answers.get(j)) else { continue };
                ends = self.probe(player, next, answer, place, window, (&mut mean, i))?.together(ends);
                if let Some(score) = mean.bound().answer(window) {
                    return Ok(Bound { score, ends });
                }
            }
        }
        for i in order {
            let next = &outcomes[i].1;
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
                && let Some(score) = mean.bound().answer(window)
            {
                return Ok(Bound { score, ends });
            }
        }
        Ok(Bound { score: mean.bound().alpha, ends })
    }

    /// A bound from shallow searches of all outcomes, if these are allowed and far outside of the window.
    fn guessed(
        &mut self,
        player: Player,
        outcomes: &Outcomes<D::State>,
        place: Place,
        window: Window,
    ) -> Result<Option<Bound>, Error> {
        let Approximate::All { reduction, margin } = self.options.chance.approximate else {
            return Ok(None);
        };
        let Some(depth) = place.depth.checked_sub(reduction) else { return Ok(None) };
        let (mut sum, mut total, everything) = (0, 0, self.everything());
        let margin = self.domain.most() / 1000 * Score::from(margin);
        for (weight, next) in outcomes {
            let shallow = Place { depth, ..place };
            let value = deep(|| self.seen(player, next, shallow, everything))?;
            sum += i128::from(*weight) * i128::from(value.score);
            total += i128::from(*weight);
        }
        let mean = (sum / total) as Score;
        let bound = if mean - margin >= window.beta {
            mean - margin
        } else if mean + margin <= window.alpha {
            mean + margin
        } else {
            return Ok(None);
        };
        Ok(Some(Bound::evaluation(bound)))
    }

    /// The static estimate of an outcome for a player.
    fn estimate(&mut self, player: Player, next: &D::State) -> Score {
        let score = self.domain.score(next);
        let score = score.unwrap_or_else(|| self.domain.evaluation(next));
        if self.domain.to_move(next) == player { score } else { -score }
    }

    /// The outcomes in the order of search.
    fn order_of_outcomes(
        &mut self,
        player: Player,
        outcomes: &Outcomes<D::State>,
        mean: &Mean,
        window: Window,
    ) -> Vec<usize> {
        let mut order: Vec<usize> = (0..outcomes.len()).collect();
        if self.options.chance.order == OutcomeOrder::Given {
            return order;
        }
        let estimates: Vec<Score> = outcomes.iter().map(|(_, next)| self.estimate(player, next)).collect();
        let sum: i128 = mean.weights.iter().zip(&estimates).map(|(weight, &e)| weight * i128::from(e)).sum();
        let is_ahead = sum > i128::from(window.alpha) * mean.total;
        let worst_first = is_ahead == (self.options.chance.order == OutcomeOrder::WorstWhenAhead);
        // What weighs much decides most.
        let part = |i: &usize| {
            let beside = i128::from(estimates[*i]) * mean.total - sum;
            mean.weights[*i] * if worst_first { beside } else { -beside }
        };
        order.sort_by_key(part);
        order
    }

    /// The outcomes and the indices of their answers, in the order of the probes.
    fn probes(&mut self, outcomes: &Outcomes<D::State>, order: &[usize], mean: &Mean) -> Vec<(usize, usize)> {
        let Star::Star2 { factor, probing } = self.options.star else { return Vec::new() };
        let mut chosen = order.to_vec();
        if let Approximate::Promising { outcomes: count } = self.options.chance.approximate {
            // A probe bounds an outcome for the player who answers, so what is good for that player decides.
            let mut estimated: Vec<(Score, usize)> = Vec::with_capacity(outcomes.len());
            for &i in order {
                let next = &outcomes[i].1;
                let answering = self.domain.to_move(next);
                let estimate = self.estimate(answering, next);
                estimated.push((-estimate, i));
            }
            estimated.sort_unstable();
            chosen = estimated.into_iter().map(|(_, i)| i).take(outcomes.len().div_ceil(2)).collect();
            self.random.shuffle(&mut chosen);
            chosen.truncate(count as usize);
        }
        let factor = factor as usize;
        let count = |i: usize| match self.options.chance.shares {
            Shares::Equal => factor,
            Shares::ByWeight => {
                let all = factor as i128 * mean.weights[i] * outcomes.len() as i128;
                (all / mean.total) as usize + usize::from(all % mean.total != 0)
            }
        };
        let all = chosen.iter().flat_map(|&i| (0..count(i)).map(move |j| (i, j)));
        let mut all: Vec<(usize, usize)> = all.collect();
        if probing == Probing::Cyclic {
            all.sort_by_key(|&(_, j)| j);
        }
        all
    }

    /// The answers to an outcome in the order of search; empty if play is over.
    fn answers(&mut self, state: &D::State, place: Place) -> Result<Vec<D::Move>, Error> {
        if self.domain.score(state).is_some() {
            return Ok(Vec::new());
        }
        let key = self.key(state, place.depth);
        let known = self.known(key.as_ref()).and_then(|entry| entry.best);
        let moves = self.domain.moves(state)?;
        Ok(self.ordering.sorted(moves, place.ply, known))
    }

    /// Searches one answer to an outcome. Its value is a lower bound for the player who answers.
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
            return Ok(Bound::settled(asked.alpha));
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

/// Expectimax, the reference for the searches that cut: the value for the player to move without any cut, not
/// even by static bounds, and the number of leaves.
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
    let moves = domain.moves(state)?;
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
        for (weight, next) in domain.outcomes(state, action)? {
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
