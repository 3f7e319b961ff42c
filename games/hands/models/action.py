"""Stored actions: a row each while their hand is recent, later one row for all of a hand.

All that reads actions reads `PlayedAction`, which has both.
"""

from typing import ClassVar

import pgtrigger
from django.db import models

from games.hands.models.hand import Hand


class _Numbered(models.Model):
    """An action of a hand; `seq` 1 is the first one after the deal."""

    # Not a constraint, which would lock the hand's row for each action; the audit checks it.
    hand = models.ForeignKey(
        Hand, on_delete=models.PROTECT, related_name="+", db_index=False, db_constraint=False
    )
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    amount = models.BigIntegerField(null=True)
    # No index: under the lock of the table's head, a key is looked for in the hand itself.
    key = models.UUIDField(null=True, help_text="the client's idempotency key, once in a hand")
    at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.seq}: seat {self.seat}"


class ActionRow(_Numbered):
    """An action with each of its values in a column."""

    class Auto(models.TextChoices):
        """The reason why someone other than the player acted; empty if the player did."""

        NO = "", "the player"
        TIMEOUT = "timeout"
        BOT = "bot"
        LEAVE = "leave"
        AWAY = "away", "the player was away"

    kind = models.CharField(max_length=24)
    cards = models.JSONField(default=list)
    reading = models.CharField(max_length=32, default="", blank=True)
    auto = models.CharField(max_length=8, choices=Auto, default=Auto.NO, blank=True)
    bank_ms = models.PositiveIntegerField(default=0, help_text="time bank used by this action")

    class Meta:
        abstract = True


class HandAction(_Numbered):
    """An action in a row of its own; what it does not have is NULL, which takes no byte.

    A row of more than eight columns needs eight bytes more, so some values share one.
    """

    pk = models.CompositePrimaryKey("hand_id", "seq")
    kind = models.TextField(
        help_text="its kind, followed by `:auto` and `:bank_ms` if there are any"
    )
    cards = models.TextField(  # noqa: DJ001
        null=True, help_text="with commas; the reading follows after a space"
    )

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="hand_action_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]


class PackedActions(models.Model):
    """All actions of a hand that ended long ago, without their keys.

    The bytes have numbers of the same length for each action. Each text has the values of one
    column with a space between; it is empty if all of them are. Only the function
    `games_pack_actions` of the database fills it, from rows of `HandAction`.
    """

    hand = models.OneToOneField(
        Hand, on_delete=models.PROTECT, primary_key=True, related_name="+", db_constraint=False
    )
    began_at = models.DateTimeField(help_text="the time of the first action")
    kinds = models.TextField(help_text="the different kinds, with `:auto` after some")
    seats = models.BinaryField(help_text="a byte each")
    positions = models.BinaryField(help_text="the position of its kind in `kinds`, a byte each")
    offsets = models.BinaryField(help_text="microseconds after the first one, 4 or 8 bytes each")
    amounts = models.TextField(blank=True)
    cards = models.TextField(blank=True, help_text="of each action, with commas")
    readings = models.TextField(blank=True)
    banks = models.TextField(blank=True)

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
