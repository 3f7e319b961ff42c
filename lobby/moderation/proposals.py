"""Proposals that need a second staff member: refunds, and revealing hidden cards."""

import datetime
import uuid
from collections.abc import Mapping
from typing import Any

from accounts import ledger
from accounts.errors import AccountRefused
from accounts.ledger.models import Account, Entry
from accounts.people.models import User
from accounts.people.queries.users import person
from core.staff import proposals
from core.staff.actions import RunningAction
from core.staff.models import Proposal
from core.staff.proposals import (
    ProposalKind,
    bad_proposal,
)
from games.hands.models import Hand
from lobby.moderation.queries.refunds import Preview, preview

LOOK_BACK_DAYS_MAX = 90


def _check_refund(asked: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Check a refund: `user` the account, `days` how far back, `without` accounts to leave out."""
    cheat, days = person(asked.get("user", "")), asked.get("days", 30)
    if not isinstance(days, int) or not 1 <= days <= LOOK_BACK_DAYS_MAX:
        raise bad_proposal("days", max=LOOK_BACK_DAYS_MAX)
    without = [str(person(one).pk) for one in asked.get("without", ())]
    found = preview(user_id=cheat.pk, days=days, without=map(uuid.UUID, without))
    if not found.total:
        raise bad_proposal("nothing")
    kept = {
        "days": days,
        "without": without,
        "until": found.until.isoformat(),
        "gained": found.gained,
        "lines": _lines(found),
    }
    return "person", str(cheat.pk), kept


def _lines(found: Preview) -> list[list[Any]]:
    return [[str(line.user_id), line.hands, line.lost, line.refund] for line in found.lines]


def _refund(proposal: Proposal, acting: RunningAction) -> None:
    """Pay the previewed refund from the cheat's wallet, and the rest from the bank.

    Raises `AccountRefused` PREVIEW_CHANGED if hands were voided or refunded since, and OWN_ACCOUNT
    if one of the two staff members would get chips.
    """
    cheat, kept = person(proposal.target_id), proposal.payload
    lines = {uuid.UUID(victim): refund for victim, _hands, _lost, refund in kept["lines"]}
    if {acting.by.pk, proposal.by_id} & lines.keys():
        raise AccountRefused("OWN_ACCOUNT", case="refund")
    wallets = {victim: ledger.wallet(user) for victim, user in User.objects.in_bulk(lines).items()}
    purse, bank = ledger.wallet(cheat), ledger.bank()
    held = ledger.lock_accounts([purse, bank, *wallets.values()])
    # This proposal is marked as done already, so it must not count itself as an earlier refund.
    found = _again(proposal, cheat)
    if _lines(found) != kept["lines"]:
        raise AccountRefused("PREVIEW_CHANGED")
    total = sum(lines.values())
    from_cheat = min(held[purse.pk].balance, total)
    postings: dict[Account, int] = {wallets[victim]: chips for victim, chips in lines.items()}
    postings |= {purse: -from_cheat, bank: from_cheat - total}
    ledger.transfer(
        kind=Entry.Kind.CORRECTION,
        uid=f"refund:{proposal.pk}",
        postings={account: chips for account, chips in postings.items() if chips},
        memo="refund",
        by=acting.by,
    )
    acting.before = {"wallet": held[purse.pk].balance}
    acting.after = {
        "paid": kept["lines"],
        "from_account": from_cheat,
        "from_bank": total - from_cheat,
    }


def _again(proposal: Proposal, cheat: User) -> Preview:
    kept = proposal.payload
    return preview(
        user_id=cheat.pk,
        days=kept["days"],
        without=map(uuid.UUID, kept["without"]),
        until=datetime.datetime.fromisoformat(kept["until"]),
        but=proposal.pk,
    )


def _check_unseal(asked: Mapping[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """Check the proposal to reveal cards: `hand` is a finished hand."""
    try:
        hand = Hand.objects.filter(pk=asked.get("hand", "")).first()
    except (ValueError, TypeError):
        hand = None
    _check_over(hand)
    assert hand is not None
    return "hand", str(hand.pk), {}


def _check_over(hand: Hand | None) -> None:
    """Refuse to reveal the cards of a live hand."""
    if hand is None:
        raise bad_proposal("hand")
    if hand.status == Hand.Status.LIVE:
        raise AccountRefused("HAND_IN_PROGRESS", case="reveal")


def _unseal(proposal: Proposal, acting: RunningAction) -> None:
    """Record the approval, which lets both staff members look (`games.hands.queries.unsealed`)."""
    hand = Hand.objects.get(pk=proposal.target_id)
    _check_over(hand)
    acting.after = {"seats": [seat["seat"] for seat in hand.opening["seats"]]}


proposals.register(Proposal.Kind.REFUND, ProposalKind("balance.refund", _check_refund, _refund))
proposals.register(Proposal.Kind.UNSEAL, ProposalKind("hand.unseal", _check_unseal, _unseal))
