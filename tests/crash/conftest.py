"""A whole platform as people run it (`manage.py up`) on data of its own, to be killed at will."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Running:
    """`manage.py up` in a process of its own."""

    folder: Path
    port: int
    up: subprocess.Popen[bytes] | None = None
    log: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "VALKEY_URL")}
        return kept | {
            "CARDHOUSE_DATA": str(self.folder),
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "LOG_LEVEL": "WARNING",
        }

    def start(self) -> None:
        with (self.folder / "up.log").open("ab") as log:
            self.up = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=ROOT,
                env=self.environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait()

    def wait(self, seconds: float = 90) -> None:
        """Until the page answers."""
        deadline = time.monotonic() + seconds
        while True:
            with (
                contextlib.suppress(OSError),
                urllib.request.urlopen(self.base + "/healthz", timeout=2) as answer,
            ):
                if answer.status == 200:
                    return
            if time.monotonic() > deadline:
                raise AssertionError((self.folder / "up.log").read_text()[-3000:])
            time.sleep(0.1)

    def child(self, command: str) -> psutil.Process:
        """The process that runs `manage.py COMMAND` for us."""
        assert self.up is not None
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            for process in psutil.Process(self.up.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    if command in process.cmdline():
                        return process
            time.sleep(0.1)
        raise AssertionError(f"no {command} is running")

    def kill(self, command: str) -> None:
        self.child(command).kill()

    def kill_postgres(self) -> None:
        """The postmaster and every backend at once, as when a machine loses its power."""
        (pid_file,) = self.folder.rglob("postmaster.pid")
        postmaster = psutil.Process(int(pid_file.read_text().splitlines()[0]))
        for process in [*postmaster.children(recursive=True), postmaster]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a `manage.py` command on the same data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=120,
        )

    def stop(self) -> None:
        if self.up is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.up.pid, signal.SIGTERM)
            try:
                self.up.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.up.pid, signal.SIGKILL)
                self.up.wait(5)


@pytest.fixture
def running(state_folder: Path) -> Iterator[Running]:
    platform = Running(state_folder, free_port())
    platform.start()
    yield platform
    platform.stop()
