"""A worker on this machine, for a scheduler anywhere. It is started again when it dies or loses the scheduler.

    python -m tedomari.cluster.worker tcp://HOST:8786 --threads 8

Other options are those of `dask worker`, such as `--interface` and `--local-directory`.
"""

from __future__ import annotations

import argparse
import os
import sys

from ._keeper import keep
from ._settings import environment, worker_command


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tedomari.cluster.worker", description=__doc__)
    parser.add_argument("address", help="the address of the scheduler, such as tcp://HOST:8786")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="blocks at a time [default: all cores]")
    known, others = parser.parse_known_args()
    keep([sys.executable, "-m", *worker_command(known.address, known.threads), *others], {
        **os.environ, **environment(known.threads),
    })  # fmt: skip


if __name__ == "__main__":
    main()
