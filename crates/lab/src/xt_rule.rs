//! Is there a rule for sums of XT Domineering positions within 3×4 in the manner of Shan 2013, Table 7? That rule
//! plays out the one game whose atomic weight is hot, ♢, before all others, and then counts. So it needs that the
//! games with hot atomic weights come in an order: of two of them, a move in one is never worse than any move in
//! the other. Here all pairs are compared by the incentives of their moves. A pair without an order is an
//! obstruction: beside one rest only the first wins, beside another only the second, and both rests are found.

use crate::table::row;
use crate::xt_values::{decomposed, short, valued};
use crate::{Outcome, Settings, Table};
use values::{Dyadic, Player, ValueId, Values};

/// A group of squares whose value has a hot atomic weight, or its negative.
struct Hot {
    squares: u32,
    name: String,
    board: String,
    value: ValueId,
}

/// How two games stand to each other, for a player who can move in either.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// A move in the first is never worse.
    First,
    /// A move in the second is never worse.
    Second,
    None,
}

/// Compares the incentives of a player.
fn order(values: &Values, a: ValueId, b: ValueId, player: Player) -> Result<Order, values::Error> {
    let (a, b) = (values.incentives_of(a, player)?, values.incentives_of(b, player)?);
    let covers = |over: &[ValueId], under: &[ValueId]| -> Result<bool, values::Error> {
        for &less in under {
            let mut any = false;
            for &more in over {
                any = any || values.le(less, more)?;
            }
            if !any {
                return Ok(false);
            }
        }
        Ok(true)
    };
    Ok(match (covers(&a, &b)?, covers(&b, &a)?) {
        (true, _) => Order::First,
        (false, true) => Order::Second,
        (false, false) => Order::None,
    })
}

