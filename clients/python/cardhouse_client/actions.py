"""The requests of a client that must count once."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardhouse_client.messages import HandNow


def new_key() -> str:
    """Return a key that makes a write count once: reuse it in every attempt."""
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Action:
    """An action in a hand, one of its `legal` actions; sent twice, the same object counts once."""

    kind: str
    amount: int | None = None
    cards: Sequence[str] = ()
    reading: str = ""
    """The combination that the cards stand for, where several are possible."""
    key: str = field(default_factory=new_key)

    def in_hand(self, hand: HandNow) -> dict[str, Any]:
        """Return the fields of the request for the hand as the player saw it."""
        return {
            "hand": hand.id,
            "seq": hand.seq,
            "key": self.key,
            "action": self.kind,
            "amount": self.amount,
            "cards": list(self.cards) or None,
            "reading": self.reading or None,
        }
