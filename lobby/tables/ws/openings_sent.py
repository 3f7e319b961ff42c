"""Record which openings the viewers of a hand have, so that each is sent once.

All connections with the same viewer get the same openings, and a later connection gets all of them
at once. Openings that were sent only to a new connection are not recorded, because the others may
not have them yet.
"""

import uuid

from games.engines.core.contract import Viewer
from games.hands.live_hand import LiveHand


class OpeningsSent:
    """The cards of one hand for which each of its viewers has openings."""

    def __init__(self) -> None:
        self._hand_id: uuid.UUID | None = None
        self._cards: dict[Viewer, frozenset[int]] = {}

    def of(self, hand: LiveHand) -> dict[Viewer, frozenset[int]]:
        """The cards that each viewer can verify already; one who is missing has no proof yet.

        The caller adds what it sends.
        """
        if hand.id != self._hand_id:
            self._hand_id, self._cards = hand.id, {}
        return self._cards
