"""Long work: Control-C, progress, threads, memory."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
import tedomari as td

BOARD = td.position("amazons:x....o|......|......|......|o....x")


class Slow(td.Ruleset):
    """Endless play, also inside of a hook."""

    def options(self, n, player):
        if n > 50:
            while True:
                pass
        return [n + 1]


class Large(td.Ruleset):
    """Ten heaps, from each of which Left takes an odd number and Right any."""

    def options(self, heaps, player):
        for i, heap in enumerate(heaps):
            for n in range(1, heap + 1, 2 if player == "left" else 1):
                yield heaps[:i] + (heap - n,) + heaps[i + 1 :]


LARGE = Large()(tuple(range(3, 13)))


LONG = {
    "analyze": lambda tmp: BOARD.analyze(time=100),
    "value": lambda tmp: BOARD.exact_value(time=100),
    "thermograph": lambda tmp: BOARD.search("exact", time=100),
    "interval": lambda tmp: BOARD.search("interval", time=100),
    "best": lambda tmp: BOARD.search("best", time=100),
    "tds+": lambda tmp: BOARD.search("tds+", time=100),
    "mts": lambda tmp: BOARD.search("mts", time=100),
    # TDS+ uses up its memory sooner than it can be interrupted.
    "threshold": lambda tmp: BOARD.search("interval", threshold=1, time=100),
    "solve": lambda tmp: BOARD.solve(time=100),
    "two threads": lambda tmp: BOARD.solve("left", time=100, threads=2),
    "dfpn": lambda tmp: BOARD.solve("left", method="dfpn", time=100),
    "alphabeta": lambda tmp: BOARD.solve("left", method="alphabeta", time=100),
    "prove": lambda tmp: BOARD.prove("left", time=100),
    "sum": lambda tmp: (BOARD + BOARD).analyze(time=100),
    "choose": lambda tmp: BOARD.choose("left", "informed", time=100),
    "alphabeta player": lambda tmp: BOARD.choose("left", "alphabeta", time=100),
    "match": lambda tmp: td.match("informed", "alphabeta", games=100, move_time=30),
    "table": lambda tmp: td.Table.build("amazons", (5, 4), tmp / "large.table"),
    "triangle": lambda tmp: td.Taking.solve("triangular-nim:8"),
    "experiment": lambda tmp: td.experiment("strategies", full=True),
    "expression": lambda tmp: td.Value(" + ".join(f"{{{{{i}|{i % 7}}}|{{*|-{i}}}}}" for i in range(2, 90))),
    "own rules": lambda tmp: LARGE.exact_value(time=100),
    "own rules, solved": lambda tmp: (LARGE + "^*").solve(time=100),
    "hook": lambda tmp: Slow()(0).exact_value(time=100),
    "match with own rules": lambda tmp: td.match("hotstrat:exact", "solve", start=LARGE + LARGE, games=100, move_time=30),
    "match with a hook": lambda tmp: td.match("random", "random", start=Slow()(0), games=100),
    "search of a sum": lambda tmp: (BOARD + BOARD).search("tds+", time=100),
    "check": lambda tmp: Slow().check(0),
}


@pytest.mark.parametrize("call", LONG)
def test_control_c_ends_every_long_call(call, tmp_path):
    told = []

    def interrupt():
        time.sleep(0.4)
        told.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt) as stopped:
            LONG[call](tmp_path)
        ended = time.perf_counter()
    finally:
        thread.join()
    # How soon is printed and not asserted: machines are busy.
    print(f"{call}: {1000 * (ended - told[0]):.0f} ms after the signal", file=sys.stderr)
    if call in ("analyze", "interval", "best", "sum"):
        answer = stopped.value.answer
        assert answer.mean_bounds is not None or answer.exact
    if call == "match":
        assert stopped.value.answer.games < 100
    # What was interrupted leaves everything in order.
    assert td.domineering("..|..").value == td.Value("+-1")


def test_other_signal_handlers_end_work_too():
    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            BOARD.analyze(time=100)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_progress_is_told():
    told = []
    BOARD.solve("left", time=0.9, progress=lambda done, total, note: told.append((done, total, note)))
    assert told and all(done >= 0 for done, _, _ in told)
    with pytest.raises(ZeroDivisionError):
        BOARD.analyze(time=100, progress=lambda *_: 1 / 0)


def test_a_bar_is_shown(capsys):
    BOARD.solve("left", time=0.9, progress=True)
    assert "tedomari" in capsys.readouterr().err
    BOARD.solve("left", time=0.7, progress=False)
    assert capsys.readouterr().err == ""


def test_threads_share_the_work():
    """The lock is free while others work: each of ten threads has right answers."""
    expected = td.nogo("....|....").value
    found, counted = [], []

    def work(i):
        p = td.nogo("....|....")
        for _ in range(3):
            found.append(p.exact_value(time=100) == expected)
        g = td.Value("5|-3")
        for k in range(200):
            found.append((g + k) - g == k)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2030 and all(found), counted


def resident() -> int:
    """The memory of this process in MiB."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
def test_memory_is_stable_over_100_000_operations():
    import random

    rng = random.Random(1)

    def some():
        n = [rng.randint(-99, 99) for _ in range(4)]
        return f"{{{max(n[:2])}|{min(n[:2])}||{min(n[2:])}*}}"

    pool = [td.Value(some()) for _ in range(50)]
    before, sizes = resident(), []
    for i in range(100_000):
        g, h = rng.choice(pool), rng.choice(pool)
        kind = i % 5
        if kind == 0:
            pool[rng.randrange(50)] = td.Value(some())
        elif kind == 1:
            (g + h).mean
        elif kind == 2:
            assert (g >= h) or not (g >= h)
        elif kind == 3:
            assert -(-g) == g and hash(g) == hash(g + 0)
        else:
            (g - h).temperature
        if i % 10_000 == 0:
            gc.collect()
            sizes.append(resident())
    print("MiB:", sizes, file=sys.stderr)
    assert max(sizes) - before < 550 and sizes[-1] - sizes[4] < 150, sizes


def test_explicit_stores_are_freed():
    gc.collect()
    before = resident()
    for _ in range(5):
        with td.Store() as store:
            values = [td.Value(f"{{{i}|-{i + 1}||{-2 * i - 5}|{-3 * i - 7}}}") for i in range(20_000)]
            assert len(store) > 20_000
            del values
    gc.collect()
    assert resident() - before < 200
