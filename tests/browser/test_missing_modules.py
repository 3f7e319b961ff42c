"""A script that cannot be loaded, and a browser that refuses storage: never silence."""

import uuid

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from lobby.tables.models import Table
from lobby.tables.seats.seats import sit
from tests.browser.seated_table import log_in, session_of
from tests.support.size import some
from tests.support.three_people import three_people
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)

REFUSED = """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
for (const name of ["clipboard", "vibrate", "wakeLock", "serviceWorker"])
  Object.defineProperty(navigator, name, { value: undefined });
for (const name of ["BroadcastChannel", "Notification", "AudioContext"]) delete window[name];
"""
"""A browser that blocks all site data, and has nothing that a page can do without."""
NO_SCRIPT = {"status": 404, "content_type": "text/plain", "body": "gone"}


async def lose(page, pattern):
    """These files are gone, as after an upgrade."""
    await page.route(pattern, lambda route: route.fulfill(**NO_SCRIPT))


@pytest.mark.parametrize("released", [None], ids=["modules"])
@pytest.mark.parametrize("module", ["table/dialogs/dialogs.js", "table/teen_patti/extras.js"])
async def test_a_dialog_that_cannot_be_loaded_says_so(visitors, module):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=375, height=812)
    asha.allow += ["404", "module"]
    await log_in(visitors, asha, sessions["Asha"])
    await lose(asha.page, f"**/js/{module}")
    await asha.page.goto(f"/t/{room.table.slug}/")
    await asha.page.get_by_role("button", name="Table menu").click()
    note = asha.page.get_by_role("alert")
    await expect(note).to_contain_text("could not be loaded")
    await asha.shoot("missing-module")
    await asha.page.unroute(f"**/js/{module}")
    await note.get_by_role("button", name="Reload").click()
    await asha.page.get_by_role("button", name="Table menu").click()
    await expect(asha.page.get_by_role("dialog")).to_contain_text("House rules")


@pytest.mark.parametrize("released", [None], ids=["modules"])
@pytest.mark.parametrize(
    ("address", "module"),
    some(
        [
            ("/t/{}/", "table/store.js"),  # one that the page's script needs
            ("/t/{}/", "table/teen_patti/index.js"),  # one that it loads as it begins
            ("/", "lobby.js"),
            ("/t/{}/", "table/main.js"),  # the page's script
            ("/tables/new/", "open_table.js"),
        ],
        3,
    ),
)
async def test_a_page_whose_script_cannot_be_loaded_says_so(visitors, address, module):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=1440, height=900)
    asha.allow += ["404", "module"]
    await log_in(visitors, asha, sessions["Asha"])
    await lose(asha.page, f"**/js/{module}")
    await asha.page.goto(address.format(room.table.slug))
    await expect(asha.page.get_by_role("alert")).to_contain_text("could not be loaded")


@pytest.mark.parametrize("released", [None], ids=["modules"])
async def test_a_page_whose_script_never_comes_says_so(visitors):
    room, _sessions = await sync_to_async(three_people)()
    rosa = await visitors.arrive("rosa", width=375, height=812)
    await rosa.page.clock.install()
    await rosa.page.route("**/js/table/main.js", lambda route: None)
    await rosa.page.goto(f"/t/{room.table.slug}/", wait_until="commit")
    await expect(rosa.page.get_by_text("Opening the table")).to_be_visible()
    await until(
        lambda: rosa.page.evaluate("document.readyState !== 'loading'"), "the parsed document"
    )
    await rosa.page.clock.run_for(11_000)
    await expect(rosa.page.get_by_role("alert")).to_contain_text("could not be loaded")


async def test_a_visitor_sits_down_in_a_browser_that_refuses_storage(visitors):
    room, _sessions = await sync_to_async(three_people)()
    rosa = await visitors.arrive("rosa", width=375, height=812)
    await rosa.context.add_init_script(REFUSED)
    await rosa.page.goto(f"/t/{room.table.slug}/")
    await rosa.page.get_by_role("button", name="Sit in seat 5").click()
    dialog = rosa.page.get_by_role("dialog")
    await dialog.get_by_label("Your name").fill("Rosa Luna")
    await dialog.get_by_role("button", name="Play as Rosa Luna").click()
    # The choice of the seat is forgotten with the page, and no more than that.
    await rosa.page.get_by_role("button", name="Take a seat").click()
    await dialog.get_by_role("button", name="Sit down").click()
    await expect(rosa.page.locator(".hero .name")).to_have_text("Rosa Luna")
    await rosa.page.get_by_role("button", name="Table menu").click()
    await dialog.get_by_role("button", name="Invite").click()
    await dialog.get_by_role("button", name="Copy the link").click()
    await expect(dialog.get_by_role("button", name="Copied")).to_be_visible()


def a_finished_hand():
    room, _sessions = three_people()
    guest = create_guest(name="Rosa Luna")
    sit(table_id=room.table.pk, user=guest, number=4, buy_in=None, key=uuid.uuid4())
    room.people.append(guest)
    Table.objects.filter(pk=room.table.pk).update(autostart=True)
    hand = room.deal()
    room.fold_down()
    return session_of(guest), hand.id, room.table.slug


async def test_every_page_with_scripts_works_in_a_browser_that_refuses_storage(visitors):
    """Each page's complaints fail the test (`visitors`)."""
    session, hand, slug = await sync_to_async(a_finished_hand)()
    rosa = await visitors.arrive("rosa", width=1440, height=900)
    await rosa.context.add_init_script(REFUSED)
    await log_in(visitors, rosa, session)
    for address in (
        "/",
        f"/t/{slug}/",
        f"/hands/{hand}/",
        "/fair/",
        "/statistics/",
        "/tables/new/",
        "/me/",
        "/me/hands/",
        "/me/devices/",
        "/leaderboards/",
        reverse("games:odds_design"),
        reverse("games:odds"),
    ):
        answer = await rosa.page.goto(address, wait_until="load")
        assert answer is not None
        assert answer.ok, address
        await rosa.page.keyboard.press("Tab")  # the first gesture starts the sounds
    await rosa.page.goto(f"/hands/{hand}/")
    await rosa.page.get_by_role("link", name="Watch the replay").click()
    await expect(rosa.page.locator("#replay .stage")).to_be_visible()
