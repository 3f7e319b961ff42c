"""The arena: two players of a game meet in duplicate deals; the result has a 95 % interval.

A player is a level of the bots, a simple player of `benchmarks.arena_opponents`, or `random`. Each
deck is dealt once for every seat: A takes each seat in turn, B's sit in all others. The result is
what A wins in units (big blinds, boots, bases) per 100 hands. Every random number comes from the
seed, the deal and the seat, so that a run repeats exactly, on any number of workers.

python -m benchmarks.arena holdem hard bully --deals 2000
python -m benchmarks.arena teen_patti expert hard --seats 6 --workers 2
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import Pool
from statistics import fmean, stdev
from typing import Any

from benchmarks.arena_opponents import OPPONENTS, Decision, anything
from games import bots
from games.engines.core import registry
from games.engines.core.contract import Action, Game, Opening, Result, Viewer

RUN_OUTS = 15
"""How often the board of an all-in hand of hold'em is dealt again; the result is the mean."""
PRESETS = {"holdem": "cash", "teen_patti": "standard", "dou_dizhu": "standard"}


@dataclass(frozen=True, slots=True)
class Match:
    """A match: two names, the game, its preset, the table and the seed."""

    game: str
    one: str
    other: str
    preset: str
    seats: int
    stack: int
    """In units."""
    seed: int

    @property
    def engine(self) -> Game:
        return registry.get(self.game)


@dataclass(slots=True)
class Tally:
    """A's result of each deal in units per 100 hands, its CPU seconds a decision, its actions."""

    results: list[float] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    def interval(self) -> tuple[float, float]:
        """Return the mean and half of its 95 % interval."""
        error = stdev(self.results) / sqrt(len(self.results))
        return fmean(self.results), 1.96 * error


def decision_of(game: str, name: str) -> Decision:
    """Return the player of this name. Raises `KeyError`."""
    if name in bots.LEVELS:
        return lambda view, rules, rng: bots.decide(game, view, rules, name, rng)
    return anything if name == "random" else OPPONENTS[game][name]


def names_of(game: str) -> list[str]:
    """Return everybody who can play a game."""
    return [*bots.LEVELS, *OPPONENTS.get(game, {}), "random"]


def play_deal(match: Match, number: int) -> Tally:
    """Play one deck with A in every seat."""
    game = match.engine
    rules: Any = game.presets[match.preset]
    size = 54 if match.game == "dou_dizhu" else game.deck_size
    dealer = random.Random(f"{match.seed} deck {number}")
    deck = tuple(dealer.sample(range(size), size))
    unit = game.unit(rules)
    seats = tuple(range(match.seats))
    stacks = (match.stack * unit if not game.scores(rules) else 0,) * match.seats
    opening = Opening(match.game, rules, seats, stacks, number % match.seats, deck)
    tally, won = Tally(), []
    for hero in seats:
        rngs = [random.Random(f"{match.seed} {number} {hero} {seat}") for seat in seats]
        won.append(_play(match, opening, hero, rngs, tally) / unit)
    tally.results.append(100 * fmean(won))
    return tally


def _play(
    match: Match, opening: Opening, hero: int, rngs: list[random.Random], tally: Tally
) -> float:
    """Return what A wins in this seat, in chips."""
    game = match.engine
    one, other = decision_of(match.game, match.one), decision_of(match.game, match.other)
    before = state = game.deal(opening).state
    action = None
    while (seat := game.turn(state)) is not None:
        view = game.view(state, Viewer(seat=seat))
        start = time.process_time()
        choice = (one if seat == hero else other)(view, opening.rules, rngs[seat])
        if seat == hero:
            tally.spent.append(time.process_time() - start)
            tally.kinds[choice.kind] += 1
        action = Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)
        before, state = state, game.apply(state, action).state
    result = _result(game, state)
    nets = [float(dict(result.net)[hero])]
    if match.game == "holdem" and action and result.ended_by == "all_in" and before.board < 5:
        nets.extend(_run_outs(game, before, action, hero, rngs[hero]))
    return fmean(nets)


def _result(game: Game, state: Any) -> Result:
    result = game.result(state)
    assert result is not None
    return result


def _run_outs(
    game: Game, before: Any, action: Action, hero: int, rng: random.Random
) -> Iterator[float]:
    """Yield the results of other boards after an all-in, which reduces the variance."""
    known = {*before.deck[: before.board], *(card for hand in before.hands for card in hand)}
    rest = [card for card in range(52) if card not in known]
    for _ in range(RUN_OUTS):
        deck = (*before.deck[: before.board], *rng.sample(rest, 10 - before.board))
        state = game.apply(before._replace(deck=deck), action).state
        yield float(dict(_result(game, state).net)[hero])


def _job(job: tuple[Match, int]) -> Tally:
    return play_deal(*job)


def run(match: Match, deals: int, workers: int) -> Tally:
    """Play all deals; the order of the results is that of the deals."""
    total, jobs = Tally(), [(match, number) for number in range(deals)]
    for done, part in enumerate(_parts(jobs, workers), 1):
        total.results += part.results
        total.spent += part.spent
        total.kinds += part.kinds
        if sys.stderr.isatty() and done % 20 == 0:
            print(f"\r{done}/{deals} deals", end="", file=sys.stderr)
    return total


def _parts(jobs: list[tuple[Match, int]], workers: int) -> Iterator[Tally]:
    if workers < 2:
        yield from map(_job, jobs)
        return
    with Pool(workers, initializer=bots.warm_up) as pool:
        yield from pool.imap(_job, jobs, chunksize=8)


def line_of(match: Match, tally: Tally) -> str:
    """Return the row of a table for one match."""
    mean, half = tally.interval()
    spent = sorted(tally.spent)
    return (
        f"{match.one:>9} : {match.other:<10} {match.seats} seats, {match.preset}: "
        f"{mean:+8.1f} ±{half:5.1f} per 100 hands; {1e3 * fmean(spent):.2f} ms a decision, "
        f"95 % within {1e3 * spent[int(0.95 * len(spent))]:.2f}; "
        f"{len(tally.results):,} deals, seed {match.seed}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=[game.key for game in registry.all_games()])
    parser.add_argument("one")
    parser.add_argument("other", nargs="+", help="one opponent, or several in turn")
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--preset")
    parser.add_argument("--stack", type=int, default=100, help="in big blinds or boots")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    for name in (options.one, *options.other):
        if name not in names_of(options.game):
            parser.error(f"{name} is none of {', '.join(names_of(options.game))}")
    game = registry.get(options.game)
    preset = options.preset or PRESETS.get(options.game) or next(iter(game.presets))
    bots.warm_up()
    for other in options.other:
        match = Match(
            options.game,
            options.one,
            other,
            preset,
            options.seats or game.min_seats,
            options.stack,
            options.seed,
        )
        tally = run(match, options.deals, options.workers)
        print(line_of(match, tally), flush=True)
        actions = sum(tally.kinds.values())
        shares = ", ".join(f"{kind} {n / actions:.0%}" for kind, n in tally.kinds.most_common())
        print(f"{'':>9}   {options.one}: {shares}", flush=True)


if __name__ == "__main__":
    main()
