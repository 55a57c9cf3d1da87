"""How are tasks sent to workers, and what happens when something dies?

The program holds the plan, not the scheduler: it sends only so many tasks ahead that no thread waits, and the next ones as
results come back. A worker that dies costs what it was doing, which Dask gives to another one. If the scheduler dies, all
tasks that were sent are sent again to the one that takes its place. A task is a plain function that may run twice.
"""

from __future__ import annotations

import queue
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

from .._native import VERSION
from .._progress import bar
from ._cluster import PAUSE, TRIES, Cluster, WorkersLost, broken, threads, wrong_version

#: Tasks for each thread that are sent ahead.
AHEAD = 3
#: What is small is done several in a task, which takes about this many seconds.
LONG = 0.3
#: How often a task is sent again after its workers died.
MOST_DEATHS = 50
#: Seconds between two looks at the workers.
LOOK = 2.0
#: Seconds until results that do not come count as lost.
GATHER = 20.0


class Task(NamedTuple):
    """A call of a function of this package, with plain arguments."""

    name: str
    call: Callable[..., Any]
    arguments: tuple[Any, ...]


class Source(Protocol):
    """Where tasks come from."""

    def take(self, worker: str) -> Task | None:
        """A task that can be done now, best by the worker with this address. `None` means that there is none before
        others are done, or at all."""

    def state(self) -> tuple[int, int, str]:
        """What is done, all of it (0 if unknown), and a note."""

    def connected(self, client: Any) -> None:
        """Called when tasks are sent through a client for the first time; again, if a connection breaks then."""


def _run(version: str, name: str, call: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any, float]:
    """What a worker does: a task, with the processor time of its thread. It may have joined after others were asked."""
    if version != VERSION:
        from distributed import get_worker

        raise wrong_version(get_worker().address, VERSION)
    before = time.thread_time()
    result = call(*arguments)
    return name, result, time.thread_time() - before


class _Lost(Exception):
    """The scheduler is lost, with everything that was sent."""


