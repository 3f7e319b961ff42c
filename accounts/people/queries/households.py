"""Which users share a household, by their recent sign-ins."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from accounts.people.household import home_network
from core.runtime.sql import run

RECENT_HOURS = 24
# Asked where a batch settles a hand, so by own SQL. The last place always counts, however old: a
# session lasts for weeks.
_PLACES = """
SELECT who.id, place.device, host(place.address)
FROM unnest(%s::uuid[]) AS who(id) CROSS JOIN LATERAL (
    SELECT device, address, at, row_number() OVER (ORDER BY at DESC) AS nth
    FROM accounts_signin WHERE user_id = who.id ORDER BY at DESC LIMIT 20
) AS place
WHERE place.nth = 1 OR place.at > now() - make_interval(hours => %s)
"""


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
    (places,) = run((_PLACES, [list(user_ids), RECENT_HOURS]))
    for person, device, address in places:
        if device is not None:
            homes[person].add(bytes(device))
        if (home := home_network(address)) is not None:
            homes[person].add(home)
    return homes
