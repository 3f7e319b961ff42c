"""The storm on a cluster: the platform of `make cluster`, and the faults of its machines."""

import json
import os
import random
import signal
import threading
import time
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import psutil

from benchmarks.storm.players import Log
from config.cluster import programs
from config.cluster.layout import PORTS, Machine, loopback
from config.cluster.running import LOOK_EVERY_S, Cluster
from config.embedded import binaries
from config.processes.supervisor import Child, Children
from tests.support.waiting import wait_until

SHARES = {
    "server": 22,
    "machine": 10,
    "frozen machine": 10,
    "standby": 12,
    "both standbys": 8,
    "etcd": 10,
    "haproxy": 10,
    "valkey": 5,
    "switch-over": 13,
}
"""The frequency of each fault in percent. `server` is PostgreSQL of the primary, `machine` it with
its Patroni and etcd."""
DOWN_S = 30.0
FROZEN_S = 40.0
"""Longer than Patroni's `ttl`."""
AGAIN_WITHIN_S, WHOLE_WITHIN_S = 120.0, 180.0
STANDBYS_COUNT = 2


class ClusterPlatform:
    """A cluster of its own, watched by a thread, with settings for many players at one address."""

    def __init__(self, folder: Path, port: int, settings: dict[str, str]) -> None:
        self.folder = folder
        place = binaries.place(folder, durable=True)
        kept = binaries.place(programs.ROOT / ".data/cluster", durable=True).folder / "programs"
        numbers = random.sample(range(41, 250), 2)
        layout = loopback("127.{}.{}".format(*numbers), f"127.0.0.1:{port}", folder / "files")
        self.cluster = Cluster(place, layout, programs.find(place, kept), settings)
        log = os.open(folder / "apps.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for child in self.cluster.apps.members:
            child.options |= {"stdout": log, "stderr": log}
        self._over = threading.Event()
        self._looks = threading.Thread(target=self._look, name="cluster", daemon=True)

    @property
    def host(self) -> str:
        """Return the address for browsers."""
        return self.cluster.layout.site

    def environment(self) -> dict[str, str]:
        """Return the environment of a process that uses the cluster."""
        return self.cluster.environment()

    def start(self) -> None:
        """Start everything, and wait until the page answers and both standbys follow."""
        self.cluster.claim()
        self.cluster.start_servers()
        self.cluster.manage("migrate", "--verbosity=0", as_owner=True)
        self.cluster.wait_until_whole(STANDBYS_COUNT)
        self._looks.start()
        wait_until(self._answers, "the page")

    def stop(self) -> None:
        """Stop everything."""
        self._over.set()
        if self._looks.is_alive():
            self._looks.join()
        self.cluster.stop()

    def _look(self) -> None:
        while not self._over.wait(LOOK_EVERY_S):
            self.cluster.look()
            self.cluster.apps.look()

    def _answers(self) -> bool:
        with suppress(OSError):
            url = f"http://{self.host}/readyz"
            with urllib.request.urlopen(url, timeout=2) as answer:
                return bool(answer.status == 200)
        return False


class ClusterFaults:
    """Brings the faults as planned, one after the other; the cluster is whole before each."""

    def __init__(self, cluster: Cluster, kinds: Sequence[str], log: Log, seed: int) -> None:
        self.cluster, self.kinds, self.log = cluster, kinds, log
        self.rng = random.Random(f"{seed}:moments")
        self.kills: list[tuple[float, str]] = []
        self.over: list[float] = []
        """When the cluster was whole again after each."""
        self.wrong: list[str] = []
        """What did not come back."""

    def __enter__(self) -> None:
        """Nothing has to be started."""

    def __exit__(self, *_: object) -> None:
        """Every fault has been undone already."""

    def run(self, until: float) -> None:
        """Bring all; after `until` (monotonic clock) only kinds that were not there before."""
        for kind in self.kinds:
            time.sleep(self.rng.uniform(2, 4))
            first = all(kind != before for _, before in self.kills)
            if time.monotonic() > until and not first:
                return
            self.kills.append((time.monotonic(), kind))
            _FAULTS[kind](self)
            self._wait_until_played(*self.kills[-1])
            try:
                self.cluster_is_whole()
            except AssertionError as late:
                self.wrong.append(f"after {kind}: {late}")
            self.over.append(time.monotonic())

    def cluster_is_whole(self) -> None:
        """Wait for a primary with both standbys. Raises AssertionError."""
        wait_until(
            lambda: self.cluster.standbys() == STANDBYS_COUNT, "both standbys", WHOLE_WITHIN_S
        )

    def _wait_until_played(self, at: float, kind: str) -> None:
        deadline = time.monotonic() + AGAIN_WITHIN_S
        while not any(sent > at for sent, _ in reversed(self.log.acknowledged[-200:])):
            if time.monotonic() > deadline:
                self.wrong.append(f"no action was acknowledged within {AGAIN_WITHIN_S} s of {kind}")
                return
            time.sleep(0.1)

    # -- who is who -----------------------------------------------------------------------------

    def _primary(self) -> Machine:
        """Return the machine whose Patroni says that it is the primary."""

        def find() -> Machine | None:
            for machine in self.cluster.layout.machines:
                with suppress(OSError, ValueError):
                    url = f"http://{machine.at(PORTS.patroni)}/primary"
                    with urllib.request.urlopen(url, timeout=1) as answer:
                        if answer.status == 200:
                            return machine
            return None

        found = wait_until(find, "a primary")
        assert found is not None
        return found

    def _standbys(self) -> list[Machine]:
        primary = self._primary()
        return [one for one in self.cluster.layout.machines if one != primary]

    def _server(self, machine: Machine) -> list[psutil.Process]:
        """Return PostgreSQL on a machine, the postmaster first."""
        with suppress(psutil.Error):
            if pid := self.cluster.postmaster(machine):
                postmaster = psutil.Process(pid)
                return [postmaster, *postmaster.children(recursive=True)]
        return []

    def _children(self, machine: Machine) -> list[tuple[Children, Child]]:
        """Return Patroni and etcd of a machine."""
        return [
            (group, child)
            for group in (self.cluster.patronis, self.cluster.etcds)
            for child in group.members
            if child.name.endswith(machine.name)
        ]

    def _mark(self) -> None:
        """Count the seconds from now: what was done before only found the victim."""
        self.kills[-1] = (time.monotonic(), self.kills[-1][1])

    # -- the faults -----------------------------------------------------------------------------

    def _kill_server(self) -> None:
        victims = self._server(self._primary())
        self._mark()
        _signal(victims, signal.SIGKILL)

    def _kill_standbys(self, count: int) -> None:
        standbys = self.rng.sample(self._standbys(), count)
        self._mark()
        for machine in standbys:
            _signal(self._server(machine), signal.SIGKILL)

    def _kill_machine(self) -> None:
        machine = self._primary()
        held = self._children(machine)
        for group, child in held:
            group.members = [one for one in group.members if one is not child]  # not restarted
        victims = [psutil.Process(c.process.pid) for _, c in held if c.process is not None]
        self._mark()
        _signal([*victims, *self._server(machine)], signal.SIGKILL)
        time.sleep(DOWN_S)
        for group, child in held:
            group.members = [*group.members, child]

    def _freeze_machine(self) -> None:
        machine = self._primary()
        held = [c.process.pid for _, c in self._children(machine) if c.process is not None]
        victims = [*map(psutil.Process, held), *self._server(machine)]
        self._mark()
        _signal(victims, signal.SIGSTOP)
        time.sleep(FROZEN_S)
        _signal([*self._server(machine), *victims], signal.SIGCONT)

    def _kill_child(self, children: Iterable[Child]) -> None:
        running = [child.process for child in children if child.process is not None]
        self._mark()
        self.rng.choice(running).kill()

    def _switch_over(self) -> None:
        primary = self._primary()
        passwords = self.cluster.passwords
        request = urllib.request.Request(
            f"http://{primary.at(PORTS.patroni)}/switchover",
            json.dumps({"leader": primary.name}).encode(),
            {
                "Authorization": "Basic "
                + b64encode(f"patroni:{passwords.restapi}".encode()).decode()
            },
        )
        self._mark()
        with urllib.request.urlopen(request, timeout=60):
            pass


def _signal(processes: Iterable[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess, ProcessLookupError):
            os.kill(process.pid, number)


_FAULTS: dict[str, Callable[[ClusterFaults], None]] = {
    "server": ClusterFaults._kill_server,
    "machine": ClusterFaults._kill_machine,
    "frozen machine": ClusterFaults._freeze_machine,
    "standby": lambda faults: faults._kill_standbys(1),
    "both standbys": lambda faults: faults._kill_standbys(2),
    "etcd": lambda faults: faults._kill_child(faults.cluster.etcds.members),
    "haproxy": lambda faults: faults._kill_child(faults.cluster.proxies.members[:1]),
    "valkey": lambda faults: faults._kill_child(faults.cluster.proxies.members[1:2]),
    "switch-over": ClusterFaults._switch_over,
}


def silences(
    kills: Sequence[tuple[float, str]],
    over: Sequence[float],
    acknowledged: Sequence[tuple[float, float]],
) -> dict[str, list[float]]:
    """Return the longest seconds without an answer from each fault until all was whole, by kind."""
    answered = sorted(at for _, at in acknowledged)
    found: dict[str, list[float]] = {}
    for (began, kind), end in zip(kills, over, strict=True):
        inside = [began, *(at for at in answered if began < at < end), end]
        gaps = [later - sooner for sooner, later in pairwise(inside)]
        found.setdefault(kind, []).append(max(gaps))
    return found
