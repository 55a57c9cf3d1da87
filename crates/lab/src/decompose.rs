//! Is a value a sum of simpler ones? Values are taken from the simplest on. One that is a number, a nimber or a
//! sumber is named as such; one that is a sum of a few elementary games met before and such a remainder is
//! named as that sum; any other becomes an elementary game itself. This is the automatic decomposition that
//! Shan 2013, §3.6, asks for. Every sum found is checked by canonical forms, so it is exact; that a value is no
//! sum means only that no sum of at most two terms and a small rest gives it.

use rustc_hash::FxHashMap;
use values::{Error, ValueId, Values};

/// A game that is not found to be a sum of simpler ones.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// Its name.
    pub(crate) name: String,
    /// Its value.
    pub(crate) value: ValueId,
    /// The least multiple that is a sum of the others, and this sum. `None` means none up to 4.
    pub(crate) relation: Option<(i64, String)>,
}

/// A sum of elementary games and a remainder, which is a number, a nimber or a sumber.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decomposition {
    /// Multiples of elements by their index.
    pub(crate) terms: Vec<(i64, usize)>,
    /// The rest.
    pub(crate) rest: ValueId,
}

/// Elementary games and what has been found to be a sum of them.
pub(crate) struct Elements<'a> {
    values: &'a Values,
    pub(crate) all: Vec<Element>,
    /// The sums of one term and a small rest: the sign, the element and the rest.
    singles: FxHashMap<ValueId, (i64, usize, ValueId)>,
    /// The small rests.
    rests: Vec<ValueId>,
    /// Values that are numbers, nimbers or sumbers, or not.
    plain: FxHashMap<ValueId, bool>,
}

impl<'a> Elements<'a> {
    /// These named games, in this order; each of them is an element.
    pub(crate) fn new(values: &'a Values, named: &[(&str, &str)]) -> anyhow::Result<Self> {
        let (singles, plain) = (FxHashMap::default(), FxHashMap::default());
        let mut elements = Self { values, all: Vec::new(), singles, rests: rests(values)?, plain };
        for (name, text) in named {
            let value = values.parse(text).map_err(|error| anyhow::anyhow!("{text}: {error}"))?;
            elements.add((*name).to_owned(), value)?;
        }
        Ok(elements)
    }

    fn add(&mut self, name: String, value: ValueId) -> Result<(), Error> {
        let mut relation = None;
        for n in 2..=4 {
            let multiple = self.values.multiple(n, value)?;
            if let Some(sum) = self.sum_of(multiple)? {
                relation = Some((n, self.name(&sum)?));
                break;
            }
        }
        let i = self.all.len();
        for &rest in &self.rests {
            let sum = self.values.sum(value, rest)?;
            self.singles.entry(sum).or_insert((1, i, rest));
            let negative = self.values.negative(rest)?;
            self.singles.entry(self.values.negative(sum)?).or_insert((-1, i, negative));
        }
        self.all.push(Element { name, value, relation });
        Ok(())
    }

    /// The decomposition of a value, which becomes an element with this name if none is found.
    pub(crate) fn decompose(&mut self, value: ValueId, name: &str) -> Result<Decomposition, Error> {
        if let Some(sum) = self.sum_of(value)? {
            return Ok(sum);
        }
        self.add(name.to_owned(), value)?;
        Ok(Decomposition { terms: vec![(1, self.all.len() - 1)], rest: ValueId::ZERO })
    }

    /// A sum of at most two terms and a rest, the shortest that is found. `None` means that there is none.
    ///
    /// With one term any rest will do. With two terms the rest is a small one: then a table of all sums of one
    /// term and a small rest answers with one look for each first term.
    pub(crate) fn sum_of(&mut self, value: ValueId) -> Result<Option<Decomposition>, Error> {
        if plain(self.values, &mut self.plain, value)? {
            return Ok(Some(Decomposition { terms: Vec::new(), rest: value }));
        }
        // Of several sums of as many terms, the one with the simplest rest.
        let mut best: [Option<(u64, Decomposition)>; 2] = [None, None];
        let mut offer = |place: usize, found: Decomposition| {
            let birthday = self.values.birthday(found.rest);
            if best[place].as_ref().is_none_or(|(least, _)| birthday < *least) {
                best[place] = Some((birthday, found));
            }
        };
        for i in 0..self.all.len() {
            for sign in [1, -1] {
                let element = self.all[i].value;
                let rest = match sign {
                    1 => self.values.difference(value, element)?,
                    _ => self.values.sum(value, element)?,
                };
                if plain(self.values, &mut self.plain, rest)? {
                    offer(0, Decomposition { terms: vec![(sign, i)], rest });
                }
                if let Some(&(other, j, rest)) = self.singles.get(&rest) {
                    offer(1, Decomposition { terms: collected([(sign, i), (other, j)]), rest });
                }
            }
        }
        Ok(best.into_iter().flatten().next().map(|(_, found)| found))
    }

