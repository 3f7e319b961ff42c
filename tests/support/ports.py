"""TCP ports for servers in other processes, which bind them later.

The system gives ports from 32768 upwards to whoever asks for any, so a port from there that was
free a moment ago may be taken before its server starts. These come from below, and each is claimed
by a lock until this process ends.
"""

import os
import random
import socket
import tempfile
from pathlib import Path

from config.embedded.servers import try_lock

PORTS = range(20_000, 30_000)


def free_port() -> int:
    """A port that nobody uses and no other test process has been given."""
    folder = Path(tempfile.gettempdir()) / f"cards-ports-{os.geteuid()}"
    folder.mkdir(exist_ok=True)
    for port in random.sample(PORTS, len(PORTS)):
        if try_lock(folder / f"{port}.lock") is not None and _is_free(port):
            return port
    raise RuntimeError("every port is taken")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
