"""The strength of the Dou Dizhu bots: duplicate play, games won, points per game, and CPU cost.

Every deal is played twice without bidding: once with one side as the landlord against two of the
other (three with four players), once the other way round. All matches have the same deals. Points
are in bases, +-2 without a bomb, and those of a side. `--tables` adds deals with bidding, in which
the bot under test sits in each of the seats. If RLCard can be imported, its rule agent is an
opponent too (under the preset `rlcard`).

OPENBLAS_NUM_THREADS=1 python -m benchmarks.bots_dou_dizhu [--four] [--deals 300] [--tables 100]
    [--only hard:medium ...]
"""

import argparse
import random
import time
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from games import bots
from games.bots import Choice
from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Viewer
from games.engines.dou_dizhu.ranks import text_of

GAMES = {False: registry.get("dou_dizhu"), True: registry.get("dou_dizhu_four")}
"""The games of three and (True) of four players."""
GAME = GAMES[False]
MATCHES = (
    "medium:easy",
    "hard:medium",
    "expert:hard",
    "expert:medium",
    "medium:random",
    "easy:random",
)
RLCARD_MATCHES = ("expert:rlcard", "hard:rlcard", "medium:rlcard", "easy:rlcard")
Decision = Callable[[Any, Any, list[tuple[int, str]], random.Random], Action]
"""A decision from the state (omniscient players only), the rules, RLCard's trace and an RNG."""


def anything(state: Any, rules: Any, trace: list[tuple[int, str]], rng: random.Random) -> Action:
    """Choose any legal action."""
    game = registry.get(rules.GAME)
    seat = game.turn(state)
    assert seat is not None
    option = rng.choice(game.legal(state, seat))
    amount = None
    if option.min is not None and option.max is not None:
        amount = rng.randint(option.min, option.max)
    return Action(seat, option.kind, amount, option.cards, option.reading)


class RuleAgent:
    """RLCard's rule agent (V1) in a seat: converts our state to its own, and back."""

    def __init__(self) -> None:
        import numpy
        from rlcard.models.doudizhu_rule_models import DouDizhuRuleAgentV1

        self.agent, self.numpy = DouDizhuRuleAgentV1(), numpy

    def __call__(
        self, state: Any, rules: Any, trace: list[tuple[int, str]], rng: random.Random
    ) -> Action:
        place = state.turn
        by_text: dict[str, Action] = {}
        for option in GAME.legal(state, state.seats[place]):
            text = text_of(_packed(option.cards)) if option.kind == "play" else "pass"
            by_text.setdefault(text, Action(place, option.kind, None, option.cards))
        self.numpy.random.seed(rng.getrandbits(32))
        raw = {
            "trace": trace,
            "current_hand": text_of(state.packed[place]),
            "actions": list(by_text),
            "landlord": state.landlord,
            "self": place,
        }
        return by_text[str(self.agent.step({"raw_obs": raw}))]


def _packed(cards: tuple[int, ...]) -> int:
    from games.engines.dou_dizhu.ranks import pack

    return pack(cards)


