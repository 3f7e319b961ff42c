"""The lobby in a browser: pages, filters in the address, changes as they happen."""

import uuid

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from lobby.tables.actions.seats import sit
from lobby.tables.actions.tables import TablePlan, open_table
from tests.browser.company import listen
from tests.support.waiting import until


def _open(count):
    """That many tables, hold'em and Teen Patti in turn."""
    return [
        open_table(
            plan=TablePlan(name=f"Table {number:02}", game=("holdem", "teen_patti")[number % 2]),
            host=None,
        )
        for number in range(count)
    ]


@pytest.mark.django_db(transaction=True)
async def test_pages_filters_and_changes_of_the_lobby(visitors):
    tables = await sync_to_async(_open)(30)
    visitor = await visitors.arrive("stranger", width=1440, height=900)
    page, frames = visitor.page, listen(visitor)
    cards = page.locator("#tables .table-card")
    live = page.locator("#tables .mini-seat").first
    await page.goto("/")
    await expect(live).to_be_visible()
    await expect(cards).to_have_count(24)
    await visitor.shoot("lobby_page")
    await page.get_by_role("link", name="Next").click()
    await expect(cards).to_have_count(6)
    await expect(page).to_have_url(f"{visitors.url}/?page=2")
    await expect(page.locator(".pager")).to_contain_text("Page 2 of 2")
    await page.go_back()
    await expect(cards).to_have_count(24)

    await page.get_by_label("Filter by table or player").fill("table 17")
    await expect(cards).to_have_count(1)
    await expect(page).to_have_url(f"{visitors.url}/?search=table+17")
    asha = await sync_to_async(create_guest)(name="Asha")
    before = len(frames)
    await sync_to_async(sit)(
        table_id=tables[17].pk, user=asha, number=0, buy_in=500, key=uuid.uuid4()
    )
    await expect(cards.locator(".mini-count")).to_have_text("1/6")

    def changes():
        return [frame for frame in frames[before:] if '"tables_changed"' in frame]

    await until(changes, "the change")
    assert max(map(len, changes())) < 1_000

    await page.get_by_label("Filter by table or player").fill("")
    await page.get_by_label("Game").select_option("holdem")
    await page.get_by_label("Free seats").check()
    await expect(page).to_have_url(f"{visitors.url}/?game=holdem&free=true")
    await expect(page.locator("#counts")).to_contain_text("15 of 30 tables")
    await page.reload()
    await expect(cards).to_have_count(15)
    await page.goto("/")
    await expect(page).to_have_url(f"{visitors.url}/?game=holdem&free=true")
    await expect(page.get_by_label("Free seats")).to_be_checked()
    await expect(cards).to_have_count(15)
    await page.get_by_label("No bots").check()
    await page.get_by_label("With people").check()
    await page.get_by_role("button", name="Show all tables").click()
    await expect(cards).to_have_count(24)
    await expect(page).to_have_url(f"{visitors.url}/")
