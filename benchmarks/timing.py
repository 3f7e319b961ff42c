"""The accuracy of bot detection by decision times, and its rate of false alarms.

python -m benchmarks.timing [--people 4000] [--scripts 300]

Times come from models, hands from a table of decisions in each game. People: lognormal or
ex-Gaussian times with a median that depends on the choice and on the progress of the session; fast
regulars, slow players who hurry before the clock ends, tired ones, phones, several tables at once,
choices made ahead, clicks before the turn. Programs: constant delay, uniform and normal jitter,
polling, whole seconds, and the example client, which answers at once. Each is judged after 200
hands. The baseline was tuned on the five named worlds; in the last one, which was not used until
the end, each person has a temper of their own from wider ranges. The exit status is 1 if under 90 %
of any sort are found or over 0.5 % of any world are false alarms.
"""

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from benchmarks.dumping import interval
from lobby.moderation.detection.bots import Decision, suspicion

HANDS = 200
CLOCK_MS = 25_000.0
GAMES: dict[str, dict[str, tuple[float, float]]] = {
    "holdem": {
        "fold": (0.70, 0.75),
        "call": (0.55, 1.1),
        "check": (0.80, 0.85),
        "bet": (0.30, 1.3),
        "raise_to": (0.28, 1.5),
    },
    "teen_patti": {
        "see": (0.80, 0.8),
        "bet": (1.9, 1.0),
        "fold": (0.55, 0.9),
        "side_show": (0.25, 1.4),
        "show": (0.15, 1.5),
        "accept": (0.15, 1.3),
    },
    "dou_dizhu": {"bid": (0.7, 1.1), "play": (5.5, 1.1), "pass": (4.5, 0.7)},
    "dealer_teen_patti": {"ante": (0.6, 0.8), "raise": (0.65, 1.0), "fold": (0.35, 1.05)},
}
"""For each kind of choice: how many per hand, and how long people take for it, relatively."""
AHEAD = ("fold", "call", "check")


class Temper(NamedTuple):
    """The people of a world: their spread, how much a kind matters, their pace."""

    middle: float
    spread: tuple[float, float]
    kinds: float
    drift: float
    gaussian: float
    """Share of people whose times are ex-Gaussian."""


TEMPERS = {
    "tuned": Temper(2.3, (0.35, 0.75), 1.0, 0.25, 0.3),
    "quick and even": Temper(1.4, (0.30, 0.55), 0.7, 0.15, 0.5),
    "slow": Temper(5.0, (0.40, 0.80), 1.0, 0.25, 0.3),
    "ex-Gaussian": Temper(2.0, (0.35, 0.70), 0.8, 0.20, 1.0),
    "hardly by kind": Temper(2.2, (0.35, 0.70), 0.4, 0.10, 0.2),
}
"""The worlds on which the bounds were tuned."""
Draw = Callable[[str], float]
"""Milliseconds for a choice of a kind."""


