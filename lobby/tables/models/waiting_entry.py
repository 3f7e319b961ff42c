"""A person's entry in the waiting list of a full table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from lobby.tables.models.table import Table


class WaitingEntry(models.Model):
    """One person who waits for a seat at one table; the lowest id is the first in line.

    While a seat is offered to them, it is held until `offered_until`.
    """

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="waiting_entries", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    joined_at = models.DateTimeField(db_default=Now())
    offered_until = models.DateTimeField(
        null=True, help_text="a seat is held for this person until then"
    )
    passed_until = models.DateTimeField(
        null=True, help_text="they may not sit down now, and are asked again after this time"
    )

    class Meta:
        verbose_name_plural = "waiting entries"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="waiting_entry_once"),
        ]

    def __str__(self) -> str:
        return f"waits since {self.joined_at}"
