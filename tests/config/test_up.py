"""`manage.py up`: one command starts everything, and killed processes are restarted."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from config.embedded_binaries import Account, ServiceFolder, place
from config.embedded_servers import Postgres, Server, Valkey
from tests.support.ports import free_port
from tests.support.prepared import fill
from tests.support.processes import runs
from tests.support.waiting import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent


class Up:
    """`manage.py up` with its own data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port, self.port_patience_s = free_port(), int(PATIENCE_S)
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> subprocess.Popen[bytes]:
        hidden = ("DATABASE_URL", "VALKEY_URL", "DJANGO_SETTINGS_MODULE")
        environment = {k: v for k, v in os.environ.items() if k not in hidden}
        environment |= {
            "CARDHOUSE_DATA": str(self.folder),
            "PORT": str(self.port),
            "PORT_PATIENCE_S": str(self.port_patience_s),
        }
        with (self.folder / "up.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--no-demo"],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    @property
    def said(self) -> str:
        return (self.folder / "up.log").read_text()

    def ready(self) -> bool:
        """Whether web, dealer, database and Valkey all answer."""
        address = f"http://127.0.0.1:{self.port}/readyz"
        with suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return True  # 503 raises
        return False

    def wait_until(self, condition: Callable[[], bool], description: str) -> None:
        """Wait until the condition is true; otherwise fail with the output of `up`."""
        try:
            wait_until(condition, description)
        except AssertionError as late:
            raise AssertionError(f"{late}; it said:\n{self.said}") from late

    def child(self, name: str) -> psutil.Process | None:
        """The latest process of `manage.py NAME` that `up` started."""
        for process in psutil.Process(self.processes[-1].pid).children():
            with suppress(psutil.Error):
                if name in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                    return process
        return None

    def server(self, kind: type[Server]) -> Server:
        return kind(ServiceFolder(self.folder, self.folder / "run", Account(), durable=True))

    def stop(self) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.terminate()
            process.wait(PATIENCE_S)


@pytest.fixture
def up(state_folder: Path) -> Iterator[Up]:
    """In an empty folder: the first start creates everything."""
    platform = Up(state_folder)
    yield platform
    platform.stop()


@pytest.fixture
def up_again(up: Up) -> Up:
    """With the data of an earlier start."""
    fill(up.folder)
    return up


def test_killed_processes_are_restarted_and_ctrl_c_ends_all_in_order(up: Up) -> None:
    """One platform for all of it: each start takes seconds."""
    first = up.start()
    up.wait_until(up.ready, "the first start")
    sentence = f"Cardhouse is open: http://127.0.0.1:{up.port}/"
    up.wait_until(lambda: sentence in up.said, "the message")
    killed_children_and_servers_start_again(up)
    kill_9_leaves_nothing_behind(up, first)
    ctrl_c_ends_it_in_order(up)


def killed_children_and_servers_start_again(up: Up) -> None:

    for name in ("web", "dealer"):
        before = up.child(name)
        assert before is not None
        before.kill()
        up.wait_until(lambda p=before: not runs(p), f"{name} to be gone")  # type: ignore[misc]
        up.wait_until(lambda n=name: up.child(n) is not None, f"a new {name}")  # type: ignore[misc]
        up.wait_until(up.ready, f"play after {name} was killed")

    for kind in (Postgres, Valkey):
        server = up.server(kind)
        pid = server.pid()
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        up.wait_until(
            lambda s=server, p=pid: s.pid() != p and s.ask() == "ready",  # type: ignore[misc]
            f"a new {kind.name}",
        )
        up.wait_until(up.ready, f"play after {kind.name} was killed")


def kill_9_leaves_nothing_behind(up: Up, first: subprocess.Popen[bytes]) -> None:
    assert up.said.count("Cardhouse is open") == 1
    children = [child for name in ("web", "dealer") if (child := up.child(name))]
    assert len(children) == 2
    first.kill()
    first.wait()
    up.start()  # at once: the old web may still hold the port
    up.wait_until(lambda: not any(runs(c) for c in children), "the old children to end")
    up.wait_until(up.ready, "the second start")
    up.wait_until(lambda: up.said.count("Cardhouse is open") == 2, "the second sentence")


def ctrl_c_ends_it_in_order(up: Up) -> None:
    second = up.processes[-1]
    children = [child for name in ("web", "dealer") if (child := up.child(name))]
    assert len(children) == 2
    second.send_signal(signal.SIGINT)
    assert second.wait(PATIENCE_S) == 0
    assert not any(runs(child) for child in children)
    assert "Traceback" not in up.said.rsplit("Shutting down", 1)[1]
    postgres = up.server(Postgres)
    up.wait_until(lambda: postgres.ask() == "none", "PostgreSQL to end with its last user")


def test_data_of_an_older_version_is_served_by_a_role_that_owns_nothing(up_again: Up) -> None:
    up = up_again
    older = Postgres(place(up.folder, durable=True))
    older.revive()
    where = {"host": str(older.place.run), "dbname": "cardhouse", "user": "cardhouse"}
    with psycopg.connect(**where, autocommit=True) as line:  # as it was before there were roles
        for role in ("cardhouse_app", "cardhouse_read"):
            line.execute(f"DROP OWNED BY {role}")
            line.execute(f"DROP ROLE {role}")
    older.stop()

    up.start()
    up.wait_until(up.ready, "the start")
    with psycopg.connect(**where, autocommit=True) as line:

        def used() -> list[tuple[str]]:
            return line.execute(
                "SELECT DISTINCT usename FROM pg_stat_activity"
                " WHERE datname = 'cardhouse' AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"  # not PostgreSQL's own autovacuum
            ).fetchall()

        # The owner's connections, which migrated, may be ending.
        up.wait_until(lambda: used() == [("cardhouse_app",)], "the program's role alone")


def test_a_taken_port_is_reported_with_a_message(up_again: Up) -> None:
    up = up_again
    up.port_patience_s = 1
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", up.port))
        taken.listen()
        process = up.start()
        assert process.wait(PATIENCE_S) != 0
    assert f"Port {up.port} on 127.0.0.1 cannot be used" in up.said
    assert "Is Cardhouse already running?" in up.said
    assert "Traceback" not in up.said