/// Does Left, moving first in `game + rest`, win by a move in `game`?
fn wins_in(values: &Values, game: ValueId, rest: ValueId) -> Result<bool, values::Error> {
    let lost = values.negative(rest)?;
    for &option in values.options_of(game, Player::Left)? {
        if values.le(lost, option)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Rests beside which Left wins only in the first game, and only in the second, if there are such among these.
fn witnesses<'a>(
    values: &Values,
    [a, b]: [ValueId; 2],
    rests: &'a [(String, ValueId)],
) -> Result<[Option<&'a str>; 2], values::Error> {
    let mut found = [None; 2];
    for (name, rest) in rests {
        let wins = [wins_in(values, a, values.sum(b, *rest)?)?, wins_in(values, b, values.sum(a, *rest)?)?];
        if wins[0] != wins[1] && !wins_in(values, *rest, values.sum(a, b)?)? {
            found[usize::from(wins[1])].get_or_insert(name.as_str());
            if found.iter().all(Option::is_some) {
                break;
            }
        }
    }
    Ok(found)
}

pub(crate) fn run(settings: &Settings) -> anyhow::Result<Outcome> {
    let values = settings.values();
    let groups = valued(settings, &values, 4, 3)?;
    let names = decomposed(&values, &groups, settings)?.names;
    settings.next("incentives")?;
    let mut hot: Vec<Hot> = Vec::new();
    let mut kinds = [0u64; 4];
    let mut rests: Vec<(String, ValueId)> = Vec::new();
    for (group, name) in groups.iter().zip(&names) {
        let weight = values.atomic_weight(group.value)?;
        let kind = match weight {
            None => 3,
            Some(weight) if values.is_number(weight) => 0,
            Some(weight) if values.temperature(weight)? > Dyadic::ZERO => 2,
            Some(_) => 1,
        };
        kinds[kind] += 1;
        if kind == 2 && !hot.iter().any(|known| known.value == group.value) {
            let Ok(negative) = values.negative(group.value) else { continue };
            if !hot.iter().any(|known| known.value == negative) {
                let (name, board) = (name.clone(), group.board.clone());
                hot.push(Hot { squares: group.squares, name, board, value: group.value });
            }
        }
        for (sign, value) in [("", group.value), ("-", values.negative(group.value)?)] {
            if !rests.iter().any(|(_, known)| *known == value) {
                rests.push((format!("{sign}[{}]", group.board), value));
            }
        }
    }
    // Sums of ups and a star are groups of two squares, and one.
    for ups in -6..=6i32 {
        for star in [0, 1] {
            let value = values.sum(values.ups(ups)?, values.nimber(star)?)?;
            rests.push((values.print(value)?, value));
        }
    }
    let labels = ["a number", "no number, but not hot", "hot", "none"];
    let rows = labels.iter().zip(kinds).map(|(label, count)| row![*label, count]).collect();
    let by_weight =
        Table::new("Positions within 3×4 by their atomic weight", "atomic weight|positions", rows);

    let mut pairs = Vec::new();
    let mut orders = [0u64; 2];
    for i in 0..hot.len() {
        settings.next(&format!("pairs with {} of {} hot values", i + 1, hot.len()))?;
        for j in i + 1..hot.len() {
            for sign in [1, -1] {
                let (a, b) = (hot[i].value, values.multiple(sign, hot[j].value)?);
                let is_open = order(&values, a, b, Player::Left)? == Order::None;
                orders[usize::from(is_open)] += 1;
                if is_open {
                    pairs.push((hot[i].squares + hot[j].squares, i, j, sign));
                }
            }
        }
    }
    pairs.sort();
    let mut rows = Vec::new();
    for &(squares, i, j, sign) in &pairs {
        if rows.len() == MOST {
            break;
        }
        settings.next(&format!("{} obstructions", rows.len()))?;
        let b = values.multiple(sign, hot[j].value)?;
        let [first, second] = witnesses(&values, [hot[i].value, b], &rests)?;
        let (Some(first), Some(second)) = (first, second) else { continue };
        let signed = |text: &str| if sign < 0 { format!("-[{text}]") } else { format!("[{text}]") };
        let name = if sign < 0 { format!("-({})", hot[j].name) } else { hot[j].name.clone() };
        rows.push(row![
            squares,
            format!("[{}]", hot[i].board),
            hot[i].name.clone(),
            signed(&hot[j].board),
            name,
            first,
            second
        ]);
    }
    let [ordered, open] = orders;
    let found = rows.len();
    let mut obstructions = Table::new(
        "Pairs with hot atomic weights without an order, the smallest first",
        "squares|A|value of A|B|value of B|C: Left wins A + B + C only in A|C: only in B",
        rows,
    )
    .note(format!(
        "{} values have a hot atomic weight, up to sign (one within 3×3). Of the pairs of them and their negatives, {ordered} are ordered \
         by Left's incentives and {open} are not. A board in brackets stands for the value of its position, -[…] for its negative.",
        hot.len()
    ));
    obstructions = obstructions.note(match found {
        0 => "No pair has rests of one position, or of ups and a star, that show that the order matters.".to_owned(),
        _ => "So no order of play is right for all sums, and a rule that plays out hot games first and then counts, as that of Table 7, \
              does not exist for 3×4: the first line is the smallest obstruction among pairs of single positions with such rests."
            .to_owned(),
    });
    let mut list = Vec::new();
    for Hot { squares, name, board, value } in &hot {
        let weight =
            values.atomic_weight(*value)?.map_or(Ok("none".to_owned()), |weight| values.print(weight))?;
        let incentives = values.incentives(*value)?;
        let printed = incentives.iter().map(|game| values.print(*game)).collect::<Result<Vec<_>, _>>()?;
        list.push(row![*squares, board.clone(), name.clone(), short(weight), short(printed.join(", "))]);
    }
    let hottest = Table::new(
        "The values with hot atomic weights, up to sign",
        "squares|position|sum|atomic weight|incentives",
        list,
    );
    Ok(Outcome { tables: vec![by_weight, obstructions, hottest], plots: Vec::new() })
}

/// The number of obstructions that are listed.
const MOST: usize = 10;

#[cfg(test)]
mod tests {
    use super::{Order, order, wins_in};
    use values::{Player, Values};

    #[test]
    fn the_diamond_comes_first_within_3x3() -> anyhow::Result<()> {
        let values = Values::new();
        let parse = |text: &str| values.parse(text).unwrap_or_else(|error| panic!("{error}"));
        let diamond = parse("{^3*|v3*}");
        for other in ["*", "^", "^[2]", "{^^*|v*}", "{0,^*|0,v*}", "{^^|vv*}", "{^^,^^*|vv*}"] {
            for player in Player::BOTH {
                assert!(order(&values, diamond, parse(other), player)? == Order::First, "{other}");
            }
        }
        assert!(wins_in(&values, diamond, parse("vvv*"))? && !wins_in(&values, diamond, parse("v4*"))?);
        Ok(())
    }
}
