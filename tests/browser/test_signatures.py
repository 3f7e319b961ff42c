"""Open pages check what the house signs, also when it replaces its key, and stop at a false key."""

import base64
import secrets

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from playwright.async_api import expect

from games.dealing.models import NextDeck
from tests.browser.seated_table import click
from tests.support.three_people import arrive, three_people
from tests.support.waiting import until


@sync_to_async
def have_committed(table_id, people):
    return len(NextDeck.objects.get(pk=table_id).cut_commits) == people


def new_key() -> str:
    return base64.b64encode(secrets.token_bytes(32)).decode()


@pytest.mark.django_db(transaction=True)
async def test_pages_follow_a_new_key_and_refuse_a_false_one(visitors, settings):
    room, sessions = await sync_to_async(three_people)()
    asha = await arrive(visitors, room, "asha", sessions["Asha"], width=1440, height=900)
    binod = await arrive(visitors, room, "binod", sessions["Binod"], width=375, height=812)
    await until(lambda: have_committed(room.table.pk, 2), "both commitments")
    settings.FAIR_KEY_BEFORE, settings.FAIR_KEY = settings.FAIR_KEY, new_key()
    await sync_to_async(call_command)("rotate_fair_key")

    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await asha.page.locator(".see-button[aria-disabled=false]").click()
    await asha.page.locator(".fair-seal").click()
    dialog = asha.page.locator("dialog.dialog")
    await expect(dialog).to_contain_text("signed")
    await asha.shoot("signatures-1-seal")
    for visitor in (asha, binod):
        assert not await visitor.page.locator(".fair-failure").count()
    await asha.page.keyboard.press("Escape")

    settings.FAIR_KEY = new_key()  # which nobody has published
    await click(asha, "pack")
    await until(sync_to_async(lambda: room.turn == room.people[1]), "Asha's pack to be stored")
    await sync_to_async(room.fold_down)()
    for visitor in (asha, binod):
        failure = visitor.page.locator(".fair-failure")
        await expect(failure).to_contain_text("This page has stopped")
        await expect(failure.locator(".fair-check")).to_contain_text("signature")
        await visitor.shoot("signatures-2-failure")
