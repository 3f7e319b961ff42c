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
WHERE coalesce(a.balance, 0) <> CASE WHEN t.plays_for = 'chips' THEN coalesce(s.chips, 0) ELSE 0 END
"""
_PRIZE_POOLS = """
SELECT c.id, t.name, c.state, coalesce(a.balance, 0), CASE
    WHEN c.state IN ('registering', 'running') THEN c.entry * count(e.id) ELSE 0 END AS expected
FROM lobby_contest c JOIN lobby_table t ON t.id = c.table_id
LEFT JOIN lobby_entrant e ON e.contest_id = c.id
LEFT JOIN accounts_account a ON a.owner_id = c.id AND a.kind = 'prize'
GROUP BY c.id, t.name, c.state, c.entry, a.balance
HAVING coalesce(a.balance, 0) <> CASE
    WHEN c.state IN ('registering', 'running') THEN c.entry * count(e.id) ELSE 0 END
"""
_POINTS = """
SELECT t.name, c.points * n.entrants, sum(s.stack)
FROM lobby_contest c JOIN lobby_table t ON t.id = c.table_id
JOIN (SELECT contest_id, count(*) AS entrants FROM lobby_entrant GROUP BY contest_id) n
    ON n.contest_id = c.id
JOIN lobby_seat s ON s.table_id = t.id
WHERE c.state = 'running' AND coalesce(t.rules ->> 'leaver', '') <> 'forfeits'
GROUP BY t.name, c.points, n.entrants HAVING sum(s.stack) <> c.points * n.entrants
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


def check_contests() -> Iterator[str]:
    """A prize pool holds all entries until it is shared out; no point appears or is lost."""
    with connection.cursor() as cursor:
        cursor.execute(_PRIZE_POOLS)
        for contest_id, name, state, balance, expected in cursor.fetchall():
            yield f"sit and go {contest_id} at {name} ({state}): pool {balance}, not {expected}"
        cursor.execute(_POINTS)
        for name, points, held in cursor.fetchall():
            yield f"sit and go at {name}: {held} points on the table, not {points}"


def check_pulses() -> Iterator[str]:
    """Every open table stands at the last stored action of its hand."""
    with connection.cursor() as cursor:
        cursor.execute(_PULSES)
        for name, hand_id, seq, stored in cursor.fetchall():
            yield f"table {name}: hand {hand_id} stands at {seq}, {stored} actions are stored"


def register_checks() -> None:
    """Make `manage.py audit` run these."""
    audit.register("escrow equals seats", check_escrow)
    audit.register("sit and go: prizes and points", check_contests)
    audit.register("tables stand at their last action", check_pulses)
