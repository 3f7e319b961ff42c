"""The tree over the decks that ended on a day by TFAIR2, in ascending order of their slots."""

from games.fair.days import DayTree
from games.fair.tfair2.hashes import TFAIR2, day_leaf_of


def _leaf_of(ended: tuple[bytes, bytes]) -> bytes:
    slot, chain = ended
    return day_leaf_of(slot, chain)


DECKS = DayTree(_leaf_of, TFAIR2.node)
"""Its items are (slot, chain of the table after the deck), 32 bytes each."""
