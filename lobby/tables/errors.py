"""Refusals of the lobby: a stable code, a sentence for people, and limits if there are any.

A refused request has changed nothing. Refusals by a game's rules come from the engines
(`games.engines.core.errors.IllegalAction`) and become an `ActionRefused` here.
"""

from core.errors import RequestRefused
from games.hands import action_refused


class TableRefused(RequestRefused):
    """A valid request that is not possible now."""


class ActionRefused(action_refused.ActionRefused, TableRefused):
    """An action that the rules of a table's game forbid."""


def no_such_table() -> TableRefused:
    """The table is closed or never existed."""
    return TableRefused("NO_SUCH_TABLE", status=404)


def stale() -> TableRefused:
    """The client acted on an outdated state."""
    return TableRefused("STALE_ACTION")


def not_seated() -> TableRefused:
    """The user has no seat at the table, or was not dealt in."""
    return TableRefused("NOT_SEATED", status=403)


def not_the_host() -> TableRefused:
    """Only the host may do this."""
    return TableRefused("NOT_THE_HOST", status=403)


def frozen() -> TableRefused:
    """A moderator or the audit has frozen the table."""
    return TableRefused("TABLE_FROZEN")


def key_reused() -> TableRefused:
    """The idempotency key belongs to another request."""
    return TableRefused("KEY_REUSED")
