"""The settings page: a choice shows at once, stays, and goes with the account."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from tests.browser.seated_table import log_in
from tests.support.page_layout import misfits
from tests.support.three_people import three_people
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = (320, 375, 720, 812, 1366)
PAINTED = """() => [getComputedStyle(document.body).color,
  getComputedStyle(document.querySelector(".sample-felt")).backgroundImage,
  getComputedStyle(document.querySelector(".sample .card-back")).backgroundImage,
  document.querySelector(".sample ch-cards").innerHTML]"""


async def choose(page, setting, value):
    group = page.get_by_role("group", name=setting, exact=True)
    await group.get_by_role("radio", name=value, exact=True).check(force=True)


async def test_a_choice_shows_at_once_and_on_the_next_page(visitors):
    asha = await visitors.arrive("asha", width=1366, height=768)
    page = asha.page
    await page.goto("/settings/")
    await expect(page.locator(".sample ch-cards svg").first).to_be_visible()
    before = await page.evaluate(PAINTED)
    for setting, value in (("Room", "Light"), ("Felt", "Wine"), ("Card backs", "Lotus"),
                           ("Deck", "Large")):  # fmt: skip
        await choose(page, setting, value)

    async def all_changed():
        after = await page.evaluate(PAINTED)
        return all(one != other for one, other in zip(before, after, strict=True))

    await until(all_changed, "the sample to show every choice")
    answer = await page.request.get("/rules/holdem/")  # the server draws it so: nothing flashes
    assert 'data-room="light" data-felt="wine" data-back="lotus" data-deck="large"' in (
        await answer.text()
    )
    number = page.locator(".sample .num")
    for digits in ("12,34,567", "1234567"):
        await choose(page, "Digits", digits)
        await expect(number).to_have_text(digits)
    answer = await page.request.get("/rules/teen_patti/")
    assert "of 22100 hands" in await answer.text()
    second = await page.context.new_page()
    await second.goto("/settings/")
    await choose(second, "Room", "Dark")
    await expect(page.locator("html")).to_have_attribute("data-room", "dark")


async def test_the_page_fits_in_every_room_size_and_language(visitors):
    asha = await visitors.arrive("asha", width=1366, height=768)
    page = asha.page
    for language in ("en", "hi", "zh-hans"):
        cookie = {"name": "language", "value": language, "url": visitors.url}
        await page.context.add_cookies([cookie])
        await page.goto("/settings/")
        await expect(page.locator(".sample ch-cards svg").first).to_be_visible()
        for size in (0, 2):
            await page.locator("input[name=size]").nth(size).check(force=True)
            assert await misfits(page, *SIZES) == [], (language, size)


async def test_an_account_takes_what_its_browser_had_and_gives_it_to_the_next(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=1366, height=768)
    await asha.page.goto("/settings/")
    await choose(asha.page, "Felt", "Violet")
    await log_in(visitors, asha, sessions["Asha"])
    async with asha.page.expect_response("**/api/v1/me"):
        await asha.page.goto("/settings/")
    other = await visitors.arrive("other", width=1366, height=768)
    await log_in(visitors, other, sessions["Asha"])
    await other.page.goto(f"/t/{room.table.slug}/")
    await expect(other.page.locator("html")).to_have_attribute("data-felt", "violet")
    await other.page.get_by_role("button", name="Settings").click()
    dialog = other.page.get_by_role("dialog", name="Settings")
    async with other.page.expect_response("**/api/v1/me") as told:
        await dialog.get_by_text("Slate").click()
    assert (await told.value).status == 200
    await asha.page.reload()
    await expect(asha.page.locator("html")).to_have_attribute("data-felt", "slate")


async def test_every_games_keys_can_be_changed_on_the_page(visitors):
    asha = await visitors.arrive("asha", width=1366, height=768)
    page = asha.page
    await page.goto("/settings/")
    lists = page.locator("details.keys")
    await expect(lists.first).to_be_visible()
    for number in range(await lists.count()):
        await lists.nth(number).locator("summary").click()
        await expect(lists.nth(number).locator("dt").first).to_be_visible()
    await page.get_by_role("button", name="Fold: key F, change").first.click()
    await page.keyboard.press("x")
    await expect(page.get_by_role("button", name="Fold: key X, change").first).to_be_visible()
    await page.get_by_role("button", name="Reset keys").click()
    await expect(page.get_by_role("button", name="Fold: key F, change").first).to_be_visible()
