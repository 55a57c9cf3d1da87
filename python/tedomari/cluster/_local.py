"""A cluster on this machine: a scheduler and workers, each a process that is started again when it dies."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
from pathlib import Path
from typing import IO

from ._cluster import Cluster
from ._settings import environment, needs_dask, scheduler_command, scheduler_environment, worker_command


class LocalCluster(Cluster):
    """The processes of this machine. They end with the program, also when it is killed."""

    def __init__(self, workers: int, threads: int, log: Path | None) -> None:
        port = _free_port()
        super().__init__(f"tcp://127.0.0.1:{port}")
        self._log: IO[bytes] | None = log.open("ab") if log else None
        here = ["--host", "127.0.0.1"]
        scheduler = [*scheduler_command(), *here, "--port", str(port)]
        worker = [*worker_command(self.address, threads), *here]
        self._keepers = [self._start(scheduler, scheduler_environment())]
        self._keepers += [self._start(worker, environment(threads)) for _ in range(workers)]

    def _start(self, module: list[str], variables: dict[str, str]) -> subprocess.Popen[bytes]:
        # The package may be found by the path of this process alone.
        here = str(Path(__file__).parents[2])
        path = os.pathsep.join([here, *filter(None, [os.environ.get("PYTHONPATH")])])
        variables = {**os.environ, **variables, "PYTHONPATH": path}
        output = self._log or subprocess.DEVNULL
        keeper = [sys.executable, "-m", "tedomari.cluster._keeper", sys.executable, "-m", *module]
        # In a group of its own: Control-C is for the program, which ends them in order.
        return subprocess.Popen(
            keeper, stdin=subprocess.PIPE, stdout=output, stderr=output, env=variables, start_new_session=True
        )

    def close(self) -> None:
        super().close()
        for keeper in self._keepers:
            if keeper.stdin is not None:
                keeper.stdin.close()
        for keeper in self._keepers:
            keeper.wait()
        self._keepers = []
        if self._log is not None:
            self._log.close()


def _free_port() -> int:
    """A port below those that systems give to connections: it has to be free again when a scheduler died."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


def local(*, workers: int | None = None, threads: int = 1, log: str | os.PathLike[str] | None = None) -> LocalCluster:
    """A cluster on this machine: a process for each worker, as many as there are cores, and one for the scheduler.

    What they say goes to the file `log`. Starting takes a second or two of each.
    """
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise needs_dask() from error
    count = workers if workers is not None else max((os.cpu_count() or 1) // threads, 1)
    if count < 1 or threads < 1:
        raise ValueError("a cluster has at least one worker, and a worker at least one thread")
    return LocalCluster(count, threads, Path(log) if log is not None else None)
