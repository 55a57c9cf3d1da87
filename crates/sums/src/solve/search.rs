//! Who wins if no bound decides? A depth-first search with a transposition table tries the options in the
//! order of a score, and stops at the first option that wins. In a sum of several positions the score is a poor
//! guide, and the search of one wrong option can take longer than that of all others: there each option gets a
//! small number of sums first, and those that are not decided by them get more and more.

use super::{Core, Packed, Piece, Pieces, unless_full};
use crate::Signed;
use positions::{Crowd, Parts};
use smallvec::smallvec;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;
use values::{Error, Player, deep};

/// An option of Left: a sum, seen from Right, or the regions that replace the piece with this number.
enum Choice {
    Sum(Pieces),
    Regions(usize, Vec<Signed>),
}

/// A static evaluation of a sum: its estimated mean for Left, and the highest temperature of its pieces.
#[derive(Clone, Copy)]
struct Outlook {
    mean: f64,
    hottest: f64,
}

impl Outlook {
    /// Move-ordering score of the move that leads to this sum; higher is searched first. The sum is seen from
    /// the opponent, who is Left there, so the score is the opponent's disadvantage, in sixteenths of a move.
    fn ordering(self) -> i32 {
        (-(self.mean + self.hottest / 2.0) * 16.0) as i32
    }
}

/// The number of sums that are searched in each option of a sum of several positions before any option gets
/// more. Of 16, 32, 64 and 96, this one takes the fewest sums where the search is long (`nogo-4x3-3x3`,
/// `amazons-4x4-2` and `amazons-4x4-3x3` in `cargo bench -p tedomari-sums --bench solve`).
const FIRST_ALLOWANCE: u64 = 32;
/// Options that are not decided get this many times the sums that they got before.
const MORE: u64 = 4;

/// The numbers of the different pieces of a sum, each with the other pieces.
fn each_with_others(pieces: &Pieces) -> impl Iterator<Item = (usize, Pieces)> {
    // Pieces are sorted, so equal ones are adjacent.
    let first = |i: &usize| *i == 0 || pieces[i - 1] != pieces[*i];
    (0..pieces.len()).filter(first).map(|i| {
        let mut others = pieces.clone();
        others.remove(i);
        (i, others)
    })
}

impl Core {
    /// Does Left win, moving first? Positions in the sum are replaced by their values. `tried` has the decided
    /// options of the sums on the way to this one: one list for all, as each list of its own would be moved again
    /// and again while it grows.
    pub(super) fn left_wins(&self, pieces: &mut Pieces, tried: &mut Vec<Pieces>) -> Result<bool, Error> {
        let won = self.left_wins_before(pieces, tried, u64::MAX)?;
        Ok(won.expect("a search is put off at its limit only"))
    }

    /// The same, unless the search comes to this number of sums before. `None` means that it did.
    fn left_wins_before(
        &self,
        pieces: &mut Pieces,
        tried: &mut Vec<Pieces>,
        end: u64,
    ) -> Result<Option<bool>, Error> {
        if let Some(won) = self.wins_impartial(pieces)? {
            return Ok(Some(won));
        }
        *pieces = self.valued(std::mem::take(pieces))?;
        if let Some(known) = unless_full(self.judge(pieces))?.flatten() {
            return Ok(Some(known));
        }
        if let Some(won) = self.known.get(pieces) {
            return Ok(Some(won));
        }
        if self.nodes() >= end {
            return Ok(None);
        }
        let before = self.count_node()?;
        let inside = self.crowd.visit(pieces);
        let first = tried.len();
        let found = self.can_win(pieces, tried, end);
        let won = found.inspect_err(|_| self.interrupt(pieces, tried.split_off(first)))?;
        tried.truncate(first);
        drop(inside);
        if let Some(won) = won {
            self.known.put(pieces.clone(), won, self.nodes() - before);
            self.decided.fetch_add(1, Relaxed);
        }
        Ok(won)
    }

    /// Does Left have an option that Right loses, moving first? Options that Right wins go to `tried`. `None`
    /// means that the search came to this number of sums before it was decided.
    fn can_win(&self, pieces: &Pieces, tried: &mut Vec<Pieces>, end: u64) -> Result<Option<bool>, Error> {
        let Some(mut options) = self.undecided(pieces)? else { return Ok(Some(true)) };
        options.sort_by_key(|(ordering, _)| Reverse(*ordering));
        // An option that is known to win comes before all others.
        for (_, option) in &mut options {
            self.values.check()?;
            if let Choice::Regions(i, regions) = option
                && let Some(items) = regions.iter().map(|region| self.arena.find(region)).collect()
            {
                *option = Choice::Sum(self.moved(pieces, *i, items)?);
            }
            if let Choice::Sum(option) = option
                && (self.is_lost(option) || self.judge(option)? == Some(false))
            {
                return Ok(Some(true));
            }
        }
        let options = options.into_iter().map(|(_, option)| match option {
            Choice::Sum(option) => Ok(option),
            Choice::Regions(i, regions) => {
                let items = regions.into_iter().map(|region| self.arena.item(region)).collect();
                self.moved(pieces, i, items)
            }
        });
        let mut allowance = if self.has_several_positions(pieces) { FIRST_ALLOWANCE } else { u64::MAX };
        let mut put_off = Vec::new();
        let mut found = self.some_is_lost(pieces, options, tried, end, allowance, &mut put_off)?;
        while found.is_none() && !put_off.is_empty() && self.nodes() < end {
            allowance = if put_off.len() > 1 { allowance.saturating_mul(MORE) } else { u64::MAX };
            let again = std::mem::take(&mut put_off).into_iter().map(Ok);
            found = self.some_is_lost(pieces, again, tried, end, allowance, &mut put_off)?;
        }
        let lost = put_off.is_empty().then_some(false);
        Ok(found.or(lost))
    }

