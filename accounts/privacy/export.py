"""The data export: everything stored about a user, as one ZIP file made in pieces.

Each part is a file of JSON lines. This app may not import games or lobby, so they add theirs to
`PARTS`: the user's chat messages, and hands as the user saw them.
"""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from accounts.alerts.models import Alert, PushSubscription
from accounts.alerts.queries import choices_of
from accounts.ledger.queries import memo_text, movements
from accounts.limits.models import Break
from accounts.people.models import (
    Device,
    PlayerNote,
    SignIn,
    User,
)
from accounts.people.queries import profile, second_factor
from accounts.sanctions.models import Sanction
from core.staff.models import StaffLogEntry

Row = Mapping[str, object]
Part = Callable[[User], Iterable[Row]]

PIECE_CHARS_MIN = 64 * 1024
"""The size of the pieces sent, in bytes."""


class _Buffer(io.RawIOBase):
    """A write-only stream for the archive, emptied in pieces; it never seeks."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._kept += data
        return len(data)

    def take(self, least: int) -> Iterator[bytes]:
        """The bytes written so far, if there are at least `least`."""
        if len(self._kept) >= max(least, 1):
            yield bytes(self._kept)
            self._kept.clear()


def archive(user: User) -> Iterator[bytes]:
    """The pieces of the ZIP file; memory holds one of them."""
    outbox = _Buffer()
    with zipfile.ZipFile(outbox, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, rows in PARTS.items():
            with packed.open(f"{name}.jsonl", "w") as file:
                for row in rows(user):
                    line = json.dumps(row, default=str, ensure_ascii=False) + "\n"
                    file.write(line.encode())
                    yield from outbox.take(PIECE_CHARS_MIN)
    yield from outbox.take(1)


def _profile(user: User) -> Iterator[Row]:
    yield {
        "id": user.pk,
        "name": user.name,
        "kind": user.kind,
        "email": user.email,
        "avatar": user.avatar,
        "language": user.language,
        "preferences": user.preferences,
        "since": user.date_joined,
        "second_factor_since": second_factor.since(user),
    }


def _addresses(user: User) -> Iterable[Row]:
    return profile.addresses(user).values("email", "verified")


def _sign_ins(user: User) -> Iterable[Row]:
    rows = SignIn.objects.filter(user=user).order_by("id")
    return rows.values("at", "address", "browser").iterator()


def _staff_actions(user: User) -> Iterator[Row]:
    """The user's actions as staff, with the IP addresses that are still stored."""
    for row in (
        StaffLogEntry.objects.filter(actor=user).select_related("stafflogaddress").order_by("id")
    ):
        kept = getattr(row, "stafflogaddress", None)
        yield {
            "at": row.at,
            "action": row.action,
            "reason": row.reason,
            "address": kept.address if kept else None,
        }


def _devices(user: User) -> Iterable[Row]:
    rows = Device.objects.filter(user=user).order_by("created_at")
    return rows.values("name", "platform", "created_at", "seen_at", "revoked_at").iterator()


def _ledger(user: User) -> Iterator[Row]:
    for posting in movements(user.pk).order_by("id").iterator():
        entry = posting.entry
        yield {
            "at": entry.at,
            "kind": entry.kind,
            "chips": posting.amount,
            "balance": posting.balance_after,
            "memo": memo_text(entry.memo),
        }


def _sanctions(user: User) -> Iterator[Row]:
    for one in Sanction.objects.filter(user=user).order_by("at"):
        yield {
            "kind": one.kind,
            "why": one.notice,
            "at": one.at,
            "until": one.until,
            "ended_at": one.ended_at,
            "appeal": one.appeal,
            "verdict": one.verdict,
        }


def _breaks(user: User) -> Iterable[Row]:
    return Break.objects.filter(user=user).order_by("at").values("length", "at", "until")


def _notes(user: User) -> Iterable[Row]:
    notes = PlayerNote.objects.filter(user=user).order_by("id")
    return notes.values("about__name", "text", "changed_at").iterator()


def _alerts(user: User) -> Iterator[Row]:
    """The chosen kinds, the browsers that get notifications, and the latest of them."""
    choices = choices_of(user)
    yield {"push": choices.push, "email": choices.email}
    browsers = PushSubscription.objects.filter(user=user).order_by("id")
    yield from browsers.values("name", "endpoint", "created_at").iterator()
    latest = Alert.objects.filter(user=user).order_by("id")
    yield from latest.values("kind", "table", "created_at").iterator()


PARTS: dict[str, Part] = {
    "profile": _profile,
    "addresses": _addresses,
    "sign-ins": _sign_ins,
    "devices": _devices,
    "staff-acts": _staff_actions,
    "ledger": _ledger,
    "sanctions": _sanctions,
    "breaks": _breaks,
    "notes": _notes,
    "notifications": _alerts,
}
"""All files by name; packages above add theirs in their `personal_data`."""
