"""What takes minutes: workers killed ten times and a scheduler once in every kind of work, and hosts behind a link that is
cut. Figures are printed: `python -m pytest -s --long python/tests/test_cluster_long.py`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
import tedomari as td
from cluster_killer import Killer
from test_cluster import files, same

pytest.importorskip("distributed")

from tedomari import cluster as clusters  # noqa: E402

pytestmark = pytest.mark.long

#: A taking game that takes longer than a link is cut; another one is for busy machines.
LARGE = os.environ.get("TEDOMARI_LARGE", "triangular-nim:8")

MATCH = {"game": "amazons", "size": (4, 4), "components": 3, "games": 60, "move_nodes": 400, "seed": 3}


def boards(count: int) -> list[td.Position]:
    rng = random.Random(4)
    texts = ("|".join("".join(rng.choice("xo...") for _ in range(3)) for _ in range(3)) for _ in range(count))
    return [td.clobber(text) for text in texts]


def eight_layers(folder, workers):
    table = folder / f"eight{bool(workers)}"
    found = td.Taking.solve(LARGE, play="misere", folder=table, workers=workers)
    assert LARGE != "triangular-nim:8" or found.facts.lost == 4_124_279_452
    return files(table)


def table_of(game):
    def build(folder, workers):
        path = folder / f"{game}{bool(workers)}.table"
        td.Table.build(game, (4, 4), path, workers=workers)
        return path.read_bytes()

    return build


WORK = {
    "eight layers": eight_layers,
    "nogo 4x4": table_of("nogo"),
    "amazons 4x4": table_of("amazons"),
    "match": lambda folder, workers: td.match("informed", "alphabeta", workers=workers, **MATCH).records,
    "experiment": lambda folder, workers: td.experiment("opponent-models", seed=5, workers=workers).tables,
    "positions": lambda folder, workers: same(td.analyze(boards(100_000), workers=workers)),
}


@pytest.mark.parametrize("work", WORK)
def test_ten_workers_and_a_scheduler_are_killed(work, tmp_path):
    """The same result as without a cluster, and as with a cluster in peace."""
    one = WORK[work](tmp_path, None)
    with clusters.local(workers=2) as workers:
        # Another folder, so that nothing is there yet.
        (tmp_path / "peace").mkdir()
        assert WORK[work](tmp_path / "peace", workers) == one
        peace = workers.usage
        longest = 2 * max(peace.elapsed, 5.0) / 11
        print(f"{work}: {peace.tasks} tasks, {peace.processor:.1f} s in tasks, {peace.elapsed:.1f} s elapsed")
        killed: list[str] = []
        number = 0
        while len(killed) < 11:
            # Short work is done again until ten workers were killed in it.
            number += 1
            folder = tmp_path / str(number)
            folder.mkdir()
            left = 11 - len(killed)
            with Killer(workers, left, scheduler="scheduler" not in killed, longest=longest, seed=number) as killer:
                assert WORK[work](folder, workers) == one
            killed += killer.killed
            usage = workers.usage
            print(f"{work}: {killer.killed} killed, {usage.again} tasks again, {usage.elapsed:.1f} s elapsed")
        assert "scheduler" in killed


def run(*command: str) -> None:
    subprocess.run(command, check=True)


@pytest.fixture
def hosts():
    """Three network namespaces, each with a worker, on a bridge where the scheduler is."""
    if os.geteuid() != 0:
        pytest.skip("network namespaces need root")
    names = [f"tedomari{number}" for number in range(3)]
    started = []
    try:
        run("ip", "link", "add", "tedomari-br", "type", "bridge")
        run("ip", "addr", "add", "10.97.0.1/24", "dev", "tedomari-br")
        run("ip", "link", "set", "tedomari-br", "up")
        here = Path(__file__).parents[1]
        variables = {**os.environ, "PYTHONPATH": str(here)}
        python = [sys.executable, "-m"]
        scheduler = [*python, "tedomari.cluster.scheduler", "--host", "10.97.0.1", "--port", "8797"]
        started.append(subprocess.Popen(scheduler, env=variables))
        for number, name in enumerate(names):
            run("ip", "netns", "add", name)
            run("ip", "link", "add", f"{name}-out", "type", "veth", "peer", "name", "eth0", "netns", name)
            run("ip", "link", "set", f"{name}-out", "master", "tedomari-br", "up")
            address = f"10.97.0.{10 + number}"
            run("ip", "-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
            run("ip", "-n", name, "link", "set", "eth0", "up")
            run("ip", "-n", name, "link", "set", "lo", "up")
            worker = [*python, "tedomari.cluster.worker", "tcp://10.97.0.1:8797", "--threads", "1", "--host", address]
            started.append(subprocess.Popen(["ip", "netns", "exec", name, *worker], env=variables))
        yield names
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False)
        subprocess.run(["ip", "link", "del", "tedomari-br"], check=False)


@pytest.mark.parametrize("behind", [None, 256])
def test_a_link_is_cut_and_restored(hosts, tmp_path, behind):
    import threading

    one = tmp_path / "one"
    found = td.Taking.solve(LARGE, play="misere", folder=one)

    def cut():
        for seconds in (3.0, 40.0):
            time.sleep(4)
            print(f"cut for {seconds} s")
            run("ip", "link", "set", f"{hosts[1]}-out", "down")
            time.sleep(seconds)
            run("ip", "link", "set", f"{hosts[1]}-out", "up")

    workers = clusters.connect("tcp://10.97.0.1:8797")
    with workers:
        while workers.threads() < 3:
            time.sleep(0.2)
        cutting = threading.Thread(target=cut)
        cutting.start()
        many = tmp_path / "many"
        solved = clusters.solve_taking(LARGE, play="misere", folder=many, workers=workers, behind=behind)
        print(f"{workers.usage}")
        cutting.join()
        # After the long cut, the host is there again.
        until = time.monotonic() + 100
        while workers.threads() < 3 and time.monotonic() < until:
            time.sleep(0.5)
        assert workers.threads() == 3
    assert solved.facts.lost == found.facts.lost
    assert files(many) == files(one)
