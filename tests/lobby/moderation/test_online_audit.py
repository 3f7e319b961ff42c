"""The online audit: new rows are checked, and a finding freezes its table and nothing else."""

import datetime
import random
import re
import uuid
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.utils import timezone

from accounts import ledger
from accounts.ledger.models import Account, Entry, Posting
from core.audit.checks import IncrementalRun
from core.periodic_tasks import runner as periodic_tasks
from core.staff import actions as staff_actions
from core.staff import log as staff_log
from core.staff.models import (
    AuditMark,
    StaffLogEntry,
)
from games.engines.core import registry
from games.hands.audit import check_new_hands
from games.hands.models import Hand, HandAction, HandSeat
from lobby.moderation.actions import audit as audits
from lobby.moderation.actions import tables as moderate
from lobby.moderation.actions.audit import audit_everything, audit_new
from lobby.moderation.actions.void import void_hand
from lobby.moderation.models import (
    AuditFinding,
    Report,
)
from lobby.tables.actions import seats
from lobby.tables.actions.timers import run_timer
from lobby.tables.models import (
    ChatLine,
    Seat,
    SitAndGo,
    TableHead,
)
from tests.accounts.ledger.test_audit import no_triggers
from tests.core.admin.conftest import act_once, seated
from tests.support.company import Company
from tests.support.staff import REASON, member, recorded

SETTLED = datetime.timedelta(seconds=6)
FOLDING = "hands fold to their results"
NAMES = ("Asha", "Binod", "Chitra")


def room_of(game: str = "teen_patti", number: int = 1) -> Company:
    """A table with one finished hand and, if its players have chips, another in progress."""
    room = seated(game, tuple(f"{name} {number}" for name in NAMES), f"Table {number}")
    play(room)
    run_timer(room.table.pk)
    return room


def play(room: Company) -> None:
    """End the hand in progress, or else play one."""
    rng = random.Random(3)
    if not room.head.live:
        run_timer(room.table.pk)
    while room.head.live:
        act_once(room, rng)


def let_settle(ago: datetime.timedelta = SETTLED):
    """Make everything written so far old enough to be read for the last time."""
    with no_triggers():
        HandSeat.objects.update(finished_at=timezone.now() - ago)
        Entry.objects.update(at=timezone.now() - ago)


@pytest.fixture
def rooms(db):
    """Two tables with a hand each, played since the first run, and one hand in progress."""
    audit_new()
    one, other = room_of(number=1), room_of(number=2)
    let_settle()
    return one, other


def frozen():
    return set(TableHead.objects.filter(frozen=True).values_list("pk", flat=True))


# -- ten kinds of findings ---------------------------------------------------------------------


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
    HandSeat.objects.filter(pk=row.pk).update(stack_end=row.stack_end + 1)


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


def test_the_house_of_a_game_against_the_dealer_is_checked(db):
    audit_new()
    room = room_of("dealer_teen_patti")
    hand = Hand.objects.get(number=1)
    let_settle()
    with no_triggers():
        Hand.objects.filter(pk=hand.pk).update(
            result=hand.result | {"house": hand.result["house"] + 1}
        )
        audit_new()
    assert set(AuditFinding.objects.values_list("kind", flat=True)) == {"hand.house", "hand.fold"}
    assert frozen() == {room.table.pk}


def test_points_and_prizes_of_a_sit_and_go_are_checked(sit_and_go):
    room = sit_and_go(3)
    room.deal()
    SitAndGo.objects.update(entry=400)
    Seat.objects.filter(user=room.people[0]).update(stack=1)
    audit_new()
    assert set(AuditFinding.objects.values_list("kind", flat=True)) == {
        "sit_and_go.pool",
        "sit_and_go.points",
    }
    assert frozen() == {room.table.pk}
    assert Report.objects.count() == 1


# -- health -----------------------------------------------------------------------------------


def test_correct_play_of_all_games_has_no_finding(db):
    audit_new()
    moderator = member("Table moderator")
    for number, game in enumerate(registry.all_games()):
        room = room_of(game.key, number)
        moderate.freeze(by=moderator, table_id=room.table.pk, reason=REASON)
        audit_new()
        moderate.thaw(by=moderator, table_id=room.table.pk, reason=REASON)
        play(room)
        seats.leave(table_id=room.table.pk, user=room.people[0])
    let_settle()
    assert audit_new().endswith("nothing found")
    assert AuditMark.objects.get(name=FOLDING).mark == {"seat": HandSeat.objects.latest("id").pk}
    assert audit_new() == "0 new hands: nothing found"
    assert audit_everything() == f"{Hand.objects.count()} hands: nothing found"
    assert not AuditFinding.objects.exists()
    assert not frozen()


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
    monkeypatch.setattr(audits, "PASS_S", 0)
    monkeypatch.setattr("games.hands.audit.BATCH", 1)
    assert re.fullmatch(
        r"1 new hands \([\d,]+ a second\), 1 hands waiting, the oldest for \d+ s: nothing found",
        audit_new(),
    )
    assert audits.is_behind()
    settings.AUDIT_RUN_S = 60
    assert "1 new hands" in audit_new()
    assert audits.lag_in_words() == ""


