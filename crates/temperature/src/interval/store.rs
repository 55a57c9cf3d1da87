//! Which positions does the search know? Every region in normal form, every sum of regions and every number
//! has one node; a position and its negative share it, and a [`SignedId`] says which of the two is meant.
//! Sums are kept in lowest terms: sums within sums are opened, opposites cancel, and numbers are added up.

use crate::{LOWER, UPPER};
use positions::{Knowledge, Parts, SignedId, negated};
use rules::Position;
use rustc_hash::FxHashMap;
use values::{Dyadic, Error, Player, Reach, Thermographs, WallId};

/// What a node stands for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Form<P> {
    Number(Dyadic),
    /// A single region in normal form.
    Region(P),
    /// Several regions, sorted.
    Sum(Parts),
}

pub(super) struct Node {
    /// The number of the form in the store of forms.
    pub(super) form: usize,
    /// Do the bounds follow from the static bounds of the options already?
    pub(super) peeked: bool,
    /// Static bounds on the value: two numbers from the rules.
    numbers: [Dyadic; 2],
    /// The number from which the value differs by an infinitesimal at most. `None` means that none is known.
    near: Option<Dyadic>,
    /// For Left and Right, the best wall that they can reach by the lower and by the upper bounds of their
    /// options.
    pub(super) reach: [[Reach; 2]; 2],
    /// The options of Left and Right, the best move-ordering score first. `None` means that the node is not
    /// expanded.
    options: Option<[Box<[SignedId]>; 2]>,
}

/// The positions that the search has met, each with its bounds.
pub(super) struct Store<P> {
    pub(super) graphs: Thermographs,
    /// For each form its node. A region that is a number has the node of the number.
    pub(super) forms: positions::Store<Form<P>, SignedId>,
    pub(super) nodes: Vec<Node>,
    /// For each node the lower and the upper bounds on the walls of Left and Right, apart from the rest
    /// because they are read far more often.
    pub(super) bounds: Vec<[[WallId; 2]; 2]>,
    /// For each node its move-ordering score.
    orderings: Vec<i32>,
    /// The walls of numbers.
    pub(super) walls: FxHashMap<Dyadic, [WallId; 2]>,
    /// The number of times that options of a node were listed.
    pub(super) expanded: u64,
    pub(super) knowledge: Knowledge,
}

