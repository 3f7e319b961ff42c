"""Chip-dumping detection: find pairs whose chips flow one way more than honest play explains.

Every hand moves chips between each two of its players (the winner's share of what the loser lost),
counted in stakes (big blinds, boots), so that tables of all sizes add up. Honest flows go both
ways. Three measures tell how rarely chance produces such a one-way flow, each covering what the
others miss:

- `steady`: the flow against the sum of squares of its own hands. If each flow is equally
  likely in both directions, chance exceeds t times the root of that sum in at most exp(-t²/2)
  of cases, whatever the sizes (Efron 1969). The same holds with large flows cut down, which
  keeps one pot from hiding a hundred small gifts.
- `large`: the number of large losses to the other player, against the usual number.
- `folds`: the number of late folds to the other player, likewise.

The baseline comes from all pairs of the period in hands of that kind, from the two players' hands
with others, and from the flow the other way. Only results and folds are read, never cards. The
module uses no database.

A ring of givers may stay below the threshold for a pair. So players who played mostly with one
person are grouped, whether they won or lost, and judged together.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from games.stats.counters.flows import flow

HANDS_MIN = 4
FLOW_STAKES_MIN = 150.0
"""Smaller flows are never a case: about one and a half ordinary stacks."""
SCORE_MIN = 0.5
"""The score of a case: chance brings one such pair in three periods, over all pairs."""
SKILL_SHARE = 0.15
"""The share of all chips exchanged that may go one way because one player is better."""
LATE_STAKES_MIN = 15.0
"""The stakes in the pot that make a fold a late one."""
LARGE_STAKES_MIN = 40.0
"""The stakes of a large loss to one player."""
CUTS = (8.0, 30.0, math.inf)
"""The stakes to which flows are cut down for `steady`."""
GIFT_STAKES_MIN = 15.0
"""The stakes that a giver must have given to be named in a ring."""
ONE_GIVER_SHARE = 0.85
"""Above this share of all gifts from one giver, the case is a pair, not a ring."""
PARTNER_SHARE_MIN = 0.5
"""Players with this share of their hands with one person are grouped with others like them."""
_PRIOR_HANDS = 100.0
"""The weight of the prior, in hands, against which a person's own way of playing counts."""
_STYLE_FACTOR_MAX = 4.0
"""The limit of how many times the usual amount a player's own style explains."""
_PRIOR_RATE = 0.015
"""The prior rate of large losses, or late folds, in a new kind of hand."""
_GAMMA_SHAPE = 4.0
"""How alike pairs are (shape of the gamma distribution of their rates)."""
_TRIES = 2 * (len(CUTS) + 2)
"""The number of tests per pair."""

Kind = tuple[str, int]
"""A game and a number of players: hands that are comparable."""


class SeatResult(NamedTuple):
    """One player's part of a finished hand; `person` is None for a bot."""

    person: Any
    net: int
    folded: bool


@dataclass(slots=True)
class Baseline:
    """Sums over pairs: hands together, large losses and late folds (of either)."""

    hands: float = 0.0
    large: float = 0.0
    folds: float = 0.0

    def plus(self, other: "Baseline", times: float = 1.0) -> "Baseline":
        """Return the sum with `times` times `other`."""
        return Baseline(
            self.hands + times * other.hands,
            self.large + times * other.large,
            self.folds + times * other.folds,
        )


Totals = tuple[tuple[float, int], tuple[float, int]]
"""(stakes the winner won, number of losers), (stakes the loser lost, number of winners)."""


