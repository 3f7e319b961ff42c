"""The worker processes that tests watch."""

from contextlib import suppress

import psutil


def pids() -> list[int]:
    """The worker processes of all pools of this process."""
    found = []
    for child in psutil.Process().children():
        with suppress(psutil.ZombieProcess, psutil.NoSuchProcess):
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child.pid)
    return found
