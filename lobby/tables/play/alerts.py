"""Note what people are told outside of pages: their turn, a free seat, a sit and go that begins.

They are found in rows, so a crash loses none and no command at a table knows of them. Nobody is
told who has the table's page open, or who may not play now, or of a turn without a clock, for
which nobody waits.
"""

import datetime
from collections.abc import Iterator
from typing import Any

from accounts.alerts.actions import add
from accounts.alerts.models import Alert, AlertKind
from accounts.people.models import User
from core.errors import RequestRefused
from core.runtime.sql import run
from lobby.tables.rows import play_limits

AWAY_AFTER = datetime.timedelta(seconds=35)
"""An open page shows itself at least every 15 seconds."""
TURNS_AFTER = datetime.timedelta(minutes=1)
"""Nobody is told of two turns at one table in this time."""
BEGAN_WITHIN = datetime.timedelta(minutes=2)

_WANTED = """(EXISTS (SELECT FROM accounts_pushsubscription p WHERE p.user_id = u.id)
    OR EXISTS (SELECT FROM accounts_alertchoice c WHERE c.user_id = u.id AND c.email <> '{}'))
    AND NOT EXISTS (SELECT FROM accounts_alert a WHERE a.user_id = u.id AND a.kind = %s AND """
_TURNS = f"""
SELECT u.id, h.hand_id || ':' || h.seq, t.slug, t.name, h.next_timer_at
FROM lobby_tablehead h JOIN lobby_table t ON t.id = h.table_id
JOIN lobby_seat s ON s.table_id = h.table_id AND s.number = h.turn_seat
JOIN accounts_user u ON u.id = s.user_id
WHERE h.live AND NOT h.frozen AND t.clock_ms > 0 AND s.status = 'ready'
    AND h.next_timer_at > clock_timestamp()
    AND s.seen_at < clock_timestamp() - %s::interval AND {_WANTED} a.slug = t.slug
        AND a.created_at > clock_timestamp() - %s::interval)
"""  # noqa: S608 -- own names
_SEATS = f"""
SELECT u.id, w.id::text, t.slug, t.name, w.offered_until
FROM lobby_waitingentry w JOIN lobby_table t ON t.id = w.table_id
JOIN accounts_user u ON u.id = w.user_id
WHERE w.offered_until > clock_timestamp() AND {_WANTED} a.about = w.id::text)
"""  # noqa: S608 -- own names
_STARTS = f"""
SELECT u.id, g.id::text, t.slug, t.name, g.started_at + %s::interval
FROM lobby_sitandgo g JOIN lobby_table t ON t.id = g.table_id
JOIN lobby_seat s ON s.table_id = t.id JOIN accounts_user u ON u.id = s.user_id
WHERE g.state = 'running' AND g.started_at > clock_timestamp() - %s::interval
    AND s.seen_at < clock_timestamp() - %s::interval AND {_WANTED} a.about = g.id::text)
"""  # noqa: S608 -- own names


def note_due() -> None:
    """Note all alerts that are due now and not noted yet."""
    turn, seat, start = AlertKind.TURN, AlertKind.SEAT, AlertKind.START
    found = run(
        (_TURNS, [AWAY_AFTER, turn.value, TURNS_AFTER]),
        (_SEATS, [seat.value]),
        (_STARTS, [BEGAN_WITHIN, BEGAN_WITHIN, AWAY_AFTER, start.value]),
    )
    alerts = [
        alert
        for kind, rows in zip((turn, seat, start), found, strict=True)
        for alert in _alerts(kind, rows)
    ]
    if alerts:
        add(alerts)


def _alerts(kind: AlertKind, rows: Any) -> Iterator[Alert]:
    for user_id, about, slug, table, expires_at in rows:
        if _may_play(user_id):
            yield Alert(
                user_id=user_id,
                kind=kind,
                about=about,
                slug=slug,
                table=table,
                expires_at=expires_at,
            )


def _may_play(user_id: Any) -> bool:
    try:
        play_limits.check_may_play(User.objects.get(pk=user_id))
    except RequestRefused:
        return False
    return True
