"""Base backups by `pg_basebackup`, checked by `pg_verifybackup`, and restored to any second.

Together with the archive of the write-ahead log (`config.database.archive`) a base backup gives the
database as it was at any moment after it. Nothing here has a format of its own: PostgreSQL's
programs make and check the files, and PostgreSQL itself recovers from them. The keys (`DECK_KEY`,
`SECRET_KEY` and others) are in no backup: `manage.py write_keys` saves them elsewhere.
"""

import datetime
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.db import connection
from psycopg import sql

from config.database.archive import COMPRESSED, restore_command, wal_folder
from config.database.client_programs import ProgramError, run_against, run_on_files
from config.embedded.binaries import Account

NAME = "%Y%m%dT%H%M%S.%fZ"
"""The name of a base backup: when it was complete, in UTC, by the server's clock."""
_FIRST_SEGMENT = re.compile(r"START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)")


@dataclass(frozen=True, slots=True)
class BaseBackup:
    """A base backup; any moment from `ended_at` on can be restored from it."""

    path: Path
    ended_at: datetime.datetime

    @property
    def version(self) -> int:
        """The major version of the server that it was made of."""
        return int((self.path / "PG_VERSION").read_text())

    @property
    def first_segment(self) -> str:
        """The first file of the write-ahead log that it needs."""
        found = _FIRST_SEGMENT.search((self.path / "backup_label").read_text())
        if found is None:
            raise ProgramError(f"{self.path} has no readable backup_label.")
        return found[1]


def base_backups(backups: Path) -> list[BaseBackup]:
    """The complete base backups of a backup folder, the oldest first."""
    return sorted(_complete(backups / "base"), key=lambda one: one.ended_at)


def _complete(folder: Path) -> Iterator[BaseBackup]:
    for path in folder.iterdir() if folder.is_dir() else ():
        try:
            ended = datetime.datetime.strptime(path.name, NAME)  # noqa: DTZ007 -- next line
        except ValueError:
            continue  # one that was interrupted
        yield BaseBackup(path, ended.replace(tzinfo=datetime.UTC))


def back_up(backups: Path, *, keep: int) -> BaseBackup:
    """Make and check a base backup of this connection's server, while it is used.

    Afterwards the latest `keep` are left, and what they need of the archive. The connected role
    needs the attribute REPLICATION. Raises `ProgramError`; what was there before is then unchanged.
    """
    base = backups / "base"
    base.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = base / f"{os.getpid()}.part"
    try:
        run_against(
            "pg_basebackup",
            f"--pgdata={part}",
            "--checkpoint=fast",
            "--wal-method=stream",
            "--manifest-checksums=SHA256",
        )
        run_on_files("pg_verifybackup", "--quiet", str(part))
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            ended_at: datetime.datetime = cursor.fetchone()[0]
        made = BaseBackup(base / f"{ended_at.astimezone(datetime.UTC):{NAME}}", ended_at)
        part.rename(made.path)
    except OSError as error:
        raise ProgramError(f"{base} cannot be written: {error.strerror}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    _remove_old(backups, keep)
    return made


def _remove_old(backups: Path, keep: int) -> None:
    """Delete all base backups but the latest, and the part of the archive that none needs."""
    known = base_backups(backups)
    for old in known[:-keep]:
        shutil.rmtree(old.path)
    if wal_folder(backups).is_dir():
        oldest = known[-keep:][0]
        options = ["-x", COMPRESSED, str(wal_folder(backups)), oldest.first_segment]
        run_on_files("pg_archivecleanup", *options)


def is_archiving() -> bool:
    """Whether this connection's server archives its write-ahead log, and the last try succeeded."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('archive_mode') <> 'off' AND "
            "coalesce(last_failed_time < last_archived_time, last_failed_time IS NULL) "
            "FROM pg_stat_archiver"
        )
        return bool(cursor.fetchone()[0])


def backup_for(backups: Path, moment: datetime.datetime | None) -> BaseBackup:
    """The base backup from which a moment is restored; None is the latest moment there is.

    Raises `ProgramError` if the moment is before all of them.
    """
    known = base_backups(backups)
    if not known:
        raise ProgramError(f"There is no base backup in {backups}/base.")
    fit = [one for one in known if moment is None or one.ended_at <= moment]
    if not fit:
        raise ProgramError(
            f"The oldest base backup in {backups}/base is of {known[0].ended_at.isoformat()}: "
            "no moment before it can be restored."
        )
    return fit[-1]


def unpack(
    backups: Path,
    data: Path,
    *,
    to: datetime.datetime | None,
    timeline: str = "latest",
    account: Account | None = None,
) -> BaseBackup:
    """Put a base backup into the new data directory `data`, set to recover up to the moment `to`.

    The server that is started on it recovers, and then takes writes; if the archive does not reach
    the moment, it says so and stops. `timeline`: the one to follow after earlier restores.
    `account` becomes the owner of the files. Raises `ProgramError`, also if `data` is there.
    """
    if data.exists() and (not data.is_dir() or any(data.iterdir())):
        raise ProgramError(f"{data} is not empty: name a new directory.")
    backup = backup_for(backups, to)
    run_on_files("pg_verifybackup", "--quiet", str(backup.path), version=backup.version)
    part = data.with_name(f"{data.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        shutil.copytree(backup.path, part, symlinks=True)
        part.chmod(0o700)
        with (part / "postgresql.auto.conf").open("a") as settings:
            settings.writelines(f"{line}\n" for line in _recovery(backups, to, timeline))
        (part / "recovery.signal").touch()
        if account is not None and account.uid is not None:
            _give(part, account)
        if data.exists():
            data.rmdir()
        part.rename(data)
    except OSError as error:
        raise ProgramError(f"{data} cannot be written: {error}.") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return backup


def _recovery(backups: Path, to: datetime.datetime | None, timeline: str) -> Iterator[str]:
    """PostgreSQL's settings of a recovery from the archive."""
    settings = {
        "restore_command": restore_command(backups),
        "recovery_target_timeline": timeline,
        "recovery_target_action": "promote",
    }
    if to is not None:
        settings["recovery_target_time"] = to.astimezone(datetime.UTC).isoformat(sep=" ")
    for name, value in settings.items():
        yield f"{name} = {sql.Literal(value).as_string(None)}"


def _give(folder: Path, account: Account) -> None:
    assert account.uid is not None
    assert account.gid is not None
    for path in (folder, *folder.rglob("*")):
        os.chown(path, account.uid, account.gid, follow_symlinks=False)
