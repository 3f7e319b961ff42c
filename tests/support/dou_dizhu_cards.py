"""The cards that a message of Dou Dizhu names."""

import re

from games.engines.core.cards import TEXTS
from games.engines.core.contract import Opening

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhsCDHS]|[BR][Jj])\b")


def cards_in(message: str) -> set[str]:
    return set(CARD.findall(message)) & set(TEXTS)


def in_order(opening: Opening, seat: int) -> range:
    """Return the deck positions of a seat's cards, dealt one at a time from the first bidder."""
    players = len(opening.seats)
    at = (opening.seats.index(seat) - opening.seats.index(opening.button)) % players
    return range(at, DEALT[players], players)


DEALT = {3: 51, 4: 100}
"""The number of cards that are dealt to the players; the kitty follows."""
