"""Who gives chips away to whom: pairs whose chips flow one way as no honest play explains.

Every hand moves chips between each two of its players (the winner's share of what the loser
lost), counted in stakes (big blinds, boots), so that tables of all sizes add up. An honest flow
comes and goes. Three ways to say how rarely chance sends it one way so far, each blind where
another sees:

- `steady`: the flow against the squares of its own hands. Where each flow is as likely there as
  back, chance reaches t roots of the squares at most in exp(-t²/2) of cases, whatever the sizes
  (Efron 1969); so also when large ones are cut down, lest one pot hide a hundred small gifts.
- `large`: how many large losses to the other, against how many such hands usually bring.
- `folds`: how many late folds to the other, in the same way.

What is usual comes from all pairs of the period in hands of that kind, from how the two play with
others, and from what went the other way. No card is read: everything stands in the results and in
who folded. Nothing here knows a database.

A ring of givers may hide below what a pair is judged by. So whoever played mostly with one person
is taken together with the others who did so, winners or not, and judged as if they were one.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from games.stats.counters.flows import flow

LEAST_HANDS = 4
LEAST_STAKES = 150.0
"""Less than this is no case: about one and a half ordinary stacks."""
LEAST_SCORE = 0.5
"""A case: chance alone would bring one such pair in three periods, all pairs counted."""
SKILL = 0.15
"""Of all chips two exchange, this share may go one way because one plays better."""
LATE = 15.0
"""Stakes somebody has in the pot when his fold is a late one."""
LARGE = 40.0
"""Stakes of a large loss to one player."""
CUTS = (8.0, 30.0, math.inf)
"""Stakes to which flows are cut down for `steady`."""
LEAST_GIFT = 15.0
"""Stakes that somebody must have given to be named in a ring."""
ALONE = 0.85
"""Where one gave more than this share of all, it is a matter of the two."""
MOSTLY = 0.5
"""Who played this share of his hands with somebody is taken together with others who did."""
_OWN_WEIGHT = 100.0
"""Hands that a person's own way of playing must outweigh before it counts."""
_WILDEST = 4.0
"""Nobody's play explains more than this many times what others exchange."""
_PLAIN = 0.015
"""Large losses, or late folds, in a hand of a kind that nobody has played yet."""
_ALIKE = 4.0
"""How much alike pairs are (shape of the gamma distribution of their rates)."""
_TRIES = 2 * (len(CUTS) + 2)
"""Ways in which one pair could stand out."""

Kind = tuple[str, int]
"""A game and a number of players: hands that are alike."""


class SeatResult(NamedTuple):
    """One player's part of a finished hand; `person` is None for a bot."""

    person: Any
    net: int
    folded: bool


@dataclass(slots=True)
class Usual:
    """What pairs exchange: hands together, large losses and late folds (of either)."""

    hands: float = 0.0
    large: float = 0.0
    folds: float = 0.0

    def plus(self, other: "Usual", times: float = 1.0) -> "Usual":
        """The sum with `other` so many times."""
        return Usual(
            self.hands + times * other.hands,
            self.large + times * other.large,
            self.folds + times * other.folds,
        )


Crowds = tuple[tuple[float, int], tuple[float, int]]
"""Of a hand: stakes that the winner took, of how many; stakes that the loser gave, to how many."""


@dataclass(slots=True)
class Way:
    """What went one way between two people: hands, sums (one for each cut), the largest hand."""

    hands: int = 0
    large: int = 0
    folds: int = 0
    sums: list[float] = field(default_factory=lambda: [0.0] * len(CUTS))
    squares: list[float] = field(default_factory=lambda: [0.0] * len(CUTS))
    crowds: tuple[list[float], list[float]] = field(
        default_factory=lambda: ([0.0] * len(CUTS), [0.0] * len(CUTS))
    )
    """The same, times all that the winner took in the hand, and all that the loser gave: what
    several people exchange with one of the two in one hand is one stroke of luck."""
    most: float = 0.0
    hand: Any = None

    def add(self, hand: Hashable, stakes: float, late: bool, crowds: "Crowds") -> None:
        """One more hand in which so much went over."""
        self.hands += 1
        self.large += stakes >= LARGE
        self.folds += late
        for at, cut in enumerate(CUTS):
            part = min(stakes, cut)
            self.sums[at] += part
            self.squares[at] += part * part
            for crowd, (whole, heads) in zip(self.crowds, crowds, strict=True):
                crowd[at] += part * min(whole, heads * cut)
        if stakes > self.most:
            self.most, self.hand = stakes, hand

    def take(self, other: "Way", center: int) -> None:
        """What somebody else exchanged with the winner (`center` 0) or the loser (1) of this."""
        self.hands += other.hands
        self.large += other.large
        self.folds += other.folds
        for at in range(len(CUTS)):
            self.sums[at] += other.sums[at]
            self.squares[at] += other.crowds[center][at]
        if other.most > self.most:
            self.most, self.hand = other.most, other.hand


