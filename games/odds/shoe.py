"""The shoe that a round is dealt from: how many decks, and when they are shuffled."""

import math
from dataclasses import dataclass
from typing import Any

from games.engines.core.errors import RulesError
from games.odds.hands import DECKS_MAX

DEALT_PERCENT_MIN, DEALT_PERCENT_MAX = 25, 90
CARDS_PER_ROUND = 6


@dataclass(frozen=True, slots=True)
class Shoe:
    """So many `decks`, shuffled before each round or at a cut card.

    `dealt_percent`: how much of the shoe lies before the cut card; the round in which it appears
    is played to its end, then all cards are shuffled. None: shuffled before each round, as by hand
    or by a continuous shuffler. Raises `RulesError` with the field that is out of range.
    """

    decks: int = 1
    dealt_percent: int | None = None

    def __post_init__(self) -> None:
        _check("decks", self.decks, 1, DECKS_MAX)
        if self.dealt_percent is not None:
            _check("dealt_percent", self.dealt_percent, DEALT_PERCENT_MIN, DEALT_PERCENT_MAX)

    @property
    def rounds(self) -> int:
        """Return the rounds from one shuffle to the next; each takes six cards."""
        if self.dealt_percent is None:
            return 1
        cards = 52 * self.decks
        begun = math.ceil(cards * self.dealt_percent / (100 * CARDS_PER_ROUND))
        return min(begun, cards // CARDS_PER_ROUND)


def _check(field: str, value: Any, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RulesError("OUT_OF_RANGE", field, min=low, max=high)
