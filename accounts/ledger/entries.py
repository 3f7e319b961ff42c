"""Accounts, and the only way to move chips between them.

This module opens accounts, locks them and writes entries. Its callers decide what an entry means
(a buy-in, a refill).
"""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from accounts.ledger.models import Account, Entry, Posting
from accounts.people.models import User
from core.errors import RequestRefused
from core.people import Person
from core.runtime.sql import Columns, in_transaction, run

_ACCOUNT = Columns(Account, "a")
_ENTRY = Columns(Entry, "e")
_FIND = f"SELECT {_ACCOUNT.sql} FROM accounts_account a WHERE "  # noqa: S608 -- own names
# Each kind has a text of its own: an index of one kind alone cannot serve a parameter.
_OF_USER = {kind: f"{_FIND} kind = '{kind}' AND user_id = %s" for kind in Account.Kind}
_OF_OWNER = {kind: f"{_FIND} kind = '{kind}' AND owner_id = %s" for kind in Account.Kind}
_ONLY = {kind: f"{_FIND} kind = '{kind}'" for kind in Account.Kind}
_OPEN = """
INSERT INTO accounts_account (kind, user_id, owner_id, balance) VALUES (%s, %s, %s, 0)
ON CONFLICT DO NOTHING
"""
_LOCK_BOTH = f"""
{_FIND} (kind = 'wallet' AND user_id = %s) OR (kind = 'escrow' AND owner_id = %s)
ORDER BY id FOR NO KEY UPDATE
"""
_LOCK = f"{_FIND} id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
_KNOWN = f"SELECT {_ENTRY.sql} FROM accounts_entry e WHERE uid = %s"  # noqa: S608 -- own names
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
_PURSE = """
SELECT kind, balance FROM accounts_account
WHERE kind = 'wallet' AND user_id = %s OR kind = 'hold' AND user_id = %s
"""
_WALLETS = """
SELECT user_id, balance FROM accounts_account WHERE kind = 'wallet' AND user_id = ANY(%s)
"""


class LedgerRefused(RequestRefused):
    """A refused movement of chips; `limits` are `have` and `need`."""


def bank() -> Account:
    """The account that issues and takes back play money; its balance is minus all other chips."""
    return _account(Account.Kind.BANK)


def wallet(user: User) -> Account:
    """The wallet of a user, guest or bot; opened empty if there is none yet."""
    return _account(Account.Kind.WALLET, user_id=user.pk)


def hold(user: User) -> Account:
    """The account of the chips of a user that are held; opened empty if there is none yet."""
    return _account(Account.Kind.HOLD, user_id=user.pk)


def open_wallet(user: User) -> Account:
    """The empty wallet of a user who has just been created."""
    return _account(Account.Kind.WALLET, user_id=user.pk, is_new=True)


def open_escrow(table_id: uuid.UUID) -> Account:
    """The account of a table that has just been created."""
    return _account(Account.Kind.ESCROW, owner_id=table_id, is_new=True)


def escrow(table_id: uuid.UUID) -> Account:
    """The account that holds the chips on a table; opened empty if there is none yet."""
    return _account(Account.Kind.ESCROW, owner_id=table_id)


def prize(owner_id: uuid.UUID) -> Account:
    """The prize pool of a tournament; opened empty if there is none yet."""
    return _account(Account.Kind.PRIZE, owner_id=owner_id)


def house() -> Account:
    """The account of the house, which deals at tables where all play against the dealer."""
    return _account(Account.Kind.HOUSE)


def balance(account: Account) -> int:
    """The current balance in chips (not the one from when `account` was read)."""
    return Account.objects.values_list("balance", flat=True).get(pk=account.pk)


def wallet_balance(user_id: uuid.UUID) -> int:
    """The chips in a wallet, in one query; 0 if it was never opened."""
    return wallets_of([user_id]).get(user_id, 0)


def purse_of(user_id: uuid.UUID) -> tuple[int, int]:
    """The chips in a wallet, and those of its user that are held; one query."""
    (rows,) = run((_PURSE, [user_id, user_id]))
    found: dict[str, int] = dict(rows)
    return found.get(Account.Kind.WALLET, 0), found.get(Account.Kind.HOLD, 0)


