"""The board editor with live bounds, for notebooks: `position.widget()`. It needs anywidget, an extra."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from ._html import komasters
from ._native import LimitReached

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("the board editor needs anywidget: pip install tedomari[widget]") from error

#: How long the bounds of a board narrow, in seconds, and the first look at it.
SECONDS = 20.0
FIRST = 0.25


class Board(anywidget.AnyWidget):
    """A board that is edited by clicks, with bounds that narrow while one looks at it."""

    _esm = Path(__file__).with_name("widget.js")
    _css = Path(__file__).with_name("widget.css")

    rows = traitlets.List(traitlets.Unicode()).tag(sync=True)
    symbols = traitlets.Unicode().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)

    def __init__(self, position: Any, *, seconds: float = SECONDS) -> None:
        rows = position.rows
        if rows is None or position.symbols is None:
            raise ValueError(f"positions of {position.game} are not edited as a board")
        self.position = position
        self.seconds = seconds
        self._turn = 0
        super().__init__(rows=rows, symbols=position.symbols)
        self.observe(self._edited, "rows")
        self._start()

    def _edited(self, _change: Any) -> None:
        try:
            self.position = self.position.read("|".join(self.rows))
        except ValueError as error:
            self._turn += 1
            self.problem, self.facts = str(error), {}
            return
        self.problem = ""
        self._start()

    def _start(self) -> None:
        """Searches in another thread, which ends when the board is edited."""
        self._turn += 1
        threading.Thread(target=self._search, args=(self.position, self._turn), daemon=True).start()

    def _search(self, position: Any, turn: int) -> None:
        time = FIRST
        while turn == self._turn:
            try:
                found = position.analyze(time=time, progress=False)
            except (ValueError, LimitReached, OverflowError) as error:
                found, problem = None, str(error)
            else:
                problem = ""
            if turn != self._turn:
                return
            self.problem = problem
            if found is not None:
                self.facts = facts(found)
            if found is None or found.exact or time >= self.seconds:
                return
            time *= 2


def facts(found: Any) -> dict[str, str]:
    """What the board shows: exact facts, and bounds where they are not known."""
    shown: dict[str, str] = {}
    for key in ("canonical", "outcome", "mean", "temperature"):
        fact, bounds = found.get(key), found.get(f"{key}_bounds")
        if fact is not None:
            text = str(fact)
            shown[key] = text if len(text) <= 120 else text[:117] + "…"
        elif bounds is not None:
            shown[key] = f"{bounds[0]} … {bounds[1]}"
    shown.update(komasters(found))
    for player, moves in (found.moves or {}).items():
        best = [str(move["move"]) for move in moves if move["orthodox"]]
        if best:
            shown[f"{player} plays"] = ", ".join(best[:5])
    if found.exact is False:
        shown["certain"] = "bounds hold; they narrow while you look"
    return shown


def board(position: Any, **arguments: Any) -> Board:
    return Board(position, **arguments)
