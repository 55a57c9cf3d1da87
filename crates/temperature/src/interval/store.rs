//! Which positions does the search know? Every region in normal form, every sum of regions and every number
//! has one node; a position and its negative share it, and a [`SignedId`] says which of the two is meant. Sums
//! are kept in lowest terms: sums within sums are opened, opposites cancel, and numbers are added up.

use super::bounds::{LOWER, UPPER};
use positions::{Knowledge, SignedId};
use rules::Position;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use values::{Dyadic, Error, Player, Reach, Thermographs, WallId};

/// What a node stands for.
#[derive(Clone)]
pub(super) enum Kind<P> {
    Number(Dyadic),
    /// A single region in normal form.
    Region(P),
    /// Several regions, sorted.
    Sum(SmallVec<[SignedId; 4]>),
}

pub(super) struct Node<P> {
    pub(super) kind: Kind<P>,
    /// Static bounds on the value: two numbers from the rules.
    numbers: [Dyadic; 2],
    /// For Left and Right, the best wall that they can reach by the lower and by the upper bounds of their
    /// options.
    pub(super) reach: [[Reach; 2]; 2],
    /// The options of Left and Right, the best move-ordering score first. `None` means that the node is not
    /// expanded.
    options: Option<[Box<[SignedId]>; 2]>,
    /// Do the bounds follow from the static bounds of the options already?
    pub(super) peeked: bool,
}

/// The positions that the search has met, each with its bounds.
pub(super) struct Store<P> {
    pub(super) graphs: Thermographs,
    pub(super) nodes: Vec<Node<P>>,
    /// For each node the lower and the upper bounds on the walls of Left and Right, apart from the rest
    /// because they are read far more often.
    pub(super) bounds: Vec<[[WallId; 2]; 2]>,
    /// For each node its move-ordering score.
    orderings: Vec<i32>,
    regions: FxHashMap<P, SignedId>,
    sums: FxHashMap<SmallVec<[SignedId; 4]>, SignedId>,
    numbers: FxHashMap<Dyadic, SignedId>,
    /// The walls of numbers.
    pub(super) walls: FxHashMap<Dyadic, [WallId; 2]>,
    /// The number of times that options of a node were listed.
    pub(super) expanded: u64,
    /// The bytes in use, and their maximum.
    pub(super) bytes: usize,
    pub(super) limit: usize,
    pub(super) knowledge: Knowledge,
}

