"""Teaching hands: the cards that a host sets, and the order in which they are dealt.

The cards that a host sets are those of the next hand, so nothing of a hand in progress changes.
"""

import secrets
from collections.abc import Mapping, Sequence

from games.engines.core import registry
from games.engines.core.cards import PACK, parse_card, text_of
from games.engines.core.contract import NextHand
from games.engines.core.deal_map import Place
from games.fair.tfair2.plan import Plan
from games.hands.teaching import Teaching
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table
from lobby.tables.teaching_shapes import CardPlace

WORD_CHARS_MAX = 8
"""How much of an unknown card a refusal repeats."""
COMMON_PLACES = ("dealer", "kitty", "board")
"""The places of a deal beside the seats."""


def sizes_of(table: Table) -> dict[str, int]:
    """How many cards each place of a table's next hand gets, the seats first."""
    game = registry.get(table.game)
    most = game.deal_map.seats[1]
    places = game.deal_map.positions(range(min(table.max_seats, most)))
    own = len(places[0])
    common = {place: len(places[place]) for place in COMMON_PLACES if place in places}
    return {**{str(seat): own for seat in range(table.max_seats)}, **common}


def places_of(table: Table) -> list[CardPlace]:
    """The places of a teaching table's next hand, with the cards that its host has set."""
    chosen: Mapping[str, Sequence[int]] = table.next_cards
    return [
        CardPlace(place=place, size=size, cards=[text_of(card) for card in chosen.get(place, ())])
        for place, size in sizes_of(table).items()
    ]


def parsed(table: Table, cards: Mapping[str, str]) -> dict[str, list[int]]:
    """The cards that a host sets, by place; texts of cards with spaces between them.

    In a game with two packs a card may be named twice. Raises `Refused` NO_SUCH_PLACE,
    NOT_A_CARD, TOO_MANY_CARDS or CARD_TWICE.
    """
    sizes, size = sizes_of(table), registry.get(table.game).deck_size
    free = set(range(size))
    chosen: dict[str, list[int]] = {}
    for place, text in cards.items():
        if place not in sizes:
            raise TableRefused("NO_SUCH_PLACE", status=400)
        taken = [_take(word, free, size) for word in text.replace(",", " ").split()]
        if len(taken) > sizes[place]:
            raise TableRefused("TOO_MANY_CARDS", status=400, max=sizes[place])
        if taken:
            chosen[place] = taken
    return chosen


def _take(word: str, free: set[int], size: int) -> int:
    """The card with this text, which is no longer free; a deck has `size`. Raises `Refused`."""
    try:
        card = parse_card(word[:1].upper() + word[1:]) % PACK
    except ValueError:
        raise TableRefused("NOT_A_CARD", status=400, card=word[:WORD_CHARS_MAX]) from None
    copy = next((one for one in (card, card + PACK) if one in free), None)
    if copy is None:
        code = "CARD_TWICE" if card < size else "NOT_A_CARD"
        raise TableRefused(code, status=400, card=text_of(card))
    free.remove(copy)
    return copy


def order_of(table: Table, line: NextHand) -> tuple[tuple[int, ...], Teaching]:
    """The order of the cards of a teaching hand, with those that were set, and how it is dealt.

    All other cards come at random; cards that were set for a seat that is not dealt in do too.
    """
    game = registry.get(table.game)
    deck = list(range(game.deck_size))
    secrets.SystemRandom().shuffle(deck)
    plan = Plan(table.game, table.rules_hash, line.seats, (line.button,), table.parsed_rules.step)
    positions = _positions(plan.places(line.button))
    is_set = False
    for place, cards in table.next_cards.items():
        for position, card in zip(positions.get(place, ()), cards, strict=False):
            at = deck.index(card)
            deck[at], deck[position] = deck[position], deck[at]
            is_set = True
    return tuple(deck), Teaching(is_open=table.open_hands, cards_set=is_set)


def _positions(places: Mapping[Place, Sequence[int]]) -> dict[str, Sequence[int]]:
    return {str(place): positions for place, positions in places.items()}
