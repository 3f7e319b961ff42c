"""One thread at a time, in an order and at times that come from a seed.

A `Process` stands for a process of the platform: an event loop of its own, threads of its own, and
its own values of what modules keep for a process. The scheduler runs one callback of a loop, or one
thread up to its next pause, and then chooses again. Time is virtual: it moves on when nothing is to
be done. Within a loop callbacks run in their order, as asyncio promises.
"""

import asyncio
import heapq
import random
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from tests.simulation.threads import Job, Killed, Thread, current_thread

__all__ = ["Killed", "Process", "Scheduler", "SimulatedLoop", "Stuck"]

STEPS_MAX = 3_000_000
BURIED_STEPS_MAX = 20_000
Global = tuple[Any, str]
"""An object and the name of an attribute of which each process has its own value."""


class Stuck(Exception):
    """Nothing is left to be done, or it does not end."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop whose callbacks the scheduler runs one by one, in virtual time."""

    def __init__(self, process: "Process") -> None:
        self.process = process
        super().__init__()
        self._ready: deque[asyncio.Handle]
        self._scheduled: list[asyncio.TimerHandle]
        self.failures: list[dict[str, Any]] = []

    def time(self) -> float:
        return self.process.scheduler.now

    def is_running(self) -> bool:
        return not self.process.dead

    def set_debug(self, enabled: bool) -> None:
        self._debug = enabled

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.failures.append(context)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        answer = self.create_future()
        if self.process.dead:
            answer.cancel()
        else:
            self.process.submit(executor, Job(func, args, answer))
        return answer

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """Its threads belong to the process."""

    def due_at(self) -> float | None:
        """When it has something to run; None if it waits for others."""
        if self._ready:
            return 0.0
        while self._scheduled and self._scheduled[0]._cancelled:
            heapq.heappop(self._scheduled)
        return self._scheduled[0]._when if self._scheduled else None  # type: ignore[attr-defined]

    def step(self) -> str:
        """Run one callback; returns its name."""
        now = self.time()
        while self._scheduled and (
            self._scheduled[0]._cancelled or self._scheduled[0]._when <= now  # type: ignore[attr-defined]
        ):
            timer = heapq.heappop(self._scheduled)
            if not timer._cancelled:
                self._ready.append(timer)
        while self._ready:
            handle = self._ready.popleft()
            if not handle._cancelled:
                asyncio._set_running_loop(self)
                try:
                    handle._run()
                finally:
                    asyncio._set_running_loop(None)
                callback = getattr(handle, "_callback", None)
                return getattr(callback, "__qualname__", type(callback).__name__)
        return ""


class _Pool:
    """The threads of one executor."""

    def __init__(self, process: "Process", executor: Any) -> None:
        self._process = process
        self._most = getattr(executor, "_max_workers", 4)
        self._first = getattr(executor, "_initializer", None), getattr(executor, "_initargs", ())
        self.threads: list[Thread] = []
        self._jobs: deque[Job] = deque()

    def submit(self, job: Job) -> None:
        idle = next((one for one in self.threads if one.job is None), None)
        if idle is None and len(self.threads) < self._most:
            name = f"{self._process.name}/{len(self._process.pools)}.{len(self.threads)}"
            idle = Thread(self._process, name, *self._first)
            self.threads.append(idle)
            self._process.threads.append(idle)
        if idle is None:
            self._jobs.append(job)
        else:
            idle.begin(job)

    def next_job(self) -> Job | None:
        return self._jobs.popleft() if self._jobs else None


class Process:
    """A process of the platform; `skew` is how far its clock is ahead of the database's, in s."""

    def __init__(self, scheduler: "Scheduler", name: str, *, skew: float = 0.0) -> None:
        self.scheduler, self.name, self.skew = scheduler, name, skew
        self.dead = self.doomed = False
        self.loop = SimulatedLoop(self)
        self.pools: dict[int, tuple[Any, _Pool]] = {}
        self.threads: list[Thread] = []
        self.doom: str | None = None
        """The pause at which it is killed (`threads.PAUSES`)."""
        self.frozen_until = 0.0
        self.globals: dict[int, Any] = {}
        self.on_death: list[Callable[[], None]] = []

    def submit(self, executor: Any, job: Job) -> None:
        """Run a job in a thread of an executor of this process."""
        if id(executor) not in self.pools:
            self.pools[id(executor)] = executor, _Pool(self, executor)
        self.pools[id(executor)][1].submit(job)

    def next_job(self, thread: Thread) -> Job | None:
        pool = next(pool for _e, pool in self.pools.values() if thread in pool.threads)
        return pool.next_job()


