"""Signal receivers of the tables: sessions end, or a user may no longer play."""

import uuid
from typing import Any

from django.dispatch import receiver

from accounts.people.models import User
from accounts.people.signals import sessions_ended
from accounts.sanctions.signals import play_stopped
from lobby.tables.actions.evict import leave_everywhere
from lobby.tables.ws import hub


@receiver(sessions_ended)
def close_sockets(user_id: uuid.UUID, **_: Any) -> None:
    """Close the user's open sockets."""
    hub.end_sessions(user_id)


@receiver(play_stopped)
def leave_tables(user: User, **_: Any) -> None:
    """Free the user's seats."""
    leave_everywhere(user)
