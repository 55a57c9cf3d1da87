"""Values: arithmetic, order, hashes, pickles, and all that `tedomari value --all` prints."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest
import tedomari as td


def test_readme():
    g = td.Value("10|8||2")
    assert (g.mean, g.temperature) == (Fraction(11, 2), Fraction(7, 2))
    assert str(g) == "{10|8||2}" and repr(g) == "Value('{10|8||2}')"
    assert isinstance(g.mean, Fraction) and g.mean is g.mean


def test_arithmetic_with_numbers_and_texts():
    up = td.Value("^")
    assert up + "v" == 0 and "v" + up == 0
    assert up + 1 == td.Value("1^") and Fraction(1, 2) + up == td.Value("1/2^")
    assert 1 - up == td.Value("1v") and up - "^*" == td.Value("*")
    assert 3 * up == td.Value("^3") and up * -2 == td.Value("v2") and -up == td.Value("v") and +up == up
    assert td.Value("*2") * td.Value("*3") == td.Value("*2") * "*3"
    assert sum([up, up], td.Value(0)) == td.Value("^^")
    assert np.int64(2) + td.Value("*") == td.Value("2*")


@pytest.mark.parametrize("wrong", [None, [], 1.5, object()])
def test_what_is_no_operand(wrong):
    with pytest.raises(TypeError):
        td.Value(1) + wrong
    with pytest.raises(TypeError):
        td.Value(wrong)


@pytest.mark.parametrize(
    ("text", "error"),
    [("1/3", ValueError), ("{1|", ValueError), (Fraction(1, 3), ValueError), (2**70, OverflowError), ("*5000", ValueError)],
)
def test_texts_and_numbers_without_a_value(text, error):
    with pytest.raises(error):
        td.Value(text)


def test_numbers_do_not_wrap():
    big = td.Value(2**62)
    with pytest.raises(OverflowError):
        big + big
    assert big < 2**80 and big > -(2**80) and not big > 2**80 and big != 2**80
    assert td.Value("5|-5") < Fraction(10**40, 3) and td.Value(1) < float("inf")


def test_star_differs_from_zero():
    star = td.Value("*")
    assert star != 0 and not star == 0 and star and not td.Value(0)
    assert star.confused(0) and star.compare(0) == "<>" and not star > 0 and not star <= 0
    assert td.Value("^") > 0 and "^" >= star + "v" and td.Value("^^") > star
    assert sorted(map(td.Value, (3, 1, 2))) == [1, 2, 3]


@pytest.mark.parametrize("number", [0, 1, -1, 2**61 - 1, -(2**61), 2**62, Fraction(1, 2), Fraction(-7, 2**40), 0.25])
def test_numbers_hash_as_pythons_do(number):
    value = td.Value(Fraction(number))
    assert value == number and number == value and hash(value) == hash(number)
    assert {number: "x"}[value] == "x"


def test_equal_values_of_different_stores_have_one_hash():
    text = "{3|1||-1|-2},{2|*||-5}|-8"
    with td.Store() as store:
        g = td.Value(text)
        assert len(store) > 5 and store.bytes > 0
        other = store.value("*7")
    h = td.Value(text)
    assert g == h and hash(g) == hash(h) and len({g, h}) == 1
    assert g + other == h + "*7" and g <= h and not g < h
    with pytest.raises(ValueError, match="closed"):
        store.value(1)


def test_full_stores_say_so():
    with td.Store(memory=1), pytest.raises(td.LimitReached):
        for i in range(10**6):
            td.Value(f"{{{i}|-{i}||-{3 * i}}}") + td.Value(f"{{{2 * i + 1}|{i}}}")
    assert td.Value("5|-3") + "1|-1" == td.Value("6|4||-2|-4")


def test_pickles_and_copies_are_graphs():
    parts = ["5|-3||-8", "3|1||-2|-7", "10|8||2", "4|1||*|-9", "^|-6||-7", "9|*||-2", "2|1||-1|-2,-3"]
    total = sum(map(td.Value, parts), td.Value(0))
    bytes_ = pickle.dumps(total)
    assert len(bytes_) < len(str(total)) / 5, (len(bytes_), len(str(total)))
    assert pickle.loads(bytes_) == total
    assert copy.copy(total) is total and copy.deepcopy([total])[0] is total
    for text in ("0", "-7/8", "^5*3", "{0||||0|||^|v*||v}"):
        assert pickle.loads(pickle.dumps(td.Value(text))) == td.Value(text)
    for damage in (b"", b"\x02", b"\x01\x07", b"\x01\x01\x01\x00\x05", total.graph()[:-1] + b"\xff"):
        with pytest.raises(ValueError):
            td.Value.from_graph(damage)


def test_all_facts_are_those_of_the_command(command):
    """Every property is what the command prints."""
    import json

    for text in ("{3|1||-1|-5}", "{^^*|v*}", "3/4", "^[2]", "*4", "{0||0|-5}", "+-{2|1}"):
        answer = json.loads(command("value", text, "--all", "--json"))
        value = td.Value(text)
        assert value.canonical == answer["canonical"]
        for key in ("mean", "temperature", "left_stop", "right_stop"):
            assert getattr(value, key) == Fraction(answer[key])
        for key in ("outcome", "misere_outcome", "birthday", "kinds", "stop_count", "follower_count", "uptimal"):
            assert getattr(value, key) == answer[key], key
        for key in ("reduced", "freeze", "companion"):
            assert str(getattr(value, key)) == answer[key]
        for key in ("left_options", "right_options", "left_incentives", "right_incentives", "incentives"):
            assert sorted(map(str, getattr(value, key))) == answer[key], key
        weight, part = value.atomic_weight, value.number_part
        assert (None if weight is None else str(weight)) == answer["atomic_weight"]
        assert (None if part is None else str(part)) == answer["number_part"]
        assert td.describe(text)["canonical"] == answer["canonical"]
        graph = [[str(x), str(t)] for x, t in value.thermograph.left]
        assert graph == answer["thermograph"]["left"]


def test_operations():
    g = td.Value("5|-3")
    assert g.cool(2) == td.Value("3|-1") and g.freeze == td.Value("1*") and g.heat("1") == td.Value("6|-4")
    assert td.Value("*").heat(3) == td.Value("3|-3") and td.Value("1").ordinal_sum("*") == td.Value("1:*")
    assert td.Value("^").norton_product("^") == td.Value("^").norton_product(td.Value("^"))
    assert td.Value("2").overheat("*", 1) == td.Value("0") and td.Value("^").pow(2).uptimal == "0.01"
    assert td.Value("^").winner("right") == "left" and td.Value("*").winner(first="right") == "right"
    assert td.Value("*2").options("left") == (0, td.Value("*")) and td.Value("7").number == 7
    with pytest.raises(ValueError, match="not a player"):
        g.winner("both")


def test_thermographs():
    graph = td.Value("10|8||2").thermograph
    assert graph.mean == Fraction(11, 2) and graph.at("left", 0) == 8 and graph.at("right", 10) == graph.mean
    assert graph.left[0] == (Fraction(9), Fraction(-1)) or graph.left[0][1] == -1
    corners = graph.array("left")
    assert corners.shape == (len(graph.left), 2) and corners[-1].tolist() == [5.5, 3.5]
    assert td.Thermograph(graph.left, graph.right) == graph and pickle.loads(pickle.dumps(graph)) == graph
    assert hash(graph) == hash(pickle.loads(pickle.dumps(graph))) and graph != 3
    assert graph.svg().startswith("<svg") and "tikz" in graph.tikz() and str(graph).startswith("Thermograph(")
    for text in ("0", "1/2", "*", "{1|*||-3}", "+-1", "^"):
        graph = td.Value(text).thermograph
        assert td.Thermograph(graph.left, graph.right) == graph
    with pytest.raises(ValueError):
        td.Thermograph([(0, 0)], [(0, -1)])


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = td.Value("10|8||2").thermograph.plot(title="{10|8||2}")
    assert axes.xaxis_inverted() and axes.get_title() == "{10|8||2}"


def test_day_two_and_all_comparisons():
    values = td.born_by(2)
    assert len(values) == 22
    with td.Store():
        td.Value("^^*")
        assert td.born_by(2) == values and [str(value) for value in td.born_by(1)] == ["0", "*", "-1", "1"]
    order = td.compare_all(values, values)
    assert order.shape == (22, 22) and (order.diagonal() == 0).all()
    marks = {"<": -1, "=": 0, ">": 1, "<>": 2}
    for i, g in enumerate(values):
        for j, h in enumerate(values):
            assert order[i, j] == marks[g.compare(h)]
            assert (g <= h) == (order[i, j] in (-1, 0)) and (g < h) == (order[i, j] == -1)
            assert (g >= h) == (order[i, j] in (1, 0)) and (g > h) == (order[i, j] == 1)
    assert td.compare_all([], values).shape == (0, 22)
    assert td.compare_all([0, "*"], [td.Value("^"), Fraction(-1, 2)]).tolist() == [[-1, 1], [2, 1]]


def test_time_limits_of_values():
    switches = " + ".join(f"{{{{{i}|{i % 7}}}|{{*|-{i}}}}}" for i in range(2, 90))
    with pytest.raises(td.LimitReached):
        td.Value(switches, time=0.1)
