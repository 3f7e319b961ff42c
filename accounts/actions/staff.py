"""Acting as staff: the one way in, which asks for the right and writes the audit row.

Whatever a member of staff changes is changed inside `act`. The row is written as the last thing
of the same transaction: no effect without its row, and no row without its effect.
"""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import structlog
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import connection, transaction

from accounts import request_context, staff
from accounts.errors import PeopleError
from accounts.models import AuditAddress, AuditRow, User
from accounts.models.audit import FIRST_HASH

REASON_LENGTH = (3, 500)
_CHAIN_LOCK = 0x0AD17
"""Of PostgreSQL's advisory locks: whoever adds a row holds it to the end of his transaction."""

log = structlog.get_logger("audit")


@dataclass(slots=True)
class Acting:
    """An act under way; what it changes is noted in `before` and `after` (JSON, no fractions)."""

    by: User
    action: str
    kind: str
    target: str
    reason: str
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    idle: bool = False

    def nothing(self) -> None:
        """Everything stood already as it was asked for: there is nothing to put on record."""
        self.idle = True


@contextmanager
def act(
    *, by: User, action: str, kind: str, target: uuid.UUID | str, reason: str
) -> Iterator[Acting]:
    """One act of the catalogue in one transaction, with its audit row.

    Raises `PeopleError` NO_RIGHT, REASON_NEEDED, OWN_ACCOUNT, STAFF_ACCOUNT or OWN_TABLE. The lock
    of the log is taken last, after tables, hands and accounts.
    """
    acting = Acting(by, action, kind, str(target), " ".join(reason.split()))
    with transaction.atomic():
        _check_right(acting)
        _check_distance(acting)
        yield acting
        if not acting.idle:
            # Asked again now that the matter is locked: he may have sat down meanwhile.
            _check_distance(acting)
            _write(acting)


def _check_right(acting: Acting) -> None:
    if not staff.may_act(acting.by, acting.action):
        raise PeopleError("NO_RIGHT", "Your role does not allow this.")
    least, most = REASON_LENGTH
    if not least <= len(acting.reason) <= most:
        raise PeopleError("REASON_NEEDED", f"Give a reason of {least} to {most} characters.")


def _check_distance(acting: Acting) -> None:
    """Nobody judges his own affairs, and only an admin those of other staff."""
    by = acting.by
    if acting.kind == "person":
        if acting.target == str(by.pk):
            raise PeopleError("OWN_ACCOUNT", "You cannot do this to yourself.")
        colleague = User.objects.filter(pk=acting.target, is_staff=True).exists()
        if colleague and not staff.may(by, staff.Right.ROLES):
            raise PeopleError("STAFF_ACCOUNT", "Only an admin can do this to staff members.")
    if staff.too_close(by, acting.kind, acting.target):
        raise PeopleError("OWN_TABLE", "You sit at this table or played there. Ask a colleague.")


def _write(acting: Acting) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CHAIN_LOCK])
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    last = AuditRow.objects.order_by("-id").values_list("id", "hash").first()
    number, before = last or (0, FIRST_HASH)
    row = AuditRow(
        id=number + 1,
        at=now,
        actor=acting.by,
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
        AuditAddress.objects.create(row=row, address=address)
    # Outside the database too: a log that was cut off or made anew does not end in this hash.
    transaction.on_commit(lambda: log.info("audit", row=row.id, action=row.action, hash=row.hash))


def role_of(user: User) -> str:
    """The roles a member of staff has, in words."""
    names = list(user.groups.order_by("name").values_list("name", flat=True))
    return ", ".join(["Superuser"] * user.is_superuser + names)[:60]


def person(user_id: uuid.UUID | str, *, lock: bool = False) -> User:
    """The person an act is about. Raises `PeopleError` NO_SUCH_PERSON."""
    rows = User.objects.select_for_update(no_key=True) if lock else User.objects.all()
    try:
        return rows.get(pk=user_id)
    except (User.DoesNotExist, ValueError, TypeError) as error:
        raise PeopleError("NO_SUCH_PERSON", "There is no such person.") from error


def set_roles(*, by: User, user: User, roles: Iterable[str], reason: str) -> User:
    """Give a person exactly these roles; with none he is no longer staff.

    Raises `PeopleError` UNKNOWN_ROLE, or NOT_FOR_PLAYERS for guests and bots.
    """
    wanted = sorted(set(roles))
    if not set(wanted) <= staff.ROLES.keys():
        raise PeopleError("UNKNOWN_ROLE", "There is no such role.")
    if not user.is_person:
        raise PeopleError("NOT_FOR_PLAYERS", "Guests and bots cannot be staff.")
    with act(by=by, action="person.roles", kind="person", target=user.pk, reason=reason) as acting:
        user = person(user.pk, lock=True)
        had = sorted(user.groups.filter(name__in=staff.ROLES).values_list("name", flat=True))
        marked = bool(wanted) or user.is_superuser
        if had == wanted and user.is_staff == marked:
            acting.nothing()
            return user
        user.groups.remove(*Group.objects.filter(name__in=set(had) - set(wanted)))
        user.groups.add(*Group.objects.filter(name__in=wanted))
        user.is_staff = marked
        user.save(update_fields=["is_staff"])
        acting.before, acting.after = {"roles": had}, {"roles": wanted}
    return user


def make_roles(**_: Any) -> None:
    """Make the groups and give each its permissions; run after every migrate."""
    create_permissions(apps.get_app_config("accounts"), verbosity=0)
    known = {
        permission.codename: permission
        for permission in Permission.objects.filter(
            content_type__app_label="accounts", codename__startswith="staff_"
        )
    }
    for name, rights in staff.ROLES.items():
        group, _created = Group.objects.get_or_create(name=name)
        group.permissions.set([known[f"staff_{right}"] for right in rights])