    /// The sum in words, as in `^ + ★ - 2·E3`.
    pub(crate) fn name(&self, sum: &Decomposition) -> Result<String, Error> {
        let mut words = Vec::new();
        for (times, element) in &sum.terms {
            let count = if times.abs() == 1 { String::new() } else { format!("{}·", times.abs()) };
            words.push((*times < 0, format!("{count}{}", self.all[*element].name)));
        }
        if sum.rest != ValueId::ZERO || words.is_empty() {
            words.push((false, self.values.print(sum.rest)?));
        }
        let mut text = String::new();
        for (i, (is_negative, word)) in words.into_iter().enumerate() {
            text += match (i, is_negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += &word;
        }
        Ok(text)
    }

    /// The value of the sum.
    pub(crate) fn value(&self, sum: &Decomposition) -> Result<ValueId, Error> {
        sum.terms.iter().try_fold(sum.rest, |total, (times, element)| {
            self.values.sum(total, self.values.multiple(*times, self.all[*element].value)?)
        })
    }
}

/// Is it a number, a nimber or a sumber?
fn plain(values: &Values, known: &mut FxHashMap<ValueId, bool>, value: ValueId) -> Result<bool, Error> {
    if let Some(&known) = known.get(&value) {
        return Ok(known);
    }
    let is_plain = values.to_closed(value).is_some() || values.to_sumber(value)?.is_some();
    known.insert(value, is_plain);
    Ok(is_plain)
}

/// Two terms, as one if they are equal.
fn collected([a, b]: [(i64, usize); 2]) -> Vec<(i64, usize)> {
    match a.1 == b.1 {
        true => vec![(a.0 + b.0, a.1)],
        false if a.1 < b.1 => vec![a, b],
        false => vec![b, a],
    }
}

/// The largest multiples of ↑ and ↑² in a small rest.
const UPS: i64 = 4;
const SECONDS: i64 = 2;

/// Small sums of ↑, ↑² and *.
fn rests(values: &Values) -> Result<Vec<ValueId>, Error> {
    let (up, star) = (values.ups(1)?, values.nimber(1)?);
    let second = values.pow(up, values.integer(2)?)?;
    let mut rests = Vec::new();
    for ups in -UPS..=UPS {
        for seconds in -SECONDS..=SECONDS {
            let sum = values.sum(values.multiple(ups, up)?, values.multiple(seconds, second)?)?;
            rests.extend([sum, values.sum(sum, star)?]);
        }
    }
    // The smallest first, so that it is the one that is kept.
    rests.sort_by_key(|&rest| values.birthday(rest));
    Ok(rests)
}

#[cfg(test)]
mod tests {
    use super::Elements;
    use values::Values;

    #[test]
    fn sums_are_found_and_new_games_become_elements() -> anyhow::Result<()> {
        let values = Values::new();
        let mut elements = Elements::new(&values, &[("^/2", "{^^*|v*}"), ("★", "{0,^*|0,v*}")])?;
        assert_eq!(elements.all[0].relation, Some((2, "^".to_owned())));
        assert_eq!(elements.all[1].relation, Some((2, "0".to_owned())));
        for (text, name) in [
            ("{^^*|v*}+{^^*|v*}+{0,^*|0,v*}+^3*", "★ + ^4*"),
            ("{0,^*|0,v*}-{^^*|v*}", "-^/2 + ★"),
            ("^+^(2)", "^+^(2)"),
            ("{^^|vv*}", "new"),
            ("{0,^*|0,v*}-{^^|vv*}+^", "★ - new + ^"),
        ] {
            let value = values.parse(text)?;
            let sum = elements.decompose(value, "new")?;
            assert_eq!((elements.name(&sum)?.as_str(), elements.value(&sum)?), (name, value), "{text}");
        }
        assert_eq!(elements.all.len(), 3);
        Ok(())
    }
}
