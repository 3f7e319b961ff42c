"""A user's decision times: the bars on their page, and the figures of a case."""

import datetime
from bisect import bisect_right

from django.http import HttpRequest
from django.utils import timezone

from accounts.people.models import User
from core.admin.charts import Chart
from core.admin.sections import Facts, Section, add_sections
from core.plots import Column
from core.staff import rights
from lobby.moderation.models import Report
from lobby.moderation.queries.bots import decisions

CHART_WINDOW = datetime.timedelta(days=7)
DECADE_BARS = 10
"""Bars per factor of ten, starting at a tenth of a second."""
_EDGES = [100 * 10 ** (step / DECADE_BARS) for step in range(int(2.8 * DECADE_BARS) + 1)]


def times_of(user: User) -> Chart:
    """A histogram of a user's decision times on a logarithmic scale."""
    now = timezone.now()
    made = [
        one
        for _, theirs in decisions(since=now - CHART_WINDOW, until=now, people=[user.pk])
        for one in theirs
    ]
    counts = [0] * len(_EDGES)
    for one in made:
        counts[max(0, bisect_right(_EDGES, one.took_ms) - 1)] += 1
    columns = [
        Column(
            count,
            f"from {edge / 1000:.2g} s: {count:,}",
            f"{edge / 1000:g} s" if index % DECADE_BARS == 0 else "",
        )
        for index, (edge, count) in enumerate(zip(_EDGES, counts, strict=True))
    ]
    return Chart(
        f"Time taken for {len(made):,} decisions, last {CHART_WINDOW.days} days",
        columns if made else (),
        empty="None.",
        note="People's times form a broad hump with a long tail to the right.",
    )


def figures_of(case: Report) -> Facts:
    """The figures of a user's decision times in a bot-detection case."""
    found = case.figures
    return Facts(
        "Evidence",
        [
            ("What stands out", f"{found['reason']}, {found['score']:.1f} deviations from people"),
            ("Decisions", f"{found['decisions']:,} in {found['hands']:,} hands"),
            ("Middle half took", "{:.2f} to {:.2f} s".format(*found["half_s"])),
            (
                "Standard deviation of log times",
                f"{found['spread']:.2f}; typical for people: 0.35 to 1",
            ),
            ("Faster than 0.15 s", f"{found['at_once']:.1%}"),
            ("Longest session without a break", f"{found['hours']:.1f} h"),
            ("From", found["since"][:16]),
            ("Until", found["until"][:16]),
        ],
    )


def _times(request: HttpRequest, user: User) -> list[Section]:
    sees = rights.may(request.user, rights.Right.CHAT) and not user.is_any_bot
    return [times_of(user)] if sees else []


add_sections(User, _times)
