"""Refusals of the lobby: a stable code, a sentence for people, and limits if there are any.

A refused request has changed nothing. Refusals by a game's rules come from the engines
(`games.engines.core.errors.IllegalAction`) and become an `ActionRefused` here.
"""

from typing import Any

from typing_extensions import override

from core.errors import RequestRefused
from core.messages import catalogue
from games.engines.core.contract import Game
from games.engines.core.errors import IllegalAction
from games.engines.core.rules import Rules
from games.records.refusals import in_words


class TableRefused(RequestRefused):
    """A valid request that is not possible now."""


class ActionRefused(TableRefused):
    """An action that the rules of a table's game forbid."""

    def __init__(self, no: IllegalAction, game: Game, rules: Rules) -> None:
        status = 403 if no.code == "NOT_IN_HAND" else 409
        super().__init__(no.code, status=status, **no.limits)
        self._in_words = no, game, rules

    @property
    @override
    def text(self) -> str:
        no, game, rules = self._in_words
        return in_words(catalogue(), game, rules, no)[0]

    @property
    @override
    def data(self) -> dict[str, Any]:
        no, game, rules = self._in_words
        return in_words(catalogue(), game, rules, no)[1]


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
