"""The two embedded servers: checking, starting and stopping them.

Liveness is checked by a connection, never by a process id. Each server inherits an open lock file,
so the kernel tells whether anything of a server still runs: if not, the lock is free. Callers hold
the start lock (config.embedded.services).
"""

import fcntl
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from typing_extensions import override

from config.database import archive
from config.embedded.binaries import ServiceError, ServiceFolder, private, programs
from config.processes.scheduling import CHRT

if TYPE_CHECKING:
    import psycopg

Answer = Literal["ready", "busy", "none"]

USER = NAME = "cardhouse"
PROGRAM = "cardhouse_app"
"""The role of web and dealer processes; its rights are in `config.database.roles`."""
# A crash recovery of a busy database took up to eight seconds here; slow disks take longer.
START_WITHIN_S = 120
STOP_WITHIN_S = 20
VALKEY_DATABASES_COUNT = 64


def try_lock(path: Path) -> int | None:
    """An open file with an exclusive lock on `path`, or None if another process holds it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def _exchange(path: Path, message: bytes, length: int) -> bytes | None:
    """The first response of a server on the socket `path`; None if nobody listens."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(2)
        try:
            line.connect(str(path))
            line.sendall(message)
            return line.recv(length)
        except OSError:
            return None


def launch(place: ServiceFolder, name: str, command: list[str], cwd: Path, lock: int) -> None:
    """Run a server that outlives this process, in its own session, holding `lock`, with a log file.

    The shell in between makes init its parent, so there is no zombie and no process to wait for.
    """
    log = place.log(name)
    with suppress(FileNotFoundError):
        if log.stat().st_size > 5_000_000:
            log.replace(log.with_suffix(".old.log"))
    kept = {key: os.environ[key] for key in ("PATH", "TMPDIR") if key in os.environ}
    with log.open("ab") as out:
        subprocess.run(
            ["/bin/sh", "-c", '"$@" &', "sh", *command],
            cwd=cwd,
            env={**kept, "LC_ALL": "C", "HOME": str(cwd)},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            pass_fds=[lock],
            start_new_session=True,
            check=True,
            **place.account.popen(),  # type: ignore[call-overload]
        )


class Server:
    """An embedded server. Subclasses know its protocol and its command."""

    name: str

    def __init__(self, place: ServiceFolder) -> None:
        self.place = place
        self.lock = place.folder / f"{self.name}.lock"

    def ask(self) -> Answer:
        """The server's state: ready, busy (running, but not ready), none (no answer)."""
        raise NotImplementedError

    def pid(self) -> int | None:
        """The process id that the server wrote; reliable only while it answers."""
        raise NotImplementedError

    def start(self, lock: int) -> None:
        """Start the server. `lock` is held, so nothing of an earlier one is left."""
        raise NotImplementedError

    def prepare(self) -> bool:
        """Create what is needed once it answers; False if it has stopped meanwhile."""
        return True

    def end(self) -> None:
        """Ask it to stop, saving what must be saved."""
        raise NotImplementedError

    def has_ended(self) -> bool:
        """Whether nothing of it runs."""
        lock = try_lock(self.lock)
        if lock is not None:
            os.close(lock)
        return lock is not None

    def revive(self) -> bool:
        """Wait until it answers, starting it if nothing of it runs. True if it was started."""
        started = 0
        deadline = time.monotonic() + START_WITHIN_S
        while True:
            answer = self.ask()
            if answer == "ready" and (not started or self.prepare()):
                return bool(started)
            lock = try_lock(self.lock) if answer == "none" else None
            if lock is not None:
                try:
                    if started == 3:
                        raise ServiceError(self._why("stops as soon as it is started"))
                    started += 1
                    self.start(lock)
                finally:
                    os.close(lock)  # the server has its own copy
                time.sleep(0.1)
            if time.monotonic() > deadline:
                raise ServiceError(self._why(f"did not answer within {START_WITHIN_S} s"))
            time.sleep(0.03)

    def stop(self) -> None:
        """Stop it and wait until nothing of it runs."""
        if self.ask() != "none":
            with suppress(OSError):
                self.end()
        if not self._gone(STOP_WITHIN_S) and (pid := self.pid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
            self._gone(5)

    def _gone(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while (lock := try_lock(self.lock)) is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.03)
        os.close(lock)
        return True

    def _why(self, what: str) -> str:
        log = self.place.log(self.name)
        lines = log.read_text(errors="replace").splitlines()[-8:] if log.exists() else []
        return "\n    ".join([f"The embedded {self.name} {what}. The last lines of {log}:", *lines])


def _make_database(line: "psycopg.Connection") -> None:
    found = line.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone()
    if not found:
        line.execute(f"CREATE DATABASE {NAME}")
    found = line.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [PROGRAM]).fetchone()
    if not found:
        line.execute(f"CREATE ROLE {PROGRAM} LOGIN")


