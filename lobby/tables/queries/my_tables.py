"""The tables where a user has a seat, for the frame of every page."""

import uuid

from core.runtime.sql import run
from lobby.tables.own_wire import SeatedTable

_MINE = """
SELECT t.slug, t.name, t.game, s.status, h.live AND h.turn_seat = s.number AND NOT h.frozen
FROM lobby_seat s JOIN lobby_table t ON t.id = s.table_id JOIN lobby_tablehead h USING (table_id)
WHERE s.user_id = %s AND t.state <> 'closed' ORDER BY s.sat_at, s.id
"""


def my_tables(user_id: uuid.UUID) -> list[SeatedTable]:
    """The tables where a user has a seat, in the order in which they sat down; one query."""
    (rows,) = run((_MINE, [user_id]))
    return [
        SeatedTable(slug=slug, name=name, game=game, status=status, my_turn=bool(my_turn))
        for slug, name, game, status, my_turn in rows
    ]
