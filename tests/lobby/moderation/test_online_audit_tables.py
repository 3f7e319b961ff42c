"""The online audit at tables: a finding freezes its table and nothing else.

All tests here share two tables with a hand each, and restore them.
"""

import random
import re
import uuid

import pytest
from django.db.models import F
from django.utils import timezone

from accounts import ledger
from accounts.ledger.models import Account, Posting
from games.hands.models import Hand, HandAction, HandSeat
from lobby.moderation.actions import audit as audits
from lobby.moderation.actions import tables as moderate
from lobby.moderation.actions.audit import audit_everything, audit_new
from lobby.moderation.actions.void import void_hand
from lobby.moderation.models import (
    AuditFinding,
    Report,
)
from lobby.tables.models import (
    ChatLine,
    Seat,
)
from lobby.tables.seats import seats
from tests.core.admin.conftest import act_once
from tests.support.audited_tables import (
    frozen,
    let_settle,
    play,
    room_of,
)
from tests.support.owner import no_triggers
from tests.support.shared import forget_hands, shared_rows
from tests.support.staff import REASON, member, recorded


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker):
    with shared_rows(django_db_blocker):
        audit_new()
        one, other = room_of(number=1), room_of(number=2)
        let_settle()
        yield one, other


@pytest.fixture
def rooms(made, db):
    """Two tables with a hand each, played since the first run, and one hand in progress."""
    forget_hands()
    return made


# -- twelve kinds of findings ------------------------------------------------------------------


def balance(room):
    Account.objects.filter(owner_id=room.table.pk).update(balance=F("balance") + 5)


def stack(room):
    seat = Seat.objects.filter(table=room.table).first()
    Seat.objects.filter(pk=seat.pk).update(stack=seat.stack + 5)


def balance_and_stack(room):
    balance(room)
    stack(room)


def posting(room):
    row = Posting.objects.filter(account__owner_id=room.table.pk).last()
    Posting.objects.filter(pk=row.pk).update(amount=row.amount + 1)


def balance_left(room):
    row = Posting.objects.filter(account__owner_id=room.table.pk).first()
    Posting.objects.filter(pk=row.pk).update(balance_after=row.balance_after + 1)


def action_gone(room):
    hand = Hand.objects.get(table_id=room.table.pk, number=1)
    HandAction.objects.filter(hand=hand, seq=1).delete()


def action_of_live_hand_gone(room):
    act_once(room, random.Random(5))
    HandAction.objects.filter(hand_id=room.head.hand_id, seq=1).delete()


def action_changed(room):
    hand = Hand.objects.get(table_id=room.table.pk, number=1)
    HandAction.objects.filter(hand=hand, seq=1).update(seat=9)


def result(room):
    hand = Hand.objects.get(table_id=room.table.pk, number=1)
    Hand.objects.filter(pk=hand.pk).update(result=hand.result | {"ended_by": "magic"})


def seat_result(room):
    row = HandSeat.objects.filter(hand__table_id=room.table.pk).first()
    HandSeat.objects.filter(pk=row.pk).update(stack_start=row.stack_start + 1)


def seat_user(room):
    one, other = HandSeat.objects.filter(hand__table_id=room.table.pk)[:2]
    HandSeat.objects.filter(pk=one.pk).update(user=other.user_id)


def opening_of_a_seat(room):
    hand = Hand.objects.get(table_id=room.table.pk, number=1)
    del hand.opening["seats"][0]["bank_ms"]
    Hand.objects.filter(pk=hand.pk).update(opening=hand.opening)


ERRORS = {
    balance: {"table.escrow", "ledger.sum", "ledger.drift"},
    stack: {"table.escrow"},
    balance_and_stack: {"ledger.sum", "ledger.drift"},
    posting: {"ledger.drift", "ledger.chain", "ledger.entry"},
    balance_left: {"ledger.chain"},
    action_gone: {"hand.gap"},
    action_of_live_hand_gone: {"table.head"},
    action_changed: {"hand.fold"},
    result: {"hand.fold"},
    seat_result: {"hand.fold"},
    seat_user: {"hand.fold"},
    opening_of_a_seat: {"hand.fold"},
}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
def test_a_planted_error_freezes_exactly_its_table_in_one_run(rooms, error, caplog):
    one, other = rooms
    with no_triggers():
        error(one)
        audit_new()
    found = set(AuditFinding.objects.values_list("kind", flat=True))
    assert ERRORS[error] <= found <= ERRORS[error] | {"hand.fold"}
    assert frozen() == {one.table.pk}
    assert "new audit finding" in caplog.text
    case = Report.objects.get()
    assert (case.by, case.table_id, case.state) == (None, one.table.pk, Report.State.OPEN)
    assert one.act(one.people[0], "fold").code == "TABLE_FROZEN" or not one.head.live
    play(other)
    assert Hand.objects.get(table_id=other.table.pk, number=2).finished_at is not None


