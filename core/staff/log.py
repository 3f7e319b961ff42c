"""Reading the staff log, and verifying that nobody altered it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from core.audit.checks import IncrementalRun, marks_kept
from core.audit.findings import Finding
from core.messages import catalogue
from core.staff.models import (
    FIRST_HASH,
    StaffLogAddress,
    StaffLogEntry,
)

CHECK = "audit log"
"""The name of the check, under which its mark is stored."""


@dataclass(frozen=True, slots=True)
class Note:
    """A staff action as the people concerned may read it."""

    at: datetime
    action: str
    label: str
    by: str
    reason: str


def rows(
    *, kind: str = "", target: object = "", actor_id: object = None, action: str = ""
) -> QuerySet[StaffLogEntry]:
    """The log, newest first, filtered by the given values."""
    found = StaffLogEntry.objects.select_related("actor").order_by("-id")
    wanted = {"target_kind": kind, "target_id": str(target), "actor": actor_id, "action": action}
    return found.filter(**{name: value for name, value in wanted.items() if value})


def notes_about(kind: str, target: object, actions: tuple[str, ...]) -> list[Note]:
    """The staff actions on a target, oldest first: who, when and why."""
    found = rows(kind=kind, target=target).filter(action__in=actions).order_by("id")
    words = catalogue()
    return [
        Note(at, action, words.text(f"moderation.note.{action}"), name, reason)
        for at, action, name, reason in found.values_list("at", "action", "actor__name", "reason")
    ]


def head() -> tuple[int, str]:
    """The number of the log's last row, and its hash."""
    last = StaffLogEntry.objects.order_by("-id").values_list("id", "hash").first()
    return last or (0, FIRST_HASH)


def check_chain() -> Iterator[Finding]:
    """Check that every row has the hash of its content and follows the previous row.

    The row that the online audit read last must still exist: truncating the log leaves no other
    trace in the database.
    """
    yield from _mark_holds(marks_kept().get(CHECK, {}))
    yield from _follow(0, FIRST_HASH, IncrementalRun({}))


def check_new_rows(progress: IncrementalRun) -> Iterator[Finding]:
    """The same, from the row where the last run ended; that row must be unchanged."""
    if not progress.mark:
        number, before = head()
        progress.mark = {"id": number, "hash": before}
        return
    gone = list(_mark_holds(progress.mark))
    if gone:
        yield from gone  # the mark stays as evidence
    else:
        yield from _follow(progress.mark["id"], progress.mark["hash"], progress)


def _mark_holds(mark: dict[str, Any]) -> Iterator[Finding]:
    number = mark.get("id", 0)
    if not number:
        return
    row = StaffLogEntry.objects.filter(pk=number).first()
    if row is None:
        text = "is gone: the log was truncated or altered after it was read"
        yield Finding("audit.mark", f"row {number}", text)
    elif not mark["hash"] == row.hash == row.digest():
        yield Finding("audit.mark", f"row {number}", "differs from the row that was read before")


def _follow(number: int, before: str, progress: IncrementalRun) -> Iterator[Finding]:
    for row in (
        StaffLogEntry.objects.filter(pk__gt=number).order_by("id").iterator(chunk_size=2_000)
    ):
        number += 1
        if row.id != number:
            yield Finding("audit.chain", f"row {row.id}", f"row {number} before it is missing")
            number = row.id
        elif row.prev_hash != before:
            yield Finding("audit.chain", f"row {row.id}", "does not follow the previous row")
        if row.hash != row.digest():
            yield Finding("audit.chain", f"row {row.id}", "was altered: its hash does not match")
        before = row.hash
        progress.mark = {"id": number, "hash": before}


def row_of(digest: str) -> int | None:
    """The number of the row with this hash, for example one from the logs; None if none has it."""
    return StaffLogEntry.objects.filter(hash=digest).values_list("id", flat=True).first()


def address_of(row: StaffLogEntry) -> str | None:
    """The IP address of a staff action; None for commands, and after 90 days."""
    return StaffLogAddress.objects.filter(row=row).values_list("address", flat=True).first()


def follows(row: StaffLogEntry) -> bool:
    """Whether a row's hash chain continues the previous row."""
    before = StaffLogEntry.objects.filter(pk=row.pk - 1).values_list("hash", flat=True).first()
    return row.prev_hash == (FIRST_HASH if row.pk == 1 else before)
