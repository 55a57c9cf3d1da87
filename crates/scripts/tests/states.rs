//! What is a position outside of Lua? Equal Lua values are equal positions, in every thread.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{Found, refused, script};
use rules::AnyPosition;
use std::collections::HashSet;
use values::Player;

/// The positions that this Lua expression lists.
fn states(list: &str) -> Vec<AnyPosition> {
    let source = format!("function options() return {list} end");
    script(&source).read("start").unwrap().options(Player::Left).unwrap()
}

fn are_equal(list: &str) -> bool {
    let all = states(list);
    let set: HashSet<&AnyPosition> = all.iter().collect();
    assert_eq!(set.len() == 1, all.iter().all(|state| *state == all[0]), "{list}");
    set.len() == 1
}

#[test]
fn equal_lua_values_are_equal_positions() {
    for list in [
        "{ 3, 3.0, 6 // 2, 6 / 2, -0.0 + 3 }",
        "{ 0, -0.0 }",
        "{ 'ab', 'a' .. 'b' }",
        "{ { 1, 2, 3 }, { [3] = 3, [2] = 2, [1] = 1 }, { [1.0] = 1, [2] = 2.0, [3] = 3 } }",
        "{ { a = 1, b = { 2 } }, { b = { 2 }, a = 1 } }",
        "{ {}, {} }",
        "{ 1 << 63, math.mininteger, -2.0^63 }",
    ] {
        assert!(are_equal(list), "{list}");
    }
    for list in [
        "{ 3, '3' }",
        "{ 0, false }",
        "{ {}, '' }",
        "{ { 1, 2 }, { 2, 1 } }",
        "{ { 1 }, { a = 1 } }",
        "{ 0.5, 0.25 }",
        "{ 2.0^63, math.maxinteger }",
        "{ { [0] = 1 }, { 1 } }",
    ] {
        assert!(!are_equal(list), "{list}");
    }
}

#[test]
fn positions_are_shown_like_lua() {
    let shown = |list| states(list).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        shown("{ 3, 0.5, true, 'x..|o', { 3, 5 }, { 'a', k = { 1 }, [7] = false } }"),
        ["3", "0.5", "true", "x..|o", "{3,5}", "{\"a\",[7]=false,k={1}}"]
    );
}

#[test]
fn positions_come_back_as_they_were() {
    let source = r#"
        function read(text) return { 1, { x = 0.5, [true] = "\0\255" }, [-3] = math.mininteger } end
        function options(s)
            assert(#s == 2 and s[1] == 1 and math.type(s[1]) == "integer" and s[-3] == math.mininteger)
            assert(s[2].x == 0.5 and s[2][true] == "\0\255" and s[4] == nil)
            return {}
        end
    "#;
    let position = script(source).read("").unwrap();
    assert_eq!(position.options(Player::Left), Ok(vec![]));
}

#[test]
fn what_is_no_position_is_refused() {
    for (list, reason) in [
        ("{ tostring }", "a position has a function in it"),
        ("{ { x = { tostring } } }", "a position has a function in it"),
        ("{ 0/0 }", "a position has the number NaN in it"),
        ("{ math.huge }", "a position has the number inf in it"),
        ("3", "options should return a list of positions, not the number 3"),
        ("nil", "options should return a list of positions, not nothing"),
        ("{ a = 1 }", "options should return a list of positions, but it has a gap or a key: the text 'a'"),
        (
            "{ 1, nil, 3 }",
            "options should return a list of positions, but it has a gap or a key: the number 3",
        ),
        ("(function() local t = {} t[1] = t return t end)()", "more than 100 tables inside each other"),
    ] {
        let source = format!("function options() return {list} end");
        let error = script(&source).read("start").unwrap().options(Player::Right).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("test.lua") && message.contains(reason), "{message}");
        assert!(message.contains("in options of start for Right"), "{message}");
    }
}

