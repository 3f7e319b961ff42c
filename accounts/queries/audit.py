"""The audit: every check an app has registered, run over one snapshot of the database."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that must not be: which check, about what, and what was seen."""

    check: str
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.subject}: {self.text}"


@dataclass(frozen=True, slots=True)
class LastRun:
    """The latest whole audit: when, and every sentence by the name of its check."""

    at: datetime
    found: dict[str, list[str]]

    @property
    def failed(self) -> dict[str, list[str]]:
        """The checks that found something."""
        return {name: findings for name, findings in self.found.items() if findings}


_LAST = "audit:last"

Check = Callable[[], Iterable[Finding | str]]
"""Finds nothing when all is well; otherwise one sentence, or `Finding`, for each fault."""

_checks: dict[str, Check] = {}


def register(name: str, check: Check) -> None:
    """Add a check under a name; a later registration replaces an earlier one."""
    _checks[name] = check


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


def run(only: Iterable[str] | None = None) -> dict[str, list[str]]:
    """Run the checks (all, or those named) and return the sentences of each, by its name.

    A check that fails itself is a finding too: an audit that could not look has not passed.
    Raises `KeyError` for a name nobody registered.
    """
    chosen = {name: _checks[name] for name in (only or _checks)}
    found: dict[str, list[str]] = {}
    with _one_snapshot():
        for name, check in chosen.items():
            try:
                with transaction.atomic():
                    found[name] = [str(finding) for finding in check()]
            except Exception as error:  # reported, and the other checks still run
                found[name] = [f"the check itself failed: {type(error).__name__}: {error}"]
    return found


def keep(found: dict[str, list[str]]) -> None:
    """Remember a whole run for the staff's dashboard."""
    cache.set(_LAST, LastRun(timezone.now(), found), timeout=None)


def last_run() -> LastRun | None:
    """The latest whole run, None when none is remembered."""
    kept: LastRun | None = cache.get(_LAST)
    return kept
