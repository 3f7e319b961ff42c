"""The faults of a storm: which process is killed when, from one seed; and how soon play resumes."""

import random
import signal
import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence

import psutil

from config.embedded.servers import Postgres
from config.processes.supervisor import Children
from tests.crash.running import Running

SHARES = {
    "web": 30,
    "all web": 2,
    "dealer": 25,
    "backend": 14,
    "postmaster": 12,
    "valkey": 17,
}
"""The frequency of each kind in percent; `web` is one of the web processes."""
WEB_PROCESSES = 2
LOOK_S = 0.2
PATIENCE_S, FIRST_PATIENCE_S = 5.0, 180.0
"""How long a kill waits for its victim to exist; the first of its kind waits longer, so that every
kind is killed on a slow machine too.
"""


def plan(kills: int, rng: random.Random, shares: Mapping[str, int] = SHARES) -> list[str]:
    """Return the order of kills: each kind by its frequency, and at least once at the start."""
    kinds = list(shares)
    first = rng.sample(kinds, len(kinds))
    return [*first, *rng.choices(kinds, list(shares.values()), k=max(0, kills - len(kinds)))]


class Killer:
    """Kills as planned, in a thread of its own."""

    def __init__(
        self, running: Running, second: Children, kinds: Sequence[str], gap_s: float, seed: int
    ) -> None:
        self.running, self.second, self.kinds, self.gap_s = running, second, kinds, gap_s
        self.rng = random.Random(f"{seed}:moments")
        self.kills: list[tuple[float, str]] = []
        self.missed = 0
        self._over = threading.Event()
        self._looks = threading.Thread(target=self._look, name="second dealer", daemon=True)

    def _look(self) -> None:
        while not self._over.wait(LOOK_S):
            self.second.look()

    def __enter__(self) -> None:
        """Start the second dealer, and keep it running."""
        self._looks.start()

    def run(self, until: float) -> None:
        """Kill all; after `until` (monotonic clock) only kinds that were not killed before."""
        for kind in self.kinds:
            time.sleep(self.gap_s * self.rng.uniform(0.58, 1.0))
            first = all(kind != killed for _, killed in self.kills)
            if time.monotonic() > until and not first:
                return
            if self._one(_WAYS[kind], FIRST_PATIENCE_S if first else PATIENCE_S):
                self.kills.append((time.monotonic(), kind))
            else:
                self.missed += 1

    def _one(self, way: Callable[["Killer"], bool], patience_s: float) -> bool:
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline:
            try:
                if way(self):
                    return True
            except psutil.Error:
                pass  # it ended by itself in the meantime
            time.sleep(0.05)
        return False

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._looks.join()
        self.second.stop()

    def _web(self) -> bool:
        serving = self._webs()[:WEB_PROCESSES]
        return bool(serving) and _kill(self.rng.choice(serving))

    def _all_web(self) -> bool:
        """Kill all that serve at once, once there is one in reserve."""
        webs = self._webs()
        serving = webs[:WEB_PROCESSES]
        return len(webs) > WEB_PROCESSES and all(map(_kill, serving))

    def _webs(self) -> list[psutil.Process]:
        """Return all web processes; the last is mostly the one in reserve."""
        return self.running.children("web")

    def _dealer(self) -> bool:
        second = self.second.members[0].process
        first = self.running.child_now("dealer")
        if second is not None and (first is None or self.rng.random() < 0.5):
            return _kill(psutil.Process(second.pid))
        return first is not None and _kill(first)

    def _backend(self) -> bool:
        postmaster = self.running.server(Postgres)
        backends = [
            process
            for process in (postmaster.children() if postmaster is not None else [])
            if "cardhouse_app" in _line(process)
        ]
        return bool(backends) and _kill(self.rng.choice(backends))


def _line(process: psutil.Process) -> str:
    return " ".join(process.cmdline())


def _kill(process: psutil.Process) -> bool:
    process.send_signal(signal.SIGKILL)
    return True


_WAYS: dict[str, Callable[[Killer], bool]] = {
    "web": Killer._web,
    "all web": Killer._all_web,
    "dealer": Killer._dealer,
    "backend": Killer._backend,
    "postmaster": lambda killer: killer.running.kill_postgres(),
    "valkey": lambda killer: killer.running.kill_valkey(),
}


def recoveries(
    kills: Sequence[tuple[float, str]], acknowledged: Sequence[tuple[float, float]], end: float
) -> dict[str, list[float]]:
    """Return the seconds from each kill to the first answer to a later action, by kind.

    Without an answer, the seconds to the `end` of the clicking.
    """
    by_sending = sorted(acknowledged)
    sent = [at for at, _ in by_sending]
    first_answer = [answered for _, answered in by_sending] + [end]
    for index in range(len(sent) - 1, -1, -1):
        first_answer[index] = min(first_answer[index], first_answer[index + 1])
    found: dict[str, list[float]] = {}
    for at, kind in kills:
        found.setdefault(kind, []).append(max(0.0, first_answer[bisect_left(sent, at)] - at))
    return found
