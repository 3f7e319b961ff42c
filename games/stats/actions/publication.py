"""Publication of results: a hand counts in public figures once spectators may know its end.

Unrated hands count in none.

The results of most hands are counted in the transaction that settles them. Those of a delayed table
wait until spectators have seen the hand's end: until then player stats, pairs, tallies and ratings
are as if it had not been played, so that no page, leaderboard or API can tell its result.
The lists of hands and the play limits of the hand's own players do not wait.
"""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from core.runtime.sql import Statement, as_json
from games.hands.live_hand import UNRATED, LiveHand
from games.hands.models import Hand, PlayedAction
from games.stats.actions.player_stats import store
from games.stats.actions.ratings import End, rate_batches
from games.stats.models import WithheldHand
from games.stats.queries.sums import Sums, folded

BATCH_HANDS = 200
"""The most hands that one transaction publishes."""
_WITHHOLD = """
INSERT INTO games_withheldhand (hand_id, due_at)
SELECT hand_id, due_at FROM jsonb_to_recordset(%s::jsonb) AS r(hand_id uuid, due_at timestamptz)
"""


def public_at_once(hands: Sequence[LiveHand]) -> list[LiveHand]:
    """Those of these settled hands that count, and whose results everybody may know now."""
    return [hand for hand in hands if not (hand.spectator_delay_s or hand.plays_for == UNRATED)]


def withholding(hands: Sequence[LiveHand], *, at: datetime.datetime) -> list[Statement]:
    """The statement that withholds the others until spectators have seen them; none without any."""
    rows = [
        {
            "hand_id": hand.id,
            "due_at": at + datetime.timedelta(seconds=hand.spectator_delay_s),
        }
        for hand in hands
        if hand.spectator_delay_s and hand.plays_for != UNRATED
    ]
    return [(_WITHHOLD, [as_json(rows)])] if rows else []


def publish_due() -> int:
    """Add the hands that spectators have seen by now to all figures; returns their number."""
    published = 0
    while done := _publish_some():
        published += done
    return published


def _publish_some() -> int:
    with transaction.atomic():
        due = WithheldHand.objects.filter(due_at__lte=timezone.now()).order_by("due_at")
        ids = list(
            due.select_for_update(skip_locked=True).values_list("pk", flat=True)[:BATCH_HANDS]
        )
        actions = Prefetch("actions", PlayedAction.objects.order_by("seq"))
        hands = Hand.objects.filter(pk__in=ids).prefetch_related(actions)
        sums, ends = Sums(), []
        for hand in hands.order_by("finished_at", "pk"):
            assert hand.finished_at is not None
            sums.add(folded(hand), at=hand.finished_at)
            ends.append(End(hand.pk, hand.table_id, hand.number))
        if ids:
            WithheldHand.objects.filter(pk__in=ids).delete()
            store(sums)
            rate_batches(ends)
    return len(ids)


def discard(hand: Hand) -> bool:
    """Forget a withheld hand that is being voided; whether it was withheld, so never counted."""
    return WithheldHand.objects.filter(pk=hand.pk).delete()[0] > 0
