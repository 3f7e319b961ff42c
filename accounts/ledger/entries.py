"""Accounts and the one way to move chips between them.

Owns opening accounts, locking them and writing entries. What an entry means (a buy-in, a refill)
is not decided here.
"""

import uuid
from collections.abc import Iterable, Mapping

from django.db import connection, transaction

from accounts.ledger.models import Account, Entry, Posting
from accounts.people.models import User
from core.errors import RequestRefused
from core.people import Person

_WRITE = """
WITH entry AS (
    INSERT INTO accounts_entry (uid, kind, memo, by_id) VALUES (%s, %s, %s, %s)
    ON CONFLICT (uid) DO NOTHING RETURNING id, at
), posted AS (
    INSERT INTO accounts_posting (entry_id, account_id, amount, balance_after)
    SELECT entry.id, p.account, p.amount, 0
    FROM entry, unnest(%s::bigint[], %s::bigint[]) AS p(account, amount)
)
SELECT id, at FROM entry
"""


class LedgerRefused(RequestRefused):
    """A movement of chips that is refused; `limits` are `have` and `need`."""


def bank() -> Account:
    """The account that makes and takes back play money; its balance is minus all other chips."""
    return _account(Account.Kind.BANK)


def wallet(user: User) -> Account:
    """The wallet of a person, guest or bot; opened empty if there is none yet."""
    return _account(Account.Kind.WALLET, user_id=user.pk)


def escrow(table_id: uuid.UUID) -> Account:
    """The account that holds the chips on a table; opened empty if there is none yet."""
    return _account(Account.Kind.ESCROW, owner_id=table_id)


def prize(owner_id: uuid.UUID) -> Account:
    """The prize pool of a tournament; opened empty if there is none yet."""
    return _account(Account.Kind.PRIZE, owner_id=owner_id)


def house() -> Account:
    """The account of who deals at tables where all play against the dealer."""
    return _account(Account.Kind.HOUSE)


def balance(account: Account) -> int:
    """The chips on an account now (not as they were when `account` was read)."""
    return Account.objects.values_list("balance", flat=True).get(pk=account.pk)


def wallet_balance(user_id: uuid.UUID) -> int:
    """The chips in a wallet, in one query; 0 if it was never opened."""
    kind = Account.Kind.WALLET
    found = Account.objects.filter(kind=kind, user_id=user_id).values_list("balance", flat=True)
    return found.first() or 0


def wallets_of(user_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """The chips in several wallets, by user id, in one query; who never had a wallet is absent."""
    kind = Account.Kind.WALLET
    found = Account.objects.filter(kind=kind, user_id__in=list(user_ids))
    return {user_id: chips for user_id, chips in found.values_list("user_id", "balance") if user_id}


def _account(kind: str, **owner: uuid.UUID) -> Account:
    found = Account.objects.filter(kind=kind, **owner).first()
    if found is None:
        # Two may open the same account at once: the second waits, then reads the first's.
        Account.objects.bulk_create([Account(kind=kind, **owner)], ignore_conflicts=True)
        found = Account.objects.get(kind=kind, **owner)
    return found


def lock_accounts(accounts: Iterable[Account]) -> dict[int, Account]:
    """Lock accounts in the order of their ids and return them as they are now, by id.

    Who makes several transfers in one transaction holds all their accounts first: then two such
    transactions can never wait for each other. Must be called inside a transaction.
    """
    ids = {account.pk for account in accounts}
    locked = Account.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    return {account.pk: account for account in locked}


def transfer(
    *,
    kind: str,
    uid: str,
    postings: Mapping[Account, int],
    memo: str = "",
    by: Person | None = None,
) -> Entry:
    """Write one entry whose postings (account -> signed chips) sum to zero; return it.

    With a known `uid` nothing is written: the stored entry comes back if it has the same kind and
    postings, else `LedgerError` KEY_REUSED. INSUFFICIENT_CHIPS if an account that is not the bank
    would fall below zero. `ValueError` for postings that are no entry at all.
    """
    amounts = {account.pk: amount for account, amount in postings.items()}
    if len(amounts) < 2 or sum(amounts.values()) != 0 or 0 in amounts.values():
        raise ValueError(f"not a balanced entry: {amounts}")
    with transaction.atomic():
        held = lock_accounts(postings)
        return write(kind=kind, uid=uid, amounts=amounts, held=held, memo=memo, by=by)


def write(
    *,
    kind: str,
    uid: str,
    amounts: Mapping[int, int],
    held: Mapping[int, Account],
    memo: str = "",
    by: Person | None = None,
) -> Entry:
    """`transfer` for accounts that are already held; `amounts` by account id, balanced."""
    known = _known(uid, kind, amounts)
    if known is not None:
        return known
    for account_id, amount in amounts.items():
        account = held[account_id]
        if account.balance + amount < 0 and account.kind != Account.Kind.BANK:
            raise _too_little(account, -amount)
    with connection.cursor() as cursor:
        by_id = by.pk if by else None
        ids, chips = list(amounts), list(amounts.values())
        cursor.execute(_WRITE, [uid, kind, memo, by_id, ids, chips])
        row = cursor.fetchone()
    if row is None:
        # The same uid was written at this moment, over other accounts (ours are held).
        known = _known(uid, kind, amounts)
        assert known is not None
        return known
    for account_id, amount in amounts.items():
        held[account_id].balance += amount
    return Entry(id=row[0], uid=uid, kind=kind, memo=memo, by_id=by_id, at=row[1])


def entry_exists(uid: str) -> bool:
    """Whether an entry of this id is written: what goes with it must not be done again."""
    return Entry.objects.filter(uid=uid).exists()


def _known(uid: str, kind: str, amounts: Mapping[int, int]) -> Entry | None:
    entry = Entry.objects.filter(uid=uid).first()
    if entry is None:
        return None
    stored = dict(Posting.objects.filter(entry=entry).values_list("account_id", "amount"))
    if entry.kind != kind or stored != dict(amounts):
        raise LedgerRefused("KEY_REUSED", "This key was already used for another transfer.")
    return entry


def _too_little(account: Account, need: int) -> LedgerRefused:
    have = account.balance
    text = {
        Account.Kind.WALLET: f"You have only {have:,} chips.",
        Account.Kind.ESCROW: f"The table holds only {have:,} chips.",
        Account.Kind.HOUSE: f"The house holds only {have:,} chips.",
    }.get(Account.Kind(account.kind), f"The prize pool holds only {have:,} chips.")
    return LedgerRefused("INSUFFICIENT_CHIPS", text, have=have, need=need)
