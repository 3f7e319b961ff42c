"""The changes that a transaction committed, as rooms and notifications take them."""

import datetime
import uuid
from typing import NamedTuple

from games.dealing.models import NextDeck
from games.engines.core.contract import Event
from games.hands.live_hand import LiveHand
from lobby.tables.models import Seat, Table, TableHead


class Played(NamedTuple):
    """One step of a hand: the hand after it, and the events of that step."""

    hand: LiveHand
    events: tuple[Event, ...]


class TableNow(NamedTuple):
    """A table's rows as a transaction left them, for rooms of the same process.

    `deck_alone`: nothing that viewers see changed but the next deck.
    """

    table: Table
    head: TableHead
    seats: tuple[Seat, ...]
    next_deck: NextDeck | None
    deck_alone: bool


class Change(NamedTuple):
    """The change that a transaction committed to one table.

    `table` is set if hands ended or began, or the next deck changed, and nothing else happened; a
    room that has the version `after` then need not read anything.
    """

    table_id: uuid.UUID
    hand_id: uuid.UUID | None
    seq: int
    version: int
    chat_id: int
    turn_at: datetime.datetime | None
    held_until: datetime.datetime | None
    next_timer_at: datetime.datetime | None
    next_at: datetime.datetime | None
    steps: tuple[Played, ...] = ()
    closed: bool = False
    after: int = 0
    table: TableNow | None = None
