"""Against the dealer, nothing a viewer gets contains or depends on a card they may not know.

The oracle follows the text of the rules: own cards are known after the deal, the dealer's once
opened, another player's once shown. Folded cards stay unknown to all others.
"""

import random

import pytest

from games.engines.core.cards import texts_of
from games.engines.core.contract import SPECTATOR, Viewer
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.games.engines.scripted_dealer import GAME
from tests.support.leaks import (
    assert_the_same_is_sent,
    cards_in,
    played_again,
    reshuffled,
    sent,
)
from tests.support.size import times

SEEDS = range(times(1, 6))
HANDS_EACH = 150


class Oracle:
    """The deck positions that each viewer knows, derived from the public events alone."""

    def __init__(self, opening):
        self.opening = opening
        self.dealt: set[int] = set()
        self.public: set[int] = set()

    def observe(self, events):
        for event in events:
            data = dict(event.data)
            if event.kind == "deal":
                self.dealt.add(data["seat"])
            elif event.kind == "dealer":
                self.public |= self.places(len(self.opening.seats))
            elif event.kind == "show":
                self.public |= self.places(self.opening.seats.index(data["seat"]))

    def places(self, at):
        """Return the positions of a hand, dealt one at a time in seat order, the dealer last."""
        return {at + round_ * (len(self.opening.seats) + 1) for round_ in range(3)}

    def known(self, viewer):
        """Return the deck positions that a viewer knows."""
        if viewer.seat not in self.dealt:
            return self.public
        return self.public | self.places(self.opening.seats.index(viewer.seat))

    def allowed(self, viewer):
        return set(texts_of(tuple(self.opening.deck[at] for at in self.known(viewer))))


def some_hands(seed):
    rng = random.Random(f"dealer {seed}")
    presets = list(GAME.presets.values())
    for number in range(HANDS_EACH):
        rules = presets[number % len(presets)] if number % 2 else random_rules(GAME, rng)
        opening = random_opening(GAME, rules, rng)
        yield opening, list(random_hand(GAME, opening, rng, leaves=number % 5 == 0)), rng


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_message_holds_a_card_its_viewer_may_not_know(seed):
    shown = 0
    for opening, steps, _rng in some_hands(seed):
        oracle = Oracle(opening)
        viewers = [SPECTATOR, *(Viewer(seat=seat) for seat in opening.seats)]
        for _before, _action, step in steps:
            oracle.observe(step.events)
            for viewer in viewers:
                found = cards_in(sent(GAME, step.state, step.events, viewer))
                assert found <= oracle.allowed(viewer), (opening, viewer)
                shown += len(found)
    assert shown > 1_000


@pytest.mark.parametrize("seed", SEEDS)
def test_views_do_not_depend_on_cards_the_viewer_does_not_know(seed):
    compared = 0
    for opening, steps, rng in some_hands(100 + seed):
        oracle = Oracle(opening)
        viewer = rng.choice([SPECTATOR, *(Viewer(seat=seat) for seat in opening.seats)])
        # Payments depend on the cards, and nothing before them does.
        end = len(steps) - 1 if GAME.turn(steps[-1][2].state) is None else len(steps)
        for _before, _action, step in steps[:end]:
            oracle.observe(step.events)
        other = reshuffled(opening, oracle.known(viewer), rng)
        compared += assert_the_same_is_sent(
            GAME, steps[:end], played_again(GAME, other, steps[:end]), viewer
        )
    assert compared > 400