def choices(game: str, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Yield the choices of 200 hands: the number of the hand, and the kind."""
    for hand in range(HANDS):
        for kind, (often, _) in GAMES[game].items():
            count = int(often) + (rng.random() < often % 1)
            yield from ((hand, kind) for _ in range(count))


def played(game: str, draw: Draw, rng: random.Random) -> list[Decision]:
    """Return the decisions that 200 hands store; a time-out is no decision."""
    kept, now, evening = [], 0.0, 0.0
    for hand, kind in choices(game, rng):
        if now > evening:
            now, evening = evening + 60_000, evening + 60_000 + rng.uniform(1_000, 12_000)
        took = draw(kind)
        now += took / 1000 + rng.expovariate(1 / 12)
        if took < CLOCK_MS:
            kept.append(Decision(hand, game, kind, now, took, CLOCK_MS))
    return kept


# People ---------------------------------------------------------------------------------------
def person(game: str, temper: Temper, rng: random.Random) -> Draw:
    """Return how one person of a world decides."""
    middle = 1000 * temper.middle * math.exp(rng.gauss(0, 0.45))
    spread = rng.uniform(*temper.spread)
    usual = {
        kind: math.exp(temper.kinds * (math.log(slow) + rng.gauss(0, 0.18)))
        for kind, (_, slow) in GAMES[game].items()
    }
    way = 60 * math.exp(rng.gauss(0, 0.7))  # to the server and back
    gaussian = rng.random() < temper.gaussian
    drift, tired = temper.drift * rng.uniform(0.5, 1.5), rng.choice((0, 0, 0, 0.001))
    tables = rng.choice((1, 1, 1, 1, 2, 3))
    ahead = rng.choice((0, 0, 0.3, 0.6, 0.95)) if game == "holdem" else 0
    early = rng.choice((0, 0, 0.01, 0.03))
    pace = lively = 0.0

    def draw(kind: str) -> float:
        nonlocal pace, lively
        pace, lively = 0.9 * pace + drift * rng.gauss(0, 0.44), lively + tired
        if kind in AHEAD and rng.random() < ahead:
            return 150 + 450 * rng.random() + way * math.exp(rng.gauss(0, 0.2))
        if kind == "pass" and ahead:
            return rng.uniform(800, 2500) + way
        if rng.random() < early:
            return rng.uniform(80, 300)
        scale = middle * usual[kind] * math.exp(pace + lively)
        if gaussian:
            took = scale * (0.75 + 0.2 * rng.gauss(0, 1) * spread + rng.expovariate(1) * spread)
        else:
            took = scale * math.exp(rng.gauss(0, spread))
        if rng.random() < 0.02:
            took *= rng.uniform(2, 5)  # an interruption
        if tables > 1 and rng.random() < 0.3:
            took += rng.expovariate(1 / (1500 * (tables - 1)))
        return _hurried(max(took, 220 + 60 * rng.random()) + way * math.exp(rng.gauss(0, 0.2)))

    return draw


def drawn(rng: random.Random) -> Temper:
    """Return a temper of the world that was not used for tuning."""
    least = rng.uniform(0.28, 0.45)
    return Temper(
        math.exp(rng.uniform(0.2, 1.9)),
        (least, least + 0.3),
        rng.uniform(0.3, 1.3),
        rng.uniform(0.05, 0.35),
        rng.random(),
    )


def _hurried(took: float) -> float:
    """Return the time of a player who hurries when the clock warns, mostly in time."""
    warned = 0.75 * CLOCK_MS
    if took <= warned:
        return took
    return warned + (CLOCK_MS - warned) * (1 - math.exp(-(took - warned) / (0.4 * CLOCK_MS)))


# Programs -------------------------------------------------------------------------------------
def _way(rng: random.Random) -> Callable[[], float]:
    """Return a random latency in milliseconds."""
    usual, jitter = rng.uniform(5, 90), rng.uniform(0.1, 0.5)
    return lambda: usual * math.exp(rng.gauss(0, jitter))


def constant(rng: random.Random) -> Draw:
    delay, way = rng.uniform(300, 5000), _way(rng)
    return lambda _: delay + way()


def uniform(rng: random.Random) -> Draw:
    least, way = rng.uniform(200, 2500), _way(rng)
    most = least * rng.uniform(1.3, 6)
    return lambda _: rng.uniform(least, most) + way()


def normal(rng: random.Random) -> Draw:
    mean, way = rng.uniform(700, 5000), _way(rng)
    width = mean * rng.uniform(0.05, 0.35)
    return lambda _: max(0, rng.gauss(mean, width)) + way()


def polling(rng: random.Random) -> Draw:
    every, way = rng.choice((250, 500, 1000, 2000, 3000)), _way(rng)
    return lambda _: rng.uniform(0, every) + way()


def beats(rng: random.Random) -> Draw:
    way, most = _way(rng), rng.randint(3, 6)
    return lambda _: 1000 * rng.randint(1, most) + way()


def client(rng: random.Random) -> Draw:
    way = _way(rng)
    return lambda _: way() + rng.uniform(1, 8)


def lognormal(rng: random.Random) -> Draw:
    """Return a program that imitates people's times; it is not expected to be found."""
    middle, spread, way = rng.uniform(1000, 4000), rng.uniform(0.3, 0.7), _way(rng)
    return lambda _: middle * math.exp(rng.gauss(0, spread)) + way()


PROGRAMS = (constant, uniform, normal, polling, beats, client)


def found(make: Callable[[random.Random], Draw], count: int, rng: random.Random) -> Counter[str]:
    """Return how many of `count` programs of a sort are found, by game, and the totals."""
    hits: Counter[str] = Counter()
    for number in range(count):
        game = list(GAMES)[number % len(GAMES)]
        hits["of " + game] += 1
        hits[game] += suspicion(0, played(game, make(rng), rng)) is not None
    return hits


def false_alarms(temper: Temper | None, count: int, rng: random.Random) -> Counter[str]:
    """Count people who are taken for programs, by sign; None draws all tempers."""
    signs: Counter[str] = Counter()
    for number in range(count):
        game = list(GAMES)[number % len(GAMES)]
        draw = person(game, temper or drawn(rng), rng)
        case = suspicion(0, played(game, draw, rng))
        if case is not None:
            signs[f"{case.reason} in {game}"] += 1
    return signs


def main() -> None:
    """Judge programs of each sort and people of each world; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=4_000)
    parser.add_argument("--scripts", type=int, default=300)
    options = parser.parse_args()
    good, start = True, time.perf_counter()
    for make in (*PROGRAMS, lognormal):
        hits = found(make, options.scripts, random.Random(f"program {make.__name__}"))
        total = sum(hits[game] for game in GAMES)
        by_game = ", ".join(f"{game} {hits[game]}/{hits['of ' + game]}" for game in GAMES)
        print(f"{make.__name__}: found {interval(total, options.scripts)}; {by_game}", flush=True)
        good &= make is lognormal or total >= 0.9 * options.scripts
    for name, temper in (*TEMPERS.items(), ("left alone", None)):
        signs = false_alarms(temper, options.people, random.Random(f"people {name}"))
        total = signs.total()
        print(
            f"people, {name}: {interval(total, options.people)} false alarms {dict(signs)}",
            flush=True,
        )
        good &= total <= 0.005 * options.people
    print(f"{time.perf_counter() - start:.0f} s")
    sys.exit(not good)


if __name__ == "__main__":
    main()
