"""Housekeeping of tables."""

from core.periodic_tasks.task import Task, daily, register
from lobby.tables.actions.idempotency import purge_receipts
from lobby.tables.actions.timers import schedule_empty_tables


def _close_tables() -> str:
    return f"{schedule_empty_tables():,} empty tables to close"


def _forget_receipts() -> str:
    return f"{purge_receipts():,} old keys forgotten"


register(
    Task("close_tables", "Close tables where nobody is", _close_tables),
    daily("forget_keys", "Forget keys of old commands", _forget_receipts, "02:10"),
)
