"""Private notes of users about hands."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from core.private_notes import NOTE_CHARS_MAX
from games.hands.models.hand import Hand


class HandNote(models.Model):
    """A user's private note about a hand; nobody else can read it."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    # Not a constraint, so that a month of hands can go to files; the audit checks it.
    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    text = models.TextField(max_length=NOTE_CHARS_MAX)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "hand"], name="hand_note_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} about {self.hand_id}"
