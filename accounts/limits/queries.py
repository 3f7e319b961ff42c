"""The limits and breaks in force now, by the database's clock."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Now

from accounts.limits.models import (
    Break,
    PlayLimit,
)
from accounts.people.models import User


@dataclass(frozen=True, slots=True)
class Limits:
    """Daily limits: chips lost, minutes played, and chips brought to a table; None: no limit."""

    loss: int | None = None
    minutes: int | None = None
    stake: int | None = None


def limits_of(user_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, Limits]:
    """The limits in force now, of users who have set any; one query, none without users."""
    started = PlayLimit.objects.filter(user__in=list(user_ids), starts_at__lte=Now())
    return limits_in(started.order_by("starts_at", "id").values_list("user", "kind", "amount"))


def limits_in(rows: Iterable[tuple[Any, ...]]) -> dict[uuid.UUID, Limits]:
    """The limits of each user in rows of (user, kind, amount), the latest of a kind last."""
    held: dict[uuid.UUID, dict[str, int | None]] = {}
    for user_id, kind, amount in rows:
        held.setdefault(user_id, {})[kind] = amount
    return {user_id: Limits(**kinds) for user_id, kinds in held.items()}


def pending_limits(user: User) -> QuerySet[PlayLimit]:
    """Looser limits that begin later."""
    return PlayLimit.objects.filter(user=user, starts_at__gt=Now()).order_by("kind")


def current_break(user: User) -> Break | None:
    """The current break that ends last; None without one."""
    return Break.objects.filter(user=user, until__gt=Now()).order_by("-until").first()
