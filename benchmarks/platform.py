"""A scratch platform for a benchmark: fresh data, one web process, one dealer.

PostgreSQL with fsync on, Valkey and sockets are real. Everything lives in a temporary folder and
ends with the benchmark.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Platform:
    """A running platform: its addresses and the processes whose CPU time counts."""

    hosts: tuple[str, ...]
    webs: tuple[psutil.Process, ...]
    dealers: tuple[psutil.Process, ...]
    folder: str

    @property
    def host(self) -> str:
        """Return the address of the first web process."""
        return self.hosts[0]

    @property
    def web(self) -> psutil.Process:
        """Return the first web process."""
        return self.webs[0]

    def cpu_seconds(self) -> dict[str, float]:
        """Return the CPU time so far of web, dealer, PostgreSQL and Valkey of this platform."""
        return {
            "web": sum(map(cpu_of, self.webs)),
            "dealer": sum(map(cpu_of, self.dealers)),
            **cpu_of_services(self.folder),
        }

    def processes(self) -> list[psutil.Process]:
        """Return all live processes, those of PostgreSQL and Valkey too."""
        parents = (*self.webs, *self.dealers)
        started = [one for up in parents for one in (up, *up.children(recursive=True))]
        return [*started, *(process for _name, process in services_in(self.folder))]


def services_in(folder: str) -> Iterator[tuple[str, psutil.Process]]:
    """Yield the live processes of PostgreSQL ("postgres") and Valkey ("valkey") in a folder."""
    for process in psutil.process_iter(["name", "cwd"]):
        if (process.info["cwd"] or "").startswith(folder):
            for name in ("postgres", "valkey"):
                if (process.info["name"] or "").startswith(name):
                    yield name, process


def cpu_of_services(folder: str) -> dict[str, float]:
    """Return the CPU seconds of the live processes of PostgreSQL and Valkey in a folder."""
    used = {"postgres": 0.0, "valkey": 0.0}
    for name, process in services_in(folder):
        used[name] += cpu_of(process, children=False)
    return used


def cpu_of(process: psutil.Process, *, children: bool = True) -> float:
    """Return the CPU seconds of a process, with `children` of all below it; 0 once it has ended."""
    try:
        times = process.cpu_times()
        below = process.children() if children else []
        return float(times.user + times.system + sum(map(cpu_of, below)))
    except psutil.NoSuchProcess:
        return 0.0


UNLIMITED_ADDRESS = dict.fromkeys(
    (
        "SOCKETS_PER_ADDRESS",
        "SOCKET_OPENS",
        "SOCKET_BURST",
        "SOCKET_EACH_SECOND",
        "HANDSHAKES_PER_ADDRESS",
        "HANDSHAKES",
        "NETWORK_UNDER_WAY",
        "NETWORK_WAITING",
        "NETWORK_BURST",
        "NETWORK_EACH_SECOND",
    ),
    "1000000",
)
"""Settings under which all players may come from one address."""


@contextmanager
def services() -> Iterator[str]:
    """Set up Django in this process on new services without servers; yield their folder."""
    with tempfile.TemporaryDirectory(prefix="cardhouse-bench-") as folder:
        os.environ.update(
            CARDHOUSE_DATA=folder,
            DJANGO_SETTINGS_MODULE="config.settings.local",
            LOG_LEVEL=os.environ.get("LOG_LEVEL", "WARNING"),
        )
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        yield services_folder()


@contextmanager
def platform(
    *, port: int = 8765, webs: int = 1, dealers: int = 1, one_address: bool = False
) -> Iterator[Platform]:
    """Start everything, with Django set up in this process on the same services.

    Web processes listen on `port` and those after it. `one_address`: all clients come from this
    machine, so the limits per address are lifted.
    """
    os.environ["PORT"] = str(port)
    if one_address:
        os.environ.update(UNLIMITED_ADDRESS)
    with services():
        ports = range(port, port + webs)
        children = [_start("web", one) for one in ports]
        children += [_start("dealer", port) for _ in range(dealers)]
        try:
            for one in ports:
                _wait(f"http://127.0.0.1:{one}/healthz")
            processes = tuple(psutil.Process(child.pid) for child in children)
            yield Platform(
                tuple(f"127.0.0.1:{one}" for one in ports),
                processes[:webs],
                processes[webs:],
                services_folder(),
            )
        finally:
            for child in children:
                child.send_signal(signal.SIGCONT)
                child.send_signal(signal.SIGTERM)
            for child in children:
                child.wait(20)


def services_folder() -> str:
    """Return the folder in which this platform's PostgreSQL and Valkey run."""
    from django.conf import settings

    path = settings.VALKEY_URL.partition("://")[2].partition("?")[0]
    return str(Path(path).parent.parent)


def _start(command: str, port: int) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "PORT": str(port)}
    return subprocess.Popen([sys.executable, "manage.py", command], cwd=ROOT, env=environ)


def _wait(url: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def session_of(user: object) -> str:
    """Return a logged-in session for `user`, as the cookie that a browser would send."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)  # type: ignore[attr-defined]
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()  # type: ignore[attr-defined]
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def quantile(values: list[float], q: float) -> float:
    """Return the q-quantile of some values, 0 <= q <= 1."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]
