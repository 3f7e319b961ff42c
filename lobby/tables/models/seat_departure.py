"""The latest departure of a person from a table, and the chips that they took away."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from lobby.tables.models.table import Table


class SeatDeparture(models.Model):
    """The row is deleted when its user brings the chips back, and some time after that is needed.

    `chips` is 0 at tables for points and sit and gos.
    """

    class Reason(models.TextChoices):
        """Whether the player left, or the table gave the seat back for them."""

        LEFT = "left"
        SAT_OUT = "sat_out", "sat out for too long with the page open"
        AWAY = "away", "the page was closed for too long"

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    chips = models.BigIntegerField()
    reason = models.CharField(max_length=8, choices=Reason, default=Reason.LEFT)
    left_at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="seat_departure_once"),
        ]

    def __str__(self) -> str:
        return f"{self.reason} with {self.chips}"