class Clock:
    """CPU time by level."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {level: [] for level in bots.LEVELS}

    def player(self, name: str) -> Decision:
        """Return the timed decisions of a level, or those of one of the other players."""
        if name == "random":
            return anything
        if name == "rlcard":
            return RuleAgent()

        def decide(
            state: Any, rules: Any, trace: list[tuple[int, str]], rng: random.Random
        ) -> Action:
            game = registry.get(rules.GAME)
            seat = game.turn(state)
            assert seat is not None
            view = game.view(state, Viewer(seat=seat))
            start = time.process_time()
            choice: Choice = bots.decide(rules.GAME, view, rules, name, rng)
            self.spent[name].append(time.process_time() - start)
            return Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)

        return decide


def play(
    deck: tuple[int, ...], rules: Any, players: list[Decision], rng: random.Random, *, bidding: bool
) -> tuple[list[float], int | None]:
    """Return the net results of one game in bases by player, and the landlord, None if all passed.

    Without bidding player 0 is the landlord.
    """
    game = registry.get(rules.GAME)
    seats = tuple(range(len(players)))
    state = game.deal(Opening(game.key, rules, seats, (0,) * len(seats), 0, deck)).state
    if not bidding:
        first = Action(0, "bid", 3) if rules.bidding == "bid_123" else Action(0, "call")
        state = game.apply(state, first).state
    trace: list[tuple[int, str]] = []
    while (seat := game.turn(state)) is not None:
        action = players[seat](state, rules, trace, rng)
        if state.phase == "play":
            text = text_of(_packed(action.cards)) if action.kind == "play" else "pass"
            trace.append((seat, text))
        state = game.apply(state, action).state
    result = game.result(state)
    assert result is not None
    landlord = state.landlord if state.landlord >= 0 else None
    return [net / rules.base_score for _seat, net in result.net], landlord


def match(game: Any, clock: Clock, hero: str, other: str, deals: int) -> None:
    """Play duplicate deals without bidding; print the result of the hero in both roles."""
    one, two = clock.player(hero), clock.player(other)
    rules = game.presets["rlcard" if "rlcard" in game.presets else "standard"]
    peasants = rules.PLAYERS - 1
    wins: tuple[list[float], list[float]] = ([], [])
    points: list[float] = []
    start = time.process_time()
    for number in range(deals):
        deck = tuple(random.Random(f"deal {number}").sample(range(game.deck_size), game.deck_size))
        first, second = random.Random(f"L{number}"), random.Random(f"P{number}")
        as_landlord = play(deck, rules, [one] + [two] * peasants, first, bidding=False)[0][0]
        as_peasants = -play(deck, rules, [two] + [one] * peasants, second, bidding=False)[0][0]
        wins[0].append(float(as_landlord > 0))
        wins[1].append(float(as_peasants > 0))
        points.append((as_landlord + as_peasants) / 2)
    both = [(a + b) / 2 for a, b in zip(*wins, strict=True)]
    print(
        f"{hero:>6} : {other:<7} won {_share(both)}  (landlord {_share(wins[0])}, peasants "
        f"{_share(wins[1])})  {_interval(points)} bases a game  ({2 * deals:,} games, "
        f"{time.process_time() - start:.0f} s)",
        flush=True,
    )


def tables(game: Any, clock: Clock, hero: str, other: str, deals: int) -> None:
    """Play deals with bids, doubling bombs and spring, the hero in each seat against the others."""
    rng = random.Random(f"tables {hero} {other}")
    one, two = clock.player(hero), clock.player(other)
    rules = game.presets["standard"]
    points, passed_out = [], 0
    for _ in range(deals):
        deck = tuple(rng.sample(range(game.deck_size), game.deck_size))
        nets = []
        for place in range(rules.PLAYERS):
            players = [one if p == place else two for p in range(rules.PLAYERS)]
            net, landlord = play(deck, rules, players, rng, bidding=True)
            passed_out += landlord is None
            nets.append(net[place])
        points.append(fmean(nets))
    print(
        f"{hero:>6} at a table of {other}: {_interval(points)} bases a game "
        f"({rules.PLAYERS * deals:,} games, {passed_out} passed out)",
        flush=True,
    )


def _share(values: list[float]) -> str:
    return f"{fmean(values):6.1%} +- {1.96 * stdev(values) / sqrt(len(values)):.1%}"


def _interval(values: list[float]) -> str:
    return f"{fmean(values):+.2f} +- {1.96 * stdev(values) / sqrt(len(values)):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--four", action="store_true", help="the game of four players")
    parser.add_argument("--only", nargs="*", help="such as hard:medium")
    options = parser.parse_args()
    clock, game = Clock(), GAMES[options.four]
    for text in options.only or (*MATCHES, *(() if options.four else RLCARD_MATCHES)):
        hero, other = text.split(":")
        try:
            match(game, clock, hero, other, options.deals)
        except ModuleNotFoundError as missing:
            print(f"{hero:>6} : {other:<7} left out: {missing}")
            continue
        if options.tables and "rlcard" not in text and "random" not in text:
            tables(game, clock, hero, other, options.tables)
    for level, spent in clock.spent.items():
        if spent:
            spent.sort()
            print(
                f"{level}: {fmean(spent) * 1e3:.2f} ms of CPU a decision, 95 % within "
                f"{spent[int(len(spent) * 0.95)] * 1e3:.1f} ms, at most {spent[-1] * 1e3:.1f} ms"
                f" ({len(spent):,} decisions)"
            )


if __name__ == "__main__":
    main()
