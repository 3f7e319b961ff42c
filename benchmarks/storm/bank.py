"""Reads the whole bank in one snapshot, again and again, during the storm."""

import threading
import time

import psycopg

READ = """
SELECT (SELECT sum(balance) FROM accounts_account),
    (SELECT count(*) FROM accounts_account WHERE balance < 0 AND kind <> 'bank'),
    (SELECT count(*) FROM accounts_account a WHERE kind = 'escrow' AND balance <> (
        SELECT coalesce(sum(stack + pending), 0) FROM lobby_seat WHERE table_id = a.owner_id))
"""
RIGHT = (0, 0, 0)
"""The sum of all balances, accounts below zero, tables whose seats do not match their escrow."""
PAUSE_S = 0.03


class Bank:
    """The reader, in a thread of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.reads = 0
        self.cut = 0
        self.wrong: list[str] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._read_on, name="bank", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _read_on(self) -> None:
        while not self._over.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True, connect_timeout=5) as line:
                    line.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                    line.read_only = True
                    while not self._over.wait(PAUSE_S):
                        self._read(line)
            except psycopg.OperationalError:
                self.cut += 1
                time.sleep(0.1)

    def _read(self, line: psycopg.Connection) -> None:
        with line.transaction():
            found = line.execute(READ).fetchone()
        self.reads += 1
        if found != RIGHT:
            self.wrong.append(f"read {self.reads}: sum, below zero, torn tables = {found}")
