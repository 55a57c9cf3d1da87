//! The check finds wrong hooks, and nothing wrong with right ones.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{library, script};
use rules::RULESETS;
use scripts::{Wrong, check};
use values::Budget;

/// Nim on heaps.
const NIM: &str = r#"
    function options(heaps)
        local found = {}
        for i, heap in ipairs(heaps) do
            for left = 0, heap - 1 do
                local after = table.pack(table.unpack(heaps))
                after.n = nil
                after[i] = left
                found[#found + 1] = after
            end
        end
        return found
    end
    function read(text)
        local heaps = {}
        for heap in text:gmatch("%d+") do heaps[#heaps + 1] = math.tointeger(heap) end
        return heaps
    end
    function show(heaps) return table.concat(heaps, ",") end
"#;

fn found(more: &str) -> Result<usize, String> {
    let position = script(&format!("{NIM}{more}")).read("2,2").unwrap();
    match check(&position, &Budget::seconds(30.0)) {
        Ok(checked) => {
            assert_eq!(checked.ended, None);
            Ok(checked.positions)
        }
        Err(wrong) => Err(wrong.to_string()),
    }
}

#[test]
fn right_hooks_pass() {
    assert_eq!(found(""), Ok(9));
    let right = r#"
        impartial = true
        function regions(heaps)
            local found = {}
            for i, heap in ipairs(heaps) do found[i] = { heap } end
            return found
        end
        function normal_form(heaps) table.sort(heaps) return heaps, false end
        function bounds(heaps) return -2, 2 end
        function longest_play(heaps) return (heaps[1] or 0) + (heaps[2] or 0) end
        function check(heaps) return #heaps <= 2 end
    "#;
    assert_eq!(found(right), Ok(12));
}

#[test]
fn wrong_hooks_are_found() {
    for (hook, reason) in [
        ("function regions(heaps) return { { heaps[1] } } end", "regions is wrong about "),
        ("function regions(heaps) return { heaps, { 1 } } end", "regions is wrong about "),
        ("function normal_form(heaps) return { 1 } end", "normal_form is wrong about "),
        (
            "function normal_form(s) if #s == 2 then return { s[2], s[1] } end return s end",
            ", whose normal form is ",
        ),
        ("function bounds() return -0.5, -0.25 end", "bounds is wrong about "),
        ("function longest_play(heaps) return heaps[1] end", "longest_play is wrong about "),
        ("function show(heaps) return '1' end", "show is wrong about 1: it is {"),
        ("function check(heaps) return heaps[1] + heaps[2] > 1 end", "the text cannot be read: '"),
        ("function score(heaps) if heaps[1] == 1 then return 1 end end", "play is over with 1, but there are moves"),
        (
            "local o = options impartial = true
             function options(s, left) return left and o(s) or {} end",
            "the game is called impartial",
        ),
        (
            "local o, asked = options, 0
             function options(s) asked = asked + 1 local f = o(s) if asked > 5 then f[1] = nil end return f end",
            "options",
        ),
        (
            "local o = options
             function options(s, left, names) local f = o(s) if names then f[#f] = nil end return f end",
            "are different with the names of moves",
        ),
        ("local o = options function options(s) return { s } end", "play can come back to this position"),
        ("function regions(heaps) return { heaps.x.y } end", "test.lua:"),
        ("function bounds() return 1 end", "bounds should return two numbers, or nothing"),
    ] {
        let message = found(hook).unwrap_err();
        assert!(message.contains(reason), "{hook}: {message}");
    }
}

#[test]
fn the_library_is_right() {
    for (name, position) in [
        ("arc-kayles", "a-b b-c c-d d-a c-e e-f"),
        ("childish-hackenbush", "g-a:L a-b:R a-c:L b-c:R c-d:E"),
        ("cutcake", "3x2"),
        ("eatcake", "2x2 1x1"),
        ("elephants-and-rhinos", "e.re..r.e"),
        ("fjords", "x..|o..|..#"),
        ("maundy-cake", "4x2"),
        ("partizan-euclid", "30,19"),
        ("subtraction", "14/1,3,4"),
        ("wythoff", "3,6"),
    ] {
        let position = library(name).read(position).unwrap();
        let checked =
            check(&position, &Budget::seconds(60.0)).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        assert!(checked.ended.is_none() && checked.positions > 2, "{name}");
    }
    let position = script(include_str!("domineering.lua")).read("...|..#|.#.").unwrap();
    assert!(check(&position, &Budget::seconds(60.0)).unwrap().positions > 10);
}

#[test]
fn a_budget_ends_a_check() {
    let position = script(&format!("{NIM}impartial = true")).read("9,9,9,9,9,9,9").unwrap();
    assert!(check(&position, &Budget::seconds(0.1)).unwrap().ended.is_some());
    assert_eq!(check(&RULESETS.read("nim:3").unwrap(), &Budget::endless()), Err(Wrong::NoScript));
}
