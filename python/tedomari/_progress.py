"""Progress bars: those of tqdm, in notebooks and terminals."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def _is_shown() -> bool:
    """Is anyone looking: in a terminal, or in a notebook?"""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    shell = sys.modules.get("IPython")
    shell = shell.get_ipython() if shell is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class _Silent:
    def show(self, elapsed: float, done: int, total: int, note: str) -> None:
        pass

    def close(self) -> None:
        pass


class _Called(_Silent):
    """A function of the caller: it gets the work that is done, all of it (0 if unknown), and a note."""

    def __init__(self, call: Callable[[int, int, str], Any]) -> None:
        self.call = call

    def show(self, elapsed: float, done: int, total: int, note: str) -> None:
        self.call(done, total, note)


class _Bar(_Silent):
    """A bar of the work where its amount is known, and of the time that it may take where not."""

    def __init__(self, time: float | None) -> None:
        from tqdm.auto import tqdm

        self.time = time
        self.bar: Any = None
        self.make = tqdm

    def show(self, elapsed: float, done: int, total: int, note: str) -> None:
        counted = total > 0
        if self.bar is None:
            whole = total if counted else self.time
            self.bar = self.make(total=whole, unit="" if counted else "s", leave=False, desc="tedomari")
        if counted:
            self.bar.total = total
        self.bar.n = done if counted else round(min(elapsed, self.time or elapsed), 1)
        remark = note or (f"{done} nodes" if done and not counted else "")
        if remark:
            self.bar.set_postfix_str(remark, refresh=False)
        self.bar.refresh()

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def bar(progress: Any, time: float | None) -> _Silent:
    """The bar for the argument `progress`: a function, True, False, or None for a bar where anyone is looking."""
    if callable(progress):
        return _Called(progress)
    if progress is None:
        progress = _is_shown()
    return _Bar(time) if progress else _Silent()
