"""Simple players whom the arena lets bots meet: each makes one mistake that people make.

They see what a bot sees. The module `games.arena.players.<key>` has those of a game as `OPPONENTS`
by name; `random` plays every game. If cards come as a hand is played, the module's `luck` tells
what they have won. If a legal action `play` does not list its cards, its `any_play` chooses some.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.bots import Choice
from games.engines.core import registry
from games.engines.core.cards import parse_card

Decision = Callable[[Mapping[str, Any], Any, random.Random], Choice]
"""A choice from the seat's view, the rules and random numbers."""
Legal = Mapping[str, Mapping[str, Any]]


def opponents_of(game: str) -> Mapping[str, Decision]:
    """Return the simple players of a game by name."""
    module = registry.module_of(__name__, game)
    opponents: Mapping[str, Decision] = {} if module is None else module.OPPONENTS
    return opponents


def luck_of(game: str, before: Any, after: Any, hero: int, rng: random.Random) -> float:
    """Return how many chips the cards that an action turned up have won a player.

    It is nothing on average, so a result without it is as true, and varies less.
    """
    module = registry.module_of(__name__, game)
    if module is None or not hasattr(module, "luck"):
        return 0.0
    return float(module.luck(before, after, hero, rng))


def anything(view: Mapping[str, Any], rules: Any, rng: random.Random) -> Choice:
    """Choose any legal action, amount and cards."""
    option = rng.choice(view["you"]["legal"])
    if option["kind"] == "play" and not option.get("cards"):
        module = registry.module_of(__name__, view["game"])
        assert module is not None
        choice: Choice = module.any_play(view, rules, rng)
        return choice
    amount = rng.randint(option["min"], option["max"]) if "min" in option else None
    if amount is not None and "step" in option:
        amount -= (amount - option["min"]) % option["step"]
    cards = tuple(parse_card(text) for text in option.get("cards") or ())
    return Choice(option["kind"], amount, cards, option.get("reading") or "")


def legal_of(view: Mapping[str, Any]) -> Legal:
    """Return the seat's legal actions by kind."""
    return {option["kind"]: option for option in view["you"]["legal"]}


def own_cards(view: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the seat's cards."""
    seat = view["you"]["seat"]
    entry = next(entry for entry in view["seats"] if entry["seat"] == seat)
    return tuple(parse_card(card) for card in entry["cards"])


def first_of(legal: Legal, *kinds: str) -> Choice:
    """Return the first of these kinds that is legal."""
    return next(Choice(kind) for kind in kinds if kind in legal)
