"""The network's view of a position, from one player's side, and of the plays open to that player.

Players are counted from the player to act (0), then round the table. Counts of cards are written
as levels (at least 1, at least 2, ...), one column each, so that one layer can tell them apart.
"""

from typing import Any, NamedTuple

import numpy as np

from games.bots.dou_dizhu_net.moves import CATEGORIES, RANKS_COUNT, Shape

BOMBS_MAX = 3
"""More bombs than this are not told apart."""


class Positions(NamedTuple):
    """Positions of one role: B rows; cards are counts by rank, int8 (..., 15)."""

    hand: Any
    unseen: Any
    """Cards of the others together."""
    known: Any
    """Cards that the landlord is known to hold, from the kitty; none for the landlord's own."""
    trick: Any
    """The last cards each player played in this round, (B, players, 15)."""
    passed: Any
    """Whether the last move of each player in this round was a pass, bool (B, players)."""
    before: Any
    """As `trick`, of the round before."""
    last_by: Any
    """The seat whose play is to be beaten, (B,); 0 when leading."""
    counts: Any
    """How many cards each player holds, (B, players)."""
    bombs: Any
    """Bombs and rockets played so far, (B,)."""


def levels(xp: Any, counts: Any, most: int) -> Any:
    """Return whether each count is at least 1 .. `most`, int8 (B, columns * most)."""
    steps = xp.arange(1, most + 1, dtype=xp.int8)
    found = counts[..., None] >= steps
    return found.reshape(len(counts), -1).view(xp.int8)


def state_width(shape: Shape) -> int:
    """Return the number of columns of `state_columns`."""
    players, each = shape.players, RANKS_COUNT * shape.levels
    return (
        3 * each
        + 2 * players * each
        + players
        + players
        + (players - 1) * shape.largest_hand
        + BOMBS_MAX
        + players
    )


def state_columns(xp: Any, shape: Shape, at: Positions, role: int) -> Any:
    """Return the columns of positions in which the player `role` after the landlord acts, int8."""
    size, players = len(at.hand), shape.players
    seats = xp.arange(players, dtype=xp.int8)
    own = xp.zeros((size, players), dtype=xp.int8)
    own[:, role] = 1
    return xp.concatenate(
        (
            levels(xp, at.hand, shape.levels),
            levels(xp, at.unseen, shape.levels),
            levels(xp, at.known, shape.levels),
            levels(xp, at.trick, shape.levels),
            levels(xp, at.before, shape.levels),
            at.passed.astype(xp.int8),
            (at.last_by[:, None] == seats).astype(xp.int8),
            levels(xp, at.counts[:, 1:], shape.largest_hand),
            levels(xp, at.bombs[:, None], BOMBS_MAX),
            own,
        ),
        axis=1,
    )


def play_width(shape: Shape) -> int:
    """Return the number of columns of `play_columns`."""
    return 2 * RANKS_COUNT * shape.levels + len(CATEGORIES)


def play_columns(xp: Any, shape: Shape, cards: Any, rest: Any, category: Any) -> Any:
    """Return the columns of plays: their cards, what is left of the hand, and the category, int8.

    `cards` and `rest` are counts by rank, (K, 15); `category` indexes `CATEGORIES`, (K,).
    """
    kinds = xp.arange(len(CATEGORIES), dtype=xp.int8)
    return xp.concatenate(
        (
            levels(xp, cards, shape.levels),
            levels(xp, rest, shape.levels),
            (category[:, None] == kinds).astype(xp.int8),
        ),
        axis=1,
    )


def hand_columns(shape: Shape, hand: Any) -> Any:
    """Return the columns of hands before the kitty, (B, 15) counts, for the bidding."""
    return levels(np, hand, shape.levels)
