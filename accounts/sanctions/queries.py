"""The sanctions of a user, and open appeals."""

import uuid

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.sanctions.models import Sanction


def current(user_id: uuid.UUID) -> list[Sanction]:
    """The sanctions in force, ordered by their end, the latest last."""
    rows = Sanction.objects.filter(
        Q(until=None) | Q(until__gt=timezone.now()), user_id=user_id, ended_at=None
    )
    return list(rows.order_by("until"))


def history(user_id: uuid.UUID) -> QuerySet[Sanction]:
    """All sanctions of a user, newest first."""
    return Sanction.objects.filter(user_id=user_id).select_related("by").order_by("-at")


def chips_to_hold(user_id: uuid.UUID) -> int:
    """The chips of a user that a hold still waits for; 0 without one."""
    holds = Sanction.objects.filter(user_id=user_id, kind=Sanction.Kind.HOLD, ended_at=None)
    missing = holds.filter(held__lt=F("to_hold")).values_list(F("to_hold") - F("held"), flat=True)
    return missing.first() or 0


def appeals() -> QuerySet[Sanction]:
    """Appeals that wait for an answer, oldest first."""
    waiting = Sanction.objects.filter(verdict=Sanction.Verdict.WAITING)
    return waiting.select_related("user", "by").order_by("appealed_at")
