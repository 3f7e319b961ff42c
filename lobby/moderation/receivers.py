"""Moderation's receivers for signals of the packages below it."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from accounts.people.models import User
from core.staff.signals import conflict_asked
from games.dealing.signals import retention_asked
from games.hands.models import Hand
from lobby.moderation.queries.conflicts import too_close
from lobby.moderation.queries.investigations import reported


@receiver(conflict_asked)
def has_conflict(user: User, kind: str, target: str, **_: Any) -> bool:
    """Whether a staff member plays where they want to act."""
    return too_close(user, kind, target)


@receiver(retention_asked)
def hands_in_open_cases(hands: Sequence[Hand], **_: Any) -> set[uuid.UUID]:
    """The hands whose decks are kept while a case is open."""
    return reported(hands)
