"""A platform of its own for a benchmark: fresh data, one web process, one dealer.

Real PostgreSQL with fsync on, real Valkey, real sockets. Everything lives in a temporary folder
and ends with the benchmark.
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
    """A running platform: its address and the processes whose CPU time counts."""

    host: str
    web: psutil.Process
    dealer: psutil.Process
    folder: str

    def cpu_seconds(self) -> dict[str, float]:
        """CPU time used so far by web, dealer, PostgreSQL and Valkey of this platform."""
        used = {"web": _cpu(self.web), "dealer": _cpu(self.dealer), "postgres": 0.0, "valkey": 0.0}
        for process in psutil.process_iter(["name", "cwd"]):
            name, place = process.info["name"] or "", process.info["cwd"] or ""
            if not place.startswith(self.folder):
                continue
            if name.startswith("postgres"):
                used["postgres"] += _cpu(process, children=False)
            elif name.startswith("valkey"):
                used["valkey"] += _cpu(process, children=False)
        return used


def _cpu(process: psutil.Process, *, children: bool = True) -> float:
    try:
        times = process.cpu_times()
        below = process.children(recursive=True) if children else []
        return float(times.user + times.system + sum(_cpu(child) for child in below))
    except psutil.NoSuchProcess:
        return 0.0


UNLIMITED_ADDRESS = dict.fromkeys(
    (
        "SOCKETS_PER_ADDRESS",
        "SOCKET_OPENS",
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
def platform(
    *, port: int = 8765, dealers: int = 1, one_address: bool = False
) -> Iterator[Platform]:
    """Start everything, with Django set up in this process on the same services.

    `one_address`: everybody comes from this machine, so what one address may open is not limited.
    """
    with tempfile.TemporaryDirectory(prefix="cardhouse-bench-") as folder:
        os.environ.update(
            CARDHOUSE_DATA=folder,
            PORT=str(port),
            DJANGO_SETTINGS_MODULE="config.settings.local",
            LOG_LEVEL=os.environ.get("LOG_LEVEL", "WARNING"),
        )
        if one_address:
            os.environ.update(UNLIMITED_ADDRESS)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        children = [_start("web", port), *(_start("dealer", port) for _ in range(dealers))]
        try:
            _wait(f"http://127.0.0.1:{port}/healthz")
            yield Platform(
                f"127.0.0.1:{port}",
                psutil.Process(children[0].pid),
                psutil.Process(children[-1].pid),
                _services_folder(),
            )
        finally:
            for child in children:
                child.send_signal(signal.SIGTERM)
            for child in children:
                child.wait(20)


def _services_folder() -> str:
    """Where this platform's PostgreSQL and Valkey run."""
    from django.conf import settings

    path = settings.VALKEY_URL.partition("://")[2].partition("?")[0]
    return str(Path(path).parent.parent)


def _start(command: str, port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "manage.py", command], cwd=ROOT)


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
    """A logged-in session for `user`, as the cookie a browser would send."""
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
    """The q-quantile of some values, 0 <= q <= 1."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]
