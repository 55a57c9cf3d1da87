"""A scheduler on this machine, which is started again when it dies.

    python -m tedomari.cluster.scheduler --port 8786

Other options are those of `dask scheduler`, such as `--interface`.
"""

from __future__ import annotations

import os
import sys

from ._keeper import keep
from ._settings import scheduler_command, scheduler_environment


def main() -> None:
    if {"-h", "--help"} & set(sys.argv):
        print(__doc__)
        return
    keep([sys.executable, "-m", *scheduler_command(), *sys.argv[1:]], {**os.environ, **scheduler_environment()})


if __name__ == "__main__":
    main()
