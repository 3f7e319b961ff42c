"""Months of hands that are in files (`config.database.months`), and what still refers to them."""

import datetime
import uuid
from typing import ClassVar

import pgtrigger
from django.db import models

from core.errors import RequestRefused


class HandArchived(RequestRefused):
    """The hand is in a file of its month, and not in the database now."""

    def __init__(self) -> None:
        super().__init__("HAND_ARCHIVED", status=410)


class ArchivedMonth(models.Model):
    """A month (UTC) of hands that is in files, or on its way there; without `digest` on its way."""

    month = models.DateField(primary_key=True)
    hands = models.PositiveIntegerField()
    first_seat = models.BigIntegerField(help_text="the lowest id of its `HandSeat` rows")
    last_seat = models.BigIntegerField(help_text="the highest one")
    digest = models.BinaryField(null=True, help_text="SHA-256 of the file `manifest.json`")
    left_at = models.DateTimeField(help_text="when its hands left")

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="archived_month_by_owner",
                operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class ArchivedTable(models.Model):
    """The decks of a table's hands of an archived month: its later decks follow from them."""

    pk = models.CompositePrimaryKey("table_id", "month")
    table_id = models.UUIDField()
    month = models.DateField(help_text="one of `ArchivedMonth`")
    decks = models.PositiveIntegerField(help_text="its hands that were dealt by TFAIR2")
    first_deck = models.PositiveIntegerField(help_text="the number of the first of these decks")
    last_deck = models.PositiveIntegerField()
    chain = models.BinaryField(help_text="the table's chain after the last one, 32 bytes")

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="archived_table_by_owner",
                operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table_id}: decks {self.first_deck} to {self.last_deck}"


def month_of(hand_id: uuid.UUID) -> datetime.date | None:
    """The month (UTC) in which a hand was dealt, by its id; None for a random id."""
    if hand_id.version != 7:  # of RFC 9562
        return None
    at = datetime.datetime.fromtimestamp((hand_id.int >> 80) / 1000, tz=datetime.UTC)
    return at.date().replace(day=1)


def require_not_archived(hand_id: uuid.UUID) -> None:
    """Raises `HandArchived` if the month of a hand that is not stored is archived."""
    month = month_of(hand_id)
    if month is not None and ArchivedMonth.objects.filter(month=month).exists():
        raise HandArchived


def archived_months() -> set[datetime.date]:
    """The months that are archived."""
    return set(ArchivedMonth.objects.values_list("month", flat=True))
