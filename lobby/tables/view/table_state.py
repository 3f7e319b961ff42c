"""A table, its hand and its chat, rendered as they are shown to a viewer: for rooms and the API.

`lobby.tables.view.shown` decides what is shown.
"""

import datetime
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils import timezone

from accounts.people.models import User
from accounts.people.queries.social import blocked_by
from core.clock import to_unix_ms
from games.dealing.queries.proofs import cards_shown, openings_of, proof_of
from games.engines.core.contract import Viewer
from games.hands.live_hand import LiveHand
from games.hands.queries import live
from lobby.tables.bodies import cards_of
from lobby.tables.chat.lines import heard_late
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.teaching_shapes import TeachingHand
from lobby.tables.turn_clock import bank_ms, clock_ms, is_timed
from lobby.tables.view.delayed import read_delayed, table_as_shown
from lobby.tables.view.in_words import table_in_words
from lobby.tables.view.reading import read_room
from lobby.tables.view.shown import (
    DelayedReading,
    Shown,
    TableViewer,
    can_read,
    is_delayed_for,
    reading_shown,
    what_is_shown,
)
from lobby.tables.view.table_view import (
    TableSnapshot,
    closed_snapshot,
    read_table,
    render_table,
    waits_for_start,
)
from lobby.tables.view.you import you_of
from lobby.tables.wire import Clock, HandNow, TableState, TableView


def table_viewer_of(user_id: uuid.UUID | None, seat: Seat | None) -> TableViewer:
    """The viewer of a single request, with their seat if they have one."""
    blocked = blocked_by(user_id) if user_id is not None else frozenset()
    return TableViewer(user_id, seat.number if seat is not None else None, blocked)


class Moment(NamedTuple):
    """The part of a hand's state that is the same for all viewers.

    The clock stands while actions are refused with the code `stopped_by`. `next_at` is None if the
    next hand does not start by itself.
    """

    hand_id: str
    clock: Clock | None = None
    next_at: int | None = None
    stopped_by: str = ""


def moment_of(
    hand: LiveHand,
    *,
    turn_at: datetime.datetime | None,
    held_until: datetime.datetime | None,
    next_at: datetime.datetime | None,
    waits: Callable[[], bool],
    stopped_by: str,
) -> Moment:
    """A hand's clock. `waits` is called once the hand is over: does the next one need a player?"""
    turn, hand_id = hand.game.turn(hand.state), str(hand.id)
    if stopped_by:
        return Moment(hand_id, stopped_by=stopped_by)
    if turn is None:
        return Moment(hand_id, next_at=None if waits() else to_unix_ms(next_at))
    if turn_at is None or not is_timed(hand):
        return Moment(hand_id)
    began, held = to_unix_ms(turn_at), to_unix_ms(held_until)
    until = began + clock_ms(hand)
    last = max(until + bank_ms(hand, turn, turn_at), held or 0)
    return Moment(
        hand_id, Clock(seat=turn, from_=began, until=until, bank_until=last, held_until=held)
    )


def render_table_shown(snapshot: TableSnapshot, shown: Shown) -> TableView:
    """The table without its hand, for the viewer to whom this is shown."""
    table = render_table(snapshot, invite=shown.invite, reader=shown.own_stack)
    if shown.late is None:
        return table
    return table_as_shown(table, shown.late, snapshot.status)


def render_hand_shown(
    shown: Shown, moment: Moment | None, events: Sequence[dict[str, Any]] = ()
) -> HandNow | None:
    """The hand that is shown, with its proof and the openings of all cards in it.

    `moment` is that of the present hand: a delayed one has no clock. `events` that come with the
    hand may show cards too.
    """
    hand = shown.hand
    if hand is None:
        return None
    if moment is None or shown.late is not None:
        moment = Moment(str(hand.id))
    rendered = hand_without_openings(hand, shown.viewer, moment, with_proof=True)
    rendered.openings = openings_of(hand, cards_shown([rendered.view, *events]))
    return rendered


