"""Decks that are published before they are dealt (TFAIR1, `games.fair`).

Each table has one sealed deck for its next hand. Every published deck is either dealt (its
commitment is in a hand's opening) or opened in full.
"""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from games.fair.deck import LEAF_BYTES, SealedDeck, pieces


class NextDeck(models.Model):
    """The deck of a table's next hand, and the cuts that its players have made so far.

    `cut_commits` by seat: {"user", "hash"}; `cuts` by seat: 32 bytes in hexadecimal. After
    `locked_at` cuts can only be revealed, not committed to.
    """

    table_id = models.UUIDField(primary_key=True)
    number = models.PositiveIntegerField(help_text="number of the hand it is for")
    deck_id = models.UUIDField()
    n = models.PositiveSmallIntegerField(help_text="cards")
    roots = models.BinaryField(help_text="32 bytes for each candidate")
    sealed = models.BinaryField(help_text="the masters of the candidates, encrypted")
    chain = models.BinaryField(help_text="the table's chain after its last hand, 32 bytes")
    cut_commits = models.JSONField(default=dict)
    cuts = models.JSONField(default=dict)
    locked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"deck {self.deck_id.hex}"

    @property
    def published_part(self) -> SealedDeck:
        """The part that is published before the deal."""
        return _published_part(self)


class OpenedDeck(models.Model):
    """A deck that was published and never dealt, with its masters; public."""

    deck_id = models.UUIDField(primary_key=True)
    table_id = models.UUIDField()
    n = models.PositiveSmallIntegerField(help_text="cards")
    roots = models.BinaryField(help_text="32 bytes for each candidate")
    masters = models.BinaryField(help_text="32 bytes for each candidate")
    opened_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="opened_deck_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"opened deck {self.deck_id.hex}"

    @property
    def published_part(self) -> SealedDeck:
        """The part that was published before the deal."""
        return _published_part(self)


def _published_part(row: NextDeck | OpenedDeck) -> SealedDeck:
    return SealedDeck(row.deck_id.bytes, row.n, tuple(pieces(bytes(row.roots), LEAF_BYTES)))
