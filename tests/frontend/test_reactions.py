"""Reactions at seats: what they cover, how long they stand, who sees and hears them."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from core.messages import catalogue
from lobby.tables.phrases import EMOTES, phrases_of
from tests.frontend.layout_gate import LOOK, STILL, prepare, resize
from tests.support.assets import STATIC
from tests.support.scenes import ME, NAMES, SCENES
from tests.support.size import some
from tests.support.told_page import say
from tests.support.waiting import PATIENCE_S

SIZES = ((320, 568), (812, 375), (1440, 900))
MOMENTS = ("turn", "showdown")
MOST = "dou_dizhu_four"
"""The game with the most cards at its seats."""
HOLD = """() => {
  const later = window.setTimeout;
  window.hides = [];
  window.setTimeout = (act, ms, ...given) =>
    ms === 4000 ? window.hides.push(act) : later(act, ms, ...given);
}"""
"""Reactions stand until the test takes them away."""
HIDE = "() => { for (const hide of window.hides.splice(0)) hide(); }"
SPOKEN = """() => [...document.querySelectorAll("#spoken p")]
  .map((one) => one.textContent.replace(/^\\d+\\. /, "").replace(/[\\u2066-\\u2069]/g, ""))
  .filter((one) => /: /.test(one))"""
SHOWN = """() => [...document.querySelectorAll(".emote, .speech, .sign")].filter(
  (one) => one.checkVisibility({ visibilityProperty: true })
    && !(one.matches(".emote") && one.closest(".seat")?.querySelector(".shown")),
).length"""

FACES = """() => [...document.querySelectorAll("[data-seat] .head")]
  .filter((one) => one.checkVisibility()).length"""


def line(number: int, seat: int, code: str, **more: Any) -> dict[str, Any]:
    """Return a line of the chat by which the player of a seat reacts."""
    said = {"id": number, "at": 0, "who": NAMES[seat], "kind": "player", "room": "players"}
    return {**said, "text": "", "nudges": None, "code": code, "args": None, **more}


@pytest_asyncio.fixture(loop_scope="session", name="table")
async def table_page(chromium: Browser) -> AsyncIterator[Page]:
    """A window for the page of a table, in which reactions stand until they are taken away."""
    page = await chromium.new_page()
    page.set_default_timeout(PATIENCE_S * 1_000)
    await page.add_init_script(f"({HOLD})()")
    yield page
    await page.close()


async def hear(page: Page, *lines: dict[str, Any]) -> None:
    """Let the page hear lines of the chat, and draw them."""
    await say(page, {"type": "chat", "lines": list(lines)})
    await page.wait_for_selector(".bubbles", state="attached")
    await page.evaluate(STILL)
    await page.wait_for_timeout(250)  # bubbles give way to what has arrived meanwhile
    await page.evaluate(STILL)


@pytest.mark.parametrize("game", some(sorted(SCENES, key=lambda game: game != MOST), 1))
async def test_reactions_cover_nothing_at_any_size(table: Page, files: str, game: str) -> None:
    scenes, words = SCENES[game](), catalogue("en")
    moments = {moment: scenes[moment] for moment in MOMENTS}
    await prepare(table, files, game, moments)
    phrases = sorted(phrases_of(game), key=lambda code: -len(words.text(f"house.phrase.{code}")))
    reactions = {
        "phrases": [f"phrase.{code}" for code in phrases[:3]],
        "emotes": [f"emote.{code}" for code in EMOTES],
    }
    found, number, seats = [], 0, len(scenes["turn"]["table"]["seats"])
    for width, height in SIZES:
        await resize(table, width, height)
        for moment, told in moments.items():
            await say(table, told)
            await table.evaluate(STILL)
            for kind, codes in reactions.items():
                lines = [
                    line(number + seat, seat, codes[seat % len(codes)]) for seat in range(seats)
                ]
                number += seats
                await hear(table, *lines)
                faults = [
                    fault
                    for fault in await table.evaluate(LOOK)
                    if re.search(r"\.(emote|speech|sign|bubbles)\b", fault)
                ]
                found += [f"{width}x{height} {moment} {kind}: {fault}" for fault in faults]
                shown = await table.evaluate(SHOWN)
                faces = await table.evaluate(FACES)
                if shown < faces and moment == "turn":
                    found.append(f"{width}x{height} {moment} {kind}: {shown} at {faces} faces")
                await table.evaluate(HIDE)
                assert await table.evaluate(SHOWN) == 0
    assert not found, "\n".join(found)


async def test_a_reaction_is_said_once_and_goes_by_itself(table: Page, files: str) -> None:
    await prepare(table, files, "holdem", {"turn": SCENES["holdem"]()["turn"]})
    await hear(table, line(1, 3, "emote.laugh"), line(2, 4, "phrase.wow"), line(3, ME, "emote.cry"))
    assert await table.evaluate(SPOKEN) == [f"{NAMES[3]}: Ha ha!", f"{NAMES[4]}: Wow!"]
    await hear(table, line(3, ME, "emote.cry"))
    assert len(await table.evaluate(SPOKEN)) == 2
    assert await table.evaluate(SHOWN) == 3
    await table.evaluate(HIDE)
    assert await table.evaluate(SHOWN) == 0


async def test_muted_players_and_reactions_that_are_off_show_nothing(
    table: Page, files: str
) -> None:
    muted = f"localStorage.setItem('cardhouse.settings', JSON.stringify({{muted: ['{NAMES[3]}']}}))"
    await table.add_init_script(muted)
    await prepare(table, files, "holdem", {"turn": SCENES["holdem"]()["turn"]})
    await hear(table, line(1, 3, "emote.laugh"), line(2, 4, "phrase.wow"))
    assert await table.evaluate(SPOKEN) == [f"{NAMES[4]}: Wow!"]
    assert await table.evaluate(SHOWN) == 1
    await table.evaluate(HIDE)
    await table.keyboard.press("e")
    await table.locator(".dialog [role=switch]").click()
    await table.locator(".emotes").wait_for(state="detached")
    await table.keyboard.press("Escape")
    lines = [line(3, 4, "emote.cheer"), line(4, 5, "phrase.wow")]
    await say(table, {"type": "chat", "lines": lines})
    await table.evaluate(STILL)
    assert await table.evaluate(SHOWN) == 0
    assert len(await table.evaluate(SPOKEN)) == 1


async def test_an_emote_is_sent_by_the_keyboard_alone(table: Page, files: str) -> None:
    await prepare(table, files, "holdem", {"turn": SCENES["holdem"]()["turn"]})
    await table.keyboard.press("e")
    await table.locator(".emotes button").first.focus()
    await table.keyboard.press("Tab")
    await table.keyboard.press("Enter")
    await table.locator(".dialog").wait_for(state="detached")
    sent = await table.evaluate("sent.filter(({ type }) => type === 'react')")
    assert [one["reaction"] for one in sent] == [EMOTES[1]]


def test_each_emote_of_the_server_is_drawn_moving_and_still() -> None:
    drawn = set(re.findall(r'id="([^"]+)"', (STATIC / "img/emotes.svg").read_text()))
    assert {*EMOTES, *(f"{emote}-still" for emote in EMOTES), "speech"} <= drawn
    listed = re.search(r"EMOTES = \[(.+?)\]", (STATIC / "js/emotes.js").read_text())
    assert listed
    assert re.findall(r'"(\w+)"', listed[1]) == list(EMOTES)
