"""Which users share a household, by their recent sign-ins."""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from django.db.models import Q, Window
from django.db.models.functions import Now, RowNumber

from accounts.people.household import home_network
from accounts.people.models import SignIn

RECENT = datetime.timedelta(hours=24)
_PLACES_MAX = 20
_NTH = Window(RowNumber(), partition_by="user", order_by="-at")
_COUNTS = Q(nth=1) | Q(nth__lte=_PLACES_MAX, at__gt=Now() - RECENT)
"""The last place always counts, however old: a session lasts for weeks."""


def shares_household(user_id: uuid.UUID, others: Collection[uuid.UUID]) -> bool:
    """Whether a user recently shared a device or an address with one of these; one query."""
    if not others:
        return False
    homes = _homes([user_id, *others])
    return any(homes[user_id] & homes[other] for other in others)


def of_two_households(groups: Sequence[Collection[uuid.UUID]]) -> list[bool]:
    """For each group, whether two of it recently shared neither device nor address.

    One query, none without a group of two.
    """
    everybody = {one for group in groups if len(group) > 1 for one in group}
    homes = _homes(everybody) if everybody else {}
    return [
        any(not homes[one] & homes[other] for one, other in combinations(group, 2))
        for group in groups
    ]


def _homes(user_ids: Collection[uuid.UUID]) -> Mapping[uuid.UUID, set[bytes | str]]:
    """The recent devices and networks of each of these users."""
    homes: dict[uuid.UUID, set[bytes | str]] = defaultdict(set)
    places = SignIn.objects.filter(user__in=user_ids).annotate(nth=_NTH).filter(_COUNTS)
    for user_id, device, address in places.values_list("user", "device", "address"):
        if device is not None:
            homes[user_id].add(bytes(device))
        if (home := home_network(address)) is not None:
            homes[user_id].add(home)
    return homes
