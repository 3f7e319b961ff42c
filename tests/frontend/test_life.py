"""Motion at a table is decoration: the state is drawn at once, and a newer one ends it."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.frontend.conftest import run
from tests.frontend.layout_gate import SIZES, all_loaded, open_unproved, resize
from tests.support.films import BOMB, FILMS, ROCKET, all_in, called, kinds
from tests.support.live import UNDRAWN
from tests.support.scenes import SCENES
from tests.support.size import some
from tests.support.waiting import PATIENCE_S, until

pytestmark = pytest.mark.asyncio(loop_scope="session")
GAMES = sorted(FILMS, key=lambda game: (game != "holdem", game))
SOME_GAMES = some(GAMES, 1)
"""A film of a whole hand is played several times: `make full` plays those of all games."""
ORNAMENTS = ".flying, .swept, .dealing-deck, .veil, .moment, .burst"
CLOCKS = ".seconds"
MOVES = {"transform", "translate", "rotate", "scale", "opacity"}
"""What may change without a new layout, and without painting again."""
TURNED_OFF: dict[str, dict[str, Any]] = {
    "speed": {"speed": "0"},
    "setting": {"motion": "reduced"},
    "device": {},
}
CHOOSE = "async (x) => (await import('/static/js/settings.js')).choose(x)"
KEEP = """if (!localStorage.getItem("cardhouse.settings"))
  localStorage.setItem("cardhouse.settings", %s)"""
TELL = r"""async ([message, ornaments]) => {
  lines.at(-1).say(message);
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const copy = document.getElementById("table").cloneNode(true);
  for (const one of copy.querySelectorAll(`${ornaments}, .nudge`)) one.remove();
  const works = [...document.querySelectorAll(".dock button")].filter((one) =>
    !one.disabled && one.getAttribute("aria-disabled") !== "true" && one.checkVisibility());
  return {
    text: copy.textContent.replace(/\s+/g, "").replace(/in\d+/g, "in"),
    turn: [...copy.querySelectorAll(".turn")].map((one) => one.dataset.seat),
    covered: works.filter((one) => {
      const {left, top, width, height} = one.getBoundingClientRect();
      return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).map((one) => one.textContent),
    moving: document.getAnimations()
      .filter((one) => one.playState === "running" && !(one instanceof CSSTransition)).length,
    properties: [...new Set(document.getAnimations()
      .filter((one) => one.constructor === Animation)
      .flatMap(({effect}) => effect.getKeyframes().flatMap(Object.keys)))],
    styled: [...new Set(document.getAnimations()
      .filter((one) => one.constructor !== Animation)
      .flatMap(({effect}) => effect.getKeyframes().flatMap(Object.keys)))],
  };
}"""
"""Tell the page a message; what it shows as soon as it can, and what moves then."""
FRAME_KEYS = {"offset", "computedOffset", "easing", "composite"}
LAYS_OUT = {"width", "height", "top", "left", "right", "bottom", "inset", "margin", "padding"} | {
    *("inlineSize", "blockSize", "fontSize", "insetBlockStart", "insetInlineStart", "gap")
}
MARK = """() => {
  window.older = document.getAnimations().filter((one) => one.constructor === Animation);
  for (const one of document.querySelectorAll(".flying, .moment, .burst")) one.dataset.old = "1";
  return older.length;
}"""
STILL_THERE = """() => [
  older.filter((one) => one.playState === "running").length,
  document.querySelectorAll("[data-old]").length,
]"""
MOMENT = """() => {
  const moment = document.querySelector(".moment");
  if (!moment) return null;
  const plain = (one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return {left, top, right, bottom};
  };
  const own = [...document.querySelectorAll(".hero :is(.card, .own), .dock")];
  return {
    box: plain(moment),
    stage: plain(document.querySelector(".stage")),
    own: own.map(plain),
    hidden: moment.getAttribute("aria-hidden"),
    lines: [...moment.querySelectorAll("p")].map((one) => ({
      text: one.textContent,
      size: parseFloat(getComputedStyle(one).fontSize),
      cut: one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3,
    })),
  };
}"""
CHANGE_A_CARD = """() => {
  const card = document.querySelector(".hero .card");
  const added = document.createElement("span");
  card.append(added);
  card.getBoundingClientRect();
  added.remove();
  card.getBoundingClientRect();
}"""
HOLD = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    const motion = animate.call(this, frames, how);
    if (this.matches(".moment")) {
      motion.currentTime = how.duration / 2;
      motion.pause();
    }
    return motion;
  };
}"""
"""The winner's moment stands until a newer state ends it: a slow machine would see it end."""
NOTE_BEGUN = """() => {
  window.begun = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    begun.push(how.duration);
    return animate.call(this, frames, how);
  };
}"""
"""Notes how long each motion takes that a script begins; a fast one may be over when it is read."""


@pytest_asyncio.fixture(loop_scope="session", name="table")
async def table_page(chromium: Browser) -> AsyncIterator[Page]:
    """A window in which things move."""
    page = await moving_page(chromium)
    yield page
    await page.close()


async def moving_page(browser: Browser) -> Page:
    """Open a window in which things move but nothing is drawn: motions are asked for."""
    page = await browser.new_page(
        viewport={"width": 375, "height": 812}, reduced_motion="no-preference"
    )
    page.set_default_timeout(PATIENCE_S * 1_000)
    await page.add_init_script(UNDRAWN)
    return page


async def begin(page: Page, files: str, film: list[dict[str, Any]], **chosen: Any) -> None:
    """Open the page of a film's table, with all that comes later."""
    keep = {"side": False, **chosen}
    await page.add_init_script(KEEP % json.dumps(json.dumps(keep)))
    table = film[0]["table"]
    await open_unproved(page, files, table["game"], table["rules"])
    async with all_loaded(page):
        await tell(page, film[0])
        await page.wait_for_selector(".dock")
    await page.evaluate("document.fonts.ready")


async def tell(page: Page, message: dict[str, Any]) -> dict[str, Any]:
    """Tell a message; what the page shows then."""
    shown: dict[str, Any] = await page.evaluate(TELL, [message, f"{ORNAMENTS}, {CLOCKS}"])
    return shown


async def shown_by(
    browser: Browser, files: str, film: list[dict[str, Any]], **chosen: Any
) -> list[dict[str, Any]]:
    """Return what a window with these settings shows after each message of a film."""
    page = await moving_page(browser)
    await begin(page, files, film, **chosen)
    async with all_loaded(page):  # what comes with the first drawing of a part has come
        for message in film[1:]:
            await tell(page, message)
    await tell(page, film[0])
    shown = [await tell(page, message) for message in film[1:]]
    await page.close()
    return shown


@pytest.mark.parametrize("game", SOME_GAMES)
async def test_the_state_is_drawn_at_once_at_every_speed(
    chromium: Browser, files: str, game: str
) -> None:
    film = FILMS[game]()
    still, *moving = [
        await shown_by(chromium, files, film, speed=speed) for speed in ("0", "1", "2")
    ]
    for shown in moving:
        assert any(one["moving"] for one in shown)
        for message, now, then in zip(film[1:], shown, still, strict=True):
            assert now["text"] == then["text"], kinds(message)
            assert now["turn"] == then["turn"], kinds(message)
            assert not now["covered"], kinds(message)


@pytest.mark.parametrize("game", SOME_GAMES)
async def test_nothing_moves_where_that_was_chosen(table: Page, files: str, game: str) -> None:
    film = FILMS[game]()
    await begin(table, files, film)
    for off, chosen in TURNED_OFF.items():
        motion: Any = "reduce" if off == "device" else "no-preference"
        await table.emulate_media(reduced_motion=motion)
        await table.evaluate(CHOOSE, {"speed": "1", "motion": "auto"} | chosen)
        for message in film[1:]:
            shown = await tell(table, message)
            assert shown["moving"] == 0, (off, kinds(message))
            assert await table.locator(ORNAMENTS).count() == 0, (off, kinds(message))
        await tell(table, film[0])


@pytest.mark.parametrize("game", SOME_GAMES)
async def test_motion_needs_no_new_layout(table: Page, files: str, game: str) -> None:
    film = FILMS[game]()
    await begin(table, files, film)
    moved = set()
    for message in film[1:]:
        shown = await tell(table, message)
        assert set(shown["properties"]) - FRAME_KEYS <= MOVES, kinds(message)
        assert not set(shown["styled"]) & LAYS_OUT, kinds(message)
        if shown["properties"]:
            moved |= kinds(message)
    assert {"hand_start", "hand_end"} <= moved or game == "dealer_teen_patti"


@pytest.mark.parametrize("game", SOME_GAMES)
async def test_a_newer_state_ends_what_moves(table: Page, files: str, game: str) -> None:
    film = FILMS[game]()
    await begin(table, files, film)
    ended = 0
    for message, newer in itertools.pairwise(film[1:]):
        await tell(table, message)
        ended += await table.evaluate(MARK)
        await tell(table, newer)
        assert await table.evaluate(STILL_THERE) == [0, 0], kinds(newer)
    assert ended > 0


async def test_the_same_state_told_again_ends_nothing(table: Page, files: str) -> None:
    film = FILMS["holdem"]()
    await begin(table, files, film)
    for message in film[1:]:
        await tell(table, message)
    assert await table.evaluate(MARK) > 0
    await table.evaluate("for (const one of older) one.playbackRate = 0.001")
    before = await table.evaluate(STILL_THERE)
    await tell(table, film[-1] | {"events": []})
    assert await table.evaluate(STILL_THERE) == before
    assert before[0] > 0


@pytest.mark.parametrize("game", [one for one in SOME_GAMES if one != "dealer_teen_patti"])
async def test_fast_takes_half_as_long(chromium: Browser, files: str, game: str) -> None:
    film = FILMS[game]()
    took = []
    for speed in ("1", "2"):
        page = await moving_page(chromium)
        await begin(page, files, film, speed=speed)
        await page.evaluate(NOTE_BEGUN)
        await tell(page, film[1])
        took.append(sorted(await page.evaluate("begun")))
        await page.close()
    normal, fast = took
    assert normal
    assert [2 * one for one in fast] == pytest.approx(normal)


@pytest.mark.parametrize("game", some(["dou_dizhu", "dou_dizhu_four"], 1))
async def test_a_bomb_and_the_rocket_burst(table: Page, files: str, game: str) -> None:
    film = FILMS[game]()
    await begin(table, files, film)
    seen = set()
    for message in film[1:]:
        await tell(table, message)
        here = {kind for kind in (BOMB, ROCKET) if await table.locator(f".burst.{kind}").count()}
        assert here == kinds(message) & {BOMB, ROCKET}
        seen |= here
    assert seen == {BOMB, ROCKET}


async def test_my_cards_are_bent_when_i_look_at_them(table: Page, files: str) -> None:
    film = FILMS["teen_patti"]()
    await begin(table, files, film)
    for message in film[1:]:
        await tell(table, message)
        mine = any(one["kind"] == "see" and one["seat"] == 0 for one in message["events"])
        assert bool(await table.locator(".hero .bends").count()) == mine


@pytest.mark.parametrize(
    ("game", "scene"),
    some(itertools.product(("holdem", "teen_patti"), ("showdown", "result")), 1),
)
async def test_the_winners_moment_fits_at_every_size(
    table: Page, files: str, game: str, scene: str
) -> None:
    waiting = SCENES[game]()["waiting"]
    end = SCENES[game]()[scene]
    told = {"type": "hand", "now": end["now"], "hand": end["hand"]}
    told["events"] = [{"kind": "hand_end"}]
    await table.add_init_script(f"({HOLD})()")
    await begin(table, files, [waiting], speed="2")
    await tell(table, told)
    for width, height in SIZES if scene == "showdown" else SIZES[::3]:
        await resize(table, width, height)
        await tell(table, waiting | {"hand": None})
        await tell(table, told)
        moment = await until(lambda: table.evaluate(MOMENT), "the winner's moment")
        size = f"{width}x{height}"
        box, stage = moment["box"], moment["stage"]
        assert inside(box, stage), size
        assert not [one for one in moment["own"] if meets(box, one)], size
        assert moment["hidden"] == "true"
        who, *rest = moment["lines"]
        assert not [line for line in rest if line["cut"]], (size, rest)
        assert not who["cut"], (size, who)
        assert who["size"] >= (17 if min(width, height) < 400 else 24), (size, who)


def inside(box: Mapping[str, float], around: Mapping[str, float]) -> bool:
    """Return whether a box lies within another, to a pixel."""
    return (
        box["left"] >= around["left"] - 1
        and box["top"] >= around["top"] - 1
        and box["right"] <= around["right"] + 1
        and box["bottom"] <= around["bottom"] + 1
    )


def meets(box: Mapping[str, float], other: Mapping[str, float]) -> bool:
    """Return whether two boxes share more than a pixel."""
    across = min(box["right"], other["right"]) - max(box["left"], other["left"])
    down = min(box["bottom"], other["bottom"]) - max(box["top"], other["top"])
    return across > 1 and down > 1


async def at_the_winners_moment(table: Page, files: str) -> list[dict[str, Any]]:
    """Play a film of a called hand up to its winner's moment; return it."""
    film = called()
    await begin(table, files, film)
    for message in film[1:]:
        await tell(table, message)
    await until(lambda: table.locator(".moment").count(), "the winner's moment")
    return film


async def test_the_winner_is_told_once(table: Page, files: str) -> None:
    film = await at_the_winners_moment(table, files)
    told = await table.locator("#spoken").inner_text()
    winner = film[0]["table"]["seats"][1]["name"]
    assert told.count(f"{winner} wins") == 1


async def test_a_press_ends_the_winners_moment(table: Page, files: str) -> None:
    await at_the_winners_moment(table, files)
    await table.mouse.click(5, 300)
    await until(lambda: no_moment(table), "its end")
    assert await table.locator(".result .winner").is_visible()


async def no_moment(page: Page) -> bool:
    return await page.locator(".moment").count() == 0


async def test_the_river_of_an_all_in_is_waited_for_longest(empty_page: Page) -> None:
    message = all_in()[-1]
    steps = await run(empty_page, "table/holdem/runout.js", "m.steps(null, x, false)", message)
    waits = [step["wait"] for step in steps[1:]]
    assert waits == sorted(waits)
    assert len(set(waits)) > 2


async def test_hands_are_revealed_one_by_one_the_winners_last(empty_page: Page) -> None:
    view = all_in()[-1]["hand"]["view"]
    times = await run(
        empty_page, "table/felt/cards_in_motion.js", "[...m.revealTimes([0, 1, 2], x)]", view
    )
    seats, at = zip(*times, strict=True)
    assert seats[-1] == view["result"]["pots"][0]["winners"][0]
    assert list(at) == sorted(set(at))


async def test_a_changed_card_lays_nothing_else_out_anew(table: Page, files: str) -> None:
    """A room that is measured before it has its size styles all that it holds twice.

    Motion of before may fall into the first change, so a later one may be the first that is
    alone; in a room that is measured twice, none is.
    """
    await begin(table, files, FILMS["holdem"]())
    for message in FILMS["holdem"]()[1:]:
        await tell(table, message)

    async def alone() -> bool:
        return not any("pod" in one or "stack" in one for one in await laid_out_anew(table))

    await until(alone, "a changed card that lays no seat out anew")


async def laid_out_anew(table: Page) -> list[str]:
    """Change a card; the objects that were laid out anew because their style changed."""
    browser = await table.context.new_cdp_session(table)
    events: list[dict[str, Any]] = []
    complete = asyncio.Event()
    browser.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    browser.once("Tracing.tracingComplete", lambda _: complete.set())
    kind = "disabled-by-default-devtools.timeline.invalidationTracking"
    await browser.send("Tracing.start", {"traceConfig": {"includedCategories": [kind]}})
    await table.evaluate(CHANGE_A_CARD)
    await browser.send("Tracing.end")
    await complete.wait()
    await browser.detach()
    invalid = [one["args"]["data"] for one in events if one["name"] == "LayoutInvalidationTracking"]
    assert invalid, "the browser traced nothing"
    return [one["nodeName"] for one in invalid if one["reason"] == "Style changed"]
