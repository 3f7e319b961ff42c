"""The only way to act as staff: it checks the right and writes the staff log.

Staff change things only inside `staff_action`. The log entry is the last write of the same
transaction, so there is no effect without an entry and no entry without its effect.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction

from core import request_context
from core.errors import RequestRefused
from core.people import Person
from core.staff import rights
from core.staff.models import (
    FIRST_HASH,
    REASON_CHARS,
    StaffLogAddress,
    StaffLogEntry,
)

_CHAIN_LOCK = 0x0AD17
"""A PostgreSQL advisory lock: the writer of a log entry holds it until its transaction ends."""

log = structlog.get_logger("audit")


@dataclass(slots=True)
class RunningAction:
    """A staff action in progress; `before` and `after` record the changes (JSON, no fractions)."""

    by: Person
    action: str
    kind: str
    target: str
    reason: str
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    idle: bool = False

    def nothing(self) -> None:
        """Nothing had to change, so no log entry is written."""
        self.idle = True


@contextmanager
def staff_action(
    *, by: Person, action: str, kind: str, target: uuid.UUID | str, reason: str
) -> Iterator[RunningAction]:
    """Carry out one staff action in one transaction, with its log entry.

    Raises `RequestRefused` NO_RIGHT, REASON_NEEDED, OWN_ACCOUNT, STAFF_ACCOUNT or OWN_TABLE. The
    lock of the log is taken last, after tables, hands and accounts.
    """
    acting = RunningAction(by, action, kind, str(target), " ".join(reason.split()))
    with transaction.atomic():
        _check_right(acting)
        _check_distance(acting)
        yield acting
        if not acting.idle:
            # Checked again under the lock: they may have taken a seat meanwhile.
            _check_distance(acting)
            _write(acting)


def _check_right(acting: RunningAction) -> None:
    if not rights.may_act(acting.by, acting.action):
        raise RequestRefused("NO_RIGHT", status=403)
    least, most = REASON_CHARS
    if not least <= len(acting.reason) <= most:
        raise RequestRefused("REASON_NEEDED", min=least, max=most)


def _check_distance(acting: RunningAction) -> None:
    """Staff never act on their own affairs, and only admins act on other members of staff."""
    by = acting.by
    if acting.kind == "person":
        if acting.target == str(by.pk):
            raise RequestRefused("OWN_ACCOUNT", case="staff")
        colleague = get_user_model().objects.filter(pk=acting.target, is_staff=True).exists()
        if colleague and not rights.may(by, rights.Right.ROLES):
            raise RequestRefused("STAFF_ACCOUNT")
    if rights.too_close(by, acting.kind, acting.target):
        raise RequestRefused("OWN_TABLE")


def _write(acting: RunningAction) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CHAIN_LOCK])
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    last = StaffLogEntry.objects.order_by("-id").values_list("id", "hash").first()
    number, before = last or (0, FIRST_HASH)
    row = StaffLogEntry(
        id=number + 1,
        at=now,
        actor_id=acting.by.pk,
        role=role_of(acting.by),
        action=acting.action,
        target_kind=acting.kind,
        target_id=acting.target,
        reason=acting.reason,
        before=acting.before,
        after=acting.after,
        prev_hash=before,
    )
    row.hash = row.digest()
    row.save(force_insert=True)
    if (address := request_context.address()) is not None:
        StaffLogAddress.objects.create(row=row, address=address)
    # Logged outside the database too, so that a truncated or rewritten log can be detected.
    transaction.on_commit(lambda: log.info("audit", row=row.id, action=row.action, hash=row.hash))


def role_of(user: Person) -> str:
    """The roles of a member of staff, joined by commas."""
    names = list(user.groups.order_by("name").values_list("name", flat=True))
    return ", ".join(["Superuser"] * user.is_superuser + names)[:60]


def make_roles(**_: Any) -> None:
    """Create the role groups and set their permissions; runs after every migrate."""
    create_permissions(apps.get_app_config("core"), verbosity=0)
    known = {
        permission.codename: permission
        for permission in Permission.objects.filter(
            content_type__app_label="core", codename__startswith="staff_"
        )
    }
    for name, allowed in rights.ROLES.items():
        group, _created = Group.objects.get_or_create(name=name)
        group.permissions.set([known[f"staff_{right}"] for right in allowed])
