"""Running periodic tasks: any free dealer process runs the tasks that are due.

Any number of dealers may look. A dealer claims a task by moving its `due_at` forward by a lease,
in a short transaction; nothing is locked while the task runs. A failure is logged and shown to
staff, and the task is retried with growing delays. Heavy tasks run at night, in a process of
their own at a low priority. We use our own code, since libraries (Procrastinate, APScheduler,
django-q2) bring their own worker or schema, and these tasks need only one row each.
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

LOOK_EVERY_S = 5.0
FIRST_LOOK_AFTER_S = 45.0
"""No task runs before this: someone who starts the platform wants to see tables first."""
HEAVY_AFTER_S = 300.0
"""If a machine was off at night, its heavy tasks run this long after the start."""
STOP_WITHIN_S = 2.0
RETRY_AFTER_MAX, FAILURES_COUNTED_MAX = datetime.timedelta(hours=1), 10

log = structlog.get_logger("periodic_tasks")


@dataclass(frozen=True, slots=True)
class Claim:
    """A task that this process may run until its lease ends."""

    task: Task
    started_at: datetime.datetime


def create_missing_rows() -> None:
    """Create the rows of new tasks: daily ones are due at their hour, the others now."""
    now = database_now()
    PeriodicTask.objects.bulk_create(
        [
            PeriodicTask(name=task.name, due_at=task.next_after(now) if task.at else now)
            for task in TASKS.values()
        ],
        ignore_conflicts=True,
    )


def claim(names: Collection[str], *, due: bool = True) -> Claim | None:
    """Claim the one of these tasks that is due longest; None if none is due and free.

    With `due` False also a task that is not yet due, but none that is running.
    """
    free = Q(due_at__lte=Now())
    if not due:
        free |= Q(started_at=None) | Q(finished_at__gte=F("started_at"))
    with transaction.atomic():
        rows = PeriodicTask.objects.select_for_update(skip_locked=True)
        row = rows.filter(free, name__in=names).order_by("due_at").first()
        if row is None:
            return None
        now, task = database_now(), TASKS[row.name]
        row.started_at, row.due_at = now, now + task.lease
        row.save(update_fields=["started_at", "due_at"])
        return Claim(task, now)


def carry_out(claimed: Claim, do: Callable[[], str] | None = None) -> PeriodicTask:
    """Run a claimed task (with `do`, if given) and store its outcome, also if it fails."""
    task = claimed.task
    try:
        outcome, failed = (do or task.do)(), False
    except Exception as error:
        log.exception("a periodic task failed", task=task.name)
        outcome, failed = f"{type(error).__name__}: {error}", True
    now = database_now()
    with transaction.atomic():
        row = PeriodicTask.objects.select_for_update().get(pk=task.name)
        if row.started_at != claimed.started_at:
            return row  # the lease expired and another dealer claimed it
        row.finished_at, row.outcome = now, outcome[:300]
        row.took_ms = (now - claimed.started_at) // datetime.timedelta(milliseconds=1)
        row.failed = min(row.failed + 1, FAILURES_COUNTED_MAX) if failed else 0
        retry_in = min(RETRY_AFTER_MAX, MINUTE * 2**row.failed)
        row.due_at = now + retry_in if failed else task.next_after(now)
        row.save()
    return row


def in_order() -> list[PeriodicTask]:
    """The rows of all tasks: frequent ones first, then daily ones by their time of day."""
    known = PeriodicTask.objects.in_bulk(list(TASKS))
    often_first = sorted(TASKS.values(), key=lambda task: task.at or datetime.time.min)
    return [known[task.name] for task in often_first if task.name in known]


def run_now(name: str) -> PeriodicTask:
    """Run a task here and now, due or not.

    Raises `RequestRefused` NO_SUCH_TASK or TASK_RUNNING.
    """
    if name not in TASKS:
        raise RequestRefused("NO_SUCH_TASK", tasks=", ".join(TASKS))
    create_missing_rows()
    claimed = claim([name], due=False)
    if claimed is None:
        raise RequestRefused("TASK_RUNNING")
    return carry_out(claimed)


class TaskRunner:
    """Runs due tasks beside a dealer, in two threads: a heavy task never delays the others."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        # Daemon threads: a task that cannot be interrupted must not keep the dealer from ending.
        self._threads = [
            threading.Thread(target=self._run_loop, args=args, name="periodic tasks", daemon=True)
            for args in ((False, FIRST_LOOK_AFTER_S), (True, HEAVY_AFTER_S))
        ]

    def start(self) -> None:
        """Start the threads; the first task runs after `FIRST_LOOK_AFTER_S` seconds."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop soon; the lease of an unfinished task leaves it to another dealer."""
        self._stopping.set()
        for thread in self._threads:
            thread.join(STOP_WITHIN_S)

    def _run_loop(self, heavy: bool, pause: float) -> None:
        names = [task.name for task in TASKS.values() if task.heavy == heavy]
        enrolled = False
        while not self._stopping.wait(pause):
            pause = LOOK_EVERY_S
            try:
                if not enrolled:
                    create_missing_rows()
                    enrolled = True
                self._run_due(names)
            except Exception:
                log.warning("periodic tasks could not be run; retrying", exc_info=True)
            finally:
                close_old_connections()

    def _run_due(self, names: Collection[str]) -> None:
        while not self._stopping.is_set() and (claimed := claim(names)) is not None:
            task = claimed.task
            apart = task.heavy or (task.apart is not None and task.apart())
            carry_out(claimed, partial(self._run_in_process, task.name) if apart else None)

    def _run_in_process(self, name: str) -> str:
        """Run a task in a niced process of its own, so that no table waits for it."""
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
                said, _ = process.communicate(timeout=LOOK_EVERY_S / 10)
            except subprocess.TimeoutExpired:
                if self._stopping.is_set():
                    process.terminate()
        if process.returncode:
            raise RuntimeError(f"its process exited with {process.returncode}")
        return said.strip().rpartition("\n")[2]
