"""Blocked users, private notes about players, and the names of deleted users."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac

from core.private_notes import NOTE_CHARS_MAX


class Block(models.Model):
    """A user has blocked another and does not see their chat messages."""

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
                condition=~models.Q(user=models.F("blocked")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} blocked {self.blocked_id}"


class PlayerNote(models.Model):
    """A user's private note about a player; nobody else can read it, not even staff."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    text = models.TextField(max_length=NOTE_CHARS_MAX)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "about"], name="note_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} about {self.about_id}"


def erased_digest(name_key: str) -> bytes:
    """The keyed digest of a lost name: without our key a reader cannot test names against it."""
    return salted_hmac("accounts.LostName", name_key, algorithm="sha256").digest()


class ErasedName(models.Model):
    """The name of a deleted user, so that nobody can impersonate them: only a keyed digest."""

    digest = models.BinaryField(max_length=32, primary_key=True)

    def __str__(self) -> str:
        return "a deleted name"
