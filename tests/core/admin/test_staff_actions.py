"""Staff actions as a user carries them out: by a form, with a reason, in the staff log."""

import uuid

import pytest
from django.urls import reverse

from accounts import ledger
from accounts.people.models import User
from accounts.sanctions.models import Sanction
from core.staff.models import (
    Proposal,
    StaffLogEntry,
)
from games.hands.models import Hand, HandSeat
from lobby.moderation.models import Report
from lobby.tables.models import (
    Table,
    TableHead,
)
from lobby.tables.seats.seats import sit
from tests.core.admin.conftest import member, window
from tests.support.seated_table import audit_findings

pytestmark = pytest.mark.django_db


def do(client, row, slug, **fields):
    """Send the form of a staff action on the page of `row`."""
    label = row._meta.label_lower.replace(".", "_")
    address = reverse(f"admin:{label}_do", args=[row.pk, slug])
    return client.post(address, {"reason": "seen by me", "do": "1", **fields})


def done(answer, row) -> StaffLogEntry:
    """The action succeeded; returns its log entry."""
    label = row._meta.label_lower.replace(".", "_")
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    assert answer["Location"] == reverse(f"admin:{label}_change", args=[row.pk])
    done = StaffLogEntry.objects.latest("id")
    assert done.stafflogaddress.address == "127.0.0.1"
    return done


@pytest.fixture
def floor(card_room):
    """A table moderator's browser, and a Teen Patti table with a live hand."""
    return window(member("Table moderator")), card_room.tables["teen_patti"]


def test_a_table_is_frozen_and_resumed(floor):
    client, room = floor
    row = done(do(client, room.table, "table-freeze"), room.table)
    assert (row.action, row.target_id, row.reason) == (
        "table.freeze",
        str(room.table.pk),
        "seen by me",
    )
    assert TableHead.objects.get(pk=room.table.pk).frozen
    page = client.get(reverse("admin:lobby_table_change", args=[room.table.pk])).content.decode()
    assert "do/table-thaw/" in page
    assert "do/table-freeze/" not in page
    assert "seen by me" in page
    assert done(do(client, room.table, "table-thaw"), room.table).action == "table.thaw"
    assert not TableHead.objects.get(pk=room.table.pk).frozen


def test_a_live_hand_is_voided(floor):
    client, room = floor
    hand, before = Hand.objects.get(pk=room.hand.id), room.chips()
    assert done(do(client, hand, "hand-void"), hand).action == "hand.void"
    hand.refresh_from_db()
    assert hand.status == "void"
    assert room.chips() == before
    assert audit_findings() == []


def test_a_mute_has_an_end_and_a_note(floor, card_room):
    client, _room = floor
    person = card_room.tables["teen_patti"].people[1]
    answer = do(client, person, "user-mute", template="spam", span="24", note="Calm down.")
    assert done(answer, person).action == "user.mute"
    person.refresh_from_db()
    assert person.is_muted
    assert Sanction.objects.get(user=person).note == "Calm down."


def test_a_moderator_removes_a_player(floor):
    client, room = floor
    person = str(room.people[0].pk)
    assert done(do(client, room.table, "table-kick", person=person), room.table).action == (
        "table.kick"
    )


def test_a_case_is_assigned_gets_a_note_and_is_closed(floor, card_room):
    client, _room = floor
    report = card_room.report
    assert done(do(client, report, "report-take"), report).action == "report.take"
    row = done(do(client, report, "report-note", text="They <b>nod</b>."), report)
    assert row.action == "report.note"
    page = client.get(reverse("admin:lobby_report_change", args=[report.pk])).content.decode()
    assert "They &lt;b&gt;nod&lt;/b&gt;." in page
    row = done(do(client, report, "report-close", verdict="founded"), report)
    assert row.action == "report.close"
    assert Report.objects.get(pk=report.pk).verdict == "founded"


def test_a_second_person_approves_and_answers(card_room):
    client = window(card_room.boss)
    adjust = Proposal.objects.get(kind="adjust")
    user = User.objects.get(pk=adjust.target_id)
    before = ledger.wallet_balance(user.pk)
    assert done(do(client, adjust, "proposal-approve"), adjust).action == "balance.adjust"
    assert ledger.wallet_balance(user.pk) == before + 50
    appeal = Sanction.objects.get(verdict="waiting")
    refused = do(client, appeal, "sanction-answer", answer="grant")
    assert "A different moderator must answer this appeal." in refused.content.decode()
    other = window(member("Chat moderator"))
    assert done(do(other, appeal, "sanction-answer", answer="grant"), appeal).action == (
        "sanction.answer"
    )


def test_only_the_two_approvers_see_revealed_cards(card_room):
    unseal = Proposal.objects.get(kind="unseal")
    address = reverse("admin:games_hand_opened", args=[unseal.target_id])
    client = window(card_room.boss)
    assert client.get(address).status_code == 403
    done(do(client, unseal, "proposal-approve"), unseal)
    assert client.get(address).status_code == 200
    third = window(member("Admin")).get(address)
    assert third.status_code == 403
    assert "needs two members of staff" in third.content.decode()


def test_a_staff_action_needs_a_reason(floor):
    client, room = floor
    rows = StaffLogEntry.objects.count()
    for reason in ("", "  ", "no", "x" * 501):
        assert do(client, room.table, "table-freeze", reason=reason).status_code == 200
    assert not TableHead.objects.get(pk=room.table.pk).frozen
    assert StaffLogEntry.objects.count() == rows


def test_acting_at_ones_own_table_is_refused_with_a_message(card_room):
    user = member("Table moderator", "Floor Player")
    table = Table.objects.get(game="holdem")
    Table.objects.filter(pk=table.pk).update(state="open", max_seats=6)
    sit(table_id=table.pk, user=user, number=4, buy_in=None, key=uuid.uuid4())
    rows = StaffLogEntry.objects.count()
    answer = do(window(user), table, "table-freeze")
    assert "You sit at this table or played there. Ask a colleague." in answer.content.decode()
    assert not TableHead.objects.get(pk=table.pk).frozen
    assert StaffLogEntry.objects.count() == rows


def test_a_refund_is_shown_before_it_is_proposed(card_room):
    client = window(card_room.boss)
    # Of any hand: a pot may be split so that nobody has won chips.
    winner = HandSeat.objects.filter(hand__plays_for="chips", net__gt=0).order_by("id")[0].user
    address = reverse("admin:accounts_user_do", args=[winner.pk, "proposal-refund"])
    first = client.get(address).content.decode()
    assert "Refunds" in first
    assert "Preview" in first
    looked = client.post(address, {"days": "7", "without": "", "look": "1"}).content.decode()
    assert "Total refund" in looked
    assert not Proposal.objects.filter(kind="refund").exists()
    row = done(do(client, winner, "proposal-refund", days="7", without=""), winner)
    assert row.action == "proposal.refund"
    proposal = Proposal.objects.get(kind="refund")
    page = client.get(reverse("admin:core_proposal_change", args=[proposal.pk]))
    assert f"{proposal.payload['gained']:,}" in page.content.decode()


def test_texts_of_users_are_never_markup(card_room):
    page = reverse("admin:accounts_user_change", args=[card_room.person.pk])
    body = window(card_room.boss).get(page).content.decode()
    assert "&lt;b&gt;good luck&lt;/b&gt;" in body
    assert "<b>good luck" not in body
