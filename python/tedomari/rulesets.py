"""Rulesets of one's own: a class with the method `options`, over positions of any hashable type.

>>> import tedomari as td
>>> class Cutcake(td.Ruleset):
...     name = "cutcake"
...
...     def options(self, cake, player):
...         columns, rows = cake
...         if player == "left":
...             return [((i, rows), (columns - i, rows)) for i in range(1, columns)]
...         return [((columns, i), (columns, rows - i)) for i in range(1, rows)]
...
...     def regions(self, cakes):
...         return cakes if cakes and isinstance(cakes[0], tuple) else [cakes]
>>> Cutcake()((5, 3)).value
Value('1')
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from os import PathLike
from typing import Any, ClassVar, TypeVar, Union
from weakref import WeakValueDictionary

from ._native import Engine, Position, Rules, Value

#: The players. Left is positive.
LEFT = "left"
RIGHT = "right"


class CheckFailed(AssertionError):
    """A hook of a ruleset contradicts its options."""


class Ruleset(ABC):
    """A ruleset in Python. Its positions have values, thermographs, temperatures, solvers and players.

    Only `options` is needed. Positions are hashable and never change. These methods are optional and make
    searches faster; `check` compares them with what follows from `options` alone:

    - `regions(position)`: independent positions of which it is the sum.
    - `normal_form(position)`: a pair of a position and whether its value is the negative of this one's. All
      positions that are alike should have the same.
    - `bounds(position)`: two numbers between which the value lies, both included, or None.
    - `score(position)`: the number that it is equal to, or None. With it a position in which nobody can move may
      be worth something.
    - `longest_play(position)`: an upper bound on the number of moves of both players, or None. `search("interval")`
      needs it, or `bounds`.
    - `svg(position)`: a drawing, for notebooks.
    - `show(position)` and `read(text)`: how positions are written.
    """

    #: The name in `NAME:POSITION`: two or more letters, digits and hyphens, the first a letter.
    name: ClassVar[str] = ""
    #: Do both players always have the same options? Then winners are found by nim values.
    impartial: ClassVar[bool] = False
    #: The rules in a sentence, the meaning of the notation, and a position.
    about: ClassVar[str] = ""
    notation: ClassVar[str] = ""
    example: ClassVar[str] = ""

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "name" not in cls.__dict__ and not cls.name:
            cls.name = cls.__name__.lower()

    @abstractmethod
    def options(self, position: Any, player: str) -> Iterable[Any] | Mapping[str, Any]:
        """The positions that a player, `"left"` or `"right"`, can move to; or a dict of them by names of moves."""

    def show(self, position: Any) -> str:
        """The text of a position."""
        return str(position)

    def read(self, text: str) -> Hashable:
        """The position with this text."""
        raise ValueError(f"{self.name} does not define how positions are read")

    def __call__(self, position: Hashable) -> Position:
        """The position with this state."""
        return self._rules().position(self, position)

    def position(self, text: str) -> Position:
        """The position with this text."""
        return self(self.read(text))

    def _rules(self) -> Rules:
        rules = self.__dict__.get("_known_rules")
        if rules is None:
            rules = self.__dict__["_known_rules"] = Rules()
            _IN_USE[id(self)] = self
        return rules

    def __getstate__(self) -> dict[str, Any]:
        return {key: part for key, part in self.__dict__.items() if key != "_known_rules"}

    def __reduce__(self) -> Any:
        return _restored, (type(self), self.__getstate__())

    def check(self, position: Hashable, *, most: int = 1000) -> int:
        """Compares the optional hooks with what follows from `options` alone, here and in what can follow.

        It looks at `most` positions at most and returns their number. A hook that is wrong raises
        `CheckFailed`, which names the hook and the position.
        """
        plain = _Plain(self)
        todo, seen = [position], {position}
        while todo:
            state = todo.pop()
            self._check(state, plain)
            for player in (LEFT, RIGHT):
                for option in _listed(self.options(state, player)):
                    if option not in seen and len(seen) < most:
                        seen.add(option)
                        todo.append(option)
        return len(seen)

    def _check(self, state: Any, plain: _Plain) -> None:
        value, length = plain.value(state)

        def said(hook: str) -> Any:
            method = getattr(self, hook, None)
            return None if method is None else method(state)

        def fail(hook: str, why: str) -> None:
            raise CheckFailed(f"{self.name}: {hook} of {self.show(state)} {why}, but its value is {value}")

        if (regions := said("regions")) is not None:
            regions = list(regions)
            total = Value(0)
            for region in regions:
                total = total + plain.value(region)[0]
            if total != value:
                fail("regions", f"are {', '.join(map(self.show, regions)) or 'none'}, worth {total}")
        if (form := said("normal_form")) is not None:
            other, negative = form
            of_form = plain.value(other)[0]
            if (-of_form if negative else of_form) != value:
                fail("normal_form", f"is {self.show(other)}, worth {of_form}{', negated' if negative else ''}")
        if (bounds := said("bounds")) is not None:
            low, high = (Value(bound) for bound in bounds)
            if not low <= value <= high:
                fail("bounds", f"are {low} and {high}")
        if (score := said("score")) is not None and Value(score) != value:
            fail("score", f"is {score}")
        if (most := said("longest_play")) is not None and most < length:
            raise CheckFailed(f"{self.name}: longest_play of {self.show(state)} is {most}, but {length} moves can be made")
        if self.impartial and set(_listed(self.options(state, LEFT))) != set(_listed(self.options(state, RIGHT))):
            raise CheckFailed(f"{self.name}: options of {self.show(state)} differ, but the ruleset is called impartial")


#: The rulesets that have positions, by their identity.
_IN_USE: WeakValueDictionary[int, Ruleset] = WeakValueDictionary()


def _restored(kind: type[Ruleset], state: dict[str, Any]) -> Ruleset:
    """A ruleset that was pickled: the one in use, if there is an equal one, so that positions are equal, too."""
    for known in list(_IN_USE.values()):
        try:
            if type(known) is kind and bool(known.__getstate__() == state):
                return known
        except (TypeError, ValueError):
            continue  # Some parts, such as arrays, are not simply equal or not.
    made = kind.__new__(kind)
    made.__dict__.update(state)
    return made


def _listed(options: Any) -> list[Any]:
    return list(options.values()) if isinstance(options, Mapping) else list(options)


class _Plain:
    """Values and lengths of play by plain recursion over options, with a stack of its own: play may be long."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.known: dict[Any, tuple[Value, int]] = {}

    def value(self, state: Any) -> tuple[Value, int]:
        todo = [state]
        while todo:
            top = todo[-1]
            if top in self.known:
                todo.pop()
                continue
            left, right = (_listed(self.ruleset.options(top, player)) for player in (LEFT, RIGHT))
            missing = [option for option in left + right if option not in self.known]
            if missing:
                if len(todo) > 100_000:
                    raise CheckFailed(f"{self.ruleset.name}: play from {self.ruleset.show(state)} does not end")
                todo.extend(missing)
                continue
            length = 1 + max(self.known[option][1] for option in left + right) if left or right else 0
            self.known[todo.pop()] = self._of(top, left, right), length
        return self.known[state]

    def _of(self, state: Any, left: list[Any], right: list[Any]) -> Value:
        if not left and not right and hasattr(self.ruleset, "score"):
            score = self.ruleset.score(state)
            return Value(0 if score is None else Fraction(score))
        sides = ([self.known[option][0] for option in options] for options in (left, right))
        return Value.of_options(*sides)


_Added = TypeVar("_Added", bound=Union[Ruleset, str, PathLike[str]])


def add(ruleset: _Added) -> _Added:
    """Makes a ruleset, or one in a file of Lua, known by its name: `NAME:POSITION` is then read wherever positions are.

    A ruleset that was added under the same name is replaced. Without this, the path of a file names its ruleset:
    `td.position("./cutcake.lua:5x3")`.
    """
    Engine.usual().add(ruleset)
    return ruleset
