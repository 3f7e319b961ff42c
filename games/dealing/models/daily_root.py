"""Closed days: one root over the digests of all hands of a day, chained from day to day.

A finished hand is in the tree of exactly one day: the first that was closed after the hand's end
was committed and that ended after the hand. So nothing is added to a closed day and nothing is left
out. Both tables are append-only.
"""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from games.hands.models.hand import Hand


class DailyRoot(models.Model):
    """A closed day (UTC); `head` is the chain of days up to it (`games.fair.scheme`)."""

    day = models.DateField(primary_key=True)
    hands = models.PositiveIntegerField()
    root = models.BinaryField(help_text="root over the digests of its hands, 32 bytes")
    head = models.BinaryField(help_text="head of the chain up to this day, 32 bytes")
    blocks = models.BinaryField(help_text="32 bytes for each 256 hands (`games.fair.days`)")
    closed_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="daily_root_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.hands} hands"


class DailyDigest(models.Model):
    """The digest of one hand at its position in the tree of its day."""

    # Not a constraint, so that a month of hands can go to files; the audit checks it.
    hand = models.OneToOneField(
        Hand, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    day = models.ForeignKey(
        DailyRoot, on_delete=models.PROTECT, related_name="digests", db_column="day", db_index=False
    )
    place = models.PositiveIntegerField(help_text="0 for the smallest digest of the day")
    digest = models.BinaryField(help_text="32 bytes")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "place"], name="daily_place_once"),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="daily_digest_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.hand_id}: {self.place} of {self.day_id}"
