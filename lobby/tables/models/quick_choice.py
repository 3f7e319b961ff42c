"""A user's choice of stakes and buy-in for quick seats at one game."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class QuickChoice(models.Model):
    """`unit` is the table's unit in chips (big blind, boot, base), 0 for tables for points."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    game = models.CharField(max_length=32)
    unit = models.BigIntegerField()
    buy_in = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="quick_choice_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game} at {self.unit}"
