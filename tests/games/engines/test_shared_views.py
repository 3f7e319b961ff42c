"""Views of one state share their public part: it holds nothing private and is never changed."""

import random
from typing import Any

import msgspec
import pytest

from games.engines.core import registry
from games.engines.core.cards import TEXTS, cards_in
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from tests.games.engines.random_play import random_action, random_opening, random_rules
from tests.support.size import times

GAMES = [game.key for game in registry.all_games()]
HANDS = times(3, 12)


def hands_of(key):
    """Yield each step of some random hands with all of its viewers."""
    game, rng = registry.get(key), random.Random(f"shared views {key}")
    for _ in range(HANDS):
        opening = random_opening(game, random_rules(game, rng), rng)
        viewers = [SPECTATOR, OPEN, *(Viewer(seat=seat) for seat in opening.seats)]
        step = game.deal(opening)
        while True:
            rng.shuffle(viewers)
            yield game, step, viewers
            seat = game.turn(step.state)
            if seat is None:
                break
            step = game.apply(step.state, random_action(game, step.state, seat, rng))


def cards_by_walking(value: Any) -> set[int]:
    """Return the cards in lists of JSON values."""
    if isinstance(value, dict):
        return {card for one in value.values() for card in cards_by_walking(one)}
    if not isinstance(value, list):
        return set()
    own = {TEXTS.index(one) for one in value if isinstance(one, str) and one in TEXTS}
    return own | {card for one in value for card in cards_by_walking(one)}


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_view_does_not_depend_on_the_views_before_it(key):
    for game, step, viewers in hands_of(key):
        # Each of a state of its own, which nobody else has seen.
        alone = [game.view(step.state._replace(), viewer) for viewer in viewers]
        for _ in range(2):
            assert [game.view(step.state, viewer) for viewer in viewers] == alone


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_cards_are_found_in_the_text_of_every_frame(key):
    for game, step, viewers in hands_of(key):
        for viewer in viewers:
            events = [event.to_json() for event in step.events if event.visible_to(viewer)]
            text = msgspec.json.encode([game.view(step.state, viewer), events])
            assert cards_in(text) == cards_by_walking(msgspec.json.decode(text))
