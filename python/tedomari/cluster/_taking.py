"""Tables of taking games: a task for each block, children first."""

from __future__ import annotations

import heapq
import os
import uuid
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .._native import Blocks, Taking
from . import _tasks
from ._cluster import Cluster, broken, of
from ._drive import LONG, Bag, Task, drive

if TYPE_CHECKING:
    from ._cluster import Workers

#: The number of files that a task looks at.
LOOKS = 32
#: The number of ready blocks, the first in their order, among which those are chosen whose children a worker has plain.
CHOICE = 64


class _Plan:
    """Which blocks are done, which can be done now, and which are not needed any more."""

    def __init__(self, blocks: Blocks, folder: str, identity: str, keep: str, memory: int) -> None:
        self.blocks, self.folder, self.identity, self.memory = blocks, folder, identity, memory
        self.order = blocks.order(keep)
        self.place = {block: place for place, block in enumerate(self.order)}
        self.children = {block: blocks.children(block) for block in self.order}
        self.parents: dict[int, list[int]] = {block: [] for block in self.order}
        for block, children in self.children.items():
            for child in children:
                self.parents[child].append(block)
        self.kept = set(blocks.kept(keep))
        #: The blocks with a file, and those that were dropped, each with its number of P-positions.
        self.there: dict[int, int] = {}
        self.dropped: dict[int, int] = {}
        self.running: set[int] = set()
        self.todo: set[int] = set()
        self.missing: dict[int, int] = {}
        self.ready: list[int] = []
        #: The number of blocks that were computed in this run, and the seconds that they took.
        self.worked_out, self.seconds = 0, 0.0
        self.threads = 1
        #: The blocks that each worker should have plain, those used lately last.
        self.plain: dict[str, OrderedDict[int, None]] = {}
        self.room = (memory << 20) // blocks.block_bytes

    def found(self, looked: Iterable[tuple[int, tuple[int, bool] | None]]) -> None:
        """Takes what the files say."""
        for block, file in looked:
            self.there.pop(block, None)
            self.dropped.pop(block, None)
            if file is not None:
                (self.there if file[1] else self.dropped)[block] = file[0]

    def make(self) -> None:
        """Finds out what is to be done: what is missing, and dropped blocks that something missing needs."""
        self.todo = set()
        for block in reversed(self.order):
            is_there = block in self.there or (block in self.dropped and block not in self.kept)
            if not is_there or block in self.todo:
                self.todo.add(block)
                self.todo.update(child for child in self.children[block] if child not in self.there)
        self.missing = {block: sum(child in self.todo for child in self.children[block]) for block in self.todo}
        self.ready = [self.place[block] for block in self.todo if self.missing[block] == 0]
        heapq.heapify(self.ready)

    def take(self, worker: str) -> Task | None:
        # While there are few blocks, no thread takes more than its share.
        most = max(min(int(LONG * self.worked_out / (self.seconds or 1.0)), len(self.ready) // (2 * self.threads)), 1)
        choice: list[int] = []
        while self.ready and len(choice) < max(CHOICE, most):
            place = heapq.heappop(self.ready)
            if self.order[place] in self.todo and self.order[place] not in self.running:
                choice.append(place)
        # Unpacking takes a good part of the time, so a block goes where its children are.
        plain = self.plain.setdefault(worker, OrderedDict())
        lacking = {place: sum(child not in plain for child in self.children[self.order[place]]) for place in choice}
        choice.sort(key=lambda place: (lacking[place], place))
        for place in choice[most:]:
            heapq.heappush(self.ready, place)
        blocks = [self.order[place] for place in choice[:most]]
        self.running.update(blocks)
        for block in blocks:
            self._has(plain, block)
        return self.task(blocks) if blocks else None

    def _has(self, plain: OrderedDict[int, None], block: int) -> None:
        """Notes what a worker has plain after a block."""
        for used in [*self.children[block], block]:
            plain[used] = None
            plain.move_to_end(used)
        while len(plain) > self.room:
            plain.popitem(last=False)

    def task(self, blocks: list[int]) -> Task:
        return Task(f"block-{blocks[0]}", _tasks.solve_blocks, (self.folder, self.identity, self.memory, blocks))

    def took(self, task: Task, results: list[tuple[Any, ...]], seconds: float) -> None:
        """Takes the results of a task."""
        self.seconds += seconds
        for block, result in zip(task.arguments[-1], results):
            self.done(block, result)

    def done(self, block: int, result: tuple[Any, ...]) -> None:
        self.running.discard(block)
        if result[0] == "needs":
            child = result[1]
            self.there.pop(child, None)
            self.dropped.pop(child, None)
            self.make()
            return
        self.there[block] = result[1]
        self.dropped.pop(block, None)
        self.worked_out += 1
        if block not in self.todo:
            return
        self.todo.discard(block)
        for parent in self.parents[block]:
            if parent in self.todo:
                self.missing[parent] -= 1
                if self.missing[parent] == 0:
                    heapq.heappush(self.ready, self.place[parent])
        for idle in [*self.children[block], block]:
            self._drop_if_idle(idle)

    def _drop_if_idle(self, block: int) -> None:
        if block in self.kept or block not in self.there:
            return
        if not any(parent in self.todo for parent in self.parents[block]):
            lost = self.there.pop(block)
            self.dropped[block] = lost
            self.drop(block, lost)

    def drop(self, block: int, lost: int) -> None:
        """Drops a block that nothing needs any more."""
        self.blocks.drop(block, lost)

    def end(self, cluster: Cluster) -> bool:
        """Called when nothing is left to do. Is that so?"""
        return True

    def connected(self, client: Any) -> None:
        """Called with each new connection."""
        self.threads = max(sum(client.nthreads().values()), 1)

    def state(self) -> tuple[int, int, str]:
        return len(self.order) - len(self.todo), len(self.order), "blocks"


#: The number of dropped blocks that workers are told about together.
DROPS = 16


class _InMemory(_Plan):
    """The same with blocks in the memory of workers: `most` bytes in each."""

    def __init__(self, blocks: Blocks, folder: str, identity: str, keep: str, memory: int, most: int) -> None:
        super().__init__(blocks, folder, identity, keep, memory)
        self.most = most
        #: The address of the worker that computed a block, and the checksum of the block.
        self.homes: dict[int, tuple[str, int]] = {}
        self.idle: dict[int, int] = {}
        self.client: Any = None

    def connected(self, client: Any) -> None:
        from . import _memory

        super().connected(client)
        self.client = client
        client.register_plugin(_memory.BlockServer())

    def task(self, blocks: list[int]) -> Task:
        from . import _memory

        children = {child for block in blocks for child in self.children[block]}
        homes = {child: self.homes[child] for child in children if child in self.homes}
        arguments = (self.folder, self.identity, self.memory, self.most, homes, blocks)
        return Task(f"block-{blocks[0]}", _memory.solve_blocks, arguments)

    def done(self, block: int, result: tuple[Any, ...]) -> None:
        if result[0] == "done":
            self.homes[block] = result[4], result[3]
        else:
            self.homes.pop(result[1], None)
        super().done(block, result)

    def drop(self, block: int, lost: int) -> None:
        self.idle[block] = lost
        if len(self.idle) >= DROPS:
            self._drop()

    def _drop(self) -> None:
        from . import _memory

        idle, self.idle = self.idle, {}
        try:
            # A worker that does not answer is dead, and so is what it would have written.
            self.client.run(_memory.forget, self.identity, list(idle), on_error="ignore")
        except broken():
            # The connection is made again with the next tasks.
            self.idle.update(idle)
            return
        for block, lost in idle.items():
            if block in self.dropped:
                self.blocks.drop(block, lost)

    def end(self, cluster: Cluster) -> bool:
        from . import _memory

        self.client = cluster.client()
        self._drop()
        # What a worker that dies now has not written is missing afterwards.
        said = cluster.ask(lambda client: client.run(_memory.flush, self.identity, on_error="return"))
        for trouble in said.values():
            if trouble is not None and not isinstance(trouble, broken()):
                raise trouble
        self.found([(block, self.blocks.look(block)) for block in self.order])
        self.homes.clear()
        self.make()
        if self.todo or self.idle:
            return False
        cluster.ask(lambda client: client.run(_memory.clear, self.identity, on_error="ignore"))
        return True


def solve_taking(
    name: str,
    *,
    folder: str | os.PathLike[str],
    workers: Workers,
    play: str = "normal",
    symmetry: bool = True,
    bid: list[int] | None = None,
    keep: str = "all",
    memory: int = 1024,
    behind: int | None = None,
    progress: Any = None,
) -> Taking:
    """Solves a taking game on a cluster, in a folder that all machines see under this path.

    The files are those of `tedomari taking solve --dir`, byte for byte, and each goes on with the folder of the other.
    `memory` is in MiB for each worker: plain blocks that it used lately, so that they are not unpacked again. With 0, a
    thread needs half a gibibyte for nine layers.
    With `behind`, each worker keeps so many MiB of packed blocks in memory, from where others fetch them, and writes their
    files behind: for clusters whose shared folder is slower than their network.
    """
    cluster, path = of(workers), os.path.abspath(folder)
    blocks = Blocks.create(path, name, play=play, symmetry=symmetry, bid=bid)
    blocks.clean()
    if keep == "none" and blocks.is_solved():
        return Taking.open(path)
    # Workers that outlive this run do not take what they have read for the files of the next one.
    identity = uuid.uuid4().hex
    plan = (
        _Plan(blocks, path, identity, keep, memory)
        if behind is None
        else _InMemory(blocks, path, identity, keep, memory, behind << 20)
    )
    _work(cluster, plan, progress)
    blocks.finish(keep)
    return Taking.open(path)


def _work(cluster: Cluster, plan: _Plan, progress: Any) -> None:
    """Looks at all files, and computes what is missing."""
    here = [block for block in plan.order if plan.blocks.look(block) is not None]
    bunches = [here[start : start + LOOKS] for start in range(0, len(here), LOOKS)]
    looks = (
        Task(f"look-{number}", _tasks.look_at_blocks, (plan.folder, plan.identity, bunch))
        for number, bunch in enumerate(bunches)
    )
    bag = Bag(looks, len(bunches))
    for _, looked, _ in drive(cluster, bag, progress):
        bag.done += 1
        plan.found(looked)
    plan.make()
    while True:
        for task, results, seconds in drive(cluster, plan, progress):
            plan.took(task, results, seconds)
        if plan.end(cluster):
            return
