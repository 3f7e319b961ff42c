"""A player's page at a table of a false server: each way to cheat stops it, in real Chromium.

With PICTURES=1 each leaves a picture of what the player sees in tests/artefacts.
"""

import json
import re
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from playwright.async_api import expect

from accounts.people.actions.users import create_guest
from tests.browser.seated_table import log_in, session_of
from tests.support.cheated_tables import friends_table, play, sit_down
from tests.support.cheats import ALL_IN, FOLD, IN_BROWSERS, PLAYER_CUT, RELOAD
from tests.support.false_house import House
from tests.support.serial import SERIAL
from tests.support.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 375, "height": 812}
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen")
RANKS += ("king", "ace")
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
DRAWN = """(() => {
    window.drawn = new Set();
    const card = /\\b(RANKS) of (clubs|diamonds|hearts|spades)\\b/g;
    const read = (text) => { for (const [name] of (text ?? "").matchAll(card)) drawn.add(name); };
    const look = (node) => {
        const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
        if (!element || element.closest(".fair-failure")) return;
        read(element.textContent);
        for (const one of [element, ...element.querySelectorAll("*")])
            for (const { value } of one.attributes) read(value);
    };
    new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
            for (const node of type === "childList" ? addedNodes : [target]) look(node);
    }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
})()""".replace("RANKS", "|".join(RANKS))
"""Note each card that is ever in the page, in the words that all drawn cards have."""
KNOWN_CUT = f"""(() => {{
    const random = crypto.getRandomValues.bind(crypto);
    const known = {list(PLAYER_CUT)};
    crypto.getRandomValues = (array) => {{
        if (array.length !== known.length) return random(array);
        array.set(known);
        return array;
    }};
}})()"""
"""The player's device is not random."""


def code_of(words):
    rank, _of, suit = words.split()
    return "23456789TJQKA"[RANKS.index(rank)] + SUITS[suit]


class Visit:
    """A player's page in a house."""

    def __init__(self, house, room, window):
        self.house, self.room, self.window = house, room, window
        self.page = window.page

    async def play(self):
        """Play until the house lies, or an honest one has shown its cards."""
        house = self.house
        await play(self.room, house.plays, house.runs)
        if house.plays == RELOAD:
            await self.reload()

    async def reload(self):
        await until(self.has_cut_again, "the page to know the end of a deck")
        told = self.times_welcomed()
        await self.page.reload()
        await until(lambda: self.times_welcomed() > told, "the page to be there again")

    def times_welcomed(self):
        """How often a line of the page began; messages on an old line do not count."""
        return sum(message["type"] == "hello" for message in self.house.said)

    def has_cut_again(self):
        """Whether the page has promised a cut of the deck after the last that ended.

        That deck may have been dealt since, and the page promises none while a hand is played.
        """
        coming, ended = self.house.coming, self.house.no
        return ended and (coming.hash is not None or coming.sealed.no > ended + 1)

    async def drawn(self):
        """Return the cards that were ever in the page."""
        return {code_of(words) for words in await self.page.evaluate("() => [...drawn]")}

    async def evidence(self):
        """Save the evidence as the player does; returns its text."""
        async with self.page.expect_download() as saving:
            await self.page.get_by_role("link", name="Save the evidence").click()
        return Path(await (await saving.value).path()).read_text()


@pytest.fixture
def enter(false_server, visitors):
    """Return a function that opens a house and a player's page in it."""

    async def enter_as(name, house):
        room = await sync_to_async(friends_table)(house)

        @sync_to_async
        def session():
            user = create_guest(name=f"Asha{next(SERIAL)}")
            sit_down(room, user)
            return session_of(user)

        key = await session()
        false_server.houses[room.table.slug] = house
        window = await visitors.arrive(name, **PHONE)
        window.allow += ["decks/ends", "beforeunload"]  # requests that fail, and the reload
        await log_in(visitors, window, key)
        for script in (DRAWN, KNOWN_CUT):
            await window.context.add_init_script(script)
        if house.waits:
            await window.page.clock.install()
        await window.page.goto(f"/t/{room.table.slug}/")
        return Visit(house, room, window)

    return enter_as


@pytest.mark.parametrize("cheats", IN_BROWSERS)
async def test_each_way_to_cheat_stops_the_page(enter, cheats):
    for cheat in cheats:
        house, name = cheat(), cheat.__name__
        title = f"cheat-{house.way:02}"
        visit = await enter(name, house)
        await visit.play()
        if house.check:
            await failed(visit, name, title)
        else:
            await told(visit, name, title)
        await visit.window.context.close()
        assert not house.errors, name


async def failed(visit, name, title):
    """The page has stopped, names the check, drew no false card and gives evidence."""
    house, page = visit.house, visit.page
    if house.waits:
        seal = page.locator(".fair-seal")
        await expect(seal, name).to_have_attribute("title", re.compile("^Waiting to check"))
        await visit.window.shoot(f"{title}-waiting")
        for _second in range(house.waits):
            await page.clock.run_for(1_000)
    failure = page.locator(".fair-failure")
    await expect(failure, name).to_contain_text("This page has stopped")
    await expect(failure.locator(".fair-check"), name).to_have_text(f"(check “{house.check}”)")
    await expect(failure.locator(".fair-why"), name).to_contain_text(house.text)
    await visit.window.shoot(title)
    await until(lambda: not house.lines, f"{name}: the socket to close")
    heard = len(house.heard)
    for key in "fcaa":
        await page.keyboard.press(key)
    assert not (await visit.drawn() & house.false_cards), name
    evidence = await visit.evidence()
    assert json.loads(evidence)["failed"]["check"] == house.check, name
    assert house.proofs, name
    assert [proof for proof in house.proofs if proof not in evidence] == [], name
    assert (len(house.heard), house.lines) == (heard, 0), name


async def told(visit, name, title):
    """Nothing is false, and the seal says what is unusual."""
    house, page = visit.house, visit.page
    await until(lambda: house.honest_cards, f"{name}: the hand")
    seal = page.locator(".fair-seal")
    await expect(seal, name).to_have_accessible_name(re.compile("Not everything is checked"))
    await seal.click()
    dialog = page.locator("dialog.dialog")
    await expect(dialog, name).to_contain_text(house.text)
    assert "Your own cut" not in await dialog.inner_text() or house.way != 4, name
    await visit.window.shoot(title)


async def test_an_honest_house_between_table_and_page_raises_no_alarm(enter):
    house = House()
    visit = await enter("honest", house)
    page = visit.page
    for plays, runs in ((FOLD, 1), (FOLD, 1), (RELOAD, 1), (FOLD, 1), (ALL_IN, 2)):
        if plays == RELOAD:
            await visit.reload()
            continue
        ended = house.no
        await play(visit.room, plays, runs)
        await until(lambda: house.no > ended, "the end of a deck")  # noqa: B023
    seal = page.locator(".fair-seal")
    await expect(seal).to_have_attribute("title", "All cards checked (2 of 2 players cut the deck)")
    await seal.click()
    await expect(page.locator("dialog.dialog")).to_contain_text("Your own cut is among them.")
    await visit.window.shoot("cheat-00")
    shown = {card for message in house.said[-20:] for card in cards_of(message)}
    await until(lambda: drawn_all(visit, shown), "all cards to be drawn")
    assert not await page.locator(".fair-failure").count()
    assert house.no == 4


def cards_of(message):
    return set(message["hand"]["view"].get("board", [])) if message.get("hand") else set()


async def drawn_all(visit, cards):
    return len(cards) >= 5 and cards <= await visit.drawn()
