"""Positions, sums, proofs, sessions, matches and tables."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction

import pytest
import tedomari as td


def test_every_ruleset_has_a_reader():
    for facts in td.rulesets():
        if td.Engine.usual().has_chance(facts.name):
            continue
        read = getattr(td, facts.name.replace("-", "_"))
        position = read(facts.example)
        assert position == td.position(f"{facts.name}:{facts.example}") and position.game == facts.name
        assert hash(position) == hash(td.position(position.text)) and pickle.loads(pickle.dumps(position)) == position
        assert facts.about in read.__doc__


def test_positions():
    p = td.amazons("x.#.|....|.##.|...o")
    assert str(p).lower() == "x.#.|....|.##.|...o"
    assert p.temperature == Fraction(5, 2) == p.value.temperature == p.thermograph.temperature
    moves = p.moves("left")
    assert moves[0].player == "left" and p.play(moves[0]) in p.options("left")
    assert p.play(str(moves[0])) == p.play(moves[0]) and moves[0] == moves[0].name
    assert p.mean == p.value.mean and p.outcome == p.value.outcome and p.winner("left") == p.value.winner("left")
    assert p.rows == str(p).split("|") and p.svg().startswith("<svg") and p.record().startswith("(;")
    with pytest.raises(ValueError, match="is not a move"):
        p.play("A1-A1xA1")
    with pytest.raises(ValueError, match="not one of"):
        td.amazons("x?")
    with pytest.raises(ValueError, match="GAME:POSITION"):
        td.position("x..|..o")
    both = td.nogo("...")
    with pytest.raises(ValueError, match="both players"):
        both.play("A1")
    assert both.play("A1", "left") != both.play("A1", player="right")


def test_regions_add_up():
    p = td.nogo("...X...O...")
    assert sum((region.value for region in p.regions), td.Value(0)) == p.value


def test_answers_are_the_json_of_the_command(command):
    for text in ("amazons:x..|...|..o", "nogo:...|..."):
        answer = td.position(text).analyze(time=60)
        told = json.loads(command("analyze", text, "--json", "--time", "60"))
        for key in set(told) - {"seconds", "nodes", "position"}:
            assert answer.json[key] == told[key], key
        assert answer.value == td.position(text).value and answer.mean == answer["mean"]
        assert answer.moves.left[0]["loss"] == 0 and answer.no_such_key is None and "mean" in answer
        assert pickle.loads(pickle.dumps(answer)).mean == answer.mean and "temperature" in repr(answer)


def test_ranking():
    pytest.importorskip("pandas")
    ranking = td.amazons("x..|...|..o").ranking()
    assert list(ranking.columns) == ["player", "move", "mean", "temperature", "loss", "orthodox", "wins", "kind"]
    assert set(ranking.player) == {"left", "right"} and (ranking[ranking.orthodox].loss == 0).all()


def test_searches():
    p = td.amazons("x..|..o")
    exact = p.search("exact")
    assert exact.exact and exact.temperature == p.temperature
    for method in ("best", "interval", "tds", "tds+", "mts"):
        found = p.search(method, time=20)
        assert not found.exact or (found.mean, found.temperature) == (exact.mean, exact.temperature)
    assert p.search("interval", threshold=0, time=20).hotter == (exact.temperature > 0)
    assert p.search("tds+", time=20, delta=Fraction(1, 4)).delta == Fraction(1, 4)
    with pytest.raises(ValueError, match="no method"):
        p.search("guess")
    with pytest.raises(ValueError, match="no coupons"):
        p.search("exact", delta=1)
    with pytest.raises(TypeError, match="no argument 'tome'"):
        p.search(tome=1)
    for wrong in ({"time": -1}, {"time": float("nan")}, {"nodes": -1}, {"memory": 1.5}, {"threads": 0}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} is a number"):
            p.analyze(**wrong)
    with pytest.raises(TypeError, match="time is a number of seconds, or None, not 'soon'"):
        p.analyze(time="soon")


def test_limits_leave_bounds():
    p = td.amazons("x....x|......|......|......|......|o....o")
    found = p.analyze(nodes=300)
    assert found.error and found.exact is False and found.mean_bounds[0] <= found.mean_bounds[1]
    with pytest.raises(td.LimitReached):
        p.exact_value(nodes=300)


def test_sums():
    s = td.clobber("xoxoxo") + "^^*"
    assert str(s) == "clobber:XOXOXO + ^^*" or s.parts[1] == td.Value("^^*")
    assert len(s) == 2 and s == td.sum("clobber:xoxoxo", td.Value("^^*")) and hash(s) == hash(td.Sum(s))
    assert s.winner("right") == "left" and s.solve(first="right").winner == "left"
    assert s.value == td.clobber("xoxoxo").value + "^^*" and s.outcome == s.value.outcome
    assert s.solve().left_first.winner == s.value.winner("left")
    assert s.thermograph == s.value.thermograph and s.analyze().parts[1]["canonical"] == "^^*"
    assert (1 + td.nogo("...")).value == td.nogo("...").value + 1 and len(2 * td.nogo("...") + s) == 4
    assert pickle.loads(pickle.dumps(s)).value == s.value
    assert s.mean == s.value.mean and s.temperature == s.value.temperature == s.search("exact").temperature
    assert s.search("tds+", threshold=-1).hotter is True
    assert td.sum("{10|8||2}", "5|-3").solve(score=True).left_stop == (td.Value("{10|8||2}") + "5|-3").left_stop
    for method in ("values", "alphabeta", "pn", "dfpn", "pn-all"):
        assert s.solve(first="left", method=method).winner == s.value.winner("left")
    after = s.play("left", *s.moves("left")[0])
    assert after.value <= s.value or after.value.confused(s.value) or after.value > s.value
    with pytest.raises(ValueError):
        s.play("left", 9, "A1")
    with pytest.raises(TypeError):
        s + None


def test_proofs():
    proof = td.domineering("...|...|...").prove("left")
    assert proof.winner == "left" == proof.first and len(proof) > 1
    assert proof.check().winner == "left" and td.proof(str(proof)).show() == proof.show()
    assert pickle.loads(pickle.dumps(proof)).sum == proof.sum
    with pytest.raises(ValueError):
        td.proof(str(proof).replace("left", "right", 1))


def test_sessions_and_players():
    names = [name for name, _ in td.players()]
    assert "informed" in names and "star2" in [name for name, _ in td.players(contest=True)]
    game = td.session("clobber:xoxo + ^*", player="hotstrat:exact")
    while (chosen := game.choose(nodes=1000)) is not None and game.score is None:
        game.play(chosen.part, chosen.move)
    assert game.score is not None and game.undo()
    chosen = td.amazons("x..|...|..o").choose("left", nodes=1000)
    assert chosen.move in td.amazons("x..|...|..o").moves("left")
    ewn = td.session("ewn", player="star1", seed=3)
    assert ewn.to_move in ("left", "right") and ewn.moves()
    ewn.play(*ewn.moves()[0])
    with pytest.raises(ValueError):
        td.session("clobber:xo", player="nobody")


def test_matches(tmp_path):
    found = td.match("hotstrat:exact", "random", size=(3, 3), components=2, games=4, move_nodes=500,
                     journal=tmp_path / "match.jsonl")  # fmt: skip
    assert found.games == 4 == len(found.records) and found.records[0].moves
    assert td.replay(tmp_path / "match.jsonl").wins == found.wins
    with pytest.raises(ValueError):
        td.match("hotstrat:exact", "random", game="no-game", games=1)


def test_tables(tmp_path):
    table = td.Table.build("amazons", (3, 2), tmp_path / "small.table", memory=500)
    assert table.verify(sample=50) == 50 and len(table) > 50
    census = table.census()
    assert census.hottest and census.positions > census.distinct > 0
    assert td.Table.list(tmp_path)[0].game == "amazons"
    engine = td.Engine(tables=tmp_path)
    p = engine.position("amazons:x..|..o")
    assert engine.probe(p).mean == p.mean == td.amazons("x..|..o").mean
    assert pickle.loads(pickle.dumps(p)) == p and pickle.loads(pickle.dumps(engine)).probe(p).mean == p.mean
    assert pickle.loads(pickle.dumps(td.Engine.usual())).position("nogo:...") == td.nogo("...")
    with pytest.raises(OSError):
        td.Table.open(tmp_path / "missing.table")
    with pytest.raises(ValueError, match="no tables"):
        td.Table.build("go", (2, 2), tmp_path / "go.table")


def test_triangular_nim(tmp_path):
    solved = td.Taking.solve("triangular-nim:5", play="misere")
    assert solved.facts.outcome == "P" and solved.query("x|xx|...|....|.....").winning_moves is not None
    assert td.Taking.solve("triangular-nim:4", folder=tmp_path).facts.lost == td.Taking.open(tmp_path).facts.lost
    assert td.Taking.solve("cram:3x3").facts.outcome in ("N", "P") and td.Taking.stats("tactix:3x3").blocks > 0
    with pytest.raises(ValueError):
        td.Taking.solve("no-game")


def test_experiments():
    names = [known.name for known in td.experiments()]
    assert "xt-domineering-3x3" in names
    result = td.experiment("xt-domineering-3x3")
    assert result.tables[0]["rows"] and len(result.frame()) == len(result.tables[0]["rows"])
    with pytest.raises(ValueError, match="no experiment"):
        td.experiment("nothing")


def test_notebooks_show_values_positions_and_sums():
    shown = [td.Value("10|8||2"), td.Value("^"), td.amazons("x..|...|..o"), td.clobber("xoxo") + "^*", td.hackenbush("g-a:L"),
             td.Value("*").thermograph, td.nogo("...").analyze()]  # fmt: skip
    for thing in shown:
        html = thing._repr_html_()
        assert "<table>" in html and "prefers-color-scheme: dark" in html


def test_kos():
    p = td.go(".X.X#|XOXX#|OOOX#|#####")
    found = p.analyze()
    assert [known.mean for known in found.komasters] == 2 * [Fraction(4, 3)]
    assert found.komasters[0].thermograph.left[-1] == [Fraction(4, 3), Fraction(4, 3)]
    assert p.ko_svg().startswith("<svg") and td.go("#XXX##|#X..O#|#XXXX#").ko_svg() is None
    html = p._repr_html_()
    assert "left is komaster" in html and "mean 4/3" in html and html.count("<svg") == 2
    moves = td.describe("B where A={1|B}, B={A|0}").ko_moves
    assert moves.left[0].takes_ko and moves.right[0].move == "0"


def test_experiments_are_told_in_short_and_in_full():
    found = td.experiment("forecast")
    assert repr(found) == f"<Experiment forecast: {len(found.tables)} tables, {len(found.plots)} plots>"
    assert found.tables[0]["title"] in str(found) and found._repr_html_()


def test_stats_obey_their_limits():
    assert td.Taking.stats("triangular-nim:5").layers == 5
    with pytest.raises(td.LimitReached):
        td.Taking.stats("triangular-nim:9", time=0)


def test_widget():
    pytest.importorskip("anywidget")
    import time

    board = td.amazons("x..|...|..o").widget()
    for _ in range(500):
        if board.facts.get("temperature"):
            break
        time.sleep(0.02)
    assert board.facts["mean"] == "0"
    board.rows = ["X..", "...", "..."]
    for _ in range(500):
        if board.facts.get("outcome") == "L":
            break
        time.sleep(0.02)
    assert board.facts["outcome"] == "L"
    board.rows = ["X?."]
    assert "not one of" in board.problem
    with pytest.raises(ValueError):
        td.hackenbush("g-a:L").widget()
