"""Worker processes for heavy computing, so that the threads that serve people stay free.

pebble starts, watches, stops and replaces the processes. What it leaves to us is here: a bound on
the jobs that wait, a low priority, and workers that end with their parent however that one ends.
"""

import asyncio
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from multiprocessing import connection, get_context, parent_process
from typing import Any, ParamSpec, TypeVar

from pebble import ProcessPool

from core.errors import Busy, JobTimedOut, WorkerLost

P = ParamSpec("P")
T = TypeVar("T")

NICENESS = 15
"""Added to the workers' nice value: whoever waits for a click comes first."""


class CpuPool:
    """`workers` processes for pure, picklable functions; at most `queue` jobs wait for them.

    A job is a function of a module and picklable arguments. It must need neither Django nor the
    database: workers import the function's module and nothing else. They are started by the first
    job or by `warm_up`, have a low priority, inherit no socket, and end with their parent however
    that one ends. A worker that was killed while it had no job is replaced when the next job finds
    it gone: that job raises WorkerLost. All methods may be called from any thread.

    With `workers` 0 jobs run in the calling thread, one after the other for each caller and without
    limits; that is for tests and for machines without memory to spare.
    """

    def __init__(
        self,
        workers: int,
        queue: int,
        name: str,
        *,
        limit_s: float = 20.0,
        prepare: Callable[[], object] | None = None,
        nice: int = NICENESS,
    ) -> None:
        """Describe the pool; no process is started yet.

        `limit_s`: how long a job may run. `prepare`: called first in every worker, for instance to
        import modules and fill tables, so that no job waits for it. `nice`: added to the workers'
        nice value.
        """
        self.workers = workers
        self.name = name
        self.limit_s = limit_s
        self._begin = partial(_begin, prepare, nice)
        self._places = threading.Semaphore(workers + queue)
        self._lock = threading.Lock()
        self._pool: ProcessPool | None = None

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        """Hand in a job; raises Busy when the queue is full.

        The future raises what the function raised, JobTimedOut, or WorkerLost. A job that is
        cancelled while it waits is never begun; one that has begun runs to its end.
        """
        future: Future[T] = Future()
        if not self.workers:
            _settle(future, partial(function, *args, **kwargs))
            return future
        if not self._places.acquire(blocking=False):
            raise Busy
        try:
            work = pickle.dumps((function, args, kwargs))
            job = self._running().schedule(_answer, (work,), timeout=self.limit_s)
        except BaseException:
            self._places.release()
            raise
        job.add_done_callback(partial(self._hand_over, future))
        future.add_done_callback(partial(_cancel_waiting, job))
        return future

    def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The function's result; waits for it in this thread. Raises as `submit` and its future."""
        return self.submit(function, *args, **kwargs).result()

    async def arun(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """The function's result, awaited. Raises as `submit` and its future."""
        if not self.workers:
            return await asyncio.to_thread(function, *args, **kwargs)
        return await asyncio.wrap_future(self.submit(function, *args, **kwargs))

    def warm_up(self) -> None:
        """Start the workers now, without waiting for them."""
        if self.workers:
            self._running()

    def close(self) -> None:
        """Stop the workers, also in the middle of a job; those who wait get Busy.

        A job handed in afterwards starts the pool anew.
        """
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]
            pool.join()

    def _running(self) -> ProcessPool:
        with self._lock:
            if self._pool is None or not self._pool.active:
                # Never a plain fork: this process has threads, locks and sockets that a copy must
                # not have.
                self._pool = ProcessPool(
                    self.workers, initializer=self._begin, context=get_context("spawn")
                )
                self._pool.schedule(_nothing)  # the first job starts the workers
            return self._pool

    def _hand_over(self, future: "Future[Any]", job: "Future[Any]") -> None:
        """Give what became of a job, and its place, to those who handed it in."""
        self._places.release()
        if not future.set_running_or_notify_cancel():
            return
        if job.cancelled():
            future.set_exception(Busy())
        elif (error := job.exception()) is None:
            done, value = pickle.loads(job.result())  # noqa: S301 - our own worker wrote it
            future.set_result(value) if done else future.set_exception(value)
        elif isinstance(error, TimeoutError):
            future.set_exception(JobTimedOut("That took too long and was stopped."))
        else:
            future.set_exception(WorkerLost())


def _settle(future: "Future[T]", job: Callable[[], T]) -> None:
    """Run the job here and let the future have what comes of it."""
    try:
        future.set_result(job())
    except Exception as error:
        future.set_exception(error)


def _cancel_waiting(job: Any, future: "Future[Any]") -> None:
    """Take a job that nobody waits for any more out of the queue."""
    if future.cancelled() and not job.running():
        job.cancel()


def _nothing() -> None:
    pass


def _answer(work: bytes) -> bytes:
    """`(True, result)` or `(False, error)`, pickled: what cannot be read back would end all."""
    try:
        function, args, kwargs = pickle.loads(work)  # noqa: S301 - our own parent wrote it
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as error:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        try:
            answer = pickle.dumps((False, error))
            pickle.loads(answer)  # noqa: S301 - some errors are written but cannot be read
        except Exception:
            return pickle.dumps((False, RuntimeError(traceback.format_exc())))
        return answer


def _begin(prepare: Callable[[], object] | None, nice: int) -> None:
    """The beginning of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the parent ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.nice(nice)
    if prepare is not None:
        prepare()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