@dataclass(slots=True)
class Exchange:
    """What the hands of two people together add up to; way 0: to the lower id, 1: from him."""

    hands: Counter[Kind] = field(default_factory=Counter)
    chips: int = 0
    """That the lower id won from the other."""
    ways: tuple[Way, Way] = field(default_factory=lambda: (Way(), Way()))

    def usual(self) -> Usual:
        """Its own part in what is usual."""
        return Usual(
            self.hands.total(),
            sum(way.large for way in self.ways),
            sum(way.folds for way in self.ways),
        )


class Suspicion(NamedTuple):
    """A pair or a ring: whose chips went to whom, how unlikely that is, and the figures behind it.

    `giver` is who gave most; what is said of the giver is said of all `givers` together.
    """

    receiver: Any
    giver: Any
    givers: tuple[Any, ...]
    score: float
    """Of 10 to the power of this many periods, chance brings one such pair at most."""
    reason: str
    """Which bound found it: `steady`, `large` or `folds`."""
    hands: int
    chips: int
    """That went to the receiver, less those that came back; `stakes` by each table's own."""
    stakes: float
    ways: tuple[int, int]
    """Hands in which chips went to the receiver, and back."""
    large: tuple[int, int]
    """Large losses of the giver to the receiver, and of the receiver to the giver."""
    folds: tuple[int, int]
    """Late folds of the giver to the receiver, and of the receiver to the giver."""
    share: tuple[float, float]
    """Of the receiver's and of the giver's hands, those they played together."""
    hand: Any
    """The hand in which most went over."""

    def words(self) -> str:
        """Why this is a case, in one or two sentences."""
        there, back = self.ways
        shares = " and ".join(f"{100 * share:.0f} %" for share in self.share)
        said = (
            f"{self.chips:,} chips ({self.stakes:,.0f} stakes) in {self.hands} hands together"
            f" ({shares} of their hands): {there} hands one way, {back} back;"
            f" large losses {self.large[0]} against {self.large[1]},"
            f" late folds {self.folds[0]} against {self.folds[1]}."
        )
        ring = f"{len(self.givers)} accounts that hardly played with anybody else. "
        return f"{ring if len(self.givers) > 1 else ''}{_WHY[self.reason]} {said}"


_WHY = {
    "steady": "The chips go one way hand after hand, more than skill or luck explains.",
    "large": "So many large losses to one player are not usual in so few hands.",
    "folds": "One folds to the other again and again with much in the pot.",
}


