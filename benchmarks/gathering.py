"""The accuracy of the search for gathered free chips: launderers beside friends who play.

python -m benchmarks.gathering [groups]

Friends are new here: each has the free chips and little play in public. They play cash games and
sit and gos among themselves, some of them wild, some for all their chips, with the light model of
hands of `benchmarks.dumping`. Launderers hand everything over to one account: they fold, go all-in
at once, or lose a tenth at a time. The output states how many groups of friends are part of a case,
and how many launderers are found, with 95 % intervals (Wilson).
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from benchmarks.dumping import LADDERS, STAKE, Player, interval, light_hand
from lobby.moderation.detection.chip_dumping import SeatResult
from lobby.moderation.detection.gathered_chips import Gathering, Giver, gathered, lost_to

START = 10_000
GROUPS = 1_000


@dataclass
class Group:
    """Some users, what each has won, the results of their games, and their hands."""

    rng: random.Random
    people: list[Player]
    chips: Counter[int] = field(default_factory=Counter)
    pools: list[dict[int, int]] = field(default_factory=list)
    dealt: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    fair: Counter[int] = field(default_factory=Counter)
    """In hundredths of hands."""

    def record(self, nets: dict[int, int]) -> None:
        """Add the results of a game that is over."""
        self.pools.append(nets)
        self.chips.update(nets)

    def play(self, ladder: tuple[float, ...], able: list[Player]) -> list[SeatResult]:
        """Play a hand of the light model."""
        seats = light_hand(ladder, self.rng.sample(able, len(able)), self.rng)
        for seat in seats:
            self.dealt[seat.person] += 1
            self.won[seat.person] += seat.net > 0
            self.fair[seat.person] += 100 // len(able)
        return seats

    def cases(self) -> list[Gathering]:
        """Everybody in the group whom the search suspects."""
        givers = {
            one.number: Giver(
                START,
                START + self.chips[one.number],
                self.dealt[one.number],
                self.won[one.number],
                self.fair[one.number] / 100,
            )
            for one in self.people
        }
        judged = (
            gathered(one.number, lost, {giver: givers[giver] for giver in lost})
            for one in self.people
            for lost in [lost_to(one.number, self.pools)]
        )
        return [one for one in judged if one is not None]


def cash_game(group: Group, buy_in: int, hands: int) -> None:
    """Play so many hands; who is broke brings another buy-in if they have one."""
    ladder = LADDERS[group.rng.choice(tuple(LADDERS))]
    unit = buy_in / (STAKE * ladder[-1])
    stacks = {one.number: min(buy_in, START + group.chips[one.number]) for one in group.people}
    brought = dict(stacks)
    for _ in range(hands):
        able = [one for one in group.people if stacks[one.number] > 0]
        if len(able) < 2:
            break
        for seat in group.play(ladder, able):
            stacks[seat.person] += int(seat.net * unit)
        _square(stacks, sum(brought.values()))
        for one in able:
            left = START + group.chips[one.number] - brought[one.number]
            if stacks[one.number] <= 0 and left > 0:
                more = min(buy_in, left)
                stacks[one.number] += more
                brought[one.number] += more
    group.record({who: stacks[who] - brought[who] for who in stacks})


def _square(stacks: dict[int, int], total: int) -> None:
    """Let nobody have less than nothing, and all together as much as was brought."""
    for who in stacks:
        stacks[who] = max(0, stacks[who])
    richest = max(stacks, key=lambda who: stacks[who])
    stacks[richest] += total - sum(stacks.values())


def sit_and_go(group: Group, entry: int) -> None:
    """Play for one prize until one has all points; the blinds double every eight hands."""
    entered = [one for one in group.people if START + group.chips[one.number] >= entry]
    if len(entered) < 2:
        return
    points = {one.number: 1_500 for one in entered}
    played, unit = 0, 0.2
    while sum(left > 0 for left in points.values()) > 1:
        played += 1
        unit *= 2 if played % 8 == 0 else 1
        able = [one for one in entered if points[one.number] > 0]
        for seat in group.play(LADDERS["holdem"], able):
            points[seat.person] += int(seat.net * unit)
        _square(points, 1_500 * len(entered))
    best = max(points, key=lambda who: points[who])
    nets = {who: (len(points) - 1) * entry if who == best else -entry for who in points}
    group.record(nets)


def friends(rng: random.Random) -> Group:
    """Two to six friends on one to four evenings; one game in ten is for all they have."""
    people = [Player(n, rng.random(), rng.uniform(-1, 2)) for n in range(rng.randint(2, 6))]
    group = Group(rng, people)
    for _ in range(rng.randint(1, 4)):
        stake = START if rng.random() < 0.1 else rng.choice((200, 500, 1_000, 2_000))
        if rng.random() < 0.5:
            sit_and_go(group, stake)
        else:
            cash_game(group, stake, rng.randint(20, 120))
    return group


# Launderers -----------------------------------------------------------------------------------
def folding(rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """All fold every hand until their points are gone."""
    yield START, rng.randint(20, 60), 0


def all_in(rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """All-in at once, at one table after the other."""
    for _ in range(rng.randint(1, 3)):
        yield START // 3, rng.randint(1, 2), rng.randint(0, 1)


def in_parts(rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """A tenth at a time, without ever winning much."""
    for _ in range(10):
        yield START // 10, rng.randint(3, 10), rng.randint(0, 1)


SCHEMES: tuple[Callable[[random.Random], Iterator[tuple[int, int, int]]], ...] = (
    folding,
    all_in,
    in_parts,
)


def launderers(rng: random.Random, scheme: Any) -> Group:
    """Two to eight accounts that give all their chips to account 0."""
    group = Group(rng, [Player(n, 0.5, 0.5) for n in range(rng.randint(3, 9))])
    for one in group.people[1:]:
        for chips, hands, won in scheme(rng):
            group.record({one.number: -chips, 0: chips})
            group.dealt[one.number] += hands
            group.won[one.number] += won
            group.fair[one.number] += 25 * hands
    return group


def main() -> None:
    """Print both rates."""
    groups = int(sys.argv[1]) if len(sys.argv) > 1 else GROUPS
    rng = random.Random(35)
    wrong = sum(bool(friends(rng).cases()) for _ in range(groups))
    print(f"groups of friends in a case: {interval(wrong, groups)}")
    for scheme in SCHEMES:
        found = sum(bool(launderers(rng, scheme).cases()) for _ in range(groups // 5))
        print(f"launderers found, {scheme.__name__}: {interval(found, groups // 5)}")


if __name__ == "__main__":
    main()
