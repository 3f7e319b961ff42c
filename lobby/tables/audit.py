"""The lobby's audit checks: chips on tables against the escrow accounts.

Open tables are few, so the online audit checks all of them each minute, together with the tables
and sit and gos that closed recently.
"""

import datetime
import json
from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection
from django.utils import timezone

from core.audit import checks
from core.audit.checks import IncrementalRun
from core.audit.findings import Finding
from games.engines.core import registry
from games.hands.models.archived import archived_months, month_of

_ESCROW = """
SELECT t.id, coalesce(a.balance, 0), coalesce(s.chips, 0)
FROM lobby_table t
LEFT JOIN accounts_account a ON a.owner_id = t.id AND a.kind = 'escrow'
LEFT JOIN (SELECT table_id, sum(stack + pending) AS chips FROM lobby_seat GROUP BY table_id) s
    ON s.table_id = t.id
WHERE (t.closed_at IS NULL OR t.closed_at > %s)
AND coalesce(a.balance, 0) <> CASE WHEN t.plays_for = 'chips' THEN coalesce(s.chips, 0) ELSE 0 END
"""
_PRIZE_POOLS = """
SELECT c.id, c.table_id, coalesce(a.balance, 0), CASE
    WHEN c.state IN ('registering', 'running') THEN c.entry * count(e.id) ELSE 0 END AS expected
FROM lobby_sitandgo c
LEFT JOIN lobby_sitandgoplayer e ON e.sit_and_go_id = c.id
LEFT JOIN accounts_account a ON a.owner_id = c.id AND a.kind = 'prize'
WHERE c.finished_at IS NULL OR c.finished_at > %s
GROUP BY c.id, c.table_id, c.state, c.entry, a.balance
HAVING coalesce(a.balance, 0) <> CASE
    WHEN c.state IN ('registering', 'running') THEN c.entry * count(e.id) ELSE 0 END
"""
_POINTS = """
SELECT c.id, c.table_id, t.game, t.rules, sum(s.stack), c.points * n.players
FROM lobby_sitandgo c
JOIN (SELECT sit_and_go_id, count(*) AS players FROM lobby_sitandgoplayer GROUP BY sit_and_go_id) n
    ON n.sit_and_go_id = c.id
JOIN lobby_table t ON t.id = c.table_id
JOIN lobby_seat s ON s.table_id = t.id
WHERE c.state = 'running'
GROUP BY c.id, c.table_id, t.game, t.rules, c.points, n.players
HAVING sum(s.stack) <> c.points * n.players
"""
_HEADS = """
SELECT p.hand_id, p.table_id, p.seq, count(h.seq)
FROM lobby_tablehead p
LEFT JOIN LATERAL (SELECT seq FROM games_playedaction a WHERE a.hand_id = p.hand_id OFFSET 0) h
    ON true
GROUP BY p.hand_id, p.table_id, p.seq
HAVING p.seq <> count(h.seq) OR p.seq <> coalesce(max(h.seq), 0)
"""
_EVER = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
RECENT_WINDOW = datetime.timedelta(hours=1)


def _rows(sql: str, *parameters: datetime.datetime) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters or None)
        return list(cursor.fetchall())


def check_escrow(since: datetime.datetime = _EVER) -> Iterator[Finding]:
    """Check that escrow equals the seats' chips, for every table not closed before `since`."""
    for table_id, balance, chips in _rows(_ESCROW, since):
        text = f"escrow {balance}, seats {chips}"
        yield Finding("table.escrow", f"table {table_id}", text, table_id)


def check_sit_and_gos(since: datetime.datetime = _EVER) -> Iterator[Finding]:
    """Check that prize pools hold all entries until paid, and that no point appears or is lost."""
    for sit_and_go_id, table_id, balance, expected in _rows(_PRIZE_POOLS, since):
        text = f"pool {balance}, not {expected}"
        yield Finding("sit_and_go.pool", f"sit and go {sit_and_go_id}", text, table_id)
    for sit_and_go_id, table_id, game, rules, held, points in _rows(_POINTS):
        if _may_lose_points(game, rules):
            continue
        text = f"{held} points on the table, not {points}"
        yield Finding("sit_and_go.points", f"sit and go {sit_and_go_id}", text, table_id)


def _may_lose_points(key: str, rules: str) -> bool:
    """Whether the points of a player who leaves are lost under these rules, a JSON text."""
    game = registry.get(key)
    sit_and_go = game.sit_and_go(game.rules_from_json(json.loads(rules)))
    return sit_and_go is not None and sit_and_go.leaver_forfeits


def check_heads(_since: datetime.datetime = _EVER) -> Iterator[Finding]:
    """Check that every open table's `seq` is its hand's last stored action, with none missing."""
    archived = archived_months()  # with the last hands of closed tables
    for hand_id, table_id, seq, stored in _rows(_HEADS):
        if not stored and hand_id is not None and month_of(hand_id) in archived:
            continue
        text = f"hand {hand_id} is at action {seq}, but {stored} are stored"
        yield Finding("table.head", f"table {table_id}", text, table_id, hand_id)


def _lately(check: Callable[[datetime.datetime], Iterator[Finding]]) -> checks.CheckNew:
    def check_new(_progress: IncrementalRun) -> Iterator[Finding]:
        return check(timezone.now() - RECENT_WINDOW)

    return check_new


for _name, _check in (
    ("escrow equals seats", check_escrow),
    ("sit and go: prizes and points", check_sit_and_gos),
    ("tables are at their last action", check_heads),
):
    checks.register(_name, _check, new=_lately(_check))
