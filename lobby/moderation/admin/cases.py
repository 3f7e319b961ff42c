"""Cases: the queue of reports; each has its hand, chat lines and the events around it."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.html import format_html_join

from accounts.people.models import User
from core.admin import fields
from core.admin.actions import (
    AdminAction,
    ReasonForm,
    add_actions,
)
from core.admin.base import StaffAdmin
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Grid, Section, chips, link, names_of, when
from core.staff import rights
from games.hands.admin import actions_grid
from games.hands.models import Hand
from lobby.moderation.actions import cases as reports
from lobby.moderation.admin.decision_times import figures_of
from lobby.moderation.admin.links import OfTable
from lobby.moderation.admin.people import timeline_grid
from lobby.moderation.models import Report
from lobby.moderation.models.case import NOTE_CHARS_MAX

CHAT_BEFORE_WINDOW, CHAT_AFTER_WINDOW = datetime.timedelta(hours=2), datetime.timedelta(minutes=30)


class About(OfTable):
    """Filters reports about one user."""

    title = "about"
    parameter_name = "about"
    field = "about_id"

    def name_of(self, asked: str) -> str:
        return str(next(iter(names_of([asked]).values()), "nobody"))


@admin.register(Report)
class ReportAdmin(StaffAdmin):
    menu_item = MenuItem("Reports", "Room", "flag")
    right = rights.Right.CHAT
    target_kind = "report"
    list_display = ("at", "kind", "about", "others", "by", "table", "state", "handler", "verdict")
    list_filter = ("state", "kind", "verdict", OfTable, About)
    list_select_related = ("about", "by", "table", "handler")
    search_fields = ("about__name", "by__name", "table__name", "text")
    search_help_text = "Search by reported player, reporter, table or words."

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        same = Report.objects.filter(about=OuterRef("about")).exclude(state=Report.State.CLOSED)
        counted = same.values("about").annotate(number=Count("pk")).values("number")
        rows: QuerySet[Report] = super().get_queryset(request)
        return rows.annotate(others_now=Subquery(counted))

    def get_ordering(self, request: HttpRequest) -> Sequence[Any]:
        # Open cases first, the oldest on top.
        return [F("closed_at").desc(nulls_first=True), "at"]

    @admin.display(description="open about the player")
    def others(self, row: Any) -> int:
        return row.others_now or 0

    def heading(self, row: Report) -> str:
        return f"{row.get_kind_display()}: {row.about or row.table}"

    def sections(self, request: HttpRequest, row: Report) -> Sequence[Section]:
        hand = Hand.objects.filter(pk=row.hand_id).first() if row.hand_id else None
        facts = Facts(
            "Report",
            [
                ("About", link(row.about)),
                ("Kind", row.get_kind_display()),
                ("Said", row.text or "–"),
                ("By", link(row.by) if row.by else "the house"),
                ("When", when(row.at)),
                ("Table", link(row.table)),
                ("Hand", link(hand, f"hand {hand.number}") if hand else "none"),
                ("State", row.get_state_display()),
                ("Handler", link(row.handler)),
                ("Verdict", row.get_verdict_display() or "–"),
                ("Closed", when(row.closed_at)),
            ],
        )
        shown: list[Section] = [facts, _figures(row) if row.by is None else _lines(row)]
        shown.append(_notes(row))
        if hand is not None:
            shown.append(actions_grid(hand))
        if row.about is not None:
            title = f"{row.about.name}'s activity around that time"
            shown.append(
                timeline_grid(
                    row.about,
                    title,
                    since=row.at - CHAT_BEFORE_WINDOW,
                    until=row.at + CHAT_AFTER_WINDOW,
                    with_sign_ins=rights.may(request.user, rights.Right.TABLES),
                )
            )
        return shown


def _figures(row: Report) -> Facts:
    """The figures of a search (a pair or ring, with counts in both directions; or a user).

    For an audit finding, its details.
    """
    if row.kind == Report.Kind.UNDECLARED_BOT:
        return figures_of(row)
    found = row.figures
    if "finding" in found:
        seen = [("Check", found["finding"]), ("About", found["subject"]), ("Seen", found["seen"])]
        return Facts("First audit finding; the dashboard lists all", seen)
    people = names_of((*found["givers"], found["receiver"]))
    givers = format_html_join(", ", "{}", ((people[giver],) for giver in found["givers"]))
    rows = [
        ("Chips went from", givers),
        ("to", people[found["receiver"]]),
        ("Chips", chips(found["chips"])),
        ("Hands together", found["hands"]),
        *(_measured(found) if "stakes" in found else ()),
        ("From", found["since"][:16]),
        ("Until", found["until"][:16]),
    ]
    return Facts("Evidence", rows)


def _measured(found: dict[str, Any]) -> list[tuple[str, Any]]:
    """The measures of the search of hands; the search of the ledger has only chips."""
    return [
        ("in stakes", f"{found['stakes']:,.0f}"),
        *(
            (name, "{} there, {} back".format(*found[key]))
            for name, key in (("Hands", "ways"), ("Large losses", "large"), ("Late folds", "folds"))
        ),
        (
            "Share of hands",
            "{1:.0%} of the givers', {0:.0%} of the other's".format(*found["share"]),
        ),
        ("Likelihood by chance", f"at most one such pair in 10^{found['score']:.1f} periods"),
    ]


def _lines(row: Report) -> Grid:
    people = names_of(line["user"] for line in row.lines)
    rows = [
        (
            line["at"][:19].replace("T", " "),
            people.get(str(line["user"]), "the house"),
            line["room"],
            line["text"],
        )
        for line in reversed(row.lines)
    ]
    heads = ("When", "Who", "Room", "Line")
    return Grid("Chat the reporter could read, as written", heads, rows, empty="No messages.")


def _notes(row: Report) -> Grid:
    rows = [
        (when(one.at), link(one.by), one.text)
        for one in row.notes.select_related("by").order_by("id")
    ]
    return Grid("Case notes", ("When", "Who", "Note"), rows, empty="None yet.")


# Actions --------------------------------------------------------------------------------------
class NoteForm(ReasonForm):
    text = fields.passage(max_length=NOTE_CHARS_MAX)


class CloseForm(ReasonForm):
    verdict = fields.choice(Report.Verdict.choices)


def _take(by: User, row: Report, reason: str) -> None:
    reports.take(by=by, report_id=row.pk, reason=reason)


def _note(by: User, row: Report, reason: str, *, text: str) -> None:
    reports.note(by=by, report_id=row.pk, text=text, reason=reason)


def _close(by: User, row: Report, reason: str, *, verdict: str) -> None:
    reports.close_report(by=by, report_id=row.pk, verdict=verdict, reason=reason)


def _open(row: Report) -> bool:
    return row.state != Report.State.CLOSED


add_actions(
    Report,
    AdminAction("report.take", "Take case", _take, applies=_open),
    AdminAction("report.note", "Add note", _note, NoteForm),
    AdminAction("report.close", "Close case", _close, CloseForm, applies=_open),
)
