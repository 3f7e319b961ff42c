"""The choices of spectators: whose seat is below, a picture for a stream, and earlier hands."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, Route

from tests.frontend.layout_gate import STILL, open_unproved, prepare, resize
from tests.support.scenes import SCENES
from tests.support.size import some
from tests.support.told_page import open_told, say

PLACES = """() => {
  const seats = [...document.querySelectorAll(".seat[data-seat]")];
  return Object.fromEntries(seats.map((one) => {
    const { x, y } = one.getBoundingClientRect();
    return [one.dataset.seat, [Math.round(x), Math.round(y)]];
  }));
}"""
WORDS = """() => [...document.querySelectorAll(".stage *")]
  .filter((one) => !one.childElementCount && !one.closest(".clock"))
  .map((one) => one.textContent).sort()"""
FIRST, FOLLOWED = "0", "2"
DRAWN_FIRST = """(message) => new Promise((done) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".stage")) return;
    observer.disconnect();
    done(Boolean(document.querySelector(".dock.spectator")));
  }).observe(document.getElementById("table"), { childList: true, subtree: true });
  lines.at(-1).say(message);
})"""
"""Whether the spectators' bar is there as soon as the felt is."""


def watched(game: str, moment: str = "turn") -> dict[str, Any]:
    """Return a moment of a table as a spectator gets it; only own choices are left out."""
    told = SCENES[game]()[moment]
    told["you"] = told["you"] | {"seat": None}
    if told["hand"]:
        told["hand"]["view"].pop("you", None)
    return told


async def test_the_felt_is_drawn_once_in_its_size(told: Page, files: str) -> None:
    message = watched("holdem")
    await open_unproved(told, files, "holdem", message["table"]["rules"])
    assert await told.evaluate(DRAWN_FIRST, message)


@pytest.mark.parametrize("game", some(sorted(SCENES), 2))
async def test_the_followed_seat_is_below_and_nothing_else_changes(
    told: Page, files: str, game: str
) -> None:
    message = watched(game)
    await prepare(told, files, game, {"turn": message})
    for width, height in ((1440, 900), (375, 812)):
        await resize(told, width, height)
        await told.evaluate(STILL)
        before, words = await told.evaluate(PLACES), await told.evaluate(WORDS)
        await told.locator(f"[data-seat='{FOLLOWED}'] .about").click()
        await told.get_by_role("button", name="Follow this player").click()
        await told.keyboard.press("Escape")
        await told.evaluate(STILL)
        after = await told.evaluate(PLACES)
        assert list(after) == list(before), "the seats keep their order for screen readers"
        assert after[FOLLOWED] == before[FIRST]
        assert sorted(after.values()) == sorted(before.values())
        assert await told.evaluate(WORDS) == words
        await told.locator(f"[data-seat='{FOLLOWED}'] .about").click()
        await told.get_by_role("button", name="Stop following").click()
        await told.keyboard.press("Escape")
        await told.evaluate(STILL)
        assert await told.evaluate(PLACES) == before


async def test_a_followed_player_is_below_on_another_seat_too(told: Page, files: str) -> None:
    message = watched("holdem", "waiting")
    await prepare(told, files, "holdem", {"turn": message})
    before = await told.evaluate(PLACES)
    await told.locator(f"[data-seat='{FOLLOWED}'] .about").click()
    await told.get_by_role("button", name="Follow this player").click()
    await told.keyboard.press("Escape")
    seats = message["table"]["seats"]
    moved = {**seats[5], "name": seats[2]["name"]}
    seats = [*seats[:2], {**seats[2], "name": "Somebody"}, *seats[3:5], moved, *seats[6:]]
    await say(told, {"type": "table", "now": 1, "table": message["table"] | {"seats": seats}})
    await told.evaluate(STILL)
    assert (await told.evaluate(PLACES))["5"] == before[FIRST]


@pytest.mark.parametrize("game", sorted(SCENES))
async def test_a_stream_shows_no_players_cards_before_the_end(page: Page, game: str) -> None:
    """Also where spectators see all cards live, which this player's own stand for."""
    await page.add_script_tag(type="module", content="window.started = true")
    hides = """async (message) => {
      const { withoutCards } = await import("/static/js/table/page/overlay.js");
      return withoutCards(message);
    }"""
    scenes = SCENES[game]()
    live = scenes["turn"]
    open_before = [one for seat in live["hand"]["view"]["seats"] for one in seat.get("cards", [])]
    assert set(open_before) - {"??"}
    shown = await page.evaluate(hides, live)
    seats = zip(shown["hand"]["view"]["seats"], live["hand"]["view"]["seats"], strict=True)
    for seat, had in seats:
        assert set(seat.get("cards", [])) <= {"??"}
        assert len(seat.get("cards", [])) == len(had.get("cards", []))
        assert "hand_value" not in seat
    assert await page.evaluate(hides, scenes["showdown"]) == json.loads(
        json.dumps(scenes["showdown"])
    )


async def test_the_log_has_the_hands_before_on_arrival(told: Page, files: str) -> None:
    asked = []

    async def answer(route: Route) -> None:
        path = route.request.url.split("/api/v1/")[1]
        asked.append(path)
        number = {"hands/aa": 41, "hands/bb": 42}.get(path)
        rows = [{"id": "bb", "number": 42}, {"id": "aa", "number": 41}, {"id": "00", "number": 40}]
        body: dict[str, Any] = {"items": rows}
        if number:
            lines = [{"kind": "win", "text": f"Asha wins {number}"}]
            body = {"id": path[-2:], "number": number, "lines": lines}
        await route.fulfill(content_type="application/json", body=json.dumps(body))

    await told.route("**/api/v1/**", answer)
    await told.set_viewport_size({"width": 1440, "height": 900})
    await prepare(told, files, "holdem", {"turn": watched("holdem")})
    await told.locator(".log li", has_text="Asha wins 41").wait_for()
    lines = await told.locator(".log li").all_text_contents()
    assert lines[:4] == ["Hand 41", "Asha wins 41", "Hand 42", "Asha wins 42"]
    assert lines[4].startswith("Hand 123456")
    assert len(lines) == len(set(enumerate(lines)))
    history = ["hands/aa", "hands/bb", "tables/told/hands?size=3"]
    assert sorted({*asked} - {"tables/mine"}) == history


async def test_the_last_hand_is_replayed_at_the_table(told: Page, files: str) -> None:
    async def answer(route: Route) -> None:
        body = {"items": [{"id": "bb", "number": 42}]}
        await route.fulfill(content_type="application/json", body=json.dumps(body))

    await told.route("**/api/v1/**", answer)
    await told.route("**/hands/bb/**", lambda route: route.fulfill(body="a replay"))
    await prepare(told, files, "holdem", {"turn": watched("holdem")})
    await resize(told, 1440, 900)
    await told.get_by_role("button", name="Previous hand").click()
    await told.frame_locator(".last-hand").get_by_text("a replay").wait_for()
    assert await told.locator(".last-hand").get_attribute("src") == "/hands/bb/?small"
    assert await told.locator(".dialog a[href='/hands/bb/']").count() == 1


@pytest.mark.parametrize(("watches", "named"), [(True, "watch"), (False, "window")])
async def test_a_table_in_another_page_asks_for_the_view_of_a_stranger(
    told: Page, files: str, watches: bool, named: str
) -> None:
    """Else the socket would be the player's whose browser shows it, with their cards."""
    await open_told(told, files, "holdem", user=False, watches=watches)
    assert await told.evaluate("new URL(lines[0].url, origin).search.split('=')[0]") == f"?{named}"
