"""Makes a child process end when its parent has ended.

Even after kill -9 of `manage.py up` no server may be left that occupies the port.
"""

import os
import signal
import threading
import time

VARIABLE = "CARDHOUSE_PARENT"
LOOK_EVERY_S = 0.25
# After this long the process will not end gracefully any more.
STOP_WITHIN_S = 10

_watching = False


def watch() -> None:
    """End this process when its parent is no longer the one named in CARDHOUSE_PARENT.

    Does nothing without that variable, or if it is already watching.
    """
    global _watching
    expected = int(os.environ.get(VARIABLE) or 0)
    if expected and not _watching:
        _watching = True
        threading.Thread(target=_wait, args=(expected,), name="parent", daemon=True).start()


def _wait(expected: int) -> None:
    while os.getppid() == expected:
        time.sleep(LOOK_EVERY_S)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_WITHIN_S)
    os._exit(1)
