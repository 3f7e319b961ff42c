"""Housekeeping of tables."""

from core.periodic_tasks.task import Task, daily, register
from lobby.tables.actions.idempotency import forget_receipts
from lobby.tables.actions.timers import wake_empty


def _close_tables() -> str:
    return f"{wake_empty():,} empty tables to close"


def _forget_receipts() -> str:
    return f"{forget_receipts():,} old keys forgotten"


register(
    Task("close_tables", "Close tables where nobody is", _close_tables),
    daily("forget_keys", "Forget keys of old commands", _forget_receipts, "02:10"),
)
