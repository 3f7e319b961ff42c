"""Saved designs of pay tables.

A design stores the whole pay table as JSON, so it does not change when presets do, and the shoe
that it is dealt from (`games.odds.shoe`).
"""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

NAME_CHARS = (1, 40)


class Design(models.Model):
    """A saved pay table of a user."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    name = models.CharField(max_length=NAME_CHARS[1])
    pay_table = models.JSONField()
    decks = models.PositiveSmallIntegerField(default=1)
    dealt_percent = models.PositiveSmallIntegerField(null=True, blank=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint("owner", Lower("name"), name="design_name_once_each"),
        ]

    def __str__(self) -> str:
        return self.name