class Scheduler:
    """Runs processes. `database` tells the virtual time to PostgreSQL and sees who waits there."""

    def __init__(self, seed: int, database: Any, own: Sequence[tuple[Any, str, Any]]) -> None:
        self.rng = random.Random(f"schedule {seed}")
        self.database = database
        self.now = 0.0
        """Virtual seconds since the start."""
        self.processes: list[Process] = []
        self.trace: list[tuple[float, str, str]] = []
        self.steps = 0
        self._own = own
        self._present: Process | None = None
        self._dead: list[Process] = []

    # -- processes -----------------------------------------------------------------------------

    def start(self, name: str, *, skew: float = 0.0) -> Process:
        """A new process, without anything to do yet."""
        process = Process(self, name, skew=skew)
        process.globals = {
            n: make() if callable(make) else make for n, (_o, _n, make) in enumerate(self._own)
        }
        self.processes.append(process)
        return process

    def enter(self, process: Process | None) -> None:
        """Let modules have the values of this process."""
        if process is self._present:
            return
        for n, (holder, name, _make) in enumerate(self._own):
            if self._present is not None:
                self._present.globals[n] = getattr(holder, name)
            if process is not None:
                setattr(holder, name, process.globals[n])
        self._present = process

    def clock_skew(self) -> float:
        """How far the clock of the running process is ahead, in seconds."""
        return self._present.skew if self._present is not None else 0.0

    def kill(self, process: Process) -> None:
        """End a process as SIGKILL does: nothing of it runs any more, its connections break."""
        if process.dead:
            return
        self.note(process.name, "killed")
        process.dead = True
        self.enter(process)
        lines = [line for thread in process.threads for line in thread.lines]
        self.database.cut(lines)
        for thread in process.threads:
            thread.unwind()
        self.database.wait_until_gone(lines)
        self.enter(None)
        self.processes.remove(process)
        self._dead.append(process)
        for tell in process.on_death:
            tell()
        self._settle_blocked()

    def bury(self) -> None:
        """End what dead processes have left, so that nothing of them runs while it is collected."""
        for process in list(self.processes):
            self.kill(process)
        for process in self._dead:
            loop = process.loop
            self.enter(process)
            for task in asyncio.all_tasks(loop):
                task.cancel()
            for _ in range(BURIED_STEPS_MAX):
                if not any(not task.done() for task in asyncio.all_tasks(loop)):
                    break
                loop.step()
            for task in asyncio.all_tasks(loop):
                task._log_destroy_pending = False  # type: ignore[attr-defined]
            self.enter(None)
            loop.close()

    # -- running ---------------------------------------------------------------------------------

    def note(self, who: str, what: str) -> None:
        """Add a line to the trace."""
        self.trace.append((round(self.now, 6), who, what))

    def latency(self) -> float:
        """Seconds until the answer of a server: mostly a millisecond, now and then much longer."""
        chance = self.rng.random()
        if chance < 0.003:
            return self.rng.uniform(0.05, 1.5)
        return 0.0002 + self.rng.random() * (0.02 if chance < 0.1 else 0.002)

    def run(self, until: Callable[[], bool], *, seconds: float) -> None:
        """Run until something is true. Raises `Stuck` after virtual seconds, or if all wait."""
        end = self.now + seconds
        while not until():
            if self.now > end or self.steps > STEPS_MAX:
                raise Stuck(f"not done after {seconds:g} s of virtual time")
            self.step()

    def step(self) -> None:
        """Run one callback or one thread; before that, let time pass if nothing is due."""
        self.steps += 1
        due: list[tuple[Process, Thread | None]] = []
        soonest: float | None = None
        for process in self.processes:
            times = [(process.loop.due_at(), None)]
            times += [(t.ready_at, t) for t in process.threads if t.job and not t.blocked]
            for at, thread in times:
                if at is None:
                    continue
                at = max(at, process.frozen_until)
                if at <= self.now:
                    due.append((process, thread))
                elif soonest is None or at < soonest:
                    soonest = at
        if not due:
            if soonest is None:
                self._wait_for_blocked()
                return
            self.now = soonest
            return
        process, thread = due[self.rng.randrange(len(due))]
        self.enter(process)
        if thread is None:
            what = process.loop.step()
        else:
            what = thread.go_on()
        self.note(process.name if thread is None else thread.name, what)
        if process.doom == "await":
            process.doomed = True
        if thread is not None:
            self._settle_blocked()
        if process.doomed:
            self.kill(process)

    # -- threads that wait for a lock of PostgreSQL ----------------------------------------------

    @property
    def blocked(self) -> list[Thread]:
        return [t for process in self.processes for t in process.threads if t.blocked]

    def _settle_blocked(self) -> None:
        """Wait until each blocked thread has its answer, or is surely still blocked."""
        for thread in self.blocked:
            thread.settle(self.database)

    def _wait_for_blocked(self) -> None:
        """Let PostgreSQL end a deadlock; nothing else can happen."""
        if not self.blocked:
            raise Stuck("every process waits for ever")
        with suppress(TimeoutError):
            for thread in self.blocked:
                thread.settle(self.database, patience_s=5.0)
                if not thread.blocked:
                    return
        if len(self.blocked) == sum(len(process.threads) for process in self.processes):
            raise Stuck("all threads wait for locks")


def running_process() -> Process | None:
    """The process of the thread that runs; None outside of the simulation's threads."""
    thread = current_thread()
    return thread.process if thread is not None else None
