"""Blocking users, and private notes about players."""

from django.db import transaction

from accounts.errors import AccountRefused
from accounts.people import signals
from accounts.people.models import (
    Block,
    PlayerNote,
    User,
)
from core.private_notes import clean_note

BLOCKED_USERS_MAX = 200
NOTES_MAX = 2_000


def block(*, user: User, other: User) -> None:
    """Hide another user's chat messages; open pages reconnect and drop their messages.

    Raises `AccountRefused` OWN_ACCOUNT or TOO_MANY_BLOCKED.
    """
    if user.pk == other.pk:
        raise AccountRefused("OWN_ACCOUNT")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Block.objects.filter(user=user).count() >= BLOCKED_USERS_MAX:
            raise AccountRefused("TOO_MANY_BLOCKED", max=BLOCKED_USERS_MAX)
        Block.objects.get_or_create(user=user, blocked=other)
        signals.end_sockets(user.pk)


def unblock(*, user: User, other: User) -> None:
    """Show another user's chat messages again."""
    with transaction.atomic():
        Block.objects.filter(user=user, blocked=other).delete()
        signals.end_sockets(user.pk)


def write_note(*, user: User, about: User, text: str) -> str:
    """Save a private note about a player; an empty one is deleted.

    Returns the note as it is stored. Raises `AccountRefused` NOTE_TOO_LONG, OWN_ACCOUNT or
    TOO_MANY_NOTES.
    """
    kept = clean_note(text)
    if user.pk == about.pk:
        raise AccountRefused("OWN_ACCOUNT")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        notes = PlayerNote.objects.filter(user=user)
        if not kept:
            notes.filter(about=about).delete()
        elif notes.exclude(about=about).count() >= NOTES_MAX:
            raise AccountRefused("TOO_MANY_NOTES", max=NOTES_MAX)
        else:
            PlayerNote.objects.update_or_create(user=user, about=about, defaults={"text": kept})
    return kept
