"""Stored actions: a row each while their hand is recent, later one row for all of a hand.

All that reads actions reads `PlayedAction`, which has both.
"""

from typing import ClassVar

import pgtrigger
from django.db import models

from games.hands.models.hand import Hand


class ActionRow(models.Model):
    """An action of a hand; `seq` 1 is the first one after the deal."""

    class Auto(models.TextChoices):
        """The reason why someone other than the player acted; empty if the player did."""

        NO = "", "the player"
        TIMEOUT = "timeout"
        BOT = "bot"
        LEAVE = "leave"
        AWAY = "away", "the player was away"

    # Not a constraint, which would lock the hand's row for each action; the audit checks it.
    hand = models.ForeignKey(
        Hand, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=24)
    amount = models.BigIntegerField(null=True)
    cards = models.JSONField(default=list)
    reading = models.CharField(max_length=32, default="", blank=True)
    # No index: under the lock of the table's head, a key is looked for in the hand itself.
    key = models.UUIDField(null=True, help_text="the client's idempotency key, once in a hand")
    auto = models.CharField(max_length=8, choices=Auto, default=Auto.NO, blank=True)
    bank_ms = models.PositiveIntegerField(default=0, help_text="time bank used by this action")
    at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.seq}: seat {self.seat} {self.kind}"


class HandAction(ActionRow):
    """An action in a row of its own; what it does not have is NULL, which takes no byte."""

    pk = models.CompositePrimaryKey("hand_id", "seq")
    cards = models.JSONField(null=True)
    reading = models.CharField(max_length=32, null=True)  # type: ignore[assignment]  # noqa: DJ001
    auto = models.CharField(max_length=8, null=True)  # type: ignore[assignment]  # noqa: DJ001
    bank_ms = models.PositiveIntegerField(null=True)  # type: ignore[assignment]

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="hand_action_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]


class PackedActions(models.Model):
    """All actions of a hand that ended long ago, without their keys.

    Each text has the values of one column with a space between; it is empty if all of them are.
    Only the function `games_pack_actions` of the database fills it, from rows of `HandAction`.
    """

    hand = models.OneToOneField(
        Hand, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    began_at = models.DateTimeField(help_text="the time of the first action")
    seats = models.TextField()
    kinds = models.TextField()
    amounts = models.TextField(blank=True)
    cards = models.TextField(blank=True)
    readings = models.TextField(blank=True)
    autos = models.TextField(blank=True)
    banks = models.TextField(blank=True)
    offsets = models.TextField(help_text="microseconds after the first action")

    class Meta:
        verbose_name = "action pack"
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="packed_actions_by_function",
                operation=pgtrigger.Insert | pgtrigger.Update | pgtrigger.Delete,
            ),
        ]

    def __str__(self) -> str:
        return f"actions of {self.hand_id}"


class PlayedAction(ActionRow):
    """An action, packed or not: a view, so nothing is written to it."""

    pk = models.CompositePrimaryKey("hand_id", "seq")
    hand = models.ForeignKey(
        Hand, on_delete=models.DO_NOTHING, related_name="actions", db_constraint=False
    )

    class Meta:
        managed = False
