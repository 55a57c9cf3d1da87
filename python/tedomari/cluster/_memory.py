"""Blocks in the memory of workers, with files written behind.

A worker keeps the packed blocks that it computed and hands them to others; a thread of its own writes their files. A
child comes from the memory of this worker, from that of the worker that computed it, or from its file. A block that was
in no file when its worker died is computed again as soon as something needs it, or at the end.
"""

from __future__ import annotations

import asyncio
import threading
import time
import zlib
from collections import OrderedDict, deque
from typing import Any

from distributed import WorkerPlugin, get_worker
from distributed.core import send_recv
from distributed.protocol import to_serialize
from distributed.utils import sync

from .._native import Needs
from ._tasks import _blocks

#: Seconds until another worker that does not hand over a block counts as lost, those until one to which there is no
#: connection does, and those in which it is not asked again.
PATIENCE = 60.0
CONNECT = 5.0
REST = 30.0


class NotWritten(Exception):
    """The file of a block that was in memory cannot be written."""


class _Kept:
    __slots__ = ("is_written", "lost", "packed")

    def __init__(self, packed: bytes, lost: int) -> None:
        self.packed, self.lost, self.is_written = packed, lost, False


class Shelf:
    """The packed blocks of this process."""

    def __init__(self) -> None:
        self.change = threading.Condition()
        #: By identity of the run and block, those that were used lately last.
        self.kept: OrderedDict[tuple[str, int], _Kept] = OrderedDict()
        self.bytes = 0
        self.to_write: deque[tuple[str, str, int]] = deque()
        self.writing: tuple[str, int] | None = None
        self.trouble: Exception | None = None
        self.writer: threading.Thread | None = None

    def get(self, identity: str, block: int) -> bytes | None:
        with self.change:
            kept = self.kept.get((identity, block))
            if kept is None:
                return None
            self.kept.move_to_end((identity, block))
            return kept.packed

    def put(self, folder: str, identity: str, block: int, lost: int, packed: bytes, most: int) -> None:
        """Keeps a block. Waits where there is no room, until a file is written."""
        with self.change:
            if self.writer is None:
                self.writer = threading.Thread(target=self._write, daemon=True)
                self.writer.start()
            while self.bytes + len(packed) > most:
                if self._leaves():
                    continue
                self._check()
                if not self.to_write and self.writing is None:
                    break
                self.change.wait(1.0)
            self._check()
            if (identity, block) not in self.kept:
                self.kept[identity, block] = _Kept(packed, lost)
                self.bytes += len(packed)
                self.to_write.append((folder, identity, block))
            self.change.notify_all()

    def _check(self) -> None:
        if self.trouble is not None:
            trouble, self.trouble = self.trouble, None
            raise trouble

    def _leaves(self) -> bool:
        """Gives the block with a file away that was not used for the longest time."""
        for key, kept in self.kept.items():
            if kept.is_written:
                del self.kept[key]
                self.bytes -= len(kept.packed)
                return True
        return False

    def _write(self) -> None:
        while True:
            with self.change:
                while not self.to_write:
                    self.change.wait()
                folder, identity, block = self.to_write.popleft()
                kept = self.kept.get((identity, block))
                if kept is None:
                    self.change.notify_all()
                    continue
                self.writing = identity, block
            try:
                _blocks(folder, identity, 0).write(block, kept.lost, kept.packed)
                kept.is_written = True
            except Exception as error:  # noqa: BLE001 - the next task tells it
                with self.change:
                    self.trouble = NotWritten(str(error))
                    # Without a file the block would never leave: it is computed again.
                    if self.kept.pop((identity, block), None) is not None:
                        self.bytes -= len(kept.packed)
            with self.change:
                self.writing = None
                self.change.notify_all()

    def flush(self, identity: str) -> None:
        """Waits until all files of a run are written."""
        with self.change:
            while any(other == identity for _, other, _ in self.to_write) or (self.writing or ("",))[0] == identity:
                self._check()
                self.change.wait(1.0)
            self._check()

    def forget(self, identity: str, blocks: list[int]) -> None:
        """Forgets blocks. After that no file of them is written here."""
        with self.change:
            for block in blocks:
                kept = self.kept.pop((identity, block), None)
                if kept is not None:
                    self.bytes -= len(kept.packed)
            while self.writing is not None and self.writing[0] == identity and self.writing[1] in blocks:
                self.change.wait(1.0)
            self.change.notify_all()

    def clear(self, identity: str) -> None:
        """Forgets all blocks of a run."""
        self.forget(identity, [block for other, block in list(self.kept) if other == identity])


SHELF = Shelf()


class BlockServer(WorkerPlugin):  # type: ignore[misc]
    """Makes a worker hand over blocks to others."""

    name = "tedomari-blocks"

    def setup(self, worker: Any) -> None:
        worker.handlers["tedomari_block"] = _hand_over


def _hand_over(identity: str, block: int) -> dict[str, Any]:
    packed = SHELF.get(identity, block)
    return {"packed": None if packed is None else to_serialize(packed)}


#: The moments at which workers did not answer.
_silent: dict[str, float] = {}


def _fetch(worker: Any, home: str, identity: str, block: int) -> bytes | None:
    """A block from the memory of another worker. `None` means that it is lost."""

    async def ask() -> Any:
        # Dask tries to reach a dead worker again and again for half a minute.
        comm = await worker.rpc.connect(home, timeout=CONNECT)
        try:
            return (await send_recv(comm, op="tedomari_block", identity=identity, block=block))["packed"]
        finally:
            worker.rpc.reuse(home, comm)

    if time.monotonic() - _silent.get(home, float("-inf")) < REST:
        return None
    try:
        packed = sync(worker.loop, ask, callback_timeout=PATIENCE)
    except Exception:  # noqa: BLE001 - whatever the reason is, the file is next
        _silent[home] = time.monotonic()
        return None
    return None if packed is None else bytes(packed)


def solve_blocks(
    folder: str, identity: str, memory: int, most: int, homes: dict[int, tuple[str, int]], blocks: list[int]
) -> list[tuple[Any, ...]]:
    """Blocks from their children in memory: for each `("done", lost, bytes, checksum, home)`, or `("needs", child, reason)`."""
    return [_solve_block(folder, identity, memory, most, homes, block) for block in blocks]


def _solve_block(
    folder: str, identity: str, memory: int, most: int, homes: dict[int, tuple[str, int]], block: int
) -> tuple[Any, ...]:
    opened, worker = _blocks(folder, identity, memory), get_worker()

    def child(number: int) -> bytes:
        home, checksum = homes.get(number, (None, None))
        packed = SHELF.get(identity, number)
        if packed is None and home is not None and home != worker.address:
            packed = _fetch(worker, home, identity, number)
        if packed is not None and checksum in (None, zlib.crc32(packed)):
            return packed
        return opened.read(number)

    try:
        packed, lost, size, checksum = opened.solve_from(block, child)
    except Needs as needs:
        number, reason = needs.args
        return ("needs", number, reason)
    SHELF.put(folder, identity, block, lost, packed, most)
    return ("done", lost, size, checksum, worker.address)


async def flush(identity: str) -> None:
    await asyncio.to_thread(SHELF.flush, identity)


async def forget(identity: str, blocks: list[int]) -> None:
    await asyncio.to_thread(SHELF.forget, identity, blocks)


async def clear(identity: str) -> None:
    await asyncio.to_thread(SHELF.clear, identity)
