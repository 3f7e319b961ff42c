"""Openings are stored without what their hand's other columns repeat.

Those of before are read as they are: to write them anew would free no bytes before the table is
written anew, too. Taken back, all are as before.
"""

import uuid
from typing import Any, NamedTuple

from django.db import migrations

from games.hands.models.packed import PACKED
from games.migrations._packing import BATCH_HANDS

_ROWS = """
SELECT id, table_id, number, deck_no, game, encode(rules_hash, 'hex'), opening FROM games_hand
WHERE id > %s AND deck_no IS NOT NULL ORDER BY id LIMIT %s
"""
_STORE = """
UPDATE games_hand h SET opening = o.opening
FROM unnest(%s::uuid[], %s::bytea[]) AS o (id, opening) WHERE h.id = o.id
"""


class _Row(NamedTuple):
    id: uuid.UUID
    table_id: uuid.UUID
    number: int
    deck_no: int
    game: str
    rules_hash: str
    opening: Any


def lengthen(_apps, schema_editor):
    """Store all openings with everything in them."""
    last = uuid.UUID(int=0)
    with schema_editor.connection.cursor() as cursor:
        while True:
            cursor.execute(_ROWS, [last, BATCH_HANDS])
            rows = list(map(_Row._make, cursor.fetchall()))
            if not rows:
                return
            whole = [PACKED.pack(PACKED.unpack(bytes(row.opening), row)) for row in rows]
            cursor.execute(_STORE, [[row.id for row in rows], whole])
            last = rows[-1].id


class Migration(migrations.Migration):
    dependencies = [("games", "0021_fewer_bytes")]

    operations = [migrations.RunPython(migrations.RunPython.noop, lengthen)]
