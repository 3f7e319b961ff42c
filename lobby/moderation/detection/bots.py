"""Bot detection: find decision times that are unlike a person's.

People's times are skewed to the right (lognormal and ex-Gaussian curves fit them in the literature
on reaction times), depend on the decision, and drift from one to the next. Programs wait for a
constant time, draw one from a simple distribution, poll at an interval, or answer at once. Each
sign states by how many standard deviations a player differs from people, including the sampling
error:

- `even`: the times hardly vary.
- `level`: no slow tail, and no dependence of the times on the choice or on the time before.
- `beats`: the times are multiples of one interval.
- `instant`: answers come sooner than a person can see the question.
- `tireless`: many hours without a pause.

Automatic actions of our own page (actions chosen ahead, automatic passes) are left out. The
baseline was learned from simulated people (`benchmarks.timing`), because this site has no labelled
record of people; a case is a question to moderators and never a verdict. The method does not find a
program that draws lognormal times or waits for most of its clock. The module uses no database.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from games.engines.core import registry
from games.engines.core.manifest import Manifest

DECISIONS_MIN = 60
HANDS_MIN = 20
SCORE_MIN = 3.5
"""The number of deviations from people that makes a case."""


class Baseline(NamedTuple):
    """A measure's distribution among people: mean, deviation, and the error of one decision."""

    mean: float
    deviation: float
    error: float

    def above(self, value: float, count: int) -> float:
        """Return by how many deviations a measure of `count` decisions exceeds the mean."""
        return (value - self.mean) / math.sqrt(self.deviation**2 + self.error**2 / count)


_SPREAD = Baseline(math.log(0.6), 0.3, 1.2)
"""The logarithm of the spread of the logarithms of the times."""
_LIFE = Baseline(2.6, 0.5, 4.5)
"""Tail and ties together, each divided by its own unit (`_TAIL_UNIT_SHARE`, `_TIES_UNIT_SHARE`)."""
_AGREE = Baseline(0.1, 0.15, 0.7)
"""How well the times agree with an interval."""
_AT_ONCE = Baseline(0.02, 0.03, 0.15)
"""The share of answers within `AT_ONCE_MS_MAX`: some people click ahead of their turn."""
_HOURS = Baseline(3.0, 3.0, 0.0)
"""Hours of play in which every pause is shorter than `PAUSE_S_MIN`."""
AT_ONCE_MS_MAX, PAUSE_S_MIN = 150, 20 * 60
_TAIL_UNIT_SHARE, _TIES_UNIT_SHARE = 0.42, 0.1
"""The value of the tail, and of the ties, that counts as 1."""
_HURRIED_CLOCK_SHARE = 0.6
"""Players who use this share of the clock hurry at its end, where their times cluster."""
_BEATS_MS = (1000, 500, 250, 200, 100)
_AHEAD_MS_MAX = 1_000
"""A page plays an action chosen ahead 150 to 600 ms into the turn; the rest is latency."""
_KIND_CHOICES_MIN = 15
"""The number of choices of a kind below which the kind is ignored."""


class Decision(NamedTuple):
    """One decision of a person: the hand, the choice, when (seconds) and how long it took."""

    hand: Any
    game: str
    kind: str
    at: float
    took_ms: float
    clock_ms: float


class Suspicion(NamedTuple):
    """A person whose times look like a program's, and the figures behind it."""

    person: Any
    score: float
    """Deviations from people, by `reason`."""
    reason: str
    """The strongest sign: `even`, `level`, `beats`, `instant` or `tireless`."""
    decisions: int
    hands: int
    half_s: tuple[float, float]
    """The quartiles of the times, in seconds."""
    spread: float
    """The spread of the logarithms of the times; people have 0.35 to 1."""
    at_once: float
    """The share of answers that are too quick for a person."""
    hours: float
    """The longest time without a pause of twenty minutes."""
    hand: Any
    """The last of the hands."""

    def words(self) -> str:
        """Return the reason for the case in two sentences."""
        low, high = self.half_s
        times = max(1.0, 0.6 / max(self.spread, 0.01))
        vary = f"; people vary {times:.0f} times as much" if times >= 2 else ""
        return (
            f"{_WHY[self.reason]} {self.decisions:,} decisions in {self.hands:,} hands:"
            f" half between {low:.2f} and {high:.2f} s{vary}."
            f" {self.at_once:.0%} were instant; at most {self.hours:.1f} h without a pause."
        )


_WHY = {
    "even": "The decisions take nearly the same time again and again.",
    "level": "No decision takes much longer than others, as if times were drawn at random.",
    "beats": "The decisions are aligned with a clock.",
    "instant": "Answers are faster than human reaction.",
    "tireless": "The player plays for longer than people stay awake.",
}


