"""Each ability of a device is used if it is there, and it may refuse."""

import pytest
from playwright.async_api import Page

pytestmark = pytest.mark.asyncio(loop_scope="session")
FAKE = """() => {
  window.locks = [];
  const request = async () => {
    if (window.refuses) throw new DOMException("no", "NotAllowedError");
    const lock = {released: false, async release() { this.released = true; }};
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", {value: {request}, configurable: true});
}"""


async def lit(page: Page) -> list[bool]:
    """Whether each lock that was asked for still holds."""
    found: list[bool] = await page.evaluate("locks.map(({released}) => !released)")
    return found


async def test_the_screen_stays_on_while_asked_and_comes_back_with_the_page(page: Page) -> None:
    await page.evaluate(FAKE)
    keep = "(on) => import('/static/js/device.js').then((m) => m.keepAwake(on))"
    seen = "() => document.dispatchEvent(new Event('visibilitychange'))"
    await page.evaluate(keep, True)
    await page.evaluate(keep, True)
    assert await lit(page) == [True], "one is enough"
    await page.evaluate("() => { locks[0].released = true }")  # as browsers do with hidden pages
    await page.evaluate(seen)
    assert await lit(page) == [False, True]
    await page.evaluate(keep, False)
    await page.evaluate(seen)
    assert await lit(page) == [False, False]
    await page.evaluate("() => { window.refuses = true }")
    await page.evaluate(keep, True)
    assert await lit(page) == [False, False], "a device may refuse"
    await page.evaluate(keep, False)
