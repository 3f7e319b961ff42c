"""A sit and go: its entry, its players and their finishing places.

The entries are in the sit and go's prize account until the prizes are paid. Points at the table are
not chips; prizes are recorded here and in the ledger.
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models

from lobby.tables.models.table import Table


class SitAndGo(models.Model):
    """One sit and go at one table; a table may hold several in succession."""

    class State(models.TextChoices):
        REGISTERING = "registering"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sit_and_gos")
    number = models.PositiveIntegerField(help_text="1 for the table's first")
    entry = models.BigIntegerField(help_text="chips each player pays into the prize pool")
    points = models.BigIntegerField(help_text="each player's points at the start")
    state = models.CharField(max_length=12, choices=State, default=State.REGISTERING)
    hands_before = models.PositiveIntegerField(
        default=0, help_text="the table's hands dealt before it started"
    )
    prizes = models.JSONField(default=list, help_text="chips by place, first place first")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="sit_and_go_number_once"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(state__in=("registering", "running")),
                name="one_sit_and_go_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"sit and go {self.number}"


class SitAndGoPlayer(models.Model):
    """One player of a sit and go."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    sit_and_go = models.ForeignKey(SitAndGo, on_delete=models.PROTECT, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(
        null=True, help_text="1 for the winner; null while still playing"
    )
    tied = models.BooleanField(default=False, help_text="shares the place with another")
    prize = models.BigIntegerField(default=0)
    out_in = models.PositiveIntegerField(
        null=True, help_text="number of the hand in which they were eliminated"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sit_and_go", "user"], name="player_once"),
        ]

    def __str__(self) -> str:
        return f"player in seat {self.seat}"
