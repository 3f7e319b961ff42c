"""Chips won between pairs of users: for moderators, and to exclude one-sided results.

A flow is approximate (see `PairFlow`), but one user's gain is exactly the other's loss.
"""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from core.runtime.replica import reader
from games.stats.models import PairFlow

FROM_ONE_SHARE_MAX = 0.5
"""A user with more than this share of net chips from one player is not listed."""

_FROM_ONE = """
SELECT f.person FROM (
    SELECT person, max(won) AS most FROM (
        SELECT person, partner, sum(net) AS won FROM (
            SELECT low_id AS person, high_id AS partner, net FROM games_pairflow
            WHERE low_id = ANY(%(people)s) AND game = %(game)s
                AND month >= %(since)s AND month < %(until)s
            UNION ALL
            SELECT high_id, low_id, -net FROM games_pairflow
            WHERE high_id = ANY(%(people)s) AND game = %(game)s
                AND month >= %(since)s AND month < %(until)s
        ) both_ways GROUP BY person, partner
    ) pairs GROUP BY person
) f
JOIN (
    SELECT user_id, sum(net) AS net FROM games_playerstats
    WHERE game = %(game)s AND plays_for = 'chips' AND period = %(period)s AND start >= %(since)s
        AND start < %(until)s AND user_id = ANY(%(people)s)
    GROUP BY user_id
) s ON s.user_id = f.person
WHERE s.net > 0 AND f.most > %(share)s * s.net
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two users at one game: common hands, and the chips that the first won from the second."""

    first_id: uuid.UUID
    second_id: uuid.UUID
    game: str
    hands: int
    net: int


@dataclass(frozen=True, slots=True)
class Partner:
    """A user with whom another played, over all games, and the chips won from them."""

    user_id: uuid.UUID
    name: str
    hands: int
    net: int


def pair_matrix(
    user_ids: Sequence[uuid.UUID], *, since: datetime.date | None = None, game: str | None = None
) -> tuple[Pair, ...]:
    """All pairs among these users from the month of `since` on, by game."""
    flows = PairFlow.objects.filter(low_id__in=user_ids, high_id__in=user_ids)
    if since is not None:
        flows = flows.filter(month__gte=since.replace(day=1))
    if game is not None:
        flows = flows.filter(game=game)
    sums: dict[tuple[uuid.UUID, uuid.UUID, str], tuple[int, int]] = {}
    for flow in flows:
        hands, net = sums.get((flow.low_id, flow.high_id, flow.game), (0, 0))
        sums[flow.low_id, flow.high_id, flow.game] = hands + flow.hands, net + flow.net
    return tuple(Pair(*key, *found) for key, found in sorted(sums.items()))


def partners_of(user_id: uuid.UUID, *, since: datetime.date | None = None) -> tuple[Partner, ...]:
    """Everyone with whom a user played for chips, largest flow first."""
    flows = PairFlow.objects.filter(Q(low_id=user_id) | Q(high_id=user_id))
    if since is not None:
        flows = flows.filter(month__gte=since.replace(day=1))
    found: dict[uuid.UUID, Partner] = {}
    for flow in flows.select_related("low", "high"):
        mine = flow.low_id == user_id
        other = flow.high if mine else flow.low
        net = flow.net if mine else -flow.net
        old = found.get(other.pk, Partner(other.pk, other.name, 0, 0))
        found[other.pk] = Partner(other.pk, other.name, old.hands + flow.hands, old.net + net)
    return tuple(sorted(found.values(), key=lambda partner: -abs(partner.net)))


def mostly_from_one(
    user_ids: Sequence[uuid.UUID],
    *,
    game: str,
    since: datetime.date,
    until: datetime.date = datetime.date.max,
) -> frozenset[uuid.UUID]:
    """Those of these users whose chips come mostly from one player.

    `since` and `until` (exclusive) are first days of months.
    """
    parameters: dict[str, Any] = {
        "people": list(user_ids),
        "game": game,
        "since": since,
        "until": until,
        "period": "month",
        "share": FROM_ONE_SHARE_MAX,
    }
    with reader().cursor() as cursor:
        cursor.execute(_FROM_ONE, parameters)
        return frozenset(person for (person,) in cursor.fetchall())
