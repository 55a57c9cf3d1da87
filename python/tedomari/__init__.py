"""Exact combinatorial game theory: values, thermographs, temperatures, and what to play.

>>> import tedomari as td
>>> g = td.Value("10|8||2")
>>> g.mean, g.temperature
(Fraction(11, 2), Fraction(7, 2))
>>> td.domineering("..|..").value
Value('+-1')
>>> (td.position("clobber:xoxoxo") + "^^*").winner(first="right")
'left'

Numbers are exact: means and temperatures are `fractions.Fraction`. Long work takes the limits `time` (seconds),
`nodes`, `memory` (MiB) and `threads`, and `progress`; Control-C ends it, and the exception has what was found out
in its attribute `answer`. A limit that is reached before there is an answer raises `LimitReached`, a wrong question
`ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any, Union

from ._answers import Answer
from ._experiments import Experiment, experiment, experiments
from ._native import (
    VERSION as __version__,
    Engine,
    LimitReached,
    Move,
    Position,
    Proof,
    Session,
    Store,
    Sum,
    Table,
    Taking,
    Thermograph,
    Value,
    born_by,
    json_schema,
    players,
)
from .rulesets import LEFT, RIGHT, CheckFailed, Ruleset, add

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np

    #: What a value is made from.
    ValueLike = Union[Value, int, Fraction, str]

    # The readers of the rulesets, which are made at the end.
    amazons: _Reader
    clobber: _Reader
    col: _Reader
    cram: _Reader
    dawsons_kayles: _Reader
    domineering: _Reader
    fission: _Reader
    go: _Reader
    go_territory: _Reader
    grundy: _Reader
    hackenbush: _Reader
    kayles: _Reader
    konane: _Reader
    nim: _Reader
    nogo: _Reader
    octal: _Reader
    snort: _Reader
    toads_and_frogs: _Reader
    toppling_dominoes: _Reader
    tree: _Reader
    triangular_nim: _Reader
    xt_domineering: _Reader


def value(text: ValueLike, *, time: float | None = None) -> Value:
    """The value of an expression in notation, or of a number."""
    return Value(text, time=time)


def position(text: str, *, game: str | None = None) -> Position:
    """A position, written `GAME:POSITION`, such as `amazons:x..|...|..o`."""
    return Engine.usual().position(text, game=game)


def sum(*parts: Sum | Position | ValueLike) -> Sum:
    """The sum of positions and values; texts are read as such."""
    return Sum(*parts)


def proof(text: str) -> Proof:
    """Reads a proof that was written by `str(proof)` or by `tedomari solve --proof`."""
    return Engine.usual().proof(text)


def describe(text: str, *, more: bool = True, **limits: Any) -> Answer:
    """Describes a value in notation as `tedomari value --all` does, within limits."""
    return Engine.usual().describe(text, more=more, **limits)


def session(
    start: str | Sum | Position | Value, *, first: str = "left", player: str = "informed", seed: int = 0
) -> Session:
    """A game in progress: of a sum, or of a game with chance such as `ewn`."""
    return Engine.usual().session(start, first=first, player=player, seed=seed)


def match(
    left: str,
    right: str,
    *,
    game: str | Position = "amazons",
    start: str | Sum | Position | Value | None = None,
    play: str | None = None,
    size: tuple[int, int] | None = None,
    components: int | None = None,
    games: int = 20,
    move_time: float = 1.0,
    move_nodes: int | None = None,
    seed: int = 0,
    journal: str | PathLike[str] | None = None,
    engine: Engine | None = None,
    workers: Any = None,
    **limits: Any,
) -> Answer:
    """Plays a match between two players, see `players()`. Every sum is played twice with sides exchanged.

    Sums are random: boards of `game` with this size, or, where `game` is a position or a ruleset of one's own,
    positions that random moves lead to from there or from its example. `start` is one sum for all games instead.
    Sums end as `play` says, `"normal"`, `"misere"` or `"score"`. The games are in `records`. With a journal a match
    that was interrupted goes on where it was. With workers their cluster plays it.

    >>> found = match("hotstrat:exact", "random", size=(3, 3), components=2, games=2, move_nodes=100)
    >>> found.games, found.records[0].winner in ("left", "right", None)
    (2, True)
    """
    if workers is not None:
        from .cluster import play_match

        if engine is not None:
            raise ValueError("workers have engines of their own: leave engine out")
        return play_match(
            left, right, workers=workers, game=game, start=start, play=play, size=size, components=components,
            games=games, move_time=move_time, move_nodes=move_nodes, seed=seed, journal=journal, **limits,
        )  # fmt: skip
    return (engine or Engine.usual()).play_match(
        left, right, game=game, start=start, play=play, size=size, components=components, games=games,
        move_time=move_time, move_nodes=move_nodes, seed=seed, journal=journal, **limits,
    )  # fmt: skip


def replay(journal: str | PathLike[str]) -> Answer:
    """Plays the games of a match's journal again and checks them."""
    return Engine.usual().replay(journal)


