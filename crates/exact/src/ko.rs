//! What is a Go region with kos worth? Its positions are looked at one by one, where they may still change the
//! thermograph, until the bounds of the whole meet or the budget ends. Walls depend on the walls of the options
//! monotonically, so what was not looked at counts as anything between two bounds (Kao 2000, §5, with kos).

use rules::bitboard::{Huge, Large, Small};
use rules::games::go::{AreaGo, Endgame, NoValue, TerritoryGo};
use rules::{AnyMove, AnyPosition, Spot, bitboard::Bitboard};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use values::{
    Budget, ByPlayer, Error, KoBans, KoGraph, KoMove, KoSolver, KoThermograph, KoWindow, Komaster, Player,
    Rational,
};

/// The indices of bounds.
const LOWER: usize = 0;
const UPPER: usize = 1;

/// The temperature by area from which on bounds have to meet: 0 by territory. Below, players may fill their
/// own points, which costs nothing by area.
const FLOOR: Rational = Rational::ONE;

/// The maximum number of open points of a part whose value is looked for without being asked for: all that can
/// follow is looked at for it.
const MOST_VALUED: u32 = 12;

/// The maximum number of positions with two kos, in which bans are counted.
const MOST_BANS: usize = 3_000;

/// What was found out under one distribution of threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KoFinding {
    /// Who has the threats.
    pub komaster: Komaster,
    /// Lower and upper bound. They are the same if and only if the thermograph is known.
    pub bounds: [KoThermograph; 2],
    /// Certified bounds on the temperature. `None` means that the bound is not known.
    pub temperature: [Option<Rational>; 2],
    /// Why the bounds do not meet: a limit, a second ko or a cycle. `None` means that they do.
    pub open: Option<Error>,
    /// A position with the second ko or the cycle. `None` means that there is none.
    pub example: Option<String>,
}

impl KoFinding {
    /// The thermograph. `None` means that only bounds are known.
    #[must_use]
    pub fn thermograph(&self) -> Option<&KoThermograph> {
        self.open.is_none().then_some(&self.bounds[LOWER])
    }

    /// Certified bounds on the temperature. `None` means that no upper bound is known.
    pub fn temperature(&self) -> Option<[Rational; 2]> {
        let floor = self.bounds[LOWER].floor();
        let [cold, hot] = self.temperature;
        Some([cold.map_or(floor, |t| t.max(floor)), hot?.max(floor)])
    }

    /// Certified bounds on the mean. `None` means that the masts of the bounds slant.
    #[must_use]
    pub fn mean(&self) -> Option<[Rational; 2]> {
        let [low, high] = self.bounds.each_ref().map(KoThermograph::mean);
        Some([low?, high?])
    }
}

/// A move of a player, and the thermograph after it under each distribution of threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KoMoveFound {
    /// Where the stone is placed.
    pub at: Spot,
    /// Does it capture in a ko?
    pub ko: bool,
    /// The finding about the position after it.
    pub after: Vec<KoFinding>,
}

/// The answer about a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KoAnswer {
    /// What was found out, for each distribution of threats.
    pub findings: Vec<KoFinding>,
    /// The moves of both players.
    pub moves: ByPlayer<Vec<KoMoveFound>>,
    /// Can a ko be taken in a position that was looked at?
    pub has_ko: bool,
    /// The number of positions that were looked at.
    pub nodes: u64,
    /// The number of open points.
    pub open_points: u32,
}

/// The order in which positions are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KoOrder {
    /// The line of play that looks best to both players first.
    #[default]
    BestFirst,
    /// All of them, nearest first.
    Breadth,
    /// Lines of play in which the players alternate first (Kao 2000, §4): the number of times that a player
    /// moves twice in a row grows. What cannot change the walls any more is cut, as by Kao's M-cut and T-cut.
    Alternating,
}

/// The answer to a question about a position of Go, whatever its board and its way of scoring. `None` means that the
/// position is of another game.
macro_rules! of_go {
    ($position:expr, |$go:ident, $territory:ident| $answer:expr) => {
        of_go!($position, |$go, $territory| $answer, false AreaGo Small, false AreaGo Large, false AreaGo Huge,
            true TerritoryGo Small, true TerritoryGo Large, true TerritoryGo Huge)
    };
    ($position:expr, |$go:ident, $territory:ident| $answer:expr, $($scored:literal $type:ident $board:ty),*) => {{
        $(if let Some($go) = $position.downcast::<$type<$board>>() {
            let $territory = $scored;
            Some($answer)
        } else)* {
            None
        }
    }};
}

