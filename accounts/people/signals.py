"""Signals to the subjects above: sessions have ended, a guest has invitations."""

import uuid
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.dispatch import Signal

sessions_ended = Signal()
"""Sent after the commit, with `user_id`: sessions of the user ended; open sockets are closed."""

invitations_shown = Signal()
"""Sent with `codes` of invite links; receivers return ids of what is open to them now."""


def open_invitations(codes: Collection[str]) -> set[str]:
    """The ids of all that the codes invite to now; an id stays if its link is replaced."""
    answers: Any = invitations_shown.send(sender=None, codes=codes) if codes else []
    return {one for _receiver, found in answers for one in found}


def end_sockets(user_id: uuid.UUID) -> None:
    """Send `sessions_ended` once the current transaction is committed.

    The sessions have ended whether or not a receiver fails; Django logs one that does.
    """
    transaction.on_commit(lambda: _send(user_id))


def _send(user_id: uuid.UUID) -> None:
    sessions_ended.send_robust(sender=None, user_id=user_id)