/// Threads have Lua states of their own, in which tables have other orders.
#[test]
fn threads_see_the_same_options() {
    let source = r#"
        function read(n) return tonumber(n) end
        function options(n)
            local set, found = {}, {}
            for i = 0, n - 1 do set["key" .. i] = i end
            for _, i in pairs(set) do found[#found + 1] = i end
            return found
        end
    "#;
    let position = script(source).read("40").unwrap();
    let here = position.options(Player::Left).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(position.options(Player::Left).unwrap(), here));
        }
    });
    assert_eq!(here[1].to_string(), "1");
    assert_eq!(here[2].to_string(), "10");
}

#[test]
fn metadata_and_hooks_have_types() {
    let options = "function options() return {} end ";
    let ruleset =
        script(&format!("{options} name = 'my-game' about = 'a game' notation = 'none' example = 5"));
    assert_eq!((&*ruleset.name, &*ruleset.about, &*ruleset.example), ("my-game", "a game", "5"));
    assert_eq!(script(options).name, "test");
    assert_eq!(refused(""), "test.lua: the script should define options(position, left)");
    for (line, reason) in [
        ("name = {}", "name should be a text, not a table"),
        ("impartial = 1", "impartial should be true or false"),
        ("regions = 3", "regions should be a function, not the number 3"),
    ] {
        assert_eq!(refused(&format!("{options}{line}")), format!("test.lua: {reason}"));
    }
}

#[test]
fn texts_are_read() {
    let ruleset = script("function options(n) return math.type(n) and { 'x' } or {} end");
    assert_eq!(ruleset.read("12").unwrap().options(Player::Left).unwrap().len(), 1);
    assert_eq!(ruleset.read("1 2").unwrap().options(Player::Left).unwrap().len(), 0);
    let source = r#"
        function read(text)
            if text == "bad" then return nil, "it is bad" end
            if text == "worse" then return nil end
            if text == "fault" then return text.x.y end
            return text
        end
        function check(text)
            if text == "odd" then return "it is odd" end
            return text ~= "no"
        end
        function options() return {} end
    "#;
    let ruleset = script(source);
    let message = |text: &str| ruleset.read(text).unwrap_err().to_string();
    assert_eq!(message("bad"), "'bad' is not a position: it is bad");
    assert_eq!(message("worse"), "'worse' is not a position: the script does not say what is wrong with it");
    assert_eq!(message("odd"), "'odd' is not a position: it is odd");
    assert_eq!(message("no"), "'no' is not a position: the script refuses it");
    assert!(message("fault").starts_with("the rules failed: test.lua:5: "), "{}", message("fault"));
    assert!(ruleset.read(" fine ").is_ok());
}

/// Where play ends with a score, a score is moves for its player.
#[test]
fn scores_are_numbers() {
    let source = r#"
        -- Take 1 or 2 of a heap, and get as many points at the end: the heap, and what Left is ahead by.
        function read(n) return { tonumber(n), 0 } end
        function options(s, left)
            local found = {}
            for n = 1, math.min(2, s[1]) do found[n] = { s[1] - n, s[2] + (left and n or -n) } end
            return found
        end
        function score(s) if s[1] == 0 then return s[2] end end
    "#;
    let (ruleset, found) = (script(source), Found::default());
    assert_eq!(found.print(&ruleset, "1"), "+-1");
    assert_eq!(found.print(&ruleset, "=3"), "3");
    assert_eq!(found.print(&ruleset, "=-1/2"), "-1/2");
    let three = ruleset.read("=3").unwrap();
    assert!(three.is_scored() && three.options(Player::Left).unwrap().is_empty());
    let two = three.rules().free_move(Player::Left).unwrap().unwrap();
    assert_eq!((two.to_string(), three.rules().free_move(Player::Right).unwrap()), ("=2".to_owned(), None));
}

/// A single move may be worth any score: the length of play bounds values of games that the last move wins.
#[test]
fn the_length_of_play_does_not_bound_a_score() {
    let ruleset = script(
        "function options(s) return s == 0 and { 10, -10 } or {} end
        function score(s) if s ~= 0 then return s end end
        function longest_play(s) return s == 0 and 1 or 0 end",
    );
    let position = ruleset.read("0").unwrap();
    assert_eq!(position.rules().bounds().unwrap(), None);
    assert_eq!(Found::default().print(&ruleset, "0"), "+-10");
}
