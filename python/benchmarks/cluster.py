"""What a cluster costs beside one process: `python python/benchmarks/cluster.py [GAME] [--memory MIB] [--behind MIB]`.

Solves a taking game in misère play with two threads of the command (`target/release/tedomari`, or the program in the
variable TEDOMARI), and with two worker processes of one thread each. Printed is processor time: of the command, in
tasks, of the whole workers, and of the scheduler for each task; what it takes to start the cluster is apart. The
folders are compared.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

from tedomari import cluster as clusters

COMMAND = os.environ.get("TEDOMARI", str(Path(__file__).parents[2] / "target/release/tedomari"))


def of_children() -> float:
    """Processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def of_command(game: str, folder: Path) -> float:
    before = of_children()
    solve = [COMMAND, "taking", "solve", game, "--play", "misere", "--symmetry", "--threads", "2", "--dir", str(folder)]
    subprocess.run(solve, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return of_children() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="triangular-nim:8")
    parser.add_argument("--memory", type=int, default=1024, help="MiB of plain blocks for each worker")
    parser.add_argument("--behind", type=int, help="MiB of packed blocks in each worker, with files written behind")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        one, many = Path(folder) / "one", Path(folder) / "many"
        command = of_command(given.game, one)
        print(f"the command           {command:8.2f} s")
        started = time.perf_counter()
        with clusters.local(workers=2) as workers:
            while len(workers.client().nthreads()) < 2:
                time.sleep(0.02)
            client = workers.client()

            def used() -> tuple[float, float]:
                return sum(client.run(time.process_time).values()), client.run_on_scheduler(time.process_time)

            start = used()
            print(f"start-up              {sum(start):8.2f} s, {time.perf_counter() - started:.1f} s elapsed")
            clusters.solve_taking(
                given.game, play="misere", folder=many, workers=workers, memory=given.memory, behind=given.behind
            )
            end, usage = used(), workers.usage
        in_workers, scheduler = end[0] - start[0], end[1] - start[1]
        print(f"in {usage.tasks:5} tasks        {usage.processor:8.2f} s, ratio {usage.processor / command:.2f}")
        print(f"the workers           {in_workers:8.2f} s, ratio {in_workers / command:.2f}")
        print(f"the scheduler         {scheduler:8.2f} s, {1000 * scheduler / usage.tasks:.1f} ms for each task")
        same = "the same" if files(one) == files(many) else "DIFFERENT"
        print(f"{usage.elapsed:.1f} s elapsed; the folders are {same}")


if __name__ == "__main__":
    main()
