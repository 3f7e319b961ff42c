"""The ledger: the only code that moves chips.

Every function runs in one transaction (the caller's or its own), locks the accounts it touches in
the order of their ids, and is idempotent: an entry's `uid` is written once, and a second call with
the same `uid` returns the stored entry.
"""

from accounts.ledger.entries import (
    LedgerRefused,
    balance,
    bank,
    entry_exists,
    escrow,
    house,
    lock_accounts,
    open_escrow,
    prize,
    purse_of,
    transfer,
    wallet,
    wallet_balance,
    wallets_of,
)
from accounts.ledger.wallets import (
    HOUSE_FLOAT_CHIPS,
    REFILL_BELOW_CHIPS,
    START_CHIPS,
    RefillOffer,
    buy_in,
    cash_out,
    end_hold,
    fund_bot,
    hold_chips,
    pay_entry,
    pay_prizes,
    refill,
    refill_offer,
    refund_entry,
    reverse_entry,
    settle_house,
)

__all__ = [
    "HOUSE_FLOAT_CHIPS",
    "REFILL_BELOW_CHIPS",
    "START_CHIPS",
    "LedgerRefused",
    "RefillOffer",
    "balance",
    "bank",
    "buy_in",
    "cash_out",
    "end_hold",
    "entry_exists",
    "escrow",
    "fund_bot",
    "hold_chips",
    "house",
    "lock_accounts",
    "open_escrow",
    "pay_entry",
    "pay_prizes",
    "prize",
    "purse_of",
    "refill",
    "refill_offer",
    "refund_entry",
    "reverse_entry",
    "settle_house",
    "transfer",
    "wallet",
    "wallet_balance",
    "wallets_of",
]
