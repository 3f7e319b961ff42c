"""The ledger keeps its invariants: no chip is lost or spent twice, also under concurrency."""

import random
import uuid
from collections import Counter
from threading import Barrier

import pytest
from django.db import Error, IntegrityError, connection, transaction
from pytest_django import DjangoAssertNumQueries

from accounts import ledger
from accounts.ledger import (
    LedgerRefused,
    entries,
)
from accounts.ledger.audit import audit_ledger
from accounts.ledger.models import Account, Entry, Posting
from accounts.people.actions import users
from accounts.people.models import User
from tests.support.owner import wait_until_lock_is_awaited
from tests.support.people import in_threads
from tests.support.size import times
from tests.support.waiting import PATIENCE_S

TABLE = uuid.UUID("00000000-0000-4000-8000-000000000001")


def refused(code: str) -> "pytest.RaisesExc[LedgerRefused]":
    return pytest.raises(LedgerRefused, check=lambda error: error.code == code)


def sql(statement: str, *parameters: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def test_an_entry_moves_chips_and_stores_the_balances(anna: User) -> None:
    wallet, table = ledger.wallet(anna), ledger.escrow(TABLE)
    entry = ledger.transfer(
        kind="buy_in", uid="one", postings={wallet: -300, table: 300}, memo="Lotus", by=anna
    )
    assert ledger.balance(wallet) == 9_700
    assert ledger.balance(table) == 300
    stored = Entry.objects.get(uid="one")
    assert stored == entry
    assert (stored.kind, stored.memo, stored.by, stored.at) == ("buy_in", "Lotus", anna, entry.at)
    after = dict(stored.postings.values_list("account_id", "balance_after"))
    assert after == {wallet.pk: 9_700, table.pk: 300}


def test_a_known_uid_gives_the_stored_entry_even_when_the_chips_are_gone(anna: User) -> None:
    first = ledger.buy_in(user=anna, table_id=TABLE, amount=10_000, uid="all")
    again = ledger.buy_in(user=anna, table_id=TABLE, amount=10_000, uid="all")
    assert (again.pk, again.at) == (first.pk, first.at)
    assert ledger.wallet_balance(anna.pk) == 0


def test_a_known_uid_for_anything_else_is_refused(anna: User, ravi: User) -> None:
    ledger.buy_in(user=anna, table_id=TABLE, amount=500, uid="key")
    with refused("KEY_REUSED"):
        ledger.buy_in(user=anna, table_id=TABLE, amount=501, uid="key")
    with refused("KEY_REUSED"):
        ledger.buy_in(user=ravi, table_id=TABLE, amount=500, uid="key")
    with refused("KEY_REUSED"):
        ledger.cash_out(user=anna, table_id=TABLE, amount=500, uid="key")
    with refused("KEY_REUSED"):
        postings = {ledger.wallet(anna): -500, ledger.escrow(TABLE): 500}
        ledger.transfer(kind="fee", uid="key", postings=postings)
    assert ledger.balance(ledger.escrow(TABLE)) == 500


def test_nobody_spends_more_than_they_have(anna: User) -> None:
    with refused("INSUFFICIENT_CHIPS") as refusal:
        ledger.buy_in(user=anna, table_id=TABLE, amount=10_001, uid="much")
    assert refusal.value.text == "You have only 10,000 chips."
    assert refusal.value.limits == {"have": 10_000, "need": 10_001}
    with refused("INSUFFICIENT_CHIPS"):
        ledger.cash_out(user=anna, table_id=TABLE, amount=1, uid="nothing there")
    # The caller's transaction continues, and the refused uid is still free.
    ledger.buy_in(user=anna, table_id=TABLE, amount=10_000, uid="much")
    assert ledger.wallet_balance(anna.pk) == 0


def test_an_invalid_entry_is_an_error_of_the_caller(anna: User) -> None:
    wallet, table = ledger.wallet(anna), ledger.escrow(TABLE)
    for postings in ({wallet: -5, table: 6}, {wallet: 0, table: 0}, {wallet: 0}, {}):
        with pytest.raises(ValueError, match="not a balanced entry"):
            ledger.transfer(kind="fee", uid="x", postings=postings)
    for amount in (0, -5):
        with pytest.raises(ValueError, match="amount of chips"):
            ledger.buy_in(user=anna, table_id=TABLE, amount=amount, uid="x")
    assert not Entry.objects.filter(uid="x").exists()


def test_buying_in_is_two_queries(
    anna: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ledger.escrow(TABLE)
    with django_assert_num_queries(2):
        ledger.buy_in(user=anna, table_id=TABLE, amount=100, uid="in")
    with django_assert_num_queries(2):
        ledger.cash_out(user=anna, table_id=TABLE, amount=100, uid="out")


def test_a_repeated_uid_gets_its_entry_even_if_the_chips_are_gone(anna: User) -> None:
    first = ledger.buy_in(user=anna, table_id=TABLE, amount=9_000, uid="in")
    assert ledger.buy_in(user=anna, table_id=TABLE, amount=9_000, uid="in") == first
    with pytest.raises(ledger.LedgerRefused, match="already used"):
        ledger.buy_in(user=anna, table_id=TABLE, amount=9_001, uid="in")
    assert ledger.wallet_balance(anna.pk) == 1_000


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE accounts_posting SET amount = amount + 1",
        "UPDATE accounts_posting SET balance_after = 0",
        "DELETE FROM accounts_posting",
        "UPDATE accounts_entry SET memo = 'else'",
        "DELETE FROM accounts_entry",
        "UPDATE accounts_account SET balance = balance + 1",
        "UPDATE accounts_account SET kind = 'bank' WHERE kind = 'wallet'",
        "DELETE FROM accounts_account",
        "INSERT INTO accounts_account (kind, balance) VALUES ('bank', 5)",
        "INSERT INTO accounts_account (kind, balance) VALUES ('bank', 0)",
        "INSERT INTO accounts_account (kind, balance) VALUES ('wallet', 0)",
        "INSERT INTO accounts_account (kind, balance, user_id)"
        " SELECT kind, 0, user_id FROM accounts_account WHERE kind = 'wallet'",
        "INSERT INTO accounts_posting (entry_id, account_id, amount, balance_after)"
        " SELECT MIN(entry_id), MIN(account_id), 0, 0 FROM accounts_posting",
    ],
)
def test_the_database_refuses_to_rewrite_the_ledger(anna: User, statement: str) -> None:
    with pytest.raises(Error), transaction.atomic():
        sql(statement)
    assert audit_ledger() == []


