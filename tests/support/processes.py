"""Processes that tests start or kill."""

import psutil


def runs(process: psutil.Process) -> bool:
    """Whether it still runs; a dead process may wait long for init to collect its status."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
