"""Signal receivers of the tables: sessions end, or a user may no longer play."""

import uuid
from collections.abc import Collection
from typing import Any

from django.dispatch import receiver

from accounts.people.models import User
from accounts.people.signals import invitations_shown, sessions_ended
from accounts.sanctions.signals import play_stopped
from lobby.tables.actions.evict import leave_everywhere
from lobby.tables.queries.access import find_invited
from lobby.tables.ws import hub


@receiver(sessions_ended)
def close_sockets(user_id: uuid.UUID, **_: Any) -> None:
    """Close the user's open sockets."""
    hub.end_sessions(user_id)


@receiver(invitations_shown)
def invitations_of_open_tables(codes: Collection[str], **_: Any) -> list[str]:
    """Those of the codes that are invitations to tables which have not closed."""
    return [code for code in codes if find_invited(code) is not None]


@receiver(play_stopped)
def leave_tables(user: User, **_: Any) -> None:
    """Free the user's seats."""
    leave_everywhere(user)
