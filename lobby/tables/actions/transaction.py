"""The desk: one transaction over some locked tables.

Everything that changes a table goes through a `Desk`. It holds the locks of the pulses, folds
actions into the tables' hands, collects what is to be written and writes it in a few statements
before the commit. After the commit it hands the changes on: to this process's rooms directly,
to all others as a poke. Nothing is published and no cache is touched before the commit.

Lock order: pulses by table id, then hands, then ledger accounts by id, last the standings.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction

from core.sql import as_json, run, values_of
from games.engines.core.contract import RAIL, Action
from games.hands.actions.record_action import recording
from games.hands.queries import bot_moves, live
from games.hands.queries.live import LiveHand, Record
from games.stats.actions.player_stats import record_hands
from lobby.tables import errors as refusal
from lobby.tables.actions import table_rows
from lobby.tables.actions.publish import Change, Played, TableNow, announce
from lobby.tables.actions.table_rows import TableRows
from lobby.tables.clock import GRACE, bank_used, clock_end, deadline
from lobby.tables.models import Pulse, Seat, Table

AWAY_PAUSE = datetime.timedelta(milliseconds=800)
"""How soon a seat is acted for whose person is away at a sit and go."""

_PULSE = (
    "table_id",
    "hand_id",
    "live",
    "seq",
    "turn_seat",
    "turn_at",
    "held_until",
    "wake_at",
    "version",
    "chat_id",
    "frozen",
)
_LOCK = f"""
SELECT {", ".join(_PULSE)} FROM lobby_pulse WHERE table_id = ANY(%s) ORDER BY table_id FOR UPDATE
"""  # noqa: S608 -- own names
_CLAIM = f"""
SELECT {", ".join(_PULSE)} FROM lobby_pulse
WHERE wake_at <= clock_timestamp() - CASE WHEN live THEN interval '0' ELSE %s END AND NOT frozen
ORDER BY wake_at LIMIT %s FOR UPDATE SKIP LOCKED
"""  # noqa: S608 -- own names
_WRITE = """
UPDATE lobby_pulse AS p SET hand_id = r.hand_id, live = r.live, seq = r.seq,
    turn_seat = r.turn_seat, turn_at = r.turn_at, held_until = r.held_until, wake_at = r.wake_at,
    version = r.version, chat_id = r.chat_id, frozen = r.frozen
FROM jsonb_to_recordset(%s::jsonb) AS r(table_id uuid, hand_id uuid, live bool, seq int,
    turn_seat smallint, turn_at timestamptz, held_until timestamptz, wake_at timestamptz,
    version int, chat_id bigint, frozen bool)
WHERE p.table_id = r.table_id
"""


@dataclass(slots=True)
class Place:
    """A locked table within a desk: its pulse, and what the transaction did to it so far."""

    pulse: Pulse
    hand: LiveHand | None = None
    steps: list[Played] = field(default_factory=list)
    changed: bool = False
    closed: bool = False
    rows: TableRows | None = None
    """The table's rows as this transaction leaves them, if it has read them."""
    is_plain: bool = True
    """Hands went on, ended and began, and nothing else happened at the table."""
    seen: tuple[Any, ...] = ()
    """What viewers had of the table when it was locked."""
    version: int = 0
    """Of the table when it was locked."""

    def __post_init__(self) -> None:
        self.seen = self._visible()
        self.version = self.pulse.version

    @property
    def table_id(self) -> uuid.UUID:
        """The id of the locked table."""
        return self.pulse.table_id

    @property
    def is_over(self) -> bool:
        """Whether the hand on the table has just ended and is not settled yet."""
        hand = self.hand
        return self.pulse.live and hand is not None and hand.game.result(hand.state) is not None

    @property
    def has_news(self) -> bool:
        """Whether viewers must hear of the change: another timer alone is the dealer's business."""
        return self.closed or bool(self.steps) or self.seen != self._visible()

    def _visible(self) -> tuple[Any, ...]:
        pulse = self.pulse
        return (pulse.hand_id, pulse.seq, pulse.version, pulse.chat_id)


def _rows(sql: str, parameters: list[Any]) -> tuple[list[Place], datetime.datetime]:
    # The clock comes second, when the locks are held: who waited for one must not be judged by
    # an old clock.
    pulses, ((now,),) = run((sql, parameters), ("SELECT clock_timestamp()", []))
    return [Place(Pulse(**dict(zip(_PULSE, row, strict=True)))) for row in pulses], now


