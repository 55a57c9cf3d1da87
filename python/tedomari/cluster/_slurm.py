"""A cluster of jobs of Slurm, by dask-jobqueue."""

from __future__ import annotations

import signal
from typing import Any

from ._cluster import Cluster
from ._settings import environment, needs_dask


class SlurmCluster(Cluster):
    """Jobs of Slurm, each a worker. The scheduler runs in this process."""

    def __init__(self, jobs: Any) -> None:
        super().__init__(str(jobs.scheduler_address))
        #: The cluster of dask-jobqueue.
        self.jobs = jobs

    def job_script(self) -> str:
        """What `sbatch` gets for a job."""
        return str(self.jobs.job_script())

    def close(self) -> None:
        super().close()
        self.jobs.close()


def slurm(
    nodes: int,
    *,
    threads: int,
    memory: str,
    walltime: str = "01:00:00",
    queue: str | None = None,
    account: str | None = None,
    adaptive: bool = False,
    **options: Any,
) -> SlurmCluster:
    """A cluster of `nodes` jobs, each with a worker of this many threads. `memory` is that of a node, such as `"64GB"`.

    Other options are those of `dask_jobqueue.SLURMCluster`: `job_extra_directives`, `interface`, `job_script_prologue`
    and so on. With `adaptive`, one job is asked for at first and more when there is work, also after some died or their
    time was up. With 0 nodes nothing is submitted: `.job_script()` shows what would be.
    """
    cluster_class = _slurm_cluster_class()
    prologue = [f"export {name}={value}" for name, value in environment(threads).items()]
    prologue += options.pop("job_script_prologue", None) or []
    # Several programs on one machine each have a scheduler, and the usual port is free for one of them.
    options["scheduler_options"] = {"dashboard_address": ":0", **options.get("scheduler_options", {})}
    jobs = cluster_class(
        n_workers=0, processes=1, cores=threads, memory=memory, walltime=walltime, queue=queue, account=account,
        job_script_prologue=prologue, **options,
    )  # fmt: skip
    cluster = SlurmCluster(jobs)
    if adaptive and nodes:
        # One at least: work is sent when there is a worker.
        jobs.adapt(minimum_jobs=1, maximum_jobs=nodes)
    elif nodes:
        jobs.scale(jobs=nodes)
    return cluster


def _slurm_cluster_class() -> Any:
    """The class of dask-jobqueue. Its first import has Control-C end the process at once, which is taken back here."""
    before = signal.getsignal(signal.SIGINT)
    try:
        from dask_jobqueue import SLURMCluster
    except ImportError as error:
        raise needs_dask() from error
    if before is not None and signal.getsignal(signal.SIGINT) is not before:
        signal.signal(signal.SIGINT, before)
    return SLURMCluster
