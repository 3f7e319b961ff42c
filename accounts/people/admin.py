"""Staff pages of users: search, details, and staff actions."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from accounts import ledger
from accounts.ledger import queries as ledger_queries
from accounts.ledger.models import Account
from accounts.people.actions.roles import set_roles
from accounts.people.actions.second_factor import take_away
from accounts.people.models import User
from accounts.people.names import spelling
from accounts.people.queries import profile, second_factor, sign_ins
from accounts.sanctions import actions as sanctions
from accounts.sanctions import code_of_conduct
from accounts.sanctions.models import NOTE_CHARS_MAX, Sanction
from accounts.sanctions.queries import history
from core.admin import fields
from core.admin.actions import (
    AdminAction,
    ReasonForm,
    add_actions,
)
from core.admin.base import ByRule, StaffAdmin
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Grid, Section, chips, link, link_to, when
from core.staff import proposals, rights


class Sanctioned(ByRule):
    """Users who are muted, suspended or banned now."""

    title = "sanction"
    parameter_name = "sanction"

    def rules(self) -> dict[str, tuple[str, Q]]:
        now = timezone.now()
        return {
            "muted": ("Muted now", Q(muted_until__gt=now)),
            "suspended": ("Suspended or banned now", Q(suspended_until__gt=now)),
            "any": ("Ever", Q(pk__in=Sanction.objects.values("user"))),
        }


@admin.register(User)
class UserAdmin(StaffAdmin):
    menu_item = MenuItem("People", "People", "group")
    target_kind = "person"
    list_display = ("name", "kind", "wallet", "status", "on_staff", "date_joined", "last_login")
    list_filter = ("kind", Sanctioned, "is_staff")
    search_fields = ("name_key", "name")
    search_help_text = "Search by name, in any spelling."
    ordering = ("-date_joined",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        purse = Account.objects.filter(kind=Account.Kind.WALLET, user=OuterRef("pk"))
        factor = second_factor.factors().filter(user=OuterRef("pk"))
        rows: QuerySet[User] = super().get_queryset(request)
        return rows.annotate(
            chips=Subquery(purse.values("balance")),
            factor_since=Subquery(factor.values("created_at")),
        )

    def get_list_display(self, request: HttpRequest) -> list[str]:
        seen = ["second_factor"] if rights.may(request.user, rights.Right.ROLES) else []
        return [*super().get_list_display(request), *seen]

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> Any:
        return super().get_search_results(request, queryset, spelling.name_key(search_term))

    @admin.display(ordering=F("chips").asc(nulls_first=True))
    def wallet(self, row: Any) -> str:
        return chips(row.chips)

    @admin.display(description="status")
    def status(self, row: User) -> str:
        held = {"suspended": row.is_suspended, "muted": row.is_muted, "closed": not row.is_active}
        return ", ".join(word for word, holds in held.items() if holds) or "active"

    @admin.display(description="staff", ordering="is_staff")
    def on_staff(self, row: User) -> str:
        return "staff" if row.is_staff else ""

    @admin.display(description="second factor since", ordering="factor_since")
    def second_factor(self, row: Any) -> str:
        return when(row.factor_since)

    def sections(self, request: HttpRequest, row: User) -> Sequence[Section]:
        shown: list[Section] = [self._facts(request, row), _sanctions_of(row)]
        if rights.may(request.user, rights.Right.TABLES):
            shown += _sign_ins_of(row)
        return [*shown, _statement_of(row)]

    def _facts(self, request: HttpRequest, row: User) -> Facts:
        sees_factor = rights.may(request.user, rights.Right.ROLES)
        roles = ", ".join(row.groups.order_by("name").values_list("name", flat=True))
        purse = Account.objects.filter(kind=Account.Kind.WALLET, user=row).first()
        return Facts(
            "Player",
            [
                ("Kind", row.get_kind_display() + (f", {row.bot_level}" if row.is_bot else "")),
                ("Status", self.status(row)),
                ("Muted until", when(row.muted_until)),
                ("Suspended until", when(row.suspended_until)),
                ("Wallet", link(purse, chips(purse.balance)) if purse else "none"),
                ("At tables", chips(profile.in_play(row))),
                ("Staff", ("Superuser " if row.is_superuser else "") + (roles or "no role")),
                ("Joined", when(row.date_joined)),
                ("Last log-in", when(row.last_login)),
                *([("Second factor since", when(second_factor.since(row)))] if sees_factor else []),
            ],
        )


def _sanctions_of(row: User) -> Grid:
    heads = ("Since", "Kind", "Until", "Notice", "By", "Appeal")
    rows = [
        (
            link(one, when(one.at)),
            one.get_kind_display(),
            ends_of(one),
            one.notice,
            link(one.by),
            one.verdict or "–",
        )
        for one in history(row.pk)
    ]
    return Grid("Sanctions", heads, rows, empty="No sanctions.")


def _sign_ins_of(row: User) -> list[Section]:
    came = [
        (when(one.at), one.address or "deleted", one.browser) for one in sign_ins.recent(row.pk)
    ]
    same = [
        (link_to("accounts.user", one.user_id, one.name), one.shared, one.times, when(one.last))
        for one in sign_ins.sharers(row.pk)
    ]
    return [
        Grid(
            "Sign-ins",
            ("When", "Address", "Browser"),
            came,
            note="Addresses and devices are deleted after 90 days.",
        ),
        Grid(
            "Other accounts with the same address or device",
            ("Player", "Shared", "Times", "Last"),
            same,
            empty="None.",
        ),
    ]


def _statement_of(row: User) -> Grid:
    page = ledger_queries.statement(row.pk)
    rows = [
        (
            when(one.at),
            one.label,
            one.memo,
            chips(one.amount, signed=True),
            chips(one.balance_after),
        )
        for one in page.object_list
    ]
    heads = ("When", "Kind", "Memo", "Chips", "Wallet after")
    return Grid("Latest wallet entries", heads, rows)


def ends_of(sanction: Sanction) -> str:
    """The end of a sanction."""
    if sanction.ended_at:
        return f"ended {when(sanction.ended_at)}"
    return when(sanction.until) if sanction.until else "permanently"


# Staff actions -------------------------------------------------------------------------------
class BanForm(ReasonForm):
    template = fields.choice(code_of_conduct.suggestions(), label="Notice to the player")
    note = fields.line(max_length=NOTE_CHARS_MAX, help_text="Shown to the player below the notice.")


class SpanForm(BanForm):
    span = fields.choice(code_of_conduct.SPANS.items(), label="For")


class AdjustForm(ReasonForm):
    amount = fields.whole(help_text="Chips to add; a negative number takes chips away.")


class RolesForm(ReasonForm):
    roles = fields.choices([(name, name) for name in rights.ROLES])

    def __init__(self, *args: Any, row: User, **kwargs: Any) -> None:
        held = list(row.groups.values_list("name", flat=True))
        super().__init__(*args, row=row, initial={"roles": held}, **kwargs)


def _until(span: str) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(hours=int(span))


def _mute(by: User, row: User, reason: str, *, span: str, template: str, note: str) -> None:
    sanctions.mute(by=by, user=row, until=_until(span), template=template, reason=reason, note=note)


def _suspend(by: User, row: User, reason: str, *, span: str, template: str, note: str) -> None:
    sanctions.suspend(
        by=by, user=row, until=_until(span), template=template, reason=reason, note=note
    )


def _ban(by: User, row: User, reason: str, *, template: str, note: str) -> None:
    sanctions.ban(by=by, user=row, template=template, reason=reason, note=note)


def _adjust(by: User, row: User, reason: str, *, amount: int) -> None:
    payload = {"user": str(row.pk), "amount": amount}
    proposals.propose(by=by, kind="adjust", payload=payload, reason=reason)


def _wallet_after(row: User, *, amount: int | None) -> Sequence[Section]:
    have = ledger.wallet_balance(row.pk)
    facts = [("Wallet now", chips(have))]
    if amount:
        facts.append(("Wallet after", chips(have + amount)))
    return [Facts("Effect", facts)]


def _roles(by: User, row: User, reason: str, *, roles: list[str]) -> None:
    set_roles(by=by, user=row, roles=roles, reason=reason)


def _factor(by: User, row: User, reason: str) -> None:
    take_away(by=by, user=row, reason=reason)


def _has_factor(row: User) -> bool:
    return second_factor.since(row) is not None


def _plays(row: User) -> bool:
    return not row.is_bot


def _registered(row: User) -> bool:
    return row.is_person


add_actions(
    User,
    AdminAction("user.mute", "Mute", _mute, SpanForm, applies=_plays),
    AdminAction("user.suspend", "Suspend", _suspend, SpanForm, applies=_plays, grave=True),
    AdminAction("user.ban", "Ban", _ban, BanForm, applies=_plays, grave=True),
    AdminAction(
        "proposal.adjust",
        "Propose a balance adjustment",
        _adjust,
        AdjustForm,
        preview=_wallet_after,
    ),
    AdminAction("user.roles", "Set roles", _roles, RolesForm, applies=_registered),
    AdminAction(
        "user.factor", "Remove the second factor", _factor, applies=_has_factor, grave=True
    ),
)