def suspicion(person: Any, decisions: Iterable[Decision]) -> Suspicion | None:
    """Return a suspicion from one person's decisions, or None if a person may have made them."""
    made = [one for one in decisions if one.kind not in _manifest(one).automatic]
    made.sort(key=lambda one: one.at)
    own = _own(made)
    hands = {one.hand for one in own}
    if len(own) < DECISIONS_MIN or len(hands) < HANDS_MIN:
        return None
    times = sorted(max(1.0, one.took_ms) for one in own)
    low, high = _quantile(times, 0.1), _quantile(times, 0.9)
    spread = (
        math.log(high / low) / 2.563
    )  # between these lie 2.563 deviations of a normal distribution
    at_once = sum(took < AT_ONCE_MS_MAX for took in times) / len(times)
    hours = _longest(one.at for one in made)
    signs = {
        "beats": _AGREE.above(_agreement(times, high - low), len(times)),
        "instant": _AT_ONCE.above(at_once, len(times)),
        "tireless": _HOURS.above(hours, 1),
    }
    if sum(one.took_ms > _HURRIED_CLOCK_SHARE * one.clock_ms for one in own) < len(own) / 10:
        alike = _alike(own, cut=len(own) < len(made))
        life = _tail(alike) / _TAIL_UNIT_SHARE + _ties(alike) / _TIES_UNIT_SHARE
        signs["even"] = -_SPREAD.above(math.log(max(spread, 0.01)), len(times))
        signs["level"] = -_LIFE.above(life, len(alike))
    reason = max(signs, key=lambda name: signs[name])
    if signs[reason] < SCORE_MIN:
        return None
    return Suspicion(
        person=person,
        score=signs[reason],
        reason=reason,
        decisions=len(own),
        hands=len(hands),
        half_s=(_quantile(times, 0.25) / 1000, _quantile(times, 0.75) / 1000),
        spread=spread,
        at_once=at_once,
        hours=hours,
        hand=own[-1].hand,
    )


def _own(made: Sequence[Decision]) -> list[Decision]:
    """Return the decisions without those chosen ahead, if this person seems to choose ahead."""
    ahead = [one for one in made if _may_be_ahead(one)]
    if sum(one.took_ms < _AHEAD_MS_MAX for one in ahead) <= 0.1 * len(ahead):
        return list(made)
    return [one for one in made if one.took_ms >= _AHEAD_MS_MAX or not _may_be_ahead(one)]


def _alike(own: Sequence[Decision], *, cut: bool) -> list[Decision]:
    """Return the decisions that can be compared once quick ones of some kinds were cut.

    These are the slow ones of all kinds, or else the kinds of which none was cut.
    """
    if not cut:
        return list(own)
    slow = [one for one in own if one.took_ms >= _AHEAD_MS_MAX]
    whole = [one for one in own if not _may_be_ahead(one)]
    return slow if len(slow) >= DECISIONS_MIN or len(slow) > len(whole) else whole


def _may_be_ahead(one: Decision) -> bool:
    return one.kind in _manifest(one).chosen_ahead


def _manifest(one: Decision) -> Manifest:
    game = registry.find(one.game)
    return game.manifest if game is not None else Manifest()


def _quantile(ranked: Sequence[float], share: float) -> float:
    at = share * (len(ranked) - 1)
    below = int(at)
    above = min(below + 1, len(ranked) - 1)
    return ranked[below] + (at - below) * (ranked[above] - ranked[below])


def _tail(alike: Sequence[Decision]) -> float:
    """Return how much wider the slower half is, as a logarithm; 0 for uniform and normal times."""
    ranked = sorted(one.took_ms for one in alike)
    low, middle, high = (_quantile(ranked, share) for share in (0.1, 0.5, 0.9))
    return math.log(max(high - middle, 1.0) / max(middle - low, 1.0))


def _ties(alike: Sequence[Decision]) -> float:
    """Return the share of the ranks' variance explained by the kind of choice or the last time."""
    ranks = _ranks([one.took_ms for one in alike])
    groups: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one, rank in zip(alike, ranks, strict=True):
        groups[one.game, one.kind].append(rank)
    kinds = [group for group in groups.values() if len(group) >= _KIND_CHOICES_MIN]
    between = sum(sum(group) ** 2 / len(group) for group in kinds) / len(ranks)
    before = max(0.0, sum(a * b for a, b in pairwise(ranks)) / len(ranks))
    # Chance alone explains (kinds - 1) / n of the variance, and 1 / n by the time before.
    return max(between - max(0, len(kinds) - 1) / len(ranks), before**2 - 1 / len(ranks))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return ranks as numbers with mean 0 and variance 1."""
    count = len(values)
    order = sorted(range(count), key=lambda at: values[at])
    ranks = [0.0] * count
    for rank, at in enumerate(order):
        ranks[at] = (rank - (count - 1) / 2) / (count / math.sqrt(12))
    return ranks


def _agreement(times: Sequence[float], width: float) -> float:
    """Return how well the times fit one of the intervals, 0 to 1; narrow times would fit any."""
    best = 0.0
    for beat in _BEATS_MS:
        if beat * 3 <= width:
            angles = [2 * math.pi * took / beat for took in times]
            across, up = sum(map(math.cos, angles)), sum(map(math.sin, angles))
            best = max(best, math.hypot(across, up) / len(times))
    return best


def _longest(moments: Iterable[float]) -> float:
    """Return the hours of the longest time in which no pause lasted twenty minutes."""
    longest, began, last = 0.0, None, 0.0
    for moment in moments:
        if began is None or moment - last > PAUSE_S_MIN:
            began = moment
        last = moment
        longest = max(longest, moment - began)
    return longest / 3600
