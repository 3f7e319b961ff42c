"""The goodness of fit of counts to exact probabilities: the chi-square test."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from core.messages import catalogue

EXPECTED_MIN = 5
"""Categories expected less often are pooled: the test is inexact for them."""


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """The chi-square distance; `p`: the probability that chance alone makes it this large."""

    statistic: float
    freedom: int
    p: float

    @property
    def words(self) -> str:
        """Return what it says about the deck."""
        often = f"{100 * self.p:.0f}" if self.p >= 0.01 else f"{1000 * self.p:.1f}"
        verdict = "usual" if self.p >= 0.05 else "unusual" if self.p >= 0.001 else "wrong"
        args = {"often": often, "of": 100 if self.p >= 0.01 else 1000, "verdict": verdict}
        return catalogue().text("statistics.chi_square", args)


def chi_square(counts: Sequence[int], chances: Sequence[float]) -> ChiSquare | None:
    """Test counts against probabilities that sum to 1; None if there is too little data."""
    total = sum(counts)
    pooled = _pooled(counts, [total * chance for chance in chances])
    if len(pooled) < 2:
        return None
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in pooled)
    freedom = len(pooled) - 1
    p = _upper_gamma(freedom / 2, statistic / 2)
    return ChiSquare(statistic, freedom, p)


def _pooled(counts: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Return (observed, expected) with rare categories pooled until each is expected enough."""
    classes = sorted(zip(counts, expected, strict=True), key=lambda pair: pair[1])
    seen, due = 0, 0.0
    while classes and (due < EXPECTED_MIN or classes[0][1] < EXPECTED_MIN):
        more_seen, more_due = classes.pop(0)
        seen, due = seen + more_seen, due + more_due
    return [(seen, due), *classes] if due >= EXPECTED_MIN else classes


def _upper_gamma(shape: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(shape, x), by series or fraction."""
    if x <= 0:
        return 1.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        for n in range(1, 10_000):
            term *= x / (shape + n)
            total += term
            if term < total * 1e-15:
                break
        return max(0.0, 1 - front * total)
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    h = d
    for n in range(1, 10_000):
        a = -n * (n - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h
