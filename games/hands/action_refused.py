"""The refusal of a request whose action the rules of a game forbid."""

from typing import Any

from typing_extensions import override

from core.errors import RequestRefused
from core.messages import catalogue
from games.engines.core.contract import Game
from games.engines.core.errors import IllegalAction
from games.engines.core.rules import Rules
from games.records.refusals import in_words


class ActionRefused(RequestRefused):
    """An action that the rules of the game forbid; it says so in the game's words."""

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
