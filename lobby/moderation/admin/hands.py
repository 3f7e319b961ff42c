"""Hands: search by player and table, read, void.

`games.hands.admin` makes a hand's page from the spectators' view alone. The one exception is the
page of revealed cards, for the two staff members who revealed them.
"""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from accounts.people.models import User
from core.admin.actions import (
    AdminAction,
    add_actions,
)
from core.admin.base import StaffAdmin
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Section, chips, list_link
from core.errors import RequestRefused
from core.staff import proposals
from games.dealing.actions.retention import keep_deck, release_deck
from games.hands.admin import facts_of, sections_of, seen_from_the_spectators
from games.hands.models import Hand, HandSeat
from games.hands.queries.unsealed import unsealed_replay
from lobby.moderation.actions.void import void_hand
from lobby.moderation.admin.links import OfGame, OfTable, PlayedIn, game_name, table_links
from lobby.tables.models import Table


@admin.register(Hand)
class HandAdmin(StaffAdmin):
    menu_item = MenuItem("Hands", "Room", "playing_cards")
    target_kind = "hand"
    list_display = ("title", "table", "game_name", "players", "pot", "status", "started_at")
    list_filter = ("status", OfGame, OfTable, PlayedIn, "started_at")
    search_fields = ("pk",)
    search_help_text = (
        "Search by player or table. Separate several with commas to find hands with all of them."
    )
    ordering = ("-started_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        name = Table.objects.filter(pk=OuterRef("table_id")).values("name")
        rows: QuerySet[Hand] = super().get_queryset(request).annotate(table_name=Subquery(name))
        # A list needs no sealed deck; a page reads its one hand in full.
        return rows.defer("sealed")

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        for part in filter(None, map(str.strip, search_term.split(","))):
            queryset = queryset.filter(_with(part))
        return queryset, False

    @admin.display(description="hand")
    def title(self, row: Hand) -> str:
        return f"Hand {row.number}"

    @admin.display(description="table", ordering="table_name")
    def table(self, row: Any) -> str:
        return row.table_name or "–"

    @admin.display(description="game", ordering="game")
    def game_name(self, row: Hand) -> str:
        return game_name(row)

    @admin.display(description="seats")
    def players(self, row: Hand) -> int:
        return len(row.opening["seats"])

    @admin.display
    def pot(self, row: Hand) -> str:
        pots = (row.result or {}).get("pots", [])
        return chips(sum(pot["amount"] for pot in pots)) if pots else "–"

    def heading(self, row: Hand) -> str:
        return f"Hand {row.number} at {getattr(row, 'table_name', None) or 'a closed table'}"

    def sections(self, request: HttpRequest, row: Hand) -> Sequence[Section]:
        table = table_links([row.table_id]).get(row.table_id, "–")
        facts = facts_of(row, table)
        opened = reverse("admin:games_hand_opened", args=[row.pk])
        more = [
            ("More hands at this table", list_link("games.hand", "list", table=row.table_id)),
            ("Deck", row.get_deck_display()),
            (
                "Revealed cards",
                format_html(
                    '<a href="{}">only for the two staff members who revealed them</a>', opened
                ),
            ),
        ]
        return [Facts(facts.title, [*facts.rows, *more]), *seen_from_the_spectators(row)]

    def more_urls(self, named: str) -> list[URLPattern]:
        opened = self.admin_site.admin_view(self.opened_view)
        return [path("<uuid:hand_id>/opened/", opened, name=f"{named}_opened")]

    def opened_view(self, request: HttpRequest, hand_id: uuid.UUID) -> HttpResponse:
        """Revealed cards, for a day and only for the two staff members who revealed them."""
        row = self.row(request, str(hand_id))
        try:
            shown = unsealed_replay(hand_id=row.pk, by=_staff(request))
        except RequestRefused as refused:
            facts = Facts("Revealed cards", [("No access", refused.text)])
            page = self._render(request, "staff/page.html", row, {"sections": [facts]})
            page.status_code = 403
            return page
        return self._render(request, "staff/page.html", row, {"sections": sections_of(shown)})


def _staff(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _with(part: str) -> Q:
    """Hands with a player of this name, at a table with this name or address, or with this id."""
    played = HandSeat.objects.filter(user=User.objects.called(part)).values("hand")
    tables = Table.objects.filter(Q(name__icontains=part) | Q(slug=part)).values("pk")
    found = Q(pk__in=played) | Q(table_id__in=tables)
    try:
        return found | Q(pk=uuid.UUID(part))
    except ValueError:
        return found


# Actions --------------------------------------------------------------------------------------
def _void(by: User, row: Hand, reason: str) -> None:
    void_hand(by=by, hand_id=row.pk, reason=reason)


def _unseal(by: User, row: Hand, reason: str) -> None:
    proposals.propose(by=by, kind="unseal", payload={"hand": str(row.pk)}, reason=reason)


def _keep(by: User, row: Hand, reason: str) -> None:
    keep_deck(by=by, hand_id=row.pk, reason=reason)


def _release(by: User, row: Hand, reason: str) -> None:
    release_deck(by=by, hand_id=row.pk, reason=reason)


def _stands(row: Hand) -> bool:
    return row.status != Hand.Status.VOID


def _over(row: Hand) -> bool:
    return row.status != Hand.Status.LIVE


def _whole(row: Hand) -> bool:
    return row.deck == Hand.Deck.WHOLE


def _kept(row: Hand) -> bool:
    return row.deck == Hand.Deck.KEPT


add_actions(
    Hand,
    AdminAction("hand.keep", "Keep the whole deck", _keep, applies=_whole),
    AdminAction("hand.release", "Stop keeping the deck", _release, applies=_kept),
    AdminAction("hand.void", "Void the hand", _void, applies=_stands, grave=True),
    AdminAction("proposal.unseal", "Propose revealing hidden cards", _unseal, applies=_over),
)
