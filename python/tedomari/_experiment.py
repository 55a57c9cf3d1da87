"""The process in which `tedomari.experiment` runs an experiment. It writes lines for the one that started it."""

from __future__ import annotations

import json
import signal
import sys
from fractions import Fraction
from typing import Any

from ._native import run_experiment


def main() -> None:
    # A signal to the whole group ends this process without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _, name, full, seed = sys.argv

    def tell(text: str) -> None:
        print("progress", json.dumps(text), flush=True)

    def plain(thing: Any) -> Any:
        if isinstance(thing, Fraction):
            return {"fraction": str(thing)}
        raise TypeError(type(thing))

    tables, plots = run_experiment(name, full=full == "1", seed=int(seed), progress=tell)
    print("result", json.dumps({"tables": tables, "plots": plots}, default=plain), flush=True)


if __name__ == "__main__":
    main()
