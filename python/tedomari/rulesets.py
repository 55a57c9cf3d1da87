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
from typing import Any, ClassVar

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
    - `svg(position)`: a drawing, for notebooks.
    - `show(position)` and `read(text)`: how positions are written.
    """

    #: The name in `NAME:POSITION`: two or more letters, digits and hyphens, the first a letter.
    name: ClassVar[str] = ""
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
        return rules

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
        value = plain.value(state)

        def fail(hook: str, said: str) -> None:
            raise CheckFailed(f"{self.name}: {hook} of {self.show(state)} {said}, but its value is {value}")

        if hasattr(self, "regions") and (regions := self.regions(state)) is not None:
            regions = list(regions)
            total = Value(0)
            for region in regions:
                total = total + plain.value(region)
            if total != value:
                fail("regions", f"are {', '.join(map(self.show, regions)) or 'none'}, worth {total}")
        if hasattr(self, "normal_form") and (form := self.normal_form(state)) is not None:
            other, negative = form
            said = -plain.value(other) if negative else plain.value(other)
            if said != value:
                fail("normal_form", f"is {self.show(other)}{' negated' if negative else ''}, worth {said}")
        if hasattr(self, "bounds") and (bounds := self.bounds(state)) is not None:
            low, high = (Value(bound) for bound in bounds)
            if not low <= value <= high:
                fail("bounds", f"are {low} and {high}")
        if hasattr(self, "score") and (score := self.score(state)) is not None and Value(score) != value:
            fail("score", f"is {score}")


def _listed(options: Any) -> list[Any]:
    return list(options.values()) if isinstance(options, Mapping) else list(options)


class _Plain:
    """Values by plain recursion over options, with a stack of its own: play may be long."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.known: dict[Any, Value] = {}

    def value(self, state: Any) -> Value:
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
            self.known[todo.pop()] = self._of(top, left, right)
        return self.known[state]

    def _of(self, state: Any, left: list[Any], right: list[Any]) -> Value:
        if not left and not right and hasattr(self.ruleset, "score"):
            score = self.ruleset.score(state)
            return Value(0 if score is None else Fraction(score))
        return Value.of_options([self.known[option] for option in left], [self.known[option] for option in right])


def add(ruleset: Ruleset) -> Ruleset:
    """Makes a ruleset known by its name, so that `NAME:POSITION` is read wherever positions are.

    A ruleset that was added under the same name is replaced.
    """
    Engine.usual().add(ruleset, ruleset._rules())
    return ruleset
