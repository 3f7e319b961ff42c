"""Whether times tell house bots from people: the house's bot detector, and a trained one.

python -m benchmarks.pace [--players 400]

House bots play 200 hands a sample with the real engines and policies; their times are those of
`games.bots.thinking_time`. The same choices are then made by simulated people of
`benchmarks.timing` (the world in which everybody has a temper of their own), so that only the times
differ. The trained detector knows people alone: it learns how eleven figures of a sample are
distributed among as many other people (Mahalanobis distance), and is told to suspect the 5 % who
are least like them. Printed: whom the house's detector (`manage.py find_bots`) flags, whom the
trained one suspects, and how often it puts a house bot behind a person (0.5 is chance).

The exit status is 1 if one of them flags more bots than its false alarms allow.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import CLOCK_MS, GAMES, HANDS, drawn, person
from games import bots
from games.arena.match import opening_of, preset_of
from games.engines.core import registry
from games.engines.core.contract import Action, Viewer
from lobby.moderation.detection.bots import Decision, suspicion

SEATS = {"teen_patti": 4, "holdem": 6, "dou_dizhu": 3, "dealer_teen_patti": 1}
SAMPLES_COUNT = 20
"""Different samples of hands; players share them."""
FALSE_ALARMS_SHARE = 0.05
_LIKE = {"all_in": "raise_to", "call": "bid", "rob": "bid", "cover": "show", "refuse": "accept"}
"""Kinds of choices for which the model of people has another name."""


class Spot(NamedTuple):
    """A choice: its hand, its kind, how hard it looks, and the kind of the action before."""

    hand: int
    kind: str
    weight: float
    after: str


@cache
def spots(game_key: str, sample: int, hands: int = HANDS) -> tuple[Spot, ...]:
    """Return the choices of a bot of medium level in seat 0 of a table of bots."""
    game, made = registry.get(game_key), []
    rules: Any = game.presets[preset_of(game)]
    for number in range(hands):
        state = game.deal(
            opening_of(
                game,
                rules,
                seats=SEATS[game_key],
                stack=100,
                seed=f"pace {sample}",
                number=number,
            )
        ).state
        after, seq = "", 0
        while (seat := game.turn(state)) is not None:
            rng = random.Random(f"{sample} {number} {seq}")
            view = game.view(state, Viewer(seat=seat))
            choice = bots.decide(game_key, view, rules, "medium", rng)
            if seat == 0:
                weight = bots.weight_of(game.stake(state, seat).pot, game.unit(rules))
                made.append(Spot(number, choice.kind, weight, after))
            action = Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)
            state, after, seq = game.apply(state, action).state, choice.kind, seq + 1
    return tuple(made)


def by_house_bot(bot: str, rng: random.Random) -> Callable[[Spot], float]:
    """Return how long a house bot seems to think."""
    secret = rng.random()

    def took(spot: Spot) -> float:
        mood = random.Random(f"{secret} {spot.hand}")
        manner = bots.manner_of(bot, spot.after)
        return bots.thinking_ms(rng, mood=mood, manner=manner, weight=spot.weight)

    return took


def by_person(game: str, rng: random.Random) -> Callable[[Spot], float]:
    """Return how long one simulated person takes."""
    draw = person(game, drawn(rng), rng)
    known = GAMES[game]
    return lambda spot: draw(spot.kind if spot.kind in known else _LIKE[spot.kind])


def decisions(
    game: str, made: Sequence[Spot], took: Callable[[Spot], float], rng: random.Random
) -> list[Decision]:
    """Return what is stored of these choices; a time-out is no decision."""
    stored, now, evening = [], 0.0, 0.0
    for spot in made:
        if now > evening:
            now, evening = evening + 60_000, evening + 60_000 + rng.uniform(1_000, 12_000)
        ms = took(spot)
        now += ms / 1000 + rng.expovariate(1 / 12)
        if ms < CLOCK_MS:
            stored.append(Decision(spot.hand, game, spot.kind, now, ms, CLOCK_MS))
    return stored


def figures(made: Sequence[Decision]) -> list[float]:
    """Return eleven figures of a sample: middle, spread, tails, and what the times depend on."""
    automatic = registry.get(made[0].game).manifest.automatic
    own = [one for one in made if one.kind not in automatic]
    logs = np.log([one.took_ms for one in own])
    low, ten, half, ninety, high = np.quantile(logs, [0.02, 0.1, 0.5, 0.9, 0.98])
    ranks = np.argsort(np.argsort(logs)) / len(logs) - 0.5
    ranks *= np.sqrt(12)
    kinds: dict[str, list[float]] = {}
    for one, rank in zip(own, ranks, strict=True):
        kinds.setdefault(one.kind, []).append(float(rank))
    spread = logs.std()
    return [
        float(value)
        for value in (
            half,
            spread,
            ((logs - logs.mean()) ** 3).mean() / spread**3,
            (ninety - half) / (half - ten),
            low,
            high,
            sum(len(each) * np.mean(each) ** 2 for each in kinds.values()) / len(logs),
            (ranks[1:] * ranks[:-1]).mean(),
            (ranks[2:] * ranks[:-2]).mean(),
            (logs < np.log(400)).mean(),
            (logs < np.log(700)).mean(),
        )
    ]


Rows = NDArray[np.float64]


def distances(people: Rows, others: Rows) -> Rows:
    """Return how far each of `others` is from people, by their mean and covariance."""
    inverse = np.linalg.pinv(np.cov(people.T) + 1e-6 * np.eye(people.shape[1]))
    gaps = others - people.mean(axis=0)
    found: Rows = np.einsum("ij,jk,ik->i", gaps, inverse, gaps)
    return found


class Found(NamedTuple):
    """The verdicts of the detectors about as many house bots as people."""

    flagged: int
    """House bots that the house's detector flags, and people."""
    flagged_people: int
    suspected: float
    """Shares that the trained detector suspects: of house bots, and of people it did not see."""
    suspected_people: float
    behind: float
    """How often a house bot is less like people than a person is."""


