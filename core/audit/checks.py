"""The audit: all checks that apps have registered, run over one snapshot of the database.

A check reads everything. Many checks can also read only the rows that are new since their last
run, as the online audit does each minute. Both ways give the same findings, with the same names.
"""

import time
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import OperationalError, connection, transaction

from core.staff.models import AuditMark


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation found by a check: the check, the subject, and a description.

    Check and subject identify the finding whenever it is seen again. It contains no user name.
    """

    check: str
    subject: str
    text: str
    table_id: uuid.UUID | None = None
    hand_id: uuid.UUID | None = None

    def __str__(self) -> str:
        return f"{self.check}: {self.subject}: {self.text}"


@dataclass(slots=True)
class IncrementalRun:
    """An incremental run: the mark where the last one ended, and the time limit of this one."""

    mark: dict[str, Any]
    """Set by the check to where it ended; empty at its first run, which begins at the present."""
    until: float = 0.0
    """Of `time.monotonic`: after it, the remaining rows are left to the next run."""
    done: int = 0
    waiting: int = 0


@dataclass(slots=True)
class NewFindings:
    """The result of an incremental run: the findings, and the marks for the next run."""

    found: list[Finding] = field(default_factory=list)
    marks: dict[str, dict[str, Any]] = field(default_factory=dict)
    hands: int = 0
    behind: set[str] = field(default_factory=set)
    """Checks that ran out of time but made progress."""


Check = Callable[[], Iterable[Finding]]
"""Returns one `Finding` for each violation; empty if all is well."""
CheckNew = Callable[[IncrementalRun], Iterable[Finding]]
"""The same for new rows; sets the run's `mark` to where it ended."""

_checks: dict[str, Check] = {}
_checks_of_new: dict[str, CheckNew] = {}


def register(name: str, check: Check, *, new: CheckNew | None = None) -> None:
    """Register a check under a name; a later registration replaces an earlier one."""
    _checks[name] = check
    if new is not None:
        _checks_of_new[name] = new


def names() -> list[str]:
    """The registered checks, in the order they run."""
    return list(_checks)


@contextmanager
def _one_snapshot() -> Iterator[None]:
    """Let all checks read the same snapshot, so that live games cause no false findings."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _findings(name: str, check: Check) -> list[Finding]:
    """The findings of a check; a check that raises gives a finding itself.

    Raises `OperationalError` if the database was lost meanwhile: nothing was found out then.
    """
    try:
        with transaction.atomic():
            return list(check())
    except Exception as error:  # reported as a finding; the other checks still run
        if isinstance(error, OperationalError) and _is_lost():
            raise
        text = f"the check itself failed: {type(error).__name__}: {error}"
        return [Finding("audit.failed", name, text)]


def _is_lost() -> bool:
    """Whether the connection, and with it the snapshot of all checks, is gone."""
    line = connection.connection
    return line is None or bool(line.closed)


def run(only: Iterable[str] | None = None) -> dict[str, list[Finding]]:
    """Run all checks, or those named, over everything; returns the findings by check name.

    Raises `KeyError` for an unknown name.
    """
    chosen = {name: _checks[name] for name in (only or _checks)}
    with _one_snapshot():
        return {name: _findings(name, check) for name, check in chosen.items()}


def run_new(*, budget_s: float, only: Collection[str] | None = None) -> NewFindings:
    """Run all checks, or those named, over the new rows, in one snapshot.

    Work that can wait is left when `budget_s` is used up. Stores nothing: save the marks after the
    findings (`core.audit.marks`).
    """
    until = time.monotonic() + budget_s
    news = NewFindings()
    with _one_snapshot():
        marks = marks_kept()
        for name, check in _checks_of_new.items():
            if only is not None and name not in only:
                continue
            progress = IncrementalRun(dict(marks.get(name, {})), until)
            found = _findings(name, lambda check=check, progress=progress: check(progress))  # type: ignore[misc]
            news.found += found
            if all(finding.check != "audit.failed" for finding in found):
                news.marks[name] = progress.mark
                if progress.done and progress.waiting:
                    news.behind.add(name)
            news.hands += progress.done
    return news


def marks_kept() -> dict[str, dict[str, Any]]:
    """Where the last run of each check ended, by the check's name."""
    return dict(AuditMark.objects.values_list("name", "mark"))
