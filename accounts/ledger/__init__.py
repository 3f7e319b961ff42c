"""The ledger: the only writer of chips.

Every function runs in one transaction (the caller's, or its own), locks the accounts it touches
in the order of their ids, and is safe to repeat: an entry's `uid` is written once, a second call
with the same `uid` returns the stored entry.
"""

from accounts.ledger.entries import (
    LedgerError,
    balance,
    bank,
    escrow,
    happened,
    hold,
    house,
    prize,
    transfer,
    wallet,
    wallet_balance,
    wallets_of,
)
from accounts.ledger.wallets import (
    HOUSE_FLOAT,
    REFILL_FLOOR,
    START_CHIPS,
    RefillOffer,
    buy_in,
    cash_out,
    fund_bot,
    give_back_entry,
    grant_start,
    pay_entry,
    pay_prizes,
    refill,
    refill_offer,
    settle_house,
    take_back,
)

__all__ = [
    "HOUSE_FLOAT",
    "REFILL_FLOOR",
    "START_CHIPS",
    "LedgerError",
    "RefillOffer",
    "balance",
    "bank",
    "buy_in",
    "cash_out",
    "escrow",
    "fund_bot",
    "give_back_entry",
    "grant_start",
    "happened",
    "hold",
    "house",
    "pay_entry",
    "pay_prizes",
    "prize",
    "refill",
    "refill_offer",
    "settle_house",
    "take_back",
    "transfer",
    "wallet",
    "wallet_balance",
    "wallets_of",
]
