"""The page of a hand: what it loads at once, what comes when it is asked for or seen."""

import re

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from tests.games.stored import store_hand
from tests.support.page_layout import misfits

SCRIPTS_MAX = 18
"""The most modules that the page loads before anything is asked for; the replay has fifty more."""
LATER = re.compile(r"/js/table/|/css/table|/css/holdem|/js/fair/(?!pages)|/messages/en/hand/")
SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift", buffered: true });"""


async def opened(visitors):
    """Return a window at a stored hand, and the requests that it made."""
    hand, _people = await sync_to_async(store_hand)("holdem", seed=2)
    visitor = await visitors.arrive("reader", width=375, height=812)
    await visitor.context.add_init_script(SHIFTS)
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    await visitor.page.goto(f"/hands/{hand.pk}/", wait_until="networkidle")
    return visitor.page, asked


@pytest.mark.django_db(transaction=True)
async def test_the_replay_is_loaded_when_it_is_asked_for(visitors):
    page, asked = await opened(visitors)
    assert not [url for url in asked if LATER.search(url)]
    assert len([url for url in asked if url.endswith(".js")]) <= SCRIPTS_MAX
    assert await page.evaluate("shifted") < 0.02
    frame = page.locator("#replay")
    await expect(frame.locator(".still-words")).to_contain_text("wins")
    assert await misfits(page, 320, 375, 768, 1440) == []
    await page.set_viewport_size({"width": 375, "height": 812})
    play = page.get_by_role("link", name="Watch the replay")
    await play.scroll_into_view_if_needed()
    before = await frame.bounding_box()
    await play.click()
    await expect(frame.locator(".stage")).to_be_visible()
    assert await frame.bounding_box() == before, "nothing moves"
    await expect(frame.get_by_role("button", name="Pause")).to_be_focused()
    await expect(page.locator(".lines .now")).not_to_have_count(0)
    assert any("/js/table/replay.js" in url for url in asked)


@pytest.mark.django_db(transaction=True)
async def test_a_link_to_a_step_opens_the_replay_there(visitors):
    page, _asked = await opened(visitors)
    await page.evaluate("location.hash = '#step-3'")
    await page.reload()
    await expect(page.locator("#replay .stage")).to_be_visible()
    await expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    await expect(page.locator(".replay-bar").get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.django_db(transaction=True)
async def test_the_deal_is_checked_when_that_is_seen(visitors):
    page, asked = await opened(visitors)
    await page.locator("#fair-title").scroll_into_view_if_needed()
    await expect(page.locator("[data-fair-record]")).to_contain_text("cards checked")
    assert any("/js/fair/checks.js" in url for url in asked)