impl<P: Position> Store<P> {
    /// An empty store that may take this many bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            graphs: Thermographs::new(),
            forms: positions::Store::new(limit),
            nodes: Vec::new(),
            bounds: Vec::new(),
            orderings: Vec::new(),
            walls: FxHashMap::default(),
            expanded: 0,
            knowledge: exact::knowledge(),
        }
    }

    /// What a node stands for.
    pub(super) fn form(&self, node: usize) -> &Form<P> {
        self.forms.position(self.nodes[node].form)
    }

    /// Were the options of a position listed?
    pub(super) fn is_expanded(&self, link: SignedId) -> bool {
        self.nodes[link.node()].options.is_some()
    }

    /// The options of a player in an expanded position.
    pub(super) fn options(&self, link: SignedId, player: Player) -> impl Iterator<Item = SignedId> + '_ {
        self.side(link, player).iter().map(move |option| option.times(link.is_negative()))
    }

    /// The options of a player in an expanded position as they are stored, without the sign of the position.
    pub(super) fn side(&self, link: SignedId, player: Player) -> &[SignedId] {
        let options = self.nodes[link.node()].options.as_ref();
        &options.expect("a position is expanded before its options are read")[link.owner(player) as usize]
    }

    /// Lists the options of a node, and narrows its bounds by theirs.
    pub(super) fn expand(&mut self, node: usize) -> Result<(), Error> {
        self.expanded += 1;
        let form = self.form(node).clone();
        let [left, right] = Player::BOTH.map(|player| match &form {
            Form::Number(x) => {
                let option = if player == Player::Left { x.left_option() } else { x.right_option() };
                option.map(|x| self.node(Form::Number(x))).into_iter().collect()
            }
            Form::Region(position) => self.region_options(position, player),
            Form::Sum(parts) => self.sum_options(parts, player),
        });
        let options: [Vec<SignedId>; 2] = [left?, right?];
        self.forms.count(options.iter().map(|options| options.len() * size_of::<SignedId>()).sum());
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
        let options = position.options(player);
        let (mut forms, mut ends) = (Vec::with_capacity(options.len()), Vec::with_capacity(options.len()));
        for option in options {
            forms.extend(option.regions().iter().map(normal));
            ends.push(forms.len());
        }
        let known = self.forms.get_all(&forms);
        let mut parts = Vec::with_capacity(forms.len());
        for ((form, negative), known) in forms.into_iter().zip(known) {
            parts.push(known.map_or_else(|| self.node(form), Ok)?.times(negative));
        }
        let mut start = 0;
        let sum = |end| self.sum(&parts[std::mem::replace(&mut start, end)..end]);
        let mut links = ends.into_iter().map(sum).collect::<Result<Vec<_>, _>>()?;
        // High scores come first for Left, low scores for Right.
        links.sort_by_cached_key(|link| (-player.sees(link.sees(self.orderings[link.node()])), *link));
        links.dedup();
        Ok(links)
    }

    /// The options of a sum: an option of one part, and the others.
    fn sum_options(&mut self, parts: &[SignedId], player: Player) -> Result<Vec<SignedId>, Error> {
        let mut found = Vec::new();
        for (i, &part) in parts.iter().enumerate() {
            if !self.is_expanded(part) {
                self.expand(part.node())?;
            }
            let mut sum = parts.to_vec();
            for option in self.options(part, player).collect::<Vec<_>>() {
                sum[i] = option;
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
        let regions = position.regions();
        let parts = regions.iter().map(|region| self.region(region)).collect::<Result<Parts, _>>()?;
        self.sum(&parts)
    }

    /// The node of a single region.
    fn region(&mut self, region: &P) -> Result<SignedId, Error> {
        let (form, negative) = normal(region);
        Ok(self.node(form)?.times(negative))
    }

    /// The node of a sum: sums within sums are opened, opposites cancel, and numbers are added up.
    fn sum(&mut self, parts: &[SignedId]) -> Result<SignedId, Error> {
        if let [part] = *parts {
            return Ok(part);
        }
        let opened = parts.iter().flat_map(|part| match self.form(part.node()) {
            Form::Sum(inner) => inner.iter().map(|inner| inner.times(part.is_negative())).collect(),
            _ => Parts::from_slice(&[*part]),
        });
        let mut number = Dyadic::ZERO;
        let mut kept = Parts::new();
        for part in opened {
            let opposite = kept.iter().position(|other| *other == part.times(true));
            match (self.form(part.node()), opposite) {
                (Form::Number(x), _) => number = number.plus(part.sees(*x))?,
                (_, Some(opposite)) => drop(kept.swap_remove(opposite)),
                (_, None) => kept.push(part),
            }
        }
        if number != Dyadic::ZERO || kept.is_empty() {
            kept.push(self.node(Form::Number(number))?);
        }
        kept.sort_unstable();
        if let [part] = kept[..] {
            return Ok(part);
        }
        // A sum and its negative share a node.
        let mirrored = negated(&kept, true);
        let negative = mirrored < kept;
        Ok(self.node(Form::Sum(if negative { mirrored } else { kept }))?.times(negative))
    }

    /// The node of a form, which is added if it is new.
    fn node(&mut self, form: Form<P>) -> Result<SignedId, Error> {
        if let Some(&link) = self.forms.get(&form) {
            return Ok(link);
        }
        let mut known = None;
        let (numbers, near, ordering) = match &form {
            Form::Number(x) => ([*x; 2], Some(*x), x.floor().clamp(-1 << 20, 1 << 20) as i32),
            Form::Region(position) => {
                self.forms.count(position.heap_bytes());
                if let Some(x) = position.number() {
                    let link = self.node(Form::Number(x))?;
                    self.forms.intern(form, |_| link);
                    return Ok(link);
                }
                known = self.knowledge.thermograph(position.concrete(), &self.graphs);
                let near = position.is_all_small().then_some(Dyadic::ZERO);
                (position.bounds().ok_or(Error::NoBounds)?.into(), near, position.ordering())
            }
            Form::Sum(parts) => {
                let (mut numbers, mut near, mut ordering) = ([Dyadic::ZERO; 2], Some(Dyadic::ZERO), 0i32);
                for part in parts {
                    let [low, high] = self.nodes[part.node()].numbers;
                    let [low, high] = if part.is_negative() { [-high, -low] } else { [low, high] };
                    numbers = [numbers[LOWER].plus(low)?, numbers[UPPER].plus(high)?];
                    let part_near = self.nodes[part.node()].near.map(|x| part.sees(x));
                    near = near.zip(part_near).map(|(x, y)| x.plus(y)).transpose()?;
                    ordering = ordering.saturating_add(part.sees(self.orderings[part.node()]));
                }
                (numbers, near, ordering)
            }
        };
        // A vector that grows is there twice for a moment.
        self.forms.count(2 * size_of::<Node>() + size_of::<[[WallId; 2]; 2]>());
        self.forms.check_room()?;
        let bounds = match (known, near, &form) {
            (Some(id), ..) => [self.graphs.walls(id); 2],
            (None, Some(x), Form::Region(_) | Form::Sum(_)) => self.walls_near(x)?,
            _ => [self.walls_of(numbers[LOWER])?, self.walls_of(numbers[UPPER])?],
        };
        let link = SignedId::of(self.nodes.len());
        let form = self.forms.intern(form, |_| link);
        self.bounds.push(bounds);
        self.orderings.push(ordering);
        self.nodes.push(Node {
            form,
            peeked: false,
            numbers,
            near,
            reach: Default::default(),
            options: None,
        });
        Ok(link)
    }
}

/// The normal form of a region. `true` means that it is that of the negative.
pub(super) fn normal<P: Position>(region: &P) -> (Form<P>, bool) {
    let (form, negative) = region.normal_form();
    (Form::Region(form), negative)
}
