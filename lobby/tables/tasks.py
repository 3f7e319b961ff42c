"""Periodic tasks of the tables."""

from core.periodic_tasks.task import Task, daily, register
from lobby.tables.play.timers import schedule_empty_tables
from lobby.tables.seats.seat_requests import purge_requests
from lobby.tables.stakes.idle_seats import purge_departures
from lobby.tables.transaction.idempotency import purge_receipts


def _close_tables() -> str:
    return f"{schedule_empty_tables():,} empty tables due to close"


def _purge_receipts() -> str:
    return f"{purge_receipts():,} old keys deleted"


def _purge_departures() -> str:
    return f"{purge_departures():,} old departures deleted"


def _purge_requests() -> str:
    return f"{purge_requests():,} old requests for seats deleted"


register(
    Task("close_tables", "Close empty tables", _close_tables),
    daily("purge_seat_requests", "Delete old requests for seats", _purge_requests, "02:15"),
    daily("purge_seat_departures", "Delete old departures", _purge_departures, "02:20"),
    daily("purge_keys", "Delete old command keys", _purge_receipts, "02:10"),
)