class Watch:
    """Adds up the hands of a period, one after the other, and then names the pairs."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[Any, Any], Exchange] = defaultdict(Exchange)
        self._hands: Counter[Any] = Counter()

    def add(self, hand: Hashable, game: str, stake: int, seats: Sequence[SeatResult]) -> None:
        """A finished hand for chips; flows of bots are left out, what they lost is not."""
        lost = -sum(min(0, seat.net) for seat in seats)
        people = sorted((seat for seat in seats if seat.person is not None), key=_by_person)
        self._hands.update(seat.person for seat in people)
        kind = (game, len(seats))
        winners = sum(seat.net > 0 for seat in people)
        losers = sum(seat.net < 0 for seat in people)
        for low, high in combinations(people, 2):
            chips = flow(low.net, high.net, lost)
            winner, loser = (low, high) if chips > 0 else (high, low)
            late = loser.folded and -loser.net >= LATE * stake
            exchange = self._pairs[low.person, high.person]
            exchange.hands[kind] += 1
            exchange.chips += chips
            if chips:
                crowds = ((winner.net / stake, losers), (-loser.net / stake, winners))
                exchange.ways[chips < 0].add(hand, abs(chips) / stake, late, crowds)

    def exchange(self, one: Any, other: Any) -> Exchange | None:
        """What two people exchanged, if they ever met."""
        return self._pairs.get(_pair(one, other))

    def suspicions(self) -> list[Suspicion]:
        """The pairs and rings that chance does not explain, the clearest first."""
        # Who dumps makes dumping look usual: what is usual comes first from pairs without much
        # one way, then from all that were not suspected so.
        much = {pair for pair, exchange in self._pairs.items() if _one_sided(exchange)}
        found = self._judge(self._judge(much))
        rings = self._rings(found)
        # A ring's case names its pairs too.
        within = {(ring.receiver, giver) for ring in rings for giver in ring.givers}
        pairs = [one for one in found.values() if (one.receiver, one.giver) not in within]
        return sorted([*pairs, *rings], key=lambda one: -one.score)

    def _rings(self, without: Collection[tuple[Any, Any]]) -> list[Suspicion]:
        """Who received from several that, taken together, chance does not explain."""
        judged = self._followers()
        kinds, people = self._usual(without)
        # Only what goes to the one in the middle counts: half the ways in which a pair stands out.
        tries = math.log(_TRIES / 2 * len(judged)) if judged else 0.0
        found = []
        for center, others in judged.items():
            together, gifts = self._together(center, others)
            there, back = together.ways
            given = there.sums[-1] - back.sums[-1]
            givers = sorted(
                (one for one in others if gifts[one] >= LEAST_GIFT), key=gifts.__getitem__
            )
            if given < LEAST_STAKES or len(givers) < 2 or gifts[givers[-1]] > ALONE * given:
                continue
            own = people[center]
            for other in others:
                if (pair := _pair(center, other)) not in without:
                    own = own.plus(self._pairs[pair].usual(), -1)
            surprises = _surprises(there, back, _expected(together, kinds, [own]))
            reason = max(surprises, key=lambda name: surprises[name])
            score = (surprises[reason] - tries) / math.log(10)
            if score >= LEAST_SCORE:
                found.append(self._suspicion(center, givers[::-1], together, score, reason))
        return found

    def _followers(self) -> dict[Any, list[Any]]:
        """Who played mostly with one person, by that person, where there are several."""
        followers: dict[Any, list[Any]] = defaultdict(list)
        for pair, exchange in self._pairs.items():
            for center, other in (pair, pair[::-1]):
                if exchange.hands.total() >= MOSTLY * self._hands[other]:
                    followers[center].append(other)
        return {center: others for center, others in followers.items() if len(others) > 1}

    def _together(self, center: Any, others: Iterable[Any]) -> tuple[Exchange, dict[Any, float]]:
        """What all of them exchanged with one person (way 0: to him), and what each gave."""
        together = Exchange()
        gifts = {}
        for other in others:
            exchange = self._pairs[_pair(center, other)]
            there, back = exchange.ways if center < other else exchange.ways[::-1]
            together.hands.update(exchange.hands)
            together.chips += exchange.chips if center < other else -exchange.chips
            together.ways[0].take(there, 0)
            together.ways[1].take(back, 1)
            gifts[other] = there.sums[-1] - back.sums[-1]
        return together, gifts

    def _judge(self, without: Collection[tuple[Any, Any]]) -> dict[tuple[Any, Any], Suspicion]:
        judged = [
            (pair, exchange)
            for pair, exchange in self._pairs.items()
            if exchange.hands.total() >= LEAST_HANDS
        ]
        kinds, people = self._usual(without)
        # The best of so many is what chance would show.
        tries = math.log(_TRIES * len(judged)) if judged else 0.0
        found = {}
        for pair, exchange in judged:
            if not _one_sided(exchange):
                continue
            way = int(exchange.ways[1].sums[-1] > exchange.ways[0].sums[-1])
            there, back = exchange.ways[way], exchange.ways[1 - way]
            own = Usual() if pair in without else exchange.usual()
            others = [people[one].plus(own, -1) for one in pair]
            surprises = _surprises(there, back, _expected(exchange, kinds, others))
            reason = max(surprises, key=lambda name: surprises[name])
            score = (surprises[reason] - tries) / math.log(10)
            if score >= LEAST_SCORE:
                turned = Exchange(exchange.hands, exchange.chips * (-1) ** way, (there, back))
                names = (pair[way], [pair[1 - way]])
                found[pair] = self._suspicion(*names, turned, score, reason)
        return found

    def _usual(
        self, without: Collection[tuple[Any, Any]]
    ) -> tuple[dict[Kind, Usual], dict[Any, Usual]]:
        """What a pair exchanges in a hand of each kind, and each person's sums."""
        sums: dict[Kind, Usual] = {
            kind: Usual() for exchange in self._pairs.values() for kind in exchange.hands
        }
        people: dict[Any, Usual] = defaultdict(Usual)
        for pair, exchange in self._pairs.items():
            if pair in without:
                continue
            own = exchange.usual()
            for kind, hands in exchange.hands.items():
                sums[kind] = sums[kind].plus(own, hands / own.hands)
            for one in pair:
                people[one] = people[one].plus(own)
        kinds = {kind: _rate(one) for kind, one in sums.items()}
        return kinds, people

    def _suspicion(
        self, receiver: Any, givers: Sequence[Any], exchange: Exchange, score: float, reason: str
    ) -> Suspicion:
        """Of an exchange whose way 0 leads to the receiver."""
        there, back = exchange.ways
        hands = exchange.hands.total()
        theirs = sum(self._hands[giver] for giver in givers)
        return Suspicion(
            receiver=receiver,
            giver=givers[0],
            givers=tuple(givers),
            score=score,
            reason=reason,
            hands=hands,
            chips=exchange.chips,
            stakes=there.sums[-1] - back.sums[-1],
            ways=(there.hands, back.hands),
            large=(there.large, back.large),
            folds=(there.folds, back.folds),
            share=(min(1.0, hands / self._hands[receiver]), min(1.0, hands / theirs)),
            hand=there.hand,
        )


