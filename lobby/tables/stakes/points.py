"""Points: a running score that is worth no chips."""

from typing import Any

from games.engines.core.contract import Game
from lobby.tables.models import Table
from lobby.tables.stakes.base import Stakes


class Points(Stakes):
    """A running score; it may be negative."""

    key = Table.PlaysFor.POINTS.value
    format = "points"
    risk_chips = False

    def suits(self, game: Game, rules: Any) -> bool:
        """If the game scores under these rules."""
        return game.scores(rules)