class Desk:
    """Locked tables and the transaction over them; use `at_tables` or `due_tables`."""

    def __init__(self, places: Iterable[Place], now: datetime.datetime) -> None:
        self.places = {place.table_id: place for place in places}
        self.now = now
        self._records: list[tuple[uuid.UUID, Record]] = []
        self._settled: list[LiveHand] = []

    def place(self, table_id: uuid.UUID) -> Place:
        """A table that is locked here. Raises `Refused` NO_SUCH_TABLE for one that is closed."""
        place = self.places.get(table_id)
        if place is None:
            raise refusal.no_such_table()
        return place

    def hand(self, place: Place) -> LiveHand | None:
        """The hand on the table as the locked row says, None before the first hand."""
        if place.hand is None and place.pulse.hand_id is not None:
            place.hand = live.load(place.pulse.hand_id, seq=place.pulse.seq)
        return place.hand

    def rows(self, place: Place) -> TableRows:
        """The rows of a table that is locked here."""
        if place.rows is None:
            self.read([place])
        assert place.rows is not None
        return place.rows

    def read(self, places: Iterable[Place]) -> None:
        """Read the rows of all these tables at once, unless they are here already."""
        unread = [place for place in places if place.rows is None]
        if unread:
            found = table_rows.read([place.table_id for place in unread])
            for place in unread:
                place.rows = found[place.table_id]

    def forget(self, place: Place) -> None:
        """Statements of the ORM have changed the table's rows: whoever asks reads them again."""
        place.rows, place.is_plain = None, False

    def act(
        self, place: Place, action: Action, *, auto: str = "", key: uuid.UUID | None = None
    ) -> Played:
        """Fold one action into the table's live hand and set the table's next alarm.

        Raises `IllegalAction`; then nothing has changed. A settled hand is left to the caller
        (`lobby.tables.actions.hands.finish`), who sees it by `place.pulse.live` and the result.
        """
        hand = self.hand(place)
        assert hand is not None
        pulse = place.pulse
        turn_before = pulse.turn_seat
        record = Record(
            seq=hand.seq + 1,
            action=action,
            at=self.now,
            auto=auto,
            key=key,
            bank_ms=self._bank_used(pulse, hand, action.seat, auto),
        )
        after, events = hand.advance(record)
        step = Played(after, events)
        place.hand = after
        place.steps.append(step)
        self._records.append((hand.id, record))
        pulse.seq = after.seq
        turn = after.game.turn(after.state)
        if turn != turn_before:
            pulse.turn_seat, pulse.turn_at, pulse.held_until = turn, self.now, None
        self.set_alarm(place)
        place.changed = True
        return step

    def new_hand(self, place: Place, hand: LiveHand) -> None:
        """Put a freshly opened hand on the table."""
        pulse = place.pulse
        pulse.hand_id, pulse.live, pulse.seq = hand.id, True, 0
        pulse.turn_seat, pulse.turn_at = hand.game.turn(hand.state), self.now
        pulse.held_until = None
        self.turn_over(place)
        place.hand = hand
        place.steps.append(Played(hand, hand.dealt))
        self.set_alarm(place)
        place.changed = True

    def settled(self, hand: LiveHand) -> None:
        """The hand is settled: the transaction's standings count it."""
        self._settled.append(hand)

    def touch(self, place: Place) -> None:
        """The table or its seats changed: viewers must read them again."""
        self.turn_over(place)
        place.is_plain = False

    def turn_over(self, place: Place) -> None:
        """A hand ended or began, and its table's rows changed with it and in no other way."""
        place.pulse.version += 1
        place.changed = True

    def set_alarm(self, place: Place, *, here: bool = False) -> None:
        """Wake the dealer when the seat to act is due: a bot soon, a person at their deadline.

        A person who was away at the deal is due soon too, unless they are back (`here`); so is a
        seat that plays by itself, after a moment in which its person may come back.
        """
        pulse, hand = place.pulse, place.hand
        if hand is None or pulse.turn_seat is None or pulse.turn_at is None:
            return
        player = hand.players[pulse.turn_seat]
        if player.kind == "bot":
            wait = bot_moves.thinking_ms(hand, pulse.turn_seat, hurried=_people_only_watch(hand))
            pulse.wake_at = self.now + datetime.timedelta(milliseconds=wait)
        elif player.away and not here:
            pulse.wake_at = self.now + AWAY_PAUSE
        elif not here and absence(hand, pulse.turn_seat) == Seat.Status.SITTING_OUT:
            pulse.wake_at = self.now + datetime.timedelta(seconds=settings.AUTOPLAY_GRACE_S)
        else:
            # At the end of the ordinary clock the dealer looks whether the person is there at
            # all; if they are, it comes back when their time bank has run down too.
            end = clock_end(hand, pulse.turn_at)
            if self.now >= end + GRACE or pulse.held_until is not None:
                end = deadline(hand, pulse.turn_seat, pulse.turn_at, pulse.held_until)
            pulse.wake_at = end + GRACE

    def regrace(self, place: Place, number: int) -> None:
        """Give a seat that now begins or ceases to play by itself a moment, if it is its turn.

        What was pressed by mistake can be taken back before anything is played, and a person who
        comes back has time to act.
        """
        pulse, hand = place.pulse, self.hand(place)
        if hand is None or pulse.turn_seat != number or pulse.turn_at is None:
            return
        if not hand.game.plays_on(hand.opening.rules) and hand.plays_for == "chips":
            return  # nobody plays for the seat: its turn goes on as it is
        soon = self.now + datetime.timedelta(seconds=settings.AUTOPLAY_GRACE_S)
        if absence(hand, number) is not None:
            pulse.wake_at = min(soon, pulse.wake_at or soon)
            return
        if deadline(hand, number, pulse.turn_at, pulse.held_until) < soon:
            pulse.held_until = soon
        self.set_alarm(place, here=True)

    def _bank_used(self, pulse: Pulse, hand: LiveHand, seat: int, auto: str) -> int:
        if seat != pulse.turn_seat or pulse.turn_at is None or auto == "bot":
            return 0
        if pulse.held_until is not None:
            return 0  # the connection was lost in this turn: the table waited without the bank
        return bank_used(hand, seat, pulse.turn_at, self.now)

    def _write(self) -> None:
        statements = recording(self._records)
        changed = [p.pulse for p in self.places.values() if p.changed and not p.closed]
        if rows := values_of(changed, *_PULSE):
            statements.append((_WRITE, [as_json(rows)]))
        run(*statements)
        record_hands(self._settled, at=self.now)

    def _changes(self) -> list[Change]:
        return [
            Change(
                table_id=place.table_id,
                hand_id=place.pulse.hand_id,
                seq=place.pulse.seq,
                version=place.pulse.version,
                chat_id=place.pulse.chat_id,
                turn_at=place.pulse.turn_at,
                held_until=place.pulse.held_until,
                wake_at=place.pulse.wake_at,
                steps=tuple(place.steps),
                closed=place.closed,
                after=place.version,
                table=_table_of(place),
            )
            for place in self.places.values()
            if place.changed and place.has_news
        ]


