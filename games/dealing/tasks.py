"""Periodic tasks: daily roots, and purging old decks."""

from core.periodic_tasks.task import daily, register
from games.dealing.actions.daily_roots import close_days
from games.dealing.actions.retention import purge_decks

DECKS_PER_NIGHT_MAX = 100_000
"""The most decks purged in one night."""


def _close_days() -> str:
    return f"{close_days():,} days closed"


def _purge_decks() -> str:
    return f"{purge_decks(DECKS_PER_NIGHT_MAX):,} decks deleted"


register(
    daily("close_days", "Publish yesterday's root", _close_days, "00:10", heavy=True),
    daily("purge_decks", "Delete decks of old hands", _purge_decks, "05:00", heavy=True),
)
