"""Worker processes for heavy computing, so that request threads stay free.

`concurrent.futures.ProcessPoolExecutor` breaks as a whole when one worker dies and cannot stop a
job. pebble 5.2 can, but measures a job's time from the worker's confirmation that it has begun, so
a worker that hangs before that blocks its job for ever; a killed worker costs the next job; and a
call takes 1 ms instead of 0.13 ms. So each worker here has a thread that gives it one job at a
time, waits no longer than the job's limit, and replaces a worker that died.
"""

import asyncio
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

from core.errors import Busy, JobTimedOut, WorkerLost

P = ParamSpec("P")
T = TypeVar("T")

WORKER_NICENESS = 15
"""Added to the workers' nice value: requests of users come first."""
START_S = 60.0
"""A worker that is not ready after this many seconds is given up."""

# Never a plain fork: the child must not copy this process's threads, locks and sockets.
_spawn = get_context("spawn")


class CpuPool:
    """`workers` processes for pure, picklable functions; at most `queue` jobs wait for them.

    A job is a module-level function and picklable arguments. Workers import the function's module
    and nothing else: a job that needs Django's models needs `prepare=django.setup`, and no job may
    use the database. The first job or `warm_up` starts the workers. They have a low priority,
    inherit no socket, and end with their parent however it ends. All methods are thread-safe.

    With `workers` 0 jobs run in the calling thread, without limits. This is for tests and for
    machines with little memory.
    """

    def __init__(
        self,
        workers: int,
        queue: int,
        name: str,
        *,
        limit_s: float = 20.0,
        prepare: Callable[[], object] | None = None,
        nice: int = WORKER_NICENESS,
    ) -> None:
        """Describe the pool; no process is started yet.

        `limit_s`: how long a job may run. `prepare`: called first in every worker, for example to
        import modules and fill tables, so that no job waits for it. `nice`: added to the workers'
        nice value.
        """
        self.workers = workers
        self.name = name
        self.limit_s = limit_s
        self._prepare = prepare
        self._nice = nice
        self._places = threading.Semaphore(workers + queue)
        self._lock = threading.Lock()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._slots: list[_Slot] = []
        self._under_way: set[Future[Any]] = set()

    @property
    def jobs(self) -> int:
        """The jobs that are under way or wait."""
        return len(self._under_way)

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Submit a job; raises Busy when the queue is full.

        The future raises what the function raised, JobTimedOut, or WorkerLost. A job that is
        cancelled while it waits is never started.
        """
        future: Future[T] = Future()
        if not self.workers:
            _settle(future, function, args, kwargs)
            return future
        work = pickle.dumps((function, args, kwargs))
        if not self._places.acquire(blocking=False):
            raise Busy
        self._under_way.add(future)
        future.add_done_callback(self._end)
        with self._lock:
            self._start()
            self._jobs.put(_Job(work, future))
        return future

    def _end(self, future: "Future[Any]") -> None:
        self._under_way.discard(future)
        self._places.release()

    def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Wait in this thread for the function's result. Raises as `submit` and its future."""
        return self.submit(function, *args, **kwargs).result()

    async def arun(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Await the function's result. Raises as `submit` and its future."""
        if not self.workers:
            return await asyncio.to_thread(function, *args, **kwargs)
        return await asyncio.wrap_future(self.submit(function, *args, **kwargs))

    def warm_up(self) -> None:
        """Start the workers now, without waiting for them."""
        with self._lock:
            self._start()

    def close(self) -> None:
        """Stop the workers at once; waiting callers get Busy or WorkerLost.

        A job submitted afterwards starts the pool again.
        """
        with self._lock:
            slots, self._slots = self._slots, []
            with suppress(Empty):
                while (job := self._jobs.get_nowait()) is not None:
                    _fail(job.future, Busy())
            for slot in slots:
                slot.stop()
                self._jobs.put(None)
            for slot in slots:
                slot.join()

    def pids(self) -> list[int]:
        """The process ids of the running workers."""
        return [pid for slot in self._slots if (pid := slot.pid) is not None]

    def _start(self) -> None:
        if not self._slots:
            self._jobs = SimpleQueue()
            self._slots = [_Slot(self, self._jobs, number) for number in range(self.workers)]
            for slot in self._slots:
                slot.start()


@dataclass
class _Job:
    work: bytes
    future: "Future[Any]"


class _Slot(threading.Thread):
    """The thread of one worker; no other thread communicates with it."""

    def __init__(self, pool: CpuPool, jobs: "SimpleQueue[_Job | None]", number: int) -> None:
        super().__init__(name=f"cpu pool {pool.name} {number}", daemon=True)
        self._pool = pool
        self._jobs = jobs
        self._worker: tuple[SpawnProcess, Connection] | None = None
        self._stopping = False

    @property
    def pid(self) -> int | None:
        worker = self._worker
        return worker[0].pid if worker is not None and worker[0].is_alive() else None

    def stop(self) -> None:
        """Kill the worker; the thread ends with its job."""
        self._stopping = True
        if self._worker is not None:
            self._worker[0].kill()

    def run(self) -> None:
        with suppress(WorkerLost):
            self._ready_worker()
        while not self._stopping and (job := self._jobs.get()) is not None:
            if not job.future.set_running_or_notify_cancel():
                continue
            try:
                done, value = self._do(job.work)
            except Exception as error:
                job.future.set_exception(error)
                with suppress(WorkerLost):
                    self._ready_worker()  # the next job must not wait for a new one
            else:
                job.future.set_result(value) if done else job.future.set_exception(value)
        self._end_worker()

    def _do(self, work: bytes) -> tuple[bool, Any]:
        _, line = self._ready_worker()
        try:
            line.send_bytes(work)
            if not line.poll(self._pool.limit_s):
                self._end_worker()
                raise JobTimedOut
            answer: tuple[bool, Any] = line.recv()
        except (EOFError, OSError):
            self._end_worker()
            raise WorkerLost from None
        return answer

    def _ready_worker(self) -> tuple[SpawnProcess, Connection]:
        """The worker, or a new one if it died; raises WorkerLost."""
        if self._worker is not None and self._worker[0].is_alive():
            return self._worker
        self._end_worker()
        if self._stopping:
            raise WorkerLost
        ours, theirs = _spawn.Pipe()
        process = _spawn.Process(
            target=_work,
            args=(theirs, self._pool._prepare, self._pool._nice),
            name=self.name,
            daemon=True,
        )
        process.start()
        theirs.close()
        self._worker = process, ours
        try:
            if ours.poll(START_S):
                ours.recv()
                return self._worker
        except (EOFError, OSError):
            pass
        self._end_worker()
        raise WorkerLost

    def _end_worker(self) -> None:
        if self._worker is not None:
            (process, line), self._worker = self._worker, None
            process.kill()
            process.join()
            line.close()


def _settle(
    future: "Future[T]", function: Callable[..., T], args: Any, kwargs: dict[str, Any]
) -> None:
    """Run the function in this thread and settle the future with its result or error."""
    try:
        future.set_result(function(*args, **kwargs))
    except Exception as error:
        future.set_exception(error)


def _fail(future: "Future[Any]", error: Exception) -> None:
    if future.set_running_or_notify_cancel():
        future.set_exception(error)


def _work(line: Connection, prepare: Callable[[], object] | None, nice: int) -> None:
    """The worker process: reports that it is ready, then runs one job after the other."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches the whole group; the parent ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.nice(nice)
    if prepare is not None:
        prepare()
    line.send(True)
    with suppress(EOFError):  # the parent has closed its end
        while True:
            line.send_bytes(_answer(line.recv_bytes()))


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _answer(work: bytes) -> bytes:
    """`(True, result)` or `(False, error)`, pickled."""
    try:
        function, args, kwargs = pickle.loads(work)  # noqa: S301 (our own parent wrote it)
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        try:
            answer = pickle.dumps((False, error))
            pickle.loads(answer)  # noqa: S301 (some errors are written but cannot be read)
        except Exception:
            return pickle.dumps((False, RuntimeError(traceback.format_exc())))
        return answer
