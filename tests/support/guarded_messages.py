"""Messages of a fair hand, and changes of them."""

import copy

from games.engines.core.cards import text_of
from tests.games.fair.dealing import dealt

SEATS = (0, 2, 4)


def hand_message(name="guard", *, number=5, shown=3, **options):
    """Return a message of a hand: the proof, some cards in view and their openings."""
    proof, deck = dealt(name, cards=(), cutters=(0, 2), silent=(4,), **options)
    hand_id = proof["hand_id"]
    uuid = "-".join((hand_id[:8], hand_id[8:12], hand_id[12:16], hand_id[16:20], hand_id[20:]))
    proof.pop("openings")
    openings = [one.told for one in deck.openings(deck.order[:shown])]
    cards = [text_of(card) for card in deck.order[:shown]]
    seats = [{"seat": seat, "cards": ["??", "??"]} for seat in SEATS]
    return {
        "type": "hand",
        "hand": {
            "id": uuid,
            "number": number,
            "fair": proof,
            "openings": openings,
            "view": {"board": cards, "seats": seats},
        },
        "events": [],
    }


def change(message, how):
    changed = copy.deepcopy(message)
    how(changed["hand"])
    return changed


def swap_cards(hand):
    one, other = hand["openings"][:2]
    one["card"], other["card"] = other["card"], one["card"]


def other_card_in_view(hand):
    shown = {one["card"] for one in hand["openings"]}
    hand["view"]["board"][0] = text_of(next(card for card in range(52) if card not in shown))