def analyze_one(text: str, **limits: Any) -> Answer:
    """Analyses a position, a sum or a value, as `tedomari analyze` does."""
    topic = Engine.usual().topic(text)
    if topic == "position":
        return position(text).analyze(**limits)
    return sum(text).analyze(**limits) if topic == "sum" else describe(text, **limits)


def analyze(questions: Iterable[Any], *, workers: Any = None, **limits: Any) -> Iterator[Answer]:
    """Analyses many positions, sums or values, and yields the answers in their order; limits hold for each of them.

    With workers their cluster does it, `bunch` questions in a task, or as many as take a third of a second.
    """
    if workers is not None:
        from .cluster import analyze as elsewhere

        yield from elsewhere(questions, workers=workers, **limits)
        return
    for question in questions:
        yield analyze_one(str(getattr(question, "text", question)), **limits)


def rulesets() -> list[Answer]:
    """The rulesets: name, rules, notation and an example of each."""
    return Engine.usual().rulesets()


def compare_all(left: Iterable[ValueLike], right: Iterable[ValueLike]) -> np.ndarray:
    """How each value of one list compares with each of another, as an array with a row for each of the first.

    -1 means less, 0 equal, 1 greater, and 2 confused.

    >>> compare_all([0, "*"], [Value("*"), Value("^"), -1]).tolist()
    [[2, -1, 1], [0, 2, 1]]
    """
    from ._arrays import comparisons

    return comparisons(left, right)


class _Reader:
    """Reads positions of one ruleset: `td.amazons("x..|...|..o")`."""

    def __init__(self, facts: Answer) -> None:
        self.name: str = facts["name"]
        self.__name__ = self.name.replace("-", "_")
        self.__doc__ = f"{facts['about']}\n\nnotation: {facts['notation']}\nexample: {facts['example']}"

    def __call__(self, text: str) -> Position:
        return position(text, game=self.name)

    def __repr__(self) -> str:
        return f"<ruleset {self.name}>"


def _readers() -> dict[str, _Reader]:
    known = [facts for facts in rulesets() if not Engine.usual().has_chance(facts["name"])]
    return {facts["name"].replace("-", "_"): _Reader(facts) for facts in known}


def __getattr__(name: str) -> Any:
    # Most programs need one machine only.
    if name == "cluster":
        import importlib

        return importlib.import_module(".cluster", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_READERS = _readers()
globals().update(_READERS)

__all__ = [
    "LEFT", "RIGHT", "Answer", "CheckFailed", "Engine", "Experiment", "LimitReached", "Move", "Position", "Proof",
    "Ruleset", "Session", "Store", "Sum", "Table", "Taking", "Thermograph", "Value", "add", "analyze", "born_by", "compare_all",
    "describe", "experiment", "experiments", "json_schema", "match", "players", "position", "proof", "replay",
    "rulesets", "session", "sum", "value", *_READERS,
]  # fmt: skip
