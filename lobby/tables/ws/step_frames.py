"""The frames of one step of a hand: each viewer's is built and encoded once."""

import datetime
import uuid
from collections.abc import Iterable

from msgspec import structs

from games.dealing.queries.proofs import openings_of
from games.engines.core.cards import cards_in
from games.engines.core.contract import Event, Viewer
from games.hands.queries.live import LiveHand
from games.hands.queries.viewers import viewer_at_table
from lobby.tables.queries.table_state import Moment, hand_without_openings
from lobby.tables.ws.events import Done, HandMoved, encode, now_ms
from lobby.tables.ws.openings_sent import OpeningsSent


class StepFrames:
    """The frames of a hand after `events`; all connections of a viewer share the same text."""

    def __init__(
        self, hand: LiveHand, events: Iterable[Event], moment: Moment, sent: OpeningsSent
    ) -> None:
        self._hand, self._moment = hand, moment
        self._events = [(event, event.to_json()) for event in events]
        self._known = sent.of(hand)
        self._at = datetime.datetime.now(datetime.UTC)
        self._now = now_ms()
        self._viewers: dict[tuple[int | None, bool], Viewer] = {}
        # By viewer, because the openings that were sent are noted by viewer.
        self._made: dict[Viewer, HandMoved] = {}
        self._texts: dict[Viewer, str] = {}

    def to(self, user_id: uuid.UUID | None, *, seated: bool, ok: Done | None = None) -> str:
        """The frame for a user (None: a visitor); `seated`: they have a seat at the table.

        `ok` is the answer to the action of theirs that the frame shows.
        """
        hand = self._hand
        # Everything that decides which viewer of this hand a connection is.
        key = (hand.seat_of.get(user_id) if user_id is not None else None, seated)
        viewer = self._viewers.get(key)
        if viewer is None:
            viewer = viewer_at_table(hand, user_id, seated=seated, now=self._at)
            self._viewers[key] = viewer
        text = self._texts.get(viewer) if ok is None else None
        if text is None:
            message = self._made.get(viewer)
            if message is None:
                self._made[viewer], text = self._frame(viewer, ok)
            else:
                text = encode(structs.replace(message, ok=ok))
            if ok is None:
                self._texts[viewer] = text
        return text

    def _frame(self, viewer: Viewer, ok: Done | None) -> tuple[HandMoved, str]:
        """The frame of a viewer, with the openings of the cards that are new to them."""
        hand, known = self._hand, self._known.get(viewer)
        shown = hand_without_openings(hand, viewer, self._moment, with_proof=known is None)
        told = [data for event, data in self._events if event.visible_to(viewer)]
        message = HandMoved(now=self._now, hand=shown, events=told, ok=ok)
        text = encode(message)
        fresh = cards_in(text.encode()) - (known or frozenset())
        if fresh:
            shown.openings = openings_of(hand, fresh)
            text = encode(message)
        if fresh or known is None:
            self._known[viewer] = (known or frozenset()) | fresh
        return message, text
