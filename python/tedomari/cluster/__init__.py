"""Many machines: the same calls on the workers of a Dask cluster.

>>> import tedomari as td
>>> with td.cluster.local(workers=2) as workers:                                # doctest: +SKIP
...     td.Taking.solve("triangular-nim:8", play="misere", folder="table8", workers=workers).facts.outcome
'N'

`workers` is a `Cluster` (`local()`, `slurm()`, `connect("tcp://HOST:8786")`) or any client of Dask whose workers have this
package. What is worked out is kept in files of a folder that all machines see under the same path, so a worker that is
killed costs what it was doing, and a run whose scheduler was killed, or the program itself, goes on from the files.
It is an extra: `pip install tedomari[cluster]`.
"""

from __future__ import annotations

from ._cluster import Cluster, WorkersLost, connect, of
from ._local import local
from ._slurm import slurm
from ._taking import solve_taking
from ._tables import build_table
from ._bags import analyze, play_match, run_experiment

__all__ = [
    "Cluster", "WorkersLost", "analyze", "build_table", "connect", "local", "of", "play_match", "run_experiment",
    "slurm", "solve_taking",
]  # fmt: skip
