"""Merkle trees over the cards of a deck, as RFC 6962 (section 2.1) builds them.

A leaf is the hash of one card with its place and salt (`games.fair.scheme.leaf_of`). A node is
SHA-256(0x01 || left || right); a tree of n leaves is split at the largest power of two below n.
"""

from collections.abc import Sequence
from hashlib import sha256


class Tree:
    """The tree over some leaves; at least one, of 32 bytes each."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.leaves = leaves
        self._nodes: dict[tuple[int, int], bytes] = {}

    @property
    def root(self) -> bytes:
        """The hash that binds all leaves; 32 bytes."""
        return self._over(0, len(self.leaves))

    def path(self, index: int) -> tuple[bytes, ...]:
        """The hashes that lead from a leaf to the root, from the leaf upwards."""
        path = []
        start, end = 0, len(self.leaves)
        while end - start > 1:
            middle = start + _split(end - start)
            if index < middle:
                path.append(self._over(middle, end))
                end = middle
            else:
                path.append(self._over(start, middle))
                start = middle
        return tuple(reversed(path))

    def _over(self, start: int, end: int) -> bytes:
        """The node over the leaves from `start` up to `end`."""
        if end - start == 1:
            return self.leaves[start]
        found = self._nodes.get((start, end))
        if found is None:
            middle = start + _split(end - start)
            found = _node(self._over(start, middle), self._over(middle, end))
            self._nodes[start, end] = found
        return found


def root_by(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes:
    """The root that a path leads to from the leaf at `index` of `count`.

    Raises `ValueError` for a path that is too long or too short.
    """
    if count == 1:
        if path:
            raise ValueError("the path is too long")
        return leaf
    if not path:
        raise ValueError("the path is too short")
    split = _split(count)
    if index < split:
        return _node(root_by(leaf, index, split, path[:-1]), path[-1])
    return _node(path[-1], root_by(leaf, index - split, count - split, path[:-1]))


def _split(count: int) -> int:
    """The largest power of two below `count`; at least 2 leaves."""
    return 1 << (count - 1).bit_length() - 1


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
