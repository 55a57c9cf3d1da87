"""A cluster that work is sent to: how it is reached, and reached again after its scheduler was lost."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, Union

from .._native import VERSION
from ._settings import needs_dask

if TYPE_CHECKING:
    from distributed import Client

    #: What the argument `workers` takes.
    Workers = Union["Cluster", Client, str]

T = TypeVar("T")

#: How often in a row something is tried again that a broken connection has ended, and the seconds between.
TRIES = 50
PAUSE = 0.2


class WorkersLost(RuntimeError):
    """The scheduler does not answer any more, or has no workers."""


@dataclass
class Usage:
    """What a run has taken."""

    #: The number of tasks that were done, and of those that were sent again.
    tasks: int = 0
    again: int = 0
    #: How often a scheduler was lost.
    losses: int = 0
    #: Seconds of the processor in tasks, all together.
    processor: float = 0.0
    #: Seconds that passed, and those among them until the first worker answered.
    elapsed: float = 0.0
    starting: float = 0.0
    #: When it began.
    started: float = field(default_factory=time.perf_counter)


def broken() -> tuple[type[BaseException], ...]:
    """What is raised when a connection breaks."""
    try:
        from distributed.client import ClosedClientError, FutureCancelledError
        from distributed.comm import CommClosedError
    except ImportError as error:
        raise needs_dask() from error

    return (
        OSError, TimeoutError, CommClosedError, ClosedClientError, FutureCancelledError, asyncio.CancelledError,
        concurrent.futures.CancelledError, RuntimeError,
    )  # fmt: skip


class Cluster:
    """The workers at a scheduler's address."""

    def __init__(self, address: str, *, client: Client | None = None, patience: float = 120.0) -> None:
        self.address = address
        #: How many seconds a lost scheduler, or the first worker, is waited for.
        self.patience = patience
        #: What the last run has taken; see `Usage`.
        self.usage = Usage()
        self._client = client
        self._is_ours = client is None

    def client(self) -> Client:
        """A client of Dask that is connected. After a loss it is a new one, of a scheduler at the same address."""
        if self._client is None or self._client.status != "running":
            self._drop()
            self._client = self._connect()
            self._is_ours = True
        return self._client

    def _connect(self) -> Client:
        try:
            from distributed import Client
            from distributed.comm import get_address_host_port
        except ImportError as error:
            raise needs_dask() from error
        try:
            get_address_host_port(self.address)
        except ValueError as error:
            message = f"'{self.address}' is not the address of a scheduler, such as tcp://HOST:8786"
            raise ValueError(message) from error
        until, trouble = time.monotonic() + self.patience, None
        while time.monotonic() < until:
            try:
                client = Client(self.address, timeout=5, set_as_default=False)
            except (OSError, TimeoutError) as error:
                trouble = error
                time.sleep(0.2)
                continue
            try:
                self._check(client, until - time.monotonic())
                return client
            except broken() as error:
                trouble = error
                _close(client)
        raise WorkersLost(f"{self.address} does not answer for {self.patience:.0f} s: {trouble}")

    def _check(self, client: Client, patience: float) -> None:
        """Waits for a worker, and looks whether all of them have this version of the package."""
        client.wait_for_workers(1, timeout=max(patience, 1.0))
        for worker, found in client.run(_version, on_error="return").items():
            if found == VERSION or isinstance(found, OSError):
                # A worker that died in this moment has no version.
                continue
            _close(client)
            # A worker without the package cannot even read the question, and says so in an error of any type.
            if "No module named 'tedomari" in str(found):
                raise ImportError(f"the worker {worker} does not have tedomari {VERSION}: install it there")
            if isinstance(found, Exception):
                raise found
            raise wrong_version(worker, found)

    def ask(self, question: Callable[[Client], T]) -> T:
        """The answer to a question to the scheduler or to all workers. It is asked again where a connection breaks."""
        trouble = broken()
        for _ in range(TRIES):
            client = self.client()
            try:
                return question(client)
            except trouble:
                time.sleep(PAUSE)
        return question(self.client())

    def threads(self) -> int:
        """The number of threads of all workers."""
        return sum(self.ask(threads).values())

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client is not None and self._is_ours:
            _close(client)

    def close(self) -> None:
        """Ends the connection, and the processes that were started for this cluster."""
        self._drop()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self.address}>"


def threads(client: Client) -> dict[str, int]:
    """The number of threads of each worker of a client, by its address."""
    info = client.scheduler_info(n_workers=-1)
    return {address: worker["nthreads"] for address, worker in info["workers"].items()}


def _close(client: Client) -> None:
    try:
        client.close(timeout=1)
    except Exception:  # noqa: BLE001 - it is broken anyway
        pass


def _version() -> str:
    return VERSION


def wrong_version(worker: str, version: str) -> ImportError:
    """What is said about a worker with another version of the package."""
    return ImportError(f"the worker {worker} has tedomari {version}, this is {VERSION}: install the same everywhere")


def connect(address: str, *, patience: float = 120.0) -> Cluster:
    """The cluster whose scheduler has this address, such as `tcp://HOST:8786`."""
    return Cluster(address, patience=patience)


def of(workers: Workers) -> Cluster:
    """The cluster that an argument `workers` means, at the beginning of a run."""
    if isinstance(workers, Cluster):
        workers.usage = Usage()
        return workers
    if isinstance(workers, str):
        return Cluster(workers)
    try:
        from distributed import Client
    except ImportError as error:
        raise needs_dask() from error
    if isinstance(workers, Client):
        if getattr(workers, "asynchronous", False):
            raise ValueError("an asynchronous client cannot be used: make one with Client(address)")
        return Cluster(str(workers.scheduler.address), client=workers)
    raise TypeError(f"workers is a cluster, a client of Dask or an address, not {type(workers).__name__}")
