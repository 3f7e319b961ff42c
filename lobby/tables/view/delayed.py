"""Delayed tables: the state that spectators see, `delay_s` behind the present.

It is read from the record every time, so that every process and entry point shows the same. The
viewer is decided as everywhere else (`games.hands.viewers`): for spectators a hand is over
once the shown state is.
"""

import datetime
import uuid

from msgspec import structs

from games.hands.live_hand import LiveHand
from games.hands.models import Hand, PlayedAction
from games.hands.queries import live
from games.hands.queries.live import record_of
from games.hands.viewers import ended_at
from lobby.tables.models import SitAndGo
from lobby.tables.sit_and_go_shapes import SitAndGoView
from lobby.tables.stakes.base import TableStatus
from lobby.tables.view.delayed_deck import deck_then
from lobby.tables.view.shown import DelayedReading
from lobby.tables.wire import TableView


def read_delayed(
    table_id: uuid.UUID, delay_s: int, now: datetime.datetime, *, known: LiveHand | None = None
) -> DelayedReading:
    """The state that delayed spectators see now; `known` is an earlier hand to continue from."""
    then = now - datetime.timedelta(seconds=delay_s)
    hands = Hand.objects.filter(table_id=table_id)
    begun = hands.filter(started_at__lte=then).order_by("-number")
    hand = begun.only("number", "status", "started_at", "finished_at").first()
    later = hands.filter(started_at__gt=then).order_by("number")
    coming = later.only("started_at").first()
    dealt_at = coming.started_at if coming is not None else None
    if hand is None:
        deck = deck_then(table_id, then, hand=None, is_over=True)
        first = live.load(coming.pk, seq=0) if coming is not None else None
        return DelayedReading(
            None, _first_of(dealt_at, deck.thrown_at), first, next_deck=deck.next_deck
        )
    actions = PlayedAction.objects.filter(hand_id=hand.pk)
    folded = _folded(hand.pk, actions.filter(at__lte=then).count(), known)
    to_come = actions.filter(at__gt=then).order_by("seq")
    moments = [to_come.values_list("at", flat=True).first(), dealt_at]
    is_over, is_shown = ended_at(folded) is not None, True
    if hand.status == Hand.Status.VOID and not is_over:
        # A moderator ended the hand, and the table no longer showed it.
        is_over = hand.finished_at is not None and hand.finished_at <= then
        is_shown = not is_over
        moments.append(None if is_over else hand.finished_at)
    deck = deck_then(table_id, then, hand=folded, is_over=is_over)
    next_at = _first_of(*moments, deck.thrown_at)
    return DelayedReading(folded if is_shown else None, next_at, folded, next_deck=deck.next_deck)


def _first_of(*moments: datetime.datetime | None) -> datetime.datetime | None:
    return min((at for at in moments if at is not None), default=None)


def _folded(hand_id: uuid.UUID, seq: int, known: LiveHand | None) -> LiveHand:
    if known is None or known.id != hand_id or known.seq > seq:
        return live.load(hand_id, seq=seq)
    folded = known
    rows = PlayedAction.objects.filter(hand_id=hand_id, seq__gt=known.seq, seq__lte=seq)
    for row in rows.order_by("seq"):
        folded, _events = folded.advance(record_of(row))
    return folded


def table_as_shown(table: TableView, late: DelayedReading, status: TableStatus) -> TableView:
    """The table for delayed spectators, without anything that reveals the present hand.

    Stacks and time banks are those of `late.chips_of`. Seats are shown as they are now. `status` is
    the table's.
    """
    hand = late.chips_of
    if not late.shows_stacks or (hand is not None and status.began_after(hand.number)):
        table = _before_all_places(table)
    shown = _with_stacks_of(table, hand) if late.shows_stacks else _without_stacks(table)
    players = {(player.seat, player.name) for player in hand.players.values()} if hand else set()
    seats = [
        structs.replace(
            seat,
            pending=None if seat.pending is None else 0,
            bank_ms=hand.bank_left(seat.seat),
            pressed_next=False,
            place=None,
        )
        if hand is not None and (seat.seat, seat.name) in players
        else seat
        for seat in shown.seats
    ]
    return structs.replace(
        shown,
        version=0,
        next_at=None,
        waiting=None,
        can_start=False,
        next_deck=late.next_deck,
        restart=structs.replace(shown.restart, needed=False, seats=[]),
        seats=seats,
        sit_and_go=_sit_and_go_as_shown(shown.sit_and_go, hand),
    )


def _sit_and_go_as_shown(
    sit_and_go: SitAndGoView | None, hand: LiveHand | None
) -> SitAndGoView | None:
    """The sit and go as it was in the shown hand: players who have chips in it are still in."""
    if sit_and_go is None or hand is None:
        return sit_and_go
    result = hand.game.result(hand.state)
    chips = dict(result.chips) if result is not None else {}
    still_in = {
        player.name for player in hand.players.values() if chips.get(player.seat, player.stack)
    }
    out = [one for one in sit_and_go.places if one.name not in still_in]
    if len(out) == len(sit_and_go.places) or len(still_in) < 2:
        return sit_and_go
    return structs.replace(sit_and_go, state=SitAndGo.State.RUNNING.value, places=out)


def _before_all_places(table: TableView) -> TableView:
    """The table as if nobody of its sit and go were out: spectators have not seen it yet."""
    sit_and_go = table.sit_and_go
    if sit_and_go is None or not sit_and_go.places:
        return table
    running = structs.replace(sit_and_go, state=SitAndGo.State.RUNNING.value, places=[])
    seats = [structs.replace(seat, place=None) for seat in table.seats]
    return structs.replace(table, sit_and_go=running, seats=seats)


def _without_stacks(table: TableView) -> TableView:
    seats = [structs.replace(seat, stack=None, pending=None) for seat in table.seats]
    return structs.replace(table, seats=seats)


def _with_stacks_of(table: TableView, hand: LiveHand | None) -> TableView:
    """The table with the stacks at the start or end of its shown hand, so that no result leaks.

    Hidden stacks stay hidden, and so do those of players who were not in that hand: they may have
    played since. Players who are out of a sit and go have none left.
    """
    if hand is None:
        return table
    result = hand.game.result(hand.state)
    ends = dict(result.chips) if result is not None else {}
    players = {(player.seat, player.name): player.stack for player in hand.players.values()}
    seats = [
        structs.replace(seat, stack=ends.get(seat.seat, players[seat.seat, seat.name]))
        if seat.stack is not None and (seat.seat, seat.name) in players
        else structs.replace(seat, stack=None if seat.place is None else 0, pending=None)
        for seat in table.seats
    ]
    return structs.replace(table, seats=seats)
