"""No view and no event contains or depends on a card that its viewer may not know.

Canary: an oracle that follows the text of the rules, not the engine, says who may see which card
after each action; any other card's text in anything sent is a leak. Non-interference: with the
cards exchanged that a viewer does not know, their views and events must be the same bytes.
"""

import random

import pytest

from games.engines.core import registry
from games.engines.core.cards import texts_of
from games.engines.core.contract import SPECTATOR, Viewer
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.support.leaks import (
    assert_the_same_is_sent,
    cards_in,
    dealt_to,
    played_again,
    reshuffled,
    sent,
)
from tests.support.size import times

GAME = registry.get("teen_patti")
SEEDS = range(times(1, 8))
HANDS_EACH = times(60, 260)  # 2,080 hands at full size


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