@pytest.fixture
def many(db):
    """Sixty hands that the audit has not checked; returns their number."""
    audit_new()
    room = seated("teen_patti", NAMES, "Table 1")
    for _ in range(60):
        run_timer(room.table.pk)
        room.fold_down()
    let_settle()
    return 60


def test_one_run_replays_everything_since_the_last(many):
    assert audits.is_behind()
    assert audits.lag_in_words().startswith("60 hands waiting, the oldest for ")
    assert audit_new().startswith("60 new hands (")
    assert not audits.is_behind()
    assert audit_new() == "0 new hands: nothing found"


def test_each_pass_stores_its_end_position(many, monkeypatch):
    monkeypatch.setattr(audits, "PASS_S", 0)
    monkeypatch.setattr("games.hands.audit.BATCH", 25)
    keep, kept = audits.keep_marks, []

    def recording(marks):
        keep(marks)
        kept.append(audits.folding_lag().hands)

    monkeypatch.setattr(audits, "keep_marks", recording)
    assert audit_new().startswith("60 new hands (")
    assert kept == [35, 10, 0]


def test_hands_are_read_many_at_a_time(many, django_assert_max_num_queries):
    progress = IncrementalRun(
        {"seat": AuditMark.objects.get(name=FOLDING).mark["seat"]}, until=float("inf")
    )
    with django_assert_max_num_queries(9):
        assert list(check_new_hands(progress)) == []
    assert (progress.done, progress.waiting) == (60, 0)


def test_an_error_among_many_hands_is_found_in_the_same_run(many):
    hand = Hand.objects.get(number=57)
    with no_triggers():
        Hand.objects.filter(pk=hand.pk).update(result=hand.result | {"ended_by": "magic"})
        assert audit_new().endswith("1 found")
    assert AuditFinding.objects.get().subject == f"hand {hand.pk}"


def test_a_check_failing_halfway_does_not_repeat_for_ever(many, monkeypatch):
    monkeypatch.setattr("games.hands.audit.BATCH", 20)
    monkeypatch.setattr("games.hands.audit.check_house", lambda ids: 1 / 0)
    assert audit_new().startswith("0 new hands, 60 hands waiting")


def test_the_lag_is_shown_in_the_listing_and_on_the_dashboard(many, client, settings):
    settings.STAFF_SECOND_FACTOR = False
    periodic_tasks.create_missing_rows()
    out = StringIO()
    call_command("periodic_tasks", stdout=out)
    lag = r"60 hands waiting, the oldest for \d+ s"
    assert re.search(rf"\(now: {lag}\)", out.getvalue())
    client.force_login(member("Admin"))
    page = client.get("/admin/").content.decode()
    assert len(re.findall(lag, page)) == 2


def test_recent_hands_and_entries_are_read_once_more(db):
    audit_new()
    room_of()
    let_settle(-SETTLED)
    assert audit_new() == "0 new hands: nothing found"
    assert AuditMark.objects.get(name="ledger").mark == {"entry": 0}
    let_settle()
    assert audit_new().startswith("1 new hands (")
    assert AuditMark.objects.get(name="ledger").mark == {"entry": Entry.objects.latest("id").pk}


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


# -- the staff log ----------------------------------------------------------------------------


def note(times: int = 1) -> None:
    boss = member("Admin")
    for _ in range(times):
        act = staff_actions.staff_action(
            by=boss, action="table.freeze", kind="table", target=uuid.uuid4(), reason=REASON
        )
        with act as acting:
            acting.after = {"n": 1}


def test_rows_cut_off_the_end_of_the_log_are_found(db, caplog):
    note(5)
    audit_new()
    digest = StaffLogEntry.objects.get(pk=5).hash
    assert digest in caplog.text or AuditMark.objects.get(name="audit log").mark["hash"] == digest
    with no_triggers():
        StaffLogEntry.objects.filter(pk__gt=3).delete()
    assert list(staff_log._follow(0, staff_log.FIRST_HASH, staff_log.IncrementalRun({}))) == []
    for check in (audit_new, audit_everything):
        assert check().endswith("1 found")
    assert str(AuditFinding.objects.get()).startswith("audit.mark: row 5: is gone")
    note(3)
    assert audit_new().endswith("1 found")


@pytest.mark.parametrize("number", [5, 6])
def test_a_row_altered_at_or_before_the_checked_position_is_found(db, number):
    note(5)
    audit_new()
    note(2)
    with no_triggers():
        StaffLogEntry.objects.filter(pk=number).update(reason="another")
    assert audit_new() != "0 new hands: nothing found"
    assert AuditFinding.objects.get().subject == f"row {number}"


def test_the_command_reports_whether_a_saved_hash_is_in_the_log(db, capsys):
    note(3)
    digest = StaffLogEntry.objects.get(pk=2).hash
    call_command("audit", "--head", digest)
    assert "row 2 has this hash" in capsys.readouterr().out
    with no_triggers(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM core_stafflogaddress WHERE row_id > 1")
        cursor.execute("DELETE FROM core_stafflogentry WHERE id > 1")
    with pytest.raises(SystemExit):
        call_command("audit", "--head", digest)
    assert "truncated or altered" in capsys.readouterr().out
