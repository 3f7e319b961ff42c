"""The Merkle tree over the digests of a day's hands, and the path from a digest to its root.

The digests are in ascending order; `games.fair.scheme.day_leaf_of` gives the leaf of each, and the
tree is that of RFC 6962, as `games.fair.tree` builds it. A day without hands has the RFC's root of
an empty tree, the SHA-256 of nothing. Blocks of 256 leaves are whole subtrees, so the tree over
their roots has the root of the day. With the roots stored, a path needs the digests of one block
only.
"""

from collections.abc import Sequence
from hashlib import sha256

from games.fair.scheme import day_leaf_of
from games.fair.tree import Tree

BLOCK_LEAVES = 256
"""The number of leaves in a block."""
EMPTY_ROOT = sha256(b"").digest()


def block_roots(digests: Sequence[bytes]) -> list[bytes]:
    """Return the root of each block of a day's digests, given in ascending order."""
    return [
        _block(digests[at : at + BLOCK_LEAVES]).root for at in range(0, len(digests), BLOCK_LEAVES)
    ]


def root_over(blocks: Sequence[bytes]) -> bytes:
    """Return the root of a day from the roots of its blocks."""
    return Tree(blocks).root if blocks else EMPTY_ROOT


def day_path(blocks: Sequence[bytes], digests: Sequence[bytes], place: int) -> tuple[bytes, ...]:
    """Return the hashes from the leaf at `place` of the day to its root, from the leaf upwards.

    `blocks` are the roots of all blocks, `digests` those of the block that contains the leaf.
    """
    block, within = divmod(place, BLOCK_LEAVES)
    return _block(digests).path(within) + Tree(blocks).path(block)


def _block(digests: Sequence[bytes]) -> Tree:
    return Tree([day_leaf_of(digest) for digest in digests])
