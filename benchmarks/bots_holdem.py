"""The strength of the hold'em bots: duplicate play, big blinds per 100 hands, and CPU cost.

Every deck is played once from each seat: heads-up the two players swap seats, six-handed the bot
under test takes every seat of a table of five others in turn. Every hand starts with 100 big
blinds.

python -m benchmarks.bots_holdem [--decks 1000] [--tournaments 10] [--only hard:medium:2 ...]
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
from games.engines.core.contract import Action, Opening, Result, SeatSnapshot, TableHistory, Viewer

GAME = registry.get("holdem")
RULES = GAME.presets["cash"]
BLIND = GAME.unit(RULES)
RUN_OUTS = 15
"""How often the board of an all-in hand is dealt again; the result is the mean."""
Decision = Callable[[dict[str, Any], random.Random], Choice]
MATCHES = (
    "medium:easy:2",
    "hard:medium:2",
    "hard:easy:2",
    "hard:caller:2",
    "hard:shover:2",
    "hard:minbettor:2",
    "hard:anything:2",
    "medium:easy:6",
    "hard:medium:6",
    "hard:easy:6",
    "hard:caller:6",
    "hard:shover:6",
    "hard:minbettor:6",
    "hard:anything:6",
)


def caller(view: dict[str, Any], rng: random.Random) -> Choice:
    """Call at any price."""
    kinds = {option["kind"] for option in view["you"]["legal"]}
    return Choice("check" if "check" in kinds else "call")


def shover(view: dict[str, Any], rng: random.Random) -> Choice:
    """Go all-in at every turn."""
    kinds = {option["kind"] for option in view["you"]["legal"]}
    return Choice("all_in") if "all_in" in kinds else caller(view, rng)


def minbettor(view: dict[str, Any], rng: random.Random) -> Choice:
    """Make the smallest bet or raise at every turn, up to three per street; then call."""
    for option in view["you"]["legal"]:
        if "min" in option and view["current_bet"] <= 8 * view["blinds"]["big"]:
            return Choice(option["kind"], option["min"])
    return caller(view, rng)


def anything(view: dict[str, Any], rng: random.Random) -> Choice:
    """Choose any legal action and amount."""
    option = rng.choice(view["you"]["legal"])
    return Choice(
        option["kind"], rng.randint(option["min"], option["max"]) if "min" in option else None
    )


class Clock:
    """CPU time by level."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {level: [] for level in bots.LEVELS}

    def player(self, name: str) -> Decision:
        """Return the timed decisions of a level, or those of one of the simple players."""
        simple = {f.__name__: f for f in (caller, shover, minbettor, anything)}
        if name in simple:
            return simple[name]

        def decide(view: dict[str, Any], rng: random.Random) -> Choice:
            start = time.process_time()
            choice = bots.decide("holdem", view, RULES, name, rng)
            self.spent[name].append(time.process_time() - start)
            return choice

        return decide


def result_of(state: Any) -> Result:
    """Return the result of a hand that is over."""
    result = GAME.result(state)
    assert result is not None
    return result


def play(opening: Opening, players: list[Decision], rng: random.Random) -> list[float]:
    """Return the net results of one hand, by seat."""
    before = state = GAME.deal(opening).state
    action = None
    while (seat := GAME.turn(state)) is not None:
        choice = players[opening.seats.index(seat)](GAME.view(state, Viewer(seat=seat)), rng)
        before, action = state, Action(seat, choice.kind, choice.amount)
        state = GAME.apply(state, action).state
    result = result_of(state)
    nets = [float(net) for _seat, net in result.net]
    if action is not None and result.ended_by == "all_in" and before.board < 5:
        return _average(before, action, nets, rng)
    return nets


