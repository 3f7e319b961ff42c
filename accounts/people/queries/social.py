"""Blocked users and private notes."""

import uuid
from collections.abc import Collection

from accounts.people.models import (
    Block,
    PlayerNote,
)


def blocks_of(user_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, frozenset[str]]:
    """`blocked_by` for each of these users, in one query."""
    rows = Block.objects.filter(user_id__in=user_ids).values_list("user_id", "blocked__name")
    names: dict[uuid.UUID, set[str]] = {user_id: set() for user_id in user_ids}
    for user_id, name in rows:
        names[user_id].add(name)
    return {user_id: frozenset(some) for user_id, some in names.items()}


def blocked_by(user_id: uuid.UUID) -> frozenset[str]:
    """The names of the users whom a user has blocked."""
    return frozenset(Block.objects.filter(user_id=user_id).values_list("blocked__name", flat=True))


def note_on(user_id: uuid.UUID, about_id: uuid.UUID) -> str:
    """A user's note about a player; empty if there is none."""
    found = PlayerNote.objects.filter(user_id=user_id, about_id=about_id).values_list(
        "text", flat=True
    )
    return found.first() or ""
