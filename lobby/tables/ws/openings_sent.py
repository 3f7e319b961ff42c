"""Which openings the viewers of a hand have, so that each is sent once.

Everybody who looks as one viewer has been told the same: what is shown goes to all of them, and
whoever comes in later gets everything at once. What only newcomers were told is not noted here,
because the others may not have it yet.
"""

import uuid
from collections.abc import Set

from games.engines.core.contract import Viewer
from games.hands.queries.live import LiveHand


class OpeningsSent:
    """The cards of one hand that each of its viewers has openings for."""

    def __init__(self) -> None:
        self._hand_id: uuid.UUID | None = None
        self._cards: dict[Viewer, frozenset[int]] = {}

    def to(self, viewer: Viewer, hand: LiveHand) -> frozenset[int] | None:
        """The cards this viewer can check already; None while they have no proof of the hand."""
        return self._cards.get(viewer) if hand.id == self._hand_id else None

    def note(self, viewer: Viewer, hand: LiveHand, fresh: Set[int]) -> None:
        """Everybody who looks as this viewer has been shown the hand, and `fresh` cards in it."""
        if hand.id != self._hand_id:
            self._hand_id, self._cards = hand.id, {}
        known = self._cards.get(viewer)
        if known is None or fresh:
            self._cards[viewer] = (known or frozenset()) | fresh
