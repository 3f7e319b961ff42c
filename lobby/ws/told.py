"""Which openings the viewers of a hand have, so that each is sent once.

Everybody who looks as one viewer has been told the same: what is shown goes to all of them, and
whoever comes in later gets everything at once. What only newcomers were told is not noted here,
because the others may not have it yet.
"""

from games.engines.core.contract import Viewer
from games.queries.live import LiveHand
from lobby.queries.table_state import HandNow


class Told:
    """The cards of one hand that each of its viewers has openings for."""

    def __init__(self) -> None:
        self._hand_id = ""
        self._cards: dict[Viewer, frozenset[int]] = {}

    def to(self, viewer: Viewer, hand: LiveHand | None) -> frozenset[int] | None:
        """The cards this viewer can check already; None while they have no proof of the hand."""
        if hand is None or str(hand.id) != self._hand_id:
            return None
        return self._cards.get(viewer)

    def note(self, viewer: Viewer, hand: HandNow | None) -> None:
        """Everybody who looks as this viewer has been shown this."""
        if hand is None:
            return
        if hand["id"] != self._hand_id:
            self._hand_id, self._cards = hand["id"], {}
        opened = frozenset(opening["card"] for opening in hand["openings"])
        self._cards[viewer] = self._cards.get(viewer, frozenset()) | opened
