"""A table, its hand and its chat as one viewer may see them: for rooms and for the API.

`games.hands.viewers` decides which viewer of a hand a user is. Cards come only from the
engines' views.
"""

import datetime
import uuid
from collections.abc import Callable, Collection, Container, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from django.utils import timezone

from accounts.ledger import wallet_balance, wallets_of
from accounts.people.models import User
from accounts.people.queries.social import blocked_by
from core.clock import to_unix_ms
from games.dealing.queries.proofs import cards_shown, openings_of, proof_of
from games.engines.core.cards import parse_card
from games.engines.core.contract import Viewer
from games.hands.live_hand import LiveHand
from games.hands.queries import live
from games.hands.viewers import viewer_at_table
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.queries.buy_ins import buy_in_of, departures_by_user, seat_given_back
from lobby.tables.queries.delayed import DelayedReading, read_delayed, table_as_shown
from lobby.tables.queries.play_limits import users_on_break
from lobby.tables.queries.room import read_room
from lobby.tables.queries.seat_requests import (
    own_request,
    waiting_requests,
)
from lobby.tables.queries.table_view import (
    TableSnapshot,
    closed_snapshot,
    render_table,
    waits_for_start,
)
from lobby.tables.stakes import stakes_of
from lobby.tables.turn_clock import bank_ms, clock_ms
from lobby.tables.wire import (
    BuyIn,
    ChatView,
    Clock,
    HandNow,
    Rest,
    SeatRequestView,
    TableState,
    You,
)


@dataclass(frozen=True, slots=True)
class ChatViewer:
    """A table's viewer: a visitor, a user without a seat, or a seated player.

    `blocked` holds the names of the users they have blocked.
    """

    user_id: uuid.UUID | None
    seat: int | None
    blocked: frozenset[str] = frozenset()


def chat_viewer_of(user_id: uuid.UUID | None, seat: Seat | None) -> ChatViewer:
    """The viewer of a single request, with their seat if they have one."""
    blocked = blocked_by(user_id) if user_id is not None else frozenset()
    return ChatViewer(user_id, seat.number if seat is not None else None, blocked)


def breaks_of(snapshot: TableSnapshot, user_ids: Container[uuid.UUID]) -> dict[uuid.UUID, Rest]:
    """The people among `user_ids` who sit out because of their own break or limit.

    Only they are told the reason. No query unless one of them sits out; at a sit and go a break
    waits for its end.
    """
    if snapshot.table.sit_and_go:
        return {}
    out = [
        seat
        for seat in snapshot.seats
        if seat.status == Seat.Status.SITTING_OUT and seat.user_id in user_ids
    ]
    return {
        user_id: Rest(
            code=no.code,
            text=no.text,
            until=to_unix_ms(datetime.datetime.fromisoformat(no.limits["until"])),
        )
        for user_id, no in users_on_break(out, timezone.now()).items()
    }


def can_read(viewer: ChatViewer, line: ChatView) -> bool:
    """Whether a viewer reads a chat line.

    Players do not read spectators, who may know hidden cards, except where the host lets them share
    a chat. Lines of users whom the viewer has blocked are hidden; house messages never are.
    """
    if line.kind != "dealer" and line.who in viewer.blocked:
        return False
    return viewer.seat is None or line.room != "spectators"


def is_closed(table: Table) -> bool:
    """Whether only players may see the table's hands."""
    return table.spectators == Table.Spectators.CLOSED


def hides_from(table: Table, hand: LiveHand | None, viewer: ChatViewer) -> bool:
    """Whether the spectator mode `closed` hides the hand from a viewer who is not in the game."""
    if not is_closed(table):
        return False
    playing = hand is not None and viewer.user_id in hand.seat_of
    return viewer.seat is None and not playing


def is_delayed_for(table: Table, seat: int | None) -> bool:
    """Whether a viewer in this seat, or in none, sees the table with its delay."""
    return seat is None and table.spectators == Table.Spectators.DELAYED


def viewer_of(hand: LiveHand, viewer: ChatViewer) -> Viewer:
    """The engine's viewer for a table's viewer, in the hand's current state."""
    now = datetime.datetime.now(datetime.UTC)
    return viewer_at_table(hand, viewer.user_id, seated=viewer.seat is not None, now=now)


def is_void(head: TableHead, hand: LiveHand | None) -> bool:
    """Whether a moderator voided the hand, so that the table no longer shows it."""
    if hand is None or head.live or head.hand_id != hand.id:
        return False
    return hand.game.result(hand.state) is None


