"""Hold'em in browsers: an all-in of three with a side pot, and the poker menu."""

import asyncio
import uuid
from contextlib import suppress

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from games.engines.core.cards import texts_of
from games.engines.core.contract import Viewer
from games.hands.models import Hand
from games.hands.queries.record import page_of
from games.hands.queries.replay import replay
from games.records.hand_names import hand_title
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.models import (
    Seat,
    SitAndGo,
)
from lobby.tables.seats.seats import sit
from tests.browser.seated_table import (
    click,
    listen,
    log_in,
    session_of,
    unhurried,
    wait_for_cards,
)
from tests.support.seated_table import SeatedTable, audit_findings
from tests.support.waiting import slowly, until

NAMES = ("Asha", "Binod", "Chitra")
STACKS = (200, 500, 1_000)


NOTE_THE_BOARD = """() => {
    window.noted = [];
    const note = (what) => window.noted.at(-1) !== what && window.noted.push(what);
    const look = () => {
        const cards = document.querySelectorAll(".board .spot .card").length;
        if (window.noted.at(-1) !== "result") note(`${cards} cards`);
        if (document.querySelector(".result")) note("result");
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
"""Record what the spectator's page shows, in order, also on a slow machine."""


def three_stacks():
    """Asha is the small blind, Binod the big one, Chitra has the button and begins."""
    plan = TablePlan(
        name="Riverside",
        game="holdem",
        preset="cash",
        min_buy_in=200,
        max_buy_in=1_000,
        autostart=False,
    )
    table = unhurried(open_table(plan=plan, host=None, is_house_table=True))
    seated = [create_guest(name=name) for name in NAMES]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=STACKS[number], key=uuid.uuid4())
    return SeatedTable(table, seated), {user.name: session_of(user) for user in seated}


async def all_in(room, window):
    """Press the key twice within a second and a half, which a busy machine may not manage."""

    async def stored():
        return (await sync_to_async(lambda: room.head)()).seq

    async def pressed():
        await window.page.keyboard.press("a")
        await window.page.keyboard.press("a")
        with suppress(AssertionError):
            return await until(stored, "the all-in", 3)

    await until(pressed, "the all-in")


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
async def test_three_go_all_in_and_each_pot_finds_its_winner(visitors):
    room, sessions = await sync_to_async(three_stacks)()
    sizes = {"Asha": (1440, 900), "Binod": (375, 812), "Chitra": (1440, 900), "": (1440, 900)}
    windows = {}
    for name, (width, height) in sizes.items():
        window = await visitors.arrive(
            name.lower() or "spectator",
            width=width,
            height=height,
            reduced_motion="reduce" if name else "no-preference",
        )
        windows[name] = window, listen(window)
        if name:
            await log_in(visitors, window, sessions[name])
        await window.page.goto(f"/t/{room.table.slug}/")
        await expect(window.page.locator("[data-seat='0'] .name")).to_contain_text("Asha")
    (asha, _), (binod, _), (chitra, _), (spectator, seen) = windows.values()

    await asha.page.get_by_role("button", name="Deal the first hand").first.click()
    await expect(chitra.page.locator(".place.call[aria-disabled=false]")).to_contain_text("10")
    hand = await sync_to_async(lambda: room.hand)()
    own = {name: set(texts_of(hand.state.hands[n])) for n, name in enumerate(NAMES)}
    await chitra.shoot("holdem-1-my-turn")
    await asha.page.locator(".ahead .wish").first.wait_for()

    # The slider's right end is exactly the stack.
    slider = chitra.page.locator(".bet-size input[type=range]")
    assert await slider.get_attribute("max") == "1000"
    await chitra.page.keyboard.press("a")
    await expect(chitra.page.locator(".dock .status")).to_contain_text("again")
    assert (await sync_to_async(lambda: room.head)()).seq == 0  # once is not enough
    await all_in(room, chitra)
    await expect(asha.page.locator(".place.call[aria-disabled=false]")).to_contain_text("195")
    await click(asha, "call")
    await expect(binod.page.locator(".place.call[aria-disabled=false]")).to_contain_text("490")
    for name, (_window, frames) in windows.items():
        await wait_for_cards(frames, own.get(name, set()))
    await binod.shoot("holdem-2-side-pot")
    await spectator.page.evaluate(NOTE_THE_BOARD)
    await click(binod, "call")

    # The board comes street by street, and only then the result.
    await expect(spectator.page.locator(".board .spot .card").first).to_be_visible()
    await spectator.shoot("holdem-3-run-out")
    result = spectator.page.locator(".result")
    await result.wait_for()
    noted = await spectator.page.evaluate("() => window.noted")
    assert [n for n in noted if n != "0 cards"] == ["3 cards", "4 cards", "5 cards", "result"]
    for window, _frames in windows.values():
        await window.page.locator(".result").wait_for()
        await window.shoot("holdem-4-result")

    stored = await sync_to_async(Hand.objects.get)()
    assert [pot["amount"] for pot in stored.result["pots"]] == [600, 600]
    assert [sorted(pot["seats"]) for pot in stored.result["pots"]] == [[1, 2], [0, 1, 2]]
    record = await sync_to_async(lambda: page_of(replay(stored, Viewer())))()
    for pot in record["pots"]:
        for seat in pot["winners"]:
            await expect(result).to_contain_text(NAMES[seat])
        await expect(result).to_contain_text(hand_title(pot["hand_value"]))
    await expect(result).to_contain_text("main pot")
    await expect(result).to_contain_text("side pot 1")
    board = set(texts_of(hand.state.deck[:5]))
    await wait_for_cards(seen, board.union(*own.values()))
    chips = await sync_to_async(room.chips)()
    assert sum(chips.values()) == sum(STACKS)
    for number, name in enumerate(NAMES):
        plate = spectator.page.locator(f"[data-seat='{number}'] .stack")
        await expect(plate).to_contain_text(f"{chips[name]:,}")
    assert await sync_to_async(audit_findings)() == []

    await asha.page.goto(f"/hands/{stored.pk}/")
    await expect(asha.page.locator("body")).to_contain_text("all-in")
    await asha.page.get_by_role("link", name="Watch the replay").click()
    await expect(asha.page.locator("#replay .stage")).to_be_visible()
    await asha.shoot("holdem-5-replay")


@pytest.mark.django_db(transaction=True)
async def test_the_menu_seats_a_visitor_with_three_bots_at_once(visitors):
    guest = await visitors.arrive("menu", width=375, height=812)
    await guest.page.goto("/poker/")
    await guest.shoot("holdem-6-menu")
    await guest.page.get_by_role("button", name="Sit down").click()
    await guest.page.wait_for_url("**/guest/**")
    await guest.page.get_by_role("button", name="Play", exact=True).click()
    await guest.page.wait_for_url("**/t/**")
    async with asyncio.timeout(slowly(60)):
        await guest.page.locator(".dock.turn .place.call[aria-disabled=false]").wait_for()
    await guest.shoot("holdem-7-against-bots")
    kinds = await sync_to_async(lambda: sorted(Seat.objects.values_list("user__kind", flat=True)))()
    assert kinds == ["bot", "bot", "bot", "guest"]
    sit_and_go = await sync_to_async(SitAndGo.objects.get)()
    assert sit_and_go.state == SitAndGo.State.RUNNING
    assert sit_and_go.prizes == [4 * sit_and_go.entry]
