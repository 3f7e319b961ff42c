"""The door at a table's page: no card is drawn that has not passed, and a failure is loud."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from games.engines.core.cards import TEXTS
from games.engines.core.contract import Viewer
from tests.support.assets import STATIC
from tests.support.size import some
from tests.support.told_page import SEATS, heard, open_told, say, small_table, table_of
from tests.support.waiting import until

JS = STATIC / "js"
MAIN = JS / "table/main.js"
SIZES = ((1440, 900), (375, 812), (320, 568), (812, 375))
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def code(path: Path) -> str:
    return COMMENT.sub("", path.read_text())


def modules() -> list[Path]:
    return sorted(path for path in JS.rglob("*.js") if "vendor" not in path.parts)


# -- there is one door, as the modules are written -----------------------------------------------


def test_only_messages_that_have_passed_reach_the_store() -> None:
    text = code(MAIN)
    assert text.count("store.receive(") == 1
    show = text.index("function show(message, late)")
    assert show < text.index("store.receive(") < text.index("\n}", show)
    assert "const receive = game.pace?.(show, state) ?? show;" in text
    used = [
        line for line in text.splitlines() if re.search(r"(?<![\w:. ])show\(|\(show,|\bshow;", line)
    ]
    assert len(used) == 1, used
    assert re.findall(r".*\breceive\((?:shown\()?message.*", text) == [
        "  const { events, gap } = store.receive(message);",
        "    if (door.pass(message)) receive(shown(message), false);",
    ]


def test_nothing_else_receives_messages_of_a_hand() -> None:
    for module in modules():
        text = code(module)
        name = str(module.relative_to(JS))
        if name not in ("table/main.js", "table/replay.js"):
            assert "createStore(" not in text.replace("function createStore(", ""), name
            assert "new TableSocket(" not in text, name
        if name not in ("table/store.js", "table/replay.js"):
            assert not re.search(r"\bstate\.hand\s*=[^=]|\bset\(\{[^}]*\bhand\b", text), name
        if name != "table/net/socket.js":
            assert "new WebSocket(" not in text or not name.startswith("table/"), name
        if name != "table/net/poll.js":
            assert "new LongPoll(" not in text, name
    # Both ways of the connection lead to the same line, which is the door's.
    assert "on.message" in code(JS / "table/net/poll.js")
    assert len(re.findall(r"\bmessage: async \(message\)", code(MAIN))) == 1


# -- and as a browser runs them ------------------------------------------------------------------


async def drawn_cards(page: Page) -> str:
    return " ".join(await page.evaluate("[...drawn]"))


def name_of(card: str) -> str:
    """Return how the page says a card."""
    ranks = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    ranks += ("jack", "queen", "king", "ace")
    suits = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    return f"{ranks['23456789TJQKA'.index(card[0])]} of {suits[card[1]]}"


@pytest.mark.parametrize("key", some(sorted(SEATS), 2))
async def test_a_hand_is_drawn_with_its_checks(told: Page, files: str, key: str) -> None:
    table = small_table(key, SEATS[key])
    messages = heard(table, Viewer(all_cards=True))
    await open_told(told, files, key, user=False)
    await say(told, *messages)
    await expect(told.locator(".fair-seal")).to_have_attribute("title", re.compile("All cards"))
    assert not await told.locator(".fair-failure").count()


@pytest.mark.parametrize("way", ["view", "event", "hello", "first"])
async def test_a_card_that_has_not_passed_is_never_drawn(told: Page, files: str, way: str) -> None:
    table = small_table("holdem", 9)
    messages = heard(table, Viewer())
    hands = [at for at, one in enumerate(messages) if one.get("hand")]
    shown = {card for one in messages if one.get("hand") for card in cards_of(one)}
    false_card = next(text for text in TEXTS[:52] if text not in shown)
    at = hands[0] if way == "first" else hands[1]
    false = json.loads(json.dumps(messages[at]))
    if way == "event":
        false["events"] = [
            {"kind": "show", "seat": 0, "cards": [false_card], "hand_value": None},
        ]
    elif way == "hello":
        false |= {key: messages[0][key] for key in ("you", "table", "chat", "watching", "v")}
        false["type"] = "hello"
        false["table"] = messages[hands[0] - 1]["table"]
        false["hand"]["fair"] = table.hands[0].fair
    if way != "event":
        for seat in false["hand"]["view"]["seats"]:
            seat["cards"] = [false_card, *seat["cards"][1:]]
    await open_told(told, files, "holdem", user=False)
    await say(told, *messages[:at], false)
    await expect(told.locator(".fair-failure")).to_contain_text("This page has stopped")
    await say(told, *messages[at + 1 :])
    assert name_of(false_card) not in await drawn_cards(told)


def cards_of(message: dict[str, Any]) -> set[str]:
    return set(re.findall(r'"([2-9TJQKA][cdhs])"', json.dumps(message)))


async def test_a_failed_page_stops_and_keeps_the_evidence(told: Page, files: str) -> None:
    table = small_table("teen_patti", 9)
    seat = next(iter(table.hands[0].cuts))
    messages = heard(table, Viewer(seat=seat))
    await open_told(told, files, "teen_patti", user=True, cuts=table.cuts_of(seat))
    false = json.loads(json.dumps(next(one for one in messages if one.get("hand"))))
    false["hand"]["fair"]["button"] += 1
    await say(told, *messages[: [bool(one.get("hand")) for one in messages].index(True)])
    cuts = "sent.filter(({type}) => type.startsWith('cut')).length"
    await until(lambda: told.evaluate(f"{cuts} === 2"), "both parts of the cut")
    await told.evaluate("new Promise((done) => setTimeout(done, 100))")  # and their answers
    await say(told, false)
    failure = told.locator(".fair-failure")
    await expect(failure.locator(".fair-why")).to_contain_text("another button")
    await expect(failure.locator("li")).to_have_count(3)
    async with told.expect_download() as started:
        await failure.get_by_text("Save the evidence", exact=True).click()
    saved = json.loads(Path(await (await started.value).path()).read_text())
    assert saved["failed"]["check"] == "pick"
    assert saved["page"]["table"] == "told"
    assert saved["cuts"] == table.cuts_of(seat)[table.table_id]
    assert {one["kind"] for one in saved["answers"]} == {2, 3}
    notes = {one["t"]: one for one in saved["notes"]}
    assert notes["deck"]["deck"]["commit"] == table.hands[0].published["commit"] or "lock" in notes
    assert notes["lock"]["lock"] == table.hands[0].lock["lock"]
    assert notes["deal"]["fair"]["button"] == false["hand"]["fair"]["button"]
    sent = await told.evaluate("sent.length")
    await told.keyboard.press("f")
    await say(told, *messages[-2:])
    assert await told.evaluate("sent.length") == sent, "it sends nothing more"


async def test_the_table_names_whose_cut_it_waits_for(told: Page, files: str) -> None:
    table = small_table("holdem", 9)
    first, locked, *_rest = heard(table, Viewer())
    seat = next(iter(table.hands[0].cuts))
    locked["next_deck"]["missing"] = [seat]
    locked |= {"version": 2, "next_at": None}
    await open_told(told, files, "holdem", user=False)
    await say(told, first, locked)
    name = first["table"]["seats"][seat]["name"]
    await expect(told.locator(".waiting .big")).to_have_text(f"Waiting for {name}'s cut")


async def test_an_amber_is_told_and_goes_away(told: Page, files: str) -> None:
    table = table_of("teen_patti", 3, 5)
    messages = heard(table, Viewer())
    deals = [at for at, one in enumerate(messages) if one.get("hand") and one["hand"]["fair"]]
    answers: list[Any] = []
    asked: list[str] = []

    async def answer(route: Any) -> None:
        asked.append(route.request.url)
        if not answers:
            await route.abort()
        else:
            await route.fulfill(json=answers[0])

    await told.route("**/decks/ends?after=*", answer)
    await open_told(told, files, "teen_patti", user=False)
    await say(told, *messages[: deals[1] - 1])
    await told.evaluate("lines[0].readyState = 3, lines[0].onclose({code: 1006})")
    await told.wait_for_function("lines.length > 1")
    ended = [one for one in messages[: deals[3]] if "table" in one][-2]
    assert ended["table"]["next_deck"]["ended"]["no"] == 3, "decks ended meanwhile"
    back = ended | {"type": "hello", "hand": None, "events": [], "chat": [], "watching": 0}
    await say(told, back, *messages[deals[3] - 2 : deals[4] - 1])
    seal = told.locator(".fair-seal")
    await expect(seal).to_have_attribute("title", re.compile("Waiting to check"))
    await seal.click()
    details = told.locator("dialog.dialog")
    await expect(details).to_contain_text("has not yet said how they ended")
    ends = [[one.end["no"], one.end["end"]] for one in table.hands]
    while len(asked) < 4:  # until the pauses are long
        await told.wait_for_timeout(50)
    await details.get_by_role("button", name="Try again").click()
    await until(lambda: len(asked) > 4, "another try")
    answers.append({"ends": ends, "thrown": []})
    await expect(details).not_to_contain_text("has not yet said")
    await expect(seal).not_to_have_attribute("title", re.compile("Waiting"))


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_seal_and_failure_fit_every_screen(
    told: Page, files: str, width: int, height: int
) -> None:
    await told.set_viewport_size({"width": width, "height": height})
    table = small_table("holdem", 9)
    messages = heard(table, Viewer())
    await open_told(told, files, "holdem", user=False)
    await say(told, *messages[:5])
    await told.locator(".fair-seal").click()
    details = told.locator("dialog.dialog")
    await expect(details).to_contain_text("Your browser checked this itself")
    await fits(details, width, height)
    await told.keyboard.press("Escape")
    false = json.loads(json.dumps(messages[4]))
    false["hand"]["openings"] = None
    await say(told, false)
    failure = told.locator(".fair-failure")
    await expect(failure).to_contain_text("This page has stopped")
    await fits(failure, width, height)
    for name in ("Save the evidence", "Leave the table"):
        await failure.get_by_text(name, exact=True).scroll_into_view_if_needed()
        await expect(failure.get_by_text(name, exact=True)).to_be_in_viewport(ratio=0.95)


async def fits(dialog: Any, width: int, height: int) -> None:
    await expect(dialog).to_be_visible()  # it is opened in the frame after its text is drawn
    box = await dialog.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height
    assert await dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")
