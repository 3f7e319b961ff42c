"""The audit finds violations, names them, and reports them by its exit status."""

import uuid
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from accounts import ledger
from accounts.ledger.audit import audit_ledger
from accounts.ledger.models import Account, Entry, Posting
from accounts.ledger.queries import statement
from accounts.people.actions import users
from accounts.people.models import User
from core.audit import checks
from core.audit.findings import Finding
from tests.support.owner import no_triggers
from tests.support.people import in_threads

TABLE = uuid.UUID("00000000-0000-4000-8000-000000000002")


def subjects(check: str) -> list[str]:
    return [finding.subject for finding in audit_ledger() if finding.check == check]


def test_an_honest_ledger_has_no_findings(anna: User, guest: User) -> None:
    ledger.buy_in(user=anna, table_id=TABLE, amount=5_000, uid="in")
    ledger.cash_out(user=guest, table_id=TABLE, amount=4_000, uid="won it all")
    assert audit_ledger() == []


def test_a_changed_balance_is_drift_and_names_the_account(anna: User, guest: User) -> None:
    wallet = ledger.wallet(anna)
    with no_triggers():
        Account.objects.filter(pk=wallet.pk).update(balance=10_001)
    findings = audit_ledger()
    assert subjects("ledger.drift") == [f"account {wallet.pk} (wallet {anna.pk})"]
    assert subjects("ledger.sum") == ["all accounts"]
    assert {finding.check for finding in findings} == {"ledger.drift", "ledger.sum"}
    assert "balance 10,001, but its postings add up to 10,000" in str(findings[1])


def test_two_changes_that_cancel_are_still_found(anna: User, ravi: User) -> None:
    one, other = ledger.wallet(anna), ledger.wallet(ravi)
    with no_triggers():
        Account.objects.filter(pk=one.pk).update(balance=9_000)
        Account.objects.filter(pk=other.pk).update(balance=11_000)
    assert subjects("ledger.sum") == []
    assert len(subjects("ledger.drift")) == 2


def test_a_changed_posting_breaks_its_entry_and_its_chain(anna: User) -> None:
    posting = Posting.objects.get(account=ledger.wallet(anna))
    with no_triggers():
        Posting.objects.filter(pk=posting.pk).update(amount=9_999)
    assert subjects("ledger.entry") == [f"entry {posting.entry_id} (start:{anna.pk})"]
    assert subjects("ledger.chain") == [f"posting {posting.pk}"]
    assert subjects("ledger.drift") == [f"account {posting.account_id} (wallet {anna.pk})"]


def test_an_entry_without_postings_is_found(anna: User) -> None:
    with no_triggers():
        entry = Entry.objects.create(uid="empty", kind="correction")
        assert subjects("ledger.entry") == [f"entry {entry.pk} (empty)"]


def test_a_negative_wallet_is_found(anna: User) -> None:
    wallet = ledger.wallet(anna)
    with no_triggers(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE accounts_account DROP CONSTRAINT only_the_bank_may_be_negative")
        Account.objects.filter(pk=wallet.pk).update(balance=-1)
    assert subjects("ledger.negative") == [f"account {wallet.pk} (wallet {anna.pk})"]


def test_the_command_reports_every_check_and_exits_with_0(
    anna: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("audit", "ledger")
    assert capsys.readouterr().out.splitlines() == ["ledger  ok", "no findings"]


def test_the_command_exits_with_1_on_a_finding(
    anna: User, capsys: pytest.CaptureFixture[str]
) -> None:
    with no_triggers():
        Account.objects.filter(pk=ledger.wallet(anna).pk).update(balance=12)
    with pytest.raises(SystemExit) as end:
        call_command("audit", "ledger")
    assert end.value.code == 1
    out = capsys.readouterr().out
    assert f"wallet {anna.pk}" in out
    assert out.endswith("2 findings\n")


def test_every_registered_check_runs_even_if_one_fails(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> list[Finding]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT no_such_column FROM accounts_account")
        return []

    monkeypatch.setattr(checks, "_checks", {})
    checks.register("broken", broken)
    finding = Finding("seats.escrow", "table lotus", "12 against 13")
    checks.register("seats", lambda: [finding])
    checks.register("ledger", audit_ledger)
    found = checks.run()
    assert list(found) == ["broken", "seats", "ledger"]
    assert str(found["broken"][0]).startswith(
        "audit.failed: broken: the check itself failed: ProgrammingError"
    )
    assert "no_such_column" in found["broken"][0].text
    assert list(map(str, found["seats"])) == ["seats.escrow: table lotus: 12 against 13"]
    assert found["ledger"] == []


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_lost_meanwhile_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a primary dies; the task runs again."""

    def lost() -> list[Finding]:
        connection.connection.close()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return []

    monkeypatch.setattr(checks, "_checks", {"lost": lost, "ledger": audit_ledger})
    monkeypatch.setattr(checks, "_checks_of_new", {"lost": lambda _progress: lost()})
    for run in (checks.run, lambda: checks.run_new(budget_s=1)):
        with pytest.raises(OperationalError):
            run()
        connection.close()
    assert checks.run(["ledger"]) == {"ledger": []}


def test_an_unknown_check_is_an_error_not_a_pass(db: None) -> None:
    with pytest.raises(CommandError, match="no such check: sets"):
        call_command("audit", "sets")


@pytest.mark.django_db(transaction=True)
def test_all_checks_read_one_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def look() -> list[Finding]:
        seen.append(Account.objects.filter(kind="wallet").count())
        if len(seen) == 1:
            in_threads(1, lambda _: users.create_guest())
        return []

    monkeypatch.setattr(checks, "_checks", {})
    checks.register("first", look)
    checks.register("second", look)
    checks.run()
    assert seen == [0, 0]
    assert Account.objects.filter(kind="wallet").count() == 1


def test_a_statement_lists_every_entry_newest_first(anna: User, guest: User) -> None:
    for number in range(60):
        ledger.buy_in(user=anna, table_id=TABLE, amount=10, uid=f"in:{number}", memo="Lotus")
    first = statement(anna.pk)
    assert (first.paginator.count, first.paginator.num_pages, len(first.object_list)) == (61, 2, 50)
    newest = first.object_list[0]
    assert (newest.kind, newest.label) == ("buy_in", "Taken to a table")
    assert (newest.amount, newest.balance_after, newest.memo) == (-10, 9_400, "Lotus")
    last = statement(anna.pk, page="99")
    assert last.number == 2
    oldest = last.object_list[-1]
    assert (oldest.kind, oldest.amount, oldest.balance_after) == ("start", 10_000, 10_000)
    rows = [*first.object_list, *last.object_list]
    for newer, older in pairwise(rows):
        assert newer.balance_after == older.balance_after + newer.amount
    assert statement(guest.pk).paginator.count == 1
