"""Unbiased random numbers from a key: HMAC-SHA-256 in counter mode with rejection sampling.

The tag of the scheme and the labels separate every use of a key from every other.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

TAG = b"TFAIR1"
BYTES = tuple(bytes((value,)) for value in range(256))
"""Every byte, as u8."""
_BLOCK_BYTES = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Mac:
    """HMAC-SHA-256 (RFC 2104) under one key of at most 64 bytes.

    A deck needs about two hundred digests under the same few keys: the standard library processes
    the key each time, which costs three times as much.
    """

    def __init__(self, key: bytes) -> None:
        padded = key.ljust(_BLOCK_BYTES, b"\0")
        if len(padded) > _BLOCK_BYTES:
            raise ValueError("the key is too long")
        self._inner = sha256(padded.translate(_INNER))
        self._outer = sha256(padded.translate(_OUTER))

    def digest(self, message: bytes) -> bytes:
        """Return the 32 bytes of a message."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()

    def digests(self, prefix: bytes, ends: Iterable[bytes]) -> list[bytes]:
        """Return the digests of messages that have the same beginning."""
        inner = self._inner.copy()
        inner.update(prefix)
        new_inner, new_outer, made = inner.copy, self._outer.copy, []
        for end in ends:
            inner, outer = new_inner(), new_outer()
            inner.update(end)
            outer.update(inner.digest())
            made.append(outer.digest())
        return made


class Stream:
    """The bytes `HMAC(key, tag || label || u32(counter))` for counter 0, 1, 2 and so on."""

    def __init__(self, key: bytes, label: bytes, tag: bytes = TAG) -> None:
        self.byte = _bytes(Mac(key), tag + label).__next__
        """Returns the next byte."""

    def below(self, n: int) -> int:
        """Return a uniform number 0 <= x < n; 1 <= n <= 256."""
        limit = 256 - 256 % n
        while (value := self.byte()) >= limit:
            pass
        return value % n


def _bytes(mac: Mac, prefix: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from mac.digest(prefix + counter.to_bytes(4, "big"))
        counter += 1


def perm(key: bytes, label: bytes, n: int, tag: bytes = TAG) -> tuple[int, ...]:
    """Return a uniform permutation of 0..n-1 (Fisher-Yates from the end); n <= 256."""
    byte = Stream(key, label, tag).byte
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        # `Stream.below(i + 1)`, without a call: a hand draws two hundred and fifty numbers.
        limit = 256 - 256 % (i + 1)
        while (value := byte()) >= limit:
            pass
        j = value % (i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)
