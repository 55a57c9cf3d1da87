"""A cluster that work is sent to: how it is reached, and reached again after its scheduler was lost."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Union

from .._native import VERSION
from ._settings import needs_dask

if TYPE_CHECKING:
    from distributed import Client

    #: What the argument `workers` takes.
    Workers = Union["Cluster", Client, str]


class WorkersLost(RuntimeError):
    """The scheduler does not answer any more, or has no workers."""


class Cluster:
    """The workers at a scheduler's address."""

    def __init__(self, address: str, *, client: Client | None = None, patience: float = 120.0) -> None:
        self.address = address
        #: How many seconds a lost scheduler, or the first worker, is waited for.
        self.patience = patience
        #: What the last run has taken; see `Usage`.
        self.usage: Any = None
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
        except ImportError as error:
            raise needs_dask() from error
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
            except (OSError, TimeoutError) as error:
                trouble = error
                client.close(timeout=1)
        raise WorkersLost(f"{self.address} does not answer for {self.patience:.0f} s: {trouble}")

    def _check(self, client: Client, patience: float) -> None:
        """Waits for a worker, and looks whether all of them have this version of the package."""
        client.wait_for_workers(1, timeout=max(patience, 1.0))
        for worker, found in client.run(_version, on_error="return").items():
            if found != VERSION:
                # A worker without the package cannot even read the question.
                have = "does not have tedomari" if isinstance(found, ImportError) else f"has tedomari {found}"
                client.close(timeout=1)
                raise ImportError(f"the worker {worker} {have}, this is {VERSION}: install it there")

    def threads(self) -> int:
        """The number of threads of all workers."""
        info = self.client().scheduler_info(n_workers=-1)
        return sum(worker["nthreads"] for worker in info["workers"].values())

    def _drop(self) -> None:
        client, self._client = self._client, None
        if client is not None and self._is_ours:
            try:
                client.close(timeout=1)
            except Exception:  # noqa: BLE001 - it is broken anyway
                pass

    def close(self) -> None:
        """Ends the connection, and the processes that were started for this cluster."""
        self._drop()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {self.address}>"


def _version() -> str:
    return VERSION


def connect(address: str, *, patience: float = 120.0) -> Cluster:
    """The cluster whose scheduler has this address, such as `tcp://HOST:8786`."""
    return Cluster(address, patience=patience)


def of(workers: Workers) -> Cluster:
    """The cluster that an argument `workers` means."""
    if isinstance(workers, Cluster):
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
