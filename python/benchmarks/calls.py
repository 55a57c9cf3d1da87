"""How long calls from Python take: `python python/benchmarks/calls.py` prints a table.

The times are processor time of this process, each the best of several runs. The last lines compare a ruleset in
Python with the built-in one, which has the same hooks: regions, normal form and bounds.
"""

from __future__ import annotations

import sys
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
        # Counting nodes, a question begins with an empty store and stays in its thread.
        WithHooks().position(board).exact_value(time=None, nodes=10**9)

    def known(board: str = board) -> None:
        td.domineering(board).exact_value(time=None, nodes=10**9)

    assert WithHooks().position(board).value == td.domineering(board).value
    python, native = (seconds(work, 20) - seconds(lambda: work("."), 20) for work in (mine, known))
    print(f"{'4×4 Domineering in Python':<40} {1e3 * python:8.1f} ms")
    print(f"{'4×4 Domineering built in':<40} {1e3 * native:8.1f} ms, ratio {python / native:.1f}")


if __name__ == "__main__":
    main()
