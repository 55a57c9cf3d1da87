//! Every connected group of squares within 3×3, up to symmetry, with its value in XT Domineering as a sum of
//! eight elementary games (Shan 2013, §3.4).
//!
//! There are 35 of them, as many as polyominoes fit into 3×3. Table 6 of the thesis lists 34: of the eight
//! pentominoes it has seven, and two instead of three with the value ↑↑ (up to sign). Which one is missing is
//! inferred from the values, since we have the thesis without its figures. All other values agree with it.

use crate::Table;
use crate::table::row;
use exact::ValueTable;
use rules::games::xt_domineering::XtDomineering;
use rules::{Notation, Position, bitboard::Small};
use std::collections::{HashMap, HashSet};
use values::{Error, ValueId, Values};

/// The elementary games: name, value, and the maximum multiple of each in a sum.
const ELEMENTARY: [(&str, &str, i64); 8] = [
    ("*", "*", 1),
    ("^", "^", 2),
    ("^+", "{^|*}", 1),
    ("^/2", "{^^*|v*}", 1),
    ("★", "{0,^*|0,v*}", 1),
    ("*/2", "{^^|vv*}", 1),
    ("(*/2)+", "{^^,^^*|vv*}", 1),
    ("◇", "{^3*|v3*}", 1),
];

pub(crate) fn values_of_3x3() -> Result<Table, Error> {
    let values = Values::new();
    let names = names(&values)?;
    let table = ValueTable::default();
    let mut seen: HashSet<XtDomineering<Small>> = HashSet::new();
    let mut rows = Vec::new();
    let mut boards: Vec<u32> = (1..1 << 9).collect();
    boards.sort_by_key(|bits| bits.count_ones());
    for bits in boards {
        let row =
            |y: u32| (0..3).map(|x| if bits >> (3 * y + x) & 1 == 1 { '.' } else { '#' }).collect::<String>();
        let text = (0..3).map(row).collect::<Vec<_>>().join("|");
        let position = XtDomineering::<Small>::read(&text).map_err(|_| Error::NotANumber)?;
        if position.regions().len() > 1 || !seen.insert(position.normal_form().0) {
            continue;
        }
        let value = table.value(&values, &position)?;
        let weight =
            values.atomic_weight(value)?.map_or(Ok("none".to_owned()), |weight| values.print(weight))?;
        let name = names.get(&value).cloned().unwrap_or_else(|| "not a sum of these".to_owned());
        rows.push(row![bits.count_ones(), text, name, values.print(value)?, weight]);
    }
    let count = rows.len();
    let title = format!("{count} connected XT Domineering positions within 3×3, up to symmetry and negation");
    Ok(Table::new(title, "squares|position|sum|value|atomic weight", rows))
}

/// Names for the values that are small sums of elementary games, the shortest for each.
fn names(values: &Values) -> Result<HashMap<ValueId, String>, Error> {
    let mut sums: HashMap<ValueId, (i64, String)> = HashMap::from([(ValueId::ZERO, (0, String::new()))]);
    for (name, value, most) in ELEMENTARY {
        let value = values.parse(value).map_err(|_| Error::NotANumber)?;
        for (sum, (terms, text)) in sums.clone() {
            // Of two names of equal length the one with more plus signs is kept.
            for times in (1..=most).flat_map(|times| [times, -times]) {
                let total = values.sum(sum, values.multiple(times, value)?)?;
                let sign = if times < 0 { "-" } else { "+" };
                let count = if times.abs() == 1 { String::new() } else { format!("{}·", times.abs()) };
                let named = (terms + times.abs(), format!("{text} {sign} {count}{name}"));
                let known = sums.entry(total).or_insert_with(|| named.clone());
                if named.0 < known.0 {
                    *known = named;
                }
            }
        }
    }
    let tidy = |text: String| match text.strip_prefix(" + ") {
        Some(text) => text.to_owned(),
        None if text.is_empty() => "0".to_owned(),
        None => text.trim().replacen("- ", "-", 1),
    };
    Ok(sums.into_iter().map(|(value, (_, text))| (value, tidy(text))).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_position_is_a_sum_of_elementary_games() {
        let table = super::values_of_3x3().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table.rows.len(), 35);
        let sum = |row: &[crate::Cell]| row[2].to_string();
        assert!(table.rows.iter().all(|row| sum(row) != "not a sum of these"));
        let worth =
            |name: &str| table.rows.iter().filter(|row| sum(row).trim_start_matches('-') == name).count();
        assert_eq!((worth("◇"), worth("^/2"), worth("*/2"), worth("^+")), (1, 1, 2, 1));
    }
}
