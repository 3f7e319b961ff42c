"""Summarize the hands a user missed at a table while their connection was lost."""

import uuid

from django.db.models import Max, Sum

from games.hands.models import Hand, HandSeat, PlayedAction
from games.hands.models.packed import OPENING_COLUMNS
from lobby.tables.models import Table
from lobby.tables.wire import Missed

MISSED_HANDS_MAX = 500
"""The most hands to summarize; a user who missed more reads the list of hands."""


def missed(table: Table, user_id: uuid.UUID, *, after: int) -> Missed:
    """Summarize a table's hands after number `after`, as far as the reader may know them.

    Of the hand `after` itself only actions by the clock count. Two queries over at most
    `MISSED_HANDS_MAX` hands. Readers who were not dealt in get only the number of hands, and at a
    delayed table nothing: they must not learn of hands that they have not been shown.
    """
    first = max(after, table.hands_dealt - MISSED_HANDS_MAX)
    hands = Hand.objects.filter(table_id=table.pk, number__gt=first, status=Hand.Status.FINISHED)
    own = HandSeat.objects.filter(user_id=user_id, hand__in=hands)
    brought = own.aggregate(net=Sum("net"), biggest=Max("pot"))
    played = own.count()
    late = table.spectators == Table.Spectators.DELAYED and not played
    since = Hand.objects.filter(table_id=table.pk, number__gte=first).values_list("pk", flat=True)
    return Missed(
        hands=0 if late else hands.count(),
        played=played,
        won=own.filter(won=True).count(),
        net=brought["net"] or 0,
        by_clock=_by_clock(list(since), user_id),
        biggest_pot=brought["biggest"] or 0,
    )


def _by_clock(hand_ids: list[uuid.UUID], user_id: uuid.UUID) -> int:
    """How often the clock or autoplay acted for a user in these hands."""
    seats = {
        hand.pk: next((s["seat"] for s in hand.opening["seats"] if s["user"] == str(user_id)), None)
        for hand in Hand.objects.filter(pk__in=hand_ids).only(*OPENING_COLUMNS)
    }
    auto = (PlayedAction.Auto.TIMEOUT, PlayedAction.Auto.AWAY)
    rows = PlayedAction.objects.filter(hand_id__in=hand_ids, auto__in=auto)
    return sum(seats[hand_id] == seat for hand_id, seat in rows.values_list("hand_id", "seat"))
