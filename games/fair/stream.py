"""Unbiased numbers from a key: HMAC-SHA-256 in counter mode, rejection instead of modulo.

`TAG` and the labels keep every use of a key apart from every other.
"""

import hmac
from hashlib import sha256

TAG = b"TFAIR1"


class Stream:
    """The bytes `HMAC(key, TAG || label || u32(counter))` for counter 0, 1, 2 and so on."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._key = key
        self._prefix = TAG + label
        self._counter = 0
        self._block = b""
        self._at = 0

    def byte(self) -> int:
        """The next byte."""
        if self._at == len(self._block):
            message = self._prefix + self._counter.to_bytes(4, "big")
            self._block = hmac.digest(self._key, message, sha256)
            self._counter += 1
            self._at = 0
        value = self._block[self._at]
        self._at += 1
        return value

    def below(self, n: int) -> int:
        """A number 0 <= x < n, each exactly as likely; 1 <= n <= 256."""
        limit = 256 - 256 % n
        while True:
            value = self.byte()
            if value < limit:
                return value % n


def perm(key: bytes, label: bytes, n: int) -> tuple[int, ...]:
    """A permutation of 0..n-1 (Fisher-Yates from the end), each exactly as likely; n <= 256."""
    below = Stream(key, label).below
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)
