//! How can a search over positions work on sums? A whole sum is one position, whose moves name a part. The
//! normal form of a sum has the regions of all parts in normal form, sorted, without pairs of a region and
//! its negative.

use crate::component::Judge;
use crate::{Component, Signed, Sum};
use derive_more::Display;
use rules::{Coordinates, Hints, Position, Prospects, Regions, spilled_bytes, surely};
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};
use std::any::Any;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};
use values::{ByPlayer, Dyadic, Player};

/// A sum, part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole(SmallVec<[Piece; 2]>);

/// A part or its negative.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Piece {
    negative: bool,
    known: Arc<Known>,
}

/// A component with its properties, each computed when it is first needed.
#[derive(Debug)]
struct Known {
    component: Component,
    hash: u64,
    bounds: OnceLock<Option<(Dyadic, Dyadic)>>,
    prospects: OnceLock<Option<ByPlayer<Prospects>>>,
    evaluation: OnceLock<i32>,
    regions: OnceLock<Box<[Piece]>>,
}

/// A move in a sum: the number of its part and that of the move there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display)]
#[display("move {} in part {}", index + 1, part + 1)]
pub struct WholeMove {
    part: u32,
    index: u32,
}

impl WholeMove {
    /// A move of a part, both counted from 0.
    #[must_use]
    pub fn new(part: usize, index: usize) -> Self {
        Self { part: part as u32, index: index as u32 }
    }

    /// The part, counted from 0.
    #[must_use]
    pub fn part(self) -> usize {
        self.part as usize
    }

    /// The number of the move in its part, counted from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl Piece {
    fn new(component: Component, negative: bool) -> Self {
        let hash = FxBuildHasher.hash_one(&component);
        let known = Known {
            component,
            hash,
            bounds: OnceLock::new(),
            prospects: OnceLock::new(),
            evaluation: OnceLock::new(),
            regions: OnceLock::new(),
        };
        Self { known: Arc::new(known), negative }
    }

    /// The player who moves in the component when `player` moves in the piece.
    fn owner(&self, player: Player) -> Player {
        if self.negative { player.opponent() } else { player }
    }

    fn negated_if(&self, negative: bool) -> Self {
        Self { known: self.known.clone(), negative: self.negative != negative }
    }

    /// The piece after each move of a player.
    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let plays = self.known.component.plays(self.owner(player));
        plays.into_iter().map(|component| Self::new(component, self.negative))
    }

    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        let (low, high) = (*self.known.bounds.get_or_init(|| self.known.component.bounds()))?;
        Some(if self.negative { (-high, -low) } else { (low, high) })
    }

    fn prospects(&self) -> Option<ByPlayer<Prospects>> {
        let prospects = (*self.known.prospects.get_or_init(|| self.known.component.prospects()))?;
        Some(if self.negative { prospects.swapped() } else { prospects })
    }

    fn evaluation(&self) -> i32 {
        let evaluation =
            *self.known.evaluation.get_or_init(|| self.known.component.judged(Judge::Evaluation));
        if self.negative { evaluation.saturating_neg() } else { evaluation }
    }

    fn regions(&self) -> impl Iterator<Item = Self> {
        let regions = self.known.regions.get_or_init(|| {
            let regions = self.known.component.regions().into_iter();
            regions.map(|Signed { component, negative }| Self::new(component, negative)).collect()
        });
        regions.iter().map(|region| region.negated_if(self.negative))
    }

    /// The bytes of the component and of what is known about it.
    fn bytes(&self) -> usize {
        let regions = self.known.regions.get().into_iter().flatten();
        let regions: usize = regions.map(|region| size_of::<Self>() + region.bytes()).sum();
        let counters = 2 * size_of::<usize>();
        size_of::<Known>() + counters + self.known.component.bytes() + counters + regions
    }

    /// The regions as they lie on the board.
    fn split(&self) -> Vec<Self> {
        if self.known.component.is_scored() {
            return self.regions().collect();
        }
        let regions = surely(self.known.component.position().regions());
        regions.into_iter().map(|region| Self::new(region.into(), self.negative)).collect()
    }

    fn is_negative_of(&self, other: &Self) -> bool {
        self.negative != other.negative && self.known == other.known
    }

    /// The key by which pieces are sorted. Different pieces with the same key may come in either order, so
    /// that equal sums may have different normal forms.
    fn rank(&self, negative: bool) -> (u64, bool) {
        (self.known.hash, self.negative != negative)
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.component == other.component
    }
}

impl Eq for Known {}

impl Hash for Whole {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|piece| piece.rank(false).hash(state));
    }
}

impl Whole {
    /// The sum with its parts in their order.
    #[must_use]
    pub fn new(sum: &Sum) -> Self {
        Self(sum.parts.iter().map(|part| Piece::new(part.position.clone(), false)).collect())
    }