/// Explores a Go position by area or by territory, as it counts. `None` means that the position is of another
/// game.
pub fn ko_answer(
    position: &AnyPosition,
    komasters: &[Komaster],
    order: KoOrder,
    budget: &Budget,
) -> Option<Result<KoAnswer, Error>> {
    of_go!(position, |go, territory| {
        let (endgame, rest) = Endgame::of(go);
        // By territory stones do not count, and each move costs one less.
        let (stones, lower) = if territory { (go.stones_ahead(), -1) } else { (0, 0) };
        explored(endgame, komasters, order, (rest + go.points() - stones, lower), budget)
    })
}

/// Why is the value of a Go position not looked for? `None` means that it has one, or that the position is of another
/// game.
pub fn no_go_value(position: &AnyPosition, budget: &Budget) -> Option<NoValue> {
    of_go!(position, |go, _territory| {
        let (parts, _) = Endgame::of(go).0.parts();
        let largest = parts.iter().map(Endgame::open_points).max().unwrap_or_default();
        if largest > MOST_VALUED { Some(NoValue::TooMany) } else { go.no_value(budget) }
    })?
}

/// The moves of a player of Go with the positions after them, also in parts that are settled by play, without any
/// search. `None` means that the position is of another game.
pub fn open_moves(position: &AnyPosition, player: Player) -> Option<Vec<(AnyMove, AnyPosition)>> {
    of_go!(position, |go, _territory| {
        go.open_moves(player).map(|(spot, next)| (AnyMove::new(spot), AnyPosition::new(next))).collect()
    })
}

fn explored<B: Bitboard>(
    endgame: Endgame<B>,
    komasters: &[Komaster],
    order: KoOrder,
    (score, temperature): (i64, i64),
    budget: &Budget,
) -> Result<KoAnswer, Error> {
    let mut search = KoSearch::new(endgame, order, budget);
    let mut answer = KoAnswer {
        findings: Vec::new(),
        moves: ByPlayer::default(),
        has_ko: false,
        nodes: 0,
        open_points: endgame.open_points(),
    };
    let moves = ByPlayer::from_fn(|player| endgame.moves(player));
    for (player, moves) in Player::BOTH.into_iter().zip(&moves) {
        answer.moves[player] = moves
            .iter()
            .map(|action| KoMoveFound { at: action.at, ko: action.ko, after: Vec::new() })
            .collect();
    }
    for (index, &komaster) in komasters.iter().enumerate() {
        let share = budget.part(1.0 / (komasters.len() - index) as f64);
        let mut solver = search.solve(komaster, &share)?;
        let bans = search.bans(&mut solver, &share)?;
        let place = |finding: KoFinding, settled: i64| -> Result<KoFinding, Error> {
            let [low, high] = finding.bounds;
            let moved = |graph: KoThermograph| graph.moved((score + settled).into(), temperature.into());
            let raised = |t: Option<Rational>| t.map(|t| t.plus(temperature.into())).transpose();
            let [cold, hot] = finding.temperature;
            Ok(KoFinding {
                bounds: [moved(low)?, moved(high)?],
                temperature: [raised(cold)?, raised(hot)?],
                ..finding
            })
        };
        answer.findings.push(place(search.finding(&mut solver, bans.as_ref(), 0)?, 0)?);
        for player in Player::BOTH {
            for (action, found) in moves[player].iter().zip(&mut answer.moves[player]) {
                if let Some(&id) = search.ids.get(&action.to) {
                    // By territory the stone that is placed does not count.
                    let settled = action.settled + player.sees(temperature);
                    let finding = search.finding(&mut solver, bans.as_ref(), id)?;
                    found.after.push(place(finding, settled)?);
                }
            }
        }
        search.last_error = None;
    }
    answer.nodes = search.looked_at;
    answer.has_ko = (0..search.graph.len()).any(|id| search.graph.has_capture(id));
    Ok(answer)
}

/// Positions that were met, and the graph of those that were looked at.
struct KoSearch<'a, B> {
    graph: KoGraph,
    positions: Vec<Endgame<B>>,
    ids: FxHashMap<Endgame<B>, usize>,
    order: KoOrder,
    budget: &'a Budget,
    looked_at: u64,
    last_error: Option<Error>,
    /// The positions on the line of play that is followed.
    path: Vec<usize>,
}

impl<'a, B: Bitboard> KoSearch<'a, B> {
    fn new(root: Endgame<B>, order: KoOrder, budget: &'a Budget) -> Self {
        let mut search = Self {
            graph: KoGraph::default(),
            positions: Vec::new(),
            ids: FxHashMap::default(),
            order,
            budget,
            looked_at: 0,
            last_error: None,
            path: Vec::new(),
        };
        search.id_of(root);
        search
    }

    fn id_of(&mut self, position: Endgame<B>) -> usize {
        if let Some(&id) = self.ids.get(&position) {
            return id;
        }
        let score = Rational::from(position.score());
        let id = self.graph.add([score; 2], position.range().map(Rational::from));
        self.positions.push(position);
        self.ids.insert(position, id);
        id
    }

