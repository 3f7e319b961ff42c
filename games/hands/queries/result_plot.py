"""The plot of what a user won and lost over time."""

import datetime
from collections.abc import Sequence
from itertools import accumulate

from django.utils.formats import date_format

from core.clock import to_unix_ms
from core.messages import catalogue
from core.plots import LinePlot, Moment, line_plot

HANDS_MIN = 2
"""With fewer hands there is no line."""


def result_plot(results: Sequence[tuple[datetime.datetime, int]]) -> LinePlot | None:
    """The sum of results, oldest first, after each hand; None for too few hands."""
    if len(results) < HANDS_MIN:
        return None
    first, last = results[0][0], results[-1][0]
    sums = list(accumulate(net for _at, net in results))
    shows = "date" if first.date() != last.date() else "time"
    shape = {"date": "SHORT_DATE_FORMAT", "time": "TIME_FORMAT"}[shows]
    words = catalogue()
    counts = {"hands": len(sums), "net": sums[-1], "best": max(sums), "worst": min(sums)}
    return line_plot(
        [
            (Moment(to_unix_ms(at), date_format(at, shape)), chips)
            for (at, _net), chips in zip(results, sums, strict=True)
        ],
        shows=shows,
        title=words.text("statistics.results"),
        words=words.text("statistics.results_range", counts),
    )
