"""The online audit: new rows are checked, and a finding freezes its table and nothing else."""

import uuid

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F

from accounts import ledger
from accounts.ledger.models import Entry
from core.staff import actions as staff_actions
from core.staff import log as staff_log
from core.staff.models import (
    AuditMark,
    StaffLogEntry,
)
from games.engines.core import registry
from games.hands.models import Hand, HandSeat
from lobby.moderation.actions import tables as moderate
from lobby.moderation.actions.audit import audit_everything, audit_new
from lobby.moderation.models import (
    AuditFinding,
    Report,
)
from lobby.tables.models import (
    Seat,
    SitAndGo,
)
from lobby.tables.seats import seats
from tests.support.audited_tables import FOLDING, SETTLED, frozen, let_settle, play, room_of
from tests.support.owner import as_owner, no_triggers
from tests.support.staff import REASON, member


def test_the_house_of_a_game_against_the_dealer_is_checked(db):
    audit_new()
    room = room_of("dealer_teen_patti")
    hand = Hand.objects.get(number=1)
    let_settle()
    with no_triggers():
        Hand.objects.filter(pk=hand.pk).update(
            result=hand.result | {"house": hand.result["house"] + 1}
        )
        HandSeat.objects.filter(pk=hand.seats.first().pk).update(net=F("net") - 1)
        audit_new()
    assert set(AuditFinding.objects.values_list("kind", flat=True)) == {"hand.house", "hand.fold"}
    assert frozen() == {room.table.pk}


def test_chips_that_the_house_took_for_nothing_are_found(db):
    audit_new()
    room = room_of("holdem")
    hand = Hand.objects.get(number=1)
    ledger.settle_house(table_id=room.table.pk, won=5, uid=f"house:{hand.pk}")
    let_settle()
    audit_new()
    assert "hand.house" in set(AuditFinding.objects.values_list("kind", flat=True))


def test_points_and_prizes_of_a_sit_and_go_are_checked(sit_and_go):
    room = sit_and_go(3)
    room.deal()
    with as_owner():
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


def test_recent_hands_and_entries_are_read_once_more(db):
    audit_new()
    room_of()
    let_settle(-SETTLED)
    assert audit_new() == "0 new hands: nothing found"
    assert AuditMark.objects.get(name="ledger").mark == {"entry": 0}
    let_settle()
    assert audit_new().startswith("1 new hands (")
    assert AuditMark.objects.get(name="ledger").mark == {"entry": Entry.objects.latest("id").pk}


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
