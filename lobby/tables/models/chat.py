"""Chat lines: one room for players, one for spectators, or one for both."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Value

from lobby.tables.models.table import Table

LINE_CHARS_MAX = 200


class ChatLine(models.Model):
    """One chat line by a user or the house; plain text without links or markup."""

    class Room(models.TextChoices):
        PLAYERS = "players"
        SPECTATOR = "spectators"
        SHARED = "shared"
        """Lines of spectators where players read them."""

    id = models.BigAutoField(primary_key=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="+", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="null: a house message",
    )
    room = models.CharField(max_length=10, choices=Room)
    text = models.CharField(
        max_length=LINE_CHARS_MAX, help_text="as shown to viewers; a message in English, for staff"
    )
    said = models.CharField(
        max_length=LINE_CHARS_MAX,
        blank=True,
        default="",
        help_text="the original text if words were masked",
    )
    message = models.CharField(
        max_length=32,
        blank=True,
        default="",
        db_default="",
        help_text="the code of a message, house.<message>; empty for what somebody wrote",
    )
    args = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField()), help_text="arguments of the message"
    )
    nudges = models.PositiveSmallIntegerField(
        null=True, help_text="the seat that is asked to act; null: an ordinary line"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["table", "-id"], name="chat_of_table")]

    def __str__(self) -> str:
        return self.text

    @property
    def as_written(self) -> str:
        """The original line, for staff and its author only; others read the masked text."""
        return self.said or self.text
