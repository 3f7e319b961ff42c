"""Sealing decks anew under the current key, so that an older one can be dropped.

Play goes on meanwhile: a deck is sealed anew under its row's lock, which actions do not wait for.
"""

import uuid
from collections.abc import Iterator
from typing import Any

import structlog
from cryptography.exceptions import InvalidTag
from django.db import transaction
from django.db.models import BinaryField, Q, QuerySet
from django.db.models.functions import Length, Substr

from games.dealing.encryption import FIRST_LENGTH, current_id, seal, unseal
from games.dealing.models import NextDeck
from games.hands.models import Hand

BATCH = 500
"""Hands in one transaction."""

log = structlog.get_logger("decks")


def sealed_before(model: type[Hand] | type[NextDeck] = Hand) -> QuerySet[Any]:
    """Hands, live ones too, or decks of next hands that would be lost with the older keys."""
    now = current_id()
    begins = Substr("sealed", 1, len(now), output_field=BinaryField())
    rows = model._default_manager.alias(begins=begins, length=Length("sealed"))
    return rows.filter(~Q(begins=now) | Q(length=FIRST_LENGTH))


def left_before() -> int:
    """How many hands and decks would be lost with the older keys."""
    return sealed_before(Hand).count() + sealed_before(NextDeck).count()


def reseal() -> Iterator[int]:
    """Seal all of them anew; yields after each batch how many. May be ended at any of them.

    Decks that are locked, or whose key is lost, stay as they are.
    """
    yield from _reseal_all(NextDeck)
    yield from _reseal_all(Hand)


def _reseal_all(model: type[Hand] | type[NextDeck]) -> Iterator[int]:
    last = uuid.UUID(int=0)
    while True:
        rows = sealed_before(model).filter(pk__gt=last).order_by("pk")
        with transaction.atomic():
            found = list(rows.select_for_update(skip_locked=True, no_key=True)[:BATCH])
            done = sum(map(_reseal, found))
        if not found:
            return
        last = found[-1].pk
        yield done


def _reseal(row: Hand | NextDeck) -> bool:
    bound_to = row.deck_id if isinstance(row, NextDeck) else row.pk
    try:
        kind, data = unseal(bound_to=bound_to, sealed=bytes(row.sealed))
    except InvalidTag:
        log.error("a deck cannot be opened with the keys there are", id=str(bound_to))
        return False
    row.sealed = seal(bound_to=bound_to, data=data, kind=kind)
    row.save(update_fields=["sealed"])
    return True
