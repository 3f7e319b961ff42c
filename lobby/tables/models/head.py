"""`TableHead`: an open table's lock, position and next timer.

There is one narrow row for each open table. Every change of a table locks this row first
(`lobby.tables.transaction.transaction`). It is rewritten with every action, so it has no index
except its key, and spare room on its page (see the migration): each rewrite stays on the page.
"""

import datetime

from django.db import models

from lobby.tables.models.table import Table


class TableHead(models.Model):
    """An open table's latest hand, its position and its next timer."""

    table = models.OneToOneField(
        Table, on_delete=models.PROTECT, primary_key=True, related_name="head"
    )
    hand_id = models.UUIDField(null=True, help_text="the table's latest hand, live or settled")
    live = models.BooleanField(default=False, help_text="the hand is in progress")
    seq = models.PositiveIntegerField(default=0)
    turn_seat = models.SmallIntegerField(null=True)
    turn_at = models.DateTimeField(null=True, help_text="when this turn began")
    held_until = models.DateTimeField(
        null=True, help_text="the turn's earliest end after a lost connection or autoplay"
    )
    next_timer_at = models.DateTimeField(null=True)
    deal_at = models.DateTimeField(null=True, help_text="when the pause after the last hand ends")
    version = models.PositiveIntegerField(default=1, help_text="version of the table and its seats")
    chat_id = models.BigIntegerField(default=0, help_text="id of the last chat line")
    frozen = models.BooleanField(default=False)
    frozen_at = models.DateTimeField(null=True, help_text="when the clocks were stopped")

    def __str__(self) -> str:
        return f"head of {self.table_id}"

    @property
    def next_at(self) -> datetime.datetime | None:
        """When the next hand may begin, between two hands; None if the table sleeps."""
        if self.next_timer_at is None or self.deal_at is None:
            return self.next_timer_at
        return max(self.next_timer_at, self.deal_at)
