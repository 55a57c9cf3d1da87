"""The tasks: plain functions that workers call, with names of files and numbers as arguments. They return counts and
checksums. A task may run twice, also at the same time on two workers: files are written under other names and renamed.
"""

from __future__ import annotations

import os
import socket
import time
from functools import lru_cache
from typing import Any

from .._native import Blocks, MatchParts, Needs, Parts, experiment_end, experiment_part

#: How long a file is waited for that another machine has written: shared folders show it some time later.
PATIENCE = 3.0


def _expect(path: str) -> None:
    """Waits for something that the program has made before it sent tasks."""
    until = time.monotonic() + PATIENCE
    while not os.path.exists(path):
        if time.monotonic() > until:
            here = socket.gethostname()
            raise FileNotFoundError(f"{path} is not there on {here}: all machines must see the folder under one path")
        time.sleep(0.1)


@lru_cache(maxsize=8)
def _blocks(folder: str, identity: str, memory: int) -> Blocks:
    _expect(os.path.join(folder, "table.contents"))
    return Blocks.open(folder, memory=memory)


def look_at_blocks(folder: str, identity: str, blocks: list[int]) -> list[tuple[int, tuple[int, bool] | None]]:
    """Checks every byte of the files of blocks."""
    opened = _blocks(folder, identity, 0)
    return [(block, opened.look(block, thorough=True)) for block in blocks]


def solve_blocks(folder: str, identity: str, memory: int, blocks: list[int]) -> list[tuple[Any, ...]]:
    """Blocks from the files of their children: for each `("done", lost, bytes, checksum)`, or `("needs", child, reason)`."""
    return [_solve_block(folder, identity, memory, block) for block in blocks]


def _solve_block(folder: str, identity: str, memory: int, block: int) -> tuple[Any, ...]:
    opened = _blocks(folder, identity, memory)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return ("done", *opened.solve(block))
        except Needs as needs:
            child, reason = needs.args
            if time.monotonic() > until or opened.look(child) is not None:
                return ("needs", child, reason)
            time.sleep(0.1)


@lru_cache(maxsize=4)
def _parts(arguments: tuple[Any, ...], identity: str) -> Parts:
    game, size, path, queens, values, memory = arguments
    _expect(f"{path}.levels")
    return Parts(game, size, path, queens=queens, values=values, memory=memory)


def look_at_pieces(arguments: tuple[Any, ...], identity: str, pieces: list[int]) -> list[tuple[int, bool]]:
    """Checks every byte of the files of pieces."""
    parts = _parts(arguments, identity)
    return [(piece, parts.is_there(piece)) for piece in pieces]


def work_out_piece(arguments: tuple[Any, ...], identity: str, piece: int) -> tuple[Any, ...]:
    """A piece from the lower levels: `("done", entries, checksum)`, or `("needs", piece, reason)`."""
    return _patiently(lambda: ("done", *_parts(arguments, identity).work_out(piece)))


def number_pieces(arguments: tuple[Any, ...], identity: str, pieces: list[int]) -> tuple[Any, ...]:
    """Gives the facts of a level their words."""

    def number() -> tuple[Any, ...]:
        for piece in pieces:
            _parts(arguments, identity).number(piece)
        return ("done", len(pieces), 0)

    return _patiently(number)


def _patiently(work: Any) -> tuple[Any, ...]:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            result: tuple[Any, ...] = work()
            return result
        except Needs as needs:
            piece, reason = needs.args
            if time.monotonic() > until:
                return ("needs", piece, reason)
            time.sleep(0.1)


@lru_cache(maxsize=8)
def _match(header: str) -> MatchParts:
    return MatchParts(header, 0)


def play_games(header: str, first: int, end: int) -> list[str]:
    """Games of the match whose journal begins with this line, as lines of that journal."""
    return _match(header).play(first, end)


def do_part(name: str, full: bool, seed: int, part: int, of: int, known: tuple[str, ...]) -> list[str]:
    """A share of the units of an experiment that can be worked out from the known ones."""
    return experiment_part(name, full=full, seed=seed, part=part, of=of, known=list(known))


def end_experiment(name: str, full: bool, seed: int, known: tuple[str, ...]) -> tuple[list[dict[str, Any]], list[str]]:
    """The outcome of an experiment all of whose units are known."""
    return experiment_end(name, full=full, seed=seed, known=list(known))


def analyze_all(texts: list[str], limits: dict[str, Any]) -> list[Any]:
    """The answers about positions, or the errors."""
    from .. import analyze_one

    answers: list[Any] = []
    for text in texts:
        try:
            answers.append(analyze_one(text, **limits))
        except (ValueError, OverflowError, RuntimeError) as error:
            answers.append(error)
    return answers
