"""Packing the actions of hands of long ago: one row a hand in place of one for each action."""

import datetime
import uuid

from django.conf import settings
from django.utils import timezone

from core.runtime.sql import run

BATCH_HANDS = 500
"""Hands that are packed in one transaction."""
_PACK = "SELECT last, packed FROM games_pack_actions(%s, %s, %s)"
_FIRST = uuid.UUID(int=0)


def pack_actions(limit: int) -> int:
    """Pack the actions of hands that ended ACTIONS_PACKED_AFTER_DAYS ago; returns how many hands.

    At most `limit`. Their idempotency keys are given up; all else can be read as before. The
    database compares what it packed with what was played, and raises if it differs.
    """
    before = timezone.now() - datetime.timedelta(days=settings.ACTIONS_PACKED_AFTER_DAYS)
    last: uuid.UUID | None = _FIRST
    packed = 0
    while last is not None and packed < limit:
        (((last, done),),) = run((_PACK, [before, last, min(BATCH_HANDS, limit - packed)]))
        packed += done
    return packed
