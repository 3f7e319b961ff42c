"""The questions of moderators: lists answer them, with a constant number of queries."""

import datetime
import random
import uuid

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.people.actions.sign_ins import record_sign_in
from accounts.sanctions import actions as sanctions
from core.admin.charts import HEIGHT_PX
from core.audit.findings import Finding
from core.periodic_tasks import runner as periodic_tasks
from core.periodic_tasks.models import PeriodicTask
from core.staff.models import Proposal
from games.hands.models import Hand
from games.stats.models import PairFlow
from lobby.moderation.actions import cases as reports
from lobby.moderation.actions import tables as moderate
from lobby.moderation.actions.audit import record_findings
from lobby.moderation.admin.dashboard import by_hour
from lobby.moderation.models import AuditFinding
from lobby.moderation.queries.dashboard import CHART_HOURS, Hour, dashboard_figures
from lobby.tables.chat.chat import say
from lobby.tables.ws import hub
from tests.core.admin.conftest import FUTURE, furnish, window
from tests.support.admin_lists import listed

pytestmark = pytest.mark.django_db


def queries(client, address) -> int:
    with CaptureQueriesContext(
        connection,
    ) as found:
        assert client.get(address).status_code == 200
    return len(found)


def grow(card_room) -> None:
    """Another table with its players, hands, messages, reports, sanctions and actions."""
    room = furnish("teen_patti", ("Dev", "Esha", "Farid"), random.Random(11), name="Second")
    dev, esha, farid = room.people
    for user in room.people:
        record_sign_in(user=user, address="192.0.2.9", browser="A browser")
        say(table_id=room.table.pk, user=user, text="hello")
    reports.report(table=room.table, user=dev, kind="chat", about=esha.name)
    reports.report(table=room.table, user=farid, kind="chat", about=esha.name)
    sanctions.mute(by=card_room.boss, user=esha, until=FUTURE, template="spam", reason="flooding")
    moderate.freeze(by=card_room.boss, table_id=room.table.pk, reason="to look")


def test_lists_and_the_dashboard_have_a_constant_number_of_queries(card_room):
    client = window(card_room.boss)
    addresses = [reverse("admin:index"), *(listed(model) for model in admin.site._registry)]
    for address in addresses:
        client.get(address)
    before = {address: queries(client, address) for address in addresses}
    grow(card_room)
    after = {address: queries(client, address) for address in addresses}
    assert after == before
    assert max(before.values()) <= 14, before


def found(client, label, **query) -> str:
    answer = client.get(reverse(f"admin:{label}_changelist"), query)
    assert answer.status_code == 200
    return answer.context["cl"].queryset


def test_lists_show_which_players_sat_together(card_room):
    client = window(card_room.boss)
    first, second = (f"{name} 0" for name in ("Asha", "Binod"))
    together = found(client, "games_hand", q=f"{first}, {second}")
    assert {hand.game for hand in together} == {"teen_patti"}
    assert not found(client, "games_hand", q=f"{first}, Asha 1").exists()
    at_table = found(client, "games_hand", q="the holdem")
    assert {hand.game for hand in at_table} == {"holdem"}
    table = card_room.tables["holdem"].table.pk
    assert found(client, "games_hand", table=table).count() == at_table.count()
    assert found(client, "games_hand", person=card_room.person.pk, game="holdem").count() == 0
    assert found(client, "games_hand", person="nonsense").count() == 0


def test_lists_show_chat_lines_and_their_writers(card_room):
    client = window(card_room.boss)
    assert found(client, "lobby_chatline", q="good luck").count() == 1
    assert found(client, "lobby_chatline", person=card_room.person.pk).count() == 1
    page = client.get(reverse("admin:lobby_report_change", args=[card_room.report.pk]))
    body = page.content.decode()
    for said in ("good luck", "They signal.", "Hand history", "activity around that time"):
        assert said in body, said


def test_lists_show_the_source_of_chips(card_room):
    client = window(card_room.boss)
    wallet = found(client, "accounts_account", q=card_room.person.name).get()
    body = client.get(reverse("admin:accounts_account_change", args=[wallet.pk])).content.decode()
    assert "start" in body
    assert "Bank" in body
    entries = found(client, "accounts_entry", account=wallet.pk)
    assert {entry.kind for entry in entries} >= {"start", "buy_in"}


