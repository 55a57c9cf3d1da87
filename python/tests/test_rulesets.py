"""Rulesets in Python: they have what built-in ones have, hooks are checked, and exceptions reach the caller."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
import tedomari as td
from conftest import ROOT
from domineering import Domineering, WithHooks

LIBRARY = ROOT / "examples" / "rulesets"


class Subtraction(td.Ruleset):
    name = "take-1-2-5"

    def options(self, heap, player):
        return {f"take {n}": heap - n for n in (1, 2, 5) if n <= heap}


@pytest.mark.parametrize("ruleset", [Domineering(), WithHooks()])
def test_values_are_those_of_the_built_in_ruleset(ruleset):
    for board in ("..|..", "...|...", "...|.#.|...", "....|....|....", ".#.|...|#.."):
        mine, known = ruleset.position(board), td.domineering(board)
        assert mine.value == known.value and mine.thermograph == known.thermograph
        assert mine.mean == known.mean and mine.outcome == known.outcome
        for method in ("exact", "tds+", "interval"):
            if method == "interval" and not hasattr(ruleset, "bounds"):
                continue
            found = mine.search(method, nodes=3000)
            assert not found.exact or found.temperature == known.temperature
    p = ruleset.position("...|...")
    assert len(p.moves("left")) == 3 and p.play(p.moves("left")[0]).state in ruleset.options(p.state, "left")
    assert p.analyze().moves.left[0].mean == td.domineering("...|...").analyze().moves.left[0].mean
    assert (p + "^*").winner("right") == (td.domineering("...|...") + "^*").winner("right")
    assert (p + td.nogo("...")).value == p.value + td.nogo("...").value
    for method in ("values", "alphabeta", "pn", "dfpn"):
        assert p.solve("left", method=method).winner == p.value.winner("left")
    assert p.prove("left").winner == p.value.winner("left")
    assert p == ruleset.position("...|...") and hash(p) == hash(ruleset.position("...|..."))
    assert p != p.play(p.moves("left")[0])
    assert p.choose("left", "hotstrat:exact", nodes=1000).move in [m.name for m in p.moves("left")]
    assert p._repr_html_()


def test_rulesets_by_name():
    ruleset = td.add(Domineering())
    assert td.position("my-domineering:..|..").value == td.domineering("..|..").value
    assert td.sum("my-domineering:... + my-domineering:...").value == -2
    assert td.add(Domineering()) is not ruleset
    assert "my-domineering" in [facts.name for facts in td.rulesets()]
    assert td.session("my-domineering:...|... + *").moves()
    with pytest.raises(ValueError, match="no game|neither"):
        td.sum("no-such-game:...")


def test_names_of_moves():
    p = Subtraction()(7)
    assert [str(move) for move in p.moves("left")] == ["take 1", "take 2", "take 5"]
    assert p.play("take 5", "left").state == 2 and p.value == td.Value("*")
    assert [Subtraction()(n).value.canonical for n in range(4)] == ["0", "*", "*2", "0"]


def test_a_score_makes_the_end_of_play_worth_something():
    class Collect(td.Ruleset):
        """Left takes a card of a row and Right too; the cards that Left has less those of Right are the score."""

        def options(self, state, player):
            cards, score = state
            sign = 1 if player == "left" else -1
            return [(cards[:i] + cards[i + 1 :], score + sign * card) for i, card in enumerate(cards)]

        def score(self, state):
            cards, score = state
            return score if not cards else None

    collect = Collect()
    p = collect(((3, 1), 0))
    assert p.value == td.Value("{4|2||-2|-4},{4|-2||2|-4}|{2|-4||4|-2},{-2|-4||4|2}") or p.mean == 0
    assert collect(((), 5)).value == 5 and collect(((2,), 0)).value == td.Value("2|-2")
    assert collect.check(((3, 1), 0)) > 3
    assert (collect(((2,), 0)) + "1").solve(first="right").winner == (td.Value("2|-2") + 1).winner("right")


def test_check_passes_right_hooks():
    assert WithHooks().check(WithHooks().read("...|...")) > 10
    assert Subtraction().check(10) == 11


@pytest.mark.parametrize(
    ("hook", "wrong"),
    [
        ("regions", lambda self, free: [free, free]),
        ("normal_form", lambda self, free: (free, True)),
        ("bounds", lambda self, free: (-1, 0)),
        ("score", lambda self, free: 7),
    ],
)
def test_check_finds_wrong_hooks(hook, wrong):
    broken = type("Broken", (Domineering,), {hook: wrong})()
    with pytest.raises(td.CheckFailed, match=hook):
        broken.check(broken.read("..|.."))


def test_check_finds_endless_play():
    class Endless(td.Ruleset):
        def options(self, n, player):
            return [n + 1]

    with pytest.raises(td.CheckFailed, match="does not end"):
        Endless().check(0)
    with pytest.raises(td.LimitReached):
        Endless()(0).exact_value(time=0.3, memory=100)
    assert Endless()(0).analyze(time=0.3, memory=100).error


class Broken(Exception):
    """The knife broke."""


HOOKS = ["options", "regions", "normal_form", "bounds", "show"]
USES = {
    "value": lambda p: p.value,
    "thermograph": lambda p: p.thermograph,
    "analyze": lambda p: p.analyze(),
    "outcome": lambda p: p.outcome,
    "exact": lambda p: p.search("exact"),
    "interval": lambda p: p.search("interval"),
    "tds+": lambda p: p.search("tds+", time=5),
    "mts": lambda p: p.search("mts", time=5),
    "threshold": lambda p: p.search("tds", threshold=0, time=5),
    "dfpn": lambda p: p.solve("left", method="dfpn"),
    "pn": lambda p: p.prove("left"),
    "alphabeta": lambda p: p.solve("left", method="alphabeta"),
    "score": lambda p: p.solve(score=True),
    "sum": lambda p: (p + "^*" + td.nogo("...")).analyze(),
    "sum value": lambda p: (p + p).value,
    "choose": lambda p: p.choose("left", "hotstrat:exact", nodes=500),
    "informed": lambda p: p.choose("left", "informed", nodes=500),
    "session": lambda p: td.session(p + "*").choose(nodes=500),
    "moves": lambda p: [p.play(move) for move in p.moves("left")],
    "regions": lambda p: p.regions,
}


class Fragile(WithHooks):
    """Fails at the call with this number."""

    name = "fragile"
    left = None

    def _count(self, hook):
        if self.hook == hook and self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Broken(hook)

    def __init__(self, hook):
        self.hook = hook


for _hook in HOOKS:

    def _failing(self, *arguments, _hook=_hook):
        self._count(_hook)
        return getattr(WithHooks, _hook)(self, *arguments)

    setattr(Fragile, _hook, _failing)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("hook", HOOKS)
def test_an_exception_at_every_place_reaches_the_caller(hook, use):
    """Whichever call of a hook fails, the exception comes back as it was raised, and the same question asked again
    has the right answer. A use that calls the hook less often than that has its answer at once."""
    ruleset = Fragile(hook)
    board = WithHooks.read(ruleset, "..|.#|..")
    expected = td.domineering("..|.#|..").value
    raised = 0
    for calls in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89):
        ruleset.left = None
        # Other rules each time, so that nothing is known beforehand.
        fresh = Fragile(hook)
        position = fresh(board)
        fresh.left = calls
        try:
            USES[use](position)
        except Broken as error:
            raised += 1
            assert str(error) == hook and error.__traceback__ is not None
        else:
            break
        fresh.left = None
        USES[use](position)
        assert position.value == expected
    if hook == "options" and use != "regions":
        assert raised > 0


def test_exceptions_of_hash_and_equality():
    class Key:
        fails = False

        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return 1

        def __eq__(self, other):
            if Key.fails:
                raise Broken("eq")
            return self.n == other.n

    class Heap(td.Ruleset):
        def options(self, key, player):
            return [Key(n) for n in range(key.n)]

    heap = Heap()
    position = heap(Key(5))
    Key.fails = True
    with pytest.raises(Broken):
        position.value
    Key.fails = False
    assert position.value == td.Value("*5")
    with pytest.raises(TypeError, match="unhashable"):
        heap([])


def test_wrong_returns_are_errors():
    for hook, wrong in [("options", 5), ("regions", 3), ("normal_form", 1), ("bounds", (1, 0)), ("bounds", "no")]:
        broken = type("Odd", (Domineering,), {hook: lambda self, *_, _wrong=wrong: _wrong})()
        with pytest.raises((TypeError, ValueError)):
            broken.position("..|..").value


def test_states_are_forgotten():
    ruleset = Subtraction()
    for n in range(0, 3000, 30):
        assert ruleset(n).value == ruleset(n % 3).value
    # A search with its own memory empties the store of analyses.
    td.nogo("...").solve()
    many = [ruleset(n) for n in range(50_000)]
    del many
    for n in range(5000):
        ruleset(10**6 + n)
    assert len(ruleset._rules()) < 60_000


class Bounded(td.Ruleset):
    """Left takes up to as many as the limit, Right one."""

    def __init__(self, limit):
        self.limit = limit

    def options(self, heap, player):
        return [heap - n for n in range(1, (self.limit if player == "left" else 1) + 1) if n <= heap]


def test_positions_are_pickled_with_their_rulesets():
    rules = Bounded(3)
    p = rules(6)
    again = pickle.loads(pickle.dumps(p))
    # The ruleset is in use, so the position is the same.
    assert again == p and again.ruleset is rules and hash(again) == hash(p) and again.state == 6
    both = pickle.loads(pickle.dumps(p + "^*" + td.nogo("...")))
    assert both == p + "^*" + td.nogo("...") and both.value == p.value + "^*" + td.nogo("...").value
    assert copy.copy(p) is p and copy.deepcopy([p])[0] is p and copy.deepcopy(both) is both
    assert pickle.loads(pickle.dumps(Bounded(2)(6))) != p
    packed, value = pickle.dumps(p), p.value
    del p, again, both, rules
    gc.collect()
    made = pickle.loads(packed)
    assert made.value == value and made.ruleset.limit == 3


def test_positions_travel_to_another_process():
    code = "import pickle, sys; p = pickle.load(sys.stdin.buffer); sys.stdout.buffer.write(pickle.dumps(p.value))"
    packed = pickle.dumps(WithHooks().position("...|..."))
    path = ":".join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run([sys.executable, "-c", code], input=packed, capture_output=True, check=True, env={"PYTHONPATH": path})
    assert pickle.loads(done.stdout) == td.domineering("...|...").value


def test_impartial_rulesets_and_lengths_of_play():
    class Taken(Subtraction):
        impartial = True

        def longest_play(self, heap):
            return heap

    taken = Taken()
    assert taken.check(12) == 13 and taken(8).search("interval").temperature == taken(8).temperature
    assert (taken(7) + taken(5)).solve().outcome == (Subtraction()(7) + Subtraction()(5)).solve().outcome
    for hook, wrong, name in [("longest_play", lambda self, heap: heap // 2, "longest_play"), ("impartial", True, "options")]:
        with pytest.raises(td.CheckFailed, match=name):
            type("Wrong", (Bounded,), {hook: wrong})(2).check(4)


def test_scripts_are_rulesets():
    file = f"{LIBRARY}/cutcake.lua"
    p = td.position(f"{file}:5x3")
    assert p.value == 1 and p.game == file and str(p) == "5x3" and (p + "-1").outcome == "P"
    assert p.thermograph == td.Value(1).thermograph and p.solve("left").winner == "left"
    assert td.sum(f"{file}:5x3 + *").value == td.Value("1*") and td.position("3x2", game=file).value == 0
    assert pickle.loads(pickle.dumps(p)) == p and len(p.analyze().moves.left) == 4 and p._repr_html_()
    td.add(LIBRARY / "wythoff.lua")
    td.add(str(LIBRARY / "wythoff.lua"))
    assert td.position("wythoff:3,5").outcome == "P" and "wythoff" in [facts.name for facts in td.rulesets()]
    with pytest.raises(ValueError, match="cannot be read|no game"):
        td.position("./nowhere.lua:3")
    with pytest.raises(TypeError, match="ruleset"):
        td.add(3)


def test_errors_of_scripts_name_the_line(tmp_path):
    (tmp_path / "loop.lua").write_text("\nfunction options() while true do end end", encoding="utf-8")
    (tmp_path / "wrong.lua").write_text("function options(n)\n return n.x.y end", encoding="utf-8")
    with pytest.raises(ValueError, match="loop.lua:2: more than 100000000 instructions"):
        td.position(f"{tmp_path}/loop.lua:3").value
    with pytest.raises(ValueError, match="wrong.lua:2"):
        td.position(f"{tmp_path}/wrong.lua:3").analyze()


def test_matches_of_ones_own_rulesets(tmp_path):
    games = {"games": 2, "move_nodes": 100, "components": 2}
    td.add(Domineering())
    for game in ("my-domineering", Domineering().position("....|...."), f"{LIBRARY}/eatcake.lua", "hackenbush:g-a:L a-b:R g-c:R"):
        found = td.match("hotstrat:exact", "random", game=game, play="normal", **games)
        assert found.games == 2 == len(found.records) and found.components == 2, game
    found = td.match("solve", "random", start=Subtraction()(9) + "*", play="normal", games=2, move_nodes=100)
    assert found.records[0]["start"].startswith("take-1-2-5:9 + ")
    journal = tmp_path / "match.jsonl"
    found = td.match("random:1", "random:2", game=f"{LIBRARY}/cutcake.lua", play="misere", journal=journal, **games)
    assert td.replay(journal).wins == found.wins
    fragile = Fragile("options")
    start = fragile(WithHooks.read(fragile, "..|.#|.."))
    fragile.left = 3
    with pytest.raises(Broken):
        td.match("random", "random", start=start, games=2)
    with pytest.raises(ValueError, match="size"):
        td.match("random", "random", game="my-domineering", size=(3, 3))
    for count in (0, 10**9):
        with pytest.raises(ValueError, match="components is a number from 1 to 1000"):
            td.match("random", "random", components=count)
