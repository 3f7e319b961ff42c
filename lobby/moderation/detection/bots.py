"""Whose choices come as no person's do: the times of decisions, and what tells a program from them.

People's times are skewed to the right (lognormal and ex-Gaussian curves fit them in the
literature on reaction times), hang on what is decided, and drift from one to the next. Programs
wait for a constant time, draw one from a simple distribution, ask every so often, or answer at
once. Each sign says how many standard deviations somebody lies from what people do, where his own
chance error counts too:

- `even`: the times hardly vary.
- `level`: no slow tail, and nothing in the times hangs on the choice or on the time before.
- `beats`: the times are whole numbers of the same beat.
- `instant`: answers sooner than a person sees the question.
- `tireless`: hours and hours without a pause.

What our own page does by itself (actions chosen ahead, automatic passes) is left out. What is
usual among people was learned from simulated ones (`benchmarks.timing`): no labelled record of
people exists here, so a case is a question to staff and never an answer. Not found is a program
that draws lognormal times, or one that waits for most of its clock. Nothing here knows a database.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

LEAST_DECISIONS = 60
LEAST_HANDS = 20
LEAST_SCORE = 3.5
"""Deviations from people that make a case."""


class Usual(NamedTuple):
    """What a measure is among people: its mean, its deviation, and the error of one decision."""

    mean: float
    deviation: float
    error: float

    def above(self, value: float, count: int) -> float:
        """How many deviations a measure of so many decisions lies above."""
        return (value - self.mean) / math.sqrt(self.deviation**2 + self.error**2 / count)


_SPREAD = Usual(math.log(0.6), 0.3, 1.2)
"""Logarithm of the spread of the logarithms of the times."""
_LIFE = Usual(2.6, 0.5, 4.5)
"""Tail and ties together, each in its own measure."""
_AGREE = Usual(0.1, 0.15, 0.7)
"""How well the times agree with a beat."""
_AT_ONCE = Usual(0.02, 0.03, 0.15)
"""Share of answers within `AT_ONCE_MS`: some click ahead of their turn."""
_HOURS = Usual(3.0, 3.0, 0.0)
"""Hours with pauses of less than `PAUSE_S` only."""
AT_ONCE_MS, PAUSE_S = 150, 20 * 60
_TAIL, _TIES = 0.42, 0.1
"""The measures: so much of either counts 1."""
_OF_CLOCK = 0.6
"""Who needs so much of his clock hurries at its end, and all his times come to lie there."""
_BEATS_MS = (1000, 500, 250, 200, 100)
_AHEAD_MS = 1_000
"""Hold'em's page plays what was chosen ahead 150 to 600 ms into the turn; the rest is the way."""
_AHEAD = {("holdem", "fold"), ("holdem", "check"), ("holdem", "call")}
_BY_ITSELF = {("dou_dizhu", "pass")}
"""The page may pass by itself, at a moment drawn as a program would."""
_FEW = 15
"""Fewer choices of a kind say nothing about it."""


class Decision(NamedTuple):
    """One choice of a person: in which hand, what, when (seconds) and how long it took."""

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
    """The sign that is furthest out: `even`, `level`, `beats`, `instant` or `tireless`."""
    decisions: int
    hands: int
    half_s: tuple[float, float]
    """Half of the times lie between these, in seconds."""
    spread: float
    """Of the logarithms of the times; people have 0.35 to 1."""
    at_once: float
    """Share of answers that no person is quick enough for."""
    hours: float
    """The longest time without a pause of twenty minutes."""
    hand: Any
    """The last of the hands."""

    def words(self) -> str:
        """Why this is a case, in two sentences."""
        low, high = self.half_s
        times = max(1.0, 0.6 / max(self.spread, 0.01))
        vary = f"; people vary {times:.0f} times as much" if times >= 2 else ""
        return (
            f"{_WHY[self.reason]} {self.decisions:,} decisions in {self.hands:,} hands:"
            f" half between {low:.2f} and {high:.2f} s{vary}."
            f" {self.at_once:.0%} came at once; at most {self.hours:.1f} h without a pause."
        )


_WHY = {
    "even": "The choices take nearly the same time again and again.",
    "level": "No choice takes much longer than usual, hard or easy, as if times were drawn.",
    "beats": "The choices come in step with a clock.",
    "instant": "Answers come sooner than a person can see what is asked.",
    "tireless": "There is play for longer than people stay awake at it.",
}


def suspicion(person: Any, decisions: Iterable[Decision]) -> Suspicion | None:
    """What the times of one person's choices tell, None where they might well be a person's."""
    made = [one for one in decisions if (one.game, one.kind) not in _BY_ITSELF]
    made.sort(key=lambda one: one.at)
    own = _own(made)
    hands = {one.hand for one in own}
    if len(own) < LEAST_DECISIONS or len(hands) < LEAST_HANDS:
        return None
    times = sorted(max(1.0, one.took_ms) for one in own)
    low, high = _quantile(times, 0.1), _quantile(times, 0.9)
    spread = math.log(high / low) / 2.563  # between these lie 2.563 deviations of a normal curve
    at_once = sum(took < AT_ONCE_MS for took in times) / len(times)
    hours = _longest(one.at for one in made)
    signs = {
        "beats": _AGREE.above(_agreement(times, high - low), len(times)),
        "instant": _AT_ONCE.above(at_once, len(times)),
        "tireless": _HOURS.above(hours, 1),
    }
    if sum(one.took_ms > _OF_CLOCK * one.clock_ms for one in own) < len(own) / 10:
        alike = _alike(own, cut=len(own) < len(made))
        life = _tail(alike) / _TAIL + _ties(alike) / _TIES
        signs["even"] = -_SPREAD.above(math.log(max(spread, 0.01)), len(times))
        signs["level"] = -_LIFE.above(life, len(alike))
    reason = max(signs, key=lambda name: signs[name])
    if signs[reason] < LEAST_SCORE:
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
    """Without what may have been chosen ahead, if this person seems to choose ahead at all."""
    ahead = [one for one in made if _may_be_ahead(one)]
    if sum(one.took_ms < _AHEAD_MS for one in ahead) <= 0.1 * len(ahead):
        return list(made)
    return [one for one in made if one.took_ms >= _AHEAD_MS or not _may_be_ahead(one)]


def _alike(own: Sequence[Decision], *, cut: bool) -> list[Decision]:
    """The decisions that can be compared once quick ones of some kinds were cut.

    These are the slow ones of all kinds, or else the kinds of which none was cut.
    """
    if not cut:
        return list(own)
    slow = [one for one in own if one.took_ms >= _AHEAD_MS]
    whole = [one for one in own if not _may_be_ahead(one)]
    return slow if len(slow) >= LEAST_DECISIONS or len(slow) > len(whole) else whole


def _may_be_ahead(one: Decision) -> bool:
    return (one.game, one.kind) in _AHEAD


def _quantile(ranked: Sequence[float], share: float) -> float:
    at = share * (len(ranked) - 1)
    below = int(at)
    above = min(below + 1, len(ranked) - 1)
    return ranked[below] + (at - below) * (ranked[above] - ranked[below])


def _tail(alike: Sequence[Decision]) -> float:
    """How much wider the slower half is, as a logarithm; 0 for uniform and normal times."""
    ranked = sorted(one.took_ms for one in alike)
    low, middle, high = (_quantile(ranked, share) for share in (0.1, 0.5, 0.9))
    return math.log(max(high - middle, 1.0) / max(middle - low, 1.0))


def _ties(alike: Sequence[Decision]) -> float:
    """The share of the ranks' variance that the kind of choice, or the time before, explains."""
    ranks = _ranks([one.took_ms for one in alike])
    groups: dict[tuple[str, str], list[float]] = defaultdict(list)
    for one, rank in zip(alike, ranks, strict=True):
        groups[one.game, one.kind].append(rank)
    kinds = [group for group in groups.values() if len(group) >= _FEW]
    between = sum(sum(group) ** 2 / len(group) for group in kinds) / len(ranks)
    before = max(0.0, sum(a * b for a, b in pairwise(ranks)) / len(ranks))
    # Chance alone explains as much as there are kinds beyond the first, or as one decision.
    return max(between - max(0, len(kinds) - 1) / len(ranks), before**2 - 1 / len(ranks))


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks as numbers around 0 whose variance is 1."""
    count = len(values)
    order = sorted(range(count), key=lambda at: values[at])
    ranks = [0.0] * count
    for rank, at in enumerate(order):
        ranks[at] = (rank - (count - 1) / 2) / (count / math.sqrt(12))
    return ranks


def _agreement(times: Sequence[float], width: float) -> float:
    """How well the times keep one of the beats, 0 to 1; narrow ones would keep any."""
    best = 0.0
    for beat in _BEATS_MS:
        if beat * 3 <= width:
            angles = [2 * math.pi * took / beat for took in times]
            across, up = sum(map(math.cos, angles)), sum(map(math.sin, angles))
            best = max(best, math.hypot(across, up) / len(times))
    return best


def _longest(moments: Iterable[float]) -> float:
    """Hours of the longest time in which no pause lasted twenty minutes."""
    longest, began, last = 0.0, None, 0.0
    for moment in moments:
        if began is None or moment - last > PAUSE_S:
            began = moment
        last = moment
        longest = max(longest, moment - began)
    return longest / 3600
