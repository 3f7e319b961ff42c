"""A table's page that is drawn from the moments of tests/support/scenes.py, and its faults."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.async_api import Page, Request

from games.engines.core import registry
from games.hands.page_files import rules_in_words
from tests.support.told_page import open_told

SIZES = (
    (320, 568),
    (360, 740),
    (375, 812),
    (768, 1024),
    (667, 375),
    (812, 375),
    (720, 450),  # a window of 1440 x 900 at a zoom of 200 %
    (1366, 768),
    (1440, 900),
    (1920, 1080),
)
LOOK = (
    (Path(__file__).parent / "layout_faults.js").read_text().rstrip().removesuffix(";")
)  # an expression
DOOR = """export class Door {
  pass() { return true; }
  know() {}
  tryNow() {}
}"""
"""In the place of the guard of the cards: these hands are drawn, not proved."""
SETTLED = """([width, height]) => {
  const { right, bottom } = document.querySelector(".table-page").getBoundingClientRect();
  const tall = matchMedia("(width <= 700px) and (aspect-ratio < 5/4), (aspect-ratio <= 4/5)");
  return right === width && bottom === height
    && Boolean(document.querySelector(".stage.tall")) === tall.matches
    && (!document.querySelector(".side") || width >= 1100);
}"""
"""The page is drawn for the size that its window has now."""
QUIET_LOOKS = 4
"""How many times nothing is being loaded before all is there: a part that came may load another."""
FINISH = """
  for (const one of document.getAnimations())
    if (one.effect.getComputedTiming().iterations < 99) one.finish();"""
STILL = f"""async () => {{
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();{FINISH}
}}"""
"""What was told is drawn, and what moves has arrived."""


AT_ONCE = f"""async () => {{
  await new Promise((done) => {{
    const {{ port1, port2 }} = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  }});{FINISH}
}}"""
"""As STILL, without a frame: a layout is looked at, and painting it takes three times as long."""
EACH = f"""async () => {{
  const found = {{}};
  for (const moment of Object.keys(window.moments)) {{
    lines.at(-1).say(window.moments[moment]);
    await ({AT_ONCE})();
    found[moment] = ({LOOK})();
  }}
  return found;
}}"""


def unproved(game: str, rules_json: Mapping[str, Any], language: str = "en") -> dict[str, Any]:
    """Return what `page_of` needs to draw hands of this game without their proofs."""
    rules = registry.get(game).rules_from_json(dict(rules_json))
    return {
        "user": True,
        "language": language,
        "options": rules_in_words(rules, game, language),
        "imports": {"/static/js/fair/door.js": f"data:text/javascript,{quote(DOOR)}"},
    }


async def open_unproved(
    page: Page, files: str, game: str, rules_json: dict[str, Any], language: str = "en"
) -> None:
    """Open a table's page of this game that draws hands without their proofs."""
    await open_told(page, files, game, **unproved(game, rules_json, language))


async def prepare(
    page: Page, files: str, game: str, moments: dict[str, dict[str, Any]], language: str = "en"
) -> None:
    """Open a table's page of this game that can draw these moments."""
    await page.emulate_media(reduced_motion="reduce")
    rules = next(iter(moments.values()))["table"]["rules"]
    await open_unproved(page, files, game, rules, language)
    await page.evaluate("(moments) => { window.moments = moments; }", moments)
    for moment in moments:  # what comes later comes now
        # One after the other: a step that waits for its module is left out when the next is told.
        async with all_loaded(page):
            await show(page, moment)
            await page.wait_for_selector(".dock")
    await page.evaluate("document.fonts.ready")


@asynccontextmanager
async def all_loaded(page: Page) -> AsyncIterator[None]:
    """Wait at the end for all that the page has begun to load in the block.

    "networkidle" comes once for each page; what a part loads later is not waited for.
    """
    waiting: set[Request] = set()

    def begins(request: Request) -> None:
        waiting.add(request)

    def ends(request: Request) -> None:
        waiting.discard(request)

    page.on("request", begins)
    page.on("requestfinished", ends)
    page.on("requestfailed", ends)
    yield
    quiet = 0
    while quiet < QUIET_LOOKS:
        await page.evaluate(STILL)
        quiet = 0 if waiting else quiet + 1
    page.remove_listener("request", begins)
    page.remove_listener("requestfinished", ends)
    page.remove_listener("requestfailed", ends)


async def show(page: Page, moment: str) -> None:
    """Draw a moment."""
    await page.evaluate("(moment) => lines.at(-1).say(window.moments[moment])", moment)
    await page.evaluate(STILL)


async def resize(page: Page, width: int, height: int) -> None:
    """Make the window this large."""
    await page.set_viewport_size({"width": width, "height": height})
    await page.wait_for_function(SETTLED, arg=[width, height])


async def painted_small(page: Page, width: int, height: int) -> None:
    """Lay the page out for a window of this size, and paint it small: that costs a third less.

    A mouse does not find anything there.
    """
    browser = await page.context.new_cdp_session(page)
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    await browser.send("Emulation.setDeviceMetricsOverride", {**size, "scale": 0.1})
    await page.wait_for_function(SETTLED, arg=[width, height])


async def faults(page: Page, width: int, height: int) -> dict[str, list[str]]:
    """Return the faults of each moment in a window of this size."""
    await painted_small(page, width, height)
    found: dict[str, list[str]] = await page.evaluate(EACH)
    return found
