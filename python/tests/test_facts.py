"""The tables of facts by another program, through Python. They are compared by value."""

from __future__ import annotations

from fractions import Fraction

import tedomari as td
from conftest import facts


def check(value: td.Value, row: dict[str, str]) -> None:
    assert value.mean == Fraction(row["mean"]), row
    assert value.temperature == Fraction(row["temperature"]), row
    assert value.left_stop == Fraction(row["leftStop"]) and value.right_stop == Fraction(row["rightStop"]), row
    assert value.outcome == row["outcome"], row
    weight = value.atomic_weight
    assert weight == td.Value(row["atomicWeight"]) if row["atomicWeight"] != "-" else weight is None, row
    assert str(value.thermograph) == row["thermograph"], row


def test_day_three():
    rows = facts("day3")
    for row in rows:
        value = td.Value(row["game"])
        check(value, row)
        assert value.birthday == int(row["birthday"]) and value.stop_count == int(row["stopCount"])
        assert value.reduced == td.Value(row["reducedCanonicalForm"])
    everything = td.born_by(3)
    assert len(rows) == 1474 == len(everything)
    assert len(set(everything)) == 1474


def test_random_games():
    for row in facts("random_games"):
        value = td.Value(row["input"])
        check(value, row)
        assert value == td.Value(row["printed"]) == td.Value(row["braces"])
        assert value.follower_count == int(row["followerCount"]) and value.birthday == int(row["birthday"])
        assert value.reduced == td.Value(row["reduced"]) and value.freeze == td.Value(row["freeze"])
        assert value.cool("1/2") == td.Value(row["cool1/2"]) and value.heat(1) == td.Value(row["heat1"])
        assert -value == td.Value(row["negative"]) and value.companion == td.Value(row["companion"])


def test_random_pairs():
    for row in facts("random_pairs"):
        g, h = td.Value(row["g"]), td.Value(row["h"])
        assert g.compare(h) == row["relation"]
        assert g + h == td.Value(row["sum"]) == td.Value(row["sumBraces"])
        assert g - h == td.Value(row["difference"]) and g.ordinal_sum(h) == td.Value(row["ordinalSum"])


def test_positions():
    for row in facts("positions"):
        position = td.position(row["position"], game=row["ruleset"].lower())
        value = position.value
        assert value == td.Value(row["value"]), row
        check(value, row)
        assert position.thermograph == value.thermograph


#: Properties of the other program. Sets are compared as sets of values.
PROPERTIES = {
    "Temperature": lambda g: g.temperature,
    "Mean": lambda g: g.mean,
    "LeftStop": lambda g: g.left_stop,
    "RightStop": lambda g: g.right_stop,
    "Stop(Left)": lambda g: g.left_stop,
    "Stop(Right)": lambda g: g.right_stop,
    "OutcomeClass": lambda g: g.outcome,
    "MisereOutcomeClass": lambda g: g.misere_outcome,
    "Birthday": lambda g: g.birthday,
    "StopCount": lambda g: g.stop_count,
    "FollowerCount": lambda g: g.follower_count,
    "AtomicWeight": lambda g: "!error" if g.atomic_weight is None else g.atomic_weight,
    "IsAtomic": lambda g: g.atomic_weight is not None,
    "ReducedCanonicalForm": lambda g: g.reduced,
    "Freeze": lambda g: g.freeze,
    "Companion": lambda g: g.companion,
    "Incentives": lambda g: g.incentives,
    "LeftIncentives": lambda g: g.left_incentives,
    "RightIncentives": lambda g: g.right_incentives,
    "Followers": lambda g: g.followers,
    "LeftOptions": lambda g: g.left_options,
    "RightOptions": lambda g: g.right_options,
    "Options(Left)": lambda g: g.options("left"),
    "Options(Right)": lambda g: g.options("right"),
    "Thermograph": lambda g: g.thermograph,
    "UptimalExpansion": lambda g: g.uptimal or "!error",
    "IsUptimal": lambda g: g.uptimal is not None,
    "IsZero": lambda g: g == 0,
    "IsNumber": lambda g: g.is_number,
    "IsInteger": lambda g: g.is_integer,
    "IsNimber": lambda g: g.is_nimber,
    "IsInfinitesimal": lambda g: g.is_infinitesimal,
    "IsNumberish": lambda g: g.is_numberish,
    "IsAllSmall": lambda g: g.is_all_small,
    "IsEven": lambda g: g.is_integer and g.number % 2 == 0,
    "IsOdd": lambda g: g.is_integer and g.number % 2 != 0,
    "IsEvenTempered": lambda g: g.temper == "even",
    "IsOddTempered": lambda g: g.temper == "odd",
    "IsIdempotent": lambda g: g + g == g,
}
#: Loopy games, classes and predicates of the other program that are not here, and notation that is read otherwise.
NOT_HERE = (
    ".Class", ".IsOrdinal", ".IsStopper", ".Offside", ".Onside", ".Variety", ".IsPlumtree", ".IsLoopfree", ".Degree",
    ".IsNumberTiny", ".IsPseudonumber", ".Subordinate", "pass", "upon", "(on)", "off", "game.grid", "omega", "[]",
)  # fmt: skip
READ_HERE = ("1|0", "+-(1,1+*)", "{2^100|0}")


def elements(text: str) -> set[td.Value]:
    """The values in a list of games, with braces around it or without."""
    inside = text[1:-1] if text.startswith("{") and text.endswith("}") else text
    parts, depth = [""], 0
    for c in inside:
        depth += (c in "{(") - (c in "})")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return {td.Value(part) for part in parts if part}


def is_same(ours: object, theirs: str) -> bool:
    if isinstance(ours, tuple):
        return set(ours) == elements(theirs)
    if isinstance(ours, bool):
        return str(ours).lower() == theirs
    if str(ours) == theirs:
        return True
    try:
        return ours == td.Value(theirs)
    except ValueError:
        return False


def test_expressions():
    compared = 0
    for row in facts("expressions"):
        expression, expected = row["expression"], row["expected"]
        game, dot, name = expression.rpartition(".")
        if dot and game.startswith("(") and game.endswith(")") and name in PROPERTIES:
            try:
                value = td.Value(game)
            except ValueError:
                pass
            else:
                compared += 1
                assert is_same(PROPERTIES[name](value), expected), (row, PROPERTIES[name](value))
                continue
        if " <> " in expression:
            g, h = map(td.Value, expression.split(" <> "))
            assert str(g.confused(h)).lower() == expected, row
            continue
        try:
            value = td.Value(expression)
        except (ValueError, OverflowError) as error:
            assert expected == "!error" or any(name in expression for name in NOT_HERE), (row, error)
        else:
            assert expected == "!error" if expression in READ_HERE else is_same(value, expected), (row, value)
        compared += 1
    assert compared >= 400
