"""Keeps a process of a cluster alive: starts it again when it ends, until this one is told to end.

    python -m tedomari.cluster._keeper COMMAND...

Here the standard input is a leash: when it is closed, because the program that holds it ended or was killed, the process
ends, too.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

#: A process that ends sooner than this was not started well, so the next one waits longer and longer.
WELL = 5.0
LONGEST_PAUSE = 5.0


def keep(command: list[str], environment: dict[str, str] | None = None, *, leash: bool = False) -> None:
    """Runs a command again and again, until a signal, or the end of the leash, ends it."""
    over = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())

    def hold() -> None:
        while sys.stdin.buffer.read(1024):
            pass
        over.set()

    if leash:
        threading.Thread(target=hold, daemon=True).start()
    pause = 0.1
    while not over.is_set():
        started = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=environment)
        while process.poll() is None and not over.wait(0.05):
            pass
        if over.is_set():
            process.terminate()
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            return
        pause = 0.1 if time.monotonic() - started > WELL else min(2 * pause, LONGEST_PAUSE)
        over.wait(pause)


if __name__ == "__main__":
    keep(sys.argv[1:], leash=True)