class _Failed(Exception):
    """A task has failed, or there is an error where tasks come from: no connection is to blame."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


class _Sender:
    """The tasks that were sent to one scheduler."""

    def __init__(self, client: Any) -> None:
        self.client = client
        #: What was sent, and the worker that it was meant for.
        self.sent: dict[Any, tuple[Task, str]] = {}
        self.ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.threads: dict[str, int] = {}
        self.looked = float("-inf")
        #: When there was a worker.
        self.seen = time.monotonic()

    def look(self) -> list[Task]:
        """Looks at the workers from time to time, and takes back what was sent to those that are gone: what comes while
        there are no workers at all, Dask keeps for them."""
        if time.monotonic() - self.looked < LOOK:
            return []
        self.threads = threads(self.client)
        self.looked = time.monotonic()
        self.seen = self.looked if self.threads else self.seen
        gone = [future for future, (_, worker) in self.sent.items() if worker not in self.threads]
        if gone:
            self.client.cancel(gone, force=True)
        return [self.sent.pop(future)[0] for future in gone]

    def room(self) -> str | None:
        """The worker that waits most for one more task. `None` means that all have enough."""
        counts = Counter(worker for _, worker in self.sent.values())
        waiting = {worker: AHEAD * number - counts[worker] for worker, number in self.threads.items()}
        worker = max(waiting, key=lambda worker: waiting[worker], default=None)
        return worker if worker is not None and waiting[worker] > 0 else None

    def send(self, task: Task, worker: str) -> None:
        """Sends a task to a worker. Others may take it if they have nothing to do, or if that one dies."""
        key = f"tedomari-{task.name}-{uuid.uuid4().hex[:12]}"
        future = self.client.submit(
            _run, VERSION, task.name, task.call, task.arguments, key=key, pure=False, workers=[worker],
            allow_other_workers=True,
        )  # fmt: skip
        self.sent[future] = task, worker
        future.add_done_callback(self.ended.put)

    def results(self) -> tuple[list[tuple[Task, Any, float]], list[Task]]:
        """The tasks that were done since the last look, with their results, and those that are to be sent again."""
        batch = self._ended()
        done: list[tuple[Task, Any, float]] = []
        again: list[Task] = []
        good = []
        for future in batch:
            task, _ = self.sent[future]
            if future.status == "finished":
                good.append((future, task))
            elif future.status == "error":
                error = future.exception(timeout=10)
                if type(error).__name__ not in ("KilledWorker", "CommClosedError"):
                    raise _Failed(error)
                again.append(task)
            elif future.status == "cancelled":
                raise _Lost
            else:
                # Its worker died with the result.
                again.append(task)
        if good:
            found = self._gather([future for future, _ in good])
            results = {name: (result, seconds) for name, result, seconds in found}
            for _, task in good:
                if task.name in results:
                    done.append((task, *results[task.name]))
                else:
                    again.append(task)
        # Only now: what is sent when a connection breaks is sent again.
        for future in batch:
            del self.sent[future]
        return done, again

    def _gather(self, futures: list[Any]) -> list[Any]:
        """The results that are still there. Dask works out again what a dead worker took along, or waits for it."""
        return self.client.sync(
            lambda: self.client.gather(futures, errors="skip", asynchronous=True), callback_timeout=GATHER
        )

    def _ended(self) -> list[Any]:
        batch = []
        try:
            batch.append(self.ended.get(timeout=0.25))
            while True:
                batch.append(self.ended.get_nowait())
        except queue.Empty:
            pass
        if self.client.status != "running":
            raise _Lost
        return [future for future in batch if future in self.sent]

    def cancel(self) -> None:
        try:
            if self.client.status == "running":
                self.client.cancel(list(self.sent), force=True)
        except broken():
            pass


def _take(source: Source, worker: str) -> Task | None:
    try:
        return source.take(worker)
    except Exception as error:
        raise _Failed(error) from error


def drive(cluster: Cluster, source: Source, progress: Any = None) -> Iterator[tuple[Task, Any, float]]:
    """Does all tasks of a source, and yields each with its result and its processor time. What the source gives next may depend on them."""
    usage = cluster.usage
    shown = bar(progress, None)
    again: list[Task] = []
    deaths: dict[str, int] = {}
    sender: _Sender | None = None
    trouble = broken()
    losses = 0

    def repeat(tasks: list[Task]) -> None:
        for task in tasks:
            deaths[task.name] = deaths.get(task.name, 0) + 1
            if deaths[task.name] > MOST_DEATHS:
                raise _Failed(RuntimeError(f"{task.name} was given up: {MOST_DEATHS} workers died with it"))
            usage.again += 1
            again.append(task)

    try:
        while True:
            # Outside: when the scheduler does not come back, the run ends.
            client = cluster.client()
            usage.starting = usage.starting or time.perf_counter() - usage.started
            try:
                if sender is None:
                    sender = _Sender(client)
                    source.connected(client)
                repeat(sender.look())
                if time.monotonic() - sender.seen > cluster.patience:
                    raise _Failed(WorkersLost(f"{cluster.address} has no workers for {cluster.patience:.0f} s"))
                is_over = False
                while (worker := sender.room()) is not None:
                    task = again.pop() if again else _take(source, worker)
                    if task is None:
                        is_over = not sender.sent
                        break
                    try:
                        sender.send(task, worker)
                    except BaseException:
                        again.append(task)
                        raise
                if is_over:
                    break
                done, lost = sender.results()
                repeat(lost)
            except _Failed as failed:
                raise failed.error
            except (_Lost, *trouble) as error:
                # A client takes a moment to notice that its scheduler is gone, so its status does not tell.
                losses += 1
                if losses > TRIES:
                    raise WorkersLost(f"{cluster.address} was lost {TRIES} times: {error}") from error
                usage.losses += 1
                if sender is not None:
                    usage.again += len(sender.sent)
                    again.extend(task for task, _ in sender.sent.values())
                    sender.cancel()
                    sender = None
                time.sleep(PAUSE)
                continue
            for task, result, seconds in done:
                losses = 0
                usage.tasks += 1
                usage.processor += seconds
                yield task, result, seconds
            usage.elapsed = time.perf_counter() - usage.started
            finished, total, note = source.state()
            shown.show(usage.elapsed, finished, total, note)
    finally:
        if sender is not None and sender.sent:
            sender.cancel()
        usage.elapsed = time.perf_counter() - usage.started
        shown.close()


class Bag:
    """Tasks in any order. `most` says how many may be taken before some of them are given back with `free`."""

    def __init__(self, tasks: Iterator[Task], total: int = 0, *, most: int | None = None) -> None:
        self.tasks, self.total, self.done, self.note = tasks, total, 0, ""
        self.room = most

    def take(self, worker: str) -> Task | None:
        if self.room is not None:
            if self.room == 0:
                return None
            self.room -= 1
        return next(self.tasks, None)

    def free(self) -> None:
        if self.room is not None:
            self.room += 1

    def state(self) -> tuple[int, int, str]:
        return self.done, self.total, self.note

    def connected(self, client: Any) -> None:
        pass
