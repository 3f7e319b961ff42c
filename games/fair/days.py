"""The Merkle tree over what ended on a day, and the path from one of its leaves to its root.

The leaves are in ascending order of what they are made of: digests of hands (TFAIR1), or slots of
decks (`games.fair.tfair2.days`). The tree is that of RFC 6962, as `games.fair.tree` builds it. A
day without leaves has the RFC's root of an empty tree, the SHA-256 of nothing. Blocks of 256 leaves
are whole subtrees, so the tree over their roots has the root of the day. With the roots stored, a
path needs the leaves of one block only.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from games.fair.scheme import day_leaf_of
from games.fair.tree import NODE, Tree

BLOCK_LEAVES = 256
"""The number of leaves in a block."""
EMPTY_ROOT = sha256(b"").digest()


class DayTree(NamedTuple):
    """The differences between the trees of the two schemes: the leaf of an item, and its nodes."""

    leaf_of: Callable[[Any], bytes]
    node: bytes


TFAIR1 = DayTree(day_leaf_of, NODE)


def block_roots(items: Sequence[Any], tree: DayTree = TFAIR1) -> list[bytes]:
    """Return the root of each block of a day's items, given in their order."""
    return [
        _block(items[at : at + BLOCK_LEAVES], tree).root
        for at in range(0, len(items), BLOCK_LEAVES)
    ]


def root_over(blocks: Sequence[bytes], tree: DayTree = TFAIR1) -> bytes:
    """Return the root of a day from the roots of its blocks."""
    return Tree(blocks, tree.node).root if blocks else EMPTY_ROOT


def day_path(
    blocks: Sequence[bytes], items: Sequence[Any], place: int, tree: DayTree = TFAIR1
) -> tuple[bytes, ...]:
    """Return the hashes from the leaf at `place` of the day to its root, from the leaf upwards.

    `blocks` are the roots of all blocks, `items` those of the block that contains the leaf.
    """
    block, within = divmod(place, BLOCK_LEAVES)
    return _block(items, tree).path(within) + Tree(blocks, tree.node).path(block)


def _block(items: Sequence[Any], tree: DayTree) -> Tree:
    return Tree([tree.leaf_of(item) for item in items], tree.node)
