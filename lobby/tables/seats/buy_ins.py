"""The chips that a user may bring to a table now, and whether the table gave their seat back.

To leave with one's winnings and come back with less (ratholing) would take them out of the others'
reach. So the same table, or a sister of it, takes a returning player only with the chips that they
took away, as other card rooms do.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from core.clock import to_unix_ms
from games.stats.counters.registry import counter_of
from lobby.tables.chat_shapes import Sentence
from lobby.tables.models import SeatDeparture, Table
from lobby.tables.stakes import kinds, stakes_of
from lobby.tables.wire import BuyIn

MODEST_WALLET_RATIO = 10
"""A modest buy-in is at most this part of the wallet: a tenth."""
_GIVEN_BACK = {SeatDeparture.Reason.SAT_OUT: "sat_out", SeatDeparture.Reason.AWAY: "away"}
"""The codes of the notes to a player whose seat was given back."""


def departures(table: Table, user_ids: Collection[uuid.UUID]) -> QuerySet[SeatDeparture]:
    """Some users' departures from a table and its sisters that still count."""
    since = timezone.now() - datetime.timedelta(minutes=settings.RETURN_STACK_MINUTES)
    family = Q(table=table.first_id) | Q(table__sister_of=table.first_id)
    return SeatDeparture.objects.filter(family, user__in=user_ids, left_at__gt=since)


def departures_by_user(
    table: Table, user_ids: Collection[uuid.UUID]
) -> Mapping[uuid.UUID, list[SeatDeparture]]:
    """The same by user, with one query."""
    found: defaultdict[uuid.UUID, list[SeatDeparture]] = defaultdict(list)
    for departure in departures(table, user_ids):
        found[departure.user_id].append(departure)
    return found


def buy_in_of(
    table: Table, user_id: uuid.UUID, left: Sequence[SeatDeparture], wallet: int
) -> BuyIn:
    """The least and the most that a user with these departures may bring to a table now.

    The least is what they left with, but no more than their wallet, their other tables and their
    entries for sit and gos hold: it may be above the table's maximum. Against the house nobody's
    winnings are taken away.
    """
    least, most = table.min_buy_in, table.max_buy_in
    last = max(left, key=lambda departure: departure.chips, default=None)
    is_won_of_others = counter_of(table.game).between_players
    for_chips = stakes_of(table).are_chips and is_won_of_others
    if last is None or not for_chips or last.chips <= least:
        return BuyIn(min=least, max=most, usual=modest(least, most, wallet))
    elsewhere = sum(stakes.in_play(user_id, certain=True) for stakes in kinds())
    least = max(least, min(last.chips, wallet + elsewhere))
    until = last.left_at + datetime.timedelta(minutes=settings.RETURN_STACK_MINUTES)
    return BuyIn(
        min=least,
        max=max(least, most),
        usual=least,
        left_with=last.chips,
        until=to_unix_ms(until),
    )


def modest(least: int, most: int, wallet: int) -> int:
    """Half of the maximum, but at most a tenth of the wallet if the minimum allows."""
    return max(least, min(most // 2, wallet // MODEST_WALLET_RATIO))


def seat_given_back(table: Table, left: Sequence[SeatDeparture]) -> Sentence | None:
    """A sentence for a user whose seat at this table was given back lately, None for others."""
    last = next((departure for departure in left if departure.table_id == table.pk), None)
    if last is None or last.reason not in _GIVEN_BACK:
        return None
    reason = _GIVEN_BACK[SeatDeparture.Reason(last.reason)]
    return Sentence(f"given_back.{reason}", {"chips": last.chips})
