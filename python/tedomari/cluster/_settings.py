"""What processes of a cluster are started with."""

from __future__ import annotations

import os

#: Packed and plain blocks of tables come and go by the megabyte. With the thresholds that Dask's nanny sets, glibc gives
#: each of them back to the system and asks for it again, and half of the processor time is spent on pages that are cleared.
MALLOC = {
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TOP_PAD_": str(16 << 20),
}

#: Dask looks a hundred times a second what its threads are doing: a tenth of the time of small tasks.
QUIET = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}


def environment(threads: int) -> dict[str, str]:
    """The variables of a worker's process that differ from this one's. Those that are set already stay."""
    wanted = {**MALLOC, **QUIET, "RAYON_NUM_THREADS": str(threads)}
    return {name: os.environ.get(name, value) for name, value in wanted.items()}


def scheduler_environment() -> dict[str, str]:
    """The variables of a scheduler's process."""
    # A task is tried again, however many workers were killed with it: the program counts.
    return {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "100"}


def scheduler_command() -> list[str]:
    """The module of Dask that is a scheduler, and its options."""
    return ["distributed.cli.dask_scheduler", "--no-dashboard", "--no-show", "--no-jupyter"]


def worker_command(address: str, threads: int) -> list[str]:
    """The module of Dask that is a worker, and its options. What tasks remember they limit themselves."""
    return [
        "distributed.cli.dask_worker", address, "--nthreads", str(threads), "--no-nanny", "--no-dashboard",
        "--memory-limit", "0", "--death-timeout", "60",
    ]  # fmt: skip


def needs_dask() -> ImportError:
    return ImportError("this needs Dask: pip install tedomari[cluster]")
