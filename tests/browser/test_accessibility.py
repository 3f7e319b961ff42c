"""No page breaks a rule of WCAG 2.2 AA that axe can check, in a wide window and on a phone."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from lobby.tables.models import Table
from tests.browser.seated_table import log_in, session_of
from tests.support.axe import violations
from tests.support.size import FULL
from tests.support.staff import member
from tests.support.three_people import three_people
from tests.support.waiting import until

WIDE, PHONE = (1440, 900), (375, 812)


def a_played_hand():
    """A table with one finished hand; Asha's session and a moderator's, and the pages to read.

    `make test` reads a page of each kind: lists, forms, tables, plots, the hand and the table.
    """
    room, sessions = three_people()
    Table.objects.filter(pk=room.table.pk).update(autostart=True)
    hand = room.deal()
    room.fold_down()
    paths = [
        "/",
        "/tables/new/",
        f"/hands/{hand.id}/",
        f"/t/{room.table.slug}/",
        "/me/account/",
        "/odds/",
        "/rules/teen_patti/",
        "/statistics/",
    ]
    others = [
        "/api/",
        "/guest/",
        "/me/",
        "/me/devices/",
        "/me/hands/",
        "/me/limits/",
        "/me/statement/",
        "/conduct/",
        "/fair/",
        "/fair/cheat/",
        "/leaderboards/",
        "/ladder/",
        "/players/Binod/",
    ]
    paths += others if FULL else []
    return sessions["Asha"], session_of(member("Admin", "Boss")), paths


def sizes(number):
    """The sizes of the window for this page: both in `make full`, else one of them in turn."""
    return (WIDE, PHONE) if FULL else ((PHONE, WIDE)[number % 2],)


async def documentation(visitor):
    """The page of the documentation of the API, with two operations open."""
    page = visitor.page
    await page.goto("/api/v1/docs/")
    for name in ("get /api/v1/tables/{slug}/state", "post /api/v1/tables/{slug}/act"):
        method, path = name.split()
        button = page.locator(f".opblock-{method}", has_text=path).first

        async def drawn(button=button):
            """Scroll on: the reader draws what is near the window."""
            if not await button.count():
                await page.mouse.wheel(0, 400)
            return await button.count()

        await until(drawn, f"{name} in the reader")
        await button.locator(".opblock-summary-control").click()
        await expect(button.locator(".responses-table").first).to_be_visible()
    return page


@pytest.mark.django_db(transaction=True)
async def test_pages_for_players_staff_and_authors_of_apps(visitors):
    asha_session, boss_session, paths = await sync_to_async(a_played_hand)()
    asha, boss = [await visitors.arrive(name, drawn=True) for name in ("asha", "boss")]
    await log_in(visitors, asha, asha_session)
    await log_in(visitors, boss, boss_session)
    found = {}
    for number, path in enumerate(paths):
        await asha.page.goto(path)
        await expect(asha.page.get_by_role("main")).to_be_visible()
        found[path] = await violations(asha.page, *sizes(number))
    table = next(path for path in paths if path.startswith("/t/"))
    await asha.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await asha.page.goto(table)  # now as a phone from the start: the panel is closed
    await asha.page.get_by_role("button", name="Log and chat").click()
    await expect(asha.page.get_by_role("tablist")).to_be_visible()
    found["panel"] = await violations(asha.page, PHONE)
    for path in ("/admin/", "/admin/lobby/table/")[not FULL :]:
        await boss.page.goto(path)
        await expect(boss.page.get_by_role("main")).to_be_visible()
        found[path] = await violations(boss.page, WIDE)
    if FULL:
        found["docs"] = await violations(await documentation(asha), PHONE)
    broken = [f"{path}: {one}" for path, several in found.items() for one in several]
    assert not broken, "\n".join(broken)