class Moment(NamedTuple):
    """The part of a hand's state that is the same for all viewers.

    The clock stops while the table is frozen. `next_at` is None if the next hand does not start by
    itself.
    """

    hand_id: str
    clock: Clock | None = None
    next_at: int | None = None


def moment_of(
    hand: LiveHand,
    *,
    turn_at: datetime.datetime | None,
    held_until: datetime.datetime | None,
    next_timer_at: datetime.datetime | None,
    waits: Callable[[], bool],
    frozen: bool,
) -> Moment:
    """A hand's clock. `waits` is called once the hand is over: does the next one need a player?"""
    turn, hand_id = hand.game.turn(hand.state), str(hand.id)
    if frozen:
        return Moment(hand_id)
    if turn is None:
        return Moment(hand_id, next_at=None if waits() else to_unix_ms(next_timer_at))
    if turn_at is None:
        return Moment(hand_id)
    began, held = to_unix_ms(turn_at), to_unix_ms(held_until)
    until = began + clock_ms(hand)
    last = max(until + bank_ms(hand, turn, turn_at), held or 0)
    return Moment(
        hand_id, Clock(seat=turn, from_=began, until=until, bank_until=last, held_until=held)
    )


def render_hand(
    hand: LiveHand,
    viewer: Viewer,
    moment: Moment,
    *,
    events: Sequence[dict[str, Any]] = (),
) -> HandNow:
    """The hand for one viewer, with its proof and the openings of all cards in it.

    `events` that come with the hand may show cards too.
    """
    shown = hand_without_openings(hand, viewer, moment, with_proof=True)
    shown.openings = openings_of(hand, cards_shown([shown.view, *events]))
    return shown


def hand_without_openings(
    hand: LiveHand, viewer: Viewer, moment: Moment, *, with_proof: bool
) -> HandNow:
    """The hand for one viewer; the caller adds the openings of cards that are new to them."""
    return HandNow(
        id=moment.hand_id,
        number=hand.number,
        seq=hand.seq,
        view=hand.view(viewer),
        clock=moment.clock,
        next_at=moment.next_at,
        fair=proof_of(hand) if with_proof else None,
        openings=[],
    )


def render_delayed(
    hand: LiveHand | None, viewer: ChatViewer, events: Sequence[dict[str, Any]] = ()
) -> HandNow | None:
    """The hand of a delayed table with its complete proof; its clock is left out."""
    if hand is None:
        return None
    moment = Moment(str(hand.id))
    return render_hand(hand, viewer_of(hand, viewer), moment, events=events)


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
    if seated or head.table.spectators != Table.Spectators.DELAYED:
        return TablePosition(position(head), head.seq)
    return _delayed_position(
        head, read_delayed(table_id, head.table.spectator_delay_s, timezone.now())
    )


def _delayed_position(head: TableHead, late: DelayedReading) -> TablePosition:
    number, seq = (late.hand.number, late.hand.seq) if late.hand is not None else (0, 0)
    delay = datetime.timedelta(seconds=head.table.spectator_delay_s)
    due_at = late.next_at + delay if late.next_at is not None else None
    return TablePosition(f"late.{number}.{seq}.{head.chat_id}", seq, due_at)


def state_for(table_id: uuid.UUID, user: User | None, *, watching: int) -> TableState | None:
    """Everything a user or visitor may see of a table now, None if it is closed."""
    reading = read_room(table_id, after_line=0)
    if reading is None:
        return None
    snapshot = reading.snapshot
    user_id = user.pk if user is not None else None
    seat = snapshot.seat_of(user_id)
    viewer = chat_viewer_of(user_id, seat)
    invite, now = snapshot.knows_invite(user_id), timezone.now()
    table = render_table(snapshot, invite=invite, reader=user_id)
    at = position(snapshot.head)
    if is_delayed_for(snapshot.table, viewer.seat):
        late = read_delayed(table_id, snapshot.table.spectator_delay_s, now)
        at = _delayed_position(snapshot.head, late).at
        table, hand = table_as_shown(table, late.chips_of), render_delayed(late.hand, viewer)
    else:
        hand = _hand_for(snapshot, reading.hand, viewer)
    return TableState(
        at=at,
        now=to_unix_ms(now),
        you=None if user is None else _you(user, viewer, snapshot),
        table=table,
        hand=hand,
        chat=[line for line in reading.lines if can_read(viewer, line)],
        watching=watching,
    )


