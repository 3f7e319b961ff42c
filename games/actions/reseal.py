"""Sealing decks anew under the current key, so that an older one can be dropped.

Play goes on meanwhile: a deck is sealed anew under its row's lock, which actions do not wait for.
"""

import uuid
from collections.abc import Iterator

import structlog
from cryptography.exceptions import InvalidTag
from django.db import transaction
from django.db.models import BinaryField, Q, QuerySet
from django.db.models.functions import Length, Substr

from games.actions.seal import FIRST_LENGTH, current_id, seal, unseal
from games.models import Hand

BATCH = 500
"""Hands in one transaction."""

log = structlog.get_logger("decks")


def sealed_before() -> QuerySet[Hand]:
    """Hands, live ones too, whose decks would be lost with the older keys."""
    now = current_id()
    begins = Substr("sealed", 1, len(now), output_field=BinaryField())
    rows = Hand.objects.alias(begins=begins, length=Length("sealed"))
    return rows.filter(~Q(begins=now) | Q(length=FIRST_LENGTH))


def reseal() -> Iterator[int]:
    """Seal all of them anew; yields after each batch how many. May be ended at any of them.

    Decks that are locked, or whose key is lost, stay as they are.
    """
    last = uuid.UUID(int=0)
    while True:
        rows = sealed_before().filter(pk__gt=last).order_by("pk").only("sealed")
        with transaction.atomic():
            hands = list(rows.select_for_update(skip_locked=True, no_key=True)[:BATCH])
            done = sum(map(_reseal, hands))
        if not hands:
            return
        last = hands[-1].pk
        yield done


def _reseal(hand: Hand) -> bool:
    try:
        kind, data = unseal(hand_id=hand.pk, sealed=bytes(hand.sealed))
    except InvalidTag:
        log.error("a deck cannot be opened with the keys there are", hand=str(hand.pk))
        return False
    hand.sealed = seal(hand_id=hand.pk, data=data, kind=kind)
    hand.save(update_fields=["sealed"])
    return True
