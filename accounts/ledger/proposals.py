"""Adjusting a balance: proposed by one member of staff, carried out by another."""

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

LARGEST = 10_000_000
"""Chips in one adjustment."""


def _check_adjust(asked: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """`user`: whose wallet, `amount`: signed chips."""
    user, amount = person(asked.get("user", "")), asked.get("amount")
    if not isinstance(amount, int) or isinstance(amount, bool) or not amount:
        raise bad_proposal("Enter a whole number of chips.")
    if abs(amount) > LARGEST:
        raise bad_proposal(f"At most {LARGEST:,} chips at once.")
    return "person", str(user.pk), {"amount": amount}


def _adjust(proposal: Proposal, acting: RunningAction) -> None:
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


register(Proposal.Kind.ADJUST, ProposalKind("balance.adjust", _check_adjust, _adjust))
