"""The audit: every check an app has registered, run over one snapshot of the database.

A check reads everything. Many can also read only what is new since their last look, which is what
the online audit does each minute; both ways share their sentences, and what was found the one way
is known the other way by the same names.
"""

import time
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from core.staff.models import AuditMark


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must not be: which check, about what, and what was seen.

    Check and subject name the fault wherever it is met again. No name of a person stands in it.
    """

    check: str
    subject: str
    text: str
    table_id: uuid.UUID | None = None
    hand_id: uuid.UUID | None = None

    def __str__(self) -> str:
        return f"{self.check}: {self.subject}: {self.text}"


@dataclass(slots=True)
class Look:
    """One look at what is new: where the last one ended, and until when this one may take."""

    mark: dict[str, Any]
    """What the check noted; empty at its first look, which begins at the present."""
    until: float = 0.0
    """Of `time.monotonic`: then the rest waits for the next look."""
    done: int = 0
    waiting: int = 0


@dataclass(slots=True)
class News:
    """What a run over new rows found, and what its checks noted for the next."""

    found: list[Finding] = field(default_factory=list)
    marks: dict[str, dict[str, Any]] = field(default_factory=dict)
    hands: int = 0
    behind: set[str] = field(default_factory=set)
    """Checks that left something for want of time, and came on all the same."""


Check = Callable[[], Iterable[Finding]]
"""Finds nothing when all is well; otherwise one `Finding` for each fault."""
CheckNew = Callable[[Look], Iterable[Finding]]
"""The same of what is new; sets the look's `mark` to where it ended."""

_checks: dict[str, Check] = {}
_checks_of_new: dict[str, CheckNew] = {}


def register(name: str, check: Check, *, new: CheckNew | None = None) -> None:
    """Add a check under a name; a later registration replaces an earlier one."""
    _checks[name] = check
    if new is not None:
        _checks_of_new[name] = new


def names() -> list[str]:
    """The registered checks, in the order they run."""
    return list(_checks)


@contextmanager
def _one_snapshot() -> Iterator[None]:
    """All checks see the same moment, so that play that goes on raises no false alarm."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _findings(name: str, check: Check) -> list[Finding]:
    """What a check finds; one that fails itself is a finding too: it has not looked."""
    try:
        with transaction.atomic():
            return list(check())
    except Exception as error:  # reported, and the other checks still run
        text = f"the check itself failed: {type(error).__name__}: {error}"
        return [Finding("audit.failed", name, text)]


def run(only: Iterable[str] | None = None) -> dict[str, list[Finding]]:
    """Run the checks (all, or those named) over everything; findings by the name of the check.

    Raises `KeyError` for a name nobody registered.
    """
    chosen = {name: _checks[name] for name in (only or _checks)}
    with _one_snapshot():
        return {name: _findings(name, check) for name, check in chosen.items()}


def run_new(*, budget_s: float, only: Collection[str] | None = None) -> News:
    """Run the checks (all, or those named) over what is new, in one snapshot.

    What can wait is left when `budget_s` is used up. Stores nothing: keep the marks when the
    findings are safe (`core.audit.marks`).
    """
    until = time.monotonic() + budget_s
    news = News()
    with _one_snapshot():
        marks = marks_kept()
        for name, check in _checks_of_new.items():
            if only is not None and name not in only:
                continue
            look = Look(dict(marks.get(name, {})), until)
            found = _findings(name, lambda check=check, look=look: check(look))  # type: ignore[misc]
            news.found += found
            if all(finding.check != "audit.failed" for finding in found):
                news.marks[name] = look.mark
                if look.done and look.waiting:
                    news.behind.add(name)
            news.hands += look.done
    return news


def marks_kept() -> dict[str, dict[str, Any]]:
    """Where the last look of each check ended, by the check's name."""
    return dict(AuditMark.objects.values_list("name", "mark"))