def wallets_of(user_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """The chips in several wallets, by user id, in one query; users without a wallet are absent."""
    (rows,) = run((_WALLETS, [list(user_ids)]))
    return dict(rows)


def _account(
    kind: Account.Kind,
    *,
    user_id: uuid.UUID | None = None,
    owner_id: uuid.UUID | None = None,
    is_new: bool = False,
) -> Account:
    """The account, opened if there is none; one that `is_new` is not looked for first."""
    if user_id is not None:
        find = (_OF_USER[kind], [user_id])
    elif owner_id is not None:
        find = (_OF_OWNER[kind], [owner_id])
    else:
        find = (_ONLY[kind], [])
    found = [] if is_new else run(find)[0]
    if not found:
        # Concurrent calls may open the same account: the second waits, then reads the first's.
        _, found = run((_OPEN, [kind, user_id, owner_id]), find)
    return _ACCOUNT.make(found[0])


def lock_accounts(accounts: Iterable[Account]) -> dict[int, Account]:
    """Lock accounts in the order of their ids and return their current rows, by id.

    A caller that makes several transfers in one transaction locks all their accounts first, so that
    two such transactions cannot deadlock. Must be called inside a transaction.
    """
    (rows,) = run((_LOCK, [list({account.pk for account in accounts})]))
    return {account.pk: account for account in map(_ACCOUNT.make, rows)}


def lock_wallet_and_escrow(user_id: uuid.UUID, table_id: uuid.UUID) -> tuple[Account, Account]:
    """Both accounts, locked, in one query unless one of them is new.

    Must be called inside a transaction.
    """
    (rows,) = run((_LOCK_BOTH, [user_id, table_id]))
    if len(rows) < 2:
        # Opened before anything is locked again, so that locks are taken in the order of ids.
        _account(Account.Kind.WALLET, user_id=user_id)
        escrow(table_id)
        (rows,) = run((_LOCK_BOTH, [user_id, table_id]))
    held = {account.kind: account for account in map(_ACCOUNT.make, rows)}
    return held[Account.Kind.WALLET], held[Account.Kind.ESCROW]


def transfer(
    *,
    kind: str,
    uid: str,
    postings: Mapping[Account, int],
    memo: str = "",
    by: Person | None = None,
) -> Entry:
    """Write one entry whose postings (account -> signed chips) sum to zero; return it.

    With a known `uid` nothing is written: the stored entry is returned if it has the same kind and
    postings, else `LedgerRefused` KEY_REUSED is raised. INSUFFICIENT_CHIPS if an account other than
    the bank would fall below zero. `ValueError` if the postings are not a valid entry.
    """
    amounts = {account.pk: amount for account, amount in postings.items()}
    if len(amounts) < 2 or sum(amounts.values()) != 0 or 0 in amounts.values():
        raise ValueError(f"not a balanced entry: {amounts}")
    with in_transaction():
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
    """`transfer` for accounts that are already locked; `amounts` by account id, sum zero."""
    by_id = by.pk if by else None
    short = next((one for one in amounts.items() if _falls_below_zero(held, *one)), None)
    rows: list[tuple[Any, ...]] = []
    if short is None:
        (rows,) = run((_WRITE, [uid, kind, memo, by_id, list(amounts), list(amounts.values())]))
    if not rows:
        known = _known(uid, kind, amounts)
        if known is not None:
            return known
        assert short is not None
        raise _insufficient(held[short[0]], -short[1])
    for account_id, amount in amounts.items():
        held[account_id].balance += amount
    ((id_, at),) = rows
    return Entry(id=id_, uid=uid, kind=kind, memo=memo, by_id=by_id, at=at)


def entry_exists(uid: str) -> bool:
    """Whether an entry with this `uid` exists; its side effects must then not be repeated."""
    (found,) = run((_KNOWN, [uid]))
    return bool(found)


def _known(uid: str, kind: str, amounts: Mapping[int, int]) -> Entry | None:
    (found,) = run((_KNOWN, [uid]))
    if not found:
        return None
    entry = _ENTRY.make(found[0])
    stored = dict(Posting.objects.filter(entry=entry).values_list("account_id", "amount"))
    if entry.kind != kind or stored != dict(amounts):
        raise LedgerRefused("KEY_REUSED", case="transfer")
    return entry


def _falls_below_zero(held: Mapping[int, Account], account_id: int, amount: int) -> bool:
    account = held[account_id]
    return account.balance + amount < 0 and account.kind != Account.Kind.BANK


def _insufficient(account: Account, need: int) -> LedgerRefused:
    return LedgerRefused("INSUFFICIENT_CHIPS", case=account.kind, have=account.balance, need=need)