def test_a_voided_hand_is_no_finding(rooms):
    one, _ = rooms
    hand = Hand.objects.get(table_id=one.table.pk, number=1)
    void_hand(by=member("Table moderator"), hand_id=hand.pk, reason=REASON)
    let_settle()
    assert audit_new().endswith("nothing found")


# -- consequences -----------------------------------------------------------------------------


def test_an_open_finding_freezes_no_table_twice_and_opens_no_second_case(rooms):
    one, _ = rooms
    stack(one)
    audit_new()
    assert frozen() == {one.table.pk}
    audit_new()
    audit_everything()
    moderate.thaw(by=member("Table moderator"), table_id=one.table.pk, reason=REASON)
    audit_new()
    assert frozen() == set()
    assert (AuditFinding.objects.count(), Report.objects.count()) == (1, 1)


def test_a_finding_is_closed_after_a_full_pass_without_it(rooms):
    one, _ = rooms
    seat = Seat.objects.filter(table=one.table).first()
    stack(one)
    audit_new()
    moderate.thaw(by=member("Table moderator"), table_id=one.table.pk, reason=REASON)
    Seat.objects.filter(pk=seat.pk).update(stack=seat.stack)
    audit_new()
    assert AuditFinding.objects.get().gone_at is None
    audit_everything()
    assert AuditFinding.objects.get().gone_at is not None
    stack(one)
    audit_new()
    assert frozen() == {one.table.pk}
    assert AuditFinding.objects.count() == 2


def test_players_of_a_frozen_table_read_one_sentence_and_no_clock_runs(rooms):
    one, _ = rooms
    before = one.head
    stack(one)
    said = ChatLine.objects.count()
    with recorded():
        audit_new()
    lines = ChatLine.objects.order_by("id")[said:]
    assert [line.text for line in lines] == [
        "This table is paused while we check something; the turn clock is stopped."
    ]
    after = one.head
    assert (after.turn_at, after.frozen_at is not None) == (before.turn_at, True)
    moderate.thaw(by=member("Table moderator"), table_id=one.table.pk, reason=REASON)
    pause = timezone.now() - after.frozen_at
    assert before.turn_at < one.head.turn_at <= before.turn_at + pause


def test_a_failing_check_is_a_finding_of_no_table_and_is_retried(rooms, monkeypatch):
    monkeypatch.setattr("games.hands.audit.check_house", lambda ids: 1 / 0)
    assert audit_new().endswith("1 found")
    assert AuditFinding.objects.get().kind == "audit.failed"
    assert not frozen()
    monkeypatch.undo()
    assert audit_new().startswith("2 new hands (")


def test_a_run_out_of_time_leaves_the_rest_to_the_next(rooms, monkeypatch, settings):
    settings.AUDIT_RUN_S = 0
    monkeypatch.setattr(audits, "PASS_S_MAX", 0)
    monkeypatch.setattr("games.hands.queries.stored.BATCH_HANDS", 1)
    assert re.fullmatch(
        r"1 new hands \([\d,]+ a second\), 1 hands waiting, the oldest for \d+ s: nothing found",
        audit_new(),
    )
    assert audits.is_behind()
    settings.AUDIT_RUN_S = 60
    assert "1 new hands" in audit_new()
    assert audits.lag_in_words() == ""


def test_a_drift_of_a_wallet_is_found_when_it_moves(rooms):
    one, _ = rooms
    user = one.people[0]
    audit_new()
    with no_triggers():
        Account.objects.filter(pk=ledger.wallet(user).pk).update(balance=9_500)
    seats.top_up(table_id=one.table.pk, user=user, amount=100, key=uuid.uuid4())
    audit_new()
    kinds = set(AuditFinding.objects.values_list("kind", flat=True))
    assert kinds == {"ledger.sum", "ledger.drift", "ledger.chain"}
    assert not frozen()
