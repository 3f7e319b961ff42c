"""A request to the host of a table for a seat."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from lobby.tables.models.table import Table


class SeatRequest(models.Model):
    """The latest request of one user at one table where the host approves each player."""

    class State(models.TextChoices):
        WAITING = "waiting"
        APPROVED = "approved"
        REFUSED = "refused"

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="seat_requests", db_index=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField(
        db_index=True, help_text="until then it waits, the approval holds, or none is taken again"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "user"], name="seat_request_once"),
        ]

    def __str__(self) -> str:
        return f"{self.state} request"
