"""Chores: what comes again, how often, and doing it; the dealers do what is due.

Any number of dealers may look. A chore is claimed by moving its `due_at` on by a lease, in a short
transaction; nothing is locked while it runs. One that fails is logged, shown to staff, and tried
again after a while that grows. Heavy chores run at night, in a process of their own at a low
priority. Own code, since a library for this (Procrastinate, APScheduler, django-q2) brings its
own worker or schema, and all that these jobs need is one row each.
"""

import datetime
import subprocess
import sys
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial

import structlog
from django.conf import settings
from django.db import close_old_connections, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from core.clock import database_now
from core.errors import RequestRefused
from core.periodic_tasks.models import PeriodicTask
from core.periodic_tasks.task import MINUTE, TASKS, Task

LOOK_S = 5.0
FIRST_LOOK_S = 45.0
"""Who has just started the platform wants to see tables, not housekeeping."""
HEAVY_AFTER_S = 300.0
"""A machine that was off at night does the night's work so long after the start."""
STOP_S = 2.0
LONGEST_WAIT, MANY = datetime.timedelta(hours=1), 10

log = structlog.get_logger("chores")


@dataclass(frozen=True, slots=True)
class Claim:
    """A chore that is ours to do until its lease ends."""

    task: Task
    began: datetime.datetime


def enroll() -> None:
    """Give each chore its row: daily ones begin with their hour, the others now."""
    now = database_now()
    PeriodicTask.objects.bulk_create(
        [
            PeriodicTask(name=task.name, due_at=task.next_after(now) if task.at else now)
            for task in TASKS.values()
        ],
        ignore_conflicts=True,
    )


def claim(names: Collection[str], *, due: bool = True) -> Claim | None:
    """Take one of these chores, the longest due first; None if none is due and free.

    With `due` False also one whose time has not come, but none that is under way.
    """
    free = Q(due_at__lte=Now())
    if not due:
        free |= Q(started_at=None) | Q(finished_at__gte=F("started_at"))
    with transaction.atomic():
        rows = PeriodicTask.objects.select_for_update(skip_locked=True)
        chore = rows.filter(free, name__in=names).order_by("due_at").first()
        if chore is None:
            return None
        now, task = database_now(), TASKS[chore.name]
        chore.started_at, chore.due_at = now, now + task.lease
        chore.save(update_fields=["started_at", "due_at"])
        return Claim(task, now)


def carry_out(claimed: Claim, do: Callable[[], str] | None = None) -> PeriodicTask:
    """Do a claimed chore (by way of `do`, if given) and note how it went, also when it fails."""
    task = claimed.task
    try:
        outcome, failed = (do or task.do)(), False
    except Exception as error:
        log.exception("a chore failed", chore=task.name)
        outcome, failed = f"{type(error).__name__}: {error}", True
    now = database_now()
    with transaction.atomic():
        chore = PeriodicTask.objects.select_for_update().get(pk=task.name)
        if chore.started_at != claimed.began:
            return chore  # the lease was over, and another has taken it
        chore.finished_at, chore.outcome = now, outcome[:300]
        chore.took_ms = (now - claimed.began) // datetime.timedelta(milliseconds=1)
        chore.failed = min(chore.failed + 1, MANY) if failed else 0
        again = min(LONGEST_WAIT, MINUTE * 2**chore.failed)
        chore.due_at = now + again if failed else task.next_after(now)
        chore.save()
    return chore


def in_order() -> list[PeriodicTask]:
    """The rows of all tasks: those that come often, then the daily ones by their time of day."""
    known = PeriodicTask.objects.in_bulk(list(TASKS))
    often_first = sorted(TASKS.values(), key=lambda task: task.at or datetime.time.min)
    return [known[task.name] for task in often_first if task.name in known]


def run_now(name: str) -> PeriodicTask:
    """Run a task here and now, due or not.

    Raises `RequestRefused` NO_SUCH_CHORE or CHORE_UNDER_WAY.
    """
    if name not in TASKS:
        raise RequestRefused(
            "NO_SUCH_CHORE", f"There is no such chore; there are {', '.join(TASKS)}."
        )
    enroll()
    claimed = claim([name], due=False)
    if claimed is None:
        raise RequestRefused("CHORE_UNDER_WAY", "This task is already running.")
    return carry_out(claimed)


class TaskRunner:
    """Does what is due beside a dealer, in two threads: a heavy chore holds up no other one."""

    def __init__(self) -> None:
        self._ending = threading.Event()
        # Daemons: what cannot be broken off must not keep the dealer from ending.
        self._threads = [
            threading.Thread(target=self._keep, args=args, name="chores", daemon=True)
            for args in ((False, FIRST_LOOK_S), (True, HEAVY_AFTER_S))
        ]

    def start(self) -> None:
        """Begin, after a while in which the platform starts."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End soon; what a chore has not finished then its lease leaves to others."""
        self._ending.set()
        for thread in self._threads:
            thread.join(STOP_S)

    def _keep(self, heavy: bool, pause: float) -> None:
        names = [task.name for task in TASKS.values() if task.heavy == heavy]
        enrolled = False
        while not self._ending.wait(pause):
            pause = LOOK_S
            try:
                if not enrolled:
                    enroll()
                    enrolled = True
                self._do_due(names)
            except Exception:
                log.warning("nobody can look after the chores; it is tried again", exc_info=True)
            finally:
                close_old_connections()

    def _do_due(self, names: Collection[str]) -> None:
        while not self._ending.is_set() and (claimed := claim(names)) is not None:
            task = claimed.task
            apart = task.heavy or (task.apart is not None and task.apart())
            carry_out(claimed, partial(self._do_apart, task.name) if apart else None)

    def _do_apart(self, name: str) -> str:
        """Do a chore in a niced process of its own, so that no table waits for it."""
        command = [
            sys.executable,
            str(settings.BASE_DIR / "manage.py"),
            "periodic_tasks",
            "do",
            name,
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        said = None
        while said is None:
            try:
                said, _ = process.communicate(timeout=LOOK_S / 10)
            except subprocess.TimeoutExpired:
                if self._ending.is_set():
                    process.terminate()
        if process.returncode:
            raise RuntimeError(f"its process ended with {process.returncode}")
        return said.strip().rpartition("\n")[2]
