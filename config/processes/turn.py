"""Which web processes serve, and the socket on which all of them listen.

A web process needs more than a second of CPU time to start, for which people would wait after it
was killed. So one more than serve is started, and takes the turn of the next one that ends: the
kernel releases a lock even if its holder is killed. All listen on one socket of their parent, so
whoever connects meanwhile waits for a moment and is not refused.
"""

import fcntl
import os
import socket
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError

LISTENER = "CARDHOUSE_LISTENER"
"""The number of the open file that is the parent's socket; without it a process makes its own."""
TURNS = "CARDHOUSE_TURNS"
"""How many serve at a time, and the file of which each locks a byte; without it each serves."""
LOOK_EVERY_S = 0.02

_held: list[int] = []


def listener(host: str, port: int) -> socket.socket:
    """The parent's socket, or else a new one on this port.

    Raises CommandError if the port cannot be used within PORT_PATIENCE_S seconds.
    """
    if given := os.environ.get(LISTENER):
        os.set_inheritable(int(given), False)
        return socket.socket(fileno=int(given))
    deadline = time.monotonic() + settings.PORT_PATIENCE_S
    while True:
        own = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            own.bind((host, port))
            return own
        except OSError as error:
            own.close()
            why = error.strerror
        if time.monotonic() > deadline:
            raise CommandError(
                f"Port {port} on {host} cannot be used ({why}). Is Cardhouse already running? "
                f"Otherwise choose another port: PORT={port + 1} make run"
            )
        time.sleep(LOOK_EVERY_S)


def sharing(listener: socket.socket, count: int, turns: Path | None = None) -> dict[str, Any]:
    """The options of `Popen` for web processes that listen on this socket.

    With a file of `turns`, `count` of them serve at a time.
    """
    port = listener.getsockname()[1]
    shared = {LISTENER: str(listener.fileno()), "PORT": str(port)}
    if turns is not None:
        shared[TURNS] = f"{count} {turns}"
    return {"pass_fds": [listener.fileno()], "env": {**os.environ, **shared}}


def wait() -> None:
    """Return when it is this process's turn to serve; it imports what that needs meanwhile."""
    given = os.environ.get(TURNS)
    if not given:
        return
    import config.asgi  # noqa: F401

    count, _, path = given.partition(" ")
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    while not any(_take(handle, number) for number in range(int(count))):
        time.sleep(LOOK_EVERY_S)
    _held.append(handle)  # until the process ends


def _take(handle: int, number: int) -> bool:
    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
    except (BlockingIOError, PermissionError):
        return False
    return True


def pass_on() -> None:
    """Let the process in reserve serve: this one listens no more."""
    while _held:
        os.close(_held.pop())
