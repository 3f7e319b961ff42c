"""Deck secrets at rest: AES-256-GCM under the platform's deck key, bound to their hand.

The only module that turns a master into a sealed one and back. A sealed master is useless for
any other hand, and nothing here is logged or cached.
"""

import base64
import secrets
import uuid

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

_NONCE_BYTES = 12


def _cipher() -> AESGCM:
    return AESGCM(base64.b64decode(settings.DECK_KEY))


def seal(*, hand_id: uuid.UUID, master: bytes) -> bytes:
    """Encrypt a 32-byte master for one hand: nonce (12 bytes), ciphertext, tag (16)."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return nonce + _cipher().encrypt(nonce, master, hand_id.bytes)


def unseal(*, hand_id: uuid.UUID, sealed: bytes) -> bytes:
    """Give back the master; raises `InvalidTag` if it was sealed for another hand."""
    return _cipher().decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], hand_id.bytes)
