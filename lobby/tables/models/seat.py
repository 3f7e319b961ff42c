"""An occupied seat: its user and their chips at the table.

The sum of `stack + pending` over a table's seats always equals its escrow account, except at tables
for points. During a hand `stack` is the amount at its start: chips move only inside the engine, and
the result is written here when the hand is settled.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from lobby.tables.models.table import Table


class Seat(models.Model):
    """One user or bot at one table."""

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
    for_points = models.BooleanField(default=False, help_text="the stack is a running score")
    pending = models.BigIntegerField(
        default=0, help_text="topped up; added to the stack before the next hand"
    )
    status = models.CharField(max_length=12, choices=Status, default=Status.READY)
    missed_blinds = models.CharField(
        max_length=8,
        blank=True,
        default="",
        help_text="the blinds that the seat owes, as the game codes them",
    )
    posts = models.BooleanField(default=True, help_text="posts a missed blind at once")
    straddles = models.BooleanField(default=False)
    tops_up_to = models.BigIntegerField(
        null=True, help_text="the server tops the stack up to this amount between hands"
    )
    next_after = models.PositiveIntegerField(
        default=0,
        help_text="the number of the last hand after which the player asked for the next one",
    )
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="consecutive time-outs")
    bank_ms = models.PositiveIntegerField(default=0)
    held_at = models.DateTimeField(
        null=True, help_text="when the table last waited for a lost connection"
    )
    window_id = models.UUIDField(
        null=True, help_text="the window of the table page that plays the seat; null: any"
    )
    out_since = models.DateTimeField(
        null=True, help_text="since when the player sits out, as far as it counts"
    )
    out_after = models.PositiveIntegerField(
        default=0, db_default=0, help_text="the number of the last hand before they sat out"
    )
    sat_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(
        auto_now_add=True, help_text="when the user last had the page open"
    )

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