    /// The number of parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.0.len()
    }

    /// The parts, each a component or its negative.
    pub(crate) fn signed(&self) -> impl Iterator<Item = (&Component, bool)> {
        self.0.iter().map(|piece| (&piece.known.component, piece.negative))
    }

    fn with(&self, part: usize, piece: Piece) -> Self {
        let mut pieces = self.0.clone();
        pieces[part] = piece;
        Self(pieces)
    }
}

impl FromIterator<(Component, bool)> for Whole {
    /// The sum of components or their negatives.
    fn from_iter<I: IntoIterator<Item = (Component, bool)>>(parts: I) -> Self {
        Self(parts.into_iter().map(|(component, negative)| Piece::new(component, negative)).collect())
    }
}

impl Position for Whole {
    type Move = WholeMove;

    fn cells(&self) -> Option<Coordinates> {
        None
    }

    fn moves(&self, player: Player) -> Vec<WholeMove> {
        let mut moves = Vec::new();
        for (part, piece) in self.0.iter().enumerate() {
            let count = piece.known.component.count_moves(piece.owner(player));
            moves.extend((0..count).map(|index| WholeMove::new(part, index)));
        }
        moves
    }

    fn names(&self, player: Player) -> Vec<String> {
        self.0.iter().flat_map(|piece| piece.known.component.moves(piece.owner(player))).collect()
    }

    /// The name of a move in its part.
    fn name(&self, player: Player, action: WholeMove) -> String {
        let piece = &self.0[action.part()];
        let mut names = piece.known.component.moves(piece.owner(player));
        names.swap_remove(action.index as usize)
    }

    fn play(&self, player: Player, action: WholeMove) -> Self {
        let piece = &self.0[action.part()];
        let after = piece.known.component.play(piece.owner(player), action.index as usize);
        let after = after.expect("a move that is played comes from the list of moves");
        self.with(action.part(), Piece::new(after, piece.negative))
    }

    fn options(&self, player: Player) -> Vec<Self> {
        let parts = self.0.iter().enumerate();
        parts
            .flat_map(|(part, piece)| piece.options(player).map(move |after| self.with(part, after)))
            .collect()
    }

    fn regions(&self) -> Regions<Self> {
        self.0.iter().flat_map(Piece::split).map(|region| Self(smallvec![region])).collect()
    }

    /// A single part is itself.
    fn concrete(&self) -> &dyn Any {
        match &self.0[..] {
            [Piece { negative: false, known }] if !known.component.is_scored() => {
                known.component.position().rules().concrete()
            }
            _ => self,
        }
    }

    fn normal_form(&self) -> (Self, bool) {
        let mut pieces: SmallVec<[Piece; 2]> = SmallVec::new();
        for region in self.0.iter().flat_map(Piece::regions) {
            match pieces.iter().position(|other| region.is_negative_of(other)) {
                Some(other) => drop(pieces.swap_remove(other)),
                None => pieces.push(region),
            }
        }
        let ranks = |negative: bool| {
            let mut ranks: SmallVec<[_; 4]> = pieces.iter().map(|piece| piece.rank(negative)).collect();
            ranks.sort_unstable();
            ranks
        };
        let negative = ranks(true) < ranks(false);
        for piece in &mut pieces {
            piece.negative ^= negative;
        }
        pieces.sort_by_key(|piece| piece.rank(false));
        (Self(pieces), negative)
    }

    /// A sum shares all parts but one with the sum that it followed.
    fn heap_bytes(&self) -> usize {
        spilled_bytes(&self.0) + self.0.iter().map(Piece::bytes).max().unwrap_or(0)
    }
}

impl Hints for Whole {
    fn number(&self) -> Option<Dyadic> {
        self.0.iter().try_fold(Dyadic::ZERO, |sum, piece| {
            let number = piece.known.component.number()?;
            sum.plus(if piece.negative { -number } else { number }).ok()
        })
    }

    fn longest_play(&self) -> Option<u32> {
        let longest = |piece: &Piece| piece.known.component.longest_play();
        self.0.iter().try_fold(0u32, |sum, piece| sum.checked_add(longest(piece)?))
    }

    fn bounds(&self) -> Option<(Dyadic, Dyadic)> {
        self.0.iter().try_fold((Dyadic::ZERO, Dyadic::ZERO), |(low, high), piece| {
            let bounds = piece.bounds()?;
            Some((low.plus(bounds.0).ok()?, high.plus(bounds.1).ok()?))
        })
    }

    fn prospects(&self) -> Option<ByPlayer<Prospects>> {
        let mut sum = ByPlayer::<Prospects>::default();
        for piece in &self.0 {
            sum += piece.prospects()?;
        }
        Some(sum)
    }

    fn evaluation(&self) -> i32 {
        self.0.iter().map(Piece::evaluation).fold(0, i32::saturating_add)
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, piece) in self.0.iter().enumerate() {
            let sign = if piece.negative { "-" } else { "" };
            write!(f, "{}{sign}({})", if i == 0 { "" } else { " + " }, piece.known.component)?;
        }
        Ok(())
    }
}
