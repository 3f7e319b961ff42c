"""What other apps know about a person, for his profile.

This app may not import games or lobby, so they register here who answers: `summary` (hands
played, hands won, net chips), `hands` (the latest), `in_play` (chips on tables), `tables` (where
they sit), `statistics` (their figures by game, and their plots), `public_figures` (those that all
may see), `today` (chips lost and minutes played).
"""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from accounts.people.models import User

Section = Callable[[User], Any]

_sections: dict[str, Section] = {}


def register_section(key: str, provide: Section) -> None:
    """Let `provide(user)` answer for a section; a later registration replaces an earlier one."""
    _sections[key] = provide


def section(key: str, user: User, default: Any = None) -> Any:
    """What is known about `user` under `key`, or `default` when nobody answers for it."""
    provide = _sections.get(key)
    return default if provide is None else provide(user)


def find_player(name: str) -> User | None:
    """Whom everybody may look up under this name, in any spelling; None for nobody."""
    found = User.objects.called(name)
    return found if found is not None and found.is_active else None


def addresses(user: User) -> "QuerySet[EmailAddress]":
    """The confirmed address of a person and the one that waits to replace it, if there are any."""
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=user)
    return found.order_by("-verified")


def in_play(user: User) -> int:
    """The chips a person has on tables, as the lobby counts them."""
    return int(section("in_play", user, 0))


def summary(user: User) -> dict[str, int]:
    """Hands played, hands won and net chips: {"hands", "won", "net"}."""
    nothing = {"hands": 0, "won": 0, "net": 0}
    return {**nothing, **section("summary", user, nothing)}


def public_figures(user: User) -> list[dict[str, Any]]:
    """The figures of a person that everybody may see, by game."""
    return list(section("public_figures", user, []))


def hands(user: User) -> list[Any]:
    """The latest hands of a person, newest first."""
    return list(section("hands", user, []))