@dataclass(slots=True)
class Direction:
    """One direction between two people: hands, sums (one for each cut), the largest hand."""

    hands: int = 0
    large: int = 0
    folds: int = 0
    sums: list[float] = field(default_factory=lambda: [0.0] * len(CUTS))
    squares: list[float] = field(default_factory=lambda: [0.0] * len(CUTS))
    crowds: tuple[list[float], list[float]] = field(
        default_factory=lambda: ([0.0] * len(CUTS), [0.0] * len(CUTS))
    )
    """The squares with one factor replaced by all that the winner won, or all that the loser lost.

    Chips that several people exchange with one player in one hand are a single stroke of luck.
    """
    most: float = 0.0
    hand: Any = None

    def add(self, hand: Hashable, stakes: float, late: bool, crowds: "Totals") -> None:
        """Add one hand with a flow of `stakes`."""
        self.hands += 1
        self.large += stakes >= LARGE_STAKES_MIN
        self.folds += late
        for at, cut in enumerate(CUTS):
            part = min(stakes, cut)
            self.sums[at] += part
            self.squares[at] += part * part
            for crowd, (whole, heads) in zip(self.crowds, crowds, strict=True):
                crowd[at] += part * min(whole, heads * cut)
        if stakes > self.most:
            self.most, self.hand = stakes, hand

    def take(self, other: "Direction", center: int) -> None:
        """Add another person's exchange with the winner (`center` 0) or the loser (1)."""
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
    """The exchange of two people; direction 0 goes to the lower id, direction 1 from it."""

    hands: Counter[Kind] = field(default_factory=Counter)
    chips: int = 0
    """Chips that the lower id won from the other."""
    ways: tuple[Direction, Direction] = field(default_factory=lambda: (Direction(), Direction()))

    def usual(self) -> Baseline:
        """Return this exchange's part in the baseline."""
        return Baseline(
            self.hands.total(),
            sum(way.large for way in self.ways),
            sum(way.folds for way in self.ways),
        )


class Suspicion(NamedTuple):
    """A suspected pair or ring: the direction of the chips, the improbability, and the figures.

    `giver` is the person who gave most; the figures of the giver are those of all `givers`
    together.
    """

    receiver: Any
    giver: Any
    givers: tuple[Any, ...]
    score: float
    """Chance brings at most one such pair in 10 to the power of this many periods."""
    reason: str
    """The measure that found it: `steady`, `large` or `folds`."""
    hands: int
    chips: int
    """Net chips to the receiver; `stakes` in the stakes of each table."""
    stakes: float
    ways: tuple[int, int]
    """Hands in which chips went to the receiver, and back."""
    large: tuple[int, int]
    """Large losses of the giver to the receiver, and of the receiver to the giver."""
    folds: tuple[int, int]
    """Late folds of the giver to the receiver, and of the receiver to the giver."""
    share: tuple[float, float]
    """The share of the receiver's and of the giver's hands that they played together."""
    hand: Any
    """The hand with the largest flow."""

    def words(self) -> str:
        """Return the reason for the case in one or two sentences."""
        there, back = self.ways
        shares = " and ".join(f"{100 * share:.0f} %" for share in self.share)
        said = (
            f"{self.chips:,} chips ({self.stakes:,.0f} stakes) in {self.hands} hands together"
            f" ({shares} of their hands): {there} hands one way, {back} back;"
            f" large losses {self.large[0]} against {self.large[1]},"
            f" late folds {self.folds[0]} against {self.folds[1]}."
        )
        ring = f"{len(self.givers)} accounts that hardly played with anyone else. "
        return f"{ring if len(self.givers) > 1 else ''}{_WHY[self.reason]} {said}"


_WHY = {
    "steady": "Chips flow one way hand after hand, more than skill or luck explains.",
    "large": "There are more large losses to one player than usual in this many hands.",
    "folds": "One player repeatedly folds large pots to the other.",
}


