"""When people came in, and who came from the same address; for staff who look into a case."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from django.db.models import Count, Max, QuerySet

from accounts.models import SignIn


@dataclass(frozen=True, slots=True)
class Sharer:
    """Somebody else who came in from one of a person's addresses."""

    user_id: uuid.UUID
    name: str
    address: str
    times: int
    last: datetime


def recent(user_id: uuid.UUID, *, limit: int = 20) -> QuerySet[SignIn]:
    """A person's latest sign-ins, newest first."""
    return SignIn.objects.filter(user_id=user_id).order_by("-at")[:limit]


def sharers(user_id: uuid.UUID, *, limit: int = 20) -> tuple[Sharer, ...]:
    """Who else came from the addresses of a person, the latest first."""
    own = SignIn.objects.filter(user_id=user_id, address__isnull=False).values("address")
    rows = (
        SignIn.objects.filter(address__in=own)
        .exclude(user_id=user_id)
        .values_list("user_id", "user__name", "address")
        .annotate(times=Count("id"), last=Max("at"))
        .order_by("-last")[:limit]
    )
    return tuple(Sharer(*row) for row in rows)


def pairs_sharing(user_ids: Sequence[uuid.UUID]) -> set[frozenset[uuid.UUID]]:
    """Which two of these people came in from the same address."""
    rows = SignIn.objects.filter(user_id__in=user_ids, address__isnull=False)
    who: dict[str | None, set[uuid.UUID]] = {}
    for address, user_id in rows.values_list("address", "user_id").distinct():
        who.setdefault(address, set()).add(user_id)
    return {frozenset(pair) for people in who.values() for pair in combinations(people, 2)}
