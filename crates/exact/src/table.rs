//! The exact value of a position, from the values of all positions that can follow. Positions are split into
//! regions, brought to normal form, and each is worked out once: as a canonical form, or as a thermograph,
//! which is less to know and far faster to find.

use positions::{Knowledge, Store};
use rules::Position;
use values::{Dyadic, Error, Player, ThermographId, ValueId, Values, deep, on_all_cores};

/// The memory of an entry of a growing map, as a multiple of its size.
pub const SIZES_PER_ENTRY: usize = 4;

/// The canonical forms of positions of one game.
pub struct ValueTable<P> {
    known: Store<P, ValueId>,
    knowledge: Knowledge,
}

impl<P: Position> Default for ValueTable<P> {
    fn default() -> Self {
        Self::knowing(Knowledge::none())
    }
}

impl<P: Position> ValueTable<P> {
    /// An empty table that asks sources before it searches.
    #[must_use]
    pub fn knowing(knowledge: Knowledge) -> Self {
        Self { known: Store::default(), knowledge }
    }

    /// The number of regions, in normal form, that are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Is nothing known yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position: the sum of its regions.
    pub fn value(&self, values: &Values, position: &P) -> Result<ValueId, Error> {
        values.check()?;
        if let Some(value) = self.knowledge.value(position.concrete(), values) {
            return Ok(value);
        }
        let regions = position.regions();
        regions.iter().try_fold(ValueId::ZERO, |sum, region| values.sum(sum, self.region(values, region)?))
    }

    /// The same on all cores: the options of each region are worked out side by side first.
    pub fn value_in_parallel(&self, values: &Values, position: &P) -> Result<ValueId, Error> {
        if let Some(value) = self.knowledge.value(position.concrete(), values) {
            return Ok(value);
        }
        let regions = position.regions();
        let options = regions.iter().flat_map(|region| Player::BOTH.map(|player| region.options(player)));
        let options: Vec<P> = options.flatten().collect();
        on_all_cores(options.len(), &|i| self.value(values, &options[i]).map(|_| ()))?;
        self.value(values, position)
    }

    /// The value of a single region.
    fn region(&self, values: &Values, region: &P) -> Result<ValueId, Error> {
        if let Some(x) = region.number() {
            return values.number(x);
        }
        let source = |form: &P| self.knowledge.value(form.concrete(), values);
        let (value, negative) = find(&self.known, values, region, source, |form| {
            let of = |player| of_options(values, form, player, |option| self.value(values, option));
            values.from_options(&of(Player::Left)?, &of(Player::Right)?)
        })?;
        if negative { values.negative(value) } else { Ok(value) }
    }
}

/// The thermographs of positions of one game. Thermographs of regions do not add up, so positions that fall
/// apart get theirs from the sum of their regions' canonical forms, which are small; all others get it
/// straight from their options.
pub struct ThermographTable<P> {
    known: Store<P, ThermographId>,
    values: ValueTable<P>,
}

impl<P: Position> Default for ThermographTable<P> {
    fn default() -> Self {
        Self::knowing(Knowledge::none())
    }
}

impl<P: Position> ThermographTable<P> {
    /// An empty table that asks sources before it searches.
    #[must_use]
    pub fn knowing(knowledge: Knowledge) -> Self {
        Self { known: Store::default(), values: ValueTable::knowing(knowledge) }
    }

    /// The number of regions, in normal form, that are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len() + self.values.len()
    }

    /// Is nothing known yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The thermograph of a position, as an id in [`Values::thermographs`].
    pub fn thermograph(&self, values: &Values, position: &P) -> Result<ThermographId, Error> {
        if let Some(id) = self.values.knowledge.thermograph(position.concrete(), values.thermographs()) {
            return Ok(id);
        }
        match &position.regions()[..] {
            [] => values.thermographs().of_number(Dyadic::ZERO),
            [region] => self.region(values, region),
            _ => values.thermograph_id(self.values.value(values, position)?),
        }
    }

    fn region(&self, values: &Values, region: &P) -> Result<ThermographId, Error> {
        let graphs = values.thermographs();
        if let Some(x) = region.number() {
            return graphs.of_number(x);
        }
        let source = |form: &P| self.values.knowledge.thermograph(form.concrete(), graphs);
        let (id, negative) = find(&self.known, values, region, source, |form| {
            let of = |player| of_options(values, form, player, |option| self.thermograph(values, option));
            graphs.of_options(of(Player::Left)?, of(Player::Right)?)
        })?;
        if negative { Ok(graphs.negative(id)) } else { Ok(id) }
    }
}

/// What is known about the normal form of a region, from the store, from a source, or from its options.
/// `true` means that the region is the negative of its normal form.
#[inline]
fn find<P: Position, T: Copy>(
    known: &Store<P, T>,
    values: &Values,
    region: &P,
    source: impl FnOnce(&P) -> Option<T>,
    work_out: impl FnOnce(&P) -> Result<T, Error>,
) -> Result<(T, bool), Error> {
    let (form, negative) = region.normal_form();
    if let Some(found) = known.get(&form).copied().or_else(|| source(&form)) {
        return Ok((found, negative));
    }
    values.check()?;
    values.check_room()?;
    let found = deep(|| work_out(&form))?;
    values.count_bytes(SIZES_PER_ENTRY * size_of::<P>() + form.heap_bytes());
    known.intern(form, |_| found);
    Ok((found, negative))
}

/// What is found for each option of a player. The options count as memory until that is done: play may be long.
#[inline]
fn of_options<P: Position, T>(
    values: &Values,
    form: &P,
    player: Player,
    find: impl FnMut(&P) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let options = form.options(player);
    let bytes = options.first().map_or(0, |option| options.len() * (size_of::<P>() + option.heap_bytes()));
    values.count_bytes(bytes);
    let found = options.iter().map(find).collect();
    values.release_bytes(bytes);
    found
}
