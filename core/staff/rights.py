"""The permissions of staff: rights, the roles that have them, and the catalogue of staff actions.

Roles are Django groups and rights are permissions, so the admin site knows them too.
`core.staff.actions` creates them and carries actions out.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.people import Person
from core.staff.signals import conflict_asked


class Right(StrEnum):
    """A right that roles can have; the permission is `core.staff_<right>`."""

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
    """A staff action: the right it needs and its name in the log."""

    right: Right
    label: str


STAFF_ACTIONS: dict[str, StaffAction] = {}
"""All staff actions by code, as the packages declare them in their `staff_actions`."""


def too_close(user: Person, kind: str, target: str) -> bool:
    """Whether this member of staff has a conflict of interest: a receiver says so."""
    answers = conflict_asked.send(sender=None, user=user, kind=kind, target=target)
    return any(close for _receiver, close in answers)


def may(user: Any, right: Right) -> bool:
    """Whether a user has a right now."""
    return bool(
        user.is_active
        and not user.is_suspended
        and user.is_staff
        and user.has_perm(f"core.staff_{right}")
    )


def may_act(user: Any, action: str) -> bool:
    """Whether a user has the right that a staff action needs."""
    return may(user, STAFF_ACTIONS[action].right)
