"""The hands that open cases are about; their decks are kept."""

import datetime
import uuid
from collections.abc import Sequence

from django.conf import settings
from django.db.models import Q

from games.hands.models import Hand
from lobby.moderation.models import Report


def reported(hands: Sequence[Hand]) -> set[uuid.UUID]:
    """The hands among these that an open case is about.

    A case is about its own hand, and about its player's or table's hands in the time before it for
    which decks are kept, which staff could still look into.
    """
    cases = Report.objects.exclude(state=Report.State.CLOSED)
    people = {
        hand.pk: {uuid.UUID(seat["user"]) for seat in hand.opening["seats"]} for hand in hands
    }
    about = cases.filter(
        Q(hand_id__in=people)
        | Q(table_id__in={hand.table_id for hand in hands})
        | Q(about_id__in=set[uuid.UUID]().union(*people.values()))
    )
    kept = datetime.timedelta(days=settings.DECKS_KEPT_DAYS)
    found = set()
    for case in about:
        for hand in hands:
            near = hand.started_at <= case.at < (hand.finished_at or case.at) + kept
            there = case.table_id == hand.table_id or case.about_id in people[hand.pk]
            if case.hand_id == hand.pk or (near and there):
                found.add(hand.pk)
    return found
