"""Periodic tasks: removing expired sessions and old addresses."""

from django.core.management import call_command

from accounts.people.actions.sign_ins import purge_addresses
from core.periodic_tasks.task import daily, register


def _clear_sessions() -> str:
    call_command("clearsessions")
    return "expired sessions removed"


def _purge_addresses() -> str:
    return f"{purge_addresses():,} addresses deleted"


register(
    daily("clear_sessions", "Remove expired sessions", _clear_sessions, "02:00"),
    daily("purge_addresses", "Delete old addresses", _purge_addresses, "02:05"),
)
