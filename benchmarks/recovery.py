"""How soon play goes on after a process was killed: the next accepted command of any player.

python -m benchmarks.recovery [--rounds 10] [--kinds web dealer backend postmaster valkey]

A platform of its own (`manage.py up`, durable). Players sit down and get up by REST; each sends its
command again, under its key, until it is accepted. Kinds are killed in turns, and a kill waits
until play has gone on for a while. Printed are the seconds from the kill to the acceptance of a
command that was sent after it.
"""

import argparse
import os
import random
import shutil
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median

import httpx
import psutil

from benchmarks.platform import UNLIMITED_ADDRESS
from config.embedded.servers import Postgres
from tests.crash.running import NO_POOLS, Running
from tests.support.ports import free_port

PLAYERS = 4
CALM_S = 6.0
"""Between two kills: a child that lived for less is started again with a growing delay."""
PAUSE_S = 0.3
PATIENCE_S = 2.0
GIVE_UP_S = 60.0


class Player(threading.Thread):
    """Commands of one guest, and when the last accepted one was sent and accepted."""

    def __init__(self, base: str, told: Callable[[float], None]) -> None:
        super().__init__(daemon=True)
        self._http = httpx.Client(base_url=f"{base}/api/v1/", timeout=PATIENCE_S)
        self._told = told
        session = self._http.post("guest", json={}).raise_for_status().json()
        self._http.headers["Authorization"] = f"Bearer {session['access']}"
        plan = {"name": f"Quay {uuid.uuid4().hex[:8]}", "seats": 2, "autostart": False}
        table = self._http.post("tables", json=plan).raise_for_status().json()
        self._path = f"tables/{table['slug']}"

    def run(self) -> None:
        """Sit down and get up until the process ends."""
        while True:
            self._until_accepted("sit", seat=0)
            self._until_accepted("leave")

    def _until_accepted(self, name: str, **body: object) -> None:
        key = str(uuid.uuid4())
        while True:
            sent = time.monotonic()
            with suppress(httpx.TransportError):
                answer = self._http.post(f"{self._path}/{name}", json={"key": key, **body})
                if answer.is_success:
                    self._told(sent)
                    time.sleep(PAUSE_S)
                    return
            time.sleep(PAUSE_S)


class Play:
    """All players; `since` waits for the next acceptance."""

    def __init__(self, base: str) -> None:
        self._accepted = threading.Condition()
        self._sent_at = 0.0
        for _ in range(PLAYERS):
            Player(base, self._take).start()

    def _take(self, sent: float) -> None:
        with self._accepted:
            self._sent_at = max(self._sent_at, sent)
            self._accepted.notify_all()

    def since(self, moment: float) -> float:
        """Seconds from a moment to the acceptance of a command that was sent after it."""
        with self._accepted:
            self._accepted.wait_for(lambda: self._sent_at > moment, GIVE_UP_S)
        return time.monotonic() - moment


def main() -> None:
    """Kill each kind in turn, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS))
    options = parser.parse_args()
    # `mkdtemp` would close it to the account that the servers use when we are root.
    folder = Path(tempfile.gettempdir()) / f"cardhouse-recovery-{os.getpid()}"
    folder.mkdir()
    settings = {**UNLIMITED_ADDRESS, **NO_POOLS}
    running = Running(folder, free_port(), demo=False, settings=settings)
    taken: dict[str, list[float]] = {kind: [] for kind in options.kinds}
    try:
        running.start()
        play = Play(running.base)
        for _ in range(options.rounds):
            for kind in options.kinds:
                play.since(time.monotonic())
                time.sleep(CALM_S * random.uniform(0.9, 1.1))
                play.since(time.monotonic())
                KINDS[kind](running)
                taken[kind].append(play.since(time.monotonic()))
    finally:
        running.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"seconds, load of the machine {os.getloadavg()[0]:.1f}")
    for kind, seconds in taken.items():
        ordered = " ".join(f"{one:.1f}" for one in sorted(seconds))
        print(f"{kind:<12}median {median(seconds):.2f}, most {max(seconds):.2f}: {ordered}")


def _kill_backend(running: Running) -> None:
    postmaster = running.server(Postgres)
    assert postmaster is not None
    for process in postmaster.children():
        with suppress(psutil.Error):
            if "cardhouse_app" in " ".join(process.cmdline()):
                process.kill()
                return


KINDS: dict[str, Callable[[Running], object]] = {
    "web": lambda running: running.kill("web"),
    "dealer": lambda running: running.kill("dealer"),
    "backend": _kill_backend,
    "postmaster": Running.kill_postgres,
    "valkey": Running.kill_valkey,
}


if __name__ == "__main__":
    main()
