"""Random hands of any registered game, from a seed."""

import random
from collections.abc import Iterator
from typing import Any

from games.engines.core.contract import Action, Game, Opening, Rules, RulesError, Step

_LEFT_ALONE = ("starting_chips", "starting_points", "max_players")
"""Options that limit other options."""


def random_rules(game: Game, rng: random.Random) -> Rules:
    """Return rules with about a third of the options changed; retry until they are valid."""
    while True:
        try:
            return game.Rules.from_json(_random_options(game, rng))
        except RulesError:  # options that exclude each other
            continue


def _random_options(game: Game, rng: random.Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for option in game.Rules.OPTIONS:
        if rng.random() > 0.35 or option.name in _LEFT_ALONE:
            continue
        values = option.choices
        if option.kind in ("choice", "pay_table"):
            chosen[option.name] = rng.choice(values)
        elif option.kind == "bool":
            chosen[option.name] = rng.random() < 0.5
        elif option.kind == "set":
            chosen[option.name] = tuple(v for v in values if rng.random() < 0.5)
        elif option.kind == "steps":
            chosen[option.name] = tuple(sorted(rng.randint(1, 50) for _ in range(4)))
        elif option.kind == "order":
            chosen[option.name] = tuple(rng.sample(values, len(values)))
        else:
            low = option.min or 0
            chosen[option.name] = rng.randint(low, min(option.max or low + 30, low + 30))
    return chosen


def random_opening(game: Game, rules: Rules, rng: random.Random) -> Opening:
    """Return two to six seats with gaps, with stacks from just enough to plenty."""
    count = rng.randint(game.min_seats, min(6, game.max_seats))
    seats = tuple(sorted(rng.sample(range(game.max_seats), count)))
    price = max(1, game.entry_price(rules))
    stacks = tuple(price * rng.choice((1, 3, 10, 100)) + rng.randrange(price) for _ in seats)
    deck = tuple(rng.sample(range(game.deck_size), game.deck_size))
    return Opening(game.key, rules, seats, stacks, rng.choice(seats), deck)


def random_action(game: Game, state: Any, seat: int, rng: random.Random) -> Action:
    """Return a legal action; giving up is less likely than the rest, so that hands are long."""
    options = list(game.legal(state, seat))
    if len(options) > 1 and rng.random() < 0.8:
        options = [option for option in options if option.kind not in ("fold", "pass")]
    option = rng.choice(options)
    amount = None
    if option.min is not None and option.max is not None:
        amount = rng.randrange(option.min, option.max + 1, option.step)
    return Action(seat, option.kind, amount, option.cards, option.reading)


def random_hand(
    game: Game, opening: Opening, rng: random.Random, *, leaves: bool = False
) -> Iterator[tuple[Any, Action | None, Step]]:
    """Yield (state before, action, step) for the deal (None, None, step) and every action."""
    step = game.deal(opening)
    yield None, None, step
    state = step.state
    while (seat := game.turn(state)) is not None:
        action = random_action(game, state, seat, rng)
        if leaves and rng.random() < 0.05:
            action = Action(rng.choice(opening.seats), "leave")
        step = game.apply(state, action)
        yield state, action, step
        state = step.state
