"""Matches, experiments and lists of positions: tasks in any order, whose results are put in order here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from .._experiments import Experiment, experiments
from .._native import MatchParts
from . import _tasks
from ._cluster import Cluster, of
from ._drive import AHEAD, LONG, Bag, Task, drive

if TYPE_CHECKING:
    from .._answers import Answer
    from ._cluster import Workers

#: The parts of a round of an experiment for each thread: they are not equally long.
PARTS = 4
#: The number of positions in the first tasks, and the greatest.
FIRST, MOST = 32, 1024


def play_match(
    left: str,
    right: str,
    *,
    workers: Workers,
    game: Any,
    start: Any = None,
    play: str | None = None,
    size: tuple[int, int] | None = None,
    components: int | None = None,
    games: int,
    move_time: float,
    move_nodes: int | None,
    seed: int,
    journal: str | os.PathLike[str] | None = None,
    progress: Any = None,
) -> Answer:
    """Plays a match on a cluster; see `tedomari.match`. A task plays the two games of an opening."""
    header = MatchParts.header(
        left, right, game=game, start=start, play=play, size=size, components=components, move_time=move_time,
        move_nodes=move_nodes, seed=seed,
    )  # fmt: skip
    return play_games(of(workers), header, games, journal=journal, progress=progress)


def play_games(
    cluster: Cluster, header: str, games: int, *, journal: str | os.PathLike[str] | None, progress: Any = None
) -> Answer:
    """Plays the match whose journal begins with this line."""
    match = MatchParts(header, games)
    records = {_number(line): line for line in (match.open(os.path.abspath(journal)) if journal is not None else [])}
    pairs = [(first, min(first + 2, games)) for first in range(0, games, 2)]
    open_pairs = [pair for pair in pairs if any(game not in records for game in range(*pair))]
    bag = Bag(
        (Task(f"games-{first}", _tasks.play_games, (header, first, end)) for first, end in open_pairs), len(pairs)
    )
    bag.done, bag.note = len(pairs) - len(open_pairs), "openings"
    for _, lines, _ in drive(cluster, bag, progress):
        bag.done += 1
        for line in lines:
            number = _number(line)
            if number not in records:
                records[number] = line
                match.add(line)
    if missing := games - sum(number < games for number in records):
        raise RuntimeError(f"{missing} games of the match were lost")
    return match.answer(list(records.values()))


def _number(record: str) -> int:
    import json

    return int(json.loads(record)["game"])


def run_experiment(
    name: str, *, workers: Workers, full: bool = False, seed: int = 0, progress: Any = None
) -> Experiment:
    """Runs an experiment on a cluster; see `tedomari.experiment`. One without pieces of work is a single task."""
    cluster = of(workers)
    known = experiment_units(cluster, name, full=full, seed=seed, progress=progress)
    task = Task(f"{name}-end", _tasks.end_experiment, (name, full, seed, tuple(known)))
    ((_, (tables, plots), _),) = drive(cluster, Bag(iter([task]), 1), progress)
    return Experiment(name, tables, plots)


def experiment_units(cluster: Cluster, name: str, *, full: bool, seed: int, progress: Any = None) -> list[str]:
    """The results of all units of an experiment, a line each. Units may wait for others: there are rounds of shares."""
    experiment = {known.name: known for known in experiments()}.get(name)
    if experiment is None:
        raise ValueError(f"there is no experiment '{name}'; experiments() lists them")
    if full and not experiment.can_be_full:
        raise ValueError(f"{name} is always run in full: leave full out")
    known: list[str] = []
    of_parts = max(PARTS * cluster.threads(), 1)
    for turn in count(1):
        if not experiment.is_shared:
            break
        tasks = (
            Task(f"{name}-{turn}-{part}", _tasks.do_part, (name, full, seed, part, of_parts, tuple(known)))
            for part in range(of_parts)
        )
        bag = Bag(tasks, of_parts)
        bag.note = f"round {turn}"
        found: list[str] = []
        for _, lines, _ in drive(cluster, bag, progress):
            bag.done += 1
            found += lines
        if not found:
            break
        known += found
    return known


def text_of(question: Any) -> str:
    """A position with the name of its game; a sum or a value as it is."""
    return str(getattr(question, "text", question))


def analyze(
    positions: Iterable[Any], *, workers: Workers, bunch: int | None = None, progress: Any = None, **limits: Any
) -> Iterator[Answer]:
    """Analyses positions on a cluster, and yields the answers in their order; see `tedomari.analyze`."""
    if bunch is not None and bunch < 1:
        raise ValueError("bunch is at least 1")
    cluster = of(workers)
    texts = (text_of(position) for position in positions)
    answered, taken = 0, 0.0

    def tasks() -> Iterator[Task]:
        for number in count():
            usual = min(max(int(LONG * answered / taken), 1), MOST) if taken else FIRST
            some = list(islice(texts, bunch or usual))
            if not some:
                return
            yield Task(f"positions-{number}", _tasks.analyze_all, (some, limits))

    # Answers that wait for slower ones before them take memory, so there are not too many.
    bag = Bag(tasks(), most=16 * AHEAD * max(cluster.threads(), 1))
    waiting: dict[int, list[Any]] = {}
    following = 0
    for task, answers, seconds in drive(cluster, bag, progress):
        answered, taken = answered + len(answers), taken + seconds
        waiting[int(task.name.rpartition("-")[2])] = answers
        while following in waiting:
            for answer in waiting.pop(following):
                if isinstance(answer, Exception):
                    raise answer
                yield answer
            bag.free()
            bag.done += 1
            following += 1