def state_of_closed(table: Table, user: User) -> TableState:
    """The state of a closed table, for a user who repeats a command they gave there."""
    snapshot = closed_snapshot(table)
    return TableState(
        at=position(snapshot.head),
        now=to_unix_ms(timezone.now()),
        you=_you(user, ChatViewer(user.pk, None), snapshot),
        table=render_table(snapshot, invite=False),
        hand=None,
        chat=[],
        watching=0,
    )


def top_up_wish(snapshot: TableSnapshot, user_id: uuid.UUID | None) -> int | None:
    """The amount to which a user's stack is topped up; only they are told."""
    seat = snapshot.seat_of(user_id)
    return seat.tops_up_to if seat is not None else None


def short_by(snapshot: TableSnapshot, user_id: uuid.UUID | None) -> int:
    """The chips that a user must add to be dealt in; 0 if they have enough, or no seat."""
    seat = snapshot.seat_of(user_id)
    return 0 if seat is None else stakes_of(snapshot.table).missing(snapshot.table, seat)


class OutsideView(TypedDict):
    """The part of `You` for a user without a seat."""

    buy_in: BuyIn | None
    seat_given_back: str | None


def outside_views(
    snapshot: TableSnapshot, user_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, OutsideView]:
    """The buy-in of each user without a seat, and a note if they lost one; nothing if seated."""
    table = snapshot.table
    outside = [user_id for user_id in user_ids if snapshot.seat_of(user_id) is None]
    left = departures_by_user(table, outside) if outside else {}
    wallets = wallets_of(outside) if outside else {}
    plays_for_chips = table.plays_for == Table.PlaysFor.CHIPS
    views = {
        user_id: OutsideView(
            buy_in=buy_in_of(table, user_id, left.get(user_id, []), wallets.get(user_id, 0))
            if plays_for_chips
            else None,
            seat_given_back=seat_given_back(table, left.get(user_id, [])),
        )
        for user_id in outside
    }
    seated = OutsideView(buy_in=None, seat_given_back=None)
    return {user_id: views.get(user_id, seated) for user_id in user_ids}


class SeatRequests(TypedDict):
    """The requests for seats in `You`."""

    seat_request: str | None
    seat_requests: list[SeatRequestView]


def seat_requests(snapshot: TableSnapshot, user_id: uuid.UUID | None) -> SeatRequests:
    """A user's own request for a seat, and for the host those that wait."""
    now, is_host = timezone.now(), user_id is not None and user_id == snapshot.table.host_id
    return {
        "seat_request": own_request(snapshot.requests, user_id, now),
        "seat_requests": waiting_requests(snapshot.requests, now) if is_host else [],
    }


def _you(user: User, viewer: ChatViewer, snapshot: TableSnapshot) -> You:
    return You(
        id=str(user.pk),
        name=user.name,
        kind=user.kind,
        seat=viewer.seat,
        wallet=wallet_balance(user.pk),
        tops_up_to=top_up_wish(snapshot, user.pk),
        rests=breaks_of(snapshot, {user.pk}).get(user.pk),
        short_by=short_by(snapshot, user.pk),
        **outside_views(snapshot, [user.pk])[user.pk],
        **seat_requests(snapshot, user.pk),
    )


def _hand_for(snapshot: TableSnapshot, hand: LiveHand | None, viewer: ChatViewer) -> HandNow | None:
    table, head = snapshot.table, snapshot.head
    if hand is None or is_void(head, hand) or hides_from(table, hand, viewer):
        return None
    moment = moment_of(
        hand,
        turn_at=head.turn_at,
        held_until=head.held_until,
        next_timer_at=head.next_timer_at,
        waits=lambda: waits_for_start(snapshot),
        frozen=head.frozen,
    )
    return render_hand(hand, viewer_of(hand, viewer), moment)


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
        raise TableRefused("NOT_IN_HAND", "You are not in this hand.")
    return hand.game.ask(hand.state, seat, cards_of(cards))


def cards_of(texts: list[str]) -> tuple[int, ...]:
    """Parse cards as messages write them. Raises `Refused` BAD_MESSAGE."""
    try:
        return tuple(parse_card(text) for text in texts)
    except ValueError:
        raise TableRefused("BAD_MESSAGE", "There is no such card.") from None
