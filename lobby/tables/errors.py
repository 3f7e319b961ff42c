"""Refusals of the lobby: a stable code, a sentence for people, and limits if there are any.

A refused request has changed nothing. Refusals by a game's rules come from the engines
(`games.engines.core.errors.IllegalAction`) and have the same three fields.
"""

from core.errors import RequestRefused


class TableRefused(RequestRefused):
    """A valid request that is not possible now."""


def no_such_table() -> TableRefused:
    """The table is closed or never existed."""
    return TableRefused("NO_SUCH_TABLE", "This table doesn't exist or has closed.", status=404)


def stale() -> TableRefused:
    """The client acted on an outdated state."""
    return TableRefused("STALE_ACTION", "The table has changed. Please try again.")


def not_seated() -> TableRefused:
    """The user has no seat at the table, or was not dealt in."""
    return TableRefused("NOT_SEATED", "You're not playing at this table.", status=403)


def not_the_host() -> TableRefused:
    """Only the host may do this."""
    return TableRefused("NOT_THE_HOST", "Only the host of this table can do that.", status=403)


def frozen() -> TableRefused:
    """A moderator or the audit has frozen the table."""
    return TableRefused("TABLE_FROZEN", "This table is paused.")


def key_reused() -> TableRefused:
    """The idempotency key belongs to another request."""
    return TableRefused("KEY_REUSED", "This key was already used; choose a new one.")
