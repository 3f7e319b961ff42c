"""Refusals of the lobby: a stable code, a sentence for people, and limits where there are any.

A refused request has changed nothing. Refusals of the rules come from the engines
(`games.engines.core.errors.IllegalAction`) and carry the same three fields.
"""

from core.errors import RequestRefused


class TableRefused(RequestRefused):
    """The request was understood and is not possible now."""


def no_such_table() -> TableRefused:
    """The table is closed or never was."""
    return TableRefused("NO_SUCH_TABLE", "This table doesn't exist or has closed.")


def stale() -> TableRefused:
    """The client acted on a state that has passed."""
    return TableRefused("STALE_ACTION", "The table has changed; try again.")


def not_seated() -> TableRefused:
    """The person does not sit at the table, or was not dealt in."""
    return TableRefused("NOT_SEATED", "You're not playing at this table.")


def frozen() -> TableRefused:
    """A moderator, or the audit, stopped the table."""
    return TableRefused("TABLE_FROZEN", "This table is paused.")


def key_reused() -> TableRefused:
    """The key of a request that was carried out, with another request."""
    return TableRefused("KEY_REUSED", "This key was already used; choose a new one.")
