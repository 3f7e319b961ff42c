"""`manage.py migrate` on data of another version, and beside a site in use."""

import io
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.embedded.servers import NAME, USER
from config.management.commands import migrate
from tests.config.database.late_migrations.probe import LAST
from tests.support.waiting import PATIENCE_S


@pytest.mark.django_db
def test_data_of_another_version_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    applied = MigrationRecorder.applied_migrations
    older = {("accounts", "0014_player_notes"): None, ("lobby", "0016_hosts"): None}
    monkeypatch.setattr(
        MigrationRecorder, "applied_migrations", lambda recorder: {**applied(recorder), **older}
    )
    with pytest.raises(CommandError, match=r"move the folder \.data away") as refused:
        call_command("migrate", verbosity=0)
    assert "accounts.0014_player_notes" in str(refused.value)


@pytest.fixture
def late_migration(transactional_db: None, settings: Any) -> Iterator[None]:
    """One migration more than the database has; it is undone afterwards."""
    settings.MIGRATION_MODULES = {"core": "tests.config.database.late_migrations"}
    options = connection.settings_dict["OPTIONS"]
    before = options.pop("options")  # the program's role, which may not migrate
    _connect_anew()
    yield
    call_command("migrate", "core", LAST, verbosity=0)
    options["options"] = before
    _connect_anew()


def _connect_anew() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def line() -> psycopg.Connection:
    where = connection.settings_dict
    return psycopg.connect(
        host=where["HOST"], dbname=where["NAME"], user=where["USER"], autocommit=True
    )


def columns() -> set[str]:
    with line() as asking:
        rows = asking.execute("SELECT * FROM accounts_user LIMIT 0").description or ()
    return {column.name for column in rows}


class Reader(threading.Thread):
    """A long transaction that has read a table, and short ones of others beside it.

    It ends once `enough` is true of what `migrate` has printed, or `over` is set.
    """

    def __init__(self, printed: io.StringIO, enough: Callable[[str], bool]) -> None:
        super().__init__()
        self.printed, self.enough = printed, enough
        self.reads: list[float] = []
        self.reading, self.over = threading.Event(), threading.Event()

    def run(self) -> None:
        with line() as report, line() as other:
            report.execute("BEGIN")
            report.execute("SELECT count(*) FROM accounts_user")
            self.reading.set()
            while not self.over.wait(0.01) and not self.enough(self.printed.getvalue()):
                began = time.monotonic()
                other.execute("SELECT count(*) FROM accounts_user")
                self.reads.append(time.monotonic() - began)
            report.execute("COMMIT")


def migrate_beside(enough: Callable[[str], bool]) -> tuple[str, list[float]]:
    """Migrate beside a reader: all that was printed, and the seconds of others' reads."""
    printed = io.StringIO()
    reader = Reader(printed, enough)
    reader.start()
    reader.reading.wait(PATIENCE_S)
    try:
        call_command("migrate", stdout=printed, no_color=True)
    finally:
        reader.over.set()
        reader.join()
    return printed.getvalue(), reader.reads


def test_a_migration_beside_a_reader_waits_briefly_and_tries_again(
    late_migration: None, settings: Any
) -> None:
    settings.MIGRATION_LOCK_S, settings.MIGRATION_PAUSE_S = 0.5, 0.3
    printed, reads = migrate_beside(lambda text: text.count("trying again") == 2)
    assert "probe" in columns()
    assert "in a transaction for" in printed
    assert "SELECT count(*) FROM accounts_user" in printed
    assert len(reads) > 20
    assert max(reads) < 0.5 + 2  # a loaded machine takes a while to cancel
    assert sum(one > 0.1 for one in reads) <= 3


def test_a_migration_that_gets_no_lock_gives_up_and_changes_nothing(
    late_migration: None, settings: Any
) -> None:
    settings.MIGRATION_LOCK_S = settings.MIGRATION_PAUSE_S = 0.3
    settings.MIGRATION_PATIENCE_S = 0
    with pytest.raises(CommandError, match=r"core\.probe did not get a lock and changed nothing"):
        migrate_beside(lambda _text: False)
    assert "probe" not in columns()
    call_command("migrate", verbosity=0)
    assert "probe" in columns()


@pytest.mark.full
def test_an_owner_that_is_no_superuser_may_migrate(settings: Any, tmp_path: Path) -> None:
    where = {"host": connection.settings_dict["HOST"], "user": USER, "autocommit": True}
    with psycopg.connect(**where, dbname=NAME) as line:
        line.execute("DROP DATABASE IF EXISTS plain_owner WITH (FORCE)")
        line.execute("DROP ROLE IF EXISTS plain_owner")
        line.execute("CREATE ROLE plain_owner LOGIN CREATEROLE")
        line.execute("CREATE DATABASE plain_owner OWNER plain_owner")
        host = where["host"].replace("/", "%2F")
        url = f"postgresql://plain_owner@/plain_owner?host={host}"
        ran = subprocess.run(
            [sys.executable, "manage.py", "migrate", "-v0"],
            cwd=settings.BASE_DIR,
            env=os.environ
            | {"DATABASE_URL": url, "OWNER_DATABASE_URL": url, "CARDHOUSE_DATA": str(tmp_path)}
            | {"DJANGO_SETTINGS_MODULE": "config.settings.local"},
            capture_output=True,
            text=True,
        )
        line.execute("DROP DATABASE plain_owner WITH (FORCE)")
    assert ran.returncode == 0, ran.stderr


def test_system_checks_ask_the_database_as_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty database has no other role yet, and a check may ask for PostgreSQL's version."""
    done: list[str] = []

    @contextmanager
    def as_owner() -> Iterator[None]:
        done.append("the owner")
        yield
        done.append("the program")

    monkeypatch.setattr(migrate.roles, "as_owner", as_owner)
    for name in ("check", "handle"):
        monkeypatch.setattr(
            migrate.Command, name, lambda *_args, said=name, **_named: done.append(said)
        )
    call_command("migrate", skip_checks=False)
    assert done == ["the owner", "check", "handle", "the program"]
