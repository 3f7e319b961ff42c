"""The embedded PostgreSQL and Valkey: started by the first process, stopped after the last.

There are three locks in the state folder and no lists of process ids; the kernel releases a lock
even if its holder is killed:
  start.lock  held while servers are started or stopped: four concurrent starts make one server
  users.lock  shared by every process that uses the servers, for its lifetime
  watch.lock  held by the one watchdog, which stops the servers once users.lock has no holder
This module owns the order of these locks; config.embedded.servers knows the servers.
"""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from config.embedded import binaries
from config.embedded.binaries import ServiceError, ServiceFolder
from config.embedded.servers import NAME, PROGRAM, SERVERS, START_WITHIN_S, USER, Server, try_lock

# How long the servers stay up for the next command after the last process has ended.
STOP_AFTER_S = 2.0
ROOT = Path(__file__).resolve().parents[2]

# By place: the open users.lock. Never closed; the end of the process releases it.
_joined: dict[ServiceFolder, int] = {}


class Urls(NamedTuple):
    """The URLs of the services: of the database for the program and for its owner, of Valkey."""

    database: str
    valkey: str
    owner: str


def urls(folder: Path, *, durable: bool = True) -> Urls:
    """The URLs of the services, which are available when this returns.

    DATABASE_URL and VALKEY_URL take precedence; for those that are not set, the embedded servers of
    the state folder are started or joined. Exits with a message if that fails.
    """
    database, valkey = os.environ.get("DATABASE_URL", ""), os.environ.get("VALKEY_URL", "")
    owner = os.environ.get("OWNER_DATABASE_URL") or database
    if database and valkey:
        return Urls(database, valkey, owner)
    try:
        place = join(folder, durable=durable)
    except ServiceError as error:
        sys.exit(f"cardhouse: {error}")
    return Urls(
        database or database_url(place, PROGRAM),
        valkey or valkey_url(place),
        owner or database_url(place, USER),
    )


def database_url(place: ServiceFolder, user: str) -> str:
    """The URL of the embedded PostgreSQL for one of its users."""
    return f"postgresql://{user}@{quote(str(place.run), safe='')}/{NAME}"


def valkey_url(place: ServiceFolder) -> str:
    """The URL of the embedded Valkey."""
    return f"unix://{quote(str(place.run))}/valkey.sock"


def join(folder: Path, *, durable: bool = True) -> ServiceFolder:
    """Use the servers of a state folder until this process ends; start those that are down.

    Raises ServiceError with a message.
    """
    place = binaries.place(folder, durable=durable)
    revive(place)
    return place


def joined() -> ServiceFolder | None:
    """The place this process joined; None if it uses other servers."""
    return next(iter(_joined), None)


def revive(place: ServiceFolder) -> None:
    """Start the servers that are down, and count as a user. Raises ServiceError with a message."""
    with _starting(place):
        if place not in _joined:
            handle = os.open(place.folder / "users.lock", os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(handle, fcntl.LOCK_SH)
            _joined[place] = handle
        _watch(place)  # first, so that a failed start leaves no server behind
        with ThreadPoolExecutor(len(SERVERS)) as threads:  # neither waits for the other
            list(threads.map(lambda server: server(place).revive(), SERVERS))


def alive(place: ServiceFolder) -> bool:
    """Whether both servers answer and the watchdog runs; quick, takes no start lock."""
    if any(server(place).ask() == "none" for server in SERVERS):
        return False
    free = try_lock(place.folder / "watch.lock")
    if free is not None:
        os.close(free)
    return free is None


def has_ended() -> bool:
    """Whether nothing of a server that this process uses runs any more; costs next to nothing."""
    place = joined()
    return place is not None and any(server(place).has_ended() for server in SERVERS)


@contextmanager
def _starting(place: ServiceFolder) -> Iterator[None]:
    deadline = time.monotonic() + 2 * START_WITHIN_S
    while (handle := try_lock(place.folder / "start.lock")) is None:
        if time.monotonic() > deadline:
            raise ServiceError(f"Another process has been starting {place.folder} for too long.")
        time.sleep(0.02)
    try:
        yield
    finally:
        os.close(handle)


def _watch(place: ServiceFolder) -> None:
    """Start the watchdog unless it runs. It inherits its lock, so there is no gap."""
    lock = try_lock(place.folder / "watch.lock")
    if lock is None:
        return
    command = [sys.executable, "-m", "config.embedded.services"]
    command += [str(place.folder), str(place.run), str(lock)]
    try:
        with place.log("watchdog").open("ab") as out:
            # The shell makes init its parent, as for the servers.
            subprocess.run(
                ["/bin/sh", "-c", '"$@" &', "sh", *command],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                pass_fds=[lock],
                start_new_session=True,
                check=True,
            )
    finally:
        os.close(lock)


def stop(place: ServiceFolder) -> None:
    """Stop both servers at once, even if they are in use."""
    with _starting(place):
        for server in SERVERS:
            server(place).stop()


def _watchdog(place: ServiceFolder) -> None:
    """Wait until nobody uses the servers, then stop them."""
    servers = [server(place) for server in SERVERS]
    last_used = time.monotonic()
    pids: list[int] = []
    while True:
        time.sleep(0.4)
        if not (place.folder / "users.lock").exists():
            _orphans({*pids, *_working_in(place.folder)})  # the folder was removed while they ran
            return
        pids = [pid for server in servers if (pid := server.pid())]
        unused = try_lock(place.folder / "users.lock")
        if unused is None:
            last_used = time.monotonic()
            continue
        os.close(unused)
        if time.monotonic() - last_used > STOP_AFTER_S and _stopped_unused(place, servers):
            return


def _stopped_unused(place: ServiceFolder, servers: list[Server]) -> bool:
    """Stop the servers unless a user has come; users who come now wait for start.lock."""
    start = try_lock(place.folder / "start.lock")
    if start is None:
        return False
    try:
        users = try_lock(place.folder / "users.lock")
        if users is None:
            return False
        for server in servers:
            server.stop()
        os.close(users)
        return True
    finally:
        os.close(start)


def _working_in(folder: Path) -> Iterator[int]:
    """Processes whose working directory is or was below the folder; empty without /proc.

    For servers whose folder is removed before the watchdog has read their process ids.
    """
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if os.readlink(link).startswith(f"{folder}{os.sep}"):
                yield int(link.parent.name)


def _orphans(pids: set[int]) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, signal.SIGTERM)


def main() -> None:
    """Run the watchdog: `python -m config.embedded.services FOLDER RUN LOCK`, LOCK being open."""
    folder, run, _lock = sys.argv[1:]
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    _watchdog(ServiceFolder(Path(folder), Path(run), binaries.Account(), durable=True))


if __name__ == "__main__":
    main()
