"""Threads of simulated processes: real threads, of which one runs at a time.

A thread pauses before each statement and around each commit. The scheduler decides when it goes on,
or whether its process is killed there. A statement that has to wait for a lock of PostgreSQL really
waits there, and others run meanwhile.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import connections

PAUSES = ("statement", "before commit", "after commit")
"""Where a thread may pause, and where its process may be killed; loops add `await`."""
BLOCKED_AFTER_S = 0.005
LOOK_EVERY_S = 0.0003
_here = threading.local()


class Killed(BaseException):
    """The process of this thread has been killed."""


class LineCut(Exception):
    """The connection is to break at this pause."""


@dataclass(slots=True)
class Job:
    """A call for a thread, and the future of its loop that gets the outcome."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    answer: Any

    def tell(self, result: Any, error: BaseException | None) -> None:
        loop = self.answer.get_loop()
        if not loop.is_closed():
            loop.call_soon(self._tell, result, error)

    def _tell(self, result: Any, error: BaseException | None) -> None:
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(result)
        else:
            self.answer.set_exception(error)


class Thread:
    """A thread of an executor, in a process."""

    def __init__(
        self, process: Any, name: str, first: Callable[..., Any] | None, args: tuple[Any, ...]
    ) -> None:
        self.process, self.name = process, name
        self.job: Job | None = None
        self.ready_at = 0.0
        self.blocked = False
        self.lines: set[Any] = set()
        """Its open connections (`psycopg.Connection`)."""
        self.cut_next = False
        self._first = first, args
        self._pid = 0
        self._mutex = threading.Lock()
        self._in_database = self._answered = False
        self._go, self._back = threading.Lock(), threading.Lock()
        self._go.acquire()
        self._back.acquire()
        self._paused_at = "start"
        self._over = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    # -- for the scheduler ---------------------------------------------------------------------

    def begin(self, job: Job) -> None:
        """Give it something to do."""
        self.job = job
        self.ready_at = self.process.scheduler.now

    def go_on(self) -> str:
        """Let it run up to its next pause; returns where it pauses now."""
        self._go.release()
        wait_s = BLOCKED_AFTER_S
        while not self._back.acquire(timeout=wait_s):
            wait_s *= 2
            with self._mutex:
                if self._in_database and self.process.scheduler.database.is_blocked(self._pid):
                    self.blocked = True
                    return "blocked"
        return self._paused_at

    def settle(self, database: Any, *, patience_s: float = 60.0) -> None:
        """Wait until its statement is answered or is surely blocked. Raises `TimeoutError`."""
        until = time.perf_counter() + patience_s
        while True:
            with self._mutex:
                if self._answered:
                    self.blocked = False
                    self.ready_at = self.process.scheduler.now
                    return
            if patience_s > 5.0 and database.is_blocked(self._pid):
                return
            if time.perf_counter() > until:
                raise TimeoutError
            time.sleep(LOOK_EVERY_S)

    def unwind(self) -> None:
        """End it: its process is dead, and it learns so where it stands."""
        if self.blocked:
            while not self._answered:
                time.sleep(LOOK_EVERY_S)
            self.blocked = False
        if not self._over:
            self._go.release()
            self._back.acquire()
        self._thread.join()

    # -- for the thread itself -------------------------------------------------------------------

    def _run(self) -> None:
        _here.thread = self
        first, args = self._first
        self._go.acquire()
        try:
            if first is not None:
                first(*args)
            while not self.process.dead and self.job is not None:
                job, result, error = self.job, None, None
                try:
                    result = job.function(*job.args)
                except Exception as raised:
                    error = raised
                job.tell(result, error)
                self.job = self.process.next_job(self)
                self.ready_at = self.process.scheduler.now
                self._hand_back("over")
                if self.process.dead:
                    break
        except Killed:
            pass
        finally:
            with suppress(BaseException):
                connections.close_all()
            self._over = True
            self._back.release()

    def _hand_back(self, where: str) -> None:
        self._paused_at = where
        self._back.release()
        self._go.acquire()

    def pause(self, where: str) -> None:
        """Let others run here, perhaps. Raises `Killed` and `LineCut`."""
        process, scheduler = self.process, self.process.scheduler
        if process.dead:
            raise Killed
        if process.doom == where:
            process.doomed = True
        if process.doomed or scheduler.rng.random() < 0.6:
            self.ready_at = scheduler.now + scheduler.latency()
            self._hand_back(where)
        if process.dead:
            raise Killed
        if process.doom == f"cut {where}":
            process.doom = None
            raise LineCut

    def enter_database(self, line: Any) -> None:
        """Note that this thread waits for PostgreSQL from now on."""
        self.lines.add(line)
        self._pid = line.pgconn.backend_pid
        self.process.scheduler.database.tell(self.process.scheduler.now)
        with self._mutex:
            self._in_database, self._answered = True, False

    def leave_database(self) -> None:
        """Note that PostgreSQL has answered; after a wait for a lock others go on first."""
        with self._mutex:
            self._in_database, self._answered = False, True
            waited = self.blocked
        if waited:
            self._go.acquire()


def current_thread() -> Thread | None:
    """The simulated thread that calls; None for any other."""
    return getattr(_here, "thread", None)
