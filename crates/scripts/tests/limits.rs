//! Every script ends: endless loops, huge tables and errors become messages with file and line.

#![allow(missing_docs, clippy::unwrap_used)]

use crate::support::{Found, SMALL, refused, script};
use rules::RuleError;
use scripts::{LoadError, load, parse};
use values::Player;

/// The message of a hook with this body.
fn failure(body: &str) -> String {
    let ruleset = script(&format!("function options(s)\n{body}\nend"));
    let position = ruleset.read("start").unwrap();
    let message = position.options(Player::Left).unwrap_err().to_string();
    // The state was thrown away, and the next one fails alike.
    assert_eq!(position.options(Player::Left).unwrap_err().to_string(), message);
    message
}

#[test]
fn endless_scripts_end() {
    let too_many = "more than 10000000 instructions: does a loop not end?";
    for body in [
        "while true do end",
        "local n = 0 repeat n = n + 1 until false",
        "::again:: goto again",
        "local function f() return f() end return f()",
        "for i = 1, math.maxinteger do local x = i * i end",
        "table.sort({ 1, 2, 3, 4 }, function() while true do end end)",
        "('x'):gsub('x', function() while true do end end)",
        "for word in ('x'):rep(100):gmatch('x') do while true do end end",
    ] {
        let message = failure(body);
        assert!(
            message.starts_with("the rules failed: test.lua:2: ") && message.contains(too_many),
            "{message}"
        );
    }
    let message = refused("\n\nwhile true do end");
    assert_eq!(message, format!("test.lua:3: {too_many}"));
}

#[test]
fn huge_scripts_end() {
    for body in [
        "local t = {} for i = 1, 1e9 do t[i] = i end",
        "local s = 'x' while true do s = s .. s end",
        "local t = {} while true do t = { t, {}, {} } end",
        "local function f() return 1 + f() end f()",
        "local t = {} for i = 1, 100 do t[i] = ('x'):rep(1e6) .. i end return t",
    ] {
        assert!(
            failure(body).contains("test.lua: the script needs more than 16 MiB of memory"),
            "{}",
            failure(body)
        );
    }
    // Small in Lua, and large outside of it.
    let shared = "local s, t = ('x'):rep(1e6), {} for i = 1, 1000 do t[i] = { s, i } end return t";
    assert!(failure(shared).contains("more than 16 MiB"), "{}", failure(shared));
    for (body, reason) in [
        ("local s = ('x'):rep(1e10)", "string.rep would make a text of more than 16777216 bytes"),
        ("local s = (''):rep(1 << 60)", "string.rep would make a text of more than 16777216 bytes"),
        ("local at = ('a'):rep(10000):find(('.-'):rep(20) .. 'b')", "may take too long"),
        ("local at = ('a'):rep(4e6):find(('a'):rep(2e6) .. 'b', 1, true)", "may take too long"),
        (
            "local function f(n) return (('x'):gsub('x', function() return f(n + 1) end)) end f(1)",
            "gsub is nested too deep",
        ),
    ] {
        let message = failure(body);
        assert!(message.contains("test.lua:2: ") && message.contains(reason), "{message}");
    }
}

/// Nothing reaches files, time or chance, makes code of text, or catches an error.
#[test]
fn forbidden_names_are_missing() {
    for name in [
        "io.open('x')",
        "os.time()",
        "require('x')",
        "load('x')",
        "loadstring('x')",
        "dofile('x')",
        "loadfile('x')",
        "pcall(error)",
        "xpcall(error, error)",
        "coroutine.wrap(error)",
        "debug.getinfo(1)",
        "package.path",
        "collectgarbage()",
        "getmetatable('')",
        "setmetatable({}, {})",
        "print(1)",
        "next({})",
        "rawset({}, 1, 1)",
        "warn('x')",
        "_G.io.open('x')",
        "math.random()",
        "math.randomseed(1)",
        "string.dump(error)",
        "table.move({}, 1, 1, 1)",
    ] {
        let message = failure(&format!("local x = {name}"));
        assert!(message.starts_with("the rules failed: test.lua:2: "), "{message}");
        let called = name.split(['(', '.']).next().unwrap();
        let is_named =
            message.contains(&format!("a ruleset has no '{called}'")) || message.contains("nil value");
        assert!(is_named, "{message}");
    }
    assert!(refused("x = io.open('/etc/passwd')").contains("test.lua:1: a ruleset has no 'io'"));
    // Compiled code is not read.
    assert!(matches!(parse("test.lua", "\u{1b}Lua", SMALL), Err(LoadError::Script(_))));
}

