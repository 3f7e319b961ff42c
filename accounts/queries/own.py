"""What people have set for themselves, as it holds now by the database's clock."""

import datetime
import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.models import Block, Break, Note, OwnLimit, User


@dataclass(frozen=True, slots=True)
class Limits:
    """The most chips lost and minutes played in a day, and chips brought to a table; None: any."""

    loss: int | None = None
    minutes: int | None = None
    stake: int | None = None


def clock() -> datetime.datetime:
    """The database's time: what people wait for cannot be hastened by a wrong clock of ours."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime.datetime = cursor.fetchone()[0]
    return now


def limits_of(user_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, Limits]:
    """The limits that hold now, of those who have set any; one query."""
    rows = OwnLimit.objects.filter(user_id__in=list(user_ids), starts_at__lte=Now())
    held: dict[uuid.UUID, dict[str, int | None]] = {}
    for row in rows.order_by("starts_at", "id"):
        held.setdefault(row.user_id, {})[row.kind] = row.amount
    return {user_id: Limits(**kinds) for user_id, kinds in held.items()}


def coming(user: User) -> QuerySet[OwnLimit]:
    """Looser limits that begin later."""
    return OwnLimit.objects.filter(user=user, starts_at__gt=Now()).order_by("kind")


def current_break(user: User) -> Break | None:
    """The break that holds now and ends last."""
    return Break.objects.filter(user=user, until__gt=Now()).order_by("-until").first()


def blocks_of(user_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, frozenset[str]]:
    """`blocked_by` for each of these people, by one query."""
    rows = Block.objects.filter(user_id__in=user_ids).values_list("user_id", "blocked__name")
    names: dict[uuid.UUID, set[str]] = {user_id: set() for user_id in user_ids}
    for user_id, name in rows:
        names[user_id].add(name)
    return {user_id: frozenset(some) for user_id, some in names.items()}


def blocked_by(user_id: uuid.UUID) -> frozenset[str]:
    """The names of those whose lines a person does not want to read."""
    return frozenset(Block.objects.filter(user_id=user_id).values_list("blocked__name", flat=True))


def note_on(user_id: uuid.UUID, about_id: uuid.UUID) -> str:
    """What one person noted about another, empty for nothing."""
    found = Note.objects.filter(user_id=user_id, about_id=about_id).values_list("text", flat=True)
    return found.first() or ""
