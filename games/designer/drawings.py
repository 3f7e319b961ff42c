"""The plots of the table of all hands: the strength distribution, and results by kind of hand."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from core.messages import Catalogue
from core.messages.formatting import format_number
from core.plots import Column, DrawnColumn, Tick, divided_bar, round_up, stacked_plot
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.browse import plots_of
from games.odds.summary import BINS

_SPREAD_WIDTH_PX, _SPREAD_HEIGHT_PX = 412, 200
_BAR_LEFT_PX, _BAR_WIDTH_PX, _BAR_HEIGHT_PX, _BAR_STEP_PX = 124, 274, 24, 35


@dataclass(frozen=True, slots=True)
class KindBar:
    """A kind of hand: its label, its number of hands, its share of wins, and its divided bar."""

    label: str
    hands: str
    wins: str
    title: str
    y: int
    parts: tuple[DrawnColumn, ...]


@dataclass(frozen=True, slots=True)
class RankingPlots:
    """Both plots of a ranking, and what identifies its table.

    `legend` has (CSS class, label) of each kind of hand, strongest first; ticks are in SVG units.
    """

    spread: tuple[DrawnColumn, ...]
    spread_ticks: tuple[Tick, ...]
    share_ticks: tuple[Tick, ...]
    legend: tuple[tuple[str, str], ...]
    kinds: tuple[KindBar, ...]
    kind_ticks: tuple[Tick, ...]
    height: int
    values: str
    sha256: str


@lru_cache(maxsize=64)
def plots_of_ranking(ranking: Ranking, words: Catalogue) -> RankingPlots:
    """Return the plots of all hands under a ranking."""
    data = plots_of(ranking, words)
    categories, spread = data["categories"], data["spread"]
    bin_share = 100 // BINS
    stacks = [
        [
            Column(
                count=row[bin_],
                title=words.text(
                    "odds.plot.bin",
                    {
                        "kind": kind["label"],
                        "hands": row[bin_],
                        "least": bin_ * bin_share,
                        "most": (bin_ + 1) * bin_share,
                    },
                ),
                kind=f"kind-{kind['key']}",
            )
            for kind, row in zip(categories, spread, strict=True)
            if row[bin_]
        ]
        for bin_ in range(BINS)
    ]
    top = round_up(max(sum(column.count for column in stack) for stack in stacks))
    hands = sum(kind["hands"] for kind in categories)
    strongest_first = list(reversed(categories))
    return RankingPlots(
        spread=stacked_plot(
            stacks, top, width=_SPREAD_WIDTH_PX, height=_SPREAD_HEIGHT_PX, gap=0.8, least=0.8
        ),
        spread_ticks=tuple(
            Tick(_SPREAD_HEIGHT_PX * (2 - half) / 2, format_number(top * half // 2, words.language))
            for half in range(3)
        ),
        share_ticks=_share_ticks(0, _SPREAD_WIDTH_PX, 25, words),
        legend=tuple((f"kind-{kind['key']}", kind["label"]) for kind in strongest_first),
        kinds=tuple(_kind_bar(n, kind, hands, words) for n, kind in enumerate(strongest_first)),
        kind_ticks=_share_ticks(_BAR_LEFT_PX, _BAR_WIDTH_PX, 50, words),
        height=len(categories) * _BAR_STEP_PX,
        values=format_number(data["values"], words.language),
        sha256=data["sha256"],
    )


def _share_ticks(left: int, width: int, step: int, words: Catalogue) -> tuple[Tick, ...]:
    """Labels of an axis from 0 to 100 %."""
    return tuple(
        Tick(left + width * share / 100, _percent(str(share), words))
        for share in range(0, 101, step)
    )


def _percent(share: str, words: Catalogue) -> str:
    return words.text("odds.number.percent", {"share": share})


def _kind_bar(number: int, kind: dict[str, Any], hands: int, words: Catalogue) -> KindBar:
    counts = {result: int(kind[result]) for result in ("win", "tie", "lose")}
    deals = sum(counts.values())
    shares = {result: 100 * count / deals for result, count in counts.items()}
    exact = {result: _percent(f"{share:.4f}", words) for result, share in shares.items()}
    part = _percent(f"{100 * kind['hands'] / hands:.2f}", words)
    return KindBar(
        label=kind["label"],
        hands=words.text("odds.plot.part", {"hands": kind["hands"], "share": part}),
        wins=_percent(f"{shares['win']:.1f}", words),
        title=words.text("odds.plot.results", {"kind": kind["label"], **exact}),
        y=number * _BAR_STEP_PX + 4,
        parts=divided_bar(
            [Column(count, kind=f"bar-{result}") for result, count in counts.items()],
            left=_BAR_LEFT_PX,
            width=_BAR_WIDTH_PX,
            height=_BAR_HEIGHT_PX,
        ),
    )
