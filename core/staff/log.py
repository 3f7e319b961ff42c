"""Reading the audit log, and the proof that nobody altered it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from core.audit.checks import Finding, Look, marks_kept
from core.staff import rights
from core.staff.models import (
    FIRST_HASH,
    StaffLogAddress,
    StaffLogEntry,
)

CHECK = "audit log"
"""The name of its check, under which its mark is kept."""


@dataclass(frozen=True, slots=True)
class Note:
    """One act as people who were part of the matter may read it."""

    at: datetime
    action: str
    label: str
    by: str
    reason: str


def rows(
    *, kind: str = "", target: object = "", actor_id: object = None, action: str = ""
) -> QuerySet[StaffLogEntry]:
    """The log, newest first, narrowed down to what is named."""
    found = StaffLogEntry.objects.select_related("actor").order_by("-id")
    wanted = {"target_kind": kind, "target_id": str(target), "actor": actor_id, "action": action}
    return found.filter(**{name: value for name, value in wanted.items() if value})


def notes_about(kind: str, target: object, actions: tuple[str, ...]) -> list[Note]:
    """What staff did to something, the oldest first: who, when and why."""
    return [
        Note(row.at, row.action, rights.STAFF_ACTIONS[row.action].label, row.actor.name, row.reason)
        for row in rows(kind=kind, target=target).filter(action__in=actions).order_by("id")
    ]


def head() -> tuple[int, str]:
    """How many rows the log has and the hash it ends in."""
    last = StaffLogEntry.objects.order_by("-id").values_list("id", "hash").first()
    return last or (0, FIRST_HASH)


def check_chain() -> Iterator[Finding]:
    """Every row has the hash of its content and follows the one before it, from the first on.

    The row where the online audit looked last must still be there: rows that are cut off the end
    leave no other trace in the database.
    """
    yield from _mark_holds(marks_kept().get(CHECK, {}))
    yield from _follow(0, FIRST_HASH, Look({}))


def check_new_rows(look: Look) -> Iterator[Finding]:
    """The same from the row on where the last look ended, which must be as it was."""
    if not look.mark:
        number, before = head()
        look.mark = {"id": number, "hash": before}
        return
    gone = list(_mark_holds(look.mark))
    if gone:
        yield from gone  # the mark stays: it is what tells
    else:
        yield from _follow(look.mark["id"], look.mark["hash"], look)


def _mark_holds(mark: dict[str, Any]) -> Iterator[Finding]:
    number = mark.get("id", 0)
    if not number:
        return
    row = StaffLogEntry.objects.filter(pk=number).first()
    if row is None:
        text = "is gone: the log was read to here, and has been cut off or altered since"
        yield Finding("audit.mark", f"row {number}", text)
    elif not mark["hash"] == row.hash == row.digest():
        yield Finding("audit.mark", f"row {number}", "is another one than was read here before")


def _follow(number: int, before: str, look: Look) -> Iterator[Finding]:
    for row in (
        StaffLogEntry.objects.filter(pk__gt=number).order_by("id").iterator(chunk_size=2_000)
    ):
        number += 1
        if row.id != number:
            yield Finding("audit.chain", f"row {row.id}", f"row {number} is missing before it")
            number = row.id
        elif row.prev_hash != before:
            yield Finding("audit.chain", f"row {row.id}", "does not follow the row before it")
        if row.hash != row.digest():
            yield Finding("audit.chain", f"row {row.id}", "was altered: its hash is another one")
        before = row.hash
        look.mark = {"id": number, "hash": before}


def row_of(digest: str) -> int | None:
    """The number of the row with this hash, which somebody kept outside; None if there is none."""
    return StaffLogEntry.objects.filter(hash=digest).values_list("id", flat=True).first()


def address_of(row: StaffLogEntry) -> str | None:
    """From which address the act was done; None for those of commands, and after 90 days."""
    return StaffLogAddress.objects.filter(row=row).values_list("address", flat=True).first()


def follows(row: StaffLogEntry) -> bool:
    """Whether a row follows the one before it."""
    before = StaffLogEntry.objects.filter(pk=row.pk - 1).values_list("hash", flat=True).first()
    return row.prev_hash == (FIRST_HASH if row.pk == 1 else before)
