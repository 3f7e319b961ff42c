"""Dumps: `pg_dump` and `pg_restore` with the arguments that our roles need.

A dump moves the data to another major version of PostgreSQL. A backup, from which any second can be
restored, is something else: `config.database.base_backup`.

A dump in PostgreSQL's custom format contains everything but roles, which belong to the cluster. So
a restore ignores owners and rights in the file; `migrate` sets them again
(`config.database.roles`). The keys (`DECK_KEY`, `SECRET_KEY`) are in no dump: without them sealed
decks and second factors are lost.
"""

from pathlib import Path

from django.db import connection

from config.database.client_programs import ProgramError, run_against


def dump(file: Path) -> int:
    """Write a consistent dump of this connection's database to `file`; returns its size in bytes.

    `file` appears only when it is complete. Raises `ProgramError`.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        run_against("pg_dump", "--format=custom", f"--file={part}")
        part.chmod(0o600)
        part.rename(file)
    except OSError as error:
        raise ProgramError(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def load(file: Path) -> None:
    """Fill the empty database of this connection from `file`, completely or not at all.

    The connected role owns the tables; `migrate` sets the rights afterwards. Raises `ProgramError`,
    also if the database has any table.
    """
    if not file.is_file():
        raise ProgramError(f"There is no file {file}.")
    if connection.introspection.table_names():
        name = connection.settings_dict["NAME"]
        raise ProgramError(f"The database {name} is not empty: restore into a new one.")
    connection.close()
    run_against(
        "pg_restore",
        "--exit-on-error",
        "--single-transaction",
        "--no-owner",
        "--no-privileges",
        str(file),
    )
