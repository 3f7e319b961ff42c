"""The tables where a user has a seat, for the frame of every page."""

import uuid

from django.db.models import Case, F, Q, When

from lobby.tables.models import Seat, Table
from lobby.tables.own_wire import SeatedTable

_MY_TURN = Q(table__head__live=True, table__head__turn_seat=F("number"), table__head__frozen=False)


def my_tables(user_id: uuid.UUID) -> list[SeatedTable]:
    """The tables where a user has a seat, in the order in which they sat down; one query."""
    seats = Seat.objects.filter(user_id=user_id, table__head__isnull=False)
    rows = seats.exclude(table__state=Table.State.CLOSED).order_by("sat_at", "id")
    rows = rows.annotate(my_turn=Case(When(_MY_TURN, then=True), default=False))
    columns = rows.values_list("table__slug", "table__name", "table__game", "status", "my_turn")
    return [
        SeatedTable(slug=slug, name=name, game=game, status=status, my_turn=my_turn)
        for slug, name, game, status, my_turn in columns
    ]
