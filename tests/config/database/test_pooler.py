"""Poolers: behind one that loses prepared statements nothing starts, behind others all is right."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection

from config import checks
from config.database.pooler import session_problems
from core.runtime.prepared import run_prepared
from tests.support.ports import free_port
from tests.support.waiting import wait_until

PGBOUNCER = os.environ.get("PGBOUNCER") or shutil.which("pgbouncer", path="/usr/sbin:/usr/bin")
Behind = Callable[..., None]


@pytest.fixture
def behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[Behind]:
    """Let new connections to the database go through a PgBouncer with these settings."""
    assert PGBOUNCER, "install PgBouncer (apt-get install pgbouncer), or name it in PGBOUNCER"
    where = connection.get_connection_params()
    # It runs as PostgreSQL does, whose socket nobody else may use.
    owner = Path(where["host"]).stat()
    account = {"user": owner.st_uid, "group": owner.st_gid} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="cards-pooler-"))
    folder.chmod(0o755)
    processes = []

    def start(**settings: str | int) -> None:
        port = free_port()
        lines = {"listen_addr": "127.0.0.1", "listen_port": port, "unix_socket_dir": "", **settings}
        file = folder / f"{port}.ini"
        file.write_text(
            f"[databases]\n* = host={where['host']} user={where['user']}\n"
            "[pgbouncer]\nauth_type = any\nignore_startup_parameters = options\n"
            + "\n".join(f"{name} = {value}" for name, value in lines.items())
        )
        processes.append(subprocess.Popen([PGBOUNCER, "--quiet", str(file)], **account))
        monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        monkeypatch.setitem(connection.settings_dict, "PORT", str(port))
        wait_until(_answers, "PgBouncer", 5)

    yield start
    for process in processes:
        process.terminate()
        process.wait()
    shutil.rmtree(folder)


def _answers() -> bool:
    try:
        psycopg.connect(**connection.get_connection_params()).close()
    except psycopg.OperationalError:
        return False
    return True


def _keeps_statements() -> bool:
    """Whether this PgBouncer can prepare statements again: 1.21 or newer."""
    said = subprocess.run([str(PGBOUNCER), "--version"], capture_output=True, text=True).stdout
    version = re.search(r"PgBouncer (\d+)\.(\d+)", said)
    assert version is not None, said
    return (int(version[1]), int(version[2])) >= (1, 21)


def _ask_at_once() -> list[bool]:
    """Whether each of 480 answers to eight clients is the one to what that client asked."""
    where = connection.get_connection_params()

    def client(number: int) -> list[bool]:
        text = f"SELECT 'client {number}', %s::int"
        with psycopg.connect(**where, autocommit=True) as line:
            return [
                run_prepared(line, [(text, [call])]) == [[(f"client {number}", call)]]
                for call in range(60)
            ]

    with ThreadPoolExecutor(8) as clients:
        return [is_right for answers in clients.map(client, range(8)) for is_right in answers]


@pytest.mark.django_db
def test_a_text_has_one_name_and_another_text_another() -> None:
    texts = ["SELECT 'mine', %s::int", "SELECT 'yours', %s::int"]
    names = []
    for order in (texts, texts[::-1]):
        with psycopg.connect(**connection.get_connection_params(), autocommit=True) as line:
            run_prepared(line, [(text, [1]) for text in order])
            found = line.execute("SELECT statement, name FROM pg_prepared_statements")
            names.append(dict(found.fetchall()))
    assert names[0] == names[1]
    assert len(set(names[0].values())) == len(texts)


@pytest.mark.django_db
def test_without_a_pooler_there_is_no_problem() -> None:
    assert session_problems() == []


@pytest.mark.full
@pytest.mark.django_db
def test_a_pooler_that_keeps_sessions_apart_is_taken(behind: Behind) -> None:
    behind(pool_mode="session")
    assert session_problems() == []
    assert all(_ask_at_once())


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["transaction", "statement"])
@pytest.mark.parametrize("round_robin", [0, 1])
def test_nothing_starts_behind_a_pooler_that_loses_statements(
    behind: Behind, settings, mode: str, round_robin: int
) -> None:
    settings.MODE = "local"
    kept = {"max_prepared_statements": 0} if _keeps_statements() else {}
    behind(pool_mode=mode, server_round_robin=round_robin, **kept)
    with pytest.raises(CommandError, match=r"one session after another and loses its prepared"):
        checks.refuse_unsafe_database()


@pytest.mark.full
@pytest.mark.django_db
def test_a_pooler_that_prepares_statements_again_is_taken_without_cursors(
    behind: Behind, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not _keeps_statements():
        behind(pool_mode="transaction")
        assert "use PgBouncer 1.21" in session_problems()[0]
        return
    behind(pool_mode="transaction", max_prepared_statements=100)
    assert "DB_SERVER_CURSORS=0" in session_problems()[0]
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    assert session_problems() == []
    assert all(_ask_at_once())
