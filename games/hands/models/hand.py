"""Hands as they are kept: an opening, its actions and, at the end, its result.

A hand is its opening plus its actions; every other fact about it is folded from these rows by the
game's engine. The result columns are written once, when the hand is settled, so that lists and
statistics need no folding; `manage.py audit` folds every hand again and compares.

The deck stands here only sealed (see `games.dealing.encryption`).
"""

import uuid
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models


class Hand(models.Model):
    """One hand at one table."""

    class Status(models.TextChoices):
        LIVE = "live"
        FINISHED = "finished"
        VOID = "void"

    class Deck(models.TextChoices):
        """How much of the deck is still known to somebody with the key."""

        WHOLE = "whole"
        KEPT = "kept", "whole, until staff let it go"
        DEALT = "dealt", "only the cards that were dealt"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table_id = models.UUIDField()
    number = models.PositiveIntegerField(help_text="1 for the first hand of the table")
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    rules = models.JSONField()
    rules_hash = models.CharField(max_length=64)
    clock_ms = models.PositiveIntegerField()
    spectators = models.CharField(max_length=8, default="public")
    spectator_delay_s = models.PositiveIntegerField(
        default=0, db_default=0, help_text="how much later spectators of a delayed table see it"
    )
    private = models.BooleanField(default=False)
    plays_for = models.CharField(max_length=10, default="chips", help_text="chips or points")
    opening = models.JSONField(
        help_text="seats [{seat, user, kind, stack, bank_ms, away}], button, terms, deal (no card)"
    )
    sealed = models.BinaryField(help_text="the deck's master, later its order, encrypted")
    deck = models.CharField(max_length=5, choices=Deck, default=Deck.WHOLE, db_default=Deck.WHOLE)
    status = models.CharField(max_length=8, choices=Status, default=Status.LIVE)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    result = models.JSONField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table_id", "number"], name="hand_number_once"),
        ]
        # Hands come in the order of time: a few pages tell where a day lies.
        indexes: ClassVar = [
            BrinIndex(fields=["started_at"], name="hand_by_hour"),
            # Of columns that play never changes, so that settling a hand touches no index.
            models.Index(
                fields=["started_at"],
                condition=models.Q(deck="whole"),
                name="hand_with_whole_deck",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} hand {self.number}"


class HandAction(models.Model):
    """One action of a hand; `seq` 1 is the first one after the deal."""

    class Auto(models.TextChoices):
        """Why somebody other than the seat's person acted; empty when the person did."""

        NO = "", "the player"
        TIMEOUT = "timeout"
        BOT = "bot"
        LEAVE = "leave"
        AWAY = "away", "nobody was there"

    pk = models.CompositePrimaryKey("hand_id", "seq")
    # Not checked by PostgreSQL at each action, which would lock the hand's row: the audit does.
    hand = models.ForeignKey(
        Hand, on_delete=models.PROTECT, related_name="actions", db_index=False, db_constraint=False
    )
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=24)
    amount = models.BigIntegerField(null=True)
    cards = models.JSONField(default=list)
    reading = models.CharField(max_length=32, default="", blank=True)
    key = models.UUIDField(null=True, help_text="the client's idempotency key")
    auto = models.CharField(max_length=8, choices=Auto, default=Auto.NO, blank=True)
    bank_ms = models.PositiveIntegerField(default=0, help_text="time bank used by this action")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hand", "key"],
                name="hand_action_key_once",
                condition=models.Q(key__isnull=False),
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="hand_action_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: seat {self.seat} {self.kind}"


class HandSeat(models.Model):
    """What one hand brought one player; written when the hand is settled."""

    id = models.BigAutoField(primary_key=True)
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="seats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_index=False)
    seat = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=32)
    plays_for = models.CharField(max_length=10, default="chips")
    stack_start = models.BigIntegerField()
    stack_end = models.BigIntegerField()
    net = models.BigIntegerField()
    won = models.BooleanField()
    pot = models.BigIntegerField(help_text="chips won from the pots")
    finished_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "seat"], name="hand_seat_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="hand_seat_of_person"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.net:+}"
