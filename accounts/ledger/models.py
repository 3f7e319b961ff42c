"""The ledger: accounts, entries, and the postings of each entry.

The database enforces the invariants for every writer: a posting changes the balance of its account,
and nothing else does; entries and postings are never changed or removed; at commit each entry has
two or more postings that sum to zero; only the bank may be below zero. All writing goes through
`accounts.ledger`.
"""

from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models

_UNBALANCED = """
IF (SELECT COUNT(*) < 2 OR COALESCE(SUM(amount), 0) <> 0
    FROM accounts_posting WHERE entry_id = {entry}) THEN
    RAISE EXCEPTION 'entry % does not balance', {entry} USING ERRCODE = 'check_violation';
END IF;
RETURN NULL;
"""


class ClockTimestamp(models.Func):
    """The database's clock at the time of writing, not at the start of the transaction."""

    function = "clock_timestamp"
    output_field = models.DateTimeField()


class Account(models.Model):
    """An account of chips: the bank that issues them, a wallet, a table, a prize pool, the house.

    A user's hold has chips that a case is about, until staff decide.

    The house plays against everyone at tables with a dealer and keeps its winnings.
    """

    class Kind(models.TextChoices):
        BANK = "bank"
        WALLET = "wallet"
        ESCROW = "escrow"
        PRIZE = "prize"
        HOUSE = "house"
        HOLD = "hold"

    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=6, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    owner_id = models.UUIDField(null=True, help_text="the table or tournament")
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(balance__gte=0) | models.Q(kind="bank"),
                name="only_the_bank_may_be_negative",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=("bank", "house"), user=None, owner_id=None)
                | models.Q(kind__in=("wallet", "hold"), user__isnull=False, owner_id=None)
                | models.Q(kind__in=("escrow", "prize"), user=None, owner_id__isnull=False),
                name="account_has_its_owner",
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=models.Q(kind="bank"), name="one_bank"
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=models.Q(kind="house"), name="one_house"
            ),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(kind="wallet"), name="one_wallet_each"
            ),
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(kind="hold"), name="one_hold_each"
            ),
            models.UniqueConstraint(
                fields=["owner_id", "kind"],
                condition=models.Q(owner_id__isnull=False),
                name="one_account_for_each_owner",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Trigger(
                name="account_starts_empty",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                condition=pgtrigger.Condition("NEW.balance <> 0"),
                func="RAISE EXCEPTION 'an account starts empty' USING ERRCODE = 'check_violation';",
            ),
            pgtrigger.Trigger(
                # Depth 0 is a client's statement; the posting's own trigger is deeper.
                name="account_moves_by_postings_only",
                when=pgtrigger.Before,
                operation=pgtrigger.Update | pgtrigger.Delete,
                condition=pgtrigger.Condition("pg_trigger_depth() = 0"),
                func="RAISE EXCEPTION 'accounts change by postings only';",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id or self.owner_id or ''}".strip()


class Entry(models.Model):
    """One movement of chips, identified by an id that its caller chose."""

    class Kind(models.TextChoices):
        START = "start"
        REFILL = "refill"
        BOT_FUND = "bot_fund"
        BUY_IN = "buy_in"
        CASH_OUT = "cash_out"
        FEE = "fee"
        PRIZE = "prize"
        HOUSE = "house"
        CORRECTION = "correction"
        ERASED = "erased"
        HOLD = "hold"

    id = models.BigAutoField(primary_key=True)
    uid = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=12, choices=Kind)
    memo = models.CharField(max_length=120, blank=True, default="")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="the member of staff, for entries made by hand",
    )
    at = models.DateTimeField(db_default=ClockTimestamp(), editable=False)

    class Meta:
        verbose_name_plural = "entries"
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="entry_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
            pgtrigger.Trigger(
                name="entry_balances",
                when=pgtrigger.After,
                operation=pgtrigger.Insert,
                timing=pgtrigger.Deferred,
                func=_UNBALANCED.format(entry="NEW.id"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"


class Posting(models.Model):
    """The change of one account by one entry, and the balance after it."""

    id = models.BigAutoField(primary_key=True)
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    amount = models.BigIntegerField()
    balance_after = models.BigIntegerField(editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(amount=0), name="posting_moves_something"),
            models.UniqueConstraint(fields=["entry", "account"], name="one_posting_each"),
        ]
        indexes: ClassVar = [models.Index(fields=["account", "-id"], name="posting_of_account")]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="posting_append_only", operation=pgtrigger.Update | pgtrigger.Delete
            ),
            pgtrigger.Trigger(
                name="posting_moves_balance",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert,
                func="""
                UPDATE accounts_account SET balance = balance + NEW.amount
                WHERE id = NEW.account_id RETURNING balance INTO NEW.balance_after;
                RETURN NEW;
                """,
            ),
            pgtrigger.Trigger(
                # The entry's own trigger covers new entries; this one covers additions to old ones.
                name="posting_balances",
                when=pgtrigger.After,
                operation=pgtrigger.Insert,
                timing=pgtrigger.Deferred,
                func=_UNBALANCED.format(entry="NEW.entry_id"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount:+d} on {self.account_id}"
