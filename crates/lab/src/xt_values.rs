//! Every connected group of squares within 3×4 and 4×4, up to symmetry, with its value in XT Domineering,
//! decomposed automatically: the tables that Shan 2013, §3.6, leaves open.

use crate::decompose::{Decomposition, Element, Elements};
use crate::table::row;
use crate::{Outcome, Settings, Table};
use exact::ValueTable;
use rules::games::xt_domineering::XtDomineering;
use rules::{Notation, Position, bitboard::Small};
use std::collections::{BTreeMap, HashSet};
use values::{ValueId, Values};

/// The elementary games of the thesis that are no sumbers, (28) to (32).
pub(crate) const NAMED: [(&str, &str); 5] = [
    ("^/2", "{^^*|v*}"),
    ("★", "{0,^*|0,v*}"),
    ("*/2", "{^^|vv*}"),
    ("(*/2)+", "{^^,^^*|vv*}"),
    ("◇", "{^3*|v3*}"),
];

/// All connected groups of squares within a rectangle, up to symmetry and negation, from the smallest on.
pub(crate) fn groups(
    settings: &Settings,
    width: u32,
    height: u32,
) -> anyhow::Result<Vec<XtDomineering<Small>>> {
    let mut boards: Vec<u32> = (1..1 << (width * height)).filter(|bits| is_connected(*bits, width)).collect();
    boards.sort_by_key(|bits| bits.count_ones());
    let (mut seen, mut groups) = (HashSet::new(), Vec::new());
    for bits in boards {
        settings.budget.check()?;
        let cell = |i: u32| if bits >> i & 1 == 1 { '.' } else { '#' };
        let row = |y: u32| (width * y..width * (y + 1)).map(cell).collect::<String>();
        let position = XtDomineering::<Small>::read(&(0..height).map(row).collect::<Vec<_>>().join("|"))?;
        let form = position.normal_form().0;
        if seen.insert(form) {
            groups.push(form);
        }
    }
    Ok(groups)
}

/// Is a set of squares, bits row by row, connected?
fn is_connected(bits: u32, width: u32) -> bool {
    let column = |x: u32| (0..32 / width).fold(0u32, |set, y| set | 1 << (y * width + x));
    let (left, right) = (column(0), column(width - 1));
    let mut reached = bits & bits.wrapping_neg();
    loop {
        let beside = (reached & !right) << 1 | (reached & !left) >> 1 | reached << width | reached >> width;
        let more = (reached | beside) & bits;
        if more == reached {
            return reached == bits;
        }
        reached = more;
    }
}

/// A group of squares with its value.
pub(crate) struct Valued {
    pub(crate) squares: u32,
    pub(crate) board: String,
    pub(crate) value: ValueId,
}

/// The groups of a rectangle with their values, from the smallest on.
pub(crate) fn valued(
    settings: &Settings,
    values: &Values,
    width: u32,
    height: u32,
) -> anyhow::Result<Vec<Valued>> {
    let table = ValueTable::default();
    let mut all = Vec::new();
    for position in groups(settings, width, height)? {
        let board = position.to_string();
        let squares = board.chars().filter(|c| *c == '.').count() as u32;
        all.push(Valued { squares, board, value: table.value(values, &position)? });
    }
    Ok(all)
}

/// Values and what they are sums of.
pub(crate) struct Decomposed {
    /// The sum that each value is.
    sums: BTreeMap<ValueId, Decomposition>,
    /// The elementary games, each with the number of positions that use it.
    elements: Vec<(Element, u32)>,
    /// The sums in words, one for each position.
    pub(crate) names: Vec<String>,
}

/// Decomposes these values, from the simplest on.
pub(crate) fn decomposed(
    values: &Values,
    groups: &[Valued],
    settings: &Settings,
) -> anyhow::Result<Decomposed> {
    let mut elements = Elements::new(values, &NAMED)?;
    let mut order: Vec<&Valued> = groups.iter().collect();
    order.sort_by_cached_key(|group| {
        let birthday = values.birthday(group.value);
        (birthday, group.squares, group.board.clone())
    });
    let mut found: BTreeMap<ValueId, Decomposition> = BTreeMap::new();
    let mut seen = HashSet::new();
    for (i, group) in order.iter().enumerate() {
        let negative = values.negative(group.value)?;
        if !seen.insert(group.value.min(negative)) {
            if let Some(known) = found.get(&negative) {
                let sum = known.negative(values)?;
                found.entry(group.value).or_insert(sum);
            }
            continue;
        }
        settings.next(&format!("{} of {} positions, {} elements", i, order.len(), elements.all.len()))?;
        let name = format!("E{}", elements.all.len() + 1 - NAMED.len());
        let sum = elements.decompose(group.value, &name)?;
        anyhow::ensure!(elements.value(&sum)? == group.value, "a sum is not the value it is to be");
        found.insert(group.value, sum);
    }
    let mut names = Vec::new();
    for group in groups {
        names.push(elements.name(&found[&group.value])?);
    }
    let uses = |i: usize| {
        let has = |sum: &Decomposition| sum.terms.iter().any(|(_, element)| *element == i);
        groups.iter().filter(|group| has(&found[&group.value])).count() as u32
    };
    let all = elements.all.iter().enumerate().map(|(i, element)| (element.clone(), uses(i))).collect();
    Ok(Decomposed { sums: found, elements: all, names })
}

