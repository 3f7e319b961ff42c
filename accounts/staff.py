"""Who of the staff may do what: rights, the roles that hold them, and the catalogue of acts.

Roles are Django groups and rights are permissions, so that the admin site knows them too. Making
them, and carrying an act out with its audit row, is `accounts.actions.staff`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from accounts.models import User


class Right(StrEnum):
    """What a role allows; the permission is `accounts.staff_<right>`."""

    LOOK = "look"
    CHAT = "chat"
    TABLES = "tables"
    ECONOMY = "economy"
    ROLES = "roles"


ROLES: dict[str, tuple[Right, ...]] = {
    "Viewer": (Right.LOOK,),
    "Chat moderator": (Right.LOOK, Right.CHAT),
    "Table moderator": (Right.LOOK, Right.CHAT, Right.TABLES),
    "Economy moderator": (Right.LOOK, Right.ECONOMY),
    "Admin": tuple(Right),
}


@dataclass(frozen=True, slots=True)
class Act:
    """One thing staff can do: the right it needs and what the log calls it."""

    right: Right
    label: str


ACTS: dict[str, Act] = {
    "person.roles": Act(Right.ROLES, "Set the roles of a member of staff"),
    "person.factor": Act(Right.ROLES, "Took the second factor away"),
    "person.mute": Act(Right.CHAT, "Muted"),
    "person.suspend": Act(Right.TABLES, "Suspended"),
    "person.ban": Act(Right.TABLES, "Banned"),
    "sanction.end": Act(Right.CHAT, "Ended a sanction"),
    "sanction.answer": Act(Right.CHAT, "Answered an appeal"),
    "proposal.adjust": Act(Right.ECONOMY, "Proposed to adjust a balance"),
    "proposal.refund": Act(Right.ECONOMY, "Proposed a refund"),
    "proposal.unseal": Act(Right.TABLES, "Asked to open closed cards"),
    "proposal.decline": Act(Right.LOOK, "Declined a proposal"),
    "balance.adjust": Act(Right.ECONOMY, "Adjusted a balance"),
    "balance.refund": Act(Right.ECONOMY, "Refunded the victims of a cheat"),
    "hand.unseal": Act(Right.TABLES, "Opened closed cards"),
    "hand.keep": Act(Right.TABLES, "Kept the whole deck of the hand"),
    "hand.release": Act(Right.TABLES, "Let the deck of the hand be forgotten in its time"),
    "hand.void": Act(Right.TABLES, "Voided the hand"),
    "table.drain": Act(Right.TABLES, "Let the table close after the hand"),
    "table.freeze": Act(Right.TABLES, "Paused the table"),
    "table.thaw": Act(Right.TABLES, "Let the table go on"),
    "table.close": Act(Right.TABLES, "Closed the table"),
    "table.kick": Act(Right.TABLES, "Sent a player away"),
    "words.change": Act(Right.CHAT, "Changed the unwanted words"),
    "report.take": Act(Right.CHAT, "Took a report"),
    "report.note": Act(Right.CHAT, "Wrote a note on a report"),
    "report.close": Act(Right.CHAT, "Closed a report"),
}

Conflict = Callable[[User, str, str], bool]
"""(member of staff, kind of target, its id) -> whether he is too close to it to act."""

_conflicts: list[Conflict] = []


def on_conflict(conflict: Conflict) -> None:
    """Ask `conflict` before each act; the lobby knows who sits where. Registering twice is once."""
    if conflict not in _conflicts:
        _conflicts.append(conflict)


def too_close(user: User, kind: str, target: str) -> bool:
    """Whether this member of staff has a seat of his own in the matter."""
    return any(conflict(user, kind, target) for conflict in _conflicts)


def may(user: Any, right: Right) -> bool:
    """Whether a person holds a right now."""
    return bool(
        user.is_active
        and not user.is_barred
        and user.is_staff
        and user.has_perm(f"accounts.staff_{right}")
    )


def may_act(user: Any, action: str) -> bool:
    """Whether a person may carry out an act of the catalogue."""
    return may(user, ACTS[action].right)
