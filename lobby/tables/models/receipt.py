"""Receipts of commands about seats, which make a repeated idempotency key harmless."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from lobby.tables.models.table import Table


class Receipt(models.Model):
    """One command of a user with its idempotency key, written in the transaction of its effect.

    Actions of hands need none: their keys are stored with the actions.
    """

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    command = models.CharField(max_length=12)
    key = models.UUIDField(help_text="the client's idempotency key")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="+", db_index=False)
    body = models.JSONField(help_text="the command's arguments")
    at = models.DateTimeField(db_default=Now(), db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "command", "key"], name="receipt_once"),
        ]

    def __str__(self) -> str:
        return f"{self.command} at {self.at}"
