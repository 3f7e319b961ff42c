"""How far standbys and the archive are behind the primary, as the primary knows.

Replication slots may be read by every role. The seconds stand in `pg_stat_replication`, which
shows them only to members of `pg_read_all_stats`: to others they are missing.
"""

from typing import NamedTuple

from django.db import connection

from core.runtime import metrics
from core.runtime.database_gauges import rows_shared
from core.runtime.metrics import Values

_SLOTS = """
SELECT slot_name, active, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8
FROM pg_replication_slots WHERE slot_type = 'physical'
"""
_SECONDS = """
SELECT coalesce(nullif(application_name, ''), 'standby'),
    max(extract(epoch FROM coalesce(replay_lag, interval '0')))::float8
FROM pg_stat_replication WHERE state = 'streaming' GROUP BY 1
"""

_ARCHIVER = """
SELECT extract(epoch FROM last_archived_time)::float8,
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'
"""


class Slot(NamedTuple):
    """A standby's slot: whether the standby is connected, and the bytes that it lacks."""

    name: str
    is_active: bool
    lag_bytes: float


@rows_shared
def slots() -> list[Slot]:
    """The slots of standbys, empty without any."""
    with connection.cursor() as cursor:
        cursor.execute(_SLOTS)
        return [Slot(*row) for row in cursor.fetchall()]


@rows_shared
def seconds_behind() -> dict[str, float]:
    """The seconds by which each standby is behind, as far as our role may know."""
    with connection.cursor() as cursor:
        cursor.execute(_SECONDS)
        return dict(cursor.fetchall())


@rows_shared
def archive() -> tuple[float | None, bool] | None:
    """When a segment was last archived (Unix time), and whether the last attempt failed.

    None without an archive.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ARCHIVER)
        row: tuple[float | None, bool] | None = cursor.fetchone()
        return row


def _archived() -> Values:
    known = archive()
    return {} if known is None or known[0] is None else {(): known[0]}


def _archive_fails() -> Values:
    known = archive()
    return {} if known is None else {(): float(known[1])}


def _lag_bytes() -> Values:
    return {(slot.name,): slot.lag_bytes for slot in slots()}


def _active() -> Values:
    return {(slot.name,): float(slot.is_active) for slot in slots()}


def _lag_seconds() -> Values:
    return {(name,): seconds for name, seconds in seconds_behind().items()}


LAG_BYTES = metrics.gauge(
    "replication_lag_bytes",
    "Bytes of write-ahead log that a standby with a replication slot lacks",
    "standby",
    read=_lag_bytes,
)
CONNECTED = metrics.gauge(
    "replication_connected", "1 if that standby is connected", "standby", read=_active
)
LAG_SECONDS = metrics.gauge(
    "replication_lag_seconds",
    "Seconds by which a standby is behind; needs GRANT pg_read_all_stats TO cardhouse_app",
    "standby",
    read=_lag_seconds,
)
ARCHIVED = metrics.gauge(
    "wal_archived_timestamp_seconds",
    "When a segment of the write-ahead log was last archived (Unix time)",
    read=_archived,
)
ARCHIVE_FAILS = metrics.gauge(
    "wal_archive_fails", "1 if the last attempt to archive a segment failed", read=_archive_fails
)
