"""A cluster of two workers on this machine: the same results as on one, also with workers and schedulers that are killed."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pytest
import tedomari as td
from cluster_killer import Killer

pytest.importorskip("distributed")

from tedomari import cluster as clusters  # noqa: E402
from tedomari.cluster import _drive, _taking, _tasks  # noqa: E402


@pytest.fixture(scope="module")
def workers(tmp_path_factory):
    log = tmp_path_factory.mktemp("cluster") / "log"
    with clusters.local(workers=2, log=log) as workers:
        yield workers
        if os.environ.get("TEDOMARI_CLUSTER_LOG"):
            print(log.read_text())


def files(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their names."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """Six layers in misère play, solved by one process."""
    folder = tmp_path_factory.mktemp("plain") / "table"
    solved = td.Taking.solve("cram:5x5", play="misere", folder=folder)
    return folder, solved.facts


def test_a_taking_game_has_the_files_of_one_process(workers, plain, tmp_path):
    folder, facts = plain
    solved = td.Taking.solve("cram:5x5", play="misere", folder=tmp_path / "table", workers=workers)
    assert files(tmp_path / "table") == files(folder)
    assert (solved.facts.lost, solved.facts.winning_moves) == (facts.lost, facts.winning_moves)
    assert workers.usage.tasks >= len(files(folder)) - 1


def test_damaged_and_missing_files_are_made_anew(workers, plain, tmp_path):
    folder, _ = plain
    table = tmp_path / "table"
    table.mkdir()
    rng = random.Random(1)
    for name, contents in files(folder).items():
        fate = rng.randrange(3) if name.startswith("block-") else 0
        if fate == 1:
            contents = contents[:-9] + bytes([contents[-9] ^ 1]) + contents[-8:]
        if fate != 2:
            (table / name).write_bytes(contents)
    (table / ".block-1.123.456-7.tmp").write_bytes(b"what a killed process has left")
    td.Taking.solve("cram:5x5", play="misere", folder=table, workers=workers)
    assert files(table) == files(folder)


@pytest.mark.parametrize("keep", ["all", "needed"])
def test_blocks_stay_in_the_memory_of_workers_and_files_are_written_behind(workers, tmp_path, keep):
    mine, other = tmp_path / "mine", tmp_path / "other"
    # A mebibyte is too little for all blocks, so that some come from files.
    for behind in (1, 100):
        clusters.solve_taking("tactix:5x5", folder=mine, keep=keep, workers=workers, behind=behind)
        clusters.solve_taking("tactix:5x5", folder=other, keep=keep, workers=workers)
        assert files(mine) == files(other)
        for path in mine.iterdir():
            path.unlink()


def test_blocks_are_computed_from_bytes_that_come_one_at_a_time(plain, tmp_path):
    folder, _ = plain
    blocks = td._native.Blocks.open(str(folder))
    for block in blocks.order("all"):
        asked = []

        def child(number):
            asked.append(number)
            return blocks.read(number)

        packed, lost, size, _ = blocks.solve_from(block, child)
        assert sorted(asked) == blocks.children(block) and len(set(asked)) == len(asked)
        assert packed == blocks.read(block) and size == len(packed) and (lost, True) == blocks.look(block)
    with pytest.raises(ZeroDivisionError):
        blocks.solve_from(blocks.order("all")[-1], lambda _: 1 / 0)


@pytest.mark.parametrize("keep", ["needed", "none"])
def test_blocks_that_are_not_needed_are_dropped(workers, command, keep, tmp_path):
    mine, other = tmp_path / "mine", tmp_path / "other"
    solved = clusters.solve_taking("tactix:5x5", folder=mine, keep=keep, workers=workers)
    command("taking", "solve", "tactix:5x5", "--play", "normal", "--symmetry", "--keep", keep, "--dir", str(other))
    assert files(mine) == files(other)
    # Nothing is left to do, for either of them.
    assert clusters.solve_taking("tactix:5x5", folder=other, keep=keep, workers=workers).facts.lost == solved.facts.lost
    assert files(mine) == files(other)


@pytest.mark.parametrize(
    ("game", "size", "options"),
    [("nogo", (3, 3), {}), ("amazons", (4, 3), {}), ("domineering", (3, 4), {"values": True})],
)
def test_an_endgame_table_has_the_bytes_of_one_process(workers, game, size, options, tmp_path):
    td.Table.build(game, size, tmp_path / "one.table", **options)
    built = td.Table.build(game, size, tmp_path / "many.table", workers=workers, **options)
    assert (tmp_path / "many.table").read_bytes() == (tmp_path / "one.table").read_bytes()
    assert len(built) > 0 and sorted(path.name for path in tmp_path.iterdir()) == ["many.table", "one.table"]


MATCH = {"game": "amazons", "size": (3, 3), "components": 2, "games": 13, "move_nodes": 50, "seed": 3}


def test_a_match_is_the_same(workers, tmp_path):
    one = td.match("informed", "alphabeta", **MATCH)
    journal = tmp_path / "match.jsonl"
    many = td.match("informed", "alphabeta", **MATCH, journal=journal, workers=workers)
    assert many.records == one.records and many.json == one.json
    assert td.replay(journal).records == one.records
    # What the journal has is not played again.
    again = td.match("informed", "alphabeta", **{**MATCH, "games": 15}, journal=journal, workers=workers)
    assert again.records[:13] == one.records and workers.usage.tasks == 2
    assert again.records == td.match("informed", "alphabeta", **{**MATCH, "games": 15}).records


def test_an_experiment_is_the_same(workers):
    """How units are shared is tested with the experiments themselves (`cargo test -p tedomari-lab`)."""
    one, many = td.experiment("mts-all-hot", seed=5), td.experiment("mts-all-hot", seed=5, workers=workers)
    assert (many.tables, many.plots) == (one.tables, one.plots)


def test_an_experiment_without_pieces_is_one_task(workers):
    alone = td.experiment("xt-domineering-3x3", workers=workers)
    assert alone.tables == td.experiment("xt-domineering-3x3").tables


def same(answers) -> list[dict]:
    """Answers without what depends on the questions that a process was asked before."""
    return [{key: fact for key, fact in answer.json.items() if key not in ("seconds", "nodes")} for answer in answers]


def test_many_positions(workers):
    rng = random.Random(2)
    texts = ["".join(rng.choice("xo..") for _ in range(5)) for _ in range(300)]
    positions = [td.clobber(text) for text in texts[:250]] + [f"clobber:{text} + ^*" for text in texts[250:]]
    assert same(td.analyze(positions, workers=workers, bunch=7)) == same(td.analyze(positions))
    with pytest.raises(ValueError, match="nogame"):
        list(td.analyze(["clobber:xo", "nogame:x.."], workers=workers))


def test_wrong_arguments_are_told(workers, tmp_path):
    with pytest.raises(ValueError, match="folder"):
        td.Taking.solve("cram:4x4", workers=workers)
    with pytest.raises(TypeError, match="threads"):
        td.Taking.solve("cram:4x4", folder=tmp_path, workers=workers, threads=2)
    with pytest.raises(ValueError, match="cram"):
        td.Taking.solve("cram:4", folder=tmp_path, workers=workers)
    with pytest.raises(TypeError, match="workers"):
        td.Taking.solve("cram:4x4", folder=tmp_path, workers=7)
    with pytest.raises(ValueError, match="no experiment"):
        td.experiment("none", workers=workers)
    with pytest.raises(ValueError, match="tcp://HOST:8786"):
        clusters.connect("foo:::x").threads()
    with pytest.raises(clusters.WorkersLost, match="tcp://127.0.0.1:9"):
        td.Taking.solve("cram:4x4", folder=tmp_path, workers=clusters.connect("tcp://127.0.0.1:9", patience=0.5))


def test_a_folder_that_is_not_shared_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(_tasks, "PATIENCE", 0.0)
    with pytest.raises(FileNotFoundError, match="must see the folder under one path"):
        _tasks.look_at_blocks(str(tmp_path / "nowhere"), "run", [0])


def test_a_worker_with_another_version_is_told(monkeypatch, workers):
    """It may have joined after the others were asked."""
    monkeypatch.setattr(_drive, "VERSION", "0.0.1")
    with pytest.raises(ImportError, match="this is"):
        list(td.analyze(["clobber:xo"], workers=workers))


def test_blocks_go_where_their_children_are_plain(monkeypatch, tmp_path):
    table = str(tmp_path / "table")
    blocks = td._native.Blocks.create(table, "triangular-nim:7", play="misere", symmetry=False, bid=list(range(8)))

    def unpacked(choice: int) -> int:
        """The children that two workers, which take turns, have to unpack."""
        monkeypatch.setattr(_taking, "CHOICE", choice)
        plan = _taking._Plan(blocks, "", "", "all", 1024)
        plan.make()
        plain: list[set[int]] = [set(), set()]
        done: list[int] = []
        lacking = turn = 0
        while (task := plan.take(str(turn % 2))) is not None:
            for block in task.arguments[-1]:
                children = set(plan.children[block])
                lacking += len(children - plain[turn % 2])
                plain[turn % 2] |= children | {block}
                done.append(block)
                plan.done(block, ("done", 0, 0, 0))
            turn += 1
        assert sorted(done) == sorted(plan.order)
        return lacking

    assert 0 < unpacked(64) < unpacked(1)


def test_any_client_will_do(workers, plain, tmp_path):
    from distributed import Client

    with Client(workers.address, set_as_default=False) as client:
        td.Taking.solve("cram:5x5", play="misere", folder=tmp_path / "table", workers=client)
        assert client.status == "running"
    assert files(tmp_path / "table") == files(plain[0])


def test_slurm_jobs_are_planned_without_slurm():
    control_c = signal.getsignal(signal.SIGINT)
    jobs = clusters.slurm(
        0, threads=8, memory="64GB", walltime="04:00:00", queue="long", interface="lo",
        job_extra_directives=["--exclusive"],
    )  # fmt: skip
    with jobs:
        script = jobs.job_script()
    for line in [
        "#SBATCH -p long", "#SBATCH --cpus-per-task=8", "#SBATCH --mem=60G", "#SBATCH -t 04:00:00",
        "#SBATCH --exclusive", "export MALLOC_TRIM_THRESHOLD_=1073741824", "export RAYON_NUM_THREADS=8",
        "export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False",
        "--nthreads 8",
    ]:  # fmt: skip
        assert line in script, script
    assert signal.getsignal(signal.SIGINT) is control_c, "importing dask-jobqueue replaces it"


@pytest.mark.long
@pytest.mark.parametrize("behind", [None, 64])
def test_killed_workers_and_schedulers_change_nothing(plain, tmp_path, behind):
    longest = 0.8
    with clusters.local(workers=2) as workers, Killer(workers, 3, scheduler=True, longest=longest) as killer:
        number, started = 0, time.monotonic()
        # The limit is for a run that hangs: a busy machine takes its time for new processes.
        while len(killer.killed) < 3 and time.monotonic() - started < 1000:
            number += 1
            table = tmp_path / f"table{number}"
            clusters.solve_taking("cram:5x5", play="misere", folder=table, workers=workers, behind=behind)
            assert files(table) == files(plain[0])
        assert sorted(killer.killed) == ["scheduler", "worker", "worker"]
