"""How engines are pickled."""

from __future__ import annotations

from os import PathLike

from ._native import Engine


def engine(is_usual: bool, tables: str | PathLike[str] | None) -> Engine:
    """The engine that is used where no other is named, or a new one with the tables of a folder."""
    return Engine.usual() if is_usual else Engine(tables=tables)
