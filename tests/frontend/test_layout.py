"""Facts of a table are whole, uncovered and large enough at ten sizes, in each moment of a game.

The tables are full, with long names and many chips. Faults are listed in
layout_faults.js.
"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from games.engines.core import registry
from tests.frontend.layout_gate import LOOK, SIZES, STILL, faults, prepare, resize
from tests.support.scenes import SCENES
from tests.support.size import some
from tests.support.waiting import PATIENCE_S

MOMENTS = ("turn", "showdown", "result", "waiting")
OWN_MOMENTS = {"plays", "bid", "bets"}
"""Moments that some games have beside them."""
TEXT_SIZES = {"100": SIZES, "125": some([(1440, 900), *SIZES], usual=1)}
"""The windows in which a table is looked at, by the size of text that its player chose."""
PLANTED = {
    "covered": ".board { translate: -60px 0 !important }",
    "outside": ".place { translate: 0 99px }",
    "cut": ".hero .plate { overflow: clip; min-inline-size: 0; inline-size: 20px }",
    "meet": ".hero .stack { translate: 0 -12px }",
    "small": ".pot-amount b { font-size: 10px !important }",
    "target": ".dock .place { min-block-size: 0 !important; block-size: 40px }",
    "scrolls": "html, body.on-table { overflow: visible; block-size: 3000px }",
}
"""A style that makes a fault, by the kind of the fault."""
STYLE = """(css) => {
  const sheet = document.getElementById("planted") ?? document.createElement("style");
  sheet.id = "planted";
  sheet.textContent = css;
  document.head.append(sheet);
}"""


@pytest_asyncio.fixture(loop_scope="session", name="table")
async def table_page(chromium: Browser) -> AsyncIterator[Page]:
    """A window for the page of a table."""
    page = await chromium.new_page()
    page.set_default_timeout(PATIENCE_S * 1_000)
    yield page
    await page.close()


def test_every_game_has_its_moments() -> None:
    assert set(SCENES) == {game.key for game in registry.all_games()}
    for make in SCENES.values():
        assert set(MOMENTS) <= set(make())


@pytest.mark.parametrize("game", sorted(SCENES))
async def test_a_table_is_whole_at_every_size(table: Page, files: str, game: str) -> None:
    moments = SCENES[game]()
    shown = [moment for moment in moments if moment in {*MOMENTS, *OWN_MOMENTS}]
    await prepare(table, files, game, {moment: moments[moment] for moment in shown})
    for text_size, windows in TEXT_SIZES.items():
        await table.evaluate(
            "(size) => { document.documentElement.dataset.size = size; }", text_size
        )
        found = [
            f"{game} {width}x{height} {text_size} % {moment}: {fault}"
            for width, height in windows
            for moment, faults_then in (await faults(table, width, height)).items()
            for fault in faults_then
        ]
        assert not found, "\n".join(found)


async def test_a_fault_of_each_kind_is_found(table: Page, files: str) -> None:
    await prepare(table, files, "holdem", {"turn": SCENES["holdem"]()["turn"]})
    await resize(table, 375, 812)
    await table.evaluate(STILL)
    for kind, css in PLANTED.items():
        await table.evaluate(STYLE, "")
        await table.evaluate(STILL)
        assert not await table.evaluate(LOOK), kind
        await table.evaluate(STYLE, css)
        await table.evaluate(STILL)
        found = await table.evaluate(LOOK)
        assert [one for one in found if one.startswith(f"{kind}: ")], (kind, found)
