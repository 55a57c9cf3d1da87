"""The same questions to Tedomari and to another package: `python python/benchmarks/side_by_side.py tedomari` and, in an
environment with `pip install cgt-py anywidget`, `python python/benchmarks/side_by_side.py cgt_py`.

Facts are printed with their answers, calls with their processor times, each the best of several runs, without that of
the loop around it. The empty boards of Domineering are computed once, in a new process for each.
"""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
import time
import timeit


def answer(question) -> str:
    try:
        return repr(question())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def nanoseconds(call: str, count: int, **names: object) -> float:
    times = [min(timeit.repeat(code, globals=names, number=count, repeat=5, timer=time.process_time)) for code in (call, "pass")]
    return (times[0] - times[1]) / count * 1e9


def board(package, rows: int):
    text = "|".join(["." * 4] * rows)
    if package.__name__ == "tedomari":
        return package.domineering(text).value
    return package.Domineering(text).canonical_form


def main(name: str) -> None:
    package = importlib.import_module(name)
    value = package.Value if name == "tedomari" else package.CanonicalForm
    g, h, star = value("{{10|8}|2}"), value("{{5|-3}|{-4|-9}}"), value("*")
    facts = {
        "* == 0, * != 0": lambda: (star == value("0"), star != value("0")),
        "* >= 0, * <= 0": lambda: (star >= value("0"), star <= value("0")),
        "2^62 + 2^62": lambda: value(str(2**62)) + value(str(2**62)),
        "hash of 1, and of int 1": lambda: hash(value("1")) == hash(1),
        "equal values have equal hashes": lambda: hash(value("{1|-1}")) == hash(value("+-1")),
        "pickled and read": lambda: pickle.loads(pickle.dumps(g)) == g,
        "1 + a number of Python": lambda: value("1") + 1,
        "a value that is none": lambda: value("{1|"),
    }
    for question, ask in facts.items():
        print(f"{question:<40} {answer(ask)}")
    for call in ("g + h", "g >= h", "g.temperature"):
        print(f"{call:<40} {nanoseconds(call, 20_000, g=g, h=h):8.0f} ns")
    for rows in (3, 4, 5):
        done = subprocess.run([sys.executable, __file__, name, str(rows)], capture_output=True, text=True, check=False)
        print(f"{f'the empty board of Domineering, {rows}×4':<40} {done.stdout.strip() or done.stderr.strip().splitlines()[-1]}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        used = importlib.import_module(sys.argv[1])
        started = time.process_time()
        board(used, int(sys.argv[2]))
        print(f"{1e3 * (time.process_time() - started):8.1f} ms")
    else:
        main(sys.argv[1])
