"""`manage.py up`: one command starts everything, and killed processes are restarted."""

import http.client
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from config.embedded.binaries import Account, ServiceFolder, place
from config.embedded.servers import Postgres, Server, Valkey
from tests.support.ports import free_port
from tests.support.prepared import fill
from tests.support.processes import runs
from tests.support.waiting import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parent.parent.parent


class Up:
    """`manage.py up` with its own data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.sentence = f"Cardhouse is open: http://127.0.0.1:{self.port}/"
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, log: str = "up.log", **settings: str) -> subprocess.Popen[bytes]:
        hidden = ("DATABASE_URL", "VALKEY_URL", "DJANGO_SETTINGS_MODULE")
        environment = {k: v for k, v in os.environ.items() if k not in hidden}
        environment |= {
            "CARDHOUSE_DATA": str(self.folder),
            "PORT": str(self.port),
            "PORT_PATIENCE_S": str(int(PATIENCE_S)),
            **settings,
        }
        with (self.folder / log).open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--no-demo"],
                cwd=ROOT,
                env=environment,
                stdout=output,
                stderr=output,
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

    def children(self, name: str) -> list[psutil.Process]:
        """The processes of `manage.py NAME` that the latest `up` started, the oldest first."""
        found = []
        for process in psutil.Process(self.processes[-1].pid).children():
            with suppress(psutil.Error):
                if name in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return sorted(found, key=psutil.Process.create_time)

    def child(self, name: str) -> psutil.Process | None:
        """The oldest of them, if there is one."""
        return next(iter(self.children(name)), None)

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


@pytest.mark.full
def test_older_data_get_the_programs_role(up: Up) -> None:
    fill(up.folder)
    as_before_there_were_roles(up)
    up.start()
    up.wait_until(up.ready, "the start")
    the_program_uses_a_role_that_owns_nothing(up)


def test_one_platform_from_the_first_start_through_kills_to_ctrl_c(up: Up) -> None:
    """One platform for all of it: each start takes seconds.

    That `up` starts a killed web or dealer again is shown by tests/crash/test_kill.py.
    """
    first = up.start()
    up.wait_until(up.ready, "the first start")
    up.wait_until(lambda: up.sentence in up.said, "the message")
    the_program_uses_a_role_that_owns_nothing(up)
    a_second_start_reports_that_the_port_is_taken(up)
    a_killed_web_server_is_replaced_by_the_one_in_reserve(up)
    killed_servers_start_again(up)
    kill_9_leaves_nothing_behind(up, first)
    ctrl_c_ends_it_in_order(up)


def owner(postgres: Postgres) -> psycopg.Connection[tuple[str, ...]]:
    where = {"host": str(postgres.place.run), "dbname": "cardhouse", "user": "cardhouse"}
    return psycopg.connect(**where, autocommit=True)


def as_before_there_were_roles(up: Up) -> None:
    older = Postgres(place(up.folder, durable=True))
    older.revive()
    with owner(older) as line:
        for role in ("cardhouse_app", "cardhouse_read"):
            line.execute(f"DROP OWNED BY {role}")
            line.execute(f"DROP ROLE {role}")
    older.stop()


def the_program_uses_a_role_that_owns_nothing(up: Up) -> None:
    with owner(Postgres(place(up.folder, durable=True))) as line:

        def used() -> list[tuple[str, ...]]:
            return line.execute(
                "SELECT DISTINCT usename FROM pg_stat_activity"
                " WHERE datname = 'cardhouse' AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"  # not PostgreSQL's own autovacuum
            ).fetchall()

        # The owner's connections, which migrated, may be ending.
        up.wait_until(lambda: used() == [("cardhouse_app",)], "the program's role alone")


def a_second_start_reports_that_the_port_is_taken(up: Up) -> None:
    second = up.start(PORT_PATIENCE_S="0", log="second.log")
    assert second.wait(PATIENCE_S) != 0
    up.processes.remove(second)
    said = (up.folder / "second.log").read_text()
    assert f"Port {up.port} on 127.0.0.1 cannot be used" in said
    assert "Is Cardhouse already running?" in said
    assert "Traceback" not in said


def a_killed_web_server_is_replaced_by_the_one_in_reserve(up: Up) -> None:
    up.wait_until(lambda: len(up.children("web")) == 2, "the one in reserve")
    first, reserve = up.children("web")
    up.wait_until(lambda: waits_for_its_turn(reserve), "the one in reserve to have started")
    assert serving(up) == first
    first.kill()
    assert serving(up) == reserve, "nobody is refused between the two"
    up.wait_until(lambda: reserve != up.children("web")[-1], "another one in reserve")
    up.wait_until(up.ready, "play after the web server was killed")


def waits_for_its_turn(process: psutil.Process) -> bool:
    """Whether a web process has imported all it needs: then it opens the file of turns."""
    return any(one.path.endswith(".turn") for one in process.open_files())


def serving(up: Up) -> psutil.Process:
    """The web process that answers who connects now."""
    line = http.client.HTTPConnection("127.0.0.1", up.port, timeout=PATIENCE_S)
    with closing(line):
        line.request("GET", "/healthz")
        line.getresponse().read()
        own = line.sock.getsockname()
        (found,) = (
            process
            for process in up.children("web")
            if own in [one.raddr for one in process.net_connections()]
        )
    return found


def killed_servers_start_again(up: Up) -> None:
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
