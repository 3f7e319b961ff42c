"""Periodic tasks of the tables."""

from core.periodic_tasks.task import Task, daily, register
from lobby.tables.actions.idempotency import purge_receipts
from lobby.tables.actions.seat_requests import purge_requests
from lobby.tables.actions.timers import schedule_empty_tables


def _close_tables() -> str:
    return f"{schedule_empty_tables():,} empty tables due to close"


def _forget_receipts() -> str:
    return f"{purge_receipts():,} old keys deleted"


def _forget_requests() -> str:
    return f"{purge_requests():,} old requests for seats deleted"


register(
    Task("close_tables", "Close empty tables", _close_tables),
    daily("forget_seat_requests", "Delete old requests for seats", _forget_requests, "02:15"),
    daily("forget_keys", "Delete old command keys", _forget_receipts, "02:10"),
)
