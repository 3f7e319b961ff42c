"""Without a network a browser shows a page that says so, in the reader's language, and goes on."""

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from tests.browser.seated_table import log_in
from tests.support.three_people import three_people
from tests.support.waiting import until

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      found.push(new URL(url).pathname);
  return found;
}"""
CONTROLLED = (
    "async () => Boolean((await navigator.serviceWorker.ready).active.state === 'activated')"
)


async def kept(page):
    return await page.evaluate(KEPT)


@pytest.mark.django_db(transaction=True)
async def test_a_page_says_that_there_is_no_network_and_goes_on(visitors):
    room, sessions = await sync_to_async(three_people)()
    asha = await visitors.arrive("asha", width=375, height=812, service_workers="allow")
    page = asha.page
    await log_in(visitors, asha, sessions["Asha"])
    await page.goto("/me/")
    await until(lambda: page.evaluate(CONTROLLED), "the worker")
    await page.goto(f"/t/{room.table.slug}/")
    await expect(page.locator(".dock").first).to_be_visible()
    await page.goto("/rules/holdem/")
    asha.allow += ["ERR_INTERNET_DISCONNECTED", "Failed to load resource"]
    await asha.context.set_offline(True)
    await page.goto("/me/hands/")
    await expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.url.endswith("/me/hands/"), "the address stays, to try it again"
    assert await page.evaluate("customElements.get('ch-cards') !== undefined"), "with its scripts"
    await asha.shoot("offline")
    assert "Asha" not in await page.content()
    await asha.context.set_offline(False)
    await expect(page.get_by_role("heading", name="My hands")).to_be_visible()
    paths = await kept(page)
    others = [path for path in paths if not path.startswith("/static/")]
    assert others == ["/offline/"], "nothing of a person is kept"


@pytest.mark.django_db(transaction=True)
async def test_the_page_without_network_follows_the_readers_language(visitors):
    asha = await visitors.arrive("asha", service_workers="allow", locale="hi")
    page = asha.page
    await page.goto("/guest/")
    await until(lambda: page.evaluate(CONTROLLED), "the worker")
    await page.goto("/rules/holdem/")
    await page.get_by_role("button", name="简体中文").click()
    await expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    asha.allow += ["ERR_INTERNET_DISCONNECTED", "Failed to load resource"]

    async def in_chinese():
        return "没有" in await page.evaluate("async () => (await caches.match('/offline/')).text()")

    await until(in_chinese, "the page in the new language")
    await asha.context.set_offline(True)
    await page.goto("/leaderboards/")
    await expect(page.get_by_role("heading", name="没有网络连接")).to_be_visible()
