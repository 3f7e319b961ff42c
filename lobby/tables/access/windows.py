"""One live window for each seat: the one in which its player last opened the table.

Each window of the table page names itself by a random id. The seat's row keeps the id of the window
that plays: the database decides, and all others are refused. A client that names no window takes
over from nobody and is never stopped: apps and bots play beside the page.
"""

import uuid
from collections.abc import Iterable
from typing import Any

from accounts.people.models import User
from core.runtime.sql import Statement
from core.wire import Body
from lobby.tables.commands import Command, Window
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat
from lobby.tables.transaction.transaction import lock_tables

_WINDOWS = """
SELECT s.table_id, s.user_id, s.window_id
FROM lobby_seat s JOIN unnest(%s::uuid[], %s::uuid[]) AS asked (table_id, user_id)
    USING (table_id, user_id)
WHERE s.window_id IS NOT NULL
"""


def played_elsewhere() -> TableRefused:
    """The refusal for a window of a seat that another window plays."""
    return TableRefused("PLAYED_ELSEWHERE")


def carry_out(
    command: Command,
    body: Body,
    *,
    table_id: uuid.UUID,
    user: User,
    window_id: uuid.UUID | None,
    seat: int | None,
) -> Any:
    """Carry out an action that a user's window sent (None: an app), in a reader thread.

    Returns its result. `seat` is the user's seat as the room knows it. Raises `Refused`
    PLAYED_ELSEWHERE if the command is for the window that plays the seat and another one does, and
    what the action raises.
    """
    if window_id is not None and command.window is not Window.ANY:
        check_window(table_id=table_id, user_id=user.pk, window_id=window_id)
    result = command.run(body, table_id=table_id, user=user, seat=seat)
    if window_id is not None and command.window is Window.TAKES_OVER:
        play_here(table_id=table_id, user_id=user.pk, window_id=window_id)
    return result


def play_here(*, table_id: uuid.UUID, user_id: uuid.UUID, window_id: uuid.UUID) -> None:
    """Let this window play the user's seat from now on; without a seat nothing happens.

    Raises `Refused` NO_SUCH_TABLE.
    """
    with lock_tables([table_id]) as tx:
        seat = tx.rows(tx.locked(table_id)).seat_of(user_id)
        if seat is not None:
            seat.window_id = window_id


def check_window(*, table_id: uuid.UUID, user_id: uuid.UUID, window_id: uuid.UUID) -> None:
    """Raises `Refused` PLAYED_ELSEWHERE if another window plays the user's seat."""
    mine = Seat.objects.filter(table_id=table_id, user_id=user_id)
    if mine.exclude(window_id=window_id).exclude(window_id=None).exists():
        raise played_elsewhere()


def windows_of(seats: Iterable[tuple[uuid.UUID, uuid.UUID]]) -> Statement:
    """A statement for the windows that play some seats, each given as (table, user).

    Its rows are (table, user, window); seats that any window may play are left out.
    """
    tables, users = zip(*seats, strict=True)
    return (_WINDOWS, [list(tables), list(users)])
