"""Adjusting a balance: one member of staff proposes it, another one approves it."""

from collections.abc import Mapping
from typing import Any

from accounts import ledger
from accounts.ledger.models import Account, Entry
from accounts.people.queries.users import person
from core.staff.actions import RunningAction
from core.staff.models import Proposal
from core.staff.proposals import (
    ProposalKind,
    bad_proposal,
    register,
)

PROPOSED_CHIPS_MAX = 10_000_000
"""The most chips in one adjustment."""


def _check_adjust(asked: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Validates `user` (the wallet's owner) and `amount` (signed chips)."""
    user, amount = person(asked.get("user", "")), asked.get("amount")
    if not isinstance(amount, int) or isinstance(amount, bool) or not amount:
        raise bad_proposal("chips")
    if abs(amount) > PROPOSED_CHIPS_MAX:
        raise bad_proposal("most", max=PROPOSED_CHIPS_MAX)
    return "person", str(user.pk), {"amount": amount}


def _adjust(proposal: Proposal, acting: RunningAction) -> None:
    user, amount = person(proposal.target_id), proposal.payload["amount"]
    wallet: Account = ledger.wallet(user)
    acting.before = {"wallet": ledger.balance(wallet)}
    ledger.transfer(
        kind=Entry.Kind.CORRECTION,
        uid=f"adjust:{proposal.pk}",
        postings={ledger.bank(): -amount, wallet: amount},
        memo="by_staff",
        by=acting.by,
    )
    acting.after = {"wallet": ledger.balance(wallet), "amount": amount}


register(Proposal.Kind.ADJUST, ProposalKind("balance.adjust", _check_adjust, _adjust))
