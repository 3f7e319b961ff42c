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

from accounts import ledger, staff
from accounts.actions.staff import Acting, act, person
from accounts.errors import PeopleError
from accounts.models import Account, Entry, Proposal, User

LARGEST = 10_000_000
"""Chips in one adjustment."""

Check = Callable[[Mapping[str, Any]], tuple[str, str, dict[str, Any]]]
"""What was asked for -> kind of target, its id, and the payload as it is kept."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a kind of proposal is judged and carried out."""

    action: str
    check: Check
    carry_out: Callable[[Proposal, Acting], None]


_ways: dict[str, Way] = {}


def register(kind: str, way: Way) -> None:
    """Let proposals of this kind be made; a later registration replaces an earlier one."""
    _ways[kind] = way


def bad_proposal(text: str) -> PeopleError:
    """What was proposed cannot be."""
    return PeopleError("BAD_PROPOSAL", text)


def propose(*, by: User, kind: str, payload: Mapping[str, Any], reason: str) -> Proposal:
    """Put something forward for a second person; it changes nothing yet.

    Raises `PeopleError` BAD_PROPOSAL, ALREADY_PROPOSED and those of `act`.
    """
    way = _ways.get(kind)
    if way is None:
        raise bad_proposal("There is nothing of that kind to propose.")
    if not staff.may_act(by, f"proposal.{kind}"):
        raise PeopleError("NO_RIGHT", "Your role does not allow this.")
    target_kind, target, kept = way.check(payload)
    with act(
        by=by, action=f"proposal.{kind}", kind=target_kind, target=target, reason=reason
    ) as acting:
        same = {"kind": kind, "target_kind": target_kind, "target_id": target}
        if Proposal.objects.filter(**same, state=Proposal.State.OPEN).exists():
            raise PeopleError(
                "ALREADY_PROPOSED", "An identical request is already waiting for approval."
            )
        proposal = Proposal.objects.create(**same, payload=kept, reason=acting.reason, by=by)
        acting.after = {"proposal": str(proposal.pk), "payload": kept}
    return proposal


def approve(*, by: User, proposal_id: uuid.UUID, reason: str) -> Proposal:
    """Carry out what somebody else proposed. Raises `PeopleError` OWN_PROPOSAL, PROPOSAL_CLOSED."""
    with transaction.atomic():
        proposal = _open(proposal_id)
        if proposal.by_id == by.pk:
            raise PeopleError("OWN_PROPOSAL", "A second person must approve what you proposed.")
        if not staff.may_act(proposal.by, f"proposal.{proposal.kind}"):
            raise PeopleError(
                "NO_RIGHT", "The person who proposed this no longer has the right to."
            )
        way = _ways[proposal.kind]
        with act(by=by, action=way.action, reason=reason, **_about(proposal)) as acting:
            proposal.state, proposal.approved_by = Proposal.State.DONE, by
            proposal.closed_at = timezone.now()
            proposal.save(update_fields=["state", "approved_by", "closed_at"])
            way.carry_out(proposal, acting)
            acting.after |= {"proposal": str(proposal.pk), "proposed_by": str(proposal.by_id)}
    return proposal


def decline(*, by: User, proposal_id: uuid.UUID, reason: str) -> Proposal:
    """Close a proposal without effect: a second person, or who made it and thought again."""
    with transaction.atomic():
        proposal = _open(proposal_id)
        if proposal.by_id != by.pk and not staff.may_act(by, _ways[proposal.kind].action):
            raise PeopleError("NO_RIGHT", "Your role does not allow this.")
        with act(by=by, action="proposal.decline", reason=reason, **_about(proposal)) as acting:
            proposal.state, proposal.closed_at = Proposal.State.DECLINED, timezone.now()
            proposal.save(update_fields=["state", "closed_at"])
            acting.after = {"proposal": str(proposal.pk)}
    return proposal


def _open(proposal_id: uuid.UUID) -> Proposal:
    rows = Proposal.objects.select_for_update(of=("self",)).select_related("by")
    proposal = rows.filter(pk=proposal_id).first()
    if proposal is None:
        raise PeopleError("NO_SUCH_PROPOSAL", "There is no such proposal.")
    if proposal.state != Proposal.State.OPEN:
        raise PeopleError("PROPOSAL_CLOSED", "This proposal is already closed.")
    return proposal


def _about(proposal: Proposal) -> dict[str, str]:
    return {"kind": proposal.target_kind, "target": proposal.target_id}


def _check_adjust(asked: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """`user`: whose wallet, `amount`: signed chips."""
    user, amount = person(asked.get("user", "")), asked.get("amount")
    if not isinstance(amount, int) or isinstance(amount, bool) or not amount:
        raise bad_proposal("Name a whole number of chips.")
    if abs(amount) > LARGEST:
        raise bad_proposal(f"At most {LARGEST:,} chips at once.")
    return "person", str(user.pk), {"amount": amount}


def _adjust(proposal: Proposal, acting: Acting) -> None:
    user, amount = person(proposal.target_id), proposal.payload["amount"]
    wallet: Account = ledger.wallet(user)
    acting.before = {"wallet": ledger.balance(wallet)}
    ledger.transfer(
        kind=Entry.Kind.CORRECTION,
        uid=f"adjust:{proposal.pk}",
        postings={ledger.bank(): -amount, wallet: amount},
        memo="by the house",
        by=acting.by,
    )
    acting.after = {"wallet": ledger.balance(wallet), "amount": amount}


register(Proposal.Kind.ADJUST, Way("balance.adjust", _check_adjust, _adjust))
