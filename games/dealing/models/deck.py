"""Decks that are published before they are dealt (TFAIR2, `games.fair.tfair2`).

Each table has one sealed deck for its next hand. Every published deck has a number at its table and
ends in the table's chain: it is dealt, or thrown away and opened in full.
"""

from collections.abc import Mapping
from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models.functions import Now

from games.fair import deck as tfair1
from games.fair.deck import LEAF_BYTES, pieces
from games.fair.tfair2.deck import LockedDeck, SealedDeck
from games.fair.tfair2.plan import Plan


class NextDeck(models.Model):
    """The deck of a table's next hand, and what its players have done with it so far.

    `cut_commits` by seat: {"user", "hash"}; `cuts` by seat: 32 bytes in hexadecimal. The lock fixes
    `line`: {"plan", "terms", "missed_blinds", "users", "signature"}, and closes the list of cut
    commits; after it cuts are only shown. `misses` has the numbers of the decks for which a
    person's locked cut did not come, by user.
    """

    table_id = models.UUIDField(primary_key=True)
    no = models.PositiveIntegerField(
        default=0, db_default=0, help_text="number of the table's deck; 0 for one of TFAIR1"
    )
    game = models.CharField(max_length=32, default="", db_default="")
    deck_id = models.UUIDField()
    n = models.PositiveSmallIntegerField(help_text="cards")
    roots = models.BinaryField(help_text="32 bytes for each candidate")
    commit = models.BinaryField(default=b"", db_default=b"", help_text="32 bytes")
    sealed = models.BinaryField(help_text="the masters of the candidates, encrypted")
    chain = models.BinaryField(help_text="the table's chain after the last deck that ended")
    ended_no = models.PositiveIntegerField(
        default=0, db_default=0, help_text="number of the last deck that ended"
    )
    last = models.JSONField(null=True, help_text="how that deck ended, as published")
    tfair1 = models.BooleanField(
        default=False, db_default=False, help_text="the chain began by TFAIR1"
    )
    cut_commits = models.JSONField(default=dict)
    cuts = models.JSONField(default=dict)
    asked = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    commits_until = models.DateTimeField(null=True, help_text="how long the lock waits for `asked`")
    locked_at = models.DateTimeField(null=True)
    line = models.JSONField(null=True)
    asked_again = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="seats whose missing cuts were asked for again",
    )
    misses = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    not_asked = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="users who are not asked for a cut of this deck",
    )

    def __str__(self) -> str:
        return f"deck {self.no} {self.deck_id.hex}"

    @property
    def is_tfair1(self) -> bool:
        """Whether it was published by TFAIR1, before the platform dealt by TFAIR2."""
        return self.no == 0

    @property
    def published_part(self) -> SealedDeck:
        """The part that is published before the deal."""
        table_id, deck_id = self.table_id.bytes, self.deck_id.bytes
        first = self.tfair1 and self.no == 1
        return SealedDeck(table_id, self.no, deck_id, self.n, _roots_of(self), tfair1=first)

    @property
    def locked_part(self) -> LockedDeck | None:
        """The deck with its plan and its cut commits; None before the lock."""
        if self.line is None:
            return None
        commits = {int(seat): bytes.fromhex(one["hash"]) for seat, one in self.cut_commits.items()}
        return self.published_part.lock(Plan.from_json(self.line["plan"]), commits)

    @property
    def shown_cuts(self) -> Mapping[int, bytes]:
        """The cuts that have come, by seat."""
        return {int(seat): bytes.fromhex(cut) for seat, cut in self.cuts.items()}


class ThrownDeck(models.Model):
    """A deck that was thrown away: published, never dealt, opened in full; public.

    `deck` is all that is published of it (`games.fair.tfair2.proof.thrown_of`).
    """

    id = models.BigAutoField(primary_key=True)
    table_id = models.UUIDField()
    no = models.PositiveIntegerField()
    deck_id = models.UUIDField(unique=True)
    deck = models.JSONField()
    thrown_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table_id", "no"], name="thrown_deck_once"),
        ]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="thrown_deck_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"thrown deck {self.no} {self.deck_id.hex}"


class OpenedDeck(models.Model):
    """A deck of TFAIR1 that was published and never dealt, with its masters; public."""

    deck_id = models.UUIDField(primary_key=True)
    table_id = models.UUIDField()
    n = models.PositiveSmallIntegerField(help_text="cards")
    roots = models.BinaryField(help_text="32 bytes for each candidate")
    masters = models.BinaryField(help_text="32 bytes for each candidate")
    opened_at = models.DateTimeField(db_default=Now())

    class Meta:
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="opened_deck_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"opened deck {self.deck_id.hex}"

    @property
    def published_part(self) -> tfair1.SealedDeck:
        """The part that was published before the deal."""
        return tfair1.SealedDeck(self.deck_id.bytes, self.n, _roots_of(self))


def _roots_of(row: NextDeck | OpenedDeck) -> tuple[bytes, ...]:
    return tuple(pieces(bytes(row.roots), LEAF_BYTES))
