"""Tables: their state and seats, and staff actions on them."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Count, F, Q, QuerySet, Sum
from django.http import HttpRequest

from accounts.ledger.models import Account
from accounts.people.models import User
from core.admin import fields
from core.admin.actions import (
    AdminAction,
    ReasonForm,
    add_actions,
)
from core.admin.base import ByRule, StaffAdmin
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Grid, Section, chips, link, list_link, when
from core.messages import SOURCE, catalogue
from core.staff import rights
from games.engines.core import registry
from games.hands.models import Hand
from games.rulebook.rule_words import RuleWords
from lobby.moderation.actions import tables as moderate
from lobby.moderation.admin.chat import lines_grid
from lobby.moderation.admin.links import OfGame, game_name
from lobby.tables.models import ChatLine, Seat, Table

CHAT_LINES_MAX = 15


class Clock(ByRule):
    """Filters tables with a hand in progress, or frozen ones."""

    title = "clock"
    parameter_name = "clock"

    def rules(self) -> dict[str, tuple[str, Q]]:
        return {
            "live": ("Hand in progress", Q(head__live=True)),
            "frozen": ("Frozen", Q(head__frozen=True)),
        }


@admin.register(Table)
class TableAdmin(StaffAdmin):
    menu_item = MenuItem("Tables", "Room", "table_restaurant")
    target_kind = "table"
    list_display = (
        "name",
        "game_name",
        "plays_for",
        "stands",
        "taken",
        "held",
        "hands_dealt",
        "created_at",
    )
    list_filter = ("state", Clock, OfGame, "plays_for", "private", "is_house_table")
    search_fields = ("name", "slug", "seats__user__name")
    search_help_text = "Search by table name, address or player."
    ordering = ("-created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        rows: QuerySet[Table] = super().get_queryset(request).select_related("head")
        return rows.annotate(
            taken_now=Count("seats", distinct=True),
            chips_now=Sum(F("seats__stack") + F("seats__pending")),
        )

    @admin.display(description="game", ordering="game")
    def game_name(self, row: Table) -> str:
        return game_name(row)

    @admin.display(description="state")
    def stands(self, row: Table) -> str:
        return state_of(row)

    @admin.display(description="seats")
    def taken(self, row: Any) -> str:
        return f"{row.taken_now} of {row.max_seats}"

    @admin.display(description="on the table")
    def held(self, row: Any) -> str:
        return chips(row.chips_now or 0)

    def sections(self, request: HttpRequest, row: Table) -> Sequence[Section]:
        shown: list[Section] = [_facts(row), _seats(row), _hands(row)]
        if rights.may(request.user, rights.Right.CHAT):
            lines = ChatLine.objects.filter(table=row).select_related("user")
            shown.append(lines_grid(lines.order_by("-id")[:CHAT_LINES_MAX], "Latest chat messages"))
        return shown


def state_of(table: Table) -> str:
    """A table's state in a few words."""
    head = getattr(table, "head", None)
    if head is None or table.state == Table.State.CLOSED:
        return table.get_state_display()
    hand = ", hand in progress" if head.live else ""
    return f"{'Frozen' if head.frozen else table.get_state_display()}{hand}"


def _facts(row: Table) -> Facts:
    game, head = registry.get(row.game), getattr(row, "head", None)
    escrow = Account.objects.filter(kind=Account.Kind.ESCROW, owner_id=row.pk).first()
    hand = Hand.objects.filter(pk=head.hand_id).defer("sealed").first() if head else None
    words = RuleWords(row.game, catalogue(SOURCE))
    stakes = words.stakes(game.stakes(game.rules_from_json(row.rules)))
    return Facts(
        "Table",
        [
            ("Status", state_of(row)),
            ("Frozen since", when(head.frozen_at if head else None)),
            ("Game", f"{words.name}, {row.preset}, {stakes}, for {row.get_plays_for_display()}"),
            ("Address", f"/t/{row.slug}/{' (private)' if row.private else ''}"),
            ("Spectators see", row.get_spectators_display()),
            ("Host", link(row.host)),
            ("Escrow", link(escrow, chips(escrow.balance)) if escrow else "none"),
            ("Current hand", link(hand, f"hand {hand.number}") if hand else "no hand"),
            ("All hands", list_link("games.hand", "list", table=row.pk)),
            ("All chat messages", list_link("lobby.chatline", "list", table=row.pk)),
            ("Reports", list_link("lobby.report", "list", table=row.pk)),
            ("Opened", when(row.created_at)),
            ("Closed", when(row.closed_at)),
        ],
    )


def _seats(row: Table) -> Grid:
    seats = Seat.objects.filter(table=row).select_related("user").order_by("number")
    rows = [
        (
            one.number,
            link(one.user),
            one.user.kind,
            chips(one.stack),
            chips(one.pending),
            one.get_status_display(),
            when(one.seen_at),
        )
        for one in seats
    ]
    heads = ("Seat", "Who", "Kind", "Chips", "Topped up", "State", "Last seen")
    note = "While a hand is in progress, chips are shown as at its start."
    return Grid("Seats", heads, rows, empty="No players.", note=note)


def _hands(row: Table) -> Grid:
    latest = Hand.objects.filter(table_id=row.pk).defer("sealed").order_by("-number")
    rows = [
        (
            link(one, f"Hand {one.number}"),
            one.get_status_display(),
            when(one.started_at),
            len(one.opening["seats"]),
        )
        for one in latest[:CHAT_LINES_MAX]
    ]
    return Grid("Latest hands", ("Hand", "State", "Began", "Players"), rows)


# Actions --------------------------------------------------------------------------------------
class KickForm(ReasonForm):
    person = fields.choice([])

    def __init__(self, *args: Any, row: Table, **kwargs: Any) -> None:
        super().__init__(*args, row=row, **kwargs)
        seats = Seat.objects.filter(table=row).select_related("user").order_by("number")
        here = [(str(one.user_id), one.user.name) for one in seats]
        fields.one_of_these(self, "person", here)


def _drain(by: User, row: Table, reason: str) -> None:
    moderate.drain(by=by, table_id=row.pk, reason=reason)


def _freeze(by: User, row: Table, reason: str) -> None:
    moderate.freeze(by=by, table_id=row.pk, reason=reason)


def _thaw(by: User, row: Table, reason: str) -> None:
    moderate.thaw(by=by, table_id=row.pk, reason=reason)


def _close(by: User, row: Table, reason: str) -> None:
    moderate.close(by=by, table_id=row.pk, reason=reason)


def _kick(by: User, row: Table, reason: str, *, person: str) -> None:
    moderate.kick(by=by, table_id=row.pk, user_id=uuid.UUID(person), reason=reason)


def _not_closed(row: Table) -> bool:
    return row.state != Table.State.CLOSED


def _runs(row: Table) -> bool:
    return _not_closed(row) and not row.head.frozen


def _frozen(row: Table) -> bool:
    return _not_closed(row) and row.head.frozen


def _drains_not(row: Table) -> bool:
    return row.state in (Table.State.OPEN, Table.State.PAUSED)


add_actions(
    Table,
    AdminAction("table.freeze", "Freeze now", _freeze, applies=_runs, grave=True),
    AdminAction("table.thaw", "Resume", _thaw, applies=_frozen),
    AdminAction("table.drain", "Drain", _drain, applies=_drains_not),
    AdminAction("table.close", "Close", _close, applies=_not_closed, grave=True),
    AdminAction("table.kick", "Remove a player", _kick, KickForm, applies=_not_closed),
)