def _table_of(place: Place) -> TableNow | None:
    """The table as rooms may show it at once, None where they must read it."""
    rows = place.rows
    if rows is None or not place.is_plain or place.closed or rows.table.sit_and_go:
        return None
    return TableNow(rows.table, place.pulse, tuple(rows.seats), rows.deck)


def _people_only_watch(hand: LiveHand) -> bool:
    """Whether people were dealt in and all of them are out of the hand: they wait for its end."""
    people = {seat for seat, player in hand.players.items() if player.kind != "bot"}
    if not people:
        return False
    seats = hand.view(RAIL)["seats"]
    return all(seat["status"] == "folded" for seat in seats if seat["seat"] in people)


def absence(hand: LiveHand, seat: int) -> str | None:
    """How a person is away whose seat plays on by itself: left, or sitting out; None for others.

    A seat that was left folds at each turn; one that sits out checks where that is free
    (rules.md 4.4 and 4.7). One query, and none where no hand plays on for a seat.
    """
    if not hand.game.plays_on(hand.opening.rules) and hand.plays_for == "chips":
        return None
    gone = (Seat.Status.SITTING_OUT, Seat.Status.LEAVING)
    seats = Seat.objects.filter(table_id=hand.table_id, number=seat, status__in=gone)
    if not hand.game.plays_on(hand.opening.rules):
        seats = seats.filter(table__plays_for=Table.PlaysFor.SIT_AND_GO)
    return seats.values_list("status", flat=True).first()


def _committed(changes: list[Change]) -> None:
    for change in changes:
        if change.steps:
            live.cache.put(change.steps[-1].hand)
    announce(changes)


@contextmanager
def _transaction(sql: str, parameters: list[Any]) -> Iterator[Desk]:
    with transaction.atomic():
        places, now = _rows(sql, parameters)
        desk = Desk(places, now)
        yield desk
        desk._write()
        changes = desk._changes()
        if changes:
            transaction.on_commit(lambda: _committed(changes))


def at_tables(table_ids: Iterable[uuid.UUID]) -> AbstractContextManager[Desk]:
    """A transaction with the pulses of these tables locked; closed tables are left out."""
    return _transaction(_LOCK, [list(table_ids)])


def due_tables(
    limit: int, *, rooms_first: datetime.timedelta = datetime.timedelta(0)
) -> AbstractContextManager[Desk]:
    """A transaction over up to `limit` tables whose alarm has rung and nobody else holds.

    `rooms_first`: so long the next hand of a table is left to a process that has its room.
    """
    return _transaction(_CLAIM, [rooms_first, limit])