    /// Does Right lose one of these options of a sum, moving first? `None` means that Right does not, or that the
    /// search came to its end, `end` in all and `allowance` for each option: options that are not decided go to
    /// `put_off`, and options that Right wins go to `tried`.
    fn some_is_lost(
        &self,
        pieces: &Pieces,
        options: impl Iterator<Item = Result<Pieces, Error>>,
        tried: &mut Vec<Pieces>,
        end: u64,
        allowance: u64,
        put_off: &mut Vec<Pieces>,
    ) -> Result<Option<bool>, Error> {
        let mut found = None;
        self.crowd.share(options, Crowd::place, |mut option| {
            // Another thread may have decided the sum in the meantime.
            if self.crowd.is_shared() {
                found = self.known.get(pieces);
            }
            if found.is_none() {
                let end = end.min(self.nodes().saturating_add(allowance));
                match deep(|| self.left_wins_before(&mut option, tried, end))? {
                    Some(false) => found = Some(true),
                    Some(true) => tried.push(option),
                    None => put_off.push(option),
                }
            }
            Ok(found.is_some() || self.nodes() >= end && !put_off.is_empty())
        })?;
        Ok(found)
    }

    /// Are there several positions whose options no bounds put in order? Where bounds do, or where there is one
    /// position, the option that looks best is mostly the best.
    fn has_several_positions(&self, pieces: &Pieces) -> bool {
        let unbounded = |piece: &&Packed| match piece.piece() {
            Piece::Item(item) => self.arena.prospects(item).is_none(),
            Piece::Value(_) => false,
        };
        pieces.iter().filter(unbounded).nth(1).is_some()
    }

    /// Is it known that Left loses, moving first?
    pub(super) fn is_lost(&self, pieces: &Pieces) -> bool {
        self.known.get(pieces) == Some(false)
    }

    /// The options of Left with their move-ordering scores, without those that bounds on guaranteed moves
    /// show to lose. `None` means that the bounds show one of them to win. Positions with such bounds are not
    /// in the arena yet.
    fn undecided(&self, pieces: &Pieces) -> Result<Option<Vec<(i32, Choice)>>, Error> {
        let mut choices = Vec::new();
        for (i, others) in each_with_others(pieces) {
            self.values.budget().check_now()?;
            if let Piece::Item(item) = pieces[i].piece()
                && self.arena.prospects(item).is_some()
                && let Some(prospects) = self.prospects(&others)?
            {
                let Some(options) = self.arena.undecided(item, prospects) else { return Ok(None) };
                let outlook = self.outlook(&others)?;
                for (evaluation, regions) in options {
                    let mean = -outlook.mean - f64::from(evaluation) / 8.0;
                    choices.push((Outlook { mean, ..outlook }.ordering(), Choice::Regions(i, regions)));
                }
            } else {
                let options = self.options_of(pieces[i], &others)?.into_iter();
                choices.extend(options.map(|(ordering, sum)| (ordering, Choice::Sum(sum))));
            }
        }
        Ok(Some(choices))
    }

    /// The options of Left in a piece beside others, seen from Right, with their move-ordering scores.
    fn options_of(&self, piece: Packed, others: &Pieces) -> Result<Vec<(i32, Pieces)>, Error> {
        let moves: Vec<Pieces> = match piece.piece() {
            Piece::Value(g) => {
                let options = self.values.options_of(g, Player::Left)?;
                options.iter().map(|&option| smallvec![Piece::Value(option).into()]).collect()
            }
            Piece::Item(item) => {
                let options = self.arena.options(item, Player::Left);
                let pieces = |parts: Parts| parts.into_iter().map(|part| self.piece(part)).collect();
                options.map(pieces).collect::<Result<_, _>>()?
            }
        };
        let option = |left: Pieces| {
            self.values.check()?;
            let next = self.turned(others.iter().copied().chain(left).collect())?;
            Ok((self.ordering(&next)?, next))
        };
        moves.into_iter().map(option).collect()
    }

    /// The [move-ordering score](Outlook::ordering) of the move that leads to a sum.
    pub(crate) fn ordering(&self, pieces: &Pieces) -> Result<i32, Error> {
        self.outlook(pieces).map(Outlook::ordering)
    }

    /// The static evaluation of a sum.
    fn outlook(&self, pieces: &Pieces) -> Result<Outlook, Error> {
        let mut outlook = Outlook { mean: 0.0, hottest: 0.0 };
        for piece in pieces.iter().map(|piece| piece.piece()) {
            match (self.look(piece)?, piece) {
                (Some(look), _) => {
                    outlook.mean += look.mean.to_f64();
                    outlook.hottest = outlook.hottest.max(look.temperature.to_f64());
                }
                (None, Piece::Item(item)) => outlook.mean += f64::from(self.arena.evaluation(item)) / 8.0,
                (None, Piece::Value(_)) => unreachable!("every value has a thermograph"),
            }
        }
        Ok(outlook)
    }
}
