"""Sign-ins, and which users share an address or a device; for staff who investigate a case."""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from accounts.people.models import SignIn


@dataclass(frozen=True, slots=True)
class Sharer:
    """Another user who signed in from an address or with a device of a user."""

    user_id: uuid.UUID
    name: str
    shared: str
    times: int
    last: datetime


def recent(user_id: uuid.UUID, *, limit: int = 20) -> QuerySet[SignIn]:
    """A user's latest sign-ins, newest first."""
    return SignIn.objects.filter(user_id=user_id).order_by("-at")[:limit]


def has_come_from(name_key: str, *, device: bytes | None, address: str | None) -> tuple[bool, bool]:
    """Whether the named user has signed in with this device, and from this address; one query.

    Both are False if nobody has the name. Addresses and devices are deleted after 90 days.
    """
    visits = SignIn.objects.filter(user__name_key=name_key)
    found = visits.aggregate(
        by_device=Count("id", filter=Q(device=device or b"")),
        by_address=Count("id", filter=Q(address=address, address__isnull=False)),
    )
    return bool(found["by_device"]), bool(found["by_address"])


def sharers(user_id: uuid.UUID, *, limit: int = 20) -> tuple[Sharer, ...]:
    """The users who share addresses or devices with a user, latest first."""
    sign_ins = SignIn.objects.filter(user_id=user_id)
    others = SignIn.objects.exclude(user_id=user_id)
    addresses = sign_ins.filter(address__isnull=False).values("address")
    devices = sign_ins.filter(device__isnull=False).values("device")
    by_address = _counted(others.filter(address__in=addresses), "address", limit)
    by_device = _counted(others.filter(device__in=devices), "device", limit)
    found = [Sharer(who, name, str(shared), *rest) for who, name, shared, *rest in by_address]
    found += [Sharer(who, name, "the same device", *rest) for who, name, _, *rest in by_device]
    return tuple(sorted(found, key=lambda one: one.last, reverse=True)[:limit])


def _counted(rows: QuerySet[SignIn], field: str, limit: int) -> list[tuple[Any, ...]]:
    named = rows.values_list("user_id", "user__name", field)
    return list(named.annotate(times=Count("id"), last=Max("at")).order_by("-last")[:limit])


def pairs_sharing(user_ids: Sequence[uuid.UUID]) -> dict[frozenset[uuid.UUID], set[str]]:
    """Which two of these users share an `address`, a `device`, or both."""
    rows = SignIn.objects.filter(user_id__in=user_ids).values_list("user_id", "address", "device")
    who: dict[tuple[str, Any], set[uuid.UUID]] = defaultdict(set)
    for user_id, address, device in rows.distinct():
        for kind, mark in (("address", address), ("device", device and bytes(device))):
            if mark is not None:
                who[kind, mark].add(user_id)
    pairs: dict[frozenset[uuid.UUID], set[str]] = defaultdict(set)
    for (kind, _), people in who.items():
        for pair in combinations(people, 2):
            pairs[frozenset(pair)].add(kind)
    return dict(pairs)
