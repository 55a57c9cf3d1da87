"""What the tests share: the tables of facts, which lie beside the tests of the crates, and the command."""

from __future__ import annotations

import csv
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def facts(name: str) -> list[dict[str, str]]:
    """The rows of a table of facts."""
    folder = "exact" if name == "positions" else "values"
    with (ROOT / f"crates/{folder}/tests/facts/{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="session")
def command():
    """Runs the command, which `./test` has built, and gives its output."""
    program = Path(os.environ.get("TEDOMARI", ROOT / "target/debug/tedomari"))
    if not program.exists():
        pytest.skip(f"{program} is not built")

    def run(*arguments: str, given: str | None = None) -> str:
        done = subprocess.run([program, *arguments], input=given, capture_output=True, text=True, timeout=100)
        return done.stdout

    return run
