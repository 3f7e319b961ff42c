"""Who of the staff may do what: rights, the roles that hold them, and the catalogue of acts.

Roles are Django groups and rights are permissions, so that the admin site knows them too. Making
them, and carrying an act out with its audit row, is `core.staff.actions`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.people import Person
from core.staff.signals import conflict_asked


class Right(StrEnum):
    """What a role allows; the permission is `core.staff_<right>`."""

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
class StaffAction:
    """One thing staff can do: the right it needs and what the log calls it."""

    right: Right
    label: str


STAFF_ACTIONS: dict[str, StaffAction] = {}
"""Every action by its code, as the subjects declare them in their `staff_actions`."""


def too_close(user: Person, kind: str, target: str) -> bool:
    """Whether this member of staff has a seat of his own in the matter."""
    answers = conflict_asked.send(sender=None, user=user, kind=kind, target=target)
    return any(close for _receiver, close in answers)


def may(user: Any, right: Right) -> bool:
    """Whether a person holds a right now."""
    return bool(
        user.is_active
        and not user.is_barred
        and user.is_staff
        and user.has_perm(f"core.staff_{right}")
    )


def may_act(user: Any, action: str) -> bool:
    """Whether a person may carry out an act of the catalogue."""
    return may(user, STAFF_ACTIONS[action].right)
