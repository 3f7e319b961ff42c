"""A whole game of Dou Dizhu in three windows and a spectator's, each with the right cards."""

import asyncio
import random
import uuid

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from games.engines.core.cards import texts_of
from games.hands.models import Hand, PlayedAction
from lobby.tables.hosting.tables import TablePlan, open_table
from lobby.tables.seats.seats import sit
from tests.browser.seated_table import listen, log_in, session_of, still, unhurried, wait_for_cards
from tests.support.seated_table import SeatedTable, audit_findings
from tests.support.waiting import until

NAMES = ("Asha", "Binod", "Chitra")
BY_KEYBOARD = 200
"""At most so many moves are made in the windows; the actions play the rest."""
SIZES = {"Asha": (1440, 900), "Binod": (375, 812), "Chitra": (1440, 900)}


def three_at_a_table():
    plan = TablePlan(name="Rice Field", game="dou_dizhu", preset="default")
    table = unhurried(open_table(plan=plan, host=None, is_house_table=True))
    seated = [create_guest(name=name) for name in NAMES]
    for number, user in enumerate(seated):
        sit(table_id=table.pk, user=user, number=number, buy_in=None, key=uuid.uuid4())
    return SeatedTable(table, seated), {user.name: session_of(user) for user in seated}


async def moved_on(room, seq):
    """Wait until an action after `seq` is stored."""
    stored = sync_to_async(PlayedAction.objects.filter(seq__gt=seq).exists)
    await until(stored, f"something to happen after action {seq}")


async def play_by_hints(room, windows):
    """The player on turn takes the first hint, or passes, with the keyboard; returns the moves."""
    for moves in range(BY_KEYBOARD):
        head = await sync_to_async(lambda: room.head)()
        if not head.live:
            return moves
        page = windows[NAMES[head.turn_seat]].page
        dock = page.locator(".dock.ddz.turn")
        await dock.wait_for()
        if await page.locator(".place.hint[aria-disabled=false]").count():
            await page.keyboard.press("h")
            await page.locator(".place.chaal.lit").wait_for()
            await page.keyboard.press("Enter")
        else:
            await page.keyboard.press("p")
        await moved_on(room, head.seq)
        await expect(dock).to_have_count(0)  # or the next turn here would be taken for this one
    return BY_KEYBOARD


def play_out(room):
    """The rest of the game, by the actions."""
    rng = random.Random(7)
    while room.head.live:
        room.act_somehow(rng)


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
async def test_three_players_play_a_whole_game_before_a_spectator(visitors):
    room, sessions = await sync_to_async(three_at_a_table)()
    windows, frames = {}, {}
    for name, (width, height) in SIZES.items():
        windows[name] = await visitors.arrive(name.lower(), width=width, height=height)
        await log_in(visitors, windows[name], sessions[name])
    windows["spectators"] = await visitors.arrive("spectator", width=1440, height=900)
    for name, window in windows.items():
        frames[name] = listen(window)
        await window.page.goto(f"/t/{room.table.slug}/")
    await windows["spectators"].page.locator(".cards-left, .count, .backs").first.wait_for()
    hand = await sync_to_async(lambda: room.hand)()
    own = {name: set(texts_of(hand.state.hands[n])) for n, name in enumerate(NAMES)}
    kitty = set(texts_of(hand.state.kitty))
    first = NAMES[hand.game.turn(hand.state)]
    await windows[first].page.locator(".place.chaal[aria-disabled=false]").wait_for()
    await windows[first].shoot("ddz-1-bidding")
    for name in windows:
        await wait_for_cards(frames[name], own.get(name, set()))

    await windows[first].page.keyboard.press("c")
    lead = windows[first].page
    await lead.locator(".place.hint[aria-disabled=false]").wait_for()
    for name in windows:
        await wait_for_cards(frames[name], own.get(name, set()) | kitty)
    await still(windows[first])  # the kitty turns over and the cards are sorted in

    # An invalid selection is reported; the hint is a combination.
    await lead.keyboard.press("h")
    await lead.locator(".place.chaal.lit").wait_for()
    await windows[first].shoot("ddz-2-leading")
    await lead.keyboard.press("Escape")
    await expect(lead.locator(".place.chaal.lit")).to_have_count(0)

    moves = await play_by_hints(room, windows)
    assert moves > 3
    await asyncio.to_thread(play_out, room)
    result = windows["spectators"].page.locator(".ddz-end")
    await result.wait_for()
    for window in windows.values():
        await window.page.locator(".ddz-end").wait_for()
        await window.shoot("ddz-3-result")

    stored = await sync_to_async(Hand.objects.get)()
    title = "The landlord wins" if stored.result["ended_by"] == "landlord" else "The peasants win"
    await expect(result).to_contain_text(title)
    everything = set().union(kitty, *own.values())
    await wait_for_cards(frames["spectators"], everything)  # at the end all cards lie open
    scores = await sync_to_async(room.chips)()
    assert sum(scores.values()) == 0
    assert scores == {NAMES[seat]: net for seat, net in stored.result["net"]}

    winners = stored.result["pots"][0]["winners"]
    losers = [n for n in range(3) if n not in winners]
    again = windows[NAMES[winners[0]]].page.get_by_role("button", name="Play again").first
    await again.wait_for()
    assert not await windows[NAMES[losers[0]]].page.get_by_role("button", name="Play again").count()
    await again.click()
    await until(sync_to_async(lambda: Hand.objects.count() == 2), "the second hand")
    assert await sync_to_async(audit_findings)() == []

    asha = windows["Asha"]
    await asha.page.goto(f"/hands/{stored.pk}/")
    await expect(asha.page.locator("body")).to_contain_text("is the landlord")
    await asha.page.get_by_role("link", name="Watch the replay").click()
    await expect(asha.page.locator("#replay .stage")).to_be_visible()
    await asha.shoot("ddz-4-replay")
