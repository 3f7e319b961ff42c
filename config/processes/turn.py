"""One web process serves at a time; another one waits, ready to serve at once when that ends.

A web process needs more than a second of CPU time to start, for which people would wait after it
was killed. The kernel releases a lock even if its holder is killed.
"""

import fcntl
import os
import socket
import time

from django.conf import settings
from django.core.management import CommandError

VARIABLE = "CARDHOUSE_TURN"
"""The file whose lock the serving process holds; without it each process serves."""
LOOK_EVERY_S = 0.05

_held: list[int] = []


def wait_for_turn(host: str, port: int) -> None:
    """Return when this process is the one to serve, and its port is free.

    Everything that serving needs is imported meanwhile. Raises CommandError for the port.
    """
    path = os.environ.get(VARIABLE)
    if not path:
        return
    import config.asgi  # noqa: F401

    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    _held.append(handle)  # until the process ends
    wait_for_port(host, port)  # workers of the one before may end a moment later


def pass_on() -> None:
    """Let the process in reserve serve: this one listens no more."""
    while _held:
        os.close(_held.pop())


def wait_for_port(host: str, port: int) -> None:
    """Wait until the port can be used. Raises CommandError after PORT_PATIENCE_S seconds."""
    deadline = time.monotonic() + settings.PORT_PATIENCE_S
    while True:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return
            except OSError as error:
                why = error.strerror
        if time.monotonic() > deadline:
            raise CommandError(
                f"Port {port} on {host} cannot be used ({why}). Is Cardhouse already running? "
                f"Otherwise choose another port: PORT={port + 1} make run"
            )
        time.sleep(LOOK_EVERY_S)
