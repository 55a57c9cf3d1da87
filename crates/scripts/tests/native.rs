//! Games that are rulesets in Rust, too: both have the same values.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{Found, script};
use exact::ValueTable;
use rules::bitboard::Small;
use rules::games::{domineering::Domineering, hackenbush::Hackenbush};
use rules::{AnyPosition, Notation};

/// Domineering with regions and normal forms.
const DOMINEERING: &str = include_str!("domineering.lua");

/// Hackenbush in few lines.
const HACKENBUSH: &str = r#"
    function options(edges, left)
        local found = {}
        for at, colour in edges:gmatch("()%w+%-%w+:(%a)") do
            if colour == "E" or colour == (left and "L" or "R") then
                found[#found + 1] = standing(edges:sub(1, at - 1) .. edges:sub(at):gsub("^%S+ ?", ""))
            end
        end
        return found
    end
    function standing(edges)
        local reached, found, before = { g = true }, {}, -1
        while #found > before do
            before = #found
            edges = edges:gsub("(%w+)%-(%w+)(:%a) ?", function(a, b, colour)
                if not reached[a] and not reached[b] then return nil end
                reached[a], reached[b] = true, true
                found[#found + 1] = a .. "-" .. b .. colour
                return ""
            end)
        end
        table.sort(found)
        return #found == 0 and "g" or table.concat(found, " ")
    end
    function read(text) return standing(text) end
"#;

#[test]
fn all_domineering_of_4x4() {
    let (ruleset, found) = (script(DOMINEERING), Found::default());
    let native = ValueTable::<Domineering<Small>>::default();
    for board in 0..1_u32 << 16 {
        let cell = |i: u32| if board >> i & 1 == 0 { '.' } else { '#' };
        let rows: Vec<String> = (0..4).map(|y| (4 * y..4 * y + 4).map(cell).collect()).collect();
        let text = rows.join("|");
        let value = native.value(&found.values, &Domineering::read(&text).unwrap()).unwrap();
        assert_eq!(found.read(&ruleset, &text), value, "{text}");
    }
}

#[test]
fn hackenbush_trees() {
    let (ruleset, found) = (script(HACKENBUSH), Found::default());
    let mut random = fastrand::Rng::with_seed(4);
    for _ in 0..60 {
        let node = |n: usize| "gabcdefgh"[n..=n].to_owned();
        let edge = |n: usize, random: &mut fastrand::Rng| {
            format!("{}-{}:{}", node(random.usize(..n)), node(n), ["L", "R", "E"][random.usize(..3)])
        };
        let edges: Vec<String> = (1..random.usize(2..7)).map(|n| edge(n, &mut random)).collect();
        let text = edges.join(" ");
        let native = AnyPosition::new(Hackenbush::read(&text).unwrap());
        assert_eq!(found.read(&ruleset, &text), found.of(&native), "{text}");
    }
}
