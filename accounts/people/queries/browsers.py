"""The browsers in which a user is logged in."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.people.models import SignIn, User
from core.messages import catalogue

BROWSERS_LISTED_MAX = 50
_NAMES = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome"}
_NAMES |= {"Safari/": "Safari"}
_SYSTEMS = {"Windows": "Windows", "Android": "Android", "iPhone": "iPhone", "iPad": "iPad"}
_SYSTEMS |= {"Mac OS": "macOS", "Linux": "Linux"}
"""Marks in a browser's description, the more telling first."""


@dataclass(frozen=True, slots=True)
class OpenBrowser:
    """A browser session; `id` names its log-in, `session_key` must not leave the server."""

    id: int
    name: str
    since: datetime
    session_key: str


def browsers_of(user: User) -> list[OpenBrowser]:
    """The browser sessions of a user that are still valid, the latest log-in first."""
    rows = (
        SignIn.objects.filter(user=user)
        .exclude(session_key="")
        .order_by("-id")[:BROWSERS_LISTED_MAX]
    )
    kept = {row.session_key: row for row in reversed(rows)}  # the latest log-in of each
    alive = Session.objects.filter(pk__in=kept, expire_date__gt=timezone.now())
    valid = user.get_session_auth_hash()
    found = [
        OpenBrowser(row.pk, browser_name(row.browser), row.at, row.session_key)
        for session in alive
        for row in (kept[session.session_key],)
        if constant_time_compare(session.get_decoded().get(HASH_SESSION_KEY, ""), valid)
    ]
    return sorted(found, key=lambda one: one.id, reverse=True)


def browser_of(user: User, sign_in_id: int) -> OpenBrowser | None:
    """One of these sessions."""
    return next((one for one in browsers_of(user) if one.id == sign_in_id), None)


def browser_name(agent: str) -> str:
    """A browser's own description of itself in two words.

    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox on Linux'
    """
    name = next((name for mark, name in _NAMES.items() if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in agent), "")
    known = "both" if name and system else "name" if name else "system" if system else "neither"
    return catalogue().text("accounts.browser", {"known": known, "name": name, "system": system})
