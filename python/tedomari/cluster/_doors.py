"""What `Taking.solve` and `Table.build` call when they are given workers."""

from __future__ import annotations

from typing import Any

from .._native import Table, Taking
from ._tables import build_table
from ._taking import solve_taking

#: The limits that hold for each worker, and those that a cluster has none of.
LIMITS = {"memory", "progress"}


def _known(limits: dict[str, Any] | None) -> dict[str, Any]:
    given = dict(limits or {})
    if unknown := set(given) - LIMITS:
        raise TypeError(f"with workers there is no argument '{min(unknown)}'; there are {', '.join(sorted(LIMITS))}")
    return given


def solve(
    name: str, play: str, symmetry: bool, folder: Any, workers: Any, limits: dict[str, Any] | None
) -> Taking:
    if folder is None:
        raise ValueError("workers need a folder that all machines see: folder=...")
    return solve_taking(name, folder=folder, workers=workers, play=play, symmetry=symmetry, **_known(limits))


def build(
    game: str, size: tuple[int, int], path: Any, queens: tuple[int, int], values: bool, workers: Any,
    limits: dict[str, Any] | None,
) -> Table:  # fmt: skip
    return build_table(game, size, path, workers=workers, queens=queens, values=values, **_known(limits))
