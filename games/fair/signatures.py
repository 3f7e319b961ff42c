"""The house's signatures: what it has said about a deck, as evidence that convinces others.

Each signature is Ed25519 (RFC 8032) over the 13 bytes "TFAIR2/signed", u8(kind) and 32 bytes:

    kind  the 32 bytes
    1     lock       the lock of a deck
    2     cut commit H(0x10, commit || u8(seat) || cut commit): the house has received it
    3     cut        H(0x11, lock || u8(seat) || cut): the house has received it
    4     chain      a table's chain after the end of a deck, dealt or thrown away
    5     day head   the chain of days up to a closed day
    6     next key   a public key, signed with the key before it

H and the fields are those of `games.fair.tfair2.hashes`. A private key is 32 random bytes, a public
key has 32 bytes, a signature 64. The same key signs the same bytes the same way each time.
"""

import enum

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from games.fair.tfair2.hashes import tagged

KEY_BYTES = 32
SIGNATURE_BYTES = 64
_PREFIX = b"TFAIR2/signed"


class Kind(enum.IntEnum):
    """The kinds of signatures; none is valid as one of another kind."""

    LOCK = 1
    CUT_COMMIT = 2
    CUT = 3
    CHAIN = 4
    DAY_HEAD = 5
    NEXT_KEY = 6


def signed_bytes(kind: Kind, value: bytes) -> bytes:
    """Return the bytes that are signed for a value of 32 bytes; raises `ValueError` for others."""
    if len(value) != KEY_BYTES:
        raise ValueError(f"{len(value)} bytes cannot be signed, only 32")
    return _PREFIX + bytes((kind,)) + value


def received_cut_commit(commit: bytes, seat: int, cut_commit: bytes) -> bytes:
    """Return what acknowledges a cut commit for the deck with this commit."""
    return tagged(0x10, commit, bytes((seat,)), cut_commit)


def received_cut(lock: bytes, seat: int, cut: bytes) -> bytes:
    """Return what acknowledges a cut of the deck with this lock."""
    return tagged(0x11, lock, bytes((seat,)), cut)


class SigningKey:
    """A private key, loaded once: loading and signing take about 0.03 ms each."""

    def __init__(self, private: bytes) -> None:
        """Load the private key from its 32 bytes; raises `ValueError` for others."""
        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._key.public_key().public_bytes_raw()
        """The public key, 32 bytes."""

    def sign(self, kind: Kind, value: bytes) -> bytes:
        """Return the signature of a value of 32 bytes."""
        return self._key.sign(signed_bytes(kind, value))


def is_signed(public: bytes, kind: Kind, value: bytes, signature: bytes) -> bool:
    """Return whether the owner of a public key signed the value; False for malformed ones too."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed_bytes(kind, value))
    except (InvalidSignature, ValueError):
        return False
    return True
