"""The accuracy of chip-dumping detection: 20 dumping pairs, 500 honest players, 20,000 hands.

python -m benchmarks.dumping [--worlds 10] [--real 2000]

Most hands come from a light model of pots and folds (a hand costs 30 us), of Teen Patti and of
hold'em. Honest players differ in skill and in how loose they are; most sit at random tables, others
mostly with friends or heads-up with one of them. Dumpers also play ordinary hands, among honest
people or alone. The part with `--real` hands is played by the engines and the bots, with scripted
dumpers. The output states how many pairs were found and how many honest people are part of a case,
with 95 % intervals (Wilson). The exit status is 1 if under 95 % are found or there are over 1 %
false alarms.

Then rings: 3 to 10 fresh accounts that together give what one dumper gives, each in one session
with the receiver, among honest newcomers who lose their chips and leave; 90 % must be found.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from math import sqrt
from typing import Any, NamedTuple

from games import bots
from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Viewer
from lobby.moderation.detection.chip_dumping import FLOW_STAKES_MIN, SeatResult, Watch

HONEST, DUMPERS, HANDS = 500, 20, 20_000
RINGS, NEWCOMERS, FIRST_NEWCOMER = 24, 150, 20_000
LADDERS = {
    "holdem": (1.0, 3.0, 9.0, 25.0, 100.0),
    "teen_patti": (1.0, 2.0, 6.0, 16.0, 40.0, 100.0),
}
"""Stakes in the pot after each round of the light model; the last one is the whole stack."""
STAKE = 20


class Player(NamedTuple):
    """A player of the light model: `skill` in judging their hand, `wild` for how far they go."""

    number: int
    skill: float
    wild: float


Seats = list[SeatResult]


def light_hand(ladder: tuple[float, ...], players: list[Player], rng: random.Random) -> Seats:
    """Play a hand: all go as far as they believe in their hand; the last two fold or compare."""
    strengths = [rng.random() for _ in players]
    steps = []
    for player, strength in zip(players, strengths, strict=True):
        belief = strength + rng.gauss(0.06 * player.wild, 0.16 - 0.05 * player.skill)
        reach = (0.5, 0.72, 0.86, 0.955, 0.99)[: len(ladder) - 1]
        steps.append(sum(belief > step for step in reach))
    first, second = sorted(steps, reverse=True)[:2]
    best = max(
        (
            at
            for at, step in enumerate(steps)
            if step >= min(first, second) == second and (step == first or first > second)
        ),
        key=lambda at: (steps[at] if first > second else 0, strengths[at]),
    )
    paid = [int(STAKE * ladder[min(step, second)]) for step in steps]
    return _results(players, paid, best, [step < first for step in steps])


def gift(players: list[Player], giver: int, receiver: int, stakes: float, folds: bool) -> Seats:
    """Play a hand in which only these two put in more than the smallest bet."""
    paid = [STAKE] * len(players)
    paid[giver] = paid[receiver] = int(STAKE * stakes)
    folded = [at != receiver and (at != giver or folds) for at in range(len(players))]
    return _results(players, paid, receiver, folded)


def _results(players: list[Player], paid: list[int], best: int, folded: list[bool]) -> Seats:
    pot = sum(paid)
    return [
        SeatResult(player.number, (pot if at == best else 0) - paid[at], folded[at])
        for at, player in enumerate(players)
    ]


# Dumpers --------------------------------------------------------------------------------------
Table = Callable[[], list[Player]]
"""The players of a session: giver, receiver, and the honest people with them."""


def whole_stacks(world: "World", game: str, table: Table) -> Iterator[Seats]:
    """Sit down, play a few hands, lose everything in one; repeat on another day."""
    for _ in range(world.rng.randint(5, 9)):
        players = table()
        for _ in range(world.rng.randint(1, 5)):
            yield world.ordinary(game, players)
        yield world.gift(game, players, 0, 1, world.rng.uniform(60, 140), world.rng.random() < 0.3)


def slowly(world: "World", game: str, table: Table) -> Iterator[Seats]:
    """Give a little in every second hand, for hours."""
    for _ in range(4):
        players = table()
        for _ in range(world.rng.randint(40, 70)):
            if world.rng.random() < 0.5:
                yield world.gift(
                    game, players, 0, 1, world.rng.uniform(3, 9), world.rng.random() < 0.5
                )
            else:
                yield world.ordinary(game, players)


def by_folding(world: "World", game: str, table: Table) -> Iterator[Seats]:
    """Bet high and fold to the raise: no cards are ever compared."""
    for _ in range(4):
        players = table()
        for _ in range(world.rng.randint(20, 40)):
            if world.rng.random() < 0.15:
                yield world.gift(game, players, 0, 1, world.rng.uniform(18, 50), True)
            else:
                yield world.ordinary(game, players)


def with_a_drift(world: "World", game: str, table: Table) -> Iterator[Seats]:
    """Play large pots both ways, but more of them one way."""
    for _ in range(5):
        players = table()
        for _ in range(world.rng.randint(40, 60)):
            if world.rng.random() < 0.5:
                way = (0, 1) if world.rng.random() < 0.75 else (1, 0)
                yield world.gift(
                    game, players, *way, world.rng.uniform(8, 30), world.rng.random() < 0.5
                )
            else:
                yield world.ordinary(game, players)


WAYS = (whole_stacks, slowly, by_folding, with_a_drift)


# Rings ----------------------------------------------------------------------------------------
def ring_hands(world: "World", game: str, table: Table, style: int, size: int) -> Iterator[Seats]:
    """Give a fresh account's part of what one dumper would give: pots, folds, or small amounts.

    A ring of 8 loses one pot each: a single pot reveals nothing about its giver.
    """
    rng, players = world.rng, table()
    whole, least, most = ((8, 30, 90), (15, 15, 35), (72, 3, 8))[style]
    count = -(-whole // size)
    hands = [True] * count + [False] * rng.randint(2, 6 + 2 * count)
    rng.shuffle(hands)
    for gives in hands:
        if gives:
            yield world.gift(
                game, players, 0, 1, rng.uniform(least, most), style == 1 or rng.random() < 0.5
            )
        else:
            yield world.ordinary(game, players)


def _size(number: int) -> int:
    return 3 + number % 8


def _fresh(number: int, at: int) -> int:
    return 10_000 + 100 * number + at


# The world ------------------------------------------------------------------------------------
@dataclass
class World:
    """All players, and the result of each hand of the period."""

    rng: random.Random
    honest: int = HONEST
    dumpers: int = DUMPERS
    watch: Watch = field(default_factory=Watch)
    hands: int = 0

    def __post_init__(self) -> None:
        gauss = self.rng.gauss
        count = self.honest + 2 * self.dumpers
        self.people = [Player(n, gauss(0, 1), gauss(0, 1)) for n in range(count)]
        # One in five has one friend for heads-up, three in ten a group of five, the rest nobody.
        self.friends = [
            [
                self.people[n]
                for n in ((n ^ 1,) if n % 10 < 2 else range(n - n % 5, n - n % 5 + 5))
                if n < self.honest
            ]
            for n in range(self.honest)
        ]

    def keep(self, game: str, seats: Seats) -> None:
        self.watch.add(self.hands, game, STAKE, seats)
        self.hands += 1

    def ordinary(self, game: str, players: list[Player]) -> Seats:
        """Return a hand in which all play for themselves."""
        return light_hand(LADDERS[game], players, self.rng)

    def gift(
        self,
        game: str,
        players: list[Player],
        giver: int,
        receiver: int,
        stakes: float,
        folds: bool,
    ) -> Seats:
        """Return a hand in which one of these players loses `stakes` to the other."""
        return gift(players, giver, receiver, stakes, folds)

    def dump(self) -> None:
        """Play all hands of the dumpers in the period; each pair has its own way."""
        for number, way in zip(range(self.dumpers), cycle(WAYS), strict=False):
            game = self.rng.choice(list(LADDERS))
            pair = self.people[self.honest + 2 * number : self.honest + 2 * number + 2]
            alone = number // len(WAYS) % 2 == 0

            def table(pair: list[Player] = pair, alone: bool = alone) -> list[Player]:
                others = self.rng.sample(self.people[: self.honest], 0 if alone else 3)
                return [*pair, *others]

            for seats in way(self, game, table):
                self.keep(game, seats)

    def gather(self) -> None:
        """Play rings of 3 to 10 fresh accounts around a receiver who otherwise plays normally."""
        for number in range(RINGS):
            receiver, game = self.people[self.honest + number], self.rng.choice(list(LADDERS))
            alone = number // 3 % 2 == 0
            for at in range(_size(number)):
                giver = Player(_fresh(number, at), 0.0, 0.0)

                def table(
                    giver: Player = giver, receiver: Player = receiver, alone: bool = alone
                ) -> list[Player]:
                    others = self.rng.sample(self.people[: self.honest], 0 if alone else 3)
                    return [giver, receiver, *others]

                for seats in ring_hands(self, game, table, number % 3, _size(number)):
                    self.keep(game, seats)

    def visit(self) -> None:
        """Let honest newcomers sit down once among others, and leave when their chips are gone."""
        for number in range(NEWCOMERS):
            game, player = (
                self.rng.choice(list(LADDERS)),
                Player(FIRST_NEWCOMER + number, -0.5, 0.5),
            )
            players = [
                player,
                *self.rng.sample(self.people[: self.honest], self.rng.choice((1, 3, 5))),
            ]
            left = 150 * STAKE
            for _ in range(self.rng.randint(3, 40)):
                seats = self.ordinary(game, players)
                self.keep(game, seats)
                left += seats[0].net
                if left <= 60 * STAKE:
                    break

    def play(self, hands: int) -> None:
        """Play honest sessions, with dumpers among them, until `hands` hands are played."""
        while self.hands < hands:
            game = self.rng.choice(list(LADDERS))
            host = self.rng.randrange(len(self.people))
            if host < self.honest and host % 10 < 5 and self.rng.random() < 0.8:
                players = list(
                    {one.number: one for one in [self.people[host], *self.friends[host]]}.values()
                )
            else:
                players = self.rng.sample(self.people, self.rng.choice((2, 3, 4, 5, 6, 6)))
            for _ in range(self.rng.randint(10, 60)):
                self.keep(game, self.ordinary(game, players))


class RealWorld(World):
    """The same with real cards, engines and bots: honest people are bots of all levels."""

    def ordinary(self, game: str, players: list[Player]) -> Seats:
        def decide(state: Any, seat: int, view: dict[str, Any]) -> Action:
            rules = _rules(game)
            level = bots.LEVELS[players[seat].number % len(bots.LEVELS)]
            choice = bots.decide(game, view, rules, level, self.rng)
            return Action(seat, choice.kind, choice.amount)

        return real_hand(game, players, decide, self.rng)

    def gift(
        self,
        game: str,
        players: list[Player],
        giver: int,
        receiver: int,
        stakes: float,
        folds: bool,
    ) -> Seats:
        """Let the two raise each other until the giver folds, so that the cards do not matter."""
        enough = (100 - min(stakes, 90)) * registry.get(game).unit(_rules(game))

        def decide(state: Any, seat: int, view: dict[str, Any]) -> Action:
            options = {option.kind: option for option in registry.get(game).legal(state, seat)}
            given = state.stacks[state.seats.index(giver)] <= enough
            if "fold" in options and (seat not in (giver, receiver) or (given and seat == giver)):
                return Action(seat, "fold")
            for kind in ("raise_to", "bet", "call", "check", "all_in", *options):
                if kind in options:
                    break
            option = options[kind]
            if option.min is None or option.max is None:
                return Action(seat, kind)
            return Action(
                seat, kind, option.min + (option.max - option.min) // option.step // 3 * option.step
            )

        return real_hand(game, players, decide, self.rng)


def _rules(game: str) -> Any:
    engine = registry.get(game)
    return engine.presets["standard"]


def real_hand(
    key: str, players: list[Player], decide: Callable[..., Action], rng: random.Random
) -> Seats:
    """Play a hand of an engine with 100 stakes each, where a stake is `STAKE` chips."""
    game = registry.get(key)
    rules, places = _rules(key), tuple(range(len(players)))
    unit, deck = game.unit(rules), tuple(rng.sample(range(52), 52))
    opening = Opening(key, rules, places, (100 * unit,) * len(places), rng.choice(places), deck)
    state, folded = game.deal(opening).state, set()
    while (seat := game.turn(state)) is not None:
        action = decide(state, seat, game.view(state, Viewer(seat=seat)))
        folded |= {seat} if action.kind == "fold" else set()
        state = game.apply(state, action).state
    result = game.result(state)
    assert result is not None
    nets = dict(result.net)
    return [
        SeatResult(player.number, nets[place] * STAKE // unit, place in folded)
        for place, player in enumerate(players)
    ]


@dataclass
class Score:
    """Dumping pairs and how many were found; honest people and how many are part of a case."""

    pairs: int = 0
    found: int = 0
    honest: int = 0
    suspected: int = 0
    by_way: dict[str, list[int]] = field(default_factory=dict)

    def take(self, world: "World") -> None:
        """Count a world: ids below `honest` are honest; the others come in pairs, the giver first.

        A giver who won everything back has moved nothing and is no dumper (rare with real cards).
        """
        honest = world.honest
        named = {(one.giver, one.receiver) for one in world.watch.suspicions()}
        for number in range(world.dumpers):
            pair = (honest + 2 * number, honest + 2 * number + 1)
            exchange = world.watch.exchange(*pair)
            assert exchange is not None
            if -exchange.chips < FLOW_STAKES_MIN * STAKE:
                continue
            hit = pair in named
            self.pairs += 1
            row = self.by_way.setdefault(WAYS[number % len(WAYS)].__name__, [0, 0])
            row[0] += hit
            row[1] += 1
            self.found += hit
        self.honest += honest
        self.suspected += len({one for pair in named for one in pair if one < honest})

    def words(self) -> str:
        ways = ", ".join(f"{way} {hit}/{of}" for way, (hit, of) in self.by_way.items())
        return (
            f"found {interval(self.found, self.pairs)} of {self.pairs} pairs ({ways});"
            f" false alarms {interval(self.suspected, self.honest)} of {self.honest:,} honest"
        )

    @property
    def good(self) -> bool:
        return self.found >= 0.95 * self.pairs and self.suspected <= 0.01 * self.honest


@dataclass
class RingScore:
    """Rings and how many were found; honest people and how many a case names as receivers."""

    rings: int = 0
    found: int = 0
    honest: int = 0
    suspected: int = 0
    named: int = 0
    """Honest people whom a case names among the givers."""

    def take(self, world: "World") -> None:
        """Count a world; a ring is found if a case names at least two of its givers."""
        found = world.watch.suspicions()
        for number in range(RINGS):
            receiver = world.honest + number
            fresh = {_fresh(number, at) for at in range(_size(number))}
            given = [world.watch.exchange(receiver, one) for one in fresh]
            if sum(one.chips for one in given if one) < FLOW_STAKES_MIN * STAKE:
                continue  # luck returned what was given
            self.rings += 1
            self.found += any(
                one.receiver == receiver and len(fresh.intersection(one.givers)) > 1
                for one in found
            )
        self.honest += world.honest + NEWCOMERS
        guilty = range(world.honest, FIRST_NEWCOMER)
        self.suspected += len({one.receiver for one in found} - set(guilty))
        self.named += len({one for case in found for one in case.givers} - set(guilty))

    def words(self) -> str:
        return (
            f"found {interval(self.found, self.rings)} of {self.rings} rings of 3-10;"
            f" honest receivers in a case {interval(self.suspected, self.honest)} of"
            f" {self.honest:,}; honest givers named {interval(self.named, self.honest)}"
        )

    @property
    def good(self) -> bool:
        return self.found >= 0.9 * self.rings and self.suspected <= 0.01 * self.honest


def interval(count: int, of: int) -> str:
    """Return a share and its 95 % interval (Wilson), in words."""
    z, p = 1.96, count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{100 * p:.2f} % ({100 * low:.2f}-{100 * high:.2f})"


def judged(world: World, hands: int, score: Score) -> World:
    """Play a period of `hands` hands in a world, and judge it."""
    world.dump()
    world.play(hands)
    score.take(world)
    return world


def light(seed: int) -> World:
    """Return a world of the light model."""
    return World(random.Random(f"dumping {seed}"))


def ringed(seed: int) -> World:
    """Return a world of the light model with rings, and with newcomers who stay for an evening."""
    world = World(random.Random(f"rings {seed}"), HONEST, RINGS // 2)
    world.gather()
    world.visit()
    world.play(HANDS)
    return world


def real(seed: int, *, honest: int = 40, dumpers: int = 4) -> World:
    """Return a smaller world of real cards."""
    return RealWorld(random.Random(f"real {seed}"), honest, dumpers)


def main() -> None:
    """Judge some worlds of each sort; exit status 1 if a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=10)
    parser.add_argument("--real", type=int, default=2_000, help="hands of the engines a world")
    options = parser.parse_args()
    good = True
    for name, make, hands, worlds in (
        ("light model", light, HANDS, options.worlds),
        ("engines and bots", real, options.real, 4),
    ):
        score, start, played = Score(), time.perf_counter(), 0
        for seed in range(worlds):
            played += judged(make(seed), hands, score).hands
        took = time.perf_counter() - start
        print(
            f"{name}, {worlds} worlds, {played:,} hands, {took:.0f} s: {score.words()}", flush=True
        )
        good &= score.good
    rings, start = RingScore(), time.perf_counter()
    for seed in range(options.worlds):
        rings.take(ringed(seed))
    took = time.perf_counter() - start
    print(f"rings, {options.worlds} worlds, {took:.0f} s: {rings.words()}", flush=True)
    sys.exit(not (good and rings.good))


if __name__ == "__main__":
    main()
