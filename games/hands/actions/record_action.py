"""Storing actions: one statement for all actions of a transaction."""

import uuid
from collections.abc import Sequence

from core.runtime.sql import Statement, as_json, run
from games.engines.core.contract import Action
from games.hands.live_hand import Record

# One jsonb parameter for all rows: an array parameter for each column costs far more to escape.
_INSERT = """
INSERT INTO games_handaction (hand_id, seq, seat, kind, amount, cards, key, at)
SELECT hand_id, seq, seat, kind, amount, cards, key, at
FROM jsonb_to_recordset(%s::jsonb) AS r(hand_id uuid, seq int, seat smallint, kind text,
    amount bigint, cards text, key uuid, at timestamptz)
"""


def record_actions(records: Sequence[tuple[uuid.UUID, Record]]) -> None:
    """Store actions of one or many hands. Raises as `recording` says."""
    run(*recording(records))


def recording(records: Sequence[tuple[uuid.UUID, Record]]) -> list[Statement]:
    """The statements that store actions; none without actions.

    Executing them raises `django.db.IntegrityError` if a (hand, seq) exists. That a key is new to
    its hand is checked before (`LiveHand.record_with`).
    """
    if not records:
        return []
    rows = [
        {
            "hand_id": hand_id,
            "seq": record.seq,
            "seat": record.action.seat,
            "kind": _kind(record),
            "amount": record.action.amount,
            "cards": _cards(record.action),
            "key": record.key,
            "at": record.at,
        }
        for hand_id, record in records
    ]
    return [(_INSERT, [as_json(rows)])]


def _kind(record: Record) -> str:
    if record.bank_ms:
        return f"{record.action.kind}:{record.auto}:{record.bank_ms}"
    return f"{record.action.kind}:{record.auto}" if record.auto else record.action.kind


def _cards(action: Action) -> str | None:
    cards = ",".join(map(str, action.cards))
    return f"{cards} {action.reading}" if action.reading else cards or None
