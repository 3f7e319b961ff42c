"""The pool of worker processes is bounded, and survives failing jobs, kills and a dead parent."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from core.errors import Busy, JobTimedOut, WorkerLost
from core.runtime.cpu_pool import WORKER_NICENESS, CpuPool
from tests.core.runtime import jobs
from tests.support.processes import runs
from tests.support.waiting import PATIENCE_S, wait_until

ROOT = Path(__file__).resolve().parents[3]
PARENT = """
import signal, sys
sys.path.insert(0, {root!r})
from core.runtime.cpu_pool import CpuPool
from tests.core.runtime import jobs
if __name__ == "__main__":
    pool = CpuPool(2, 4, "orphans")
    pool.run(jobs.add, 1, 2)
    running = [pool.submit(jobs.spin), pool.submit(jobs.about_me)]
    running[1].result()
    print(*pool.pids(), flush=True)
    signal.pause()
"""


@pytest.fixture
def pool() -> Iterator[CpuPool]:
    pool = CpuPool(1, 2, "test", limit_s=PATIENCE_S, prepare=jobs.prepare)
    yield pool
    pool.close()


def test_a_job_runs_elsewhere_with_low_priority_and_without_django(pool: CpuPool) -> None:
    pid, niceness, has_django = pool.run(jobs.about_me)
    assert pid != os.getpid()
    assert niceness == min(19, os.nice(0) + WORKER_NICENESS)
    assert not has_django
    assert pool.run(jobs.prepared) == "yes"


def test_workers_inherit_no_socket(pool: CpuPool) -> None:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        held = os.readlink(f"/proc/self/fd/{listener.fileno()}")
        assert held.startswith("socket:")
        assert held not in pool.run(jobs.open_sockets)


def test_nothing_is_started_before_the_first_job_unless_asked(pool: CpuPool) -> None:
    assert pool.pids() == []
    pool.warm_up()
    wait_until(lambda: len(pool.pids()) == 1, "the worker")


def test_many_threads_start_the_pool_once(pool: CpuPool) -> None:
    wide = CpuPool(2, 30, "wide")
    try:
        with ThreadPoolExecutor(16) as threads:
            sums = list(threads.map(lambda n: wide.run(jobs.add, n, 1), range(30)))
        assert sums == list(range(1, 31))
        assert len(wide.pids()) == 2
    finally:
        wide.close()


def test_more_jobs_than_the_queue_holds_are_refused(pool: CpuPool, tmp_path: Path) -> None:
    gate = str(tmp_path / "go")
    accepted = [pool.submit(jobs.wait_for, gate) for _ in range(3)]  # one works, two wait
    with pytest.raises(Busy) as refusal:
        pool.submit(jobs.add, 1, 2)
    assert refusal.value.retry_after_s > 0
    Path(gate).touch()
    assert [future.result(PATIENCE_S) for future in accepted] == [gate] * 3
    assert pool.run(jobs.add, 1, 2) == 3  # the queue has free places again


def test_a_cancelled_job_is_never_started(pool: CpuPool, tmp_path: Path) -> None:
    gate, begun = str(tmp_path / "go"), tmp_path / "begun"
    first = pool.submit(jobs.wait_for, gate)
    second = pool.submit(jobs.mark, str(begun))
    assert second.cancel()
    Path(gate).touch()
    first.result(PATIENCE_S)
    assert pool.run(jobs.add, 1, 2) == 3
    assert not begun.exists()


def test_errors_are_returned_even_if_they_cannot_be_unpickled(pool: CpuPool) -> None:
    with pytest.raises(ValueError, match="no") as error:
        pool.run(jobs.refuse)
    assert any("refuse" in note for note in error.value.__notes__)
    with pytest.raises(RuntimeError, match="Stubborn"):
        pool.run(jobs.refuse_stubbornly)
    assert pool.run(jobs.add, 1, 2) == 3


def test_a_worker_that_dies_is_replaced(pool: CpuPool) -> None:
    first, *_ = pool.run(jobs.about_me)
    with pytest.raises(WorkerLost):
        pool.run(jobs.die)
    second, *_ = pool.run(jobs.about_me)
    assert second != first


def test_a_worker_killed_between_jobs_is_replaced(pool: CpuPool) -> None:
    first, *_ = pool.run(jobs.about_me)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: first not in pool.pids(), "another worker")
    second, *_ = pool.run(jobs.about_me)
    assert second != first


@pytest.mark.slow
def test_a_job_over_its_limit_is_stopped_and_the_next_one_runs(pool: CpuPool) -> None:
    pool.limit_s = 0.2
    with pytest.raises(JobTimedOut):
        pool.run(jobs.spin)
    pool.limit_s = PATIENCE_S
    assert pool.run(jobs.add, 1, 2) == 3


def test_close_stops_workers_and_fails_waiting_jobs(pool: CpuPool) -> None:
    running, waiting = pool.submit(jobs.spin), pool.submit(jobs.add, 1, 2)
    wait_until(lambda: running.running() and len(pool.pids()) == 1, "the job")
    (pid,) = pool.pids()
    pool.close()
    assert isinstance(running.exception(PATIENCE_S), WorkerLost)
    assert isinstance(waiting.exception(PATIENCE_S), Busy)
    assert not psutil.pid_exists(pid)
    assert pool.run(jobs.add, 1, 2) == 3  # and it can be used again


async def test_asyncio_awaits_jobs(pool: CpuPool) -> None:
    assert await pool.arun(jobs.add, 1, 2) == 3


async def test_without_workers_jobs_run_here() -> None:
    inline = CpuPool(0, 0, "inline")
    assert inline.run(jobs.about_me)[0] == os.getpid()
    assert (await inline.arun(jobs.about_me))[0] == os.getpid()
    with pytest.raises(ValueError, match="no"):
        inline.run(jobs.refuse)


@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(root=str(ROOT)))
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [psutil.Process(int(pid)) for pid in parent.stdout.readline().split()]
        assert len(workers) == 2  # one of them in the middle of a job
        parent.kill()
    wait_until(lambda: not any(map(runs, workers)), "the workers to end")
