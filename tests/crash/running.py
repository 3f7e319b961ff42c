"""A whole platform as operators run it (`manage.py up`) on its own data, to be killed at will.

Also for `benchmarks.storm`.
"""

import contextlib
import os
import signal
import subprocess
import sys
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from config.embedded.binaries import Account, ServiceFolder
from config.embedded.servers import Postgres, Server, Valkey
from tests.support.waiting import PATIENCE_S, wait_until

NO_POOLS = {"CPU_POOL_WORKERS": "0", "PASSWORD_WORKERS": "0"}
"""Settings without processes for odds and passwords, where nothing needs them."""
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Running:
    """`manage.py up` in a process of its own."""

    folder: Path
    port: int
    up: subprocess.Popen[bytes] | None = None
    demo: bool = True
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def base(self) -> str:
        return f"http://{self.host}"

    def environment(self) -> dict[str, str]:
        kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "VALKEY_URL")}
        return kept | {
            "CARDHOUSE_DATA": str(self.folder),
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "LOG_LEVEL": "WARNING",
            **self.settings,
        }

    def start(self) -> None:
        with (self.folder / "up.log").open("ab") as log:
            self.up = subprocess.Popen(
                [sys.executable, "manage.py", "up", *(() if self.demo else ("--no-demo",))],
                cwd=ROOT,
                env=self.environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.wait()

    def wait(self) -> None:
        """Wait until the page answers."""
        try:
            wait_until(self._answers, "the page")
        except AssertionError as late:
            raise AssertionError((self.folder / "up.log").read_text()[-3000:]) from late

    def _answers(self) -> bool:
        with (
            contextlib.suppress(OSError),
            urllib.request.urlopen(self.base + "/healthz", timeout=2) as answer,
        ):
            return bool(answer.status == 200)
        return False

    def child(self, command: str) -> psutil.Process:
        """The process that runs our `manage.py COMMAND`; waits until there is one."""
        found = wait_until(lambda: self.child_now(command), f"{command} to run")
        assert found is not None
        return found

    def child_now(self, command: str) -> psutil.Process | None:
        """The same, if there is one at this moment."""
        return next(iter(self.children(command)), None)

    def children(self, command: str) -> list[psutil.Process]:
        """All of them, those that were started first at first."""
        assert self.up is not None
        found = []
        for process in psutil.Process(self.up.pid).children():
            with contextlib.suppress(psutil.Error):
                if command in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
        return sorted(found, key=psutil.Process.create_time)

    def kill(self, command: str) -> None:
        self.child(command).kill()

    def server(self, kind: type[Server]) -> psutil.Process | None:
        """The embedded PostgreSQL or Valkey on our data, if one runs."""
        place = ServiceFolder(self.folder, self.folder / "run", Account(), durable=True)
        pid = kind(place).pid()
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid) if pid else None
            # Another process may have the id of the file by now; a server works in our folder.
            if process is not None and Path(process.cwd()).is_relative_to(self.folder):
                return process
        return None

    def kill_postgres(self) -> bool:
        """Kill the postmaster and every backend at once, as in a power failure."""
        postmaster = self.server(Postgres)
        if postmaster is None:
            return False
        with contextlib.suppress(psutil.NoSuchProcess):
            for process in [*postmaster.children(recursive=True), postmaster]:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
        return True

    def kill_valkey(self) -> bool:
        """Kill Valkey, with all its data."""
        valkey = self.server(Valkey)
        if valkey is not None:
            valkey.kill()
        return valkey is not None

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a `manage.py` command on the same data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment(),
            capture_output=True,
            text=True,
        )

    def stop(self) -> None:
        if self.up is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.up.pid, signal.SIGTERM)
            try:
                self.up.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                os.killpg(self.up.pid, signal.SIGKILL)
                self.up.wait()
