"""The archive of the write-ahead log: the commands by which PostgreSQL fills and reads it.

A backup folder has base backups in `base/` and the archive in `wal/`. The embedded server archives
where BACKUPS names such a folder; a server of one's own gets the same settings by hand. This module
is used before Django is set up.
"""

import shlex
from pathlib import Path

ARCHIVE_WITHIN_S = 60
"""A segment is archived at least this often while there is anything in it."""
COMPRESSED = ".gz"
"""The end of a segment's name in the archive; those of older versions have none."""


def wal_folder(backups: Path) -> Path:
    """The archive of a backup folder."""
    return backups / "wal"


def archive_command(backups: Path) -> str:
    """PostgreSQL's `archive_command`: an archived segment is complete, synced and never replaced.

    A segment that is there already with the same bytes counts as archived: PostgreSQL repeats the
    command after a crash. It is compressed: what was not written of its 16 MB is zeros.
    """
    there = f"{_quoted(wal_folder(backups))}/%f{COMPRESSED}"
    return (
        f'if test -e {there}; then gzip -cd {there} | cmp -s - "%p"; else gzip -c1 "%p" > '
        f"{there}.part && sync {there}.part && mv {there}.part {there}; fi"
    )


def restore_command(backups: Path) -> str:
    """PostgreSQL's `restore_command`, which copies a segment of the archive."""
    there = f"{_quoted(wal_folder(backups))}/%f"
    return f'gzip -cd < {there}{COMPRESSED} > "%p" || cp {there} "%p"'


def server_options(backups: Path) -> dict[str, str]:
    """The settings of a server that archives into a backup folder."""
    return {
        "archive_mode": "on",
        "archive_command": archive_command(backups),
        "archive_timeout": str(ARCHIVE_WITHIN_S),
    }


def _quoted(path: Path) -> str:
    """A path for the shell, in a command in which PostgreSQL replaces what follows a %."""
    return shlex.quote(str(path)).replace("%", "%%")
