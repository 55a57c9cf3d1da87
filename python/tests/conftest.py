"""What the tests share: the tables of facts, which lie beside the tests of the crates, and the command."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# A shell that starts a program in the background has it ignore SIGINT, which tests of Control-C send.
signal.signal(signal.SIGINT, signal.default_int_handler)


def facts(name: str) -> list[dict[str, str]]:
    """The rows of a table of facts."""
    folder = "exact" if name == "positions" else "values"
    with (ROOT / f"crates/{folder}/tests/facts/{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the tests that take minutes")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="takes minutes: --long"))


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
