"""A moderator's actions during a hand, as the players at the table see them."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from playwright.async_api import expect

from accounts.sanctions import actions as sanctions
from lobby.moderation.actions.tables import freeze, thaw
from lobby.moderation.actions.void import void_hand
from lobby.moderation.models import Report
from tests.browser.seated_table import still
from tests.support.staff import REASON, member
from tests.support.three_people import arrive, three_people

pytestmark = pytest.mark.django_db(transaction=True)


def a_moderator():
    return member("Table moderator")


async def test_freezing_voiding_muting_and_reporting_during_a_hand(visitors):
    room, sessions = await sync_to_async(three_people)()
    by = await sync_to_async(a_moderator)()
    asha = await arrive(visitors, room, "asha", sessions["Asha"], width=1440, height=900)
    binod = await arrive(visitors, room, "binod", sessions["Binod"], width=375, height=812)
    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await expect(asha.page.locator(".clock")).to_have_count(1)
    hand = await sync_to_async(lambda: room.hand)()
    table = {"by": by, "table_id": room.table.pk, "reason": REASON}

    await sync_to_async(freeze)(**table)
    await expect(asha.page.locator(".clock")).to_have_count(0)
    for window in (asha, binod):
        await expect(window.page.get_by_text("This table is paused.")).to_be_visible()
    await asha.shoot("moderation-frozen")
    await binod.shoot("moderation-frozen")
    await sync_to_async(thaw)(**table)
    await expect(asha.page.locator(".clock")).to_have_count(1)

    await sync_to_async(void_hand)(by=by, hand_id=hand.id, reason=REASON)
    await asha.page.get_by_role("tab", name="Chat").click()
    await expect(asha.page.locator(".chat")).to_contain_text("Hand 1 is void")
    await expect(asha.page.locator(".clock")).to_have_count(0)
    await asha.shoot("moderation-void")
    await binod.shoot("moderation-void")

    await sync_to_async(sanctions.mute)(
        by=by,
        user=room.people[0],
        until=timezone.now() + timedelta(hours=1),
        template="insults",
        reason=REASON,
    )
    await asha.page.get_by_label("Message").fill("You again!")
    await asha.page.get_by_role("button", name="Send").click()
    await expect(asha.page.locator(".side [role=alert]")).to_contain_text("You are muted until")
    await asha.page.goto("/me/")
    await asha.page.get_by_role("link", name="See why and until when").click()
    await expect(asha.page.get_by_text("Insulting or threatening")).to_be_visible()
    await asha.shoot("moderation-notice")

    await binod.page.get_by_role("button", name="Table menu").click()
    await binod.page.get_by_role("button", name="Report a player").click()
    await binod.page.locator("select[name=about]").select_option("Asha")
    await binod.page.get_by_label("What happened?").fill("She tells of her cards.")
    await still(binod)  # the dialog comes in with motion
    await binod.shoot("moderation-report")
    await binod.page.get_by_role("button", name="Send").last.click()
    await expect(binod.page.get_by_role("dialog")).to_contain_text("Thank you")
    case = await Report.objects.select_related("about").aget()
    assert (case.about.name, case.hand_id is not None) == ("Asha", True)
