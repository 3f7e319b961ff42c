"""The frames of one step of a hand: each viewer's is built and encoded once."""

import datetime
import uuid
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from games.dealing.queries.proofs import openings_of
from games.engines.core.cards import cards_in
from games.engines.core.contract import EVERYONE, Event, Viewer
from games.hands.live_hand import LiveHand
from lobby.tables.view.shown import what_is_shown
from lobby.tables.view.table_state import Moment, hand_without_openings
from lobby.tables.view.table_view import TableSnapshot
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.crowd import Crowd
from lobby.tables.ws.events import Done, HandMoved, encode, now_ms
from lobby.tables.ws.openings_sent import OpeningsSent

Watcher = tuple[Connection, Viewer | None]
"""A connection, and the viewer it is for a hand; None if the hand is not shown to it now."""


class Audience:
    """The viewer that each connection of a room is for the table's present hand."""

    def __init__(self, connections: Crowd) -> None:
        self._connections = connections
        self._kept: list[Watcher] = []
        self._kept_at: tuple[uuid.UUID, int, str] | None = None

    def of(self, snapshot: TableSnapshot, hand: LiveHand) -> list[Watcher]:
        """All watchers; kept while the hand is live and no connection comes, leaves or moves."""
        if hand.game.result(hand.state) is not None:
            return self._watchers(snapshot, hand)
        at = (hand.id, self._connections.moves, snapshot.table.spectators)
        if self._kept_at != at:
            self._kept, self._kept_at = self._watchers(snapshot, hand), at
        return self._kept

    def _watchers(self, snapshot: TableSnapshot, hand: LiveHand) -> list[Watcher]:
        now = datetime.datetime.now(datetime.UTC)
        viewers: dict[tuple[int | None, bool], Viewer | None] = {}
        found = []
        for connection in self._connections:
            user_id, seated = connection.user_id, connection.seat is not None
            # Everything about a connection that decides how it sees the hand.
            key = (hand.seat_of.get(user_id) if user_id is not None else None, seated)
            if key not in viewers:
                shown = what_is_shown(snapshot, hand, None, connection.viewer, now=now)
                viewers[key] = shown.viewer if shown.hand is not None else None
            found.append((connection, viewers[key]))
        return found


class EventsSoFar:
    """The events of a hand up to now, for those who arrive in its middle."""

    def __init__(self) -> None:
        self._at: tuple[uuid.UUID, int] | None = None
        self._events: list[Event] = []

    def of(self, hand: LiveHand, viewer: Viewer) -> list[dict[str, Any]]:
        """Those that this viewer may see; a hand's events are made once for each of its states."""
        if self._at != (hand.id, hand.seq):
            self._at, self._events = (hand.id, hand.seq), hand.so_far()
        return [event.to_json() for event in self._events if event.visible_to(viewer)]


class StepFrames:
    """The frames of a hand after `events`; all connections of a viewer share the same one."""

    def __init__(
        self, hand: LiveHand, events: Sequence[Event], moment: Moment, sent: OpeningsSent
    ) -> None:
        self._hand, self._moment = hand, moment
        self._events = events
        self._told = [event.to_json() for event in events]
        self._are_public = all(event.audience == EVERYONE for event in events)
        self._known = sent.of(hand)
        self._now = now_ms()
        # By viewer, because the openings that were sent are noted by viewer.
        self._made: dict[Viewer, tuple[HandMoved, bytes]] = {}

    def to(self, viewer: Viewer, ok: Done | None = None) -> bytes:
        """The frame for a viewer; `ok` is the answer to an action of theirs that it shows."""
        made = self._made.get(viewer)
        if made is None:
            made = self._made[viewer] = self._make(viewer, ok)
        message, frame = made
        return frame if message.ok is ok else encode(structs.replace(message, ok=ok))

    def _make(self, viewer: Viewer, ok: Done | None) -> tuple[HandMoved, bytes]:
        """The frame of a viewer, with the openings of the cards that are new to them."""
        hand, known, told = self._hand, self._known.get(viewer), self._told
        shown = hand_without_openings(hand, viewer, self._moment, with_proof=known is None)
        if not self._are_public:
            told = [
                data
                for event, data in zip(self._events, told, strict=True)
                if event.visible_to(viewer)
            ]
        message = HandMoved(now=self._now, hand=shown, events=told, ok=ok)
        frame = encode(message)
        fresh = cards_in(frame) - (known or frozenset())
        if fresh:
            shown.openings = openings_of(hand, fresh)
            frame = encode(message)
        if fresh or known is None:
            self._known[viewer] = (known or frozenset()) | fresh
        return message, frame
