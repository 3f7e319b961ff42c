"""PostgreSQL's own programs: run against this connection's server, in a version that fits it."""

import os
import re
import shutil
import subprocess

from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from config.embedded import binaries, services
from config.embedded.binaries import ServiceError


class ProgramError(Exception):
    """A program is missing, too old or failed. The text gives the reason."""


def run_against(name: str, *arguments: str) -> None:
    """Run a program against the database, without the password on its command line.

    Raises `ProgramError`.
    """
    where, password = _where()
    _run([program(name), "--no-password", f"--dbname={where}", *arguments], password)


def run_on_files(name: str, *arguments: str, version: int | None = None) -> None:
    """Run a program that works on files of a server of this version, or of this connection's.

    Raises `ProgramError`.
    """
    _run([program(name, version), *arguments], {})


def _run(command: list[str], variables: dict[str, str]) -> None:
    done = subprocess.run(
        command,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        name = os.path.basename(command[0])
        raise ProgramError(f"{name} failed: {done.stderr.strip() or done.returncode}")


def _where() -> tuple[str, dict[str, str]]:
    """The server as libpq's programs take it, with every parameter of the URL; its password."""
    params = connection.get_connection_params()
    known = {one.keyword.decode() for one in Conninfo.get_defaults()}
    password = params.pop("password", None)
    line = make_conninfo(**{name: value for name, value in params.items() if name in known})
    return line, {"PGPASSWORD": password} if password else {}


def program(name: str, version: int | None = None) -> str:
    """The path of a program in this version or newer, without one in that of the server.

    Raises `ProgramError` if it is missing or older.
    """
    server = version or _server_version()
    place = services.joined()
    found = _embedded(name) if place else shutil.which(name)
    if found is None:
        raise ProgramError(
            f"{name} is not installed: install PostgreSQL's client, {server} or newer."
        )
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    known = re.search(r"\) (\d+)", said)
    if known is None or int(known[1]) < server:
        raise ProgramError(
            f"{found} is older than the server ({server}): install PostgreSQL's client, {server} "
            "or newer, and put it first on PATH."
        )
    return found


def _server_version() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def _embedded(name: str) -> str | None:
    try:
        program = binaries.client_program(name)
    except ServiceError as error:
        raise ProgramError(str(error)) from error
    return str(program) if program.exists() else None
