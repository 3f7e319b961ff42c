"""The chance of bots: seeds that only the holder of a hand's master can compute.

Everything else about a bot is public: its policy is open, its view is its seat's. With a public
seed anybody could run the policy for every holding and see which of them explains its moves.

    key  = HMAC-SHA-256(master, "TFAIR1/bots")
    seed = HMAC-SHA-256(key, hand id (16 bytes) || u32(seq) || u16(seat) || purpose)

The label is apart from every stream of the deck, and neither key nor seed leads back to the
master. While the master exists, the audit can compute every seed again.
"""

import hmac
import random
import uuid
from hashlib import sha256

from games.fair.stream import TAG

CHOICE, DELAY = "choice", "delay"
"""What a seed is for: the move, and how long the bot seems to think."""


class MasterDestroyed(Exception):
    """The hand's master is gone, and with it the chance of its bots."""


def bot_key_of(master: bytes) -> bytes:
    """The key of a hand's bots, 32 bytes."""
    return hmac.digest(master, TAG + b"/bots", sha256)


def bot_chance(
    key: bytes | None, *, hand_id: uuid.UUID, seq: int, seat: int, purpose: str
) -> random.Random:
    """A fresh source of chance for one decision of one seat after `seq` actions.

    Raises `MasterDestroyed` when there is no key any more.
    """
    if key is None:
        raise MasterDestroyed(f"the master of hand {hand_id} is destroyed")
    spot = hand_id.bytes + seq.to_bytes(4, "big") + seat.to_bytes(2, "big")
    seed = hmac.digest(key, spot + purpose.encode(), sha256)
    return random.Random(seed)  # noqa: S311 - decides nothing but what a bot does
