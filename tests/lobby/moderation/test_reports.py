"""Reports from the table, the queue of cases, and a user's timeline."""

import datetime

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.people.actions.sign_ins import record_sign_in
from accounts.people.actions.users import create_guest
from core.staff.models import StaffLogEntry
from lobby.moderation.actions.cases import REPORTS_MAX, close_report, note, report, take
from lobby.moderation.models import CaseNote, Report
from lobby.moderation.queries.cases import queue, timeline
from lobby.tables.chat.chat import say
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table
from tests.support.staff import REASON, member, recorded, refused


@pytest.fixture
def room(seat_table):
    room = seat_table(people=3)
    room.deal()
    say(table_id=room.table.pk, user=room.people[1], text="I see your cards!")
    return room


def send(room, **fields):
    client = Client()
    client.force_login(room.people[0])
    fields = {"kind": "chat", "about": "Binod", "text": "Look at him."} | fields
    return client.post(reverse("lobby:report", args=[room.table.slug]), fields)


def test_a_report_includes_the_hand_and_the_chat_lines(room):
    say(table_id=room.table.pk, user=create_guest(name="Gita"), text="From the spectators.")
    answer = send(room)
    assert answer.status_code == 200
    assert "moderator" in answer.json()["text"]
    case = Report.objects.get()
    assert (case.by, case.about, case.kind) == (room.people[0], room.people[1], "chat")
    assert case.hand_id == room.hand.id
    assert [line["text"] for line in case.lines] == ["I see your cards!"], (
        "players do not read spectators"
    )
    assert case.lines[0]["user"] == str(room.people[1].pk)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "weather"}, "BAD_REPORT"),
        ({"about": "Nobody"}, "NO_SUCH_USER"),
        ({"about": "Asha"}, "BAD_REPORT"),
        ({"text": "x" * 501}, "BAD_REPORT"),
    ],
)
def test_an_invalid_report_is_refused(room, fields, code):
    answer = send(room, **fields)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert not Report.objects.exists()


def test_repeated_reports_are_refused_and_reports_an_hour_are_limited(room):
    assert send(room).status_code == 200
    assert send(room).json()["code"] == "REPORTED_ALREADY"
    for number, kind in enumerate(["collusion", "cheating", "name", "other"]):
        assert send(room, kind=kind).status_code == 200, number
    assert Report.objects.count() == REPORTS_MAX
    assert send(room, about="Chitra").json()["code"] == "TOO_MANY_REPORTS"
    Report.objects.update(at=timezone.now() - datetime.timedelta(hours=2))
    assert send(room, about="Chitra").status_code == 200


def test_visitors_and_forged_forms_report_nothing(room):
    url = reverse("lobby:report", args=[room.table.slug])
    assert Client().post(url, {"kind": "chat"}).status_code == 302
    client = Client(enforce_csrf_checks=True)
    client.force_login(room.people[0])
    assert client.post(url, {"kind": "chat"}).status_code == 403
    Table.objects.update(private=True)
    client = Client()
    client.force_login(create_guest(name="Gita"))
    assert client.post(url, {"kind": "chat"}).status_code == 404


def test_a_case_goes_from_the_queue_to_one_moderator_and_is_closed(room):
    first = report(table=room.table, user=room.people[0], kind="chat", about="Chitra")
    for user in (room.people[0], room.people[2]):
        report(table=room.table, user=user, kind="cheating", about="Binod")
    assert [case.others for case in queue()] == [1, 1, 0]
    assert queue()[-1].report == first
    moderator = member("Chat moderator")
    with recorded("report.take"):
        for _ in range(2):
            take(by=moderator, report_id=first.pk, reason=REASON)
    assert first not in [case.report for case in queue()]
    assert [case.report for case in queue(state="taken")] == [first]
    with recorded("report.close"):
        close_report(by=moderator, report_id=first.pk, verdict="unfounded", reason=REASON)
    refused("REPORT_CLOSED", take, by=moderator, report_id=first.pk, reason=REASON)
    with pytest.raises(TableRefused, match="an outcome"):
        close_report(by=moderator, report_id=first.pk, verdict="odd", reason=REASON)


def test_a_colleague_takes_a_case_over_and_the_log_names_both(room):
    case = report(table=room.table, user=room.people[0], kind="chat", about="Chitra")
    first, second = member("Chat moderator"), member("Table moderator")
    take(by=first, report_id=case.pk, reason=REASON)
    with recorded("report.take"):
        take(by=second, report_id=case.pk, reason="the first one is on leave")
    row = StaffLogEntry.objects.latest("id")
    assert row.before == {"handler": str(first.pk)}
    assert row.after == {"handler": str(second.pk)}
    assert Report.objects.get(pk=case.pk).handler == second


def test_notes_are_added_to_a_case_and_never_changed(room):
    case = report(table=room.table, user=room.people[0], kind="chat", about="Chitra")
    moderator = member("Chat moderator")
    with recorded("report.note", "report.note", "report.close", "report.note"):
        for text in ("He was  warned twice.\n", "x" * 1_000):
            note(by=moderator, report_id=case.pk, text=text, reason=REASON)
        close_report(by=moderator, report_id=case.pk, verdict="founded", reason=REASON)
        kept = note(by=moderator, report_id=case.pk, text="He wrote again.", reason=REASON)
    assert StaffLogEntry.objects.latest("id").after == {"note": kept.pk}
    texts = [one.text for one in case.notes.order_by("id")]
    assert texts == ["He was warned twice.", "x" * 1_000, "He wrote again."]
    for change in ({"by": room.people[0]}, {"at": timezone.now()}):
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            CaseNote.objects.update(**change)
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        CaseNote.objects.all().delete()
    for text in (" \n", "x" * 1_001):
        refused("BAD_NOTE", note, by=moderator, report_id=case.pk, text=text, reason=REASON)
    viewer = member("Viewer")
    refused("NO_RIGHT", note, by=viewer, report_id=case.pk, text="I too.", reason=REASON)


def test_nobody_handles_a_report_about_themselves(room):
    moderator = member("Chat moderator", "Mod")
    case = report(table=room.table, user=room.people[0], kind="chat", about="Mod")
    refused("OWN_TABLE", take, by=moderator, report_id=case.pk, reason=REASON)
    refused("OWN_TABLE", note, by=moderator, report_id=case.pk, text="Not I.", reason=REASON)


def test_the_timeline_has_chat_hands_and_sign_ins_in_one_query(room, django_assert_num_queries):
    binod = room.people[1]
    record_sign_in(user=binod, address="192.0.2.7", browser="Firefox")
    room.fold_down()
    say(table_id=room.table.pk, user=binod, text="Next one.")
    with django_assert_num_queries(1):
        moments = timeline(binod.pk)
    assert [moment.kind for moment in moments] == ["chat", "hand", "session", "chat"]
    assert moments[1].text == "teen_patti 1 finished"
    assert moments[1].amount in (-10, 20)
    assert moments[2].text == "192.0.2.7 Firefox"
    assert timeline(binod.pk, since=moments[0].at) == moments[:1]
    assert len(timeline(binod.pk, limit=2)) == 2
