"""The lobby's list of tables."""

import uuid
from dataclasses import dataclass

from django.conf import settings
from msgspec import structs

from core.single_flight import SharedCopies
from games.engines.core import registry
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.wire import FORMATS, Sitter, TableRow


@dataclass(frozen=True, slots=True)
class Listing:
    """An open table in the list, read once for all readers."""

    row: TableRow
    host_id: uuid.UUID | None
    turn_seat: int | None
    seat_of: dict[uuid.UUID, int]


def read_tables(watching: dict[uuid.UUID, int] | None = None) -> list[Listing]:
    """All open tables, in two queries whatever their number.

    `watching` is the number of spectators by table, if the caller knows it.
    """
    heads = list(
        TableHead.objects.select_related("table")
        .exclude(table__state=Table.State.CLOSED)
        .order_by("table__created_at")
    )
    seats: dict[uuid.UUID, list[Seat]] = {head.table_id: [] for head in heads}
    for seat in Seat.objects.filter(table_id__in=seats).select_related("user").order_by("number"):
        seats[seat.table_id].append(seat)
    return [
        Listing(
            row=_row(head, seats[head.table_id], (watching or {}).get(head.table_id, 0)),
            host_id=head.table.host_id,
            turn_seat=head.turn_seat if head.live else None,
            seat_of={seat.user_id: seat.number for seat in seats[head.table_id]},
        )
        for head in heads
    ]


_copies: SharedCopies[list[Listing]] = SharedCopies(lifetime_s=1.0, most=1)


def listings_for(user_id: uuid.UUID | None, watching: dict[uuid.UUID, int]) -> list[Listing]:
    """`read_tables` for one reader.

    Visitors share a reading at most a second old. Logged-in users get a new one, so that they see
    their own changes at once.
    """
    if user_id is not None or not settings.SHARED_ANSWERS:
        return read_tables(watching)
    return _copies.get((), lambda: read_tables(watching))


def rows_for(listings: list[Listing], user_id: uuid.UUID | None) -> list[TableRow]:
    """The list as one user sees it: public tables and their own.

    The reader's own tables come first, then tables with more people, then with more occupied seats.
    """
    rows: list[TableRow] = []
    for listing in listings:
        seat = listing.seat_of.get(user_id) if user_id is not None else None
        mine = seat is not None or (user_id is not None and listing.host_id == user_id)
        if mine or not listing.row.private:
            turn = seat is not None and seat == listing.turn_seat
            rows.append(structs.replace(listing.row, mine=mine, my_turn=turn))
    rows.sort(key=lambda row: (not row.mine, row.bots - row.taken, -row.taken))
    return rows


def _row(head: TableHead, seats: list[Seat], watching: int) -> TableRow:
    table = head.table
    game = registry.get(table.game)
    rules = table.parsed_rules
    return TableRow(
        slug=table.slug,
        name=table.name,
        game=table.game,
        preset=table.preset,
        stakes=game.stakes(rules),
        unit=game.unit(rules),
        format=FORMATS[table.plays_for],
        min_buy_in=table.min_buy_in,
        max_buy_in=table.max_buy_in,
        seats=table.max_seats,
        taken=len(seats),
        bots=sum(seat.user.is_program for seat in seats),
        watching=watching,
        state="frozen" if head.frozen else table.state,
        playing=head.live,
        spectators=table.spectators,
        private=table.private,
        names=[
            Sitter(
                seat=seat.number,
                name=seat.user.name,
                avatar=seat.user.avatar,
                kind=seat.user.kind,
            )
            for seat in seats
        ],
    )
