"""The proof of a hand, and the openings of the cards that a viewer is shown.

An opening is sent together with its card and never otherwise: the cards are collected from the data
made for the viewer, so visibility is decided in one place (`games.hands.viewers` and the
engines' views). Hands from before TFAIR1 have neither; those from before TFAIR2 have the fields of
`games.fair.proof`.
"""

from collections.abc import Iterable
from typing import Any, TypedDict, cast

import msgspec

from games.engines.core.cards import cards_in
from games.engines.core.contract import Result
from games.fair.tfair2.proof import play_of
from games.hands.live_hand import LiveHand

_encode = msgspec.json.Encoder().encode


class CardOpening(TypedDict):
    """The proof of one card: position in the deal, card, salt and path."""

    p: int
    card: int
    salt: str
    path: list[str]


class PlacedOpening(CardOpening):
    """The proof of one card by TFAIR1, which tells its place in the secret order too."""

    t: int


class PlanOfHand(TypedDict):
    """The seats dealt in, the rules and the buttons of a hand, as the lock fixed them."""

    button: list[int]
    game: str
    rules_hash: str
    seats: list[int]
    step: int


class Proof(TypedDict):
    """The published data of a hand's deal (`games.fair.tfair2.proof` describes each field)."""

    scheme: str
    table_id: str
    no: int
    deck_id: str
    n: int
    roots: list[str]
    commit: str
    plan: PlanOfHand
    cut_commits: list[tuple[int, str]]
    lock: str
    cuts: list[tuple[int, str]]
    public_key: str
    pick: int
    button: int
    masters: list[str | None]
    hand_id: str
    number: int
    absent: list[int]
    digest: str


def proof_of(hand: LiveHand) -> Proof | None:
    """The hand's proof without openings; the same for everyone who may see the hand."""
    if hand.deck is None:
        return None
    return cast(Proof, {"hand_id": hand.id.hex, **hand.deal})


def play_of_hand(hand: LiveHand, result: Result | None) -> dict[str, Any]:
    """The play of a hand after its last action, as TFAIR2 hashes it.

    A hand without a result was voided while it ran.
    """
    opening = hand.opening
    return play_of(
        stacks=opening.stacks,
        terms=opening.terms,
        actions=[record.action for record in hand.records],
        result=result,
    )


def cards_shown(shown: Any) -> set[int]:
    """The cards in `shown`: JSON values made for one viewer."""
    return cards_in(_encode(shown))


def openings_of(hand: LiveHand, cards: Iterable[int]) -> list[CardOpening]:
    """The openings of these cards; none for a hand from before TFAIR1."""
    if hand.deck is None:
        return []
    return cast(list[CardOpening], [one.told for one in hand.deck.openings(list(cards))])