class Watch:
    """Collects the hands of a period and then names suspicious pairs and rings."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[Any, Any], Exchange] = defaultdict(Exchange)
        self._hands: Counter[Any] = Counter()

    def add(self, hand: Hashable, game: str, stake: int, seats: Sequence[SeatResult]) -> None:
        """Add a finished hand for chips; a bot's winnings are left out, its losses are not."""
        lost = -sum(min(0, seat.net) for seat in seats)
        people = sorted((seat for seat in seats if seat.person is not None), key=_by_person)
        self._hands.update(seat.person for seat in people)
        kind = (game, len(seats))
        winners = sum(seat.net > 0 for seat in people)
        losers = sum(seat.net < 0 for seat in people)
        for low, high in combinations(people, 2):
            chips = flow(low.net, high.net, lost)
            winner, loser = (low, high) if chips > 0 else (high, low)
            late = loser.folded and -loser.net >= LATE_STAKES_MIN * stake
            exchange = self._pairs[low.person, high.person]
            exchange.hands[kind] += 1
            exchange.chips += chips
            if chips:
                crowds = ((winner.net / stake, losers), (-loser.net / stake, winners))
                exchange.ways[chips < 0].add(hand, abs(chips) / stake, late, crowds)

    def exchange(self, one: Any, other: Any) -> Exchange | None:
        """Return the exchange of two people, or None if they never met."""
        return self._pairs.get(_pair(one, other))

    def suspicions(self) -> list[Suspicion]:
        """Return the pairs and rings that chance does not explain, the clearest first."""
        # Colluders inflate the baseline, so it is first estimated without lopsided pairs, then with
        # all pairs that this did not suspect.
        much = {pair for pair, exchange in self._pairs.items() if _one_sided(exchange)}
        found = self._judge(self._judge(much))
        rings = self._rings(found)
        # A ring's case also names its pairs.
        within = {(ring.receiver, giver) for ring in rings for giver in ring.givers}
        pairs = [one for one in found.values() if (one.receiver, one.giver) not in within]
        return sorted([*pairs, *rings], key=lambda one: -one.score)

    def _rings(self, without: Collection[tuple[Any, Any]]) -> list[Suspicion]:
        """Return receivers whose gains from several givers together exceed chance."""
        judged = self._followers()
        kinds, people = self._usual(without)
        # Only the flow to the receiver counts: half of the tests of a pair.
        tries = math.log(_TRIES / 2 * len(judged)) if judged else 0.0
        found = []
        for center, others in judged.items():
            together, gifts = self._together(center, others)
            there, back = together.ways
            given = there.sums[-1] - back.sums[-1]
            givers = sorted(
                (one for one in others if gifts[one] >= GIFT_STAKES_MIN), key=gifts.__getitem__
            )
            if (
                given < FLOW_STAKES_MIN
                or len(givers) < 2
                or gifts[givers[-1]] > ONE_GIVER_SHARE * given
            ):
                continue
            own = people[center]
            for other in others:
                if (pair := _pair(center, other)) not in without:
                    own = own.plus(self._pairs[pair].usual(), -1)
            surprises = _surprises(there, back, _expected(together, kinds, [own]))
            reason = max(surprises, key=lambda name: surprises[name])
            score = (surprises[reason] - tries) / math.log(10)
            if score >= SCORE_MIN:
                found.append(self._suspicion(center, givers[::-1], together, score, reason))
        return found

    def _followers(self) -> dict[Any, list[Any]]:
        """Return the players who played mostly with one person, by that person, if several did."""
        followers: dict[Any, list[Any]] = defaultdict(list)
        for pair, exchange in self._pairs.items():
            for center, other in (pair, pair[::-1]):
                if exchange.hands.total() >= PARTNER_SHARE_MIN * self._hands[other]:
                    followers[center].append(other)
        return {center: others for center, others in followers.items() if len(others) > 1}

    def _together(self, center: Any, others: Iterable[Any]) -> tuple[Exchange, dict[Any, float]]:
        """Return the joint exchange of all followers with one person, and what each gave."""
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
            if exchange.hands.total() >= HANDS_MIN
        ]
        kinds, people = self._usual(without)
        # The maximum over this many candidates is what chance would show.
        tries = math.log(_TRIES * len(judged)) if judged else 0.0
        found = {}
        for pair, exchange in judged:
            if not _one_sided(exchange):
                continue
            way = int(exchange.ways[1].sums[-1] > exchange.ways[0].sums[-1])
            there, back = exchange.ways[way], exchange.ways[1 - way]
            own = Baseline() if pair in without else exchange.usual()
            others = [people[one].plus(own, -1) for one in pair]
            surprises = _surprises(there, back, _expected(exchange, kinds, others))
            reason = max(surprises, key=lambda name: surprises[name])
            score = (surprises[reason] - tries) / math.log(10)
            if score >= SCORE_MIN:
                turned = Exchange(exchange.hands, exchange.chips * (-1) ** way, (there, back))
                names = (pair[way], [pair[1 - way]])
                found[pair] = self._suspicion(*names, turned, score, reason)
        return found

    def _usual(
        self, without: Collection[tuple[Any, Any]]
    ) -> tuple[dict[Kind, Baseline], dict[Any, Baseline]]:
        """Return a pair's baseline per hand for each kind, and each person's sums."""
        sums: dict[Kind, Baseline] = {
            kind: Baseline() for exchange in self._pairs.values() for kind in exchange.hands
        }
        people: dict[Any, Baseline] = defaultdict(Baseline)
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
        """Return the suspicion for an exchange whose direction 0 leads to the receiver."""
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
    return abs(to.sums[-1] - away.sums[-1]) >= FLOW_STAKES_MIN


