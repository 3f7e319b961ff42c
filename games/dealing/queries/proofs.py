"""The proof of a hand, and the openings of the cards that a viewer is shown.

An opening is sent together with its card and never otherwise: the cards are collected from the data
made for the viewer, so visibility is decided in one place (`games.hands.viewers` and the
engines' views). Hands from before TFAIR1 have neither.
"""

from collections.abc import Iterable
from typing import Any, TypedDict, cast

import msgspec

from games.engines.core.cards import cards_in
from games.hands.live_hand import LiveHand

_encode = msgspec.json.Encoder().encode


class CardOpening(TypedDict):
    """The proof of one card: position in the deal, index in the deck, card, salt and path."""

    p: int
    t: int
    card: int
    salt: str
    path: list[str]


class Proof(TypedDict):
    """The published data of a hand's deal (`games.fair.proof` describes each field)."""

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
    """The hand's proof without openings; the same for everyone who may see the hand."""
    if hand.deck is None:
        return None
    return cast(Proof, {"hand_id": hand.id.hex, **hand.deal})


def cards_shown(shown: Any) -> set[int]:
    """The cards in `shown`: JSON values made for one viewer."""
    return cards_in(_encode(shown))


def openings_of(hand: LiveHand, cards: Iterable[int]) -> list[CardOpening]:
    """The openings of these cards; none for a hand from before TFAIR1."""
    if hand.deck is None:
        return []
    return cast(list[CardOpening], [one.told for one in hand.deck.openings(list(cards))])
