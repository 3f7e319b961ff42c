"""Views, events and results carry codes, cards and figures, never words.

One rendered frame serves all viewers with the same cards, whatever their language.
"""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.engines.core import registry
from games.engines.core.contract import OPEN, SPECTATOR, Viewer
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.support.size import times

CODE = re.compile(
    r"[a-z0-9][a-z0-9_]*(@[2-9TJQKABR])?"  # `full_house`, `pair@7`
    r"|[A-Z][A-Z0-9_]+"  # `NOT_YOUR_TURN`
    r"|[0-9TJQKA]|[2-9TJQKA][cdhsCDHS]|[BR][Jj]|\?\?"  # ranks and cards
    r"|\d+/\d+"
)
DESIGN = re.compile(r"[a-z_]+(~[a-z_]+=[^ ~]*)*")
"""The short text of a pay table, `tcp~dealer_qualifies=jack_high`."""


def words_in(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """The texts within a JSON value that are no codes, with the names that lead to them."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from words_in(part, f"{at}.{key}")
    elif isinstance(value, list | tuple):
        for part in value:
            yield from words_in(part, at)
    elif isinstance(value, str) and not CODE.fullmatch(value):
        design = at in (".pay_table.name", ".you.blocked.limits.rule.value")
        if value and not (design and DESIGN.fullmatch(value)):
            yield at, value


@pytest.mark.parametrize("key", [game.key for game in registry.all_games()])
def test_nothing_that_is_sent_or_stored_has_words(key: str) -> None:
    game, rng = registry.get(key), random.Random(f"codes {key}")
    rules = [*game.presets.values(), *(random_rules(game, rng) for _ in range(times(8, 60)))]
    seen = 0
    for one in rules:
        opening = random_opening(game, one, rng)
        for *_, step in random_hand(game, opening, rng, leaves=True):
            viewers = (SPECTATOR, OPEN, *(Viewer(seat=seat) for seat in opening.seats))
            for value in (
                *(game.view(step.state, viewer) for viewer in viewers),
                *(event.to_json() for event in step.events),
            ):
                assert list(words_in(value)) == []
                seen += 1
        result = game.result(step.state)
        assert result is not None
        assert "hand_value" not in str(result.stored())
        assert list(words_in(result.stored())) == []
    assert seen > 200


def test_words_are_found() -> None:
    view = {"seats": [{"label": "Pair of nines"}], "role": "Landlord", "cards": ["As", "??"]}
    assert list(words_in(view)) == [(".seats.label", "Pair of nines"), (".role", "Landlord")]
