"""What proves a hand, and what opens the cards that a viewer is shown.

An opening goes wherever its card goes and nowhere else: the cards are found in what was rendered
for the viewer, so that who may see them is decided in one place (`games.hands.queries.viewers` and
the engines' views). Hands from before TFAIR1 have neither.
"""

from collections.abc import Iterable
from typing import Any, TypedDict, cast

import msgspec

from games.engines.core.cards import cards_in
from games.fair.proof import told
from games.hands.queries.live import LiveHand

_encode = msgspec.json.Encoder().encode


class CardOpening(TypedDict):
    """What proves one card: position in the deal, place in the deck, card, salt and path."""

    p: int
    t: int
    card: int
    salt: str
    path: list[str]


class Proof(TypedDict):
    """All that is published of a hand's deal (`games.fair.proof` describes each field)."""

    scheme: str
    hand_id: str
    deck_id: str
    n: int
    roots: list[str]
    commit: str
    cut_commits: list[tuple[int, str]]
    cuts: list[tuple[int, str]]
    public_key: str
    pick: int
    masters: list[str | None]
    chain_before: str
    digest: str
    chain: str


def proof_of(hand: LiveHand) -> Proof | None:
    """The hand's proof without openings; the same for everybody who may see the hand."""
    if hand.deck is None:
        return None
    return cast(Proof, {"hand_id": hand.id.hex, **hand.deal})


def cards_shown(shown: Any) -> set[int]:
    """The cards in `shown`: JSON values made for one viewer."""
    return cards_in(_encode(shown))


def openings_of(hand: LiveHand, cards: Iterable[int]) -> list[CardOpening]:
    """What opens these cards, none for a hand from before TFAIR1."""
    if hand.deck is None:
        return []
    return cast(list[CardOpening], [told(one) for one in hand.deck.openings(list(cards))])
