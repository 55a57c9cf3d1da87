//! A judge of ko thermographs that has no thermograph in it: play of a graph beside a stack of coupons, with ko
//! threats, by the rule of ko. A coupon is worth one unit more than the next.

#![allow(missing_docs, clippy::unwrap_used)]

use rustc_hash::FxHashMap;
use values::notation::LoopyGame;
use values::{KoGraph, KoThermograph, Komaster, Player, Rational};

/// Chance halves, so all scores are multiplied by this.
const ONE: i64 = 1 << 20;

/// Play of one graph.
pub(crate) struct Coupons<'a> {
    graph: &'a KoGraph,
    /// The score of each position in points.
    scores: Vec<i64>,
    /// The number of units of a point.
    unit: i64,
    /// Is it decided by a coin after a capture who has the last threat?
    coin: bool,
    /// How many moves may be made in the graph one after the other, so that long cycles end. `None` means that
    /// there are no cycles but those of single kos.
    row: Option<u8>,
    known: FxHashMap<State, i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    position: u16,
    /// The position that may not be restored.
    ban: Option<u16>,
    threats: [u8; 2],
    coupons: u16,
    player: Player,
    passed: bool,
    /// Has a coin fallen since the ko was taken first?
    fallen: bool,
    /// The moves that are left in a row.
    left: u8,
}

impl<'a> Coupons<'a> {
    /// Play of a graph that was read, whose first positions have these scores; the others are numbers.
    pub(crate) fn new(game: &'a LoopyGame, scores: &[i64], unit: i64, row: Option<u8>) -> Self {
        let mut all = scores.to_vec();
        for id in scores.len()..game.graph().len() {
            let solver = values::KoSolver::new(Komaster::Left, Rational::ZERO);
            let number = solver.solve(game.graph(), id).unwrap().unwrap().mean().unwrap();
            all.push(number.to_f64() as i64);
        }
        Self { graph: game.graph(), scores: all, unit, coin: false, row, known: FxHashMap::default() }
    }

    /// The score, with this player to move.
    fn play(&mut self, state: State) -> i64 {
        if let Some(&known) = self.known.get(&state) {
            return known;
        }
        let State { position, ban, threats, coupons, player, passed, fallen, left } = state;
        let me = player as usize;
        let next = State { ban: None, player: player.opponent(), passed: false, ..state };
        let mut found = Vec::with_capacity(8);
        let graph = self.graph;
        for action in graph.moves(position.into(), player).iter().filter(|_| left > 0) {
            let to = u16::try_from(action.to).unwrap();
            if ban == Some(to) {
                continue;
            }
            let next = State { position: to, left: left - u8::from(self.row.is_some()), ..next };
            if !action.ko {
                let threats = if self.coin { [0; 2] } else { threats };
                found.push(self.play(State { fallen: false, threats, ..next }));
            } else if self.coin && !fallen {
                let next = State { ban: Some(position), fallen: true, ..next };
                let mut other = [0; 2];
                other[1 - me] = 1;
                let both = self.play(State { threats: [0; 2], ..next })
                    + self.play(State { threats: other, ..next });
                found.push(both / 2);
            } else {
                found.push(self.play(State { ban: Some(position), ..next }));
            }
        }
        if ban.is_some() && threats[me] > 0 {
            let mut threats = threats;
            threats[me] -= 1;
            found.push(self.play(State { ban: None, threats, ..state }));
        }
        let next = State { left: self.row.unwrap_or(1), ..next };
        found.push(if coupons > 0 {
            player.sees(i64::from(coupons) * ONE) + self.play(State { coupons: coupons - 1, ..next })
        } else if passed {
            self.scores[usize::from(position)] * self.unit * ONE
        } else {
            self.play(State { passed: true, left, ..next })
        });
        let best = found.into_iter().max_by_key(|&score| player.sees(score)).unwrap();
        self.known.insert(state, best);
        best
    }

    /// The wall of a player at a temperature of this many units, as play shows it, in points.
    pub(crate) fn wall(&mut self, position: usize, player: Player, threats: [u8; 2], coupons: i64) -> f64 {
        let (ban, passed, fallen, left) = (None, false, false, self.row.unwrap_or(1));
        let (position, coupons) = (u16::try_from(position).unwrap(), u16::try_from(coupons).unwrap());
        let score = self.play(State { position, ban, threats, coupons, player, passed, fallen, left });
        let alone = player.sees((i64::from(coupons) + 1) / 2);
        ((score as f64) / ONE as f64 - alone as f64) / self.unit as f64
    }
}

/// A graph, and how it is judged.
pub(crate) struct Judged<'a> {
    pub(crate) text: &'a str,
    /// The scores of the positions that have names.
    pub(crate) scores: &'a [i64],
    pub(crate) row: Option<u8>,
    /// The number of threats of a komaster.
    pub(crate) threats: u8,
    /// The highest temperature.
    pub(crate) most: i64,
}

impl Judged<'_> {
    /// Compares a thermograph with play at all temperatures. The difference is a few coupons, however small they
    /// are: the first comparison is to a quarter of a point, and where that fails coupons are smaller.
    pub(crate) fn compare(&self, found: &KoThermograph, komaster: Komaster) -> Result<(), String> {
        let mut off = Ok(());
        for (unit, slack) in [(16, 4.0), (64, 10.0), (256, 32.0)] {
            off = self.compare_at(found, komaster, unit, slack);
            if off.is_ok() {
                return off;
            }
        }
        if let Some(row @ ..20) = self.row {
            // Was it the end of a long cycle?
            return Judged { row: Some(row + 15), ..*self }.compare(found, komaster);
        }
        off.map_err(|off| format!("{}, {komaster}: {off}", self.text))
    }

    fn compare_at(
        &self,
        found: &KoThermograph,
        komaster: Komaster,
        unit: i64,
        slack: f64,
    ) -> Result<(), String> {
        const ALL: u8 = 100;
        let threats = match komaster {
            Komaster::Left => [self.threats, 0],
            Komaster::Right => [0, self.threats],
            Komaster::Nobody | Komaster::Equal => [0, 0],
            Komaster::LeftMonster => [ALL, 0],
            Komaster::RightMonster => [0, ALL],
        };
        let game = LoopyGame::parse(self.text).unwrap();
        let coin = komaster == Komaster::Equal;
        let mut coupons = Coupons { coin, ..Coupons::new(&game, self.scores, unit, self.row) };
        for top in (unit / 2..=self.most * unit).step_by(5) {
            for player in Player::BOTH {
                let played = coupons.wall(game.root(), player, threats, top);
                let wall = found.wall(player).at(Rational::new(top, unit).unwrap()).unwrap().to_f64();
                if (played - wall).abs() * unit as f64 > slack {
                    return Err(format!("{player:?} at {top}/{unit}: {played} in play, the wall is {wall}"));
                }
            }
        }
        Ok(())
    }
}
