"""Staff pages of sanctions with their appeals, and of proposals."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from accounts.people.admin import ends_of
from accounts.people.models import User
from accounts.sanctions import actions as sanctions
from accounts.sanctions.models import Sanction
from core.admin import fields
from core.admin.actions import (
    AdminAction,
    ReasonForm,
    add_actions,
)
from core.admin.base import ByRule, StaffAdmin, target_link
from core.admin.menu import MenuItem
from core.admin.sections import Facts, Grid, Section, chips, link, names_of, when
from core.staff import proposals, rights
from core.staff.models import Proposal


class InForce(ByRule):
    """Filters sanctions by whether they are in force."""

    title = "holds"
    parameter_name = "holds"

    def rules(self) -> dict[str, tuple[str, Q]]:
        holds = Q(until=None) | Q(until__gt=timezone.now())
        return {"now": ("Now", holds & Q(ended_at=None))}


@admin.register(Sanction)
class SanctionAdmin(StaffAdmin):
    menu_item = MenuItem("Sanctions", "People", "gavel")
    list_display = ("at", "user", "kind", "ends", "template", "by", "verdict")
    list_filter = ("kind", InForce, "verdict", "template")
    list_select_related = ("user", "by")
    search_fields = ("user__name", "reason")
    ordering = ("-at",)

    @admin.display(description="until")
    def ends(self, row: Sanction) -> str:
        return ends_of(row)

    def heading(self, row: Sanction) -> str:
        return f"{row.get_kind_display()}: {row.user.name}"

    def sections(self, request: HttpRequest, row: Sanction) -> Sequence[Section]:
        return [
            Facts(
                "Sanction",
                [
                    ("Person", link(row.user)),
                    ("Kind", row.get_kind_display()),
                    ("Since", when(row.at)),
                    ("Until", ends_of(row)),
                    ("Notice", row.notice),
                    ("Internal reason", row.reason),
                    ("By", link(row.by)),
                    ("Appeal", row.appeal or "none"),
                    ("Appealed at", when(row.appealed_at)),
                    ("Answer", row.verdict or "–"),
                ],
            )
        ]


@admin.register(Proposal)
class ProposalAdmin(StaffAdmin):
    menu_item = MenuItem("Proposals", "Money", "how_to_vote")
    list_display = ("at", "kind", "state", "about", "by", "approved_by", "reason")
    list_filter = ("state", "kind")
    list_select_related = ("by", "approved_by")
    search_fields = ("target_id", "by__name", "reason")
    ordering = ("-at",)

    @admin.display(description="about")
    def about(self, row: Proposal) -> Any:
        return target_link(row.target_kind, row.target_id)

    def heading(self, row: Proposal) -> str:
        return f"{row.get_kind_display()} ({row.state})"

    def sections(self, request: HttpRequest, row: Proposal) -> Sequence[Section]:
        facts = Facts(
            "Proposal",
            [
                ("Kind", row.get_kind_display()),
                ("About", target_link(row.target_kind, row.target_id)),
                ("Chips", chips(row.payload.get("amount"), signed=True)),
                ("State", row.state),
                ("By", link(row.by)),
                ("When", when(row.at)),
                ("Reason", row.reason),
                ("Approved by", link(row.approved_by)),
                ("Closed at", when(row.closed_at)),
            ],
        )
        return [facts] if row.kind != Proposal.Kind.REFUND else [facts, _refund_lines(row)]


def _refund_lines(row: Proposal) -> Grid:
    lines = row.payload["lines"]
    people = names_of(victim for victim, *_rest in lines)
    rows = [
        (people.get(victim, victim), hands, chips(lost), chips(refund))
        for victim, hands, lost, refund in lines
    ]
    total = sum(refund for *_rest, refund in lines)
    note = f"{total:,} chips in all; the account gained {row.payload['gained']:,}."
    return Grid("Refunds", ("Player", "Hands", "Lost", "Refund"), rows, note=note)


# Staff actions -------------------------------------------------------------------------------
class AnswerForm(ReasonForm):
    answer = fields.choice(
        [("deny", "Deny (the sanction remains)"), ("grant", "Grant (the sanction ends now)")]
    )


def _end(by: User, row: Sanction, reason: str) -> None:
    sanctions.end_sanction(by=by, sanction_id=row.pk, reason=reason)


def _answer(by: User, row: Sanction, reason: str, *, answer: str) -> None:
    sanctions.answer_appeal(by=by, sanction_id=row.pk, accept=answer == "grant", reason=reason)


def _approve(by: User, row: Proposal, reason: str) -> None:
    proposals.approve(by=by, proposal_id=row.pk, reason=reason)


def _decline(by: User, row: Proposal, reason: str) -> None:
    proposals.decline(by=by, proposal_id=row.pk, reason=reason)


def _holds(row: Sanction) -> bool:
    return row.ended_at is None and (row.until is None or row.until > timezone.now())


def _appealed(row: Sanction) -> bool:
    return row.verdict == Sanction.Verdict.WAITING


def _open(row: Proposal) -> bool:
    return row.state == Proposal.State.OPEN


def _is_second(user: User, row: Proposal) -> bool:
    return row.by_id != user.pk and rights.may_act(user, f"proposal.{row.kind}")


def _may_decline(user: User, row: Proposal) -> bool:
    return _is_second(user, row) or row.by_id == user.pk


add_actions(
    Sanction,
    AdminAction("sanction.end", "End now", _end, applies=_holds),
    AdminAction("sanction.answer", "Answer the appeal", _answer, AnswerForm, applies=_appealed),
)
add_actions(
    Proposal,
    AdminAction(
        "proposal.approve", "Approve", _approve, applies=_open, allowed=_is_second, grave=True
    ),
    AdminAction("proposal.decline", "Decline", _decline, applies=_open, allowed=_may_decline),
)
