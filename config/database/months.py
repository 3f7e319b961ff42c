"""Months of hands leave the database for compressed files, and come back.

A month is one partition of each table in `PARTS` (`games.migrations._months`). It is detached in
one short transaction, then written, and dropped only after the files were read back. An export that
was ended goes on when it is run again; a restore makes all or nothing. The last hands of open
tables stay: their tables show them.

A folder of a month has a file for each table, the text of PostgreSQL's `COPY` under gzip, and
`manifest.json` with columns, rows and SHA-256 of each. All of it runs as the owner.
"""

import datetime
import gzip
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pgtrigger
from django.db import connection, transaction
from django.utils import timezone

from config.database.migrations import patiently
from core.audit.checks import marks_kept
from games.hands.audit import FOLDING
from games.hands.models import ArchivedMonth, ArchivedTable
from games.hands.models.packed import deal_in
from games.migrations._fewer_bytes import BEFORE, NOW, moved

PARTS = {
    "games_hand": "id",
    "games_handaction": "hand_id, seq",
    "games_packedactions": "hand_id",
    "games_handseat": "hand_id, seat",
}
"""The tables, and the order of their rows in files; the first column is the hand's id."""
MANIFEST, FORMAT = "manifest.json", "cardhouse-months-1"
_BLOCK_BYTES = 1 << 20
# Less than PostgreSQL's deadlock_timeout: before it looks for a deadlock, the month has given way.
_SHORT_WAITS = "SET LOCAL lock_timeout = '500ms'"
_STATE = """
SELECT to_regclass(%s) IS NOT NULL,
    EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(%s))
"""
_UNREADY = """
SELECT count(*) FILTER (WHERE h.status = 'live'),
    count(*) FILTER (WHERE h.deck <> 'dealt'),
    count(*) FILTER (WHERE w.hand_id IS NOT NULL),
    count(*) FILTER (WHERE h.chain IS NOT NULL AND (h.finished_at AT TIME ZONE 'UTC')::date
        > coalesce((SELECT max(day) FROM games_deckday), '-infinity')),
    (SELECT count(DISTINCT hand_id) FROM months.games_handaction{part}),
    coalesce((SELECT max(id) FROM months.games_handseat{part}), 0)
FROM months.games_hand{part} h LEFT JOIN games_withheldhand w ON w.hand_id = h.id
"""
_OPENINGS = "SELECT opening FROM months.games_hand{part} WHERE deck_no IS NULL"
_MOVE = """
WITH moved AS (DELETE FROM {source} WHERE {which} RETURNING *)
INSERT INTO {target} SELECT * FROM moved
"""
_ROWS = "COPY (SELECT {columns} FROM {part} ORDER BY {key}) TO STDOUT"
_COLUMNS = """
SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped
ORDER BY attnum
"""
_STAYS = """
SELECT h.hand_id FROM lobby_tablehead h JOIN lobby_table t ON t.id = h.table_id
WHERE t.closed_at IS NULL AND h.hand_id >= months.first_id(%s)
    AND h.hand_id < months.first_id((%s::date + interval '1 month')::date)
"""
_NOTE_TABLES = """
INSERT INTO games_archivedtable (month, table_id, decks, first_deck, last_deck, chain)
SELECT %s, table_id, count(*), min(deck_no), max(deck_no),
    (array_agg(chain ORDER BY deck_no DESC))[1]
FROM months.games_hand{part} WHERE deck_no IS NOT NULL AND id <> ALL(%s) GROUP BY table_id
"""
_NOTE_MONTH = """
INSERT INTO games_archivedmonth (month, hands, first_seat, last_seat, left_at)
SELECT %s, (SELECT count(*) FROM months.games_hand{part} WHERE id <> ALL(%s)),
    coalesce(min(id), 0), coalesce(max(id), 0), clock_timestamp() FROM months.games_handseat{part}
"""


class MonthError(Exception):
    """A month cannot leave or come back; the text gives the reason, and nothing was lost."""


def part_of(table: str, month: datetime.date) -> str:
    """The name of a table's partition of a month."""
    return f"months.{table}_{month:%Y_%m}"


