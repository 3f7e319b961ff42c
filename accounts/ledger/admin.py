"""Staff pages of the ledger (read only): accounts, entries and their postings."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.ledger.models import Account, Entry, Posting
from core.admin.base import ByLink, StaffAdmin
from core.admin.menu import MenuItem
from core.admin.sections import (
    GRID_ROWS_MAX,
    Facts,
    Grid,
    Section,
    chips,
    link,
    link_to,
    list_link,
    when,
)


def account_name(account: Account) -> Any:
    """An account with its owner, as a link to its page."""
    whose = account.user.name if account.user else str(account.owner_id or "")[:8]
    return link(account, f"{account.get_kind_display()} {whose}".strip())


@admin.register(Account)
class AccountAdmin(StaffAdmin):
    menu_item = MenuItem("Accounts", "Money", "account_balance_wallet")
    list_display = ("id", "kind", "user", "owner_id", "held")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__name", "owner_id")
    search_help_text = "Search by player name or table id."
    ordering = ("-id",)

    @admin.display(description="balance", ordering="balance")
    def held(self, row: Account) -> str:
        return chips(row.balance)

    def heading(self, row: Account) -> str:
        return f"Account {row.pk}: {row.kind} {row.user.name if row.user else ''}".strip()

    def sections(self, request: HttpRequest, row: Account) -> Sequence[Section]:
        owner = link_to("lobby.table", row.owner_id, row.owner_id) if row.kind == "escrow" else None
        facts = Facts(
            "Account",
            [
                ("Kind", row.get_kind_display()),
                ("Person", link(row.user)),
                ("Table or tournament", owner or row.owner_id or "–"),
                ("Balance", chips(row.balance)),
                ("All entries", list_link("accounts.entry", "list", account=row.pk)),
            ],
        )
        return [facts, _movements(row)]


def _movements(row: Account) -> Grid:
    """The latest postings, each with the account on the other side."""
    latest = (
        row.postings.select_related("entry")
        .prefetch_related("entry__postings__account__user")
        .order_by("-id")[:GRID_ROWS_MAX]
    )
    rows = []
    for posting in latest:
        others = [one for one in posting.entry.postings.all() if one.account_id != row.pk]
        partner = account_name(others[0].account) if len(others) == 1 else f"{len(others)} accounts"
        rows.append(
            (
                link(posting.entry, posting.entry_id),
                when(posting.entry.at),
                posting.entry.kind,
                partner,
                posting.entry.memo,
                chips(posting.amount, signed=True),
                chips(posting.balance_after),
            )
        )
    heads = ("Entry", "When", "Kind", "Other side", "Memo", "Chips", "Balance after")
    return Grid("Latest entries", heads, rows)


class OfAccount(ByLink):
    title = "account"
    parameter_name = "account"
    field = "postings__account"


@admin.register(Entry)
class EntryAdmin(StaffAdmin):
    menu_item = MenuItem("Entries", "Money", "receipt_long")
    list_display = ("id", "at", "kind", "moved", "accounts", "memo", "by")
    list_filter = ("kind", OfAccount, "at")
    list_select_related = ("by",)
    search_fields = ("uid", "postings__account__user__name")
    search_help_text = "Search by player name or entry id."
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        rows: QuerySet[Entry] = super().get_queryset(request)
        return rows.prefetch_related("postings__account__user")

    @admin.display(description="chips")
    def moved(self, row: Entry) -> str:
        return chips(sum(one.amount for one in _postings(row) if one.amount > 0))

    @admin.display(description="from → to")
    def accounts(self, row: Entry) -> str:
        sides = {True: "", False: ""}
        for one in _postings(row):
            name = str(one.account.user or one.account.kind)
            sides[one.amount < 0] = f"{sides[one.amount < 0]}, {name}".strip(", ")
        return f"{sides[True]} → {sides[False]}"

    def heading(self, row: Entry) -> str:
        return f"Entry {row.pk}: {row.get_kind_display()}"

    def sections(self, request: HttpRequest, row: Entry) -> Sequence[Section]:
        postings = [
            (account_name(one.account), chips(one.amount, signed=True), chips(one.balance_after))
            for one in _postings(row)
        ]
        return [
            Facts(
                "Entry",
                [
                    ("When", when(row.at)),
                    ("Kind", row.get_kind_display()),
                    ("Id", row.uid),
                    ("Memo", row.memo or "–"),
                    ("By", link(row.by)),
                ],
            ),
            Grid(
                "Postings",
                ("Account", "Chips", "Balance after"),
                postings,
                note="The postings add up to zero.",
            ),
        ]


def _postings(row: Entry) -> Sequence[Posting]:
    return sorted(row.postings.all(), key=lambda one: one.amount)
