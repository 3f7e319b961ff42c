"""The lobby's sections of a user's staff page: seats, reports, timeline and refunds."""

import uuid
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from accounts.people.models import User
from core.admin import fields
from core.admin.actions import (
    AdminAction,
    ReasonForm,
    add_actions,
)
from core.admin.sections import (
    GRID_ROWS_MAX,
    Facts,
    Grid,
    Section,
    add_sections,
    chips,
    link,
    link_to,
    list_link,
    when,
)
from core.staff import proposals, rights
from lobby.moderation.admin.links import table_links
from lobby.moderation.models import Report
from lobby.moderation.queries.cases import timeline
from lobby.moderation.queries.refunds import preview
from lobby.tables.models import Seat


def _sections(request: HttpRequest, user: User) -> list[Section]:
    shown: list[Section] = [_seats(user)]
    if rights.may(request.user, rights.Right.CHAT) and not user.is_bot:
        shown.append(_reports(user))
        sees_sign_ins = rights.may(request.user, rights.Right.TABLES)
        shown.append(timeline_grid(user, "Timeline", with_sign_ins=sees_sign_ins))
    return shown


def _seats(user: User) -> Grid:
    seats = Seat.objects.filter(user=user).select_related("table")
    rows = [
        (
            link(one.table),
            one.number,
            chips(one.stack + one.pending),
            one.get_status_display(),
            when(one.sat_at),
        )
        for one in seats
    ]
    hands = list_link("games.hand", "All hands of this player", person=user.pk)
    return Grid(
        "Seats",
        ("Table", "Seat", "Chips", "State", "Since"),
        rows,
        empty="None.",
        note=hands,
    )


def _reports(user: User) -> Grid:
    found = (
        Report.objects.filter(about=user)
        .select_related("by", "table")
        .order_by("-at")[:GRID_ROWS_MAX]
    )
    rows = [
        (
            link(one, when(one.at)),
            one.get_kind_display(),
            link(one.by),
            link(one.table),
            one.get_state_display(),
            one.get_verdict_display() or "–",
        )
        for one in found
    ]
    heads = ("When", "Kind", "By", "Table", "State", "Verdict")
    return Grid("Reports about this player", heads, rows, empty="None.")


def timeline_grid(
    user: User,
    title: str,
    *,
    with_sign_ins: bool,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Grid:
    """A user's chat lines, hands and log-ins, the newest first."""
    moments = timeline(user.pk, since=since, until=until, limit=GRID_ROWS_MAX)
    if not with_sign_ins:
        moments = tuple(one for one in moments if one.kind != "session")
    tables = table_links(one.table_id for one in moments)
    rows = [
        (
            when(one.at),
            one.kind,
            tables.get(one.table_id, "–"),
            link_to("games.hand", one.hand_id, one.text) if one.hand_id else one.text,
            chips(one.amount, signed=True),
        )
        for one in moments
    ]
    return Grid(title, ("When", "Event", "Table", "", "Chips"), rows, empty="None.")


# Refunds --------------------------------------------------------------------------------------
class RefundForm(ReasonForm):
    days = fields.whole(min_value=1, max_value=90, initial=30)
    without = fields.line(
        max_length=2_000,
        help_text="Names of accomplices, separated by commas. They get nothing back.",
    )

    def clean_without(self) -> list[str]:
        """The ids of the accomplices."""
        asked = [part for part in self.cleaned_data["without"].split(",") if part.strip()]
        known = [user for part in asked if (user := User.objects.called(part)) is not None]
        if len({user.pk for user in known}) != len(asked):
            raise fields.wrong("Some of these names have no account here.")
        return [str(user.pk) for user in known]


def _refund(by: User, row: User, reason: str, *, days: int, without: list[str]) -> None:
    payload = {"user": str(row.pk), "days": days, "without": without}
    proposals.propose(by=by, kind="refund", payload=payload, reason=reason)


def _refund_preview(row: User, *, days: int, without: list[str] | None) -> list[Section]:
    found = preview(user_id=row.pk, days=days, without=[uuid.UUID(one) for one in without or ()])
    rows: list[tuple[Any, ...]] = [
        (
            link_to("accounts.user", one.user_id, one.name),
            one.hands,
            chips(one.lost),
            chips(one.refund),
        )
        for one in found.lines
    ]
    return [
        Facts(
            "Effect",
            [
                ("From", when(found.since)),
                ("To", when(found.until)),
                (f"{row.name} gained", chips(found.gained, signed=True)),
                ("Total refund", chips(found.total)),
            ],
        ),
        Grid(
            "Refunds",
            ("Player", "Hands", "Lost", "Refund"),
            rows,
            empty="Nobody lost anything to this account in that time.",
        ),
    ]


add_sections(User, _sections)
add_actions(
    User,
    AdminAction(
        "proposal.refund", "Propose a refund", _refund, RefundForm, preview=_refund_preview
    ),
)
