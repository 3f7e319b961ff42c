"""Signatures of the house under `FAIR_KEY`: the only module that holds the private key.

`games.fair.signatures` has the signed bytes; `games.dealing.queries.fair_keys` the public halves of
this key and earlier ones. Signatures are returned in hexadecimal, 128 digits.
"""

import base64
from functools import lru_cache

from django.conf import settings

from games.fair.signatures import Kind, SigningKey, received_cut, received_cut_commit


@lru_cache(maxsize=1)
def _loaded(text: str) -> SigningKey:
    return SigningKey(base64.b64decode(text))


def public_key() -> bytes:
    """The public half of the configured key, 32 bytes."""
    return _loaded(settings.FAIR_KEY).public


def sign_lock(lock: bytes) -> str:
    """Sign the lock of a deck."""
    return _signature(Kind.LOCK, lock)


def sign_cut_commit(*, commit: bytes, seat: int, cut_commit: bytes) -> str:
    """Acknowledge a seat's cut commit for the deck with this commit."""
    return _signature(Kind.CUT_COMMIT, received_cut_commit(commit, seat, cut_commit))


def sign_cut(*, lock: bytes, seat: int, cut: bytes) -> str:
    """Acknowledge a seat's cut of the deck with this lock."""
    return _signature(Kind.CUT, received_cut(lock, seat, cut))


def sign_chain(chain: bytes) -> str:
    """Sign a table's chain after the end of a deck, dealt or thrown away."""
    return _signature(Kind.CHAIN, chain)


def sign_day_head(head: bytes) -> str:
    """Sign the chain of days up to a closed day."""
    return _signature(Kind.DAY_HEAD, head)


def _signature(kind: Kind, value: bytes) -> str:
    return _loaded(settings.FAIR_KEY).sign(kind, value).hex()
