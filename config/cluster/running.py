"""A cluster on this machine: its servers and processes, kept running until they are stopped.

Every server ends with this process, even if that is killed: the kernel sends it SIGTERM
(`setpriv --pdeathsig`). Only PostgreSQL outlives a Patroni that is killed; the next one takes it
over.
"""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from config.cluster import files
from config.cluster.files import Folders, Passwords
from config.cluster.layout import (
    PORTS,
    Layout,
    Machine,
)
from config.cluster.programs import ROOT, Programs
from config.embedded.binaries import ServiceError, ServiceFolder, private
from config.embedded.servers import try_lock
from config.processes.supervisor import Child, Children

FORM_WITHIN_S = 180
"""The first start makes three databases, on a slow machine too."""
LOOK_EVERY_S, REAP_EVERY_S = 0.2, 0.05
STOP_SERVERS_WITHIN_S = 30.0
SUBREAPER_CODE = 36
"""The option of Linux's `prctl` by which orphans become children of this process."""
PORT_PATIENCE_S = 15.0
"""Servers of a cluster that was killed need a moment to end."""


class Cluster:
    """All processes of a cluster, by groups that start and end one after the other."""

    def __init__(
        self, place: ServiceFolder, layout: Layout, programs: Programs, settings: dict[str, str]
    ) -> None:
        """`settings` are those of web processes and dealers, beside the addresses."""
        self.place, self.layout, self.programs = place, layout, programs
        self.settings = settings
        self.passwords = _kept_passwords(place.folder / "passwords.json")
        self._lock: int | None = None
        self._over = threading.Event()
        self.etcds = Children([self._etcd(machine) for machine in layout.machines])
        self.patronis = Children([self._patroni(machine) for machine in layout.machines])
        self.proxies = Children([self._haproxy(), *map(self._valkey, layout.valkeys)])
        webs = [self._app(f"web {one.name}", self._web(one)) for one in layout.webs]
        dealers = [self._app(f"dealer {number}", ["dealer"]) for number in (1, 2)]
        self.apps = Children([*webs, *dealers])

    # -- life -----------------------------------------------------------------------------------

    def claim(self) -> None:
        """Raises ServiceError if another process runs this cluster or has its addresses."""
        self._lock = try_lock(self.place.folder / "cluster.lock")
        if self._lock is None:
            raise ServiceError(
                f"A cluster runs on {self.place.folder} already. Stop that one with Ctrl-C, or "
                "name another folder in CARDHOUSE_DATA and another network in CLUSTER_NETWORK."
            )
        deadline = time.monotonic() + PORT_PATIENCE_S
        while taken := next(filter(_is_taken, self._addresses()), None):
            if time.monotonic() > deadline:
                raise ServiceError(
                    f"Another program has the address {taken}: choose another network or port, "
                    "such as CLUSTER_NETWORK=127.0.41 PORT=8001 make cluster."
                )
            time.sleep(LOOK_EVERY_S)

    def start_servers(self) -> None:
        """Start all servers, and wait for a primary with a standby. Raises ServiceError."""
        shared = files.shared(self.layout, self.passwords)
        files.write(self.layout.files, shared)
        for name in shared:
            self._give(self.layout.files / name)
        ctypes.CDLL(None).prctl(SUBREAPER_CODE, 1, 0, 0, 0)
        threading.Thread(target=self._reap, name="reaper", daemon=True).start()
        for group in (self.etcds, self.proxies, self.patronis):
            group.look()
        self.wait_until_whole(standbys=1)

    def wait_until_whole(self, standbys: int, within_s: float = FORM_WITHIN_S) -> None:
        """Wait for a primary that this many standbys follow at once. Raises ServiceError."""
        deadline = time.monotonic() + within_s
        while self.standbys() < standbys:
            if time.monotonic() > deadline:
                raise ServiceError(
                    f"No primary with {standbys} standbys within {within_s:.0f} s: look into "
                    f"the logs in {self.place.folder}."
                )
            self.look()
            time.sleep(LOOK_EVERY_S)

    def standbys(self) -> int:
        """How many standbys may confirm commits of the primary; -1 without a primary."""
        with suppress(psycopg.Error):
            where = self.layout.database("postgres", self.passwords.superuser)
            with psycopg.connect(where, connect_timeout=2, autocommit=True) as line:
                row = line.execute(
                    "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'"
                    " AND NOT pg_is_in_recovery()"
                ).fetchone()
                return int(row[0]) if row else 0
        return -1

    def manage(self, *arguments: str, as_owner: bool = False) -> None:
        """Run a `manage.py` command on the cluster. Raises ServiceError if it fails."""
        more = {}
        if as_owner:
            more["OWNER_DATABASE_URL"] = self.layout.database("cardhouse", self.passwords.owner)
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        if subprocess.run(command, cwd=ROOT, env=self.environment() | more).returncode:
            raise ServiceError(f"manage.py {arguments[0]} failed.")

    def look(self) -> None:
        """Restart what ended. Call it a few times a second."""
        for group in (self.etcds, self.proxies, self.patronis):
            group.look()

    def _reap(self) -> None:
        """Take the exit status of PostgreSQL, which Patroni leaves to process 1, or to us.

        Process 1 of a container may take seconds for it, and Patroni takes what is dead for a
        server that runs.
        """
        while not self._over.wait(REAP_EVERY_S):
            for pid in _dead_servers():
                os.waitpid(pid, os.WNOHANG)

    def stop(self) -> None:
        """Stop everything in order."""
        self.apps.stop()
        self.patronis.stop(STOP_SERVERS_WITHIN_S)
        for machine in self.layout.machines:
            self._end_orphan(machine)
        self._over.set()
        self.proxies.stop()
        self.etcds.stop()
        if self._lock is not None:
            os.close(self._lock)

    # -- what the parts are ---------------------------------------------------------------------

    def environment(self) -> dict[str, str]:
        """The environment of web processes, dealers and commands."""
        hidden = ("OWNER_DATABASE_URL", "HOST")
        return {
            **{name: value for name, value in os.environ.items() if name not in hidden},
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "CARDHOUSE_DATA": str(self.place.folder / "app"),
            "PORT": self.layout.site.rpartition(":")[2],
            "DATABASE_URL": self.layout.database("cardhouse_app", self.passwords.program),
            "REPLICA_URL": self.layout.replica("cardhouse_app", self.passwords.program),
            "VALKEY_URL": self.layout.valkey(self.passwords.valkey),
            "TRUSTED_PROXIES": "1",
            **self.settings,
        }

    def folders(self, machine: Machine) -> Folders:
        """Where a machine's data are."""
        return Folders(
            postgres_data=self.place.folder / "postgres" / machine.name,
            etcd_data=self.place.folder / "etcd" / machine.name,
            postgres_bin=self.programs.postgres_bin,
            pgpass=self.place.run / f"{machine.name}.pgpass",
        )

    def postmaster(self, machine: Machine) -> int | None:
        """The process id of its PostgreSQL, if it runs."""
        data = self.folders(machine).postgres_data
        with suppress(OSError, ValueError, IndexError):
            pid = int((data / "postmaster.pid").read_text().split("\n")[0])
            if Path(os.readlink(f"/proc/{pid}/cwd")) == data.resolve():
                return pid
        return None

    def _end_orphan(self, machine: Machine) -> None:
        """Stop a PostgreSQL whose Patroni was killed."""
        deadline = time.monotonic() + STOP_SERVERS_WITHIN_S
        while pid := self.postmaster(machine):
            late = time.monotonic() > deadline
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGQUIT if late else signal.SIGINT)
            time.sleep(LOOK_EVERY_S)

    def _server(
        self, name: str, command: Iterable[object], environment: dict[str, str] | None = None
    ) -> Child:
        """A server under the account of the servers, with a log of its own."""
        account = self.place.account
        switch = ["setpriv", "--pdeathsig", "TERM", "--no-new-privs"]
        if account.uid is not None:
            switch += [f"--reuid={account.uid}", f"--regid={account.gid}", "--clear-groups"]
        log = self.place.log(name.replace(" ", "-"))
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640)
        options: dict[str, Any] = {
            "cwd": self.place.run,
            "stdout": output,
            "stderr": output,
            "env": {
                "PATH": os.environ.get("PATH", os.defpath),
                "LC_ALL": "C",
                "HOME": str(self.place.run),
                **(environment or {}),
            },
        }
        return Child(name, [*switch, "--", *map(str, command)], options)

    def _etcd(self, machine: Machine) -> Child:
        private(self.place.folder / "etcd", self.place.account)
        private(self.folders(machine).etcd_data, self.place.account)
        values = _read(files.machine_environment(self.layout, machine, self.folders(machine)))
        return self._server(f"etcd {machine.name}", [self.programs.etcd], values)

    def _patroni(self, machine: Machine) -> Child:
        private(self.place.folder / "postgres", self.place.account)
        values = {
            **_read(files.machine_environment(self.layout, machine, self.folders(machine))),
            **_read(files.server_secrets(self.passwords)),
            "PYTHONPATH": str(self.programs.packages),
        }
        command = [*self.programs.patroni, self.layout.files / "patroni.yml"]
        return self._server(f"patroni {machine.name}", command, values)

    def _haproxy(self) -> Child:
        command = [self.programs.haproxy, "-db", "-f", self.layout.files / "haproxy.cfg"]
        return self._server("haproxy", command)

    def _valkey(self, machine: Machine) -> Child:
        folder = self.layout.files
        options = ["--bind", machine.address, "--include", folder / "valkey.secret.conf"]
        command = [self.programs.valkey, folder / "valkey.conf", *options]
        return self._server(f"valkey {machine.name}", command)

    @staticmethod
    def _web(machine: Machine) -> list[str]:
        return ["web", "--host", machine.address, "--port", str(PORTS.web)]

    def _app(self, name: str, arguments: list[str]) -> Child:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return Child(name, command, {"env": self.environment(), "cwd": ROOT})

    def _addresses(self) -> list[str]:
        ports = (PORTS.primary, PORTS.replica, PORTS.notifications)
        machines = self.layout.machines
        return [
            self.layout.site,
            *(f"{self.layout.proxy}:{port}" for port in ports),
            *(one.at(port) for one in machines for port in (PORTS.etcd, PORTS.patroni)),
        ]

    def _give(self, path: Path) -> None:
        if self.place.account.uid is not None and self.place.account.gid is not None:
            os.chown(path, self.place.account.uid, self.place.account.gid)


def _dead_servers() -> Iterator[int]:
    """The processes of PostgreSQL that ended and are ours to take leave of."""
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            for pid in (thread / "children").read_text().split():
                if Path(f"/proc/{pid}/stat").read_text().startswith(f"{pid} (postgres) Z"):
                    yield int(pid)


def _kept_passwords(path: Path) -> Passwords:
    """The passwords of an earlier start, else new ones; readable by us alone."""
    with suppress(FileNotFoundError):
        return Passwords(**json.loads(path.read_text()))
    made = files.new_passwords()
    files.write(path.parent, {path.name: json.dumps(vars(made))})
    path.chmod(0o600)
    return made


def _read(environment: str) -> dict[str, str]:
    """The values of a file of variables."""
    lines = [line for line in environment.splitlines() if line and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def _is_taken(address: str) -> bool:
    host, _, port = address.rpartition(":")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
        except OSError:
            return True
    return False
