"""Closed days of TFAIR2: one root over the ends of all tables' decks of a day, linked by heads.

A deck that ended, dealt or thrown away, is in the tree of exactly one day: the first that was
closed after the end was committed and that ended after it. Both tables are append-only.
"""

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models.functions import Now


class DeckDay(models.Model):
    """A closed day (UTC); `head` is the chain of days up to it (`games.fair.tfair2.hashes`)."""

    day = models.DateField(primary_key=True)
    leaves = models.PositiveIntegerField()
    root = models.BinaryField(help_text="root over its leaves, 32 bytes")
    head = models.BinaryField(help_text="head of the chain up to this day, 32 bytes")
    signature = models.BinaryField(help_text="of the head by the house, 64 bytes")
    blocks = models.BinaryField(help_text="32 bytes for each 256 leaves (`games.fair.days`)")
    closed_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="deck_day_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.leaves} decks"


class DayLeaf(models.Model):
    """The end of a table's deck at its position in the tree of its day."""

    slot = models.BinaryField(primary_key=True, help_text="hash of table and number, 32 bytes")
    table_id = models.UUIDField()
    no = models.PositiveIntegerField()
    day = models.ForeignKey(
        DeckDay, on_delete=models.PROTECT, related_name="+", db_column="day", db_index=False
    )
    place = models.PositiveIntegerField(help_text="0 for the smallest slot of the day")
    chain = models.BinaryField(help_text="the table's chain after the deck, 32 bytes")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["day", "place"], name="day_leaf_place_once"),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="day_leaf_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"deck {self.no} of {self.table_id}: {self.place} of {self.day_id}"