def judged(game: str, players: int, hands: int = HANDS, samples: int = SAMPLES_COUNT) -> Found:
    """Judge this many house bots and people at a game, after learning from as many others."""
    learned: list[list[float]] = []
    people: list[list[float]] = []
    house: list[list[float]] = []
    flags = [0, 0, 0]
    for number in range(players):
        made = spots(game, number % samples, hands)
        rng = random.Random(f"{game} {number}")
        for rows, place, took in (
            (house, 0, by_house_bot(f"bot {number}", rng)),
            (people, 1, by_person(game, rng)),
            (learned, 2, by_person(game, rng)),
        ):
            stored = decisions(game, made, took, rng)
            rows.append(figures(stored))
            flags[place] += suspicion(0, stored) is not None
    known = np.array(learned)
    bound = np.quantile(distances(known, known), 1 - FALSE_ALARMS_SHARE)
    far, near = distances(known, np.array(house)), distances(known, np.array(people))
    return Found(
        flags[0],
        flags[1],
        float((far > bound).mean()),
        float((near > bound).mean()),
        float((far[:, None] > near[None, :]).mean()),
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=400, help="house bots, and as many people")
    options = parser.parse_args()
    good = True
    for game in SEATS:
        found = judged(game, options.players)
        print(
            f"{game}: the house's detector flags {found.flagged} of {options.players} bots and "
            f"{found.flagged_people} people; one trained on people suspects "
            f"{found.suspected:.1%} of bots and {found.suspected_people:.1%} of people; a bot is "
            f"behind a person {found.behind:.2f} of the time",
            flush=True,
        )
        good &= found.flagged <= 0.01 * options.players
        good &= found.suspected <= max(found.suspected_people, 2 * FALSE_ALARMS_SHARE)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
