"""Kills workers of a cluster at random moments, and its scheduler once."""

from __future__ import annotations

import os
import random
import signal
import threading


class Killer:
    """While work is done, kills a worker `times` times, or the scheduler in place of the one in the middle."""

    def __init__(self, cluster, times: int, *, scheduler: bool, longest: float, seed: int = 7) -> None:
        self.cluster, self.times, self.scheduler, self.longest = cluster, times, scheduler, longest
        self.rng = random.Random(seed)
        self.killed: list[str] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        from distributed import Client

        while len(self.killed) < self.times:
            if self.over.wait(self.rng.uniform(0.1, self.longest)):
                return
            try:
                with Client(self.cluster.address, timeout=5, set_as_default=False) as client:
                    if self.scheduler and len(self.killed) == self.times // 2:
                        os.kill(client.run_on_scheduler(os.getpid), signal.SIGKILL)
                        self.killed.append("scheduler")
                    else:
                        os.kill(self.rng.choice(list(client.run(os.getpid).values())), signal.SIGKILL)
                        self.killed.append("worker")
            except Exception as error:  # noqa: BLE001 - what it would kill may be starting again
                print("not killed:", error)

    def __enter__(self) -> Killer:
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.over.set()
        self.thread.join()
