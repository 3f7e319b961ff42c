"""The pages about fair dealing: the demonstration of cheating, and the page that can be saved."""

import json
import re

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from games.dealing.actions.daily_roots import close_days
from games.fair.signatures import Kind, SigningKey
from scripts.sample_hand import TARGET as SAMPLE
from scripts.verifier import TARGET
from tests.games.past import DAY, ended, ended_tfair1, today
from tests.games.stored import store_hand
from tests.support.size import FULL

SIZES = ((1440, 900), (768, 1024), (375, 812), (812, 375), (320, 568))
CHEATS_COUNT = 19
INSIDE = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const { left, right, width } = one.getBoundingClientRect();
  return width && !one.closest(".visually-hidden") && (left < -1 || right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.django_db(transaction=True)
async def test_hands_of_both_schemes_are_checked_by_the_browser(visitors):
    hand, _people = await sync_to_async(store_hand)("holdem")
    yesterday = today() - DAY
    closed = await sync_to_async(ended)(yesterday)
    older = await sync_to_async(ended_tfair1)(yesterday)
    await sync_to_async(close_days)()
    visitor = await visitors.arrive("hands", width=375, height=812)
    page = visitor.page
    await page.goto("/fair/")
    await page.get_by_role("button", name="Check now").click()
    found = page.locator("#fair-last .plus")
    await expect(found).to_have_count(3)  # one after the other
    await expect(found.last).to_contain_text("cards checked")
    await expect(page.locator(".fair-head")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    result, scope = page.locator("[data-fair-record]"), page.locator("[data-fair-scope]")
    cut, root = "(no player cut the deck)", f"in the root of {yesterday}."
    for one, text in (
        (hand, f"cards checked, each at its place {cut}."),
        (closed, f"cards checked, each at its place {cut}, {root}"),
        (older, f"by the older, weaker scheme {cut}, {root}"),
    ):
        await page.goto(f"/hands/{one.pk}/")
        await page.locator("#fair-title").scroll_into_view_if_needed()
        await expect(result).to_contain_text(text)
        is_older = one is older
        await expect(scope).to_contain_text("TFAIR1" if is_older else "manage.py check_record")
        if one is not hand:
            await expect(scope).to_contain_text("not compared with a copy of yours")
        await visitor.shoot("hand-older" if is_older else f"hand-{one is closed}")
        assert not await page.evaluate(INSIDE)


@pytest.mark.django_db(transaction=True)
async def test_every_way_to_cheat_is_shown_with_the_check_that_notices_it(visitors):
    visitor = await visitors.arrive("cheat", width=320, height=568)
    page = visitor.page
    await page.goto("/fair/cheat/")
    verdict = page.locator(".cheat-verdict")
    await expect(verdict).to_have_attribute("data-choice", "fair")
    await expect(verdict).to_contain_text("All checks passed")
    assert not await page.evaluate(INSIDE)
    checks = {}
    await page.get_by_role("button", name="Cheat", exact=True).press("Enter")
    for _ in range(CHEATS_COUNT):
        await expect(verdict).to_contain_text("Caught by the check")
        key = await verdict.get_attribute("data-choice")
        checks[key] = await verdict.get_attribute("data-check")
        await expect(verdict).to_contain_text("At the table:")
        if FULL:
            await visitor.shoot(f"cheat-{key}", whole=True)
        await page.get_by_role("button", name="Next way to cheat").press("Enter")
        await expect(verdict).not_to_have_attribute("data-choice", key)
    assert len(checks) == CHEATS_COUNT
    assert (checks["swap"], checks["in-my-name"], checks["day"]) == ("place", "mine", "day")
    await page.get_by_role("button", name="Play fair").press("Enter")
    await expect(verdict).to_contain_text("All checks passed")


@pytest.mark.django_db(transaction=True)
async def test_a_card_can_be_changed_without_a_mouse(visitors):
    visitor = await visitors.arrive("cheat-own", width=1440, height=900)
    page = visitor.page
    await page.goto("/fair/cheat/")
    verdict = page.locator(".cheat-verdict")
    await page.get_by_role("button", name="your first card: king of spades").press("Enter")
    await expect(page.get_by_label("Show it as")).to_be_focused()
    await page.get_by_label("Show it as").select_option("ace of spades")
    covers = page.get_by_label("Cover-up")
    checks = {}
    for cover in ("none", "true", "forged", "resealed"):
        await covers.select_option(cover)
        await page.get_by_role("button", name="Deal it").press("Enter")
        await expect(verdict).to_have_attribute("data-choice", "own")
        await expect(verdict).not_to_have_attribute("data-check", checks.get("last", "none"))
        checks[cover] = checks["last"] = await verdict.get_attribute("data-check")
    del checks["last"]
    assert checks == {"none": "opening", "true": "place", "forged": "path", "resealed": "noted"}
    await covers.select_option("forged")
    await page.get_by_role("button", name="Deal it").press("Enter")
    false = page.locator(".cheat-card[data-false=true]")
    await expect(false).to_have_accessible_name("your first card: ace of spades, false. Change it")
    await visitor.shoot("cheat-own")


@pytest.mark.django_db(transaction=True)
async def test_luck_runs_out(visitors):
    visitor = await visitors.arrive("cheat-luck", width=375, height=812)
    page = visitor.page
    await page.goto("/fair/cheat/")
    await page.get_by_role("button", name="Seal a deck with 26 cards twice").click()
    verdict = page.locator(".cheat-verdict")
    await expect(verdict).to_have_attribute("data-check", "masters")
    again, seen = page.get_by_role("button", name="Try new cuts"), set()
    for _ in range(24):
        await again.click()
        seen.add(await verdict.get_attribute("data-check"))
    assert {"masters", "card"} <= seen


@pytest.mark.django_db(transaction=True)
async def test_the_pages_fit_every_window(visitors):
    visitor = await visitors.arrive("fair-sizes")
    for width, height in SIZES:
        await visitor.page.set_viewport_size({"width": width, "height": height})
        for name, path in (("page", "/fair/"), ("cheat", "/fair/cheat/")):
            await visitor.page.goto(path)
            if name == "cheat":
                await visitor.page.get_by_role("button", name="Change the board").click()
                await expect(visitor.page.locator(".cheat-verdict")).to_contain_text("place")
            assert not await visitor.page.evaluate(INSIDE), (path, width)
            await visitor.shoot(f"fair-{name}-{width}x{height}", whole=True)
            if name == "page":
                await visitor.page.locator(".fair-steps").evaluate("(one) => one.scrollIntoView()")
                await visitor.shoot(f"fair-steps-{width}x{height}")


async def test_the_saved_page_works_without_a_network(visitors, tmp_path):
    visitor = await visitors.arrive("saved-page", offline=True, width=320, height=568)
    page = visitor.page
    record = json.loads(SAMPLE.read_text())["record"]
    house, fair = SigningKey(bytes(32)), record["fair"]
    fair["signature"] = house.sign(Kind.CHAIN, bytes.fromhex(fair["chain"])).hex()
    keys = {"keys": [{"key": house.public.hex(), "from": 20_000, "signature": None}]}
    swapped = json.loads(json.dumps(record))
    swapped["seats"][0]["cards"] = swapped["seats"][1]["cards"]
    for name, value in (("fair", record), ("swapped", swapped), ("key", keys)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    (tmp_path / "torn.json").write_text(json.dumps(record)[:500])
    await page.goto(TARGET.as_uri())
    files = [str(tmp_path / f"{name}.json") for name in ("fair", "swapped", "torn", "key")]
    await page.get_by_label("Choose files, or drop them here").set_input_files(files)
    await expect(page.get_by_role("status")).to_have_text("2 of 4 passed, 2 FAILED.")
    rows = page.locator("#found > li")
    await expect(rows.nth(0)).to_contain_text("Passed fair.json: 11 cards checked")
    await expect(rows.nth(0)).to_contain_text("manage.py check_record")
    await expect(rows.nth(0)).to_contain_text("Signed by the house.")
    await expect(rows.nth(1)).to_contain_text("FAILED: place swapped.json")
    await expect(rows.nth(2)).to_contain_text("FAILED: form torn.json")
    await visitor.shoot("saved-page", whole=True)
    assert not await page.evaluate(INSIDE)
