"""Proposals: staff actions that one person proposes and another one approves.

Packages register each kind with its check and its effect: balance adjustments in the ledger,
refunds and revealing cards in the lobby.
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
"""Takes the payload of a request; returns the target's kind and id, and the payload to store."""


@dataclass(frozen=True, slots=True)
class ProposalKind:
    """How proposals of one kind are checked and carried out."""

    action: str
    check: Check
    carry_out: Callable[[Proposal, RunningAction], None]


_kinds: dict[str, ProposalKind] = {}


def register(kind: str, handler: ProposalKind) -> None:
    """Register a kind of proposal; a later registration replaces an earlier one."""
    _kinds[kind] = handler


def bad_proposal(case: str = "", **limits: Any) -> RequestRefused:
    """A refusal of an invalid proposal."""
    return RequestRefused("BAD_PROPOSAL", case=case, **limits)


def propose(*, by: Person, kind: str, payload: Mapping[str, Any], reason: str) -> Proposal:
    """Store a proposal for a second person to approve; it changes nothing yet.

    Raises `RequestRefused` BAD_PROPOSAL, ALREADY_PROPOSED and those of `staff_action`.
    """
    handler = _kinds.get(kind)
    if handler is None:
        raise bad_proposal()
    if not rights.may_act(by, f"proposal.{kind}"):
        raise RequestRefused("NO_RIGHT", status=403)
    target_kind, target, kept = handler.check(payload)
    with staff_action(
        by=by, action=f"proposal.{kind}", kind=target_kind, target=target, reason=reason
    ) as acting:
        same = {"kind": kind, "target_kind": target_kind, "target_id": target}
        if Proposal.objects.filter(**same, state=Proposal.State.OPEN).exists():
            raise RequestRefused("ALREADY_PROPOSED")
        proposal = Proposal.objects.create(**same, payload=kept, reason=acting.reason, by_id=by.pk)
        acting.after = {"proposal": str(proposal.pk), "payload": kept}
    return proposal


def approve(*, by: Person, proposal_id: uuid.UUID, reason: str) -> Proposal:
    """Carry out a proposal of another member of staff.

    Raises `RequestRefused` OWN_PROPOSAL or PROPOSAL_CLOSED.
    """
    with transaction.atomic():
        proposal = _open(proposal_id)
        if proposal.by_id == by.pk:
            raise RequestRefused("OWN_PROPOSAL")
        if not rights.may_act(proposal.by, f"proposal.{proposal.kind}"):
            raise RequestRefused("NO_RIGHT", case="proposer", status=403)
        handler = _kinds[proposal.kind]
        with staff_action(
            by=by, action=handler.action, reason=reason, **_about(proposal)
        ) as acting:
            proposal.state, proposal.approved_by_id = Proposal.State.DONE, by.pk
            proposal.closed_at = timezone.now()
            proposal.save(update_fields=["state", "approved_by", "closed_at"])
            handler.carry_out(proposal, acting)
            acting.after |= {"proposal": str(proposal.pk), "proposed_by": str(proposal.by_id)}
    return proposal


def decline(*, by: Person, proposal_id: uuid.UUID, reason: str) -> Proposal:
    """Close a proposal without effect: as a second person, or as its own proposer."""
    with transaction.atomic():
        proposal = _open(proposal_id)
        if proposal.by_id != by.pk and not rights.may_act(by, _kinds[proposal.kind].action):
            raise RequestRefused("NO_RIGHT", status=403)
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
        raise RequestRefused("NO_SUCH_PROPOSAL")
    if proposal.state != Proposal.State.OPEN:
        raise RequestRefused("PROPOSAL_CLOSED")
    return proposal


def _about(proposal: Proposal) -> dict[str, str]:
    return {"kind": proposal.target_kind, "target": proposal.target_id}
