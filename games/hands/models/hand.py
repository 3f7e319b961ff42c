"""Stored hands: an opening, its actions and, at the end, its result.

A hand is its opening plus its actions; the game's engine derives everything else from these rows.
The result columns are written once, when the hand is settled, so that lists and statistics need no
replay; `manage.py audit` replays every hand and compares.

The deck is stored only encrypted (see `games.dealing.encryption`).

In the database hands, their actions and their seats are partitions by month (`0018_months`): ids
begin with the millisecond, so a statement that knows the hand's id reads one partition.
"""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models

from games.hands.models.packed import HexField, PackedField
from games.hands.models.rule_set import rules_with


class Hand(models.Model):
    """A hand at a table."""

    class Status(models.TextChoices):
        LIVE = "live"
        FINISHED = "finished"
        VOID = "void"

    class Deck(models.TextChoices):
        """The part of the deck that can still be decrypted."""

        WHOLE = "whole"
        KEPT = "kept", "whole, until staff release it"
        DEALT = "dealt", "only the dealt cards"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table_id = models.UUIDField()
    number = models.PositiveIntegerField(help_text="1 for the first hand of the table")
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=32)
    rules_hash = HexField(help_text="hash of its rules (`RuleSet`), 32 bytes")
    clock_ms = models.PositiveIntegerField()
    spectators = models.CharField(max_length=10, default="public")
    spectator_delay_s = models.PositiveIntegerField(
        default=0, db_default=0, help_text="how much later spectators of a delayed table see it"
    )
    private = models.BooleanField(default=False)
    plays_for = models.CharField(
        max_length=10, default="chips", help_text="chips, points or unrated"
    )
    opening = PackedField(
        help_text="seats [{seat, user, kind, stack, bank_ms, away}], button, terms, deal (no card)"
    )
    deck_no = models.PositiveIntegerField(
        null=True, help_text="number of its deck at the table; null before TFAIR2"
    )
    record_salt = models.BinaryField(null=True, help_text="salt of its play, 16 bytes")
    play_hash = models.BinaryField(null=True, help_text="hash of its play, 32 bytes")
    chain = models.BinaryField(null=True, help_text="the table's chain after it, 32 bytes")
    chain_signature = models.BinaryField(null=True, help_text="the house's, 64 bytes")
    sealed = models.BinaryField(help_text="the deck's master, later its order, encrypted")
    deck = models.CharField(max_length=5, choices=Deck, default=Deck.WHOLE, db_default=Deck.WHOLE)
    status = models.CharField(max_length=8, choices=Status, default=Status.LIVE)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    result = PackedField(null=True)
    ranked = models.BooleanField(
        default=False,
        db_default=False,
        help_text="whether leaderboards and ratings count it; decided when it ends",
    )

    class Meta:
        # Each partition also has unique indexes of (table_id, number) and (table_id, deck_no). No
        # index is over all partitions; the lock of the table's head and the audit do the rest.
        # Hands are stored in order of time, so a few pages contain a day.
        indexes: ClassVar = [
            BrinIndex(fields=["started_at"], name="hand_by_hour"),
            # Of columns that never change during play, so that settling a hand updates no index.
            models.Index(
                fields=["started_at"],
                condition=models.Q(deck="whole"),
                name="hand_with_whole_deck",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} hand {self.number}"

    @property
    def rules(self) -> Mapping[str, Any]:
        """Every option of its rules."""
        return rules_with(self.rules_hash)


class SeatBlock(models.Func):
    """The block of `HandSeat` rows that an id is in: 16,384 ids after each other.

    The index of a person's hands has blocks in place of ids: PostgreSQL keeps equal keys once, so
    most rows take six bytes of it. The rows of a block are sorted when they are read.
    """

    template = "(%(expressions)s >> 14)"
    output_field = models.BigIntegerField()


class HandSeat(models.Model):
    """The result of a hand for one player; written when the hand is settled.

    The database's key is hand and seat; a sequence makes the ids unique, in the order of settling.
    Game and stakes are those of the hand, and the stack at the end is that at the start and `net`.
    """

    id = models.BigAutoField(primary_key=True)
    # Not constraints, which would lock the rows of hand and user; the audit checks them.
    hand = models.ForeignKey(
        Hand, on_delete=models.PROTECT, related_name="seats", db_index=False, db_constraint=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_index=False, db_constraint=False
    )
    seat = models.PositiveSmallIntegerField()
    stack_start = models.BigIntegerField()
    net = models.BigIntegerField()
    won = models.BooleanField()
    pot = models.BigIntegerField(help_text="chips won from the pots")
    finished_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "seat"], name="hand_seat_once"),
        ]
        indexes: ClassVar = [
            models.Index(models.F("user"), SeatBlock("id"), name="hand_seat_of_person"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.net:+}"


NEWEST = (SeatBlock("id").desc(), "-id")
"""The order of `HandSeat` rows of one user, the newest first, as their index has it."""