class Postgres(Server):
    """PostgreSQL on a unix socket, with the database `cardhouse`, its owner and the program."""

    name = "postgres"
    _HELLO = b"user\0" + USER.encode() + b"\0database\0postgres\0\0"

    def __init__(self, place: ServiceFolder) -> None:
        super().__init__(place)
        self.data = place.folder / "postgres" / "data"
        self.socket = place.run / ".s.PGSQL.5432"

    @override
    def ask(self) -> Answer:
        length = 8 + len(self._HELLO)
        first = _exchange(self.socket, struct.pack("!ii", length, 196608) + self._HELLO, 1024)
        if not first:
            return "none"
        # R: accepted. E: an error, so it is alive: starting, recovering, stopping or full.
        return "ready" if first[:1] == b"R" or b"C53300\0" in first else "busy"

    @override
    def pid(self) -> int | None:
        with suppress(OSError, ValueError, IndexError):
            return int((self.data / "postmaster.pid").read_text().split("\n")[0])
        return None

    @override
    def start(self, lock: int) -> None:
        initdb, postgres, _ = programs(self.place)
        private(self.data.parent, self.place.account)
        if not (self.data / "PG_VERSION").exists():
            self._make(initdb)
        # We hold the lock: a process named in these files is dead, or its id is reused.
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        self.socket.with_name(self.socket.name + ".lock").unlink(missing_ok=True)
        options = {
            "listen_addresses": "",
            "unix_socket_directories": '"' + str(self.place.run).replace('"', '""') + '"',
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "log_checkpoints": "off",
            # As in docker-compose.yml: plan a prepared statement once (core.runtime.sql), and find
            # rows by index, since the tables fit in memory.
            "plan_cache_mode": "force_generic_plan",
            "random_page_cost": "1.1",
        }
        if sys.platform == "linux":
            # After a crash it syncs the whole file system at once. By itself it opens and syncs a
            # thousand files, one by one, for which people waited for three seconds.
            options["recovery_init_sync_method"] = "syncfs"
        if not self.place.durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        if backups := os.environ.get("BACKUPS"):
            private(archive.wal_folder(Path(backups).absolute()), self.place.account)
            options |= archive.server_options(Path(backups).absolute())
        command = [str(postgres), "-D", str(self.data)]
        if self.place.account.runs(*CHRT, "true"):
            command = [*CHRT, *command]
        for key, value in options.items():
            command += ["-c", f"{key}={value}"]
        launch(self.place, self.name, command, self.data.parent, lock)

    def _make(self, initdb: Path) -> None:
        """Run initdb in a temporary folder, so that a partial cluster is never used."""
        part = self.data.with_name("data.part")
        command = [str(initdb), "-D", str(part), "-U", USER, "--auth=trust", "--encoding=UTF8"]
        # Sorting must not depend on the locale: the builtin provider is the same everywhere.
        command += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        command += ["--no-instructions"] + ([] if self.place.durable else ["--no-sync"])
        shutil.rmtree(part, ignore_errors=True)
        done = subprocess.run(
            command,
            cwd=self.data.parent,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            **self.place.account.popen(),  # type: ignore[call-overload]
        )
        if done.returncode:
            raise ServiceError(f"initdb failed:\n    {done.stderr.strip()[-1500:]}")
        part.rename(self.data)

    @override
    def prepare(self) -> bool:
        # Here: the program starts its services before it loads a driver.
        import psycopg

        try:
            with psycopg.connect(
                host=str(self.place.run),
                user=USER,
                dbname="postgres",
                connect_timeout=10,
                autocommit=True,
            ) as line:
                _make_database(line)
        except psycopg.OperationalError:
            return False
        return True

    @override
    def end(self) -> None:
        if pid := self.pid():
            os.kill(pid, signal.SIGINT)  # fast shutdown: rolls back, checkpoints, exits


class Valkey(Server):
    """Valkey on a unix socket. It stores nothing on disk: its data may be lost at any time."""

    name = "valkey"

    def __init__(self, place: ServiceFolder) -> None:
        super().__init__(place)
        self.socket = place.run / "valkey.sock"

    @override
    def ask(self) -> Answer:
        first = _exchange(self.socket, b"PING\r\n", 64)
        if not first:
            return "none"
        return "ready" if first.startswith(b"+PONG") else "busy"

    @override
    def pid(self) -> int | None:
        with suppress(OSError, ValueError):
            return int((self.place.run / "valkey.pid").read_text())
        return None

    @override
    def start(self, lock: int) -> None:
        program = programs(self.place)[2]
        # Relative names, because Valkey splits its arguments again and paths may contain spaces.
        command = [str(program), "--port", "0", "--unixsocket", self.socket.name]
        command += ["--unixsocketperm", "700", "--save", "", "--appendonly", "no"]
        command += ["--pidfile", "valkey.pid", "--maxmemory", "256mb", "--databases"]
        command += [str(VALKEY_DATABASES_COUNT)]
        launch(self.place, self.name, command, self.place.run, lock)

    @override
    def end(self) -> None:
        _exchange(self.socket, b"SHUTDOWN NOSAVE\r\n", 64)


SERVERS: tuple[Callable[[ServiceFolder], Server], ...] = (Postgres, Valkey)
