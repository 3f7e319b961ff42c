"""Random seeds of bots, which only the holder of a hand's master can compute.

Everything else about a bot is public: its policy is open source, and its view is that of its seat.
With public seeds anyone could run the policy for every possible holding and find the one that
explains its moves.

key  = HMAC-SHA-256(master, "TFAIR1/bots")
    seed = HMAC-SHA-256(key, hand id (16 bytes) || u32(seq) || u16(seat) || purpose)

The label differs from every stream of the deck, and neither key nor seed reveals the master. While
the master exists, the audit can recompute every seed.
"""

import hmac
import random
import uuid
from hashlib import sha256

from games.fair.stream import TAG

CHOICE, DELAY, MOOD = "choice", "delay", "mood"
"""The purposes of a seed: the move, how long the bot seems to think, and its pace in the hand."""


class MasterDestroyed(Exception):
    """The master of the hand was destroyed, so the seeds of its bots cannot be computed."""


def bot_key_of(master: bytes) -> bytes:
    """Return the key of a hand's bots, 32 bytes."""
    return hmac.digest(master, TAG + b"/bots", sha256)


def bot_chance(
    key: bytes | None, *, hand_id: uuid.UUID, seq: int, seat: int, purpose: str
) -> random.Random:
    """Return a fresh random generator for one decision of one seat after `seq` actions.

    Raises `MasterDestroyed` when the key no longer exists.
    """
    if key is None:
        raise MasterDestroyed(f"the master of hand {hand_id} was destroyed")
    spot = hand_id.bytes + seq.to_bytes(4, "big") + seat.to_bytes(2, "big")
    seed = hmac.digest(key, spot + purpose.encode(), sha256)
    return random.Random(seed)  # noqa: S311 - decides nothing but what a bot does