def hand_without_openings(
    hand: LiveHand, viewer: Viewer, moment: Moment, *, with_proof: bool
) -> HandNow:
    """The hand for one viewer; the caller adds the openings of cards that are new to them."""
    return HandNow(
        id=moment.hand_id,
        number=hand.number,
        seq=hand.seq,
        view=_while_stopped(hand.view(viewer), moment.stopped_by),
        clock=moment.clock,
        next_at=moment.next_at,
        fair=proof_of(hand) if with_proof else None,
        openings=[],
        teaching=_teaching(hand),
    )


def _while_stopped(view: dict[str, Any], code: str) -> dict[str, Any]:
    """A view without legal actions while they are refused with this code; "" refuses none."""
    you = view.get("you")
    if not code or not you:
        return view
    kinds = dict.fromkeys(one["kind"] for one in (*you["legal"], *you["blocked"]))
    blocked = [{"kind": kind, "code": code} for kind in kinds]
    return {**view, "you": {**you, "legal": [], "blocked": blocked}}


def _teaching(hand: LiveHand) -> TeachingHand | None:
    if hand.teaching is None:
        return None
    is_open, cards_set = hand.teaching
    taken_back = (len(hand.records) - len(hand.counted)) // 2
    return TeachingHand(is_open=is_open, cards_set=cards_set, taken_back=taken_back)


def position(head: TableHead) -> str:
    """A table's position: it changes whenever there is something new to see or to read."""
    return f"{head.version}.{head.seq}.{head.chat_id}"


@dataclass(frozen=True, slots=True)
class TablePosition:
    """A table's position for one viewer.

    `at` changes whenever there is something new for them; `seq` is that of the hand they see.
    `due_at` is when spectators of a delayed table may see the next change.
    """

    at: str
    seq: int
    due_at: datetime.datetime | None = None

    def is_at(self, after: str) -> bool:
        """Whether `after` is this position, or the plain `seq` of its hand."""
        return after in (self.at, str(self.seq))


def position_for(table_id: uuid.UUID, user_id: uuid.UUID | None) -> TablePosition | None:
    """A table's position for a user or visitor, None if it is closed.

    For spectators of a delayed table it does not change with the hand in progress.
    """
    head = TableHead.objects.select_related("table").filter(pk=table_id).first()
    if head is None:
        return None
    seats = Seat.objects.filter(table_id=table_id)
    seated = user_id is not None and seats.filter(user_id=user_id).exists()
    if not is_delayed_for(head.table, seated=seated):
        return _position_now(head, seated=seated)
    now = timezone.now()
    late = read_delayed(table_id, head.table.spectator_delay_s, now)
    return _delayed_position(head.table, reading_shown(head.table, late, now), now)


def heads_of(table_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, tuple[Any, ...]]:
    """The hand, seq, version and last line of chat of each of these tables that is open."""
    rows = TableHead.objects.filter(pk__in=table_ids).values_list(
        "table_id", "hand_id", "seq", "version", "chat_id"
    )
    return {row[0]: row[1:] for row in rows}


def _position_now(head: TableHead, *, seated: bool) -> TablePosition:
    """The position of a table that is not delayed for the viewer.

    At a closed one it tells those without a seat nothing of the play.
    """
    if seated or head.table.spectators != Table.Spectators.CLOSED:
        return TablePosition(position(head), head.seq)
    return TablePosition(f"{head.version}.0.{head.chat_id}", 0)


def _delayed_position(table: Table, late: DelayedReading, now: datetime.datetime) -> TablePosition:
    number, seq = (late.hand.number, late.hand.seq) if late.hand is not None else (0, 0)
    delay = datetime.timedelta(seconds=table.spectator_delay_s)
    line_id, line_due_at = heard_late(table.pk, table.spectator_delay_s, now)
    due_at = [late.next_at + delay] if late.next_at is not None else []
    due_at += [line_due_at] if line_due_at is not None else []
    deck_no = late.next_deck.deck.no if late.next_deck is not None else 0
    return TablePosition(f"late.{number}.{seq}.{deck_no}.{line_id}", seq, min(due_at, default=None))


