"""Periodic tasks: the audits, the searches for cheats, and the erasure of deleted accounts."""

from core.periodic_tasks.task import Task, daily, register
from lobby.moderation.actions.audit import audit_everything, audit_new, is_behind, lag_in_words
from lobby.moderation.actions.bots import open_bot_cases
from lobby.moderation.actions.chip_dumping import open_dumping_cases
from lobby.moderation.actions.erasure import erase_due
from lobby.moderation.actions.gathered_chips import open_gathering_cases

LOOK_BACK_DAYS = 30


def _erase_people() -> str:
    return f"{erase_due()} accounts erased"


def _find_dumping() -> str:
    return f"{len(open_dumping_cases(days=LOOK_BACK_DAYS))} cases opened"


def _find_gathered_chips() -> str:
    return f"{len(open_gathering_cases())} cases opened"


def _find_bots() -> str:
    return f"{len(open_bot_cases(days=LOOK_BACK_DAYS))} cases opened"


register(
    Task("audit_new", "Audit new rows", audit_new, apart=is_behind, lag=lag_in_words),
    Task("find_gathered_chips", "Detect gathered free chips", _find_gathered_chips),
    Task("erase_people", "Erase accounts deleted a week ago", _erase_people),
    daily("audit", "Full audit", audit_everything, "02:30", heavy=True),
    daily("find_dumping", "Detect chip dumping", _find_dumping, "04:00", heavy=True),
    daily("find_bots", "Detect undeclared bots", _find_bots, "04:30", heavy=True),
)
