"""The ratios that players know each other by, such as VPIP, from the counters of their games."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.messages import catalogue


@dataclass(frozen=True, slots=True)
class Ratio:
    """A named ratio of two counters; every game has the counter `hands`.

    Its name and explanation are messages of the catalogue, `statistics.ratio.<key>` and
    `statistics.ratio_help.<key>`.

    `percent`: shown as a percentage; otherwise a number with one decimal.
    """

    key: str
    over: str
    under: str
    percent: bool = True

    @property
    def label(self) -> str:
        """Return its name."""
        return catalogue().text(f"statistics.ratio.{self.key}")

    @property
    def help(self) -> str:
        """Return its explanation, in lower case."""
        return catalogue().text(f"statistics.ratio_help.{self.key}")

    def of(self, counters: Mapping[str, int]) -> float | None:
        """Return the value, or None while the denominator is 0."""
        base = counters[self.under]
        return counters[self.over] / base if base else None

    def text(self, value: float | None, *, exact: bool = True) -> str:
        """Return the value as text; without `exact` it has no decimals."""
        if value is None:
            return "–"
        if self.percent:
            return catalogue().text("statistics.percent", {"share": f"{100 * value:.0f}"})
        return catalogue().number(value, decimals=int(exact))
