"""Refusals of the lobby: a stable code, a sentence for people, and limits where there are any.

A refused request has changed nothing. Refusals of the rules come from the engines
(`games.engines.core.errors.IllegalAction`) and carry the same three fields.
"""

from core.errors import RequestRefused


class Refused(RequestRefused):
    """The request was understood and is not possible now."""


def no_such_table() -> Refused:
    """The table is closed or never was."""
    return Refused("NO_SUCH_TABLE", "This table doesn't exist or has closed.")


def stale() -> Refused:
    """The client acted on a state that has passed."""
    return Refused("STALE_ACTION", "The table has changed; try again.")


def not_seated() -> Refused:
    """The person does not sit at the table, or was not dealt in."""
    return Refused("NOT_SEATED", "You're not playing at this table.")


def frozen() -> Refused:
    """A moderator, or the audit, stopped the table."""
    return Refused("TABLE_FROZEN", "This table is paused.")


def key_reused() -> Refused:
    """The key of a request that was carried out, with another request."""
    return Refused("KEY_REUSED", "This key was already used; choose a new one.")
