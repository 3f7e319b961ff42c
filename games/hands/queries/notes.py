"""A user's own notes about hands."""

import uuid
from collections.abc import Iterable

from accounts.people.models import User
from accounts.privacy.export import Row
from games.hands.models import HandNote


def hand_note(user_id: uuid.UUID, hand_id: uuid.UUID) -> str:
    """A user's note about a hand; empty if there is none."""
    notes = HandNote.objects.filter(user_id=user_id, hand_id=hand_id)
    return notes.values_list("text", flat=True).first() or ""


def hand_notes(user: User) -> Iterable[Row]:
    """All notes of a user about hands, oldest first."""
    notes = HandNote.objects.filter(user=user).order_by("id")
    return notes.values("hand_id", "text", "changed_at").iterator()