    fn expand(&mut self, id: usize) {
        let position = self.positions[id];
        let moves = ByPlayer::from_fn(|player| {
            let moves = position.moves(player).into_iter();
            moves
                .map(|action| KoMove { to: self.id_of(action.to), shift: action.settled, ko: action.ko })
                .collect()
        });
        self.graph.expand(id, moves);
        self.looked_at += 1;
    }

    /// Narrows the bounds of the root as far as the budget goes.
    fn solve(&mut self, komaster: Komaster, budget: &Budget) -> Result<KoSolver, Error> {
        let mut solver = KoSolver::new(komaster, Rational::ZERO);
        for id in 0..self.graph.len() {
            solver.look_at(&self.graph, id)?;
        }
        match self.narrow(&mut solver, budget) {
            Err(error) if error.is_limit() => self.last_error = Some(error),
            result => result?,
        }
        Ok(solver)
    }

    fn narrow(&mut self, solver: &mut KoSolver, budget: &Budget) -> Result<(), Error> {
        solver.settle(&self.graph, &mut || budget.check())?;
        let mut first = Player::Left;
        while !solver.is_exact_above(0, FLOOR)? {
            budget.check_now()?;
            let entry = size_of::<(Endgame<B>, usize)>() + size_of::<Endgame<B>>() + 600;
            if self.positions.len() * entry + solver.bytes() > self.budget.bytes() {
                return Err(Error::OutOfRoom);
            }
            let Some(id) = self.next(solver, first)? else { return Ok(()) };
            self.expand(id);
            solver.look_at(&self.graph, id)?;
            solver.settle(&self.graph, &mut || budget.check())?;
            first = first.opponent();
        }
        Ok(())
    }

    /// The next position to look at. `None` means that no other one could change the root.
    fn next(&mut self, solver: &mut KoSolver, first: Player) -> Result<Option<usize>, Error> {
        if self.order == KoOrder::BestFirst {
            for player in [first, first.opponent()] {
                self.path.clear();
                if let Some(t) = self.open_at(solver, 0, player)?
                    && let Some(id) = self.descend(solver, 0, player, t)?
                {
                    return Ok(Some(id));
                }
            }
        }
        if self.order == KoOrder::Alternating
            && let Some(id) = self.alternating(solver)?
        {
            return Ok(Some(id));
        }
        Ok(self.nearest(solver))
    }

    /// The lowest temperature at which the bounds of a wall do not meet. `None` means that they do.
    fn open_at(&self, solver: &KoSolver, id: usize, player: Player) -> Result<Option<Rational>, Error> {
        let [low, high] = [LOWER, UPPER].map(|bound| solver.wall(id, player, bound));
        let mut corners: Vec<Rational> = vec![FLOOR];
        let all = low.corners().iter().chain(high.corners()).map(|corner| corner.temperature);
        corners.extend(all.filter(|&t| t > FLOOR));
        corners.sort_unstable();
        corners.dedup();
        corners.push(corners[corners.len() - 1].plus(Rational::ONE)?);
        for &t in &corners {
            if low.at(t)? != high.at(t)? {
                return Ok(Some(t));
            }
        }
        Ok(None)
    }

