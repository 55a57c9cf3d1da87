"""How long calls from Python take: `python python/benchmarks/calls.py` prints a table.

The times are processor time of this process, each the best of several runs. Then a ruleset in Python is compared
with the built-in one, which has the same hooks: regions, normal form and bounds. The last line says how many of ten
threads were running or waiting for a processor at a time, which other programs do not change (Linux).
"""

from __future__ import annotations

import os
import sys
import threading
import time
import timeit
from pathlib import Path

import tedomari as td

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from domineering import WithHooks  # noqa: E402


def nanoseconds(call: str, **names: object) -> float:
    """The time of one call, without that of the loop around it."""
    count = 200_000
    times = [min(timeit.repeat(code, globals=names, number=count, repeat=7, timer=time.process_time)) for code in (call, "pass")]
    return (times[0] - times[1]) / count * 1e9


def seconds(work, repeat: int = 5) -> float:
    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def runnable(count: int) -> float:
    """The mean number of threads that are running, or waiting for a processor alone, while this number of them search."""

    def search() -> None:
        for _ in range(4):
            td.nogo("....|....|....").exact_value(time=None, nodes=10**9)

    def states() -> list[str]:
        found = []
        for stat in Path("/proc/self/task").glob("*/stat"):
            try:
                found.append(stat.read_text().rpartition(")")[2].split()[0])
            except OSError:
                pass  # The thread has ended meanwhile.
        return found

    threads = [threading.Thread(target=search) for _ in range(count)]
    for thread in threads:
        thread.start()
    samples = []
    while all(thread.is_alive() for thread in threads):
        time.sleep(0.002)
        # This thread runs as well.
        samples.append(states().count("R") - 1)
    for thread in threads:
        thread.join()
    return sum(samples) / max(len(samples), 1)


def main() -> None:
    g, h = td.Value("{10|8||2}"), td.Value("{5|-3||-4|-9}")
    g + h
    for call in ("g + h", "g + 1", "g >= h", "g == h", "g.temperature", "g.mean", "hash(g)", "-g", "g.thermograph"):
        print(f"{call:<40} {nanoseconds(call, g=g, h=h):8.0f} ns")
    day3 = td.born_by(3)
    td.compare_all(day3, day3)
    print(f"{'compare_all of 1474² pairs, known':<40} {1e3 * seconds(lambda: td.compare_all(day3, day3)):8.1f} ms")

    def afresh() -> None:
        with td.Store():
            td.compare_all(values := td.born_by(3), values)

    def listed() -> None:
        with td.Store():
            td.born_by(3)

    print(f"{'compare_all of 1474² pairs, from nothing':<40} {1e3 * (seconds(afresh, 3) - seconds(listed, 3)):8.1f} ms")
    board = "....|....|....|...."

    def mine(board: str = board) -> None:
        # Counting nodes, a question begins with an empty store, which is small here.
        WithHooks().position(board).exact_value(time=None, nodes=10**9, memory=16)

    def known(board: str = board) -> None:
        td.domineering(board).exact_value(time=None, nodes=10**9, memory=16)

    assert WithHooks().position(board).value == td.domineering(board).value
    python, native = (seconds(work, 20) - seconds(lambda: work("."), 20) for work in (mine, known))
    print(f"{'4×4 Domineering in Python':<40} {1e3 * python:8.1f} ms")
    print(f"{'4×4 Domineering built in':<40} {1e3 * native:8.1f} ms, ratio {python / native:.1f}")
    if Path("/proc/self/task").exists():
        print(f"{'ten threads, runnable at a time':<40} {runnable(10):8.1f} for {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
