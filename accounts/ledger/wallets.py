"""Movements of users' chips: starting chips, refills, buy-ins and cash-outs.

There are no transfers between users, no purchases and no rake: it is play money.
"""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from accounts.ledger import entries
from accounts.ledger.entries import LedgerRefused
from accounts.ledger.models import Entry
from accounts.people.models import User
from accounts.people.queries import profile
from core.clock import database_now
from core.runtime.sql import in_transaction

START_CHIPS = 10_000
HOUSE_FLOAT_CHIPS = 100_000
"""The amount to which the house is topped up when it runs short."""
REFILL_BELOW_CHIPS = 1_000
"""A user with fewer chips than this, on and off tables, may be refilled to START_CHIPS."""


@dataclass(frozen=True, slots=True)
class RefillOffer:
    """Whether a refill is possible now, of how many chips, and if not, why."""

    allowed: bool
    amount: int = 0
    no: LedgerRefused | None = None

    @property
    def code(self) -> str:
        """The code of the reason, "" for an offer."""
        return self.no.code if self.no is not None else ""

    @property
    def reason(self) -> str:
        """The reason in the reader's language, "" for an offer."""
        return self.no.text if self.no is not None else ""


def open_wallet(user: User) -> None:
    """Open the wallet of a new user; all but bots get the starting chips, once."""
    wallet = entries.open_wallet(user)
    if user.kind == User.Kind.BOT:
        return
    bank = entries.bank()
    entries.transfer(
        kind=Entry.Kind.START,
        uid=f"start:{user.pk}",
        postings={bank: -START_CHIPS, wallet: START_CHIPS},
    )


def fund_bot(*, user: User, floor: int) -> Entry | None:
    """Top a bot's wallet up to `floor` chips; None if it has them already.

    Raises `ValueError` for a user who is not a bot.
    """
    if user.kind != User.Kind.BOT:
        raise ValueError(f"{user.name} is not a bot")
    if entries.wallet_balance(user.pk) >= floor:
        return None  # all entries share the bank's row: it is locked only if needed
    with transaction.atomic():
        bank, wallet = entries.bank(), entries.wallet(user)
        held = entries.lock_accounts([bank, wallet])
        missing = floor - held[wallet.pk].balance
        if missing <= 0:
            return None
        return entries.write(
            kind=Entry.Kind.BOT_FUND,
            uid=f"bot:{uuid.uuid4()}",
            amounts={bank.pk: -missing, wallet.pk: missing},
            held=held,
        )


def refill_offer(user: User) -> RefillOffer:
    """Whether `refill` would succeed for this user now. Locks nothing."""
    return _offer(user, entries.wallet_balance(user.pk), _today())


def refill(user: User) -> Entry:
    """Top a user up to START_CHIPS, chips on tables included, once a day (UTC).

    Raises `LedgerRefused` REFILL_USED, REFILL_NOT_NEEDED or REFILL_NOT_FOR_BOTS. The day is the
    database's, and the entry's unique id is made of user and day, so two refills on one day are
    impossible even for concurrent requests.
    """
    with transaction.atomic():
        bank, wallet = entries.bank(), entries.wallet(user)
        held = entries.lock_accounts([bank, wallet])
        # Checked with the wallet locked: a concurrent buy-in or cash-out either waits or is seen
        # completely.
        day = _today()
        offer = _offer(user, held[wallet.pk].balance, day)
        if offer.no is not None:
            raise offer.no
        return entries.write(
            kind=Entry.Kind.REFILL,
            uid=_refill_uid(user, day),
            amounts={bank.pk: -offer.amount, wallet.pk: offer.amount},
            held=held,
        )


def _offer(user: User, chips: int, day: datetime.date) -> RefillOffer:
    if user.kind == User.Kind.BOT:
        return RefillOffer(False, no=LedgerRefused("REFILL_NOT_FOR_BOTS"))
    if Entry.objects.filter(uid=_refill_uid(user, day)).exists():
        return RefillOffer(False, no=LedgerRefused("REFILL_USED"))
    owned = chips + profile.in_play(user)
    if owned >= REFILL_BELOW_CHIPS:
        no = LedgerRefused("REFILL_NOT_NEEDED", below=REFILL_BELOW_CHIPS)
        return RefillOffer(False, no=no)
    return RefillOffer(True, amount=START_CHIPS - owned)


def _refill_uid(user: User, day: datetime.date) -> str:
    return f"refill:{user.pk}:{day.isoformat()}"


def _today() -> datetime.date:
    return database_now().astimezone(datetime.UTC).date()


def buy_in(*, user: User, table_id: uuid.UUID, amount: int, uid: str, memo: str = "") -> Entry:
    """Move chips from a wallet to a table. Raises `LedgerRefused` INSUFFICIENT_CHIPS."""
    return _at_table(Entry.Kind.BUY_IN, user, table_id, amount, uid, memo)


def cash_out(*, user: User, table_id: uuid.UUID, amount: int, uid: str, memo: str = "") -> Entry:
    """Move chips from a table back to a wallet."""
    return _at_table(Entry.Kind.CASH_OUT, user, table_id, amount, uid, memo)


