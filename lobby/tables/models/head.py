"""The head of an open table: its lock, its position and its alarm.

One narrow row for each open table. Whoever changes anything at a table locks this row first
(lock order: head, hand, ledger accounts). It is rewritten with every action, so it has no index
but its key and room on its page (see the migration): each rewrite stays on the page.
"""

from django.db import models

from lobby.tables.models.table import Table


class TableHead(models.Model):
    """Where an open table stands, and when the dealer must look at it again."""

    table = models.OneToOneField(
        Table, on_delete=models.PROTECT, primary_key=True, related_name="head"
    )
    hand_id = models.UUIDField(null=True, help_text="the hand on the table, also once settled")
    live = models.BooleanField(default=False, help_text="the hand is on")
    seq = models.PositiveIntegerField(default=0)
    turn_seat = models.SmallIntegerField(null=True)
    turn_at = models.DateTimeField(null=True, help_text="when this turn began")
    held_until = models.DateTimeField(
        null=True, help_text="the turn ends no sooner: a lost connection, or the end of autoplay"
    )
    next_timer_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1, help_text="of the table and its seats")
    chat_id = models.BigIntegerField(default=0, help_text="the last chat line")
    frozen = models.BooleanField(default=False)
    frozen_at = models.DateTimeField(null=True, help_text="the clocks stand since then")

    def __str__(self) -> str:
        return f"head of {self.table_id}"
