"""No view and no event contains or depends on a card that its viewer may not know.

Canary: an oracle that follows the text of the rules, not the engine, says who may see which card
after each action; any other card's text in anything sent is a leak. Non-interference: with the
cards exchanged that a viewer does not know, their views and events must be the same bytes.
"""

import json
import random
import re
from dataclasses import replace

import pytest

from games.engines.core import registry
from games.engines.core.cards import TEXTS, texts_of
from games.engines.core.contract import SPECTATOR, Opening, Viewer
from games.engines.core.errors import IllegalAction
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.support.size import times

GAME = registry.get("teen_patti")
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
SEEDS = range(times(1, 8))
HANDS_EACH = times(60, 260)  # 2,080 hands at full size


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


class Oracle:
    """The seat's cards that each player knows, derived from the public events alone."""

    def __init__(self, opening):
        self.opening = opening
        self.knows = {seat: set() for seat in opening.seats}
        self.public: set[int] = set()

    def observe(self, events):
        for event in events:
            data = dict(event.data)
            if event.kind in ("see", "forced_see"):
                self.knows[data["seat"]].add(data["seat"])
            elif event.kind == "side_show_answer" and data["accepted"]:
                self.knows[data["asker"]].add(data["asked"])
                self.knows[data["asked"]].add(data["asker"])
            elif event.kind == "reveal":
                self.public.add(data["seat"])

    def allowed(self, viewer: Viewer) -> set[str]:
        seats = set(self.public)
        if viewer.seat is not None:
            seats |= self.knows[viewer.seat]
        return {text for seat in seats for text in self.hand_of(seat)}

    def hand_of(self, seat: int) -> tuple[str, ...]:
        return texts_of(tuple(self.opening.deck[at] for at in dealt_to(self.opening, seat, 3)))


def some_hands(seed):
    rng = random.Random(seed)
    for number in range(HANDS_EACH):
        presets = list(GAME.presets.values())
        rules = presets[number % len(presets)] if number % 2 else random_rules(GAME, rng)
        opening = random_opening(GAME, rules, rng)
        yield opening, random_hand(GAME, opening, rng, leaves=number % 5 == 0), rng


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_message_holds_a_card_its_viewer_may_not_know(seed):
    for opening, play, _rng in some_hands(seed):
        oracle = Oracle(opening)
        viewers = [SPECTATOR, *(Viewer(seat=seat) for seat in opening.seats)]
        for _before, _action, step in play:
            oracle.observe(step.events)
            for viewer in viewers:
                found = cards_in(sent(GAME, step.state, step.events, viewer))
                assert found <= oracle.allowed(viewer), (opening, viewer)


@pytest.mark.parametrize("seed", SEEDS)
def test_views_do_not_depend_on_cards_the_viewer_does_not_know(seed):
    compared = 0
    for opening, play, rng in some_hands(100 + seed):
        oracle, steps = Oracle(opening), list(play)
        viewer = rng.choice([SPECTATOR, *(Viewer(seat=seat) for seat in opening.seats)])
        # Up to the first comparison of hands nothing may depend on hidden cards.
        end = next(
            (
                number
                for number, (_b, _a, step) in enumerate(steps)
                if any(event.kind in ("reveal", "side_show_cards") for event in step.events)
            ),
            len(steps),
        )
        for _before, _action, step in steps[:end]:
            oracle.observe(step.events)
        known = oracle.knows[viewer.seat] if viewer.seat is not None else set()
        fixed = {at for seat in known for at in dealt_to(opening, seat, 3)}
        twins = played_again(GAME, reshuffled(opening, fixed, rng), steps[:end])
        compared += assert_the_same_is_sent(GAME, steps[:end], twins, viewer)
    assert compared > 3.8 * HANDS_EACH
