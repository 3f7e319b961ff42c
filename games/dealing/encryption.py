"""Encryption of deck secrets: AES-256-GCM under the platform's deck key, bound to their row.

The only module that encrypts and decrypts deck secrets. A ciphertext is useless for any other hand
or deck, and nothing here is logged or cached. Encryption uses `DECK_KEY`; decryption finds the key
among `DECK_KEY` and `DECK_KEY_FALLBACKS`, so that keys can be rotated.

    sealed  = key id (4 bytes), nonce (12), ciphertext, tag (16)
        content = kind (1 byte), then the data of that kind

Hands of the first version have the nonce first and the bare master inside: 60 bytes, a length that
no other kind has.
"""

import base64
import hashlib
import secrets
import uuid
from enum import Enum
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

_ID_BYTES, _NONCE_BYTES = 4, 12
SECRET_WITHOUT_ID_BYTES = 60
"""The length of secrets that were sealed before keys had ids."""


class Kind(Enum):
    """The kinds of deck secrets.

    The masters of all candidates (32 bytes each); the master of the dealt deck (32 bytes); the
    openings of the dealt cards (`DealtDeck.kept`); or, for teaching hands and those from before
    TFAIR1, only the order of the cards (a byte each), with the key of a teaching hand's bots.
    """

    CANDIDATES = b"C"
    MASTER = b"M"
    KEPT = b"K"
    ORDER = b"O"


class Secret(NamedTuple):
    """The decrypted content of a sealed deck."""

    kind: Kind
    data: bytes


def current_id() -> bytes:
    """The key id with which every new ciphertext begins."""
    return _id(base64.b64decode(settings.DECK_KEY))


def seal(*, bound_to: uuid.UUID, data: bytes, kind: Kind = Kind.MASTER) -> bytes:
    """Encrypt a deck's secret for the hand, or the deck, with this id."""
    key, nonce = base64.b64decode(settings.DECK_KEY), secrets.token_bytes(_NONCE_BYTES)
    return _id(key) + nonce + AESGCM(key).encrypt(nonce, kind.value + data, bound_to.bytes)


def unseal(*, bound_to: uuid.UUID, sealed: bytes) -> Secret:
    """Decrypt a secret; raises `InvalidTag` if it belongs to another row or its key is lost."""
    first = len(sealed) == SECRET_WITHOUT_ID_BYTES
    keys = [base64.b64decode(key) for key in (settings.DECK_KEY, *settings.DECK_KEY_FALLBACKS)]
    rest = sealed if first else sealed[_ID_BYTES:]
    for key in keys:
        if not first and _id(key) != sealed[:_ID_BYTES]:
            continue
        try:
            content = AESGCM(key).decrypt(rest[:_NONCE_BYTES], rest[_NONCE_BYTES:], bound_to.bytes)
        except InvalidTag:
            continue
        return Secret(Kind.MASTER, content) if first else Secret(Kind(content[:1]), content[1:])
    raise InvalidTag


def _id(key: bytes) -> bytes:
    return hashlib.sha256(b"cardhouse deck key" + key).digest()[:_ID_BYTES]
