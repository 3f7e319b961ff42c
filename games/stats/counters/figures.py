"""The ratios that players know each other by, such as VPIP, from the counters of the books."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    """A named ratio of two counters; every game has the counter `hands`.

    `percent`: shown as a percentage; otherwise a number with one decimal.
    """

    key: str
    label: str
    help: str
    over: str
    under: str
    percent: bool = True

    def of(self, counters: Mapping[str, int]) -> float | None:
        """Return the value, or None while the denominator is 0."""
        base = counters[self.under]
        return counters[self.over] / base if base else None

    def text(self, value: float | None) -> str:
        """Return the value as text."""
        if value is None:
            return "–"
        return f"{100 * value:.0f} %" if self.percent else f"{value:.1f}"


_HOLDEM = (
    Ratio("vpip", "VPIP", "hands you put chips in by choice before the flop", "vpip", "hands"),
    Ratio("pfr", "PFR", "hands you raised before the flop", "pfr", "hands"),
    Ratio("aggression", "Aggression", "bets and raises for each call", "raises", "calls", False),
    Ratio(
        "wtsd",
        "To showdown",
        "of the flops you saw, hands you took to showdown",
        "showdowns",
        "flops",
    ),
    Ratio("wsd", "Won at showdown", "of your showdowns", "showdowns_won", "showdowns"),
    Ratio("bb_100", "bb/100", "big blinds won per hundred hands", "centi_bb", "hands", False),
)
_TEEN_PATTI = (
    Ratio(
        "blind", "Played blind", "of your actions, before you saw your cards", "blind_acts", "acts"
    ),
    Ratio("shows", "Shows", "hands in which you paid for a show", "shows", "hands"),
    Ratio("shows_won", "Shows won", "of the shows you paid for", "shows_won", "shows"),
    Ratio("side_shows", "Side shows", "asked for per hand", "side_shows", "hands", False),
    Ratio(
        "side_shows_won", "Side shows won", "of those you asked for", "side_shows_won", "side_shows"
    ),
)
_DOU_DIZHU = (
    Ratio("landlord", "Landlord", "of your hands", "landlord", "hands"),
    Ratio("landlord_won", "Won as landlord", "of those hands", "landlord_won", "landlord"),
    Ratio("peasant_won", "Won as peasant", "of those hands", "peasant_won", "peasant"),
    Ratio("bombs", "Bombs", "played per hand, including rockets", "bombs", "hands", False),
)
FIGURES: dict[str, tuple[Ratio, ...]] = {
    "holdem": _HOLDEM,
    "teen_patti": _TEEN_PATTI,
    "dou_dizhu": _DOU_DIZHU,
}
