"""Blocked users, private notes about players, and the names of erased users."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from core.private_notes import LONGEST


class Block(models.Model):
    """Who does not want to read what another writes."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "blocked"], name="blocked_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("blocked")), name="nobody_blocks_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} does not hear {self.blocked_id}"


class PlayerNote(models.Model):
    """What a person noted about a player; nobody else reads it, staff neither."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=LONGEST)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "about"], name="note_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} about {self.about_id}"


def erased_digest(name_key: str) -> bytes:
    """How a lost name is kept: who reads the table cannot try names without our key."""
    return salted_hmac("accounts.LostName", name_key, algorithm="sha256").digest()


class ErasedName(models.Model):
    """The name of somebody who was erased, so that nobody can pass for him: only a keyed digest."""

    digest = models.BinaryField(max_length=32, primary_key=True)

    def __str__(self) -> str:
        return "a name that is gone"
