"""A taken seat: who sits there and the chips that are his there.

`stack + pending` of all seats of a table is always the balance of the table's escrow account,
except where points are played for.
During a hand `stack` is what the seat had when the hand began: inside a hand chips only change
seats, and the engine's result is written here when the hand is settled.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from lobby.tables.models.table import Table


class Seat(models.Model):
    """One person or bot at one table."""

    class Status(models.TextChoices):
        READY = "ready"
        SITTING_OUT = "sitting_out"
        LEAVING = "leaving"
        OUT = "out", "out of the sit and go"

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats"
    )
    stack = models.BigIntegerField()
    for_points = models.BooleanField(default=False, help_text="the stack is a score")
    pending = models.BigIntegerField(default=0, help_text="topped up, joins the stack next hand")
    status = models.CharField(max_length=12, choices=Status, default=Status.READY)
    owes = models.CharField(
        max_length=8, blank=True, default="", help_text="what the game noted when it passed by"
    )
    posts = models.BooleanField(default=True, help_text="comes in at once, for what it owes")
    straddles = models.BooleanField(default=False)
    tops_up_to = models.BigIntegerField(
        null=True, help_text="between two hands the server brings the stack back to so many chips"
    )
    next_after = models.PositiveIntegerField(
        default=0, help_text="number of the hand after which its person pressed next"
    )
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="in a row")
    bank_ms = models.PositiveIntegerField(default=0)
    held_at = models.DateTimeField(
        null=True, help_text="the table waited then for the lost connection"
    )
    sat_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now_add=True, help_text="had the page open then")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["table", "user"], name="person_once_at_table"),
            models.CheckConstraint(
                condition=models.Q(pending__gte=0)
                & (models.Q(stack__gte=0) | models.Q(for_points=True)),
                name="seat_chips_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number}"
