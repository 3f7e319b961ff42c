"""This looks for two primaries: it writes on each machine itself, past the proxy.

Each node is asked to store rows, whether it is the primary or not. The accepted rows are compared
afterwards: at no time may two nodes accept any, and none may be missing.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import psycopg

from config.cluster.layout import PORTS, Machine
from config.cluster.running import Cluster

PAUSE_S = 0.25
DATABASE = "probe"
_WRITE = """
INSERT INTO row (node, number) VALUES (%s, %s)
RETURNING left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
"""


@dataclass(frozen=True, slots=True)
class Write:
    """A row that a node accepted, when it was sent, and when the answer came."""

    node: str
    number: int
    timeline: int
    """PostgreSQL's: each promotion begins a new one."""
    sent: float
    answered: float


def two_primaries(writes: Sequence[Write]) -> Iterator[str]:
    """Yield rows of two nodes on one timeline, and rows of a node that had a successor."""
    nodes: dict[int, str] = {}
    newest: Write | None = None
    for write in sorted(writes, key=lambda one: one.answered):
        first = nodes.setdefault(write.timeline, write.node)
        if first != write.node:
            yield f"{first} and {write.node} both accepted rows on timeline {write.timeline}"
        if newest is not None and write.timeline < newest.timeline and write.sent > newest.answered:
            yield f"{write.node} accepted row {write.number} after {newest.node} was the primary"
        if newest is None or write.timeline > newest.timeline:
            newest = write


class Primaries:
    """The writers, in threads of their own."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.writes: list[Write] = []
        self.refused = 0
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._write_on, args=[machine], daemon=True)
            for machine in cluster.layout.machines
        ]

    def __enter__(self) -> None:
        with psycopg.connect(self._url("postgres"), autocommit=True) as line:
            line.execute(f"CREATE DATABASE {DATABASE}")
        with psycopg.connect(self._url(DATABASE), autocommit=True) as line:
            line.execute("CREATE TABLE row (node text, number integer, PRIMARY KEY (node, number))")
        for thread in self._threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(60)

    def wrong(self) -> list[str]:
        """Return what was accepted twice over, and what was accepted and is not stored."""
        with psycopg.connect(self._url(DATABASE), autocommit=True) as line:
            stored = set(line.execute("SELECT node, number FROM row").fetchall())
        missing = [one for one in self.writes if (one.node, one.number) not in stored]
        return [
            *two_primaries(self.writes),
            *(f"{one.node} accepted row {one.number}, which is not stored" for one in missing),
        ]

    def _url(self, database: str, address: str = "", port: int = PORTS.primary) -> str:
        password = self.cluster.passwords.superuser
        where = f"{address or self.cluster.layout.proxy}:{port}"
        return f"postgresql://postgres:{password}@{where}/{database}?connect_timeout=3"

    def _write_on(self, machine: Machine) -> None:
        number = 0
        while not self._over.is_set():
            with suppress(psycopg.OperationalError):
                url = self._url(DATABASE, machine.address, PORTS.postgres)
                with psycopg.connect(url, autocommit=True) as line:
                    while not self._over.wait(PAUSE_S):
                        number += 1
                        self._write(line, machine, number)
            self._over.wait(PAUSE_S)

    def _write(self, line: psycopg.Connection, machine: Machine, number: int) -> None:
        sent = time.monotonic()
        try:
            row = line.execute(_WRITE, [machine.name, number]).fetchone()
        except psycopg.errors.ReadOnlySqlTransaction:
            self.refused += 1
            return
        assert row is not None
        write = Write(machine.name, number, int(row[0], 16), sent, time.monotonic())
        self.writes.append(write)
