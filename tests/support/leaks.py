"""Hands that differ only in cards which a viewer may not see."""

import json
import random
import re
from dataclasses import replace

from games.engines.core.cards import TEXTS
from games.engines.core.contract import Opening
from games.engines.core.errors import IllegalAction

CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


def dealt_to(opening: Opening, seat: int, cards: int) -> list[int]:
    """Return the deck positions of a seat's cards, dealt one at a time from next to the dealer."""
    count, seats = len(opening.seats), list(opening.seats)
    if getattr(opening.rules, "direction", "clockwise") != "clockwise":
        seats.reverse()
    beyond = [s for s in seats if (s > opening.button) == (seats[0] < seats[-1])]
    first = next((s for s in beyond if s != opening.button), seats[0])
    at = (seats.index(seat) - seats.index(first)) % count
    return [at + n * count for n in range(cards)]


def sent(game, state, events, viewer) -> str:
    """Return everything that is sent to a viewer after an action."""
    shown = [event.to_json() for event in events if event.visible_to(viewer)]
    return json.dumps([game.view(state, viewer), shown])


def cards_in(message: str) -> set[str]:
    return set(CARD.findall(message)) & set(TEXTS)


def reshuffled(opening: Opening, fixed: set[int], rng: random.Random) -> Opening:
    """Return the opening with all cards outside the `fixed` positions exchanged."""
    loose = [at for at in range(len(opening.deck)) if at not in fixed]
    cards = [opening.deck[at] for at in loose]
    rng.shuffle(cards)
    deck = list(opening.deck)
    for at, card in zip(loose, cards, strict=True):
        deck[at] = card
    return replace(opening, deck=tuple(deck))


def played_again(game, opening: Opening, steps):
    """Return the same actions on another deck."""
    state = None
    for before, action, _step in steps:
        try:
            twin = game.deal(opening) if before is None else game.apply(state, action)
        except IllegalAction as no:
            raise AssertionError(f"legality depends on hidden cards: {no.code}") from no
        state = twin.state
        yield twin


def assert_the_same_is_sent(game, steps, twins, viewer) -> int:
    """Check that the viewer gets the same; return the number of messages."""
    count = 0
    for (_before, _action, step), twin in zip(steps, twins, strict=True):
        one = sent(game, step.state, step.events, viewer)
        assert one == sent(game, twin.state, twin.events, viewer)
        count += 1
    return count
