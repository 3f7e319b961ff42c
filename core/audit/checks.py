"""The audit: all checks that apps have registered, run over one snapshot of the database.

A check reads everything. Many checks can also read only the rows that are new since their last
run, as the online audit does each minute. Both ways give the same findings, with the same names.
Several processes may run the checks together (`core.audit.workers`): all read the same snapshot.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import OperationalError, connection, transaction

from core.audit.findings import FAILED, Finding
from core.audit.parts import WHOLE, ByPart, BySum, Share, Source
from core.staff.models import AuditMark


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


class Job(NamedTuple):
    """Some checks together: each over everything (`part` None), or all over a part of a source."""

    names: tuple[str, ...]
    part: Any = None


class Done(NamedTuple):
    """The findings of a job and its sums, by the checks' names."""

    found: dict[str, list[Finding]]
    sums: dict[str, Any]


Work = Callable[[Iterable[Job]], Iterator[Done]]
"""Carries jobs out, in any order."""


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
        return [Finding(FAILED, name, text)]


def _is_lost() -> bool:
    """Whether the connection, and with it the snapshot of all checks, is gone."""
    line = connection.connection
    return line is None or bool(line.closed)


def _jobs(chosen: Iterable[str], share: Share) -> Iterator[Job]:
    """The jobs of these checks: first those that nobody can share out."""
    by_source: dict[Source[Any, Any], list[str]] = {}
    for name in chosen:
        check = _checks[name]
        if isinstance(check, ByPart | BySum):
            by_source.setdefault(check.source, []).append(name)
        else:
            yield Job((name,))
    for source, names in by_source.items():
        for part in source.parts(share):
            yield Job(tuple(names), part)


def carry_out(job: Job) -> Done:
    """Run the checks of a job in the snapshot of this connection."""
    done = Done({}, {})
    if job.part is None:
        (name,) = job.names
        done.found[name] = _findings(name, _checks[name])
        return done
    read: list[Any] = []
    for name in job.names:
        check = _checks[name]
        assert isinstance(check, ByPart | BySum)

        def work(name: str = name, check: ByPart[Any] | BySum[Any, Any] = check) -> list[Finding]:
            if not read:
                read.append(check.source.read(job.part))
            if isinstance(check, ByPart):
                return list(check.check(read[0]))
            sums = check.empty()
            check.add(sums, read[0])
            done.sums[name] = sums
            return []

        done.found[name] = _findings(name, work)
    return done


def run(
    only: Iterable[str] | None = None,
    *,
    share: Share = WHOLE,
    workers: Callable[[], AbstractContextManager[Work]] | None = None,
) -> dict[str, list[Finding]]:
    """Run all checks, or those named, over everything; returns the findings by check name.

    With a `share`, checks that go by parts check only its rows, and those of sums are left out.
    `workers` carries the jobs out (`core.audit.workers`); by default this process does. A check
    that fails at many parts is reported once. Raises `KeyError` for an unknown name.
    """
    chosen = {name: _checks[name] for name in (only or _checks)}
    if share.of > 1:
        chosen = {name: one for name, one in chosen.items() if not isinstance(one, BySum)}
    found: dict[str, dict[Any, Finding]] = {name: {} for name in chosen}
    totals: dict[str, Any] = {}

    def add(name: str, findings: Iterable[Finding]) -> None:
        for one in findings:
            found[name].setdefault(one.check if one.check == FAILED else one, one)

    here = nullcontext(lambda jobs: map(carry_out, jobs))
    with _one_snapshot(), workers() if workers else here as work:
        for done in work(_jobs(chosen, share)):
            for name, findings in done.found.items():
                add(name, findings)
            for name, sums in done.sums.items():
                check = chosen[name]
                assert isinstance(check, BySum)
                check.merge(totals.setdefault(name, check.empty()), sums)
        for name, check in chosen.items():
            if isinstance(check, BySum) and not found[name]:
                total = totals.get(name, check.empty())
                add(name, _findings(name, lambda check=check, total=total: check.compare(total)))  # type: ignore[misc]
    return {name: list(findings.values()) for name, findings in found.items()}


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
            if all(finding.check != FAILED for finding in found):
                news.marks[name] = progress.mark
                if progress.done and progress.waiting:
                    news.behind.add(name)
            news.hands += progress.done
    return news


def marks_kept() -> dict[str, dict[str, Any]]:
    """Where the last run of each check ended, by the check's name."""
    return dict(AuditMark.objects.values_list("name", "mark"))
