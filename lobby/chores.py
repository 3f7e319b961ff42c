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
from django.core.management import call_command
from django.db import close_old_connections, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from accounts.actions.people import forget_addresses
from accounts.queries.own import clock
from games.actions.days import close_days
from games.actions.forget import forget_decks
from lobby.actions.audit import audit_everything, audit_new, is_behind, lag_in_words
from lobby.actions.dumping import open_dumping_cases
from lobby.actions.erasure import erase_due
from lobby.actions.receipts import forget_receipts
from lobby.actions.refusal import Refused
from lobby.actions.timing import open_timing_cases
from lobby.actions.wake import wake_empty
from lobby.models import Chore

MINUTE, DAY = datetime.timedelta(minutes=1), datetime.timedelta(days=1)
LOOK_S = 5.0
FIRST_LOOK_S = 45.0
"""Who has just started the platform wants to see tables, not housekeeping."""
HEAVY_AFTER_S = 300.0
"""A machine that was off at night does the night's work so long after the start."""
STOP_S = 2.0
LONGEST_WAIT, MANY = datetime.timedelta(hours=1), 10
SEARCHED_DAYS = 30
MOST_DECKS = 100_000
"""Forgotten in one night."""

log = structlog.get_logger("chores")


@dataclass(frozen=True, slots=True)
class Task:
    """What a chore does and when; `do` returns the outcome in a few words."""

    name: str
    what: str
    do: Callable[[], str]
    every: datetime.timedelta = MINUTE
    at: datetime.time | None = None
    """For daily ones: the time of day, UTC."""
    heavy: bool = False
    """A long one: at night, or when the platform has run for a while."""
    apart: Callable[[], bool] | None = None
    """Tells whether there is so much to do now that it needs a process of its own."""
    lag: Callable[[], str] | None = None
    """What waits for it now, in words; empty if nothing does."""

    @property
    def lease(self) -> datetime.timedelta:
        """After so long whoever began it is taken for dead."""
        return datetime.timedelta(hours=3) if self.heavy else 5 * MINUTE

    def next_after(self, now: datetime.datetime) -> datetime.datetime:
        """When it is due again."""
        if self.at is None:
            return now + self.every
        day = datetime.datetime.combine(now.date(), self.at, datetime.UTC)
        return day if day > now else day + DAY


def _erase_people() -> str:
    return f"{erase_due()} erased"


def _close_tables() -> str:
    return f"{wake_empty():,} empty tables to close"


def _forget_receipts() -> str:
    return f"{forget_receipts():,} old keys forgotten"


def _forget_addresses() -> str:
    return f"{forget_addresses():,} addresses forgotten"


def _clear_sessions() -> str:
    call_command("clearsessions")
    return "expired sessions removed"


def _find_dumping() -> str:
    return f"{len(open_dumping_cases(days=SEARCHED_DAYS))} cases opened"


def _find_programs() -> str:
    return f"{len(open_timing_cases(days=SEARCHED_DAYS))} cases opened"


def _forget_decks() -> str:
    return f"{forget_decks(MOST_DECKS):,} decks forgotten"


def _close_days() -> str:
    return f"{close_days():,} days closed"


def _daily(name: str, what: str, do: Callable[[], str], at: str, *, heavy: bool = False) -> Task:
    return Task(name, what, do, DAY, datetime.time.fromisoformat(at), heavy)


TASKS = {
    task.name: task
    for task in (
        Task("audit_new", "Audit of what is new", audit_new, apart=is_behind, lag=lag_in_words),
        Task("close_tables", "Close tables where nobody is", _close_tables),
        Task("erase_people", "Erase who asked for it a week ago", _erase_people),
        _daily("close_days", "Publish the root of yesterday", _close_days, "00:10", heavy=True),
        _daily("clear_sessions", "Remove expired sessions", _clear_sessions, "02:00"),
        _daily("forget_addresses", "Forget old addresses", _forget_addresses, "02:05"),
        _daily("forget_keys", "Forget keys of old commands", _forget_receipts, "02:10"),
        _daily("audit", "Audit of everything", audit_everything, "02:30", heavy=True),
        _daily("find_dumping", "Search for chip dumping", _find_dumping, "04:00", heavy=True),
        _daily(
            "find_programs", "Search for undeclared programs", _find_programs, "04:30", heavy=True
        ),
        _daily("forget_decks", "Forget the decks of old hands", _forget_decks, "05:00", heavy=True),
    )
}


@dataclass(frozen=True, slots=True)
class Claim:
    """A chore that is ours to do until its lease ends."""

    task: Task
    began: datetime.datetime


def enroll() -> None:
    """Give each chore its row: daily ones begin with their hour, the others now."""
    now = clock()
    Chore.objects.bulk_create(
        [
            Chore(name=task.name, due_at=task.next_after(now) if task.at else now)
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
        rows = Chore.objects.select_for_update(skip_locked=True)
        chore = rows.filter(free, name__in=names).order_by("due_at").first()
        if chore is None:
            return None
        now, task = clock(), TASKS[chore.name]
        chore.started_at, chore.due_at = now, now + task.lease
        chore.save(update_fields=["started_at", "due_at"])
        return Claim(task, now)


def carry_out(claimed: Claim, do: Callable[[], str] | None = None) -> Chore:
    """Do a claimed chore (by way of `do`, if given) and note how it went, also when it fails."""
    task = claimed.task
    try:
        outcome, failed = (do or task.do)(), False
    except Exception as error:
        log.exception("a chore failed", chore=task.name)
        outcome, failed = f"{type(error).__name__}: {error}", True
    now = clock()
    with transaction.atomic():
        chore = Chore.objects.select_for_update().get(pk=task.name)
        if chore.started_at != claimed.began:
            return chore  # the lease was over, and another has taken it
        chore.finished_at, chore.outcome = now, outcome[:300]
        chore.took_ms = (now - claimed.began) // datetime.timedelta(milliseconds=1)
        chore.failed = min(chore.failed + 1, MANY) if failed else 0
        again = min(LONGEST_WAIT, MINUTE * 2**chore.failed)
        chore.due_at = now + again if failed else task.next_after(now)
        chore.save()
    return chore


def run_now(name: str) -> Chore:
    """Do one chore here and now, due or not. Raises `Refused` NO_SUCH_CHORE, CHORE_UNDER_WAY."""
    if name not in TASKS:
        raise Refused("NO_SUCH_CHORE", f"There is no such chore; there are {', '.join(TASKS)}.")
    enroll()
    claimed = claim([name], due=False)
    if claimed is None:
        raise Refused("CHORE_UNDER_WAY", "This task is already running.")
    return carry_out(claimed)


class Keeper:
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
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "chores", "do", name]
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
