"""Flows of chips between players: a user's partners, and the matrix of several users."""

import datetime
import uuid
from collections.abc import Collection
from itertools import permutations
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from accounts.people.models import User
from accounts.people.names.spelling import NAME_CHARS_MAX
from accounts.people.queries import sign_ins
from core.admin.menu import MenuItem
from core.admin.pages import Page, add_page
from core.admin.sections import (
    GRID_ROWS_MAX,
    Grid,
    Section,
    add_sections,
    chips,
    link_to,
    list_link,
)
from core.staff import rights
from games.stats.queries.pairs import pair_matrix, partners_of
from lobby.moderation.detection.chip_dumping import LARGE_STAKES_MIN, LATE_STAKES_MIN
from lobby.moderation.queries.chip_dumping import watch

USERS_MAX = 12
"""The most users in one matrix."""
FOLDS_WINDOW = datetime.timedelta(days=30)
_FLAGS = {"address": "⚑", "device": "⌂"}
SPANS = {"1": "this month", "3": "3 months", "12": "12 months"}


def _since(months: str) -> datetime.date:
    """The first day of the month in which a span begins."""
    today = timezone.now().date()
    number = today.year * 12 + today.month - int(months)
    return datetime.date(number // 12, number % 12 + 1, 1)


def _matrix(request: HttpRequest) -> tuple[str, dict[str, Any]]:
    asked = request.GET.get("people", "")
    months = request.GET.get("months", "3")
    months = months if months in SPANS else "3"
    parts = [part for part in asked.split(",") if part.strip()][:USERS_MAX]
    found = {user.pk: user for part in parts if (user := User.objects.called(part)) is not None}
    people = sorted(found.values(), key=lambda user: user.name)
    context = {
        "asked": asked,
        "asked_chars_max": USERS_MAX * (NAME_CHARS_MAX + 1),
        "months": months,
        "spans": SPANS,
        "sections": _grids(people, _since(months)),
        "missing": len(parts) - len(people),
        "most": USERS_MAX,
    }
    return "staff/pairs.html", context


def _grids(people: list[User], since: datetime.date) -> list[Section]:
    if len(people) == 1:
        return [partners_grid(people[0], since=since)]
    links = {one.pk: link_to("accounts.user", one.pk, one.name) for one in people}
    shared = sign_ins.pairs_sharing([one.pk for one in people])
    pairs = pair_matrix([one.pk for one in people], since=since)
    cells: dict[tuple[uuid.UUID, uuid.UUID], tuple[int, int]] = {}
    for pair in pairs:
        for first, second, sign in (
            (pair.first_id, pair.second_id, 1),
            (pair.second_id, pair.first_id, -1),
        ):
            hands, net = cells.get((first, second), (0, 0))
            cells[first, second] = hands + pair.hands, net + sign * pair.net
    rows = [
        (
            links[one.pk],
            *(
                _cell(cells.get((one.pk, other.pk)), shared.get(frozenset((one.pk, other.pk)), ()))
                for other in people
            ),
        )
        for one in people
    ]
    note = (
        "Each row shows what that player won from the others, and hands together."
        " ⚑ same address, ⌂ same device."
    )
    matrix = Grid("Matrix", ("", *(one.name for one in people)), rows, note=note)
    return [matrix, _folds_grid(people)] if people else [matrix]


def _folds_grid(people: list[User]) -> Grid:
    """Large losses and late folds of each pair over some days, read from the hands themselves."""
    now = timezone.now()
    seen = watch(since=now - FOLDS_WINDOW, until=now, people=[one.pk for one in people])
    rows = []
    for one, other in permutations(people, 2):
        exchange = seen.exchange(one.pk, other.pk)
        if exchange is not None:
            lost = exchange.ways[one.pk < other.pk]
            rows.append(
                (one.name, other.name, exchange.hands.total(), lost.hands, lost.large, lost.folds)
            )
    large, late = f"{LARGE_STAKES_MIN:.0f}", f"{LATE_STAKES_MIN:.0f}"
    note = f"Large: {large} stakes or more. Late: with {late} stakes in the pot."
    heads = ("Who", "To", "Hands together", "Lost in", "Large losses", "Late folds")
    return Grid(
        f"Losses and folds to each other, last {FOLDS_WINDOW.days} days",
        heads,
        rows,
        empty="These players never played together.",
        note=note,
    )


def _cell(found: tuple[int, int] | None, shared: Collection[str]) -> str:
    text = f"{chips(found[1], signed=True)} in {found[0]:,}" if found else "–"
    flags = "".join(sign for kind, sign in _FLAGS.items() if kind in shared)
    return f"{text} {flags}" if flags else text


def partners_grid(user: User, *, since: datetime.date | None = None) -> Grid:
    """The users with whom a user played for chips, the largest flow first."""
    found = partners_of(user.pk, since=since)[:GRID_ROWS_MAX]
    rows = [
        (
            link_to("accounts.user", one.user_id, one.name),
            f"{one.hands:,}",
            chips(one.net, signed=True),
            list_link("games.hand", "hands together", q=f"{user.name}, {one.name}"),
        )
        for one in found
    ]
    heads = ("With", "Hands", f"{user.name} won", "")
    return Grid("Played with, for chips", heads, rows, empty="No one yet.")


def _partners(request: HttpRequest, user: User) -> list[Section]:
    return [] if user.is_bot else [partners_grid(user)]


add_sections(User, _partners)
add_page(
    Page(
        "pairs", "pairs/", MenuItem("Pairs", "People", "compare_arrows"), rights.Right.LOOK, _matrix
    )
)
