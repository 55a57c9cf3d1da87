"""Laws that hold for all values: pickling, hashing, order and arithmetic, also against the command."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction

import tedomari as td
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

numbers = st.builds(lambda n, k: Fraction(n, 2**k), st.integers(-50, 50), st.integers(0, 4))
leaves = st.one_of(numbers.map(str), st.sampled_from(["*", "^", "v*", "*3", "^^", "+-2"]))


def braces(left: list[str], right: list[str]) -> str:
    return "{" + ",".join(left) + "|" + ",".join(right) + "}"


texts = st.recursive(
    leaves,
    lambda inner: st.builds(braces, st.lists(inner, max_size=2), st.lists(inner, max_size=2)),
    max_leaves=8,
)
values = texts.map(td.Value)
some = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@some
@given(values, values, values)
def test_values_are_an_ordered_group(g, h, k):
    assert g + h == h + g and (g + h) + k == g + (h + k) and g + 0 == g
    assert g - g == 0 and -(-g) == g and g - h == -(h - g) and 2 * g == g + g
    assert (g >= h) == (g + k >= h + k) == (g - h >= 0) == (-h >= -g) == (h <= g)
    assert (g > h) == (g >= h and g != h) and g.confused(h) == (not g >= h and not h >= g)
    assert not (g >= h and h >= k) or g >= k
    assert (g + h).mean == g.mean + h.mean and (g + h).temperature <= max(g.temperature, h.temperature)


@some
@given(texts)
def test_pickles_hashes_and_prints(text):
    g = td.Value(text)
    with td.Store():
        h = td.Value(text) + 0
        again = pickle.loads(pickle.dumps(g))
    assert g == h == again == td.Value(str(g)) and hash(g) == hash(h) == hash(again)
    assert g.number is None or hash(g) == hash(g.number) and g == g.number
    assert td.Value.of_options(g.left_options, g.right_options) == g
    assert [g, h, again].index(td.Value(str(g))) == 0


@some
@given(numbers, numbers)
def test_numbers_are_fractions(x, y):
    g, h = td.Value(x), td.Value(y)
    assert g + h == x + y and g - h == x - y and (g < h) == (x < y) and (g == h) == (x == y)
    assert hash(g) == hash(x) and g.mean == x and -g == -x


def test_sums_are_those_of_the_command(command):
    found = []

    @settings(max_examples=40, deadline=None, database=None)
    @given(texts, texts)
    def collect(g, h):
        found.append((g, h))

    collect()
    lines = "".join(f"{g} + {h}\n" for g, h in found)
    answers = [json.loads(line) for line in command("value", "-", "--json", given=lines).splitlines()]
    assert len(answers) == len(found)
    for (g, h), answer in zip(found, answers):
        total = td.Value(g) + h
        assert str(total) == answer["canonical"] and str(total.mean) == answer["mean"]
        assert total.outcome == answer["outcome"] and str(total.temperature) == answer["temperature"]