#[test]
fn errors_have_a_place() {
    for (body, reason) in [
        ("return s.x.y", "test.lua:2: attempt to index a nil value (field 'x')"),
        ("error('no')", "test.lua:2: no"),
        ("error({})", "test.lua:2: a table"),
        ("error()", "test.lua:2: nil"),
        ("counter = 1", "test.lua:2: a hook sets the global variable 'counter': declare it with local"),
        // A call in place of the hook leaves the line in which the hook begins.
        ("return ('x'):rep('y')", "test.lua:1: string.rep needs a text and a number"),
        ("return missing(s)", "test.lua:2: attempt to call a nil value (global 'missing')"),
        ("for k in pairs(nil) do end", "test.lua:2: pairs needs a table, not nil"),
        ("for k in pairs { [{}] = 1 } do end", "test.lua:2: pairs: a key is a table"),
        ("table.sort { 1, 'a' }", "test.lua:2: attempt to compare"),
        ("local at = ('x'):find()", "test.lua:2: string.find needs texts, not string and nil"),
    ] {
        let message = failure(body);
        assert!(message.contains(reason) && message.ends_with("(in options of start for Left)"), "{message}");
    }
}

#[test]
fn syntax_errors_show_the_line() {
    assert_eq!(
        refused("function options()\n\treturn {} }\nend"),
        "test.lua:2: <eof> expected near '}'\n  \treturn {} }"
            .replace("<eof> expected", "'end' expected (to close 'function' at line 1)")
    );
    assert_eq!(
        refused("x = 1\nlocal local y = 2"),
        "test.lua:2: <name> expected near 'local'\n  local local y = 2"
    );
    assert_eq!(
        refused("local a = {\n  1, 2; 3 $ 4\n}"),
        "test.lua:2: '}' expected (to close '{' at line 1) near '$'\n    1, 2; 3 $ 4\n            ^"
    );
    assert!(refused("for i = 1, 3 do").starts_with("test.lua:1: 'end' expected near <eof>"));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let message = |path: &str| match load(path) {
        Err(LoadError::Unreadable(message)) => message,
        other => panic!("{other:?}"),
    };
    assert!(message("/nowhere/x.lua").starts_with("/nowhere/x.lua cannot be read: "));
    assert!(message("/dev/zero").contains("is longer than 1 MiB"));
}

/// A position that comes back, and play that goes on: both end.
#[test]
fn endless_play_ends() {
    let found = Found::default();
    for options in ["return { s }", "return { s + 1 }", "return { 1 - s }"] {
        let ruleset = script(&format!("function options(s) {options} end"));
        let position = ruleset.read("0").unwrap();
        let error = rules::attempt(|| found.tables.value(&found.values, &position)).unwrap_err();
        assert_eq!(error, RuleError::Endless, "{options}");
    }
    // A long play that ends is none.
    let ruleset = script("function options(s, left) return left and s > 0 and { s - 1 } or {} end");
    assert_eq!(found.print(&ruleset, "20000"), "20000");
}

/// A script may remember results, until its memory is full.
#[test]
fn full_memories_are_emptied() {
    let source = r#"
        local known = {}
        function options(s)
            known[#known + 1] = ("x"):rep(100000) .. s
            return s > 0 and { s - 1 } or {}
        end
    "#;
    assert_eq!(Found::default().print(&script(source), "1001"), "*");
}

/// Nothing wrong stays behind when a hook fails at any place of a search.
#[test]
fn failures_leave_nothing_wrong_behind() {
    let source = |until: u32| {
        format!(
            "local asked = 0
             function options(n)
                 asked = asked + 1
                 if asked == {until} then error('broken') end
                 local found = {{}}
                 for i = 0, n - 1 do found[i + 1] = i end
                 return found
             end"
        )
    };
    let found = Found::default();
    let mut failures = 0;
    for until in 1..25 {
        let position = script(&source(until)).read("9").unwrap();
        match rules::attempt(|| found.tables.value(&found.values, &position)) {
            Ok(value) => assert_eq!(value, Ok(found.nimber(9))),
            Err(error) => {
                assert!(error.to_string().contains("broken"), "{error}");
                failures += 1;
                // The Lua state is a new one, which counts from the start.
                let value = rules::attempt(|| found.tables.value(&found.values, &position));
                assert!(matches!(value, Ok(Ok(value)) if value == found.nimber(9)) || value.is_err());
            }
        }
    }
    assert!(failures > 10);
}
