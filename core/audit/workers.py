"""Processes that share an audit out: all read one snapshot, that of the process that began it.

PostgreSQL lets other connections of its own server take a transaction's snapshot for as long as the
transaction lasts (`pg_export_snapshot`).
"""

import gc
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from typing import TYPE_CHECKING

import django
from django.db import connection, transaction

if TYPE_CHECKING:
    from core.audit.checks import Done, Job, Work

JOBS_AHEAD_MAX = 4
"""The jobs for each process that are read, but not finished."""
JOBS_HERE_MAX = 50
"""So few jobs take less time than to start a process."""
GARBAGE_OBJECTS_MIN = 50_000
"""A replay leaves no cycles; to look for some after each 700 objects takes a third of its time."""


@contextmanager
def processes(count: int) -> Iterator["Work"]:
    """Carry jobs out in `count` processes; to be used in the transaction whose snapshot counts."""
    pools: list[ProcessPoolExecutor] = []

    def work(jobs: Iterable["Job"]) -> Iterator["Done"]:
        rest = iter(jobs)
        first = list(islice(rest, JOBS_HERE_MAX + 1))
        if len(first) <= JOBS_HERE_MAX:
            yield from map(_carry_out, chain(first, rest))
        else:
            pools.append(_pool(count))
            yield from _shared_out(pools[0], chain(first, rest), count * JOBS_AHEAD_MAX)

    try:
        yield work
    finally:
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def available() -> int:
    """The number of processes that can work at once here."""
    return len(os.sched_getaffinity(0))


def _pool(count: int) -> ProcessPoolExecutor:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
    return ProcessPoolExecutor(
        count,
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(snapshot, connection.settings_dict["NAME"]),
    )


def _shared_out(pool: ProcessPoolExecutor, jobs: Iterator["Job"], ahead: int) -> Iterator["Done"]:
    waiting: set[Future[Done]] = set()
    while True:
        waiting |= {pool.submit(_carry_out, job) for job in islice(jobs, ahead - len(waiting))}
        if not waiting:
            return
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        for one in done:
            yield one.result()


def _carry_out(job: "Job") -> "Done":
    # A new process imports this module before Django is set up, and models only after it.
    from core.audit.checks import carry_out

    return carry_out(job)


def _begin(snapshot: str, database: str) -> None:
    """Take the snapshot; it is kept until the process ends."""
    django.setup()
    gc.freeze()
    gc.set_threshold(GARBAGE_OBJECTS_MIN)
    connection.settings_dict["NAME"] = database
    transaction.atomic().__enter__()
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        cursor.execute("SET TRANSACTION SNAPSHOT %s", [snapshot])
