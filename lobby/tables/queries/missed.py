"""What a person missed at a table while their connection was lost."""

import uuid
from typing import TypedDict

from django.db.models import Max, Sum

from games.hands.models import Hand, HandAction, HandSeat
from lobby.tables.models import Table

MOST = 500
"""So many hands at most are looked at; whoever was away for longer reads the list of hands."""


class Missed(TypedDict):
    """The finished hands after one that is known: how many, and what they brought the reader.

    `played`: the reader was dealt in; `won`: they won a pot; `net`: chips or points; `by_clock`:
    times that the clock acted for them, in the hand that is on too; `biggest_pot`: the largest
    that they won.
    """

    hands: int
    played: int
    won: int
    net: int
    by_clock: int
    biggest_pot: int


def missed(table: Table, user_id: uuid.UUID, *, after: int) -> Missed:
    """What happened at a table after its hand number `after`, as the reader may know it.

    The hand `after` itself is known, but for what the clock did in it. Two queries over at most
    `MOST` hands. A spectator of a delayed table is not told of what they have not been shown: for
    those who were not dealt in there is only the number of hands, and at a delayed table nothing.
    """
    first = max(after, table.hands_dealt - MOST)
    hands = Hand.objects.filter(table_id=table.pk, number__gt=first, status=Hand.Status.FINISHED)
    own = HandSeat.objects.filter(user_id=user_id, hand__in=hands)
    brought = own.aggregate(net=Sum("net"), biggest=Max("pot"))
    played = own.count()
    late = table.spectators == Table.Spectators.DELAYED and not played
    since = Hand.objects.filter(table_id=table.pk, number__gte=first).values_list("pk", flat=True)
    return {
        "hands": 0 if late else hands.count(),
        "played": played,
        "won": own.filter(won=True).count(),
        "net": brought["net"] or 0,
        "by_clock": _by_clock(list(since), user_id),
        "biggest_pot": brought["biggest"] or 0,
    }


def _by_clock(hand_ids: list[uuid.UUID], user_id: uuid.UUID) -> int:
    """How often the clock, or autoplay, acted for a person in these hands."""
    seats = {
        hand_id: next((s["seat"] for s in opening["seats"] if s["user"] == str(user_id)), None)
        for hand_id, opening in Hand.objects.filter(pk__in=hand_ids).values_list("pk", "opening")
    }
    auto = (HandAction.Auto.TIMEOUT, HandAction.Auto.AWAY)
    rows = HandAction.objects.filter(hand_id__in=hand_ids, auto__in=auto)
    return sum(seats[hand_id] == seat for hand_id, seat in rows.values_list("hand_id", "seat"))