def test_postings_compute_their_own_balances(anna: User) -> None:
    """The database stores the correct `balance_after`, even if a writer gives another one."""
    wallet, bank = ledger.wallet(anna), ledger.bank()
    entry = Entry.objects.create(uid="by hand", kind="correction")
    Posting.objects.create(entry=entry, account=wallet, amount=-1, balance_after=77)
    Posting.objects.create(entry=entry, account=bank, amount=1, balance_after=77)
    assert ledger.balance(wallet) == 9_999
    assert entry.postings.get(account=wallet).balance_after == 9_999
    assert audit_ledger() == []


def test_a_wallet_below_zero_is_refused_by_the_database_too(anna: User) -> None:
    wallet = ledger.wallet(anna)
    with pytest.raises(IntegrityError, match="only_the_bank_may_be_negative"):
        post_by_hand({wallet: -10_001})


def post_by_hand(postings: dict[Account, int], entry: Entry | None = None) -> None:
    """An entry written without the ledger, as by a programmer's mistake."""
    with transaction.atomic():
        entry = entry or Entry.objects.create(uid="by hand", kind="correction")
        for account, amount in postings.items():
            Posting.objects.create(entry=entry, account=account, amount=amount, balance_after=0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("amounts", [(), (-5,), (-5, 6), (5, 5)])
def test_an_unbalanced_entry_never_gets_past_its_commit(amounts: tuple[int, ...]) -> None:
    anna = users.register_person(name="Anna", password=None)
    accounts = [ledger.wallet(anna), ledger.escrow(TABLE)]
    with pytest.raises(IntegrityError, match="does not balance"):
        post_by_hand(dict(zip(accounts, amounts, strict=False)))
    assert ledger.wallet_balance(anna.pk) == 10_000
    assert not Entry.objects.filter(uid="by hand").exists()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_added_to_an_old_entry() -> None:
    anna = users.register_person(name="Anna", password=None)
    old = Entry.objects.get(uid=f"start:{anna.pk}")
    with pytest.raises(IntegrityError, match="does not balance"):
        post_by_hand({ledger.escrow(TABLE): 1_000}, entry=old)
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_one_uid_sent_concurrently_is_one_entry() -> None:
    anna = users.register_person(name="Anna", password=None)
    entries = []

    def buy_in(number: int) -> None:
        for round_ in range(20):
            uid = f"sit:{round_}"
            entries.append(ledger.buy_in(user=anna, table_id=TABLE, amount=100, uid=uid))

    in_threads(8, buy_in)
    assert ledger.wallet_balance(anna.pk) == 10_000 - 20 * 100
    assert Counter(entry.uid for entry in entries) == {f"sit:{n}": 8 for n in range(20)}
    assert len({(entry.pk, entry.uid, entry.at) for entry in entries}) == 20
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_one_uid_sent_concurrently_for_other_accounts_is_one_entry_and_a_refusal() -> None:
    """They lock no common account, so only the unique id can tell them apart."""
    players = [users.create_guest() for _ in range(6)]
    tables = [ledger.escrow(uuid.uuid4()) for _ in players]
    outcome = []

    def buy_in(number: int) -> None:
        for round_ in range(10):
            try:
                ledger.buy_in(
                    user=players[number],
                    table_id=tables[number].owner_id,
                    amount=10,
                    uid=f"same:{round_}",
                )
                outcome.append("written")
            except LedgerRefused as refusal:
                outcome.append(refusal.code)

    in_threads(6, buy_in)
    assert Counter(outcome) == {"written": 10, "KEY_REUSED": 50}
    assert sum(ledger.balance(table) for table in tables) == 100
    assert audit_ledger() == []


@pytest.mark.django_db(transaction=True)
def test_the_same_chips_cannot_be_spent_twice() -> None:
    anna = users.register_person(name="Anna", password=None)
    outcome = []

    def spend(number: int) -> None:
        try:
            ledger.buy_in(user=anna, table_id=TABLE, amount=6_000, uid=f"spend:{number}")
            outcome.append("written")
        except LedgerRefused as refusal:
            outcome.append(refusal.code)

    in_threads(8, spend)
    assert Counter(outcome) == {"written": 1, "INSUFFICIENT_CHIPS": 7}
    assert ledger.wallet_balance(anna.pk) == 4_000


@pytest.mark.django_db(transaction=True)
def test_the_second_spender_waits_and_sees_the_remaining_chips() -> None:
    """At the critical point: the first has written its entry and not committed yet."""
    anna = users.register_person(name="Anna", password=None)
    ledger.escrow(TABLE)
    outcome = []

    def spend(number: int) -> None:
        if number == 0:
            with transaction.atomic():
                ledger.buy_in(user=anna, table_id=TABLE, amount=6_000, uid="first")
                first_has_spent.wait()
                wait_until_lock_is_awaited()
        else:
            first_has_spent.wait()
            with refused("INSUFFICIENT_CHIPS") as refusal:
                ledger.buy_in(user=anna, table_id=TABLE, amount=6_000, uid="second")
            outcome.append(refusal.value.limits)

    first_has_spent = Barrier(2, timeout=PATIENCE_S)
    in_threads(2, spend)
    assert outcome == [{"have": 4_000, "need": 6_000}]


@pytest.mark.django_db(transaction=True)
def test_control_without_the_lock_both_spenders_would_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is real: without the lock both see enough chips, and only the database stops one."""
    anna = users.register_person(name="Anna", password=None)
    wallet, table = ledger.wallet(anna), ledger.escrow(TABLE)
    both_have_read = Barrier(2, timeout=PATIENCE_S)

    def look(accounts: object) -> dict[int, Account]:
        seen = {
            account.pk: account for account in Account.objects.filter(pk__in=[wallet.pk, table.pk])
        }
        both_have_read.wait()
        return seen

    monkeypatch.setattr(entries, "lock_accounts", look)
    outcome = []

    def spend(number: int) -> None:
        try:
            postings = {wallet: -6_000, table: 6_000}
            ledger.transfer(kind="buy_in", uid=f"spend:{number}", postings=postings)
            outcome.append("written")
        except (LedgerRefused, IntegrityError) as refusal:
            outcome.append(type(refusal).__name__)

    in_threads(2, spend)
    assert sorted(outcome) == ["IntegrityError", "written"]
    assert ledger.balance(wallet) == 4_000


@pytest.mark.django_db(transaction=True)
def test_crossing_transfers_never_deadlock_and_keep_the_sum() -> None:
    """The bank test: concurrent transfers between wallets and tables in all directions."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    players = [users.create_guest() for _ in range(4)]
    accounts = [ledger.wallet(player) for player in players]
    accounts += [ledger.escrow(uuid.uuid4()) for _ in range(3)]
    outcome: list[str] = []
    sums: set[int] = set()
    steps = times(20, 40)

    def move(number: int) -> None:
        rng = random.Random(seed + number)
        for step in range(steps):
            source, *targets = rng.sample(accounts, rng.choice((2, 2, 3)))
            parts = [rng.randint(1, 3_000) for _ in targets]
            postings = {source: -sum(parts), **dict(zip(targets, parts, strict=True))}
            try:
                ledger.transfer(kind="correction", uid=f"{number}:{step}", postings=postings)
                outcome.append("written")
            except LedgerRefused as refusal:
                outcome.append(refusal.code)
            chips = Account.objects.exclude(kind="bank").values_list("balance", flat=True)
            sums.add(sum(chips))

    in_threads(6, move)
    assert sums == {40_000}
    assert set(outcome) <= {"written", "INSUFFICIENT_CHIPS"}
    assert outcome.count("written") > 1.5 * steps
    assert audit_ledger() == []


def test_random_transfers_follow_the_model(db: None) -> None:
    """Compared with a dictionary as the model: the same refusals, and the same balances."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    players = [users.create_guest() for _ in range(3)]
    tables = [uuid.UUID(int=n) for n in range(1, 3)]
    model: Counter[object] = Counter({player.pk: 10_000 for player in players})
    done: dict[str, tuple[object, ...]] = {}
    for _ in range(times(75, 400)):
        player, table = rng.choice(players), rng.choice(tables)
        amount = rng.choice((1, rng.randint(1, 4_000), 10_000))
        move = rng.choice((ledger.buy_in, ledger.cash_out))
        uid = rng.choice([*done, "new"]) if rng.random() < 0.2 else f"{len(done)}"
        source, target = (player.pk, table) if move is ledger.buy_in else (table, player.pk)
        received = (move, player, table, amount)
        if uid in done:
            expected = "again" if done[uid] == received else "KEY_REUSED"
        else:
            expected = "new" if model[source] >= amount else "INSUFFICIENT_CHIPS"
        try:
            entries = Entry.objects.count()
            move(user=player, table_id=table, amount=amount, uid=uid)
            outcome = "new" if Entry.objects.count() > entries else "again"
        except LedgerRefused as refusal:
            outcome = refusal.code
        assert outcome == expected
        if outcome == "new":
            done[uid] = received
            model[source] -= amount
            model[target] += amount
    balances = [ledger.wallet_balance(player.pk) for player in players]
    balances += [ledger.balance(ledger.escrow(table)) for table in tables]
    assert balances == [model[key] for key in (*(p.pk for p in players), *tables)]
    assert ledger.balance(ledger.bank()) == -30_000
    assert audit_ledger() == []


def test_many_wallets_are_read_in_one_query(
    anna: User, ravi: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ledger.buy_in(user=ravi, table_id=TABLE, amount=1, uid="one")
    with django_assert_num_queries(1):
        found = ledger.wallets_of([anna.pk, ravi.pk, uuid.uuid4()])
    assert found == {anna.pk: 10_000, ravi.pk: 9_999}


@pytest.mark.django_db(transaction=True)
def test_a_bank_or_table_opened_concurrently_is_one_account() -> None:
    in_threads(8, lambda _: (ledger.bank(), ledger.escrow(TABLE)))
    assert Account.objects.filter(kind="bank").count() == 1
    assert Account.objects.filter(owner_id=TABLE).count() == 1
