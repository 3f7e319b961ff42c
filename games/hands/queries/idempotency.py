"""Finding actions by their idempotency keys."""

import uuid
from dataclasses import dataclass

from games.engines.core.contract import Action
from games.hands.models import PlayedAction
from games.hands.queries.live import record_of


@dataclass(frozen=True, slots=True)
class Acted:
    """A stored action: its seat, and the `seq` under which it is recorded."""

    user_id: uuid.UUID
    seq: int
    action: Action


def acted_with(hand_id: uuid.UUID, key: uuid.UUID) -> Acted | None:
    """The action of a hand with this key, looked for among the hand's actions, or None."""
    row = PlayedAction.objects.filter(hand_id=hand_id, key=key).select_related("hand").first()
    if row is None:
        return None
    users = {seat["seat"]: uuid.UUID(seat["user"]) for seat in row.hand.opening["seats"]}
    return Acted(users[row.seat], row.seq, record_of(row).action)