def pay_entry(*, user: User, sit_and_go_id: uuid.UUID, amount: int, uid: str) -> Entry:
    """Move a sit and go's entry from a wallet to its prize pool.

    Raises `LedgerRefused` INSUFFICIENT_CHIPS.
    """
    return _prize_pool(Entry.Kind.FEE, sit_and_go_id, {user: amount}, uid, memo="sit_and_go")


def refund_entry(*, user: User, sit_and_go_id: uuid.UUID, amount: int, uid: str) -> Entry:
    """Move an entry back: its player left before the start."""
    return _prize_pool(Entry.Kind.FEE, sit_and_go_id, {user: -amount}, uid, memo="entry_back")


def pay_prizes(*, sit_and_go_id: uuid.UUID, prizes: Mapping[User, int], uid: str) -> Entry:
    """Share out a prize pool in one entry."""
    shares = {user: -amount for user, amount in prizes.items() if amount}
    return _prize_pool(Entry.Kind.PRIZE, sit_and_go_id, shares, uid, memo="sit_and_go")


def hold_chips(*, user: User, amount: int, uid: str) -> int:
    """Hold up to `amount` chips of a wallet, so that they are staked nowhere; returns how many."""
    with in_transaction():
        wallet, hold = entries.wallet(user), entries.hold(user)
        held = entries.lock_accounts([wallet, hold])
        chips = min(amount, held[wallet.pk].balance)
        if chips > 0:
            amounts = {wallet.pk: -chips, hold.pk: chips}
            memo = "held"
            entries.write(kind=Entry.Kind.HOLD, uid=uid, amounts=amounts, held=held, memo=memo)
        return max(chips, 0)


def end_hold(*, user: User, amount: int, uid: str, to_bank: bool) -> None:
    """Give held chips back to their wallet, or take them back to the bank."""
    if amount:
        to = entries.bank() if to_bank else entries.wallet(user)
        postings = {entries.hold(user): -amount, to: amount}
        memo = "taken_back" if to_bank else "given_back"
        entries.transfer(kind=Entry.Kind.HOLD, uid=uid, postings=postings, memo=memo)


def settle_house(*, table_id: uuid.UUID, won: int, uid: str) -> Entry:
    """Move the house's winnings from a table, or its losses (`won` below 0) to it; `won` is not 0.

    The bank tops the house up to HOUSE_FLOAT_CHIPS before it would run short: winners against the
    dealer are always paid.
    """
    bank, house, escrow = entries.bank(), entries.house(), entries.escrow(table_id)
    with transaction.atomic():
        # All entries share the bank's row: it is locked only if needed.
        short = entries.balance(house) + won < HOUSE_FLOAT_CHIPS // 2
        held = entries.lock_accounts([bank, house, escrow] if short else [house, escrow])
        missing = HOUSE_FLOAT_CHIPS - held[house.pk].balance - won
        if short and missing > 0:
            entries.write(
                kind=Entry.Kind.HOUSE,
                uid=f"house-fill:{uuid.uuid4()}",
                amounts={bank.pk: -missing, house.pk: missing},
                held=held,
                memo="topped_up",
            )
        amounts = {house.pk: won, escrow.pk: -won}
        return entries.write(kind=Entry.Kind.HOUSE, uid=uid, amounts=amounts, held=held)


def reverse_entry(user: User) -> Entry | None:
    """Move all chips of a deleted user, also held ones, back to the bank."""
    with transaction.atomic():
        bank = entries.bank()
        held = entries.lock_accounts([bank, entries.wallet(user), entries.hold(user)])
        amounts = {id_: -one.balance for id_, one in held.items() if id_ != bank.pk and one.balance}
        if not amounts:
            return None
        return entries.write(
            kind=Entry.Kind.ERASED,
            uid=f"erased:{user.pk}",
            amounts={bank.pk: -sum(amounts.values()), **amounts},
            held=held,
        )


def _prize_pool(
    kind: Entry.Kind, sit_and_go_id: uuid.UUID, to_pool: Mapping[User, int], uid: str, memo: str
) -> Entry:
    pool = entries.prize(sit_and_go_id)
    postings = {entries.wallet(user): -amount for user, amount in to_pool.items()}
    return entries.transfer(
        kind=kind, uid=uid, postings={**postings, pool: sum(to_pool.values())}, memo=memo
    )


def _at_table(
    kind: Entry.Kind, user: User, table_id: uuid.UUID, amount: int, uid: str, memo: str
) -> Entry:
    if amount <= 0:
        raise ValueError(f"not an amount of chips: {amount}")
    to_table = amount if kind == Entry.Kind.BUY_IN else -amount
    with in_transaction():
        wallet, escrow = entries.lock_wallet_and_escrow(user.pk, table_id)
        return entries.write(
            kind=kind,
            uid=uid,
            amounts={wallet.pk: -to_table, escrow.pk: to_table},
            held={wallet.pk: wallet, escrow.pk: escrow},
            memo=memo,
        )
