"""Endgame tables: a task for each piece of a level, and one that gives a level the numbers of its words."""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING, Any

from .._native import Parts, Table
from . import _tasks
from ._cluster import of
from ._drive import Bag, Task, drive

if TYPE_CHECKING:
    from ._cluster import Workers

#: The number of files that a task looks at.
LOOKS = 16


def build_table(
    game: str,
    size: tuple[int, int],
    path: str | os.PathLike[str],
    *,
    workers: Workers,
    queens: tuple[int, int] = (1, 1),
    values: bool = False,
    memory: int = 4096,
    progress: Any = None,
) -> Table:
    """Builds an endgame table on a cluster, at a path that all machines see.

    The file is that of `tedomari table build`, byte for byte, and each goes on with what the other has left. Every worker reads
    the lower levels, so each takes up to `memory` MiB.
    """
    cluster, where = of(workers), os.path.abspath(path)
    # From JSON they come as lists.
    size, queens = (size[0], size[1]), (queens[0], queens[1])
    arguments = (game, size, where, queens, values, memory)
    parts = Parts(game, size, where, queens=queens, values=values, memory=memory)
    if parts.is_built():
        return Table.open(where)
    identity = uuid.uuid4().hex
    parts.lock()
    try:
        build = _Levels(parts, arguments, identity)
        bunches = build.looks()
        bag = Bag(iter(bunches), len(bunches))
        for _, looked, _ in drive(cluster, bag, progress):
            bag.done += 1
            build.there.update(piece for piece, is_there in looked if is_there)
        build.begin()
        for task, result, _ in drive(cluster, build, progress):
            build.take_result(task, result)
    except BaseException:
        parts.unlock(done=False)
        raise
    parts.unlock(done=True)
    # All pieces are there, so they are joined.
    return Table.build(game, size, where, queens=queens, values=values, memory=memory, progress=False)


class _Levels:
    """Which pieces can be worked out: those of the lowest level that is not done."""

    def __init__(self, parts: Parts, arguments: tuple[Any, ...], identity: str) -> None:
        self.arguments, self.identity = arguments, identity
        self.pieces = parts.pieces()
        count = max(level for level, _ in self.pieces) + 1
        self.levels: list[list[int]] = [[] for _ in range(count)]
        for piece, (level, _) in enumerate(self.pieces):
            self.levels[level].append(piece)
        self.there: set[int] = set()
        self.level = 0
        self.open: list[int] = []
        self.running: set[str] = set()

    def looks(self) -> list[Task]:
        pieces = range(len(self.pieces))
        bunches = [list(pieces[start : start + LOOKS]) for start in range(0, len(self.pieces), LOOKS)]
        return [
            Task(f"look-{number}", _tasks.look_at_pieces, (self.arguments, self.identity, bunch))
            for number, bunch in enumerate(bunches)
        ]

    def begin(self) -> None:
        """Goes to the pieces of this level that are not there."""
        if self.level < len(self.levels):
            self.open = [piece for piece in reversed(self.levels[self.level]) if piece not in self.there]

    def take(self, worker: str) -> Task | None:
        if self.open:
            piece = self.open.pop()
            task = Task(f"piece-{piece}", _tasks.work_out_piece, (self.arguments, self.identity, piece))
        elif self.level < len(self.levels) and not self.running:
            pieces = self.levels[self.level]
            task = Task(f"words-{self.level}", _tasks.number_pieces, (self.arguments, self.identity, pieces))
        else:
            return None
        self.running.add(task.name)
        return task

    def take_result(self, task: Task, result: tuple[Any, ...]) -> None:
        self.running.discard(task.name)
        if result[0] == "needs":
            # A file was damaged or lost: go back to its level.
            piece = result[1]
            self.there.discard(piece)
            self.level = min(self.level, self.pieces[piece][0])
            self.begin()
        elif task.call is _tasks.number_pieces:
            self.level += 1
            self.begin()
        else:
            self.there.add(task.arguments[-1])

    def connected(self, client: Any) -> None:
        pass

    def state(self) -> tuple[int, int, str]:
        entries = sum(self.pieces[piece][1] for piece in self.there)
        return entries, sum(count for _, count in self.pieces), f"level {self.level}"
