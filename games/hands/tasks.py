"""The periodic tasks of stored hands."""

from core.periodic_tasks.task import daily, register
from games.hands.actions.months import make_months
from games.hands.actions.pack import pack_actions

HANDS_PER_NIGHT_MAX = 200_000
"""The most hands whose actions are packed in one night."""


def _pack_actions() -> str:
    return f"actions of {pack_actions(HANDS_PER_NIGHT_MAX):,} hands packed"


def _make_months() -> str:
    return f"{make_months()} partitions made"


register(
    daily("make_months", "Make partitions of coming months", _make_months, "05:20"),
    daily("pack_actions", "Pack actions of old hands", _pack_actions, "05:30", heavy=True),
)
