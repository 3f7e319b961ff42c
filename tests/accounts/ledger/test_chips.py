"""Starting chips, refills, and chips for bots."""

import datetime
import uuid
from collections import Counter

import pytest

from accounts import ledger
from accounts.ledger import LedgerRefused
from accounts.ledger import wallets as chips
from accounts.ledger.audit import audit_ledger
from accounts.ledger.models import Entry
from accounts.people.actions import users
from accounts.people.models import User
from accounts.people.queries import profile
from tests.support.people import in_threads
from tests.support.size import times

TABLE = uuid.UUID("00000000-0000-4000-8000-000000000004")


def refused(code: str) -> "pytest.RaisesExc[LedgerRefused]":
    return pytest.raises(LedgerRefused, check=lambda error: error.code == code)


@pytest.fixture(autouse=True)
def _nobody_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tables do not exist, so the lobby is not asked about seats."""
    monkeypatch.setattr(profile, "SECTIONS", {})


def test_starting_chips_are_paid_once(anna: User) -> None:
    chips.open_wallet(anna)
    assert ledger.wallet_balance(anna.pk) == 10_000


def test_a_bot_is_topped_up_to_a_minimum_and_no_further(db: None, anna: User) -> None:
    bot = users.create_bot(level="easy")
    assert ledger.fund_bot(user=bot, floor=5_000) is not None
    assert ledger.wallet_balance(bot.pk) == 5_000
    assert ledger.fund_bot(user=bot, floor=5_000) is None
    ledger.buy_in(user=bot, table_id=TABLE, amount=4_000, uid="bot sits")
    ledger.fund_bot(user=bot, floor=5_000)
    assert ledger.wallet_balance(bot.pk) == 5_000
    with pytest.raises(ValueError, match="not a bot"):
        ledger.fund_bot(user=anna, floor=50_000)


def leave_with(user: User, chips: int) -> None:
    """Put all but `chips` of a wallet on a table (and lose them there)."""
    gone = ledger.wallet_balance(user.pk) - chips
    ledger.buy_in(user=user, table_id=TABLE, amount=gone, uid=f"lose:{uuid.uuid4()}")


def test_users_with_few_chips_get_one_refill_a_day(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refused("REFILL_NOT_NEEDED"):
        ledger.refill(anna)
    leave_with(anna, 1_000)
    with refused("REFILL_NOT_NEEDED"):
        ledger.refill(anna)
    leave_with(anna, 999)
    assert ledger.refill_offer(anna) == ledger.RefillOffer(allowed=True, amount=9_001)
    ledger.refill(anna)
    assert ledger.wallet_balance(anna.pk) == 10_000
    leave_with(anna, 0)
    offer = ledger.refill_offer(anna)
    assert (offer.allowed, offer.amount, offer.code) == (False, 0, "REFILL_USED")
    with refused("REFILL_USED"):
        ledger.refill(anna)
    tomorrow = chips._today() + datetime.timedelta(days=1)
    monkeypatch.setattr(chips, "_today", lambda: tomorrow)
    ledger.refill(anna)
    assert ledger.wallet_balance(anna.pk) == 10_000
    assert Entry.objects.filter(kind="refill").count() == 2


def test_chips_on_tables_count_for_the_refill(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_with(anna, 100)
    on_tables = {anna.pk: 900}
    monkeypatch.setitem(profile.SECTIONS, "in_play", lambda user: on_tables[user.pk])
    with refused("REFILL_NOT_NEEDED"):
        ledger.refill(anna)
    on_tables[anna.pk] = 899
    ledger.refill(anna)
    assert ledger.wallet_balance(anna.pk) == 10_000 - 899


def test_bots_are_not_refilled(db: None) -> None:
    with refused("REFILL_NOT_FOR_BOTS"):
        ledger.refill(users.create_bot(level="easy"))


@pytest.mark.django_db(transaction=True)
def test_concurrent_refills_count_once() -> None:
    anna = users.register_person(name="Anna", password=None)
    leave_with(anna, 10)
    outcome: list[str] = []
    each = times(12, 125)

    def ask(number: int) -> None:
        for _ in range(each):
            try:
                ledger.refill(anna)
                outcome.append("granted")
            except LedgerRefused as refusal:
                outcome.append(refusal.code)

    in_threads(8, ask)
    assert Counter(outcome) == {"granted": 1, "REFILL_USED": 8 * each - 1}
    assert ledger.wallet_balance(anna.pk) == 10_000
    assert audit_ledger() == []


def test_the_house_wins_and_pays_and_the_bank_tops_it_up(anna: User) -> None:
    ledger.buy_in(user=anna, table_id=TABLE, amount=2_000, uid="anna sits")
    escrow, house = ledger.escrow(TABLE), ledger.house()
    ledger.settle_house(table_id=TABLE, won=-50, uid="house:1")
    assert ledger.balance(escrow) == 2_050
    assert ledger.balance(house) == ledger.HOUSE_FLOAT_CHIPS
    ledger.settle_house(table_id=TABLE, won=300, uid="house:2")
    assert ledger.balance(escrow) == 1_750
    assert ledger.balance(house) == ledger.HOUSE_FLOAT_CHIPS + 300
    ledger.settle_house(table_id=TABLE, won=-500_000, uid="house:3")
    assert ledger.balance(escrow) == 501_750
    assert ledger.balance(house) == ledger.HOUSE_FLOAT_CHIPS
    assert audit_ledger() == []


def test_the_house_is_settled_once_for_a_hand(anna: User) -> None:
    ledger.buy_in(user=anna, table_id=TABLE, amount=2_000, uid="anna sits")
    first = ledger.settle_house(table_id=TABLE, won=100, uid="house:1")
    assert ledger.settle_house(table_id=TABLE, won=100, uid="house:1").pk == first.pk
    assert ledger.balance(ledger.escrow(TABLE)) == 1_900
    with refused("KEY_REUSED"):
        ledger.settle_house(table_id=TABLE, won=101, uid="house:1")


@pytest.mark.django_db(transaction=True)
def test_many_tables_settle_with_the_house_at_once(anna: User) -> None:
    tables = [uuid.uuid4() for _ in range(6)]
    for table in tables:
        ledger.buy_in(user=anna, table_id=table, amount=1_000, uid=f"sits:{table}")

    def play(number: int) -> None:
        for hand in range(10):
            won = 60 if (number + hand) % 2 else -70_000
            ledger.settle_house(table_id=tables[number], won=won, uid=f"house:{number}:{hand}")

    in_threads(6, play)
    assert audit_ledger() == []
    assert {ledger.balance(ledger.escrow(table)) for table in tables} == {
        1_000 + 5 * 70_000 - 5 * 60
    }
