"""Acts that need two people: one proposes, another one carries out.

What can be proposed is registered with its check and its effect: adjusting a balance here,
refunds and opening closed cards by the games.
"""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.errors import RequestRefused
from core.people import Person
from core.staff import rights
from core.staff.actions import (
    RunningAction,
    staff_action,
)
from core.staff.models import Proposal

Check = Callable[[Mapping[str, Any]], tuple[str, str, dict[str, Any]]]
"""What was asked for -> kind of target, its id, and the payload as it is kept."""


@dataclass(frozen=True, slots=True)
class ProposalKind:
    """How a kind of proposal is judged and carried out."""

    action: str
    check: Check
    carry_out: Callable[[Proposal, RunningAction], None]


_ways: dict[str, ProposalKind] = {}


def register(kind: str, way: ProposalKind) -> None:
    """Let proposals of this kind be made; a later registration replaces an earlier one."""
    _ways[kind] = way


def bad_proposal(text: str) -> RequestRefused:
    """What was proposed cannot be."""
    return RequestRefused("BAD_PROPOSAL", text)


def propose(*, by: Person, kind: str, payload: Mapping[str, Any], reason: str) -> Proposal:
    """Put something forward for a second person; it changes nothing yet.

    Raises `RequestRefused` BAD_PROPOSAL, ALREADY_PROPOSED and those of `act`.
    """
    way = _ways.get(kind)
    if way is None:
        raise bad_proposal("There is nothing of that kind to propose.")
    if not rights.may_act(by, f"proposal.{kind}"):
        raise RequestRefused("NO_RIGHT", "Your role does not allow this.")
    target_kind, target, kept = way.check(payload)
    with staff_action(
        by=by, action=f"proposal.{kind}", kind=target_kind, target=target, reason=reason
    ) as acting:
        same = {"kind": kind, "target_kind": target_kind, "target_id": target}
        if Proposal.objects.filter(**same, state=Proposal.State.OPEN).exists():
            raise RequestRefused(
                "ALREADY_PROPOSED", "An identical request is already waiting for approval."
            )
        proposal = Proposal.objects.create(**same, payload=kept, reason=acting.reason, by_id=by.pk)
        acting.after = {"proposal": str(proposal.pk), "payload": kept}
    return proposal


def approve(*, by: Person, proposal_id: uuid.UUID, reason: str) -> Proposal:
    """Carry out a proposal of somebody else.

    Raises `RequestRefused` OWN_PROPOSAL or PROPOSAL_CLOSED.
    """
    with transaction.atomic():
        proposal = _open(proposal_id)
        if proposal.by_id == by.pk:
            raise RequestRefused("OWN_PROPOSAL", "A second person must approve what you proposed.")
        if not rights.may_act(proposal.by, f"proposal.{proposal.kind}"):
            raise RequestRefused(
                "NO_RIGHT", "The person who proposed this no longer has the right to."
            )
        way = _ways[proposal.kind]
        with staff_action(by=by, action=way.action, reason=reason, **_about(proposal)) as acting:
            proposal.state, proposal.approved_by_id = Proposal.State.DONE, by.pk
            proposal.closed_at = timezone.now()
            proposal.save(update_fields=["state", "approved_by", "closed_at"])
            way.carry_out(proposal, acting)
            acting.after |= {"proposal": str(proposal.pk), "proposed_by": str(proposal.by_id)}
    return proposal


def decline(*, by: Person, proposal_id: uuid.UUID, reason: str) -> Proposal:
    """Close a proposal without effect: a second person, or who made it and thought again."""
    with transaction.atomic():
        proposal = _open(proposal_id)
        if proposal.by_id != by.pk and not rights.may_act(by, _ways[proposal.kind].action):
            raise RequestRefused("NO_RIGHT", "Your role does not allow this.")
        with staff_action(
            by=by, action="proposal.decline", reason=reason, **_about(proposal)
        ) as acting:
            proposal.state, proposal.closed_at = Proposal.State.DECLINED, timezone.now()
            proposal.save(update_fields=["state", "closed_at"])
            acting.after = {"proposal": str(proposal.pk)}
    return proposal


def _open(proposal_id: uuid.UUID) -> Proposal:
    rows = Proposal.objects.select_for_update(of=("self",)).select_related("by")
    proposal = rows.filter(pk=proposal_id).first()
    if proposal is None:
        raise RequestRefused("NO_SUCH_PROPOSAL", "There is no such proposal.")
    if proposal.state != Proposal.State.OPEN:
        raise RequestRefused("PROPOSAL_CLOSED", "This proposal is already closed.")
    return proposal


def _about(proposal: Proposal) -> dict[str, str]:
    return {"kind": proposal.target_kind, "target": proposal.target_id}