def _pair(one: Any, other: Any) -> tuple[Any, Any]:
    return (one, other) if one < other else (other, one)


def _one_sided(exchange: Exchange) -> bool:
    to, away = exchange.ways
    return abs(to.sums[-1] - away.sums[-1]) >= LEAST_STAKES


def _by_person(seat: SeatResult) -> Any:
    return seat.person


def _expected(exchange: Exchange, kinds: dict[Kind, Usual], others: Iterable[Usual]) -> Usual:
    """The usual result of the pair's hands.

    It is that of players as wild as the wilder of the two is with others.
    """
    usual = Usual()
    for kind, hands in exchange.hands.items():
        usual = usual.plus(kinds[kind], hands)
    large = folds = 1.0
    for one in others:
        large = max(large, _wildness(one.large, one.hands, usual.large / usual.hands))
        folds = max(folds, _wildness(one.folds, one.hands, usual.folds / usual.hands))
    return Usual(usual.hands, usual.large * large, usual.folds * folds)


def _rate(sums: Usual) -> Usual:
    """By the hand; where few were played, as if some more had brought the plain rate."""
    hands = sums.hands + _OWN_WEIGHT
    plain = _OWN_WEIGHT * _PLAIN
    return Usual(1, (sums.large + plain) / hands, (sums.folds + plain) / hands)


def _wildness(count: float, hands: float, rate: float) -> float:
    """How many times the usual rate somebody has; few hands say little."""
    return min(_WILDEST, (count / rate + _OWN_WEIGHT) / (hands + _OWN_WEIGHT))


def _surprises(there: Way, back: Way, expected: Usual) -> dict[str, float]:
    """-log of the chance of so much that way, by each measure."""
    return {
        "steady": max(
            _one_way(there.sums[at], back.sums[at], there.squares[at] + back.squares[at])
            for at in range(len(CUTS))
        ),
        "large": _tail(there.large, back.large, expected.large / 2),
        "folds": _tail(there.folds, back.folds, expected.folds / 2),
    }


def _one_way(there: float, back: float, squares: float) -> float:
    beyond = max(0.0, there - back - SKILL * (there + back))
    return beyond * beyond / (2 * squares)


def _tail(count: int, back: int, usual: float) -> float:
    """-log of the chance of at least `count` hands one way.

    `usual` is the mean of all pairs, and this one had `back` the other way (negative binomial: a
    gamma rate, its mean corrected).
    """
    if not count:
        return 0.0
    shape = _ALIKE + back
    odds = usual / (_ALIKE + 2 * usual)
    first = (
        math.lgamma(count + shape)
        - math.lgamma(shape)
        - math.lgamma(count + 1)
        + count * math.log(odds)
        + shape * math.log1p(-odds)
    )
    term = total = 1.0
    at = count
    while term > 1e-9 * total:
        term *= odds * (at + shape) / (at + 1)
        total += term
        at += 1
    return -(first + math.log(total))
