"""Days of hands that are closed: one root over the digests of all hands, chained day to day.

A hand that has ended is in the tree of exactly one day: the first one that was closed after the
hand's end was committed and that ended after it. So nothing is added to a closed day, and nothing
is left out. Both tables are append-only.
"""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from games.hands.models.hand import Hand


class DailyRoot(models.Model):
    """One closed day, UTC; `head` is the chain of days with it (`games.fair.scheme`)."""

    day = models.DateField(primary_key=True)
    hands = models.PositiveIntegerField()
    root = models.BinaryField(help_text="over the digests of its hands, 32 bytes")
    head = models.BinaryField(help_text="of the chain with this day, 32 bytes")
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
    """The digest of one hand at its place in the tree of its day."""

    hand = models.OneToOneField(Hand, on_delete=models.PROTECT, primary_key=True, related_name="+")
    day = models.ForeignKey(
        DailyRoot, on_delete=models.PROTECT, related_name="digests", db_column="day", db_index=False
    )
    place = models.PositiveIntegerField(help_text="0 for the least digest of the day")
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