impl<P: Position> Store<P> {
    /// An empty store that may take this many bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            graphs: Thermographs::new(),
            nodes: Vec::new(),
            bounds: Vec::new(),
            orderings: Vec::new(),
            regions: FxHashMap::default(),
            sums: FxHashMap::default(),
            numbers: FxHashMap::default(),
            walls: FxHashMap::default(),
            expanded: 0,
            bytes: 0,
            limit,
            knowledge: exact::knowledge(),
        }
    }

    /// Were the options of a position listed?
    pub(super) fn is_expanded(&self, link: SignedId) -> bool {
        self.nodes[link.node()].options.is_some()
    }

    /// The options of a player in an expanded position.
    pub(super) fn options(&self, link: SignedId, player: Player) -> impl Iterator<Item = SignedId> + '_ {
        self.side(link, player).iter().map(move |option| option.times(link.is_negative()))
    }

    /// The option of a player with this index.
    pub(super) fn option(&self, link: SignedId, player: Player, i: usize) -> SignedId {
        self.side(link, player)[i].times(link.is_negative())
    }

    /// The options of a player in an expanded position as they are stored, without the sign of the position.
    pub(super) fn side(&self, link: SignedId, player: Player) -> &[SignedId] {
        let options = self.nodes[link.node()].options.as_ref();
        &options.expect("a position is expanded before its options are read")[link.owner(player) as usize]
    }

    /// Lists the options of a node, and narrows its bounds by theirs.
    pub(super) fn expand(&mut self, node: usize) -> Result<(), Error> {
        self.expanded += 1;
        let options = match self.nodes[node].kind.clone() {
            Kind::Number(x) => {
                let [left, right] = [x.left_option(), x.right_option()]
                    .map(|option| option.map(|x| self.number(x)).into_iter().collect::<Result<Vec<_>, _>>());
                [left?, right?]
            }
            Kind::Region(position) => {
                let [left, right] = Player::BOTH.map(|player| self.region_options(&position, player));
                [left?, right?]
            }
            Kind::Sum(parts) => {
                let [left, right] = Player::BOTH.map(|player| self.sum_options(&parts, player));
                [left?, right?]
            }
        };
        self.bytes += options.iter().map(|options| options.len() * size_of::<SignedId>()).sum::<usize>();
        self.nodes[node].options = Some(options.map(Vec::into_boxed_slice));
        let updated = self.update(SignedId::of(node), &Player::BOTH);
        if updated.is_err() {
            // Reaches that were updated in part are not bounds.
            self.nodes[node].options = None;
        }
        updated
    }

    /// The options of a region, the best for the player who moves first.
    fn region_options(&mut self, position: &P, player: Player) -> Result<Vec<SignedId>, Error> {
        let mut links = Vec::new();
        let mut forms = Vec::new();
        for option in position.options(player) {
            match &option.regions()[..] {
                [region] => forms.push(region.normal_form()),
                regions => links.push(self.sum_of(regions)?),
            }
        }
        // Lookups side by side let the processor wait for several cache misses at once.
        let known: Vec<Option<SignedId>> =
            forms.iter().map(|(form, _)| self.regions.get(form).copied()).collect();
        for ((form, negative), known) in forms.into_iter().zip(known) {
            let link = match known {
                Some(link) => link,
                None => self.form(form)?,
            };
            links.push(link.times(negative));
        }
        // High scores come first for Left, low scores for Right.
        let key = |link: &SignedId| {
            let ordering = self.orderings[link.node()];
            (if link.is_negative() == (player == Player::Right) { -ordering } else { ordering }, *link)
        };
        links.sort_by_cached_key(key);
        links.dedup();
        Ok(links)
    }

    /// The options of a sum: an option of one part, and the others.
    fn sum_options(&mut self, parts: &[SignedId], player: Player) -> Result<Vec<SignedId>, Error> {
        let mut found = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            if self.nodes[part.node()].options.is_none() {
                self.expand(part.node())?;
            }
            let options: Vec<SignedId> = self.options(part, player).collect();
            for option in options {
                let mut sum = parts.to_vec();
                sum.remove(i);
                sum.push(option);
                found.push(self.sum(&sum)?);
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The node of a position.
    pub(super) fn link(&mut self, position: &P) -> Result<SignedId, Error> {
        // A position that a table knows is not split into regions.
        if self.knowledge.thermograph(position.concrete(), &self.graphs).is_some() {
            return self.region(position);
        }
        match &position.regions()[..] {
            [region] => self.region(region),
            regions => self.sum_of(regions),
        }
    }

    /// The node of a sum of regions.
    fn sum_of(&mut self, regions: &[P]) -> Result<SignedId, Error> {
        let parts = regions.iter().map(|region| self.region(region)).collect::<Result<Vec<_>, _>>()?;
        self.sum(&parts)
    }

    /// The node of a single region.
    fn region(&mut self, region: &P) -> Result<SignedId, Error> {
        let (form, negative) = region.normal_form();
        Ok(self.form(form)?.times(negative))
    }

    /// The node of a region in normal form; it is added if it is new.
    fn form(&mut self, form: P) -> Result<SignedId, Error> {
        if let Some(&link) = self.regions.get(&form) {
            return Ok(link);
        }
        let link = match form.number() {
            Some(x) => self.number(x)?,
            None => {
                let numbers = form.bounds().ok_or(Error::NoBounds)?.into();
                let link = self.node(Kind::Region(form.clone()), numbers, form.ordering())?;
                if let Some(id) = self.knowledge.thermograph(form.concrete(), &self.graphs) {
                    self.bounds[link.node()] = [self.graphs.walls(id); 2];
                }
                link
            }
        };
        self.bytes += 2 * size_of::<(P, SignedId)>() + form.heap_bytes();
        self.regions.insert(form, link);
        Ok(link)
    }

    /// The node of a number.
    fn number(&mut self, x: Dyadic) -> Result<SignedId, Error> {
        if let Some(&link) = self.numbers.get(&x) {
            return Ok(link);
        }
        let link = self.node(Kind::Number(x), [x; 2], x.floor().clamp(-1 << 20, 1 << 20) as i32)?;
        self.numbers.insert(x, link);
        Ok(link)
    }

    /// The node of a sum: sums within sums are opened, opposites cancel, and numbers are added up.
    fn sum(&mut self, parts: &[SignedId]) -> Result<SignedId, Error> {
        if let [part] = *parts {
            return Ok(part);
        }
        let opened = parts.iter().flat_map(|part| match &self.nodes[part.node()].kind {
            Kind::Sum(inner) => inner.iter().map(|inner| inner.times(part.is_negative())).collect(),
            _ => SmallVec::<[SignedId; 4]>::from_slice(&[*part]),
        });
        let mut number = Dyadic::ZERO;
        let mut kept: SmallVec<[SignedId; 4]> = SmallVec::new();
        for part in opened {
            let opposite = kept.iter().position(|other| *other == part.times(true));
            match (&self.nodes[part.node()].kind, opposite) {
                (Kind::Number(x), _) => {
                    number = if part.is_negative() { number.minus(*x) } else { number.plus(*x) }?;
                }
                (_, Some(opposite)) => drop(kept.swap_remove(opposite)),
                (_, None) => kept.push(part),
            }
        }
        if number != Dyadic::ZERO || kept.is_empty() {
            kept.push(self.number(number)?);
        }
        kept.sort_unstable();
        if let [part] = kept[..] {
            return Ok(part);
        }
        // A sum and its negative share a node.
        let mut mirrored: SmallVec<[SignedId; 4]> = kept.iter().map(|part| part.times(true)).collect();
        mirrored.sort_unstable();
        let negative = mirrored < kept;
        let parts = if negative { mirrored } else { kept };
        if let Some(&link) = self.sums.get(&parts) {
            return Ok(link.times(negative));
        }
        let (mut numbers, mut ordering) = ([Dyadic::ZERO; 2], 0i32);
        for part in &parts {
            let node = &self.nodes[part.node()];
            let [low, high] = node.numbers;
            let [low, high] = if part.is_negative() { [-high, -low] } else { [low, high] };
            numbers = [numbers[LOWER].plus(low)?, numbers[UPPER].plus(high)?];
            let score = self.orderings[part.node()];
            ordering = ordering.saturating_add(if part.is_negative() { -score } else { score });
        }
        let link = self.node(Kind::Sum(parts.clone()), numbers, ordering)?;
        self.sums.insert(parts, link);
        Ok(link.times(negative))
    }

    /// Adds a node, with static bounds and its move-ordering score.
    fn node(&mut self, kind: Kind<P>, numbers: [Dyadic; 2], ordering: i32) -> Result<SignedId, Error> {
        self.bytes += 2 * size_of::<Node<P>>() + size_of::<[[WallId; 2]; 2]>();
        if self.bytes > self.limit {
            return Err(Error::OutOfRoom);
        }
        let [low, high] = numbers.map(|x| self.walls_of(x));
        self.bounds.push([low?, high?]);
        self.orderings.push(ordering);
        self.nodes.push(Node { kind, numbers, reach: Default::default(), options: None, peeked: false });
        Ok(SignedId::of(self.nodes.len() - 1))
    }
}
