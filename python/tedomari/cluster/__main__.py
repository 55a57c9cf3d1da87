"""What `tedomari … --scheduler ADDRESS` runs: a call in JSON on the standard input, its result in JSON on the output.

The command asks for files (blocks of a table, the pieces of another, the journal of a match) or for the results of the
units of an experiment, and goes on with these as if they had been there.
"""

from __future__ import annotations

import json
import sys
from typing import Any

#: Seconds that a scheduler is waited for: who types a wrong address is told soon.
PATIENCE = 30.0


def _call(address: str, call: str, options: dict[str, Any]) -> Any:
    from . import connect
    from ._bags import experiment_units, play_games
    from ._tables import build_table
    from ._taking import solve_taking

    with connect(address, patience=PATIENCE) as workers:
        if call == "taking":
            solve_taking(**options, workers=workers)
        elif call == "table":
            build_table(**options, workers=workers)
        elif call == "match":
            play_games(workers, **options)
        elif call == "experiment":
            return experiment_units(workers, **options)
        else:
            raise ValueError(f"this version of the package does not know '{call}': install that of the command")
    return None


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python -m tedomari.cluster ADDRESS < CALL.json", file=sys.stderr)
        return 2
    asked = json.load(sys.stdin)
    try:
        result = _call(sys.argv[1], asked["call"], asked["options"])
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the command shows one line
        print(f"{error}", file=sys.stderr)
        return 2 if isinstance(error, (ValueError, TypeError, ImportError)) else 4
    json.dump(result, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
