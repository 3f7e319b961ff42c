"""Record which openings the viewers of a hand have, so that each is sent once.

All connections with the same viewer get the same openings, and a later connection gets all of them
at once. Openings that were sent only to a new connection are not recorded, because the others may
not have them yet.
"""

import uuid
from collections.abc import Set

from games.engines.core.contract import Viewer
from games.hands.queries.live import LiveHand


class OpeningsSent:
    """The cards of one hand for which each of its viewers has openings."""

    def __init__(self) -> None:
        self._hand_id: uuid.UUID | None = None
        self._cards: dict[Viewer, frozenset[int]] = {}

    def to(self, viewer: Viewer, hand: LiveHand) -> frozenset[int] | None:
        """The cards this viewer can verify already; None if they have no proof of the hand."""
        return self._cards.get(viewer) if hand.id == self._hand_id else None

    def note(self, viewer: Viewer, hand: LiveHand, fresh: Set[int]) -> None:
        """Record that this viewer was shown the hand, and the openings of the `fresh` cards."""
        if hand.id != self._hand_id:
            self._hand_id, self._cards = hand.id, {}
        known = self._cards.get(viewer)
        if known is None or fresh:
            self._cards[viewer] = (known or frozenset()) | fresh