def export(month: datetime.date, into: Path, say: Callable[[str], None]) -> Path:
    """Move a month that is over into a new folder below `into`; returns the folder.

    Raises `MonthError`.
    """
    folder = into / f"{month:%Y-%m}"
    if folder.exists():
        raise MonthError(f"{folder} exists already.")
    exists, attached = _state(month)
    if not exists:
        raise MonthError(f"There is no {month:%Y-%m} in the database.")
    if attached:
        require_ready(month)
        patiently(lambda: _detach(month), current=lambda: None, say=say, what="The month")
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True, mode=0o700)
    tables = {table: _write(table, key, month, part) for table, key in PARTS.items()}
    manifest = {"format": FORMAT, "month": f"{month:%Y-%m}", "tables": tables}
    (part / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n")
    _sync(part)
    check(part)
    part.rename(folder)
    _sync(into, only_folder=True)
    with pgtrigger.ignore(), transaction.atomic(), connection.cursor() as cursor:
        for table in PARTS:
            cursor.execute(f"DROP TABLE {part_of(table, month)}")
        digest = hashlib.sha256((folder / MANIFEST).read_bytes()).digest()
        ArchivedMonth.objects.filter(month=month).update(digest=digest)
    return folder


def check(folder: Path) -> dict[str, Any]:
    """Read all files of a month's folder again; returns its manifest. Raises `MonthError`."""
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_bytes())
        for table in PARTS:
            said = manifest["tables"][table]
            found = _digest_of(_unpacked(folder / said["file"]))
            if found != (said["rows"], said["bytes"], said["sha256"]):
                raise MonthError(f"{folder / said['file']} is not as it was written.")
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise MonthError(f"{folder} cannot be read: {type(error).__name__}: {error}") from error
    if manifest.get("format") != FORMAT:
        raise MonthError(f"{folder} has format {manifest.get('format')}, not {FORMAT}.")
    return manifest


def restore(folder: Path, say: Callable[[str], None]) -> int:
    """Bring an archived month back from its folder; returns its hands. Raises `MonthError`.

    The folder stays.
    """
    manifest = check(folder)
    month = datetime.date.fromisoformat(f"{manifest['month']}-01")
    row = ArchivedMonth.objects.filter(month=month).first()
    if row is None:
        raise MonthError(f"{month:%Y-%m} is not archived.")
    written = hashlib.sha256((folder / MANIFEST).read_bytes()).digest()
    if row.digest is not None and bytes(row.digest) != written:
        raise MonthError(f"{folder} is not what was written when {month:%Y-%m} left.")
    exists, _attached = _state(month)
    if not exists:
        _load(month, folder, manifest)
    patiently(lambda: _attach(month), current=lambda: None, say=say, what="The month")
    return int(manifest["tables"]["games_hand"]["rows"])


def require_ready(month: datetime.date) -> None:
    """Raises `MonthError` with all reasons why a month cannot leave yet."""
    this_month = timezone.now().date().replace(day=1)
    if month >= this_month:
        raise MonthError(f"{month:%Y-%m} is not over.")
    part = f"_{month:%Y_%m}"
    with connection.cursor() as cursor:
        cursor.execute(_UNREADY.format(part=part))
        live, kept, withheld, no_day, unpacked, last_seat = cursor.fetchone()
        cursor.execute(_OPENINGS.format(part=part))
        tfair1 = sum("commit" in deal_in(opening) for (opening,) in cursor.fetchall())
    mark = marks_kept().get(FOLDING, {}).get("seat")
    reasons = {
        "are not over": live,
        "have decks that are still kept whole (purge_decks)": kept,
        "are in no figures yet": withheld,
        "are in no closed day yet": no_day,
        "have actions that are not packed yet (ACTIONS_PACKED_AFTER_DAYS)": unpacked,
        "were dealt before TFAIR2": tfair1,
    }
    found = [f"{count:,} hands {why}" for why, count in reasons.items() if count]
    if mark is not None and mark < last_seat:
        found.append("the online audit has not come so far")
    if found:
        raise MonthError(f"{month:%Y-%m} cannot leave yet: {', '.join(found)}.")


def _state(month: datetime.date) -> tuple[bool, bool]:
    """Whether a month's tables exist, and whether they are partitions."""
    name = part_of("games_hand", month)
    with connection.cursor() as cursor:
        cursor.execute(_STATE, [name, name])
        exists, attached = cursor.fetchone()
    return exists, attached


def _detach(month: datetime.date) -> None:
    """Note that a month is archived, and make its partitions tables of their own."""
    part = f"_{month:%Y_%m}"
    with pgtrigger.ignore(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_SHORT_WAITS)
        cursor.execute(_STAYS, [month, month])
        stays = [hand_id for (hand_id,) in cursor.fetchall()]
        cursor.execute(_NOTE_MONTH.format(part=part), [month, stays])
        cursor.execute(_NOTE_TABLES.format(part=part), [month, stays])
        for table in PARTS:
            cursor.execute(f"ALTER TABLE {table} DETACH PARTITION {part_of(table, month)}")
        for table, key in PARTS.items():
            _move(cursor, part_of(table, month), table, f"{_id(key)} = ANY(%s)", [stays])


