"""The audit of the ledger: recomputes balances, postings and entries.

Escrow against the seats of tables: `lobby/tables/audit.py`.
"""

import uuid
from typing import Any

from django.db import connection

from accounts.ledger.models import Account
from core.audit.checks import IncrementalRun, register
from core.audit.findings import Finding

_SUM = "SELECT COALESCE(SUM(balance), 0) FROM accounts_account"
_DRIFT = """
SELECT a.id, a.kind, COALESCE(a.user_id, a.owner_id), a.balance,
    COALESCE(base.balance_after, 0) + COALESCE(p.total, 0)
FROM accounts_account a
LEFT JOIN (SELECT account_id, SUM(amount) AS total FROM accounts_posting
    WHERE entry_id > %s GROUP BY account_id) p ON p.account_id = a.id
LEFT JOIN LATERAL (SELECT balance_after FROM accounts_posting b
    WHERE %s > 0 AND b.account_id = a.id AND b.entry_id <= %s
    ORDER BY b.id DESC LIMIT 1) base ON true
WHERE (%s = 0 OR p.account_id IS NOT NULL)
    AND a.balance <> COALESCE(base.balance_after, 0) + COALESCE(p.total, 0)
ORDER BY a.id
"""
_NEGATIVE = """
SELECT id, kind, COALESCE(user_id, owner_id), balance FROM accounts_account
WHERE balance < 0 AND kind <> 'bank' ORDER BY id
"""
_CHAIN = """
SELECT p.id, p.account_id, a.kind, a.owner_id, p.balance_after,
    COALESCE(base.balance_after, 0) + p.moved
FROM (SELECT id, account_id, balance_after,
        SUM(amount) OVER (PARTITION BY account_id ORDER BY id) AS moved
    FROM accounts_posting WHERE entry_id > %s) p
JOIN accounts_account a ON a.id = p.account_id
LEFT JOIN LATERAL (SELECT balance_after FROM accounts_posting b
    WHERE %s > 0 AND b.account_id = a.id AND b.entry_id <= %s
    ORDER BY b.id DESC LIMIT 1) base ON true
WHERE p.balance_after <> COALESCE(base.balance_after, 0) + p.moved ORDER BY p.id LIMIT 100
"""
_UNBALANCED = """
SELECT e.id, e.uid, COUNT(p.id), COALESCE(SUM(p.amount), 0)
FROM accounts_entry e LEFT JOIN accounts_posting p ON p.entry_id = e.id WHERE e.id > %s
GROUP BY e.id HAVING COUNT(p.id) < 2 OR COALESCE(SUM(p.amount), 0) <> 0
ORDER BY e.id LIMIT 100
"""
_NEWEST = "SELECT COALESCE(MAX(id), 0) FROM accounts_entry"
# Ids are drawn before the commit: a smaller one can still appear within a few seconds.
_SETTLED = """
SELECT COALESCE(MAX(id), %s) FROM accounts_entry
WHERE id > %s AND at < clock_timestamp() - interval '5 seconds'
"""
ENTRIES_PER_PASS_MAX = 20_000
"""The most entries of one incremental check; after a long pause older ones wait for the night."""


def audit_ledger(*, since: int = 0) -> list[Finding]:
    """Recompute the ledger from the postings of all entries after `since`; empty if it is exact."""
    with connection.cursor() as cursor:

        def rows(sql: str) -> list[tuple[Any, ...]]:
            cursor.execute(sql, [since] * sql.count("%s"))
            return list(cursor.fetchall())

        ((total,),) = rows(_SUM)
        findings = []
        if total:
            text = f"the sum of all balances is {total:+,} chips, not 0"
            findings.append(Finding("ledger.sum", "all accounts", text))
        for account, kind, owner, balance, total in rows(_DRIFT):
            text = f"balance {balance:,}, but its postings add up to {total:,}"
            findings.append(_finding("ledger.drift", account, kind, owner, text))
        for account, kind, owner, balance in rows(_NEGATIVE):
            findings.append(
                _finding("ledger.negative", account, kind, owner, f"balance {balance:,}")
            )
        for posting, account, kind, owner, left, running in rows(_CHAIN):
            text = f"says balance {left:,} on account {account}, recomputed {running:,}"
            table_id = owner if kind == Account.Kind.ESCROW else None
            findings.append(Finding("ledger.chain", f"posting {posting}", text, table_id))
        for entry, uid, count, total in rows(_UNBALANCED):
            text = f"{count} postings that sum to {total:+,}"
            findings.append(Finding("ledger.entry", f"entry {entry} ({uid})", text))
    return findings


def _finding(check: str, account: int, kind: str, owner: uuid.UUID | None, text: str) -> Finding:
    """A finding about an account; for an escrow account it is about the table."""
    subject = f"account {account} ({kind} {owner or ''}".rstrip() + ")"
    return Finding(check, subject, text, owner if kind == Account.Kind.ESCROW else None)


def audit_new_entries(progress: IncrementalRun) -> list[Finding]:
    """The same for the entries since the last run."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST)
        (newest,) = cursor.fetchone()
        since = max(progress.mark.get("entry", newest), newest - ENTRIES_PER_PASS_MAX)
        cursor.execute(_SETTLED, [since, since])
        (settled,) = cursor.fetchone()
    progress.mark = {"entry": settled}
    return audit_ledger(since=since)


register("ledger", audit_ledger, new=audit_new_entries)
