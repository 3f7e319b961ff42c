"""The embedded servers survive kills, races, odd paths and stale files, and end when unused.

Each test has its own servers, used by its own processes: `config.embedded.services` keeps its locks
for the lifetime of a process, so the test process itself never joins them.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from config.embedded import services
from config.embedded.binaries import Account, ServiceError, ServiceFolder, private
from config.embedded.servers import Postgres, Server, Valkey, try_lock
from config.embedded.services import STOP_AFTER_S
from tests.support.prepared import fill
from tests.support.processes import runs
from tests.support.size import some
from tests.support.waiting import holds, wait_until

ROOT = Path(__file__).resolve().parents[3]

# A process that uses the servers until its input ends. It prints the owner's URL.
USER = """
import sys
from pathlib import Path
from config.embedded import services
from config.embedded.services import STOP_AFTER_S
print(services.urls(Path(sys.argv[1]), durable=sys.argv[2] == "durable").owner, flush=True)
sys.stdin.read()
"""


class Users:
    """Starts processes that use the servers of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[str]] = []

    def begin(self, durability: str = "quick") -> subprocess.Popen[str]:
        hidden = ("DATABASE_URL", "VALKEY_URL")
        process = subprocess.Popen(
            [sys.executable, "-c", USER, str(self.folder), durability],
            cwd=ROOT,
            env={k: v for k, v in os.environ.items() if k not in hidden},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.processes.append(process)
        return process

    def url(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        if not line.startswith("postgresql://"):
            pytest.fail(f"the servers did not start: {line} {process.stdout.read()}")
        return line

    def arrive(self, durability: str = "quick") -> tuple[subprocess.Popen[str], str]:
        process = self.begin(durability)
        return process, self.url(process)

    def leave(self) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                process.kill()
            process.communicate()


@pytest.fixture
def first_users(state_folder: Path) -> Iterator[Users]:
    """In an empty folder: the first of them makes the cluster."""
    seat_table = Users(state_folder / "with a space")
    yield seat_table
    seat_table.leave()
    if seat_table.folder.exists():
        services.stop(place_of(seat_table))
        assert servers_of(seat_table) == []


@pytest.fixture
def users(first_users: Users) -> Users:
    """With the data of an earlier start."""
    first_users.folder.mkdir()
    fill(first_users.folder)
    return first_users


def place_of(users: Users) -> ServiceFolder:
    return ServiceFolder(users.folder, users.folder / "run", Account(), durable=False)


def servers_of(users: Users) -> list[str]:
    """Names of the servers of which anything still runs (their lock is held)."""
    alive = []
    for name in ("postgres", "valkey"):
        lock = users.folder / f"{name}.lock"
        if lock.exists():
            handle = try_lock(lock)
            if handle is None:
                alive.append(name)
            else:
                os.close(handle)
    return alive


def pid_of(server: Server) -> int:
    pid = server.pid()
    assert pid is not None
    return pid


def test_servers_end_after_the_last_user_was_killed_and_keep_the_data(users: Users) -> None:
    process, url = users.arrive()
    with psycopg.connect(url) as line:
        line.execute("CREATE TABLE kept AS SELECT generate_series(1, 100) AS n")
    other, _ = users.arrive()
    process.kill()
    both = ["postgres", "valkey"]
    holds(lambda: servers_of(users) == both, "the second user holds them up", STOP_AFTER_S + 1)
    other.kill()
    wait_until(lambda: servers_of(users) == [], "both servers to end")
    _, url = users.arrive()
    with psycopg.connect(url) as line:
        assert line.execute("SELECT count(*) FROM kept").fetchone() == (100,)


def test_four_processes_at_once_make_one_database_with_portable_sorting(first_users: Users) -> None:
    users = first_users
    processes = [users.begin("durable") for _ in range(4)]
    starts = set()
    for process in processes:
        with psycopg.connect(users.url(process)) as line:
            starts.add(line.execute("SELECT pg_postmaster_start_time()").fetchone())
            row = line.execute(
                "SELECT datlocprovider, datlocale, pg_encoding_to_char(encoding),"
                " current_setting('fsync'), current_setting('synchronous_commit')"
                " FROM pg_database WHERE datname = current_database()"
            ).fetchone()
            listening = line.execute("SELECT current_setting('listen_addresses')").fetchone()
        assert row == ("b", "C.UTF-8", "UTF8", "on", "on")
        assert listening == ("",), "it must not listen on the network"
    assert len(starts) == 1
    log = (users.folder / "postgres.log").read_text()
    assert log.count("starting PostgreSQL") == 1, log


@pytest.mark.parametrize("victim", some(["everything", "postmaster"], 1))
def test_acknowledged_rows_survive_kill_9(users: Users, victim: str) -> None:
    process, url = users.arrive("durable")
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("CREATE TABLE kept (n int)")
        for number in range(50):
            line.execute("INSERT INTO kept VALUES (%s)", [number])
        postmaster = pid_of(Postgres(place_of(users)))
        if victim == "everything":
            os.kill(pid_of(Valkey(place_of(users))), signal.SIGKILL)
            folder = str(users.folder)
            for found in psutil.process_iter(["cmdline"]):
                if folder in " ".join(found.info["cmdline"] or ()):
                    with suppress(psutil.NoSuchProcess):  # it ended with one killed before
                        found.kill()  # users, postmaster and watchdog
        else:
            os.kill(postmaster, signal.SIGKILL)
    _, url = users.arrive("durable")  # at once: old backends may still be ending
    with psycopg.connect(url) as line:
        assert line.execute("SELECT count(*) FROM kept").fetchone() == (50,)
        method = line.execute("SHOW recovery_init_sync_method").fetchone()
    assert method == ("syncfs" if sys.platform == "linux" else "fsync",)
    assert process.poll() is None or victim == "everything"
    assert pid_of(Postgres(place_of(users))) != postmaster
    assert Valkey(place_of(users)).ask() == "ready"


def test_a_stale_pid_file_of_another_process_is_ignored(users: Users) -> None:
    process, _ = users.arrive()
    process.kill()
    server = Postgres(place_of(users))
    assert not server.has_ended()
    wait_until(lambda: servers_of(users) == [], "both servers to end")
    assert server.has_ended()
    stale = server.data / "postmaster.pid"
    stale.write_text(f"{os.getpid()}\n{stale.parent}\n0\n5432\n\n\n")
    _, url = users.arrive()
    with psycopg.connect(url) as line:
        assert line.execute("SELECT 1").fetchone() == (1,)
    assert pid_of(Postgres(place_of(users))) != os.getpid()


def test_servers_have_an_ordinary_account_and_end_with_their_folder(users: Users) -> None:
    """Immediately, before the watchdog has looked, and while the servers remove their own files."""
    users.arrive()
    place = place_of(users)
    processes = [psutil.Process(pid_of(server(place))) for server in (Postgres, Valkey)]
    if os.geteuid() == 0:  # root runs them as an ordinary account
        assert all(process.uids().real != 0 for process in processes)
        assert users.folder.stat().st_mode & 0o002 == 0, "the state folder is open to everyone"
    wait_until(lambda: removed(users.folder), "the folder to be gone")
    wait_until(lambda: not any(runs(process) for process in processes), "both servers to end")


def removed(folder: Path) -> bool:
    """Remove a folder in which others still create and remove files; False if some are left."""
    shutil.rmtree(folder, ignore_errors=True)
    return not folder.exists()


def test_a_long_path_moves_the_sockets_elsewhere(tmp_path: Path) -> None:
    from config.embedded.binaries import place

    folder = Path("/tmp") / f"cards-test-{os.getpid()}" / ("a" * 60) / ("b" * 60)
    try:
        found = place(folder, durable=False)
        assert found.folder == folder
        assert len(os.fsencode(found.run)) < 80
        assert found.run.stat().st_mode & 0o777 == 0o700
        assert place(folder, durable=False) == found
        shutil.rmtree(found.run)
    finally:
        shutil.rmtree(folder.parent.parent, ignore_errors=True)


def test_a_socket_folder_open_to_others_is_refused(tmp_path: Path) -> None:
    planted = tmp_path / "planted"
    planted.mkdir()
    planted.chmod(0o777)
    with pytest.raises(ServiceError, match="open to others"):
        private(planted, Account())
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    with pytest.raises(ServiceError):
        private(link, Account())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root uses another account")
def test_root_keeps_a_private_parent_private_and_uses_another_folder(users: Users) -> None:
    closed = users.folder.parent / "closed"
    closed.mkdir(parents=True)
    closed.chmod(0o700)
    wanted = closed / "state"
    _, url = Users.arrive(inside := Users(wanted))
    try:
        with psycopg.connect(url) as line:
            row = line.execute("SELECT current_setting('data_directory')").fetchone()
        assert row is not None
        assert row[0].startswith("/var/tmp/cards-")
        assert closed.stat().st_mode & 0o777 == 0o700
    finally:
        inside.leave()
        aside = Path(row[0]).parent.parent if row else None
        if aside is not None:
            lock = aside / "postgres.lock"
            wait_until(lambda: _free(lock), "the server to end")
            shutil.rmtree(aside)


def _free(lock: Path) -> bool:
    handle = try_lock(lock)
    if handle is None:
        return False
    os.close(handle)
    return True
