"""The part of a table that only its reader gets: wallet, seat, wishes, breaks and requests."""

import datetime
import uuid
from collections.abc import Container, Iterable

from django.utils import timezone

from accounts.ledger import wallets_of
from accounts.people.models import User
from core.clock import to_unix_ms
from lobby.tables.models import Seat
from lobby.tables.play.teaching import places_of
from lobby.tables.rows.play_limits import users_on_break
from lobby.tables.seats.buy_ins import buy_in_of, departures_by_user, seat_given_back
from lobby.tables.seats.open_requests import own_request, waiting_requests
from lobby.tables.stakes import stakes_of
from lobby.tables.view.table_view import TableSnapshot
from lobby.tables.wire import Rest, WaitingPlace, You


def you_of(snapshot: TableSnapshot, users: Iterable[User]) -> dict[uuid.UUID, You]:
    """`You` of each of these users, by their ids."""
    people, table, now = {user.pk: user for user in users}, snapshot.table, timezone.now()
    if not people:
        return {}
    seats = {user_id: snapshot.seat_of(user_id) for user_id in people}
    outside = [user_id for user_id, seat in seats.items() if seat is None]
    wallets = wallets_of(people)
    left = departures_by_user(table, outside) if outside else {}
    rests, stakes = _breaks(snapshot, people), stakes_of(table)

    def you(user: User, seat: Seat | None) -> You:
        wallet, departures = wallets.get(user.pk, 0), left.get(user.pk, [])
        brings = seat is None and stakes.are_chips
        return You(
            id=str(user.pk),
            name=user.name,
            kind=user.kind,
            seat=seat.number if seat is not None else None,
            wallet=wallet,
            tops_up_to=seat.tops_up_to if seat is not None else None,
            rests=rests.get(user.pk),
            short_by=stakes.missing(table, seat) if seat is not None else 0,
            buy_in=buy_in_of(table, user.pk, departures, wallet) if brings else None,
            seat_given_back=seat_given_back(table, departures) if seat is None else None,
            seat_request=own_request(snapshot.requests, user.pk, now),
            seat_requests=waiting_requests(snapshot.requests, now)
            if user.pk == table.host_id
            else [],
            waiting=_place_in_line(snapshot, user.pk),
            next_cards=places_of(table) if table.teaching and user.pk == table.host_id else [],
        )

    return {user_id: you(user, seats[user_id]) for user_id, user in people.items()}


def _place_in_line(snapshot: TableSnapshot, user_id: uuid.UUID) -> WaitingPlace | None:
    """A user's place in the waiting list, None if they have no entry."""
    for place, entry in enumerate(snapshot.waiting, 1):
        if entry.user_id == user_id:
            return WaitingPlace(place=place, until=to_unix_ms(entry.offered_until))
    return None


def _breaks(snapshot: TableSnapshot, user_ids: Container[uuid.UUID]) -> dict[uuid.UUID, Rest]:
    """The people among `user_ids` who sit out because of their own break or limit.

    Only they are told the reason. No query unless one of them sits out; at a sit and go a break
    waits for its end.
    """
    if not stakes_of(snapshot.table).drop_in:
        return {}
    out = [
        seat
        for seat in snapshot.seats
        if seat.status == Seat.Status.SITTING_OUT and seat.user_id in user_ids
    ]
    return {
        user_id: Rest(
            code=no.code,
            max=no.limits.get("max"),
            until=to_unix_ms(datetime.datetime.fromisoformat(no.limits["until"])),
        )
        for user_id, no in users_on_break(out, timezone.now()).items()
    }
