"""Backup and restore: `pg_dump` and `pg_restore` with the arguments that our roles need.

A dump in PostgreSQL's custom format contains everything but roles, which belong to the cluster. So
a restore ignores owners and rights in the file; `migrate` sets them again
(`config.database.roles`). The keys (`DECK_KEY`, `SECRET_KEY`) are in no dump: without them sealed
decks and second factors are lost.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from config.embedded import binaries, services
from config.embedded.binaries import ServiceError


class BackupError(Exception):
    """A backup or restore that failed; nothing was changed. The text gives the reason."""


def dump(file: Path) -> int:
    """Write a consistent dump of this connection's database to `file`; returns its size in bytes.

    `file` appears only when it is complete. Raises `BackupError`.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        _run("pg_dump", "--format=custom", f"--file={part}")
        part.chmod(0o600)
        part.rename(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def restore(file: Path) -> None:
    """Fill the empty database of this connection from `file`, completely or not at all.

    The connected role owns the tables; `migrate` sets the rights afterwards. Raises `BackupError`,
    also if the database has any table.
    """
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    if connection.introspection.table_names():
        name = connection.settings_dict["NAME"]
        raise BackupError(f"The database {name} is not empty: restore into a new one.")
    connection.close()
    _run(
        "pg_restore",
        "--exit-on-error",
        "--single-transaction",
        "--no-owner",
        "--no-privileges",
        str(file),
    )


def _run(name: str, *arguments: str) -> None:
    """Run a PostgreSQL program against the database, without the password on its command line."""
    program = _program(name)
    where, password = _where()
    done = subprocess.run(
        [program, "--no-password", f"--dbname={where}", *arguments],
        env={**os.environ, **password},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise BackupError(f"{name} failed: {done.stderr.strip() or done.returncode}")


def _where() -> tuple[str, dict[str, str]]:
    """The server as libpq's programs take it, with every parameter of the URL; its password."""
    params = connection.get_connection_params()
    known = {one.keyword.decode() for one in Conninfo.get_defaults()}
    password = params.pop("password", None)
    line = make_conninfo(**{name: value for name, value in params.items() if name in known})
    return line, {"PGPASSWORD": password} if password else {}


def _program(name: str) -> str:
    """The path of `pg_dump` or `pg_restore` in the server's version or newer; older ones refuse."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    place = services.joined()
    found = _embedded(name) if place else shutil.which(name)
    if found is None:
        raise BackupError(
            f"{name} is not installed: install PostgreSQL's client, {server} or newer."
        )
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"\) (\d+)", said)
    if version is None or int(version[1]) < server:
        raise BackupError(
            f"{found} is older than the server ({server}): install PostgreSQL's client, {server} "
            "or newer, and put it first on PATH."
        )
    return found


def _embedded(name: str) -> str | None:
    try:
        program = binaries.client_program(name)
    except ServiceError as error:
        raise BackupError(str(error)) from error
    return str(program) if program.exists() else None
