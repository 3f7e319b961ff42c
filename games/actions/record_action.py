"""Writing actions: one statement for all actions of a transaction."""

import json
import uuid
from collections.abc import Sequence

from django.db import connection

from games.queries.live import Record

# One jsonb parameter for all rows: an array parameter for each column costs far more to escape.
_INSERT = """
INSERT INTO games_handaction
    (hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at)
SELECT hand_id, seq, seat, kind, amount, cards, reading, key, auto, bank_ms, at
FROM jsonb_to_recordset(%s::jsonb) AS r(hand_id uuid, seq int, seat smallint, kind text,
    amount bigint, cards jsonb, reading text, key uuid, auto text, bank_ms int, at timestamptz)
"""


def record_actions(records: Sequence[tuple[uuid.UUID, Record]]) -> None:
    """Store actions of one or many hands; the keys of the table refuse any that is there already.

    Raises `django.db.IntegrityError` when a (hand, seq) or a (hand, key) exists.
    """
    if not records:
        return
    rows = [
        {
            "hand_id": str(hand_id),
            "seq": record.seq,
            "seat": record.action.seat,
            "kind": record.action.kind,
            "amount": record.action.amount,
            "cards": list(record.action.cards),
            "reading": record.action.reading,
            "key": str(record.key) if record.key else None,
            "auto": record.auto,
            "bank_ms": record.bank_ms,
            "at": record.at.isoformat(),
        }
        for hand_id, record in records
    ]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [json.dumps(rows, separators=(",", ":"))])
