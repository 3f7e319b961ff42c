"""The plots of the pages, with their titles and texts."""

from collections.abc import Sequence

from django.utils.formats import date_format

from accounts.ledger.queries import BankrollPoint
from core.clock import to_unix_ms
from core.messages import catalogue
from core.plots import BarPlot, LinePlot, Moment, bar_plot, line_plot
from games.stats.queries.numbers import GameNumbers
from games.stats.queries.statistics import GameStatistics


def bankroll_plot(points: Sequence[BankrollPoint]) -> LinePlot | None:
    """A user's chips over time; None if there are too few points for a line."""
    if len(points) < 2:
        return None
    points = sorted(points, key=lambda point: point.at)
    first, last = points[0], points[-1]
    words, most = catalogue(), max(point.chips for point in points)
    chips = {"first": first.chips, "last": last.chips, "most": most}
    shows = "date" if first.at.date() != last.at.date() else "time"
    shape = {"date": "SHORT_DATE_FORMAT", "time": "TIME_FORMAT"}[shows]
    return line_plot(
        [
            (Moment(to_unix_ms(point.at), date_format(point.at, shape)), point.chips)
            for point in points
        ],
        shows=shows,
        title=words.text("statistics.bankroll"),
        words=words.text("statistics.bankroll_range", chips),
    )


def strength_plot(one: GameStatistics) -> BarPlot | None:
    """The results of shown hands by strength, strongest first; None if there are none."""
    if not one.strengths:
        return None
    best = max(one.strengths, key=lambda strength: strength.net)
    shown = sum(strength.hands for strength in one.strengths)
    words, game = catalogue(), {"game": one.game_name}
    return bar_plot(
        [
            (s.label, s.net, words.text("statistics.result", {"net": s.net, "count": s.hands}))
            for s in one.strengths
        ],
        title=words.text("statistics.strengths", game),
        words=words.text(
            "statistics.strengths_best", {"count": shown, "hand": best.label, "net": best.net}
        ),
    )


def classes_plot(numbers: GameNumbers) -> BarPlot | None:
    """How often each class was dealt, compared with theory; None before any is published."""
    if not numbers.deals:
        return None
    rows = [(row, 100 * row.share) for row in reversed(numbers.classes)]
    words = catalogue()
    return bar_plot(
        [
            (row.label, share, words.text("statistics.percent", {"share": f"{share:.2f}"}))
            for row, share in rows
        ],
        title=words.text("statistics.classes", {"game": numbers.name}),
        words=words.text("statistics.classes_marks"),
        marks=[100 * row.chance for row, _share in rows],
    )