def _attach(month: datetime.date) -> None:
    """Make a month's tables partitions again, with those of its hands that had stayed."""
    after = (month + datetime.timedelta(days=31)).replace(day=1)
    with pgtrigger.ignore(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_SHORT_WAITS)
        cursor.execute("SELECT months.first_id(%s), months.first_id(%s)", [month, after])
        low, high = cursor.fetchone()
        for table, key in PARTS.items():
            part, rest = part_of(table, month), f"months.{table}_rest"
            cursor.execute(f"LOCK TABLE {rest} IN ACCESS EXCLUSIVE MODE")
            _move(cursor, rest, part, f"{_id(key)} >= %s AND {_id(key)} < %s", [low, high])
            bounds = f"FOR VALUES FROM ('{low}') TO ('{high}')"
            cursor.execute(f"ALTER TABLE {table} ATTACH PARTITION {part} {bounds}")
            cursor.execute(f"ALTER TABLE {part} DROP CONSTRAINT IF EXISTS of_month")
        ArchivedTable.objects.filter(month=month).delete()
        ArchivedMonth.objects.filter(month=month).delete()


def _move(cursor: Any, source: str, target: str, which: str, values: list[Any]) -> None:
    cursor.execute(_MOVE.format(source=source, which=which, target=target), values)


def _id(key: str) -> str:
    return key.partition(",")[0]


def _write(table: str, key: str, month: datetime.date, folder: Path) -> dict[str, Any]:
    """Write a table's rows of a month; returns what the manifest says of them."""
    file = folder / f"{table}.copy.gz"
    columns = _columns(table)
    with gzip.GzipFile(file, "wb", compresslevel=6, mtime=0) as out:
        rows, size, digest = _digest_of(_rows_of(part_of(table, month), key, columns), out.write)
    file.chmod(0o600)
    return {
        "file": file.name,
        "columns": columns,
        "rows": rows,
        "bytes": size,
        "sha256": digest,
    }


def _load(month: datetime.date, folder: Path, manifest: dict[str, Any]) -> None:
    """Make a month's tables from its files, and compare them with the files."""
    after = (month + datetime.timedelta(days=31)).replace(day=1)
    with transaction.atomic(), connection.cursor() as cursor:
        for table, key in PARTS.items():
            said, part = manifest["tables"][table], part_of(table, month)
            cursor.execute(f"CREATE TABLE {part} (LIKE {table} INCLUDING ALL)")
            cursor.execute(
                f"ALTER TABLE {part} ADD CONSTRAINT of_month CHECK ({_id(key)} >= "
                f"months.first_id('{month}') AND {_id(key)} < months.first_id('{after}'))"
            )
            if table == "games_hand":
                cursor.execute(f"CREATE UNIQUE INDEX ON {part} (table_id, number)")
                cursor.execute(
                    f"CREATE UNIQUE INDEX ON {part} (table_id, deck_no) WHERE deck_no IS NOT NULL"
                )
            before = BEFORE.get(table)
            if before is not None and said["columns"] == before.names:
                cursor.execute(f"CREATE TEMP TABLE before ({before.columns}) ON COMMIT DROP")
                _copy("before", key, folder, said)
                hands = part_of("games_hand", month)
                for statement in moved(
                    before, NOW[table], source="before", target=part, hands=hands
                ):
                    cursor.execute(statement)
                cursor.execute("DROP TABLE before")
            else:
                _copy(part, key, folder, said)


def _copy(table: str, key: str, folder: Path, said: dict[str, Any]) -> None:
    """Fill a table from its file, and compare it with that."""
    if missing := set(said["columns"]) - set(_columns(table)):
        raise MonthError(f"{table} has no columns {', '.join(sorted(missing))} any more.")
    names = ", ".join(said["columns"])
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
        for block in _unpacked(folder / said["file"]):
            copy.write(block)
    found = _digest_of(_rows_of(table, key, said["columns"]))
    if found != (said["rows"], said["bytes"], said["sha256"]):
        raise MonthError(f"{table} is not stored as its file has it.")


def _columns(table: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS, [table])
        return [name for (name,) in cursor.fetchall()]


def _rows_of(table: str, key: str, columns: list[str]) -> Iterator[bytes]:
    sql = _ROWS.format(columns=", ".join(columns), part=table, key=key)
    with connection.cursor() as cursor, cursor.copy(sql) as copy:
        yield from map(bytes, copy)


def _unpacked(file: Path) -> Iterator[bytes]:
    with gzip.open(file) as packed:
        while block := packed.read(_BLOCK_BYTES):
            yield block


def _digest_of(
    blocks: Iterator[bytes], write: Callable[[bytes], Any] = lambda _block: None
) -> tuple[int, int, str]:
    """The rows, bytes and SHA-256 of a text of `COPY`, in which each row ends with a new line."""
    rows, size, digest = 0, 0, hashlib.sha256()
    for block in blocks:
        rows += block.count(b"\n")
        size += len(block)
        digest.update(block)
        write(block)
    return rows, size, digest.hexdigest()


def _sync(folder: Path, *, only_folder: bool = False) -> None:
    """Have the files of a folder on the disk, and their names."""
    for path in (folder,) if only_folder else (*folder.iterdir(), folder):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
