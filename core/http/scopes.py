"""Scopes of access tokens: how much a device may do for its user.

A browser's session has no scopes and may do everything. Every operation needs one scope. `read` is
part of every token; without a further one it changes nothing. `staff` is given only by name.
"""

import sys
from collections.abc import Collection
from typing import Any

from core.errors import RequestRefused

READ, PLAY, ACCOUNT = SCOPES = ("read", "play", "account")
"""What an app gets unless it asks for fewer."""
STAFF = "staff"
"""Asked for by name, and given only to staff whose log-in has a second factor."""
EVERY_SCOPE = (*SCOPES, STAFF)
MEANINGS = {
    READ: "read what the user may see",
    PLAY: "sit, act, chat and host at tables with the user's chips",
    ACCOUNT: "change the account: password, addresses, devices, limits, notes, designs",
    STAFF: "act as a member of staff, with the rights of their roles",
}
_SAFE = ("GET", "HEAD", "OPTIONS")


def scope_of(view: Any, method: str) -> str | None:
    """The scope that an operation of a view needs; None if it needs no token at all.

    A view may name the scope of all its methods in `scope`. Otherwise reading needs `read`, and
    writing the `WRITE_SCOPE` of the view's module or else `account`.
    """
    named: str | None = getattr(view, "scope", None)
    if named != "":
        return named
    if method in _SAFE:
        return READ
    return str(getattr(sys.modules[type(view).__module__], "WRITE_SCOPE", ACCOUNT))


def check_scope(granted: Collection[str] | None, needed: str | None) -> None:
    """Refuse an operation that a token's scopes do not allow; `granted` is None for a session."""
    if granted is None or needed is None or needed in granted:
        return
    raise RequestRefused("SCOPE_MISSING", scope=needed, status=403)
