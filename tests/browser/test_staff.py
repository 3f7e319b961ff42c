"""A moderator acts in one window during a hand in another."""

import asyncio
import uuid

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import Group
from playwright.async_api import expect

from accounts.people.actions.users import create_guest, register_person
from core.staff.models import StaffLogEntry
from games.hands.models import Hand
from lobby.moderation.actions.cases import report
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import TableHead
from lobby.tables.seats.seats import sit
from tests.browser.seated_table import log_in, session_of, unhurried
from tests.support.seated_table import SeatedTable, audit_findings


def a_table_and_a_moderator():
    plan = TablePlan(name="Marigold", options={"boot": 10}, min_buy_in=200, autostart=False)
    table = unhurried(open_table(plan=plan, host=None, is_house_table=True))
    seated = [create_guest(name=name) for name in ("Asha", "Binod", "Chitra")]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=1_000, key=uuid.uuid4())
    floor = register_person(name="Floor Lady", password="a-long-enough-password", staff=True)
    floor.groups.add(Group.objects.get(name="Table moderator"))
    report(table=table, user=seated[1], kind="chat", text="He shouts.", about="Asha")
    return SeatedTable(table, seated), session_of(seated[0]), session_of(floor)


async def do(floor, button, **fields):
    """Press a button of a staff page, fill in its form, send it."""
    page = floor.page
    await page.locator(".staff-head").get_by_role("link", name=button, exact=True).click()
    for name, value in fields.items():
        await page.locator(f"[name={name}]").select_option(value)
    await page.locator("[name=reason]").fill("a test of the floor")
    await page.locator("[name=do]").click()
    await expect(page.get_by_text(f"{button}: done.")).to_be_visible()


def head(room):
    return TableHead.objects.get(pk=room.table.pk)


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
async def test_a_moderator_freezes_resumes_voids_and_mutes_during_a_hand(visitors):
    room, asha_session, floor_session = await sync_to_async(a_table_and_a_moderator)()
    asha = await visitors.arrive("asha", width=1440, height=900)
    floor = await visitors.arrive("floor", width=1440, height=900)
    await log_in(visitors, asha, asha_session)
    await log_in(visitors, floor, floor_session)
    await asha.page.goto(f"/t/{room.table.slug}/")
    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await asha.page.locator(".see-button[aria-disabled=false]").wait_for()
    await asha.page.get_by_role("tab", name="Chat").click()

    await floor.page.goto("/admin/")
    await expect(floor.page.get_by_text("hands in progress at 1 open tables")).to_be_visible()
    await floor.shoot("1-dashboard")
    await floor.page.goto("/admin/lobby/table/?q=Marigold")
    await floor.page.get_by_role("link", name="Marigold").click()

    await do(floor, "Freeze now")
    frozen = await sync_to_async(head)(room)
    assert frozen.frozen
    await expect(asha.page.get_by_text("A moderator has paused this table").first).to_be_attached()
    await floor.shoot("2-table-frozen")
    await do(floor, "Resume")
    resumed = await sync_to_async(head)(room)
    assert not resumed.frozen
    assert resumed.turn_at > frozen.turn_at, "the clock did not stand still"

    await floor.page.get_by_role("link", name="hand 1", exact=True).click()
    await expect(floor.page.get_by_text("Asha pays the boot of 10", exact=True)).to_be_visible()
    await floor.shoot("3-hand")
    await do(floor, "Void the hand")
    await expect(asha.page.get_by_text("Hand 1 is void").first).to_be_attached()
    hand = await sync_to_async(Hand.objects.get)(table_id=room.table.pk, number=1)
    assert hand.status == "void"

    await floor.page.locator("#content").get_by_role("link", name="Asha").first.click()
    await do(floor, "Mute", span="24", template="spam")
    await floor.shoot("4-person")
    person = await sync_to_async(lambda: type(room.people[0]).objects.get(name="Asha"))()
    assert person.is_muted
    await floor.page.get_by_role("link", name="Reports").first.click()
    await floor.page.locator("#result_list tbody a").first.click()
    await expect(floor.page.get_by_text("He shouts.")).to_be_visible()
    await floor.shoot("5-report")

    await floor.page.set_viewport_size({"width": 375, "height": 812})
    await floor.page.goto("/admin/")
    await floor.shoot("6-dashboard-phone")
    wide = await floor.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 375, "the dashboard is wider than a phone"

    logged_actions = await sync_to_async(
        lambda: list(StaffLogEntry.objects.values_list("action", flat=True))
    )()
    assert logged_actions == ["table.freeze", "table.thaw", "hand.void", "user.mute"]
    assert await asyncio.to_thread(audit_findings) == []
