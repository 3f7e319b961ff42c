"""The hashes, streams and trees of TFAIR2, and its canonical JSON. Pure."""

import hmac
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from cardhouse_client.fair import need

TAG = b"TFAIR2"
NO_CHAIN = bytes(32)
"""The chain of a table before its first deck."""
WHOLE_NUMBER_MAX = 2**53 - 1


def u8(*numbers: int) -> bytes:
    """Return numbers below 256, a byte each."""
    return bytes(numbers)


def u32(number: int) -> bytes:
    """Return a number as four bytes, big-endian."""
    return number.to_bytes(4, "big")


def tagged(kind: int, *parts: bytes) -> bytes:
    """Return H(kind, parts): the SHA-256 of the kind's byte, the tag and the parts."""
    return sha256(bytes((kind,)) + TAG + b"".join(parts)).digest()


def canonical(value: Any) -> bytes:
    r"""Return the one JSON text of a value; raises `NotFair` for what has none.

    Objects have their keys in ascending order; strings are printable ASCII without `"` and `\`;
    numbers are whole and at most 2^53 - 1 either way.
    """
    return _text(value).encode("ascii")


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        need(abs(value) <= WHOLE_NUMBER_MAX, "form", "a number is too large")
        return str(value)
    if isinstance(value, str):
        plain = all(" " <= char <= "~" and char not in '"\\' for char in value)
        need(plain, "form", "a text is not printable ASCII")
        return f'"{value}"'
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_text, value)) + "]"
    need(isinstance(value, dict), "form", "this value has no canonical JSON")
    return "{" + ",".join(f"{_text(key)}:{_text(value[key])}" for key in sorted(value)) + "}"


def stream(key: bytes, label: bytes) -> Callable[[int], int]:
    """Return a function that gives unbiased numbers below 1 to 256, one after the other."""
    block, counter = b"", 0

    def below(bound: int) -> int:
        nonlocal block, counter
        while True:
            if not block:
                block = hmac.digest(key, TAG + label + u32(counter), sha256)
                counter += 1
            value, block = block[0], block[1:]
            if value < 256 - 256 % bound:
                return value % bound

    return below


def permutation(key: bytes, label: bytes, n: int) -> list[int]:
    """Return the permutation of 0..n-1 that a key gives."""
    below, order = stream(key, label), list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def leaf_of(deck_id: bytes, candidate: int, place: int, card: int, salt: bytes) -> bytes:
    """Return the leaf of a card at a place of a candidate's secret order."""
    return tagged(0x00, deck_id, u8(candidate, place, card), salt)


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root of a tree (RFC 6962); of no leaf the SHA-256 of nothing."""
    nodes = list(leaves)
    if not nodes:
        return sha256(b"").digest()
    while len(nodes) > 1:  # level by level; a last node without a neighbour moves up unchanged
        pairs = zip(nodes[::2], nodes[1::2], strict=False)
        odd = nodes[-1:] if len(nodes) % 2 else []
        nodes = [tagged(0x01, left, right) for left, right in pairs] + odd
    return nodes[0]


def climb(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that a path leads to from the leaf upwards; None if its length is wrong."""
    node, rest = leaf, list(path)
    while count > 1:
        if index % 2 or index + 1 < count:
            if not rest:
                return None
            other = rest.pop(0)
            node = tagged(0x01, other, node) if index % 2 else tagged(0x01, node, other)
        index, count = index // 2, (count + 1) // 2
    return None if rest else node


def root_of_master(deck_id: bytes, candidate: int, master: bytes, n: int) -> bytes:
    """Return the root of the candidate that a master gives."""
    leaves = []
    for place, card in enumerate(permutation(master, b"/shuffle", n)):
        salt = hmac.digest(master, TAG + b"/salt" + u8(place), sha256)[:16]
        leaves.append(leaf_of(deck_id, candidate, place, card, salt))
    return root_of(leaves)
