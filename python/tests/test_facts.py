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
    """Every twentieth position: the crates look at all of them."""
    for row in facts("positions")[::20]:
        position = td.position(row["position"], game=row["ruleset"].lower())
        value = position.value
        assert value == td.Value(row["value"]), row
        check(value, row)
        assert position.thermograph == value.thermograph
