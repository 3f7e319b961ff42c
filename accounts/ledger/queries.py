"""Reading the ledger: statements, the bankroll over time, and the money supply."""

import datetime
import uuid
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy

from accounts.ledger.models import Account, Entry, Posting
from accounts.ledger.signals import hidden_chips_asked
from core.messages import catalogue

PAGE_ROWS_MAX = 50

LABELS = {
    Entry.Kind.START: gettext_lazy("Starting chips"),
    Entry.Kind.REFILL: gettext_lazy("Daily refill"),
    Entry.Kind.BOT_FUND: gettext_lazy("Chips for a bot"),
    Entry.Kind.BUY_IN: gettext_lazy("Taken to a table"),
    Entry.Kind.CASH_OUT: gettext_lazy("Brought back from a table"),
    Entry.Kind.FEE: gettext_lazy("Tournament entry"),
    Entry.Kind.PRIZE: gettext_lazy("Tournament prize"),
    Entry.Kind.HOUSE: gettext_lazy("The house"),
    Entry.Kind.CORRECTION: gettext_lazy("Correction"),
    Entry.Kind.ERASED: gettext_lazy("Account erased"),
    Entry.Kind.HOLD: gettext_lazy("Chips held"),
}


@dataclass(frozen=True, slots=True)
class StatementRow:
    """One movement of a wallet: signed chips, and the balance after it."""

    at: datetime.datetime
    kind: str
    label: str
    amount: int
    balance_after: int
    memo: str


class _Statement(Paginator):  # type: ignore[type-arg]
    """Pages of postings, each converted into a `StatementRow`."""

    def page(self, number: int | str) -> "Page[StatementRow]":
        page = super().page(number)
        page.object_list = [row_of(posting) for posting in page.object_list]
        return page


def row_of(posting: Posting) -> StatementRow:
    """A posting of `movements` as a statement row."""
    entry = posting.entry
    label = LABELS.get(Entry.Kind(entry.kind), entry.kind)
    return StatementRow(
        at=entry.at,
        kind=entry.kind,
        label=str(label),
        amount=posting.amount,
        balance_after=posting.balance_after,
        memo=memo_text(entry.memo),
    )


def memo_text(memo: str) -> str:
    """The memo in words, from its code and the number of the hand if it concerns one.

    Memos from before there were codes are as they were written.
    """
    code, _, number = memo.partition(" ")
    key, words = f"accounts.memo.{code}", catalogue()
    if key not in words:
        return memo
    return words.text(key, {"number": int(number)} if number.isdigit() else {})


def movements(user_id: uuid.UUID) -> QuerySet[Posting]:
    """All postings of a user's wallet, with their entries."""
    return Posting.objects.filter(
        account__kind=Account.Kind.WALLET, account__user_id=user_id
    ).select_related("entry")


def statement(user_id: uuid.UUID, *, page: int | str = 1) -> "Page[StatementRow]":
    """One page of a wallet's movements, newest first; a page out of range is the last."""
    return _Statement(movements(user_id).order_by("-id"), PAGE_ROWS_MAX).get_page(page)


@dataclass(frozen=True, slots=True)
class BankrollPoint:
    """A user's chips at a time: the wallet, plus buy-ins not yet cashed out."""

    at: datetime.datetime
    chips: int


def bankroll(user_id: uuid.UUID, *, movements: int = 300) -> tuple[BankrollPoint, ...]:
    """A user's chips after each of their latest movements, oldest first.

    Chips on a table count as the amount bought in until they are cashed out, so a session's result
    shows at its end. A session that began before the first of these movements shows no change.
    """
    others = Posting.objects.filter(entry=OuterRef("entry")).exclude(account=OuterRef("account"))
    own = Posting.objects.filter(account__kind=Account.Kind.WALLET, account__user=user_id)
    rows = own.annotate(other=Subquery(others.values("account")[:1])).values_list(
        "entry__at", "entry__kind", "amount", "other"
    )
    at_tables: dict[int, int] = {}
    points, chips = [], 0
    for at, kind, amount, account in reversed(list(rows.order_by("-id")[:movements])):
        if kind == Entry.Kind.BUY_IN:
            at_tables[account] = at_tables.get(account, 0) - amount
            continue
        chips += amount if kind != Entry.Kind.CASH_OUT else amount - at_tables.pop(account, amount)
        points.append(BankrollPoint(at, chips))
    if not points:
        return ()
    wallet = Account.objects.get(kind=Account.Kind.WALLET, user_id=user_id).balance
    shift = wallet + sum(at_tables.values()) - chips
    return tuple(BankrollPoint(point.at, point.chips + shift) for point in points)


@dataclass(frozen=True, slots=True)
class MoneySupply:
    """Where all chips are; `minted` is their sum, issued by the bank.

    Chips at tables where stacks are hidden count as their owners': otherwise two readings would
    tell what somebody took to such a table.
    """

    minted: int
    people: int
    guests: int
    bots: int
    tables: int
    prizes: int
    house: int


def money_supply() -> MoneySupply:
    """All chips by holder; reads every account."""
    by_kind = Account.objects.values_list(Coalesce("user__kind", "kind")).annotate(Sum("balance"))
    held = Counter({kind: int(balance) for kind, balance in by_kind})
    hidden: Counter[str] = Counter()
    answers: Any = hidden_chips_asked.send(sender=None)
    for _receiver, chips in answers:
        hidden.update(chips)
    held.update(hidden)
    return MoneySupply(
        minted=-held["bank"],
        people=held["person"],
        guests=held["guest"],
        bots=held["bot"] + held["registered_bot"],
        tables=held["escrow"] - hidden.total(),
        prizes=held["prize"],
        house=held["house"],
    )


# The checks of entries after an id (each %s); after 0 they cover the whole ledger. Before that id
# the balance of the last posting is taken as correct.