def _by_person(seat: SeatResult) -> Any:
    return seat.person


def _expected(
    exchange: Exchange, kinds: dict[Kind, Baseline], others: Iterable[Baseline]
) -> Baseline:
    """Return the expected result of the pair's hands.

    Both count as loose as the looser of the two plays against others.
    """
    usual = Baseline()
    for kind, hands in exchange.hands.items():
        usual = usual.plus(kinds[kind], hands)
    large = folds = 1.0
    for one in others:
        large = max(large, _wildness(one.large, one.hands, usual.large / usual.hands))
        folds = max(folds, _wildness(one.folds, one.hands, usual.folds / usual.hands))
    return Baseline(usual.hands, usual.large * large, usual.folds * folds)


def _rate(sums: Baseline) -> Baseline:
    """Return rates per hand; few hands are smoothed towards the prior rate."""
    hands = sums.hands + _PRIOR_HANDS
    plain = _PRIOR_HANDS * _PRIOR_RATE
    return Baseline(1, (sums.large + plain) / hands, (sums.folds + plain) / hands)


def _wildness(count: float, hands: float, rate: float) -> float:
    """Return a player's rate in multiples of the usual one; few hands count little."""
    return min(_STYLE_FACTOR_MAX, (count / rate + _PRIOR_HANDS) / (hands + _PRIOR_HANDS))


def _surprises(there: Direction, back: Direction, expected: Baseline) -> dict[str, float]:
    """Return -log of the probability of this much in that direction, by measure."""
    return {
        "steady": max(
            _one_way(there.sums[at], back.sums[at], there.squares[at] + back.squares[at])
            for at in range(len(CUTS))
        ),
        "large": _tail(there.large, back.large, expected.large / 2),
        "folds": _tail(there.folds, back.folds, expected.folds / 2),
    }


def _one_way(there: float, back: float, squares: float) -> float:
    beyond = max(0.0, there - back - SKILL_SHARE * (there + back))
    return beyond * beyond / (2 * squares)


def _tail(count: int, back: int, usual: float) -> float:
    """Return -log of the probability of at least `count` hands in one direction.

    `usual` is the mean of all pairs, and this pair had `back` in the other direction (negative
    binomial: a gamma rate whose mean is corrected).
    """
    if not count:
        return 0.0
    shape = _GAMMA_SHAPE + back
    odds = usual / (_GAMMA_SHAPE + 2 * usual)
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
