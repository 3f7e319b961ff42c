"""Re-encrypting decks with the current key, so that an older key can be removed.

Play continues meanwhile: a deck is re-encrypted under its row's lock, for which no action waits.
"""

import uuid
from collections.abc import Iterator
from typing import Any

import structlog
from cryptography.exceptions import InvalidTag
from django.db import transaction
from django.db.models import BinaryField, Q, QuerySet
from django.db.models.functions import Length, Substr

from games.dealing.encryption import SECRET_WITHOUT_ID_BYTES, current_id, seal, unseal
from games.dealing.models import NextDeck
from games.hands.models import Hand

BATCH_DECKS_MAX = 500
"""Hands in one transaction."""

log = structlog.get_logger("decks")


def sealed_before(model: type[Hand] | type[NextDeck] = Hand) -> QuerySet[Any]:
    """Hands, including live ones, or next decks that are encrypted with an older key."""
    now = current_id()
    begins = Substr("sealed", 1, len(now), output_field=BinaryField())
    rows = model._default_manager.alias(begins=begins, length=Length("sealed"))
    return rows.filter(~Q(begins=now) | Q(length=SECRET_WITHOUT_ID_BYTES))


def left_before() -> int:
    """The number of hands and decks that are encrypted with older keys."""
    return sealed_before(Hand).count() + sealed_before(NextDeck).count()


def encrypt_anew() -> Iterator[int]:
    """Re-encrypt all of them; yields the number in each batch. Stopping after a batch is safe.

    Decks that are locked, or whose key is lost, are skipped.
    """
    yield from _reencrypt_all(NextDeck)
    yield from _reencrypt_all(Hand)


def _reencrypt_all(model: type[Hand] | type[NextDeck]) -> Iterator[int]:
    last = uuid.UUID(int=0)
    while True:
        rows = sealed_before(model).filter(pk__gt=last).order_by("pk")
        with transaction.atomic():
            found = list(rows.select_for_update(skip_locked=True, no_key=True)[:BATCH_DECKS_MAX])
            done = sum(map(_reencrypt, found))
        if not found:
            return
        last = found[-1].pk
        yield done


def _reencrypt(row: Hand | NextDeck) -> bool:
    bound_to = row.deck_id if isinstance(row, NextDeck) else row.pk
    try:
        kind, data = unseal(bound_to=bound_to, sealed=bytes(row.sealed))
    except InvalidTag:
        log.error("a deck cannot be decrypted with the configured keys", id=str(bound_to))
        return False
    row.sealed = seal(bound_to=bound_to, data=data, kind=kind)
    row.save(update_fields=["sealed"])
    return True
