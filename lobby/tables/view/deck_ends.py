"""The ends of a table's decks, as far as a viewer may know them."""

import datetime
import uuid

from django.utils import timezone

from games.dealing.queries.ends import Ends, ends_after
from lobby.tables.models import Seat, Table
from lobby.tables.view.shown import is_delayed_for

ENDS_MAX = 100
"""The most decks in one answer; one that was thrown away has about 2 KB."""

_EVER = datetime.datetime.max.replace(tzinfo=datetime.UTC)


def ends_shown(table: Table, user_id: uuid.UUID | None, *, after: int) -> Ends:
    """How the decks of a table after number `after` ended, in order, at most `ENDS_MAX`.

    Viewers of a delayed table without a seat learn an end when its delay is over.
    """
    seats = Seat.objects.filter(table=table)
    seated = user_id is not None and seats.filter(user_id=user_id).exists()
    until = _EVER
    if is_delayed_for(table, seated=seated):
        until = timezone.now() - datetime.timedelta(seconds=table.spectator_delay_s)
    return ends_after(table.pk, after, until=until, limit=ENDS_MAX)