def state_for(table_id: uuid.UUID, user: User | None, *, watching: int) -> TableState | None:
    """Everything a user or visitor may see of a table now, None if it is closed."""
    reading = read_room(table_id, after_line=0)
    if reading is None:
        return None
    snapshot, now = reading.snapshot, timezone.now()
    viewer, shown = _shown_to(user, snapshot, reading.hand, now)
    late, head = shown.late, snapshot.head
    return TableState(
        at=(
            _position_now(head, seated=viewer.seat is not None)
            if late is None
            else _delayed_position(snapshot.table, late, now)
        ).at,
        now=to_unix_ms(now),
        you=None if user is None else you_of(snapshot, [user])[user.pk],
        table=table_in_words(render_table_shown(snapshot, shown)),
        hand=render_hand_shown(shown, _moment(snapshot, reading.hand)),
        chat=[line for line in reading.lines if can_read(viewer, line, snapshot.table, now)],
        watching=watching,
    )


def table_for(table_id: uuid.UUID, user: User | None) -> TableView | None:
    """The table without its hand as a user or visitor may see it now, None if it is closed."""
    snapshot = read_table(table_id)
    if snapshot is None:
        return None
    _viewer, shown = _shown_to(user, snapshot, None, timezone.now())
    return table_in_words(render_table_shown(snapshot, shown))


def _shown_to(
    user: User | None, snapshot: TableSnapshot, hand: LiveHand | None, now: datetime.datetime
) -> tuple[TableViewer, Shown]:
    """The viewer of a single request, and what they see; reads the delayed table if needed."""
    user_id, table = user.pk if user is not None else None, snapshot.table
    viewer = table_viewer_of(user_id, snapshot.seat_of(user_id))
    late = None
    if is_delayed_for(table, seated=viewer.seat is not None):
        late = read_delayed(table.pk, table.spectator_delay_s, now)
    return viewer, what_is_shown(snapshot, hand, late, viewer, now=now)


def _moment(snapshot: TableSnapshot, hand: LiveHand | None) -> Moment | None:
    if hand is None:
        return None
    head = snapshot.head
    return moment_of(
        hand,
        turn_at=head.turn_at,
        held_until=head.held_until,
        next_at=head.next_at,
        waits=lambda: waits_for_start(snapshot),
        stopped_by=snapshot.stopped_by,
    )


def state_of_closed(table: Table, user: User) -> TableState:
    """The state of a closed table, for a user who repeats a command they gave there."""
    snapshot = closed_snapshot(table)
    return TableState(
        at=position(snapshot.head),
        now=to_unix_ms(timezone.now()),
        you=you_of(snapshot, [user])[user.pk],
        table=table_in_words(render_table(snapshot, invite=False)),
        hand=None,
        chat=[],
        watching=0,
    )


def hand_now(table_id: uuid.UUID) -> LiveHand | None:
    """The table's hand in progress, or else its last one."""
    head = TableHead.objects.filter(pk=table_id).first()
    if head is None or head.hand_id is None:
        return None
    return live.load(head.hand_id, seq=head.seq)


def reading_of_cards(hand: LiveHand | None, user_id: uuid.UUID, cards: list[str]) -> dict[str, Any]:
    """How a selection of one's own cards counts. Raises `Refused` NOT_IN_HAND or BAD_MESSAGE."""
    seat = hand.seat_of.get(user_id) if hand is not None else None
    if hand is None or seat is None:
        raise TableRefused("NOT_IN_HAND", status=403)
    return hand.game.ask(hand.state, seat, cards_of(cards))
