"""Merkle trees over the cards of a deck, as RFC 6962 (section 2.1) builds them.

A leaf is the hash of one card with its place and salt (`games.fair.scheme.leaf_of`). A node is
SHA-256(0x01 || left || right); a tree of n leaves is split at the largest power of two below n.
"""

from collections.abc import Sequence
from hashlib import sha256

NODE = b"\x01"
"""The beginning of what is hashed for a node in TFAIR1."""


class Tree:
    """A tree over at least one leaf, of 32 bytes each; `node` begins what a node hashes.

    It is built from the leaves upwards: neighbours are joined, and a node without a neighbour moves
    up unchanged. The result is the tree of the RFC.
    """

    def __init__(self, leaves: Sequence[bytes], node: bytes = NODE) -> None:
        self.leaves = leaves
        self._levels = [leaves]
        while len(leaves) > 1:
            # `_node` of each pair, without a call: a deck has two hundred nodes.
            pairs = zip(leaves[::2], leaves[1::2], strict=False)
            above = [sha256(node + left + right).digest() for left, right in pairs]
            leaves = [*above, leaves[-1]] if len(leaves) % 2 else above
            self._levels.append(leaves)

    @property
    def root(self) -> bytes:
        """Return the root hash, 32 bytes."""
        return self._levels[-1][0]

    def path(self, index: int) -> tuple[bytes, ...]:
        """Return the hashes from a leaf to the root, from the leaf upwards."""
        path = []
        for level in self._levels[:-1]:
            if index ^ 1 < len(level):
                path.append(level[index ^ 1])
            index >>= 1
        return tuple(path)


def root_by(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes:
    """Return the root that a path reaches from the leaf at `index` of `count`.

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
    """Return the largest power of two below `count`, for at least 2 leaves."""
    return 1 << (count - 1).bit_length() - 1


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()
