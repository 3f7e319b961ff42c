"""Which base backup a moment is restored from, and what a backup refuses."""

import datetime
import gzip
import os
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from config.database import archive, base_backup, client_programs
from config.database.client_programs import ProgramError

NOON = datetime.datetime(2026, 11, 27, 12, tzinfo=datetime.UTC)
HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def backups(tmp_path: Path) -> Path:
    """A folder with two base backups, of 12:00 and 13:00, and one that was interrupted."""
    for ended_at in (NOON + HOUR, NOON):
        path = tmp_path / "base" / f"{ended_at:{base_backup.NAME}}"
        path.mkdir(parents=True)
        (path / "PG_VERSION").write_text("18\n")
        (path / "backup_label").write_text(
            "START WAL LOCATION: 0/2000028 (file 000000010000000000000002)\n"
        )
    (tmp_path / "base" / "17.part").mkdir()
    return tmp_path


def test_a_moment_is_restored_from_the_last_backup_before_it(backups: Path) -> None:
    for moment, of in (
        (NOON, NOON),
        (NOON + HOUR * 0.5, NOON),
        (NOON + HOUR * 9, NOON + HOUR),
        (None, NOON + HOUR),
    ):
        assert base_backup.backup_for(backups, moment).ended_at == of
    with pytest.raises(ProgramError, match=r"oldest base backup .* is of 2026-11-27T12:00"):
        base_backup.backup_for(backups, NOON - HOUR)
    with pytest.raises(ProgramError, match="no base backup"):
        base_backup.backup_for(backups / "base", None)


def test_a_backup_that_was_changed_is_refused(backups: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with pytest.raises(ProgramError, match="pg_verifybackup failed"):
        base_backup.unpack(backups, data, to=NOON)
    assert not data.exists()


def test_nothing_is_restored_over_data(backups: Path) -> None:
    with pytest.raises(ProgramError, match="is not empty"):
        base_backup.unpack(backups, backups / "base", to=NOON)


@pytest.mark.django_db
def test_the_embedded_server_is_restored_only_while_it_is_empty(
    backups: Path,
) -> None:
    with pytest.raises(CommandError, match="is not empty"):
        call_command("restore", str(backups), "--to", "2026-11-01T12:00:00Z")


def test_a_moment_needs_its_offset_and_must_be_over(backups: Path) -> None:
    for text, reason in (
        ("2026-11-27T12:00:00", "has no offset from UTC"),
        ("yesterday", "is no time"),
        ("2999-01-01T00:00:00Z", "in the future"),
    ):
        with pytest.raises(CommandError, match=reason):
            call_command("restore", str(backups), "--to", text)


def test_segments_are_archived_once_whole_and_never_replaced(tmp_path: Path) -> None:
    backups = tmp_path / "my 100 % backups"
    archive.wal_folder(backups).mkdir(parents=True)
    segment, kept = tmp_path / "00000001", archive.wal_folder(backups) / "00000001.gz"

    def run(command: str, path: Path) -> int:
        """As PostgreSQL runs it: %p, %f and %% are replaced."""
        parts = {"%p": str(path), "%f": segment.name, "%%": "%"}
        text = "".join(parts.get(part, part) for part in _split(command))
        return subprocess.run(["/bin/sh", "-c", text], cwd=tmp_path).returncode

    segment.write_bytes(log := b"log" + bytes(1_000_000))
    assert run(archive.archive_command(backups), segment) == 0
    assert gzip.decompress(kept.read_bytes()) == log
    assert kept.stat().st_size < len(log) / 100
    assert run(archive.archive_command(backups), segment) == 0  # the same again
    segment.write_bytes(b"another log")
    assert run(archive.archive_command(backups), segment) != 0
    assert gzip.decompress(kept.read_bytes()) == log
    assert [path.name for path in archive.wal_folder(backups).iterdir()] == ["00000001.gz"]
    back = tmp_path / "back"
    assert run(archive.restore_command(backups), back) == 0
    assert back.read_bytes() == log
    kept.unlink()
    assert run(archive.restore_command(backups), tmp_path / "missing") != 0
    assert not (tmp_path / "missing").exists()
    kept.with_suffix("").write_bytes(b"log of an older version")
    assert run(archive.restore_command(backups), back) == 0
    assert back.read_bytes() == b"log of an older version"


def _split(command: str) -> list[str]:
    return re.split(r"(%[pf%])", command)


def test_keys_are_written_once_for_their_owner_alone(tmp_path: Path, settings: object) -> None:
    file = tmp_path / "keys.env"
    call_command("write_keys", str(file))
    assert file.stat().st_mode & 0o077 == 0
    lines = dict(line.split("=", 1) for line in file.read_text().splitlines())
    assert lines["DECK_KEY"] == settings.DECK_KEY  # type: ignore[attr-defined]
    assert lines["FAIR_KEY"] == settings.FAIR_KEY  # type: ignore[attr-defined]
    assert set(lines) >= {"SECRET_KEY", "VAPID_KEY", "SECRET_KEY_FALLBACKS", "DECK_KEY_FALLBACKS"}
    with pytest.raises(CommandError, match="File exists"):
        call_command("write_keys", str(file))


@pytest.mark.full
@pytest.mark.timeout(300)
@pytest.mark.django_db(transaction=True)
def test_the_script_of_the_compose_file_makes_backups_that_can_be_restored(tmp_path: Path) -> None:
    archive.wal_folder(tmp_path).mkdir()
    new = ["000000010000000F00000001", "000000010000000F00000002.gz"]
    for name in ("000000010000000000000001", "000000010000000000000002.gz", *new):
        (archive.wal_folder(tmp_path) / name).touch()
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "new.part").mkdir()
    server = connection.settings_dict
    programs = Path(client_programs.program("pg_basebackup")).parent
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PGHOST": server["HOST"],
        "PGUSER": server["USER"],
        "BACKUPS": str(tmp_path),
        "KEEP": "1",
    }
    script = Path(settings.BASE_DIR) / "config/deploy/backup.sh"
    for _ in range(2):
        subprocess.run(["sh", script], env=environment, check=True)
    made = base_backup.base_backups(tmp_path)
    assert [one.path for one in made] == sorted((tmp_path / "base").iterdir())
    assert len(made) == 1
    assert sorted(one.name for one in archive.wal_folder(tmp_path).iterdir()) == new
    assert base_backup.unpack(tmp_path, tmp_path / "data", to=None) == made[-1]
