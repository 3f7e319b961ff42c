"""What a client sends that must count once."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardhouse_client.messages import HandNow


def new_key() -> str:
    """A key that makes a write count once: made before it is first sent, the same in every try."""
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Action:
    """What to do in a hand: one of its `legal` actions. Sent twice, the same one counts once."""

    kind: str
    amount: int | None = None
    cards: Sequence[str] = ()
    reading: str = ""
    """What the cards are meant as, where they can be read in several ways."""
    key: str = field(default_factory=new_key)

    def in_hand(self, hand: HandNow) -> dict[str, Any]:
        """Its fields as they are sent, for the hand as it was seen."""
        return {
            "hand": hand.id,
            "seq": hand.seq,
            "key": self.key,
            "action": self.kind,
            "amount": self.amount,
            "cards": list(self.cards) or None,
            "reading": self.reading or None,
        }