    /// Follows the moves that look best at a temperature to a position that was not looked at.
    fn descend(
        &mut self,
        solver: &KoSolver,
        id: usize,
        player: Player,
        t: Rational,
    ) -> Result<Option<usize>, Error> {
        if !self.graph.is_expanded(id) {
            return Ok(Some(id));
        }
        if self.path.contains(&id) || self.path.len() > 400 || solver.is_exact(id) {
            return Ok(None);
        }
        self.path.push(id);
        for mover in [player, player.opponent()] {
            // What the mover hopes for at most.
            let hopes = if mover == Player::Left { UPPER } else { LOWER };
            let mut moves = Vec::new();
            for action in self.graph.moves(id, mover) {
                let reached = solver.wall(action.to, mover.opponent(), hopes).at(t)?;
                let reached = mover.sees(reached.plus(action.shift.into())?);
                moves.push((reached, action.to));
            }
            moves.sort_unstable_by(|a, b| b.cmp(a));
            for (_, to) in moves {
                if let Some(found) = self.descend(solver, to, mover.opponent(), t)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// The nearest open position that was not looked at, by the number of moves.
    fn nearest(&self, solver: &KoSolver) -> Option<usize> {
        let mut seen = vec![false; self.graph.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(id) = queue.pop_front() {
            if std::mem::replace(&mut seen[id], true) || (id != 0 && solver.is_exact(id)) {
                continue;
            }
            if !self.graph.is_expanded(id) {
                return Some(id);
            }
            for player in Player::BOTH {
                queue.extend(self.graph.moves(id, player).iter().map(|action| action.to));
            }
        }
        None
    }

    /// The open position that was not looked at after which a player moves twice in a row the fewest times. Cut is
    /// what cannot matter, by the walls up to the highest temperature that the root can have: a wall that is known,
    /// the second move in a row of a position that is hotter (T-cut), and moves that cannot change the wall. The M-cut
    /// is one by which a wall is known. Where a ko can be taken or was, scaffolds count besides the walls, and nothing
    /// is cut.
    fn alternating(&self, solver: &mut KoSolver) -> Result<Option<usize>, Error> {
        let [_, hottest] = solver.temperature_bounds(&self.graph, 0)?;
        let window = KoWindow { from: Rational::ZERO, to: hottest };
        let mut seen = vec![[[false; 2]; 2]; self.graph.len()];
        let mut queue = VecDeque::from(Player::BOTH.map(|player| (0, player, false)));
        while let Some((id, player, taken)) = queue.pop_front() {
            let seen = &mut seen[id][player as usize][usize::from(taken)];
            if std::mem::replace(seen, true) || (id != 0 && solver.is_exact(id)) {
                continue;
            }
            if !self.graph.is_expanded(id) {
                return Ok(Some(id));
            }
            let cuts = !taken && !self.graph.has_capture(id);
            if cuts && id != 0 && solver.is_known(id, player, window)? {
                continue;
            }
            for mover in [player, player.opponent()] {
                if cuts && id != 0 && mover != player && solver.is_hot(id, window)? {
                    continue;
                }
                for &action in self.graph.moves(id, mover) {
                    if cuts && !solver.may_matter(id, mover, action, window)? {
                        continue;
                    }
                    let next = (action.to, mover.opponent(), action.ko);
                    match mover == player {
                        true => queue.push_front(next),
                        false => queue.push_back(next),
                    }
                }
            }
        }
        Ok(None)
    }

    /// The thermographs by the rule of ko, with bans, of a region in which a second ko stands in the way of that of one
    /// komaster. `None` means that it does not, or that the region is too large.
    fn bans(&mut self, solver: &mut KoSolver, budget: &Budget) -> Result<Option<KoBans>, Error> {
        if self.last_error.is_some() || solver.is_exact_above(0, FLOOR)? {
            return Ok(None);
        }
        let followers = self.graph.followers(0);
        if !followers.iter().any(|&id| self.graph.has_second_ko(id)) {
            return Ok(None);
        }
        let mut next = 0;
        while next < self.graph.len() && self.graph.len() <= MOST_BANS {
            if !self.graph.is_expanded(next) {
                self.expand(next);
            }
            next += 1;
        }
        solver.look_at(&self.graph, 0)?;
        if next < self.graph.len() {
            return Ok(None);
        }
        let check = &mut || budget.check();
        match KoBans::of(&self.graph, 0, solver.komaster(), Rational::ZERO, check) {
            Err(error) if error.is_limit() => {
                self.last_error = Some(error);
                Ok(None)
            }
            found => found,
        }
    }

    fn finding(&self, solver: &mut KoSolver, bans: Option<&KoBans>, id: usize) -> Result<KoFinding, Error> {
        let above = |[low, high]: &[KoThermograph; 2], floor| -> Result<bool, Error> {
            Ok(low.cut(floor)? == high.cut(floor)?)
        };
        let mut bounds = [LOWER, UPPER].map(|bound| solver.bound(id, bound));
        let mut temperature = solver.temperature_bounds(&self.graph, id)?;
        let mut open = (None, None);
        if !above(&bounds, FLOOR)? {
            open = match self.last_error {
                Some(error) => (Some(error), None),
                None => self.complaint(solver, id),
            };
            if let Some(found) = bans.map(|bans| bans.bounds(id))
                && above(&found, FLOOR)?
            {
                (bounds, open) = (found, (None, None));
            }
        }
        let floor = if above(&bounds, Rational::ZERO)? { Rational::ZERO } else { FLOOR };
        let bounds = [bounds[LOWER].cut(floor)?, bounds[UPPER].cut(floor)?];
        if open.0.is_none() {
            temperature = [bounds[LOWER].temperature(); 2];
        }
        let (open, example) = open;
        Ok(KoFinding { komaster: solver.komaster(), bounds, temperature, open, example })
    }

    /// The reason why bounds do not meet although everything was looked at, and an example.
    fn complaint(&self, solver: &KoSolver, id: usize) -> (Option<Error>, Option<String>) {
        let followers = self.graph.followers(id);
        let second = followers.iter().find(|&&id| self.graph.has_second_ko(id) && !solver.is_exact(id));
        let error = if second.is_some() { Error::SecondKo } else { Error::Cycle };
        (Some(error), Some(self.positions[*second.unwrap_or(&id)].to_string()))
    }
}
