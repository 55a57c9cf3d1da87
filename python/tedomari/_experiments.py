"""The papers' experiments. Each runs in a process of its own, which Control-C ends at once."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from ._native import experiments as _known


class Known(NamedTuple):
    """An experiment that can be run."""

    name: str
    about: str
    is_random: bool
    can_be_full: bool
    is_shared: bool


def _written(table: dict[str, Any]) -> str:
    """A table as text, with its title."""
    rows = [list(map(str, row)) for row in (table["columns"], *table["rows"])]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join([table["title"], *("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)])


@dataclass(repr=False)
class Experiment:
    """The result of an experiment: tables (title, columns, rows) and plots as SVG."""

    name: str
    tables: list[dict[str, Any]]
    plots: list[str]

    def __repr__(self) -> str:
        return f"<Experiment {self.name}: {len(self.tables)} tables, {len(self.plots)} plots>"

    def __str__(self) -> str:
        return "\n\n".join(map(_written, self.tables))

    def frame(self, number: int = 0) -> Any:
        """A table as a DataFrame of pandas."""
        from ._tables import frame

        table = self.tables[number]
        return frame([dict(zip(table["columns"], row)) for row in table["rows"]], table["columns"])

    def _repr_html_(self) -> str:
        from ._html import experiment

        return experiment(self)


def experiments() -> list[Known]:
    """The experiments: name, what each shows, whether the seed matters, and whether there is a longer run."""
    return [Known(*known) for known in _known()]


def experiment(
    name: str, *, full: bool = False, seed: int = 0, workers: Any = None, progress: Any = None
) -> Experiment:
    """Runs an experiment; without `full` it takes less than a minute. With workers their cluster shares its pieces."""
    if workers is not None:
        from .cluster import run_experiment

        return run_experiment(name, workers=workers, full=full, seed=seed, progress=progress)
    from ._progress import bar

    known = {known.name: known for known in experiments()}.get(name)
    if known is None:
        raise ValueError(f"there is no experiment '{name}'; experiments() lists them")
    if full and not known.can_be_full:
        raise ValueError(f"{name} is always run in full: leave full out")
    arguments = [sys.executable, "-m", "tedomari._experiment", name, str(int(full)), str(seed)]
    shown = bar(progress, None)
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None and process.stderr is not None
            result, trouble = None, ""
            for line in process.stdout:
                kind, _, rest = line.partition(" ")
                if kind == "progress":
                    shown.show(0.0, 0, 0, json.loads(rest))
                elif kind == "result":
                    result = json.loads(rest, object_hook=_fraction)
            trouble = process.stderr.read()
        except BaseException:
            process.kill()
            raise
        finally:
            shown.close()
    if result is None:
        raise RuntimeError(trouble.strip().splitlines()[-1] if trouble.strip() else f"{name} ended early")
    return Experiment(name, result["tables"], result["plots"])


def _fraction(thing: dict[str, Any]) -> Any:
    return Fraction(thing["fraction"]) if set(thing) == {"fraction"} else thing
