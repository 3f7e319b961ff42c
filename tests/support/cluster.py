"""A primary and a streaming standby on this machine, which change roles and can be frozen."""

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg

from config.embedded import binaries
from config.embedded.servers import NAME, PROGRAM, USER
from tests.support.prepared import fill
from tests.support.waiting import wait_until


class Node:
    """One PostgreSQL with its data in `folder`, listening on a socket there."""

    def __init__(self, folder: Path, program: Path, account: binaries.Account) -> None:
        self.folder, self.data = folder, folder / "data"
        self._program, self._account = program, account

    def run(self, name: str, *arguments: str) -> None:
        """Run a program of PostgreSQL, and wait for its end."""
        done = subprocess.run(
            [str(self._program.with_name(name)), *arguments],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **self._account.popen(),  # type: ignore[call-overload]
        )
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Start it as what its files say, and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "-w", "-D", str(self.data), "-l", log, "-o", options)

    def stop(self) -> None:
        """Stop it after everything has been sent to its standby."""
        with suppress(AssertionError):
            self.run("pg_ctl", "stop", "-w", "-m", "fast", "-D", str(self.data))

    def follow(self, primary: "Node") -> None:
        """Make it a standby of another node at its next start."""
        (self.data / "standby.signal").touch()
        line = f"primary_conninfo = 'host={primary.folder} user={USER}'\n"
        (self.data / "postgresql.auto.conf").write_text(line)

    def query(self, statement: str) -> object:
        """The first value of a statement's rows."""
        where = {"host": str(self.folder), "user": USER, "dbname": NAME}
        with psycopg.connect(**where, autocommit=True) as line:
            row = line.execute(statement.encode()).fetchone()
        return row[0] if row else None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to each of its processes."""
        pid = int((self.data / "postmaster.pid").read_text().split("\n")[0])
        postmaster = psutil.Process(pid)
        for process in [postmaster, *postmaster.children()]:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)


class Cluster:
    """Two nodes; `primary` is the one that takes writes."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cards-ha-", dir="/tmp"))
        self.folder.chmod(0o755)
        fill(self.folder)
        place = binaries.place(self.folder, durable=False)
        program = binaries.programs(place)[1]
        nodes = []
        for name in ("a", "b"):
            folder = self.folder / name
            folder.mkdir()
            if place.account.uid is not None and place.account.gid is not None:
                os.chown(folder, place.account.uid, place.account.gid)
            nodes.append(Node(folder, program, place.account))
        self.primary, self.standby = nodes
        self.hosts = ",".join(str(node.folder) for node in nodes)
        (self.folder / "postgres" / "data").rename(self.primary.data)
        self.primary.start()
        source = ["-h", str(self.primary.folder), "-U", USER, "-D", str(self.standby.data)]
        self.standby.run("pg_basebackup", *source, "-c", "fast", "--no-sync")
        self.standby.follow(self.primary)
        self.standby.start()

    def url(self, user: str = PROGRAM) -> str:
        """The URL of both nodes."""
        hosts = ",".join(part.replace("/", "%2F") for part in self.hosts.split(","))
        return f"postgresql://{user}@{hosts}/{NAME}"

    def switch_over(self) -> None:
        """Let the standby be the primary, and the primary its standby, as an operator does."""
        old, new = self.primary, self.standby
        wait_until(lambda: old.query("SELECT count(*) = 1 FROM pg_stat_replication"), "the standby")
        old.stop()
        new.query("SELECT pg_promote()")
        old.follow(new)
        old.start()
        self.primary, self.standby = new, old

    def close(self) -> None:
        """Stop both nodes, and remove their data."""
        for node in (self.standby, self.primary):
            with suppress(psutil.Error, OSError):
                node.signal(signal.SIGCONT)
            node.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
