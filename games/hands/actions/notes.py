"""Private notes of users about finished hands."""

import uuid

from django.db import transaction

from accounts.errors import AccountRefused
from accounts.people.models import User
from core.private_notes import clean_note
from games.hands.models import HandNote
from games.hands.queries.replay import finished_hand

NOTES_MAX = 5_000


def write_hand_note(*, user: User, hand_id: uuid.UUID, text: str) -> str:
    """Save a private note about a hand; an empty one is deleted.

    Returns the note as it is stored. Raises `AccountRefused` NOTE_TOO_LONG, NO_SUCH_HAND (also if
    they may not see it) or TOO_MANY_NOTES.
    """
    kept = clean_note(text)
    if finished_hand(hand_id, user.pk) is None:
        raise AccountRefused("NO_SUCH_HAND")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        notes = HandNote.objects.filter(user=user)
        if not kept:
            notes.filter(hand_id=hand_id).delete()
        elif notes.exclude(hand_id=hand_id).count() >= NOTES_MAX:
            raise AccountRefused("TOO_MANY_NOTES", max=NOTES_MAX)
        else:
            HandNote.objects.update_or_create(user=user, hand_id=hand_id, defaults={"text": kept})
    return kept
