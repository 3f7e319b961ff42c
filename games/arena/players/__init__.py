"""Simple players whom the arena lets bots meet: each makes one mistake that people make.

They see what a bot sees. The module `games.arena.players.<key>` has those of a game as `OPPONENTS`
by name; `random` plays every game. If a hand can end before its cards are out, the module's
`other_ends` deals the rest again.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from games.bots import Choice
from games.engines.core import registry
from games.engines.core.cards import parse_card
from games.engines.core.contract import Action, Result

Decision = Callable[[Mapping[str, Any], Any, random.Random], Choice]
"""A choice from the seat's view, the rules and random numbers."""
Legal = Mapping[str, Mapping[str, Any]]


def opponents_of(game: str) -> Mapping[str, Decision]:
    """Return the simple players of a game by name."""
    module = registry.module_of(__name__, game)
    opponents: Mapping[str, Decision] = {} if module is None else module.OPPONENTS
    return opponents


def other_ends(
    game: str, before: Any, action: Action, result: Result, rng: random.Random
) -> Iterator[Result]:
    """Yield the results of an action with other cards, if luck alone decided after it.

    Their mean has less variance than the one result.
    """
    module = registry.module_of(__name__, game)
    if module is not None and hasattr(module, "other_ends"):
        yield from module.other_ends(before, action, result, rng)


def anything(view: Mapping[str, Any], _rules: Any, rng: random.Random) -> Choice:
    """Choose any legal action, amount and cards."""
    option = rng.choice(view["you"]["legal"])
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
