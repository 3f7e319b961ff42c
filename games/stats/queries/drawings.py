"""The plots of the pages, with their titles and texts."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import date_format

from accounts.ledger.queries import BankrollPoint
from core.plots import BarPlot, LinePlot, bar_plot, line_plot
from games.stats.queries.numbers import GameNumbers
from games.stats.queries.statistics import GameStatistics


def bankroll_plot(points: Sequence[BankrollPoint]) -> LinePlot | None:
    """A user's chips over time; None if there are too few points for a line."""
    if len(points) < 2:
        return None
    points = sorted(points, key=lambda point: point.at)
    first, last = points[0], points[-1]
    most = max(point.chips for point in points)
    times = [timezone.localtime(point.at) for point in points]
    shape = "j M Y" if times[0].date() != times[-1].date() else "H:i"
    return line_plot(
        [(point.at.timestamp(), point.chips) for point in points],
        [date_format(time, shape) for time in times],
        title="Bankroll over time",
        words=f"From {first.chips:,} chips to {last.chips:,}; at most {most:,}.",
    )


def strength_plot(one: GameStatistics) -> BarPlot | None:
    """The results of shown hands by strength, strongest first; None if there are none."""
    if not one.strengths:
        return None
    best = max(one.strengths, key=lambda strength: strength.net)
    shown = sum(strength.hands for strength in one.strengths)
    return bar_plot(
        [
            (s.label, s.net, f"{s.net:+,} ({s.hands:,})" if s.hands else "none")
            for s in one.strengths
        ],
        title=f"{one.game_name}: results by strength of hand",
        words=f"{shown:,} open hands; most came from {best.label.lower()} ({best.net:+,}).",
    )


def classes_plot(numbers: GameNumbers) -> BarPlot | None:
    """How often each class was dealt, compared with theory; None before any is published."""
    if not numbers.deals:
        return None
    rows = tuple(reversed(numbers.classes))
    return bar_plot(
        [(row.label, 100 * row.share, f"{100 * row.share:.2f} %") for row in rows],
        title=f"{numbers.name}: hands dealt, by class",
        words="Bars show the deals, marks the expected numbers.",
        marks=[100 * row.chance for row in rows],
    )
