"""Sections of a user's profile that other apps provide.

This app may not import games or lobby, so they add functions to `SECTIONS`: `summary` (hands
played, hands won, net chips), `hands` (the latest), `in_play` (chips on tables), `tables` (their
seats), `statistics` (their statistics by game, with plots), `public_figures` (the public ones),
`today` (chips lost and minutes played).
"""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from accounts.people.models import User

Section = Callable[[User], Any]

SECTIONS: dict[str, Section] = {}
"""All sections by name, as the packages declare them in their `personal_data`."""


def section(key: str, user: User, default: Any = None) -> Any:
    """The section `key` of `user`, or `default` if nobody provides it."""
    provide = SECTIONS.get(key)
    return default if provide is None else provide(user)


def find_player(name: str) -> User | None:
    """The user with this name in any spelling whose profile is public; None if there is none."""
    found = User.objects.called(name)
    return found if found is not None and found.is_active else None


def addresses(user: User) -> "QuerySet[EmailAddress]":
    """The confirmed email address of a user and the one waiting to replace it, if any."""
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=user)
    return found.order_by("-verified")


def in_play(user: User) -> int:
    """The chips a user has on tables, as the lobby counts them."""
    return int(section("in_play", user, 0))


def summary(user: User) -> dict[str, int]:
    """Hands played, hands won and net chips: {"hands", "won", "net"}."""
    nothing = {"hands": 0, "won": 0, "net": 0}
    return {**nothing, **section("summary", user, nothing)}


def public_figures(user: User) -> list[dict[str, Any]]:
    """The public statistics of a user, by game."""
    return list(section("public_figures", user, []))


def hands(user: User) -> list[Any]:
    """The latest hands of a user, newest first."""
    return list(section("hands", user, []))