def _average(before: Any, action: Action, nets: list[float], rng: random.Random) -> list[float]:
    """Return the net results averaged over several boards, which reduces the variance."""
    known = {*before.deck[: before.board], *(card for hand in before.hands for card in hand)}
    rest = [card for card in range(52) if card not in known]
    for _ in range(RUN_OUTS):
        deck = (*before.deck[: before.board], *rng.sample(rest, 10 - before.board))
        result = result_of(GAME.apply(before._replace(deck=deck), action).state)
        nets = [one + net for one, (_seat, net) in zip(nets, result.net, strict=True)]
    return [net / (RUN_OUTS + 1) for net in nets]


def match(clock: Clock, hero: str, others: str, count: int, decks: int) -> tuple[float, float]:
    """Return big blinds per 100 hands, and their standard error."""
    rng, results = random.Random(f"{hero} {others} {count}"), []
    one, rest = clock.player(hero), clock.player(others)
    for _ in range(decks):
        deck = tuple(rng.sample(range(52), 52))
        opening = Opening("holdem", RULES, tuple(range(count)), (100 * BLIND,) * count, 0, deck)
        nets = []
        for at in range(count):
            players = [one if seat == at else rest for seat in range(count)]
            nets.append(play(opening, players, rng)[at])
        results.append(fmean(nets) / BLIND * 100)
    return fmean(results), stdev(results) / sqrt(decks)


def tournament(seed: int, levels: list[str], preset: str) -> tuple[int, int]:
    """Return the number of hands of a sit and go, and the seat that won it."""
    rng = random.Random(seed)
    rules: Any = GAME.presets[preset]
    stacks: dict[int, int] = dict.fromkeys(range(len(levels)), rules.starting_points)
    past = TableHistory()
    while sum(stack > 0 for stack in stacks.values()) > 1:
        line = GAME.next_hand(
            rules, tuple(SeatSnapshot(s, stacks[s]) for s in sorted(stacks)), past
        )
        assert line is not None
        deck = tuple(rng.sample(range(52), 52))
        chips = tuple(stacks[seat] for seat in line.seats)
        opening = Opening("holdem", rules, line.seats, chips, line.button, deck, line.terms)
        state = GAME.deal(opening).state
        while (seat := GAME.turn(state)) is not None:
            view = GAME.view(state, Viewer(seat=seat))
            choice = bots.decide("holdem", view, rules, levels[seat], rng)
            state = GAME.apply(state, Action(seat, choice.kind, choice.amount)).state
        stacks |= dict(result_of(state).chips)
        past = TableHistory(button=line.button, terms=line.terms, hands=past.hands + 1)
    return past.hands, max(stacks, key=lambda seat: stacks[seat])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=1_000)
    parser.add_argument("--tournaments", type=int, default=10)
    parser.add_argument("--only", nargs="*", default=MATCHES, help="such as hard:medium:2")
    options = parser.parse_args()
    clock = Clock()
    for text in options.only:
        hero, others, count = text.split(":")
        start = time.process_time()
        decks = options.decks if count == "2" else max(2, options.decks // 4)
        won, error = match(clock, hero, others, int(count), decks)
        took = time.process_time() - start
        print(
            f"{hero:>6} against {others:<9} {count}-handed: {won:+8.1f} +- {error:5.1f} bb/100"
            f" {won / error:+6.1f} errors  ({decks * int(count):,} hands, {took:.0f} s)",
            flush=True,
        )
    for level, spent in clock.spent.items():
        if spent:
            print(
                f"{level}: {fmean(spent) * 1e3:.2f} ms a decision, at most {max(spent) * 1e3:.1f}"
                f" ms of CPU ({len(spent):,} decisions)"
            )
    if options.tournaments:
        games = [tournament(n, ["hard"] * 6, "turbo") for n in range(options.tournaments)]
        hands = sorted(hands for hands, _winner in games)
        print(
            f"turbo sit and go of six hard: {hands[0]} to {hands[-1]} hands,"
            f" {hands[len(hands) // 2]} at the median"
        )


if __name__ == "__main__":
    main()