impl Decomposition {
    /// The negative sum.
    fn negative(&self, values: &Values) -> Result<Self, values::Error> {
        let terms = self.terms.iter().map(|(times, element)| (-times, *element)).collect();
        Ok(Self { terms, rest: values.negative(self.rest)? })
    }
}

pub(crate) fn of_3x4(settings: &Settings) -> anyhow::Result<Outcome> {
    table(settings, 4, 3)
}

pub(crate) fn of_4x4(settings: &Settings) -> anyhow::Result<Outcome> {
    table(settings, 4, 4)
}

/// The longest value that is printed in a table.
const LONG: usize = 60;

fn table(settings: &Settings, width: u32, height: u32) -> anyhow::Result<Outcome> {
    let values = settings.values();
    settings.next("values")?;
    let groups = valued(settings, &values, width, height)?;
    let Decomposed { sums: found, elements, names } = decomposed(&values, &groups, settings)?;
    let weight = |value: ValueId| -> anyhow::Result<String> {
        Ok(match values.atomic_weight(value)? {
            Some(weight) => short(values.print(weight)?),
            None => "none".to_owned(),
        })
    };
    let mut rows = Vec::new();
    for (group, name) in groups.iter().zip(&names) {
        rows.push(row![
            group.squares,
            group.board.clone(),
            name.clone(),
            weight(group.value)?,
            short(values.print(group.value)?),
            values.outcome(group.value)?.to_string(),
        ]);
    }
    let title = format!(
        "{} connected XT Domineering positions within {height}×{width}, up to symmetry and negation",
        groups.len()
    );
    let columns = "squares|position|sum|atomic weight|value|outcome";
    let up_to_sign = found.iter().filter(|(value, _)| {
        values.negative(**value).is_ok_and(|negative| negative >= **value || !found.contains_key(&negative))
    });
    let (different, plain) =
        up_to_sign.fold((0, 0), |(all, plain), (_, sum)| (all + 1, plain + u32::from(sum.terms.is_empty())));
    let all = Table::new(title, columns, rows).note(format!(
        "There are {different} different values up to sign. {plain} of them are nimbers or sumbers, the others are sums of at most 2 \
         of {} elementary games and a nimber or sumber. Every sum is checked by canonical forms.",
        elements.len()
    ));
    let mut rows = Vec::new();
    for (element, uses) in &elements {
        let (order, sum) = match &element.relation {
            Some((n, sum)) => (n.to_string(), sum.clone()),
            None => ("–".to_owned(), "–".to_owned()),
        };
        let is_new = !NAMED.iter().any(|(name, _)| *name == element.name);
        let first = groups.iter().position(|group| {
            group.value == element.value || values.negative(element.value).is_ok_and(|n| n == group.value)
        });
        let sign = |i: usize| if groups[i].value == element.value { "" } else { "-" };
        let board = first.map_or("–".to_owned(), |i| format!("{}{}", sign(i), groups[i].board));
        rows.push(row![
            element.name.clone(),
            if is_new { "new" } else { "thesis" },
            board,
            weight(element.value)?,
            order,
            sum,
            u64::from(*uses),
            short(values.print(element.value)?),
        ]);
    }
    let columns = "game|from|smallest position|atomic weight|n|n times it|positions that use it|value";
    let elementary = Table::new("The elementary games beside numbers, nimbers and sumbers", columns, rows).note(
        "A game is new if it is no sum of at most 2 of the games above it and a small sum of ↑, ↑² and *; n is the least \
         multiple, up to 4, that is such a sum. A position with a minus sign has the negative value.",
    );
    Ok(Outcome { tables: vec![elementary, all], plots: Vec::new() })
}

/// A value in a table: canonical forms may fill pages.
pub(crate) fn short(text: String) -> String {
    match text.char_indices().nth(LONG) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{Decomposed, Settings, decomposed, groups, is_connected, valued};
    use values::Values;

    #[test]
    fn groups_are_polyominoes() -> anyhow::Result<()> {
        assert!(is_connected(0b0110_0011, 4) && !is_connected(0b1001, 4) && !is_connected(0b1_1000, 4));
        assert_eq!(groups(&Settings::short(0), 3, 3)?.len(), 35);
        Ok(())
    }

    #[test]
    fn the_games_of_the_thesis_are_enough_for_3x3() -> anyhow::Result<()> {
        let (values, settings) = (Values::new(), Settings::short(0));
        let groups = valued(&settings, &values, 3, 3)?;
        let Decomposed { elements, names, .. } = decomposed(&values, &groups, &settings)?;
        assert_eq!((elements.len(), names.len()), (5, 35));
        assert_eq!(names.iter().filter(|name| *name == "◇" || *name == "-◇").count(), 1);
        Ok(())
    }
}
