"""The lobby's part of `manage.py audit`: chips on tables against the escrow accounts."""

from collections.abc import Iterator

from django.db import connection

from accounts.queries import audit

_ESCROW = """
SELECT t.id, t.name, coalesce(a.balance, 0), coalesce(s.chips, 0)
FROM lobby_table t
LEFT JOIN accounts_account a ON a.owner_id = t.id AND a.kind = 'escrow'
LEFT JOIN (SELECT table_id, sum(stack + pending) AS chips FROM lobby_seat GROUP BY table_id) s
    ON s.table_id = t.id
WHERE coalesce(a.balance, 0) <> coalesce(s.chips, 0)
"""
_PULSES = """
SELECT t.name, p.hand_id, p.seq, coalesce(max(h.seq), 0)
FROM lobby_pulse p JOIN lobby_table t ON t.id = p.table_id
LEFT JOIN games_handaction h ON h.hand_id = p.hand_id
GROUP BY t.name, p.hand_id, p.seq HAVING p.seq <> coalesce(max(h.seq), 0)
"""


def check_escrow() -> Iterator[str]:
    """For every table, the escrow account holds exactly what its seats hold."""
    with connection.cursor() as cursor:
        cursor.execute(_ESCROW)
        for table_id, name, balance, chips in cursor.fetchall():
            yield f"table {name} ({table_id}): escrow {balance}, seats {chips}"


def check_pulses() -> Iterator[str]:
    """Every open table stands at the last stored action of its hand."""
    with connection.cursor() as cursor:
        cursor.execute(_PULSES)
        for name, hand_id, seq, stored in cursor.fetchall():
            yield f"table {name}: hand {hand_id} stands at {seq}, {stored} actions are stored"


def register_checks() -> None:
    """Make `manage.py audit` run these."""
    audit.register("escrow equals seats", check_escrow)
    audit.register("tables stand at their last action", check_pulses)
