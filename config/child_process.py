"""A process that was started by another of ours ends when that one has gone.

Even kill -9 of `manage.py up` must not leave a server behind that keeps the port.
"""

import os
import signal
import threading
import time

VARIABLE = "CARDHOUSE_PARENT"
LOOK_S = 0.25
# After this long a polite end is not coming any more.
PATIENCE_S = 10

_watching = False


def watch() -> None:
    """End this process when its parent is no longer the one named in CARDHOUSE_PARENT.

    Does nothing without that variable, or when it is watched already.
    """
    global _watching
    expected = int(os.environ.get(VARIABLE) or 0)
    if expected and not _watching:
        _watching = True
        threading.Thread(target=_wait, args=(expected,), name="parent", daemon=True).start()


def _wait(expected: int) -> None:
    while os.getppid() == expected:
        time.sleep(LOOK_S)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE_S)
    os._exit(1)