def test_users_are_found_by_any_spelling(card_room):
    client = window(card_room.boss)
    assert found(client, "accounts_user", q="ＡＳＨＡ 0").get() == card_room.person
    assert card_room.person in found(client, "accounts_user", sanction="muted")
    page = client.get(reverse("admin:accounts_user_change", args=[card_room.boss.pk]))
    assert card_room.boss.password not in page.content.decode()


def test_the_matrix_shows_chips_won_between_players(card_room):
    people = sorted(card_room.tables["teen_patti"].people[:2], key=lambda one: one.pk)
    low, high = people
    month = datetime.datetime.now(datetime.UTC).date().replace(day=1)
    PairFlow.objects.update_or_create(
        low=low, high=high, game="teen_patti", month=month, defaults={"hands": 40, "net": 777}
    )
    client = window(card_room.boss)
    asked = {"people": f"{low.name}, {high.name}, Nobody Here"}
    body = client.get(reverse("admin:pairs"), asked).content.decode()
    for said in ("+777 in 40 ⚑", "−777 in 40 ⚑", "No account has 1 of these names."):
        assert said in body, said
    alone = client.get(reverse("admin:pairs"), {"people": high.name}).content.decode()
    assert "−777" in alone


def test_the_dashboard_counts_existing_rows(card_room):
    now = dashboard_figures()
    assert now.tables.live == len(card_room.live)
    assert now.tables.draining == 1
    assert sum(now.supply.values()) == 0
    assert sum(hour.hands for hour in now.hours) == Hand.objects.count()
    assert len(now.hours) == CHART_HOURS
    assert (now.waiting.reports, now.waiting.proposals, now.waiting.appeals) == (1, 2, 1)


def test_the_dashboard_counts_all_people_and_says_where_they_are(card_room, monkeypatch):
    monkeypatch.setattr(hub, "watching", lambda: {uuid.uuid4(): 3, uuid.uuid4(): 2})
    monkeypatch.setattr(hub, "in_lobby", lambda: 4)
    online = dashboard_figures().online
    assert (online.watching, online.lobby) == (5, 4)
    assert online.everybody == online.people + online.guests + 9
    body = window(card_room.boss).get(reverse("admin:index")).content.decode()
    assert f"<b>{online.everybody}</b> <span>people online</span>" in body
    assert "5 watching, 4 in the lobby" in body


def test_the_dashboard_has_the_open_findings_and_the_periodic_tasks(card_room):
    room = next(iter(card_room.tables.values()))
    record_findings([Finding("table.escrow", "table X", "escrow 5, seats 4", room.table.pk)])
    periodic_tasks.create_missing_rows()
    PeriodicTask.objects.filter(name="audit").update(outcome="12 hands: nothing found", failed=3)
    page = window(card_room.boss).get(reverse("admin:index"))
    body = page.content.decode()
    assert "escrow 5, seats 4" in body
    assert reverse("admin:lobby_table_change", args=[room.table.pk]) in body
    case = reverse("admin:lobby_report_change", args=[AuditFinding.objects.get().case.pk])
    assert case in body
    assert "escrow 5, seats 4" in window(card_room.boss).get(case).content.decode()
    assert "12 hands: nothing found" in body
    assert "failed × 3" in body
    assert [task["next"] for task in page.context["tasks"]][:2] == ["in 0 s", "in 0 s"]


def test_bars_are_as_high_as_their_hours():
    hour = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    drawn = by_hour((Hour(hour, 0), Hour(hour, 5), Hour(hour, 10))).bars
    assert [bar.height for bar in drawn] == [0, HEIGHT_PX / 2, HEIGHT_PX]
    assert [bar.y for bar in drawn] == [HEIGHT_PX, HEIGHT_PX / 2, 0]


def test_an_empty_list_has_a_message_and_no_add_button(card_room):
    client = window(card_room.boss)
    Proposal.objects.all().delete()
    for query, words in (("", "There is nothing here yet."), ("?q=nobody", "Nothing matches")):
        page = client.get(listed(Proposal) + query).content.decode()
        assert words in page
        assert "Create a new item" not in page
        assert ("Show everything" in page) is bool(query)
